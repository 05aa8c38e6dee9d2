"""Statements: what procedures do. `Ask`, `Nature`, and calls of what holds them suspend."""

from __future__ import annotations

from typing import Literal as Word

from hoyle.compiler.ir.program.expressions import Expr, Source, Var
from hoyle.compiler.ir.program.storage import Cell, StaticTable
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


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
    all can see, could be asked in this window (the public fact). `quiet`: inside `at once`, or
    what a `whenever` does, where watched conditions are not looked at (see passes/quiet.py).
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
    quiet: bool = False


@record
class Nature:
    """Chance decides; `var` gets the outcome. One `random()` each; a sole outcome makes no node.

    kind "die": args (), `die` names a die of the program: var is the face (number, or picture
    index). kind "dice": args (n,): var is a tuple of counts by face (multinomial). kind "pool":
    args (k,): a piece of pool k, uniform over its pieces, taken out of the pool by this statement;
    equal pieces (`classes`) are one outcome and the lowest row is taken. kind "among": args
    (ints,): one of the items, uniform; items of one class are one outcome. `audience`: mask of the
    seats that see the outcome. `pools`: the cell (ints per pool) of kind "pool". `doer`: the seat
    that rolls, for the log (-1: nobody).
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
    doer: Expr | None = None


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
