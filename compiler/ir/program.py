"""The program: the lowered game, structured, before it is cut into a state machine.

A program is storage (cells, tables), pure functions (values) and procedures. Everything of the
language that has a meaning of its own (hooks, windows, zones, pools, adjustments, completion,
`together`) has become plain reads, writes, loops, asks and nature here. Expressions are pure trees:
nothing in them suspends, draws or writes. Only three statements suspend: `Ask`, `Nature` (in the
explicit build) and `CallProc` of a procedure that does. `compiler/ir/machine.py` is what follows.

Representation, the same in every build:
- number, player (seat, none is -1), row of a table (its index, none is -1), value of a kinds: `int`
- flag: `bool` in expressions, a cell holds `False`/`True`
- set of anything with a finite domain (rows, players, kinds, ranges from 0): `mask`, an `int` of
  bits;
  `Either` of things counts rows of the things in the order of its names, one after the other
- list, set of texts, slots of a pile, row, bag: `ints` / `texts`, a tuple; tally: `ints` by kind
- slots: a piece is its row >= 0, "some unknown piece of pool k" is -2 - k
- fraction: `ratio` (fractions.Fraction), only inside expressions
- an object of the runtime (the field of a board, a search): `object`; only inside expressions
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span

Form = Word["int", "bool", "str", "ints", "texts", "ratio", "mask", "object"]
Datum = int | bool | str | tuple["Datum", ...]


# --------------------------------------------------------------------------------------- storage


@record
class Cell:
    """A variable of the position. `length` None: one; else a list of so many (owner * index size +
    index).

    `name` is an identifier, unique in the program. `low`, `high`: the range that writes are tested
    against (None: no test needed). `explicit`: kept in the explicit build only (knowledge marks).
    """

    name: str
    form: Form
    length: int | None
    start: Datum
    low: int | None = None
    high: int | None = None
    explicit: bool = False
    rule: int = -1


@record
class StaticTable:
    """Printed data folded into a nested tuple; `depth` indexes lead to an element of `form`.

    `made`: a helper of the runtime's library and what it is given: where the data is long and
    follows from less, the module makes it so while it is loaded. `kind`: the type of what the
    helper makes, where that is no tuple (then `data` is empty and `depth` 0).
    """

    name: str
    depth: int
    form: Form
    data: tuple[Datum, ...] = field(compare=False)
    made: tuple[str, tuple[Datum, ...]] | None = field(default=None, compare=False)
    kind: str = field(default="", compare=False)


# ----------------------------------------------------------------------------------- expressions


@record
class Var:
    """A local of a procedure, function or comprehension. Names are unique within a procedure.

    `domain`: as in the schema, where the local may hold rows of a component and outlive a node.
    """

    name: str
    form: Form
    domain: str = field(default="", compare=False)


@record
class Const:
    """A constant."""

    value: Datum
    form: Form


@record
class Get:
    """Read a cell; `index` None for a single one, or for the whole list (only inside Comp
    sources)."""

    cell: Cell
    index: Expr | None


@record
class Lookup:
    """Read a static table at as many indexes as it is deep (or fewer: a sub-tuple)."""

    table: StaticTable
    indexes: tuple[Expr, ...]


OPS: dict[str, str] = {
    # arithmetic on ints; floor and ceil division; mod is never negative
    "add": "int", "sub": "int", "mul": "int", "neg": "int", "floordiv": "int", "ceildiv": "int",
    "mod": "int", "min": "int", "max": "int", "abs": "int",
    # fractions
    "ratio": "ratio", "radd": "ratio", "rsub": "ratio", "rmul": "ratio", "rdiv": "ratio",
    "round_up": "int", "round_down": "int",
    # tests (and/or with early stop, any number of arguments)
    "eq": "bool", "ne": "bool", "lt": "bool", "le": "bool", "gt": "bool", "ge": "bool",
    "and": "bool", "or": "bool", "not": "bool",
    # masks: bit(i) = 1 << i, has(m, i), union, inter, minus, shift(m, n), size, lowest (-1 when
    # empty)
    "bit": "mask", "has": "bool", "union": "mask", "inter": "mask", "minus": "mask",
    "shift": "mask", "unshift": "mask", "size": "int", "lowest": "int", "highest": "int",
    # tuples: item, len, contains, concat, slice(t, lo, hi), replace(t, i, v), index_of (-1),
    # count_of
    "item": "int", "len": "int", "contains": "bool", "concat": "ints", "slice": "ints",
    "replace": "ints", "index_of": "int", "count_of": "int", "tuple": "ints", "drop": "ints",
    "mask_of": "mask", "members": "ints", "sorted": "ints",
    # if: cond, then, otherwise (form of then)
    "if": "",
}  # fmt: skip


@record
class Op:
    """An operation of OPS; `form` repeats its result."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class CallFn:
    """Call of a pure function of this program."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class Library:
    """Call of a pure helper of the runtime's library (a name of `LIBRARY` in
    compiler/to_python/names.py)."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class Range:
    """low .. high - 1, ascending."""

    low: Expr
    high: Expr


@record
class Bits:
    """The members of a mask, ascending. `size`: all members are below it (unrolling)."""

    mask: Expr
    size: int


@record
class Items:
    """The items of a tuple, in order (a Lookup of a static table may be unrolled)."""

    of: Expr


Source = Range | Bits | Items


@record
class Comp:
    """A loop in an expression: over `source`, for those with `cond`, `body` is gathered.

    kind: "any"/"every" (cond is the claim), "count", "sum", "min", "max" (error when empty unless
    `default`), "mask" (bits of body), "ints" (tuple of bodies), "first" (the first body, else -1).
    """

    kind: Word["any", "every", "count", "sum", "min", "max", "mask", "ints", "first"]
    var: Var
    source: Source
    cond: Expr | None
    body: Expr
    form: Form
    default: Expr | None = None


@record
class RankComp:
    """`with most`/`by most`: of the source's items those with the greatest key tuple (form mask or
    ints, as `all` is False or True: all of them, best first, ties in source order). Keys are ints,
    fewest negated."""

    var: Var
    source: Source
    cond: Expr | None
    keys: tuple[Expr, ...]
    all: bool
    form: Form


@record
class Lambda:
    """A question with one blank, an argument of `Library`: the runtime asks it of many numbers,
    none of them negative. `body` is the answer for `var`."""

    var: Var
    body: Expr
    form: Form


@record
class Answer:
    """After an `Ask` bound `var`: whether the answer belongs to `site` (form bool), or its value
    there (int)."""

    var: Var
    site: int
    value: bool


Expr = Var | Const | Get | Lookup | Op | CallFn | Library | Comp | RankComp | Lambda | Answer


# ------------------------------------------------------------------------------------- statements


@record
class Assign:
    """Bind or change a local."""

    var: Var
    value: Expr
    span: Span


@record
class Store:
    """Write a cell (tested against its range)."""

    cell: Cell
    index: Expr | None
    value: Expr
    span: Span


@record
class If:
    """Branch."""

    cond: Expr
    then: Block
    otherwise: Block
    span: Span


@record
class Loop:
    """Endless; left by `Leave(label)` or Return. `bounded`: ends by its own counting (needs no
    budget)."""

    label: str
    body: Block
    bounded: bool
    span: Span


@record
class For:
    """Each item of a snapshot of `source`, in order. Left early by `Leave(label)`."""

    label: str
    var: Var
    source: Source
    body: Block
    span: Span


@record
class Region:
    """A body that `Leave(label)` leaves."""

    label: str
    body: Block
    span: Span


@record
class Leave:
    """Go on behind the Loop, For or Region of this label, in the same procedure."""

    label: str
    span: Span


@record
class Again:
    """Go on with the next turn of the Loop or For of this label."""

    label: str
    span: Span


@record
class CallProc:
    """Call a procedure; its answer goes to `var`."""

    proc: str
    args: tuple[Expr, ...]
    var: Var | None
    span: Span


@record
class Return:
    """Leave the procedure."""

    value: Expr | None
    span: Span


@record
class Guard:
    """Why an option may be missing: `cond` reads `Choice.var`; `reason` is in the designer's words
    (or made from the text); told only if `visible` to the seat."""

    cond: Expr
    reason: str
    rule: int
    visible: bool


@record
class Choice:
    """What one site contributes to an ask: `options` are values in the site's domain, ascending
    (form ints), given as a Comp of kind "ints", a Const or an Op. `labels`: for branch sites with
    holes, by value. `guards` read `var`, the value asked about."""

    site: int
    options: Expr
    var: Var
    guards: tuple[Guard, ...] = ()
    labels: tuple[tuple[str | Hole, ...], ...] = ()


@record
class Hole:
    """A hole of a prompt or label: an expression and its schema domain, as in `Site.domain`."""

    value: Expr
    domain: str


@record
class Ask:
    """One seat decides. `var` gets the action (an int of the static action space; see Answer).

    The lowering has made sure that there is at least one option. `silent`: a lone option is taken
    without a node. `secret`: only the seat learns the decision now (in `together`). `hidden`: that
    the seat is asked is itself hidden from the others; `could` is the mask of seats that, as far as
    all can see, could be asked in this window (the public fact).
    """

    var: Var
    actor: Expr
    choices: tuple[Choice, ...]
    silent: bool
    prompt: tuple[str | Hole, ...]
    span: Span
    rule: int
    secret: bool = False
    hidden: bool = False
    could: Expr | None = None
    touches: StaticTable | None = None  # by place of the one cell that options read: which read it


@record
class Nature:
    """Chance decides; `var` gets the outcome. One `random()` each; a sole outcome makes no node.

    kind "die": args (), `die` names a die of the program: var is the face (number, or picture
    index). kind "dice": args (n,): var is a tuple of counts by face (multinomial). kind "pool":
    args (k,): a piece of pool k, uniform over its pieces, taken out of the pool by this statement;
    equal pieces (`classes`) are one outcome and the lowest row is taken. kind "among": args
    (ints,): one of the items, uniform; items of one class are one outcome. `audience`: mask of the
    seats that see the outcome. `pools`: the cell (ints per pool) of kind "pool".
    """

    var: Var
    kind: Word["die", "dice", "pool", "among"]
    args: tuple[Expr, ...]
    die: str | None
    pools: Cell | None
    classes: StaticTable | None
    audience: Expr
    domain: str
    span: Span
    rule: int
    purpose: str | None = None


@record
class Log:
    """An entry for the seats in `audience` (explicit build only): words with holes."""

    audience: Expr
    parts: tuple[str | Hole, ...]
    span: Span


@record
class Revealed:
    """Something hidden became known to somebody: undo does not reach behind it (explicit build
    only)."""

    span: Span


@record
class Only:
    """Statements of the explicit build only (knowledge marks). They never suspend."""

    body: Block
    span: Span


@record
class Moment:
    """The end of a simple statement: watched conditions are looked at here (see
    passes/place_checks.py)."""

    span: Span


@record
class AtOnce:
    """Its end is one moment; moments inside, also in procedures called from it, are none."""

    body: Block
    span: Span


@record
class Over:
    """The game is over; the cell `returns_` holds the result of each seat."""

    span: Span


@record
class Fail:
    """An error of the rules at run time: kind as in hoyle.runtime.errors."""

    kind: str
    text: str
    span: Span
    rule: int


Stmt = (
    Assign
    | Store
    | If
    | Loop
    | For
    | Region
    | Leave
    | Again
    | CallProc
    | Return
    | Ask
    | Nature
    | Log
    | Revealed
    | Only
    | Moment
    | AtOnce
    | Over
    | Fail
)
Block = tuple[Stmt, ...]


# ------------------------------------------------------------------------------------ definitions


@record
class Fn:
    """A pure function: a value of the rules, adjustments included, or a helper."""

    name: str
    params: tuple[Var, ...]
    body: Expr
    rule: int
    span: Span


@record
class Procedure:
    """A procedure. `gives`: form of its answer. `bounds` of static recursion are the emitter's
    matter."""

    name: str
    params: tuple[Var, ...]
    body: Block
    gives: Form | None
    rule: int
    span: Span


@record
class DieSpec:
    """Faces (numbers or picture indexes) with integer weights."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...]


@record
class Watch:
    """A watched condition: for each binding in order the first true one calls `handler` with the
    bound values."""

    binds: tuple[tuple[Var, Source], ...]
    cond: Expr
    handler: str
    rule: int
    span: Span


@record
class Record:
    """A value of the schema, printed as `schema.NAME(field=…)`; see hoyle/runtime/schema.py."""

    name: str
    # values: Record, Datum, None, dict[str, ...], tuples of these
    fields: tuple[tuple[str, object], ...]


@record(frozen=False)
class Program:
    """A whole lowered game for one number of players and one setting of its options.

    `entries`: "main" and one for each step of an example, to their procedures. `tests`: functions
    () -> bool, facts of examples and invariants. `sites`: (base, size); `site_lows`: the value of
    the first action. `rules`: (name, file, line, cites). `sights`: functions (instance) -> mask of
    seats. `shows`: functions (seat) -> value, for views and for facts that fail.
    """

    id: str
    players: int
    cells: list[Cell] = field(default_factory=list)
    tables: list[StaticTable] = field(default_factory=list)
    dice: list[DieSpec] = field(default_factory=list)
    functions: dict[str, Fn] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    watches: list[Watch] = field(default_factory=list)
    entries: dict[str, str] = field(default_factory=dict)
    tests: dict[str, str] = field(default_factory=dict)
    sites: list[tuple[int, int]] = field(default_factory=list)
    site_lows: list[int] = field(default_factory=list)
    site_names: list[str] = field(default_factory=list)
    rules: list[tuple[str, str, int, tuple[str, ...]]] = field(default_factory=list)
    sights: dict[str, str] = field(default_factory=dict)
    shows: dict[str, str] = field(default_factory=dict)
    schema: Record | None = None
