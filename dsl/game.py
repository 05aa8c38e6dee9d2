"""The typed, resolved game: what the checker hands to the compiler.

Everything that the text leaves to a reader is said here. Names are resolved, bare names have an
owner, `your x`, `it`, `this`, `bearer` are ordinary locals, tables are loaded, every expression has
a type. Nothing is lowered yet: hooks are hooks, choices are choices.

Values are written in one way everywhere (facts, literals, starts): a number is an `int`, a flag a
`bool`, text a `str`, a value of a kinds its index, a row of a table its index in that table, a
player a seat counted from 0, nothing is `None`, a set or list a `tuple` in table order, a tally a
`tuple` of counts by kind.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Type

Value = int | bool | str | None | tuple["Value", ...]


@record(eq=False)
class Local:
    """A name bound in a body: a `let`, a parameter, a chosen thing, or an implicit `you`, `it`,
    `this`.

    Compared by identity: two locals of one name are two locals.
    """

    name: str
    type: Type
    span: Span
    role: Word["let", "param", "choice", "loop", "you", "it", "this", "bearer", "bound"] = "let"


# ---------------------------------------------------------------------------------- expressions


@record
class Expr:
    """An expression with its type. Pure, unless it is `Rolled`, `Agreed`, `Called`, `RolledOff`,
    `Drawn`."""

    type: Type
    span: Span = field(compare=False)


@record
class Literal(Expr):
    """A constant in the notation of the module docstring."""

    value: Value


@record
class LocalRef(Expr):
    """A local. `you` is one: every block addressed to somebody has its own."""

    local: Local


@record
class Nobody(Expr):
    """`you` where nobody is addressed (only inserted, never written); its type is Optional(Player).
    `you` where nobody is addressed (only inserted, never written); its type is Optional(Player)."""


@record
class FieldRead(Expr):
    """A field, cell, zone or cup of `of` (None: the table's). Without `index` an indexed one means
    all of it."""

    field: Field
    of: Expr | None
    index: Expr | None


@record
class OptionRead(Expr):
    """An option of the game, constant from the initial state on."""

    option: Option


@record
class SettingRead(Expr):
    """`scenario.NAME`, with its value in the scenario that is played."""

    name: str
    value: Value


@record
class ValueOf(Expr):
    """A value with its subject (None: of the game) and arguments; `base`: without adjustments
    (`printed`)."""

    value: ValueDecl
    of: Expr | None
    args: tuple[Expr, ...]
    base: bool = False
    original: bool = False  # `original(…)`: the parent's version in a variant


@record
class Unary(Expr):
    """`not a`, `- a`."""

    op: Word["not", "-"]
    a: Expr


@record
class Binary(Expr):
    """Arithmetic and comparison of two values. `==` and `!=` work on every type; `and`, `or` stop
    early."""

    op: Word["+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or"]
    a: Expr
    b: Expr


@record
class Join(Expr):
    """`a + b`, `a except b` on sets, and one element where a set is meant (then it is wrapped by
    SetOf_)."""

    op: Word["+", "except"]
    a: Expr
    b: Expr


@record
class Member(Expr):
    """`a is in S`."""

    a: Expr
    over: Expr


@record
class Between(Expr):
    """`a is in lo..hi`."""

    a: Expr
    low: Expr
    high: Expr


@record
class IfElse(Expr):
    """`a if c otherwise b`."""

    then: Expr
    cond: Expr
    otherwise: Expr


@record
class Pick(Expr):
    """`match e` with `->` lines, in a value. Complete, no overlap; arms: (constants, answer), last
    may be ()."""

    subject: Expr
    arms: tuple[tuple[tuple[Value, ...], Expr], ...]


@record
class Quantified(Expr):
    """`any x in S has C`, `every x in S has C`."""

    every: bool
    var: Local
    over: Expr
    cond: Expr


@record
class Filtered(Expr):
    """`S where C`; `var` is `it` or the named element."""

    over: Expr
    var: Local
    cond: Expr


@record
class Ranked(Expr):
    """`S with most E, then fewest F` (the best, a set), or `S by most E` (all in that order, a
    list)."""

    over: Expr
    var: Local
    keys: tuple[tuple[Word["most", "fewest"], Expr], ...]
    all: bool
    anchor: Expr | None  # orders of players begin here; None: from the starter


@record
class SetLiteral(Expr):
    """`{a, b}`; `none` among them is dropped. Also wraps a single element where a set is meant."""

    items: tuple[Expr, ...]


@record
class RangeSet(Expr):
    """`{1..13}`, or a span that is walked or chosen from."""

    low: Expr
    high: Expr


@record
class AllOf(Expr):
    """Every row of a table, every value of a kinds, or (`players`) every player still in."""

    of: str


@record
class Fold(Expr):
    """`sum(E of S)`, `min`, `max`, `distinct`, `sorted`; of a plain set or of numbers the body is
    the element."""

    op: Word["sum", "min", "max", "distinct", "sorted"]
    over: Expr
    var: Local
    body: Expr
    anchor: Expr | None = None


@record
class Function(Expr):
    """A function of the table of functions with plain arguments, by its name in the language:
    count, first, last, top, only, starting, round_up, round_down, remainder, min, max (of two),
    left_of, right_of, beside, lines, line, exits, neighbours, distance, steps_to_next, within,
    landings, left, right, opposite, adjacent, rise, sees, alone, on, places, ends, at, arc,
    cost_to; and given attributes of things: owner_of, space_of, placed, seat_of, name_of,
    facing_up, active, place_of, spaces_of, size_of, level_ground, begun (`f.lasting(…)`),
    count_begun.

    times_in (tally, kind): `left[poke]`, how often a value is in a tally. begun, count_begun: the
    first argument is the effect's name as a text, then whom it is on, then its other arguments.
    here, there, walk_start, rise_of_step have no arguments: the step that is being made. exits,
    neighbours, distance, steps_to_next, landings carry in `anchor` who asks, since roads may be
    closed to some."""

    name: str
    args: tuple[Expr, ...]
    anchor: Expr | None = None


@record
class Cast(Expr):
    """`a` seen as another type: T as T or none, Chip as Chip or Item, a set of either; a checked
    `T or none` as T (after a test), one face of many dice; never changes what it is."""

    a: Expr


# Impure expressions: only where they are surely reached; the compiler lifts them in front, left to
# right.


@record
class Rolled(Expr):
    """`roll [n] d [for P]`. Number, face (one picture die) or TallyOf (several). `cup`: `roll your
    cup`."""

    die: Die
    count: Expr | None
    purpose: str | None
    you: Expr | None
    audience: Expr | None = None  # the field read it lands in, when that has sight; else public


@record
class RolledOff(Expr):
    """`roll_off(S, die)`: the player who rolls highest, ties roll again."""

    over: Expr
    die: Die
    you: Expr | None


@record
class Agreed(Expr):
    """`P agrees "…"`: P is asked yes or no."""

    who: Expr
    prompt: Prompt


@record
class Called(Expr):
    """A call of a `to` that gives an answer."""

    proc: Proc
    args: tuple[Expr, ...]
    you: Expr | None
    original: bool = False


@record
class Drawn(Expr):
    """`let x = draw …`: the set drawn."""

    draw: Draw


@record
class Prompt:
    """Words with holes: text and expressions in turn. Names in braces are shown to whoever is
    asked."""

    parts: tuple[str | Expr, ...]
    span: Span = field(compare=False)


# ------------------------------------------------------------------------------------ statements


@record
class Stmt:
    """A deed. `cites` are the clauses on its line, `doc` the `##` lines above it."""

    span: Span = field(compare=False)
    cites: tuple[str, ...] = field(compare=False)


Body = tuple["Stmt", ...]


@record
class Let(Stmt):
    """`let x = E`."""

    local: Local
    value: Expr


@record
class Assign(Stmt):
    """`t = E`, `t += E`, `t -= E`; the target is a LocalRef, or a FieldRead of a cell."""

    target: LocalRef | FieldRead
    op: Word["=", "+", "-"]
    value: Expr


@record
class If(Stmt):
    """`if C` with its `otherwise`."""

    cond: Expr
    then: Body
    otherwise: Body


@record
class Match(Stmt):
    """`match E`; arms: (constants, body); a last arm without constants is `otherwise`."""

    subject: Expr
    arms: tuple[tuple[tuple[Value, ...], Body], ...]


@record
class EachPlayer(Stmt):
    """`[together] each player [from P] [where C]`: addressed to each in order; C may use `you` and
    `it`."""

    you: Local
    start: Expr | None
    anchor: Expr | None
    where: Expr | None
    body: Body
    together: bool = False


@record
class EachOf(Stmt):
    """`[together] each of A, B`: addressed to each in the order given; a set counts as its members.
    `[together] each of A, B`: addressed to each in the order given; a set counts as its members."""

    you: Local
    who: tuple[Expr, ...]
    anchor: Expr | None
    body: Body
    together: bool = False


@record
class EachIn(Stmt):
    """`each x in S, y in T`: snapshots walked together. A filter is part of its snapshot; players
    who went out meanwhile are skipped."""

    pairs: tuple[tuple[Local, Expr], ...]
    anchor: Expr | None
    body: Body


@record
class Repeat(Stmt):
    """`repeat`, `repeat until C`, `repeat n times` (at most one of `until`, `times`)."""

    until: Expr | None
    times: Expr | None
    body: Body


@record
class GoRound(Stmt):
    """`go round [from P] [skipping C] [until C]`."""

    you: Local
    start: Expr | None
    anchor: Expr | None
    skipping: Expr | None
    until: Expr | None
    body: Body


@record
class As(Stmt):
    """`as P`: addressed to P; nothing where P is none."""

    you: Local
    who: Expr
    body: Body


@record
class AtOnce(Stmt):
    """`at once`: one moment at its end."""

    body: Body


@record
class With(Stmt):
    """`with L(…)`: a lasting effect for the block."""

    effect: Lasting
    args: tuple[Expr, ...]
    body: Body


@record
class Choose(Stmt):
    """`choose [many] x from S [, if any]: "…"` with its block and `otherwise` (None: there is
    none).

    `count` None: one thing. Else (least, most): most None is all there are. `unseen`: by place.
    `may`: it may be declined (`may choose`), then `otherwise` runs.
    """

    local: Local
    count: tuple[Expr, Expr | None] | None
    unseen: bool
    source: Expr
    if_any: bool
    prompt: Prompt | None
    body: Body
    otherwise: Body | None
    you: Expr
    may: bool = False


@record
class Bound:
    """`once`, `3 times`, with `per` "turn", the name of a `to`, or None: in the whole game."""

    times: int
    per: str | None


@record
class Branch:
    """One labelled branch of a list, or of a `may`."""

    label: Prompt
    bound: Bound | None
    when: Expr | None
    reason: str | None
    body: Body
    span: Span = field(compare=False)
    cites: tuple[str, ...] = field(compare=False)


@record
class ChooseBranch(Stmt):
    """`choose [at W]: "…"` with branches."""

    window: WindowUse | None
    prompt: Prompt
    branches: tuple[Branch, ...]
    otherwise: Body | None
    you: Expr


@record
class May(Stmt):
    """`may "label" [when C]` with its `otherwise`."""

    branch: Branch
    otherwise: Body
    you: Expr


@record
class WindowUse:
    """A window and the arguments it is opened with."""

    name: str
    args: tuple[Expr, ...]


@record
class Offer(Stmt):
    """`offer W [for each player …|of A, B]: "…"`. Without `each` it is yours alone.

    `each`: ("player", start, where) or ("of", exprs). In branches and actions `you` is the seat
    asked.
    """

    window: WindowUse
    you: Local
    asker: Expr
    each_player: bool
    start: Expr | None
    where: Expr | None
    of: tuple[Expr, ...] | None
    prompt: Prompt | None
    branches: tuple[Branch, ...]


@record
class Call(Stmt):
    """A `to` called as a statement. `you`: whom it speaks to (None: nobody)."""

    proc: Proc
    args: tuple[Expr, ...]
    you: Expr | None
    original: bool = False


@record
class Evaluate(Stmt):
    """A roll, `roll_off` or the like as a statement; its answer is dropped."""

    value: Expr


@record
class RollCup(Stmt):
    """`roll your cup [except keep] [for P]`: all its dice; those of `keep` stay as they lie.

    A `keep` that is a list keeps as many dice as it holds, a set keeps all dice with its faces.
    """

    cup: FieldRead
    you: Expr | None
    keep: Expr | None = None
    purpose: str | None = None


@record
class RollAgain(Stmt):
    """`roll again [n where C]`; `it` is a face."""

    count: int | None
    it: Local | None
    where: Expr | None


@record
class Stop(Stmt):
    """`stop`: leaves the innermost repeat, go round, each."""


@record
class Until(Stmt):
    """`until C` as a line."""

    cond: Expr


@record
class Return(Stmt):
    """`return [E]`."""

    value: Expr | None


@record
class End(Stmt):
    """`end turn`, `end NAME`; `end game` has the name "game"."""

    name: str


@record
class Victory(Stmt):
    """`victory for S`."""

    winners: Expr


# The verbs. `to`, `source` are zones (FieldRead), places, or sets whose zone is meant.


@record
class PutEvery(Stmt):
    """`put every T [where C] into Z [, shuffled]`: from the box."""

    thing: str
    it: Local
    where: Expr | None
    to: FieldRead
    shuffled: bool
    you: Expr | None


@record
class Move(Stmt):
    """`move X to Z [, else Z2] [, shuffled|quietly]`; X a piece, a set, a zone. `bottom`: of a
    pile."""

    what: Expr
    to: FieldRead
    otherwise: FieldRead | None
    bottom: bool
    shuffled: bool
    quietly: bool
    you: Expr | None


@record
class MovePawn(Stmt):
    """`move your pawn to SPACE`: a pawn is a cell that holds a space."""

    pawn: FieldRead
    to: Expr
    quietly: bool
    you: Expr | None


@record
class Draw(Stmt):
    """`draw n from Z [, else Y …] to Z2 [, else Z3] [at random]`."""

    count: Expr
    sources: tuple[FieldRead, ...]
    to: FieldRead
    otherwise: FieldRead | None
    at_random: bool
    you: Expr | None


@record
class Swap(Stmt):
    """`swap A with B of P`: each to the receiver's zone of its own zone's name; `of you`: change
    places. Figures on a board have no P."""

    a: Expr
    b: Expr
    with_: Expr | None
    you: Expr | None


@record
class Shuffle(Stmt):
    """`shuffle Z`."""

    zone: FieldRead
    you: Expr | None


@record
class Show(Stmt):
    """`reveal X`, `hide X`, `look at n from Z` (op "look", with count)."""

    op: Word["reveal", "hide", "look"]
    what: Expr
    count: Expr | None
    you: Expr | None


@record
class Pay(Stmt):
    """`pay n [unit] [from P] to Q [, else R]` (op "pay"), `gain n from BANK` (op "gain").

    `payer`, `payee`, `otherwise`: FieldRead of a supply field of a player or thing, or of a bank.
    `optional`: the payee may be none.
    """

    op: Word["pay", "gain"]
    amount: Expr
    supply: Supply
    payer: Expr
    payee: Expr
    otherwise: Expr | None
    you: Expr | None


@record
class Lose(Stmt):
    """`lose n from CUP`."""

    count: Expr
    cup: FieldRead
    you: Expr | None


@record
class Spend(Stmt):
    """`spend X`: runs `when spent` of each."""

    what: Expr
    you: Expr | None


@record
class Remove(Stmt):
    """`remove X`: back to the box."""

    what: Expr
    you: Expr | None


@record
class Eliminate(Stmt):
    """`eliminate P`."""

    who: Expr
    you: Expr | None


@record
class StartWith(Stmt):
    """`start with P`."""

    who: Expr


@record
class Begin(Stmt):
    """`begin L(…)`, `end L(…)`. Of an effect with a bearer, the bearer is the first argument."""

    effect: Lasting
    args: tuple[Expr, ...]
    ends: bool = False


@record
class FigureDeed(Stmt):
    """`walk f [along d] [within n]`, `put f on p`, `take f from Hex`: typed here, compiled with the
    games that need them. `op` is the movement's name, "put" or "take"."""

    op: str
    figure: Expr
    place: Expr | None
    along: Expr | None
    within: Expr | None
    without: tuple[str, ...]
    quietly: bool
    you: Expr | None


# ---------------------------------------------------------------------------------- declarations


@record
class Kinds:
    """A closed list of names; also `Direction` of a board and the pictures of a die."""

    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...]
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


@record
class Sight:
    """Who sees what lies there: all, nobody, or `seers` (a player or none; `this` names the owner
    of the field)."""

    kind: Word["up", "down", "seen"]
    this: Local | None = None
    seers: Expr | None = None
    count_hidden: bool = False


@record
class ZoneSpec:
    """How a zone holds pieces."""

    container: Word["one", "set", "row", "pile", "bag"]
    holds: tuple[str, ...]
    room: int | None
    refill: Field | None


@record(eq=False, frozen=False)
class Field:
    """A field of the table, of every player, or of every row of a thing.

    role "fact": printed, never changes (values in the rows). "cell": a variable with a start.
    "zone": holds pieces. "cup": dice. "coins": units of a supply. `owner` is "table", "player" or a
    thing. `type` is that of one element: of a zone SetOf/ListOf/Optional of its piece. Mutable only
    while resolving.
    """

    name: str
    owner: str
    role: Word["fact", "cell", "zone", "cup", "coins"]
    type: Type
    span: Span
    index: Type | None = None
    start: Expr | None = None
    this: Local | None = None  # what `start` and `sight` call the owner
    zone: ZoneSpec | None = None
    sight: Sight = Sight("up")
    supply: Supply | None = None
    column: str | None = None
    cites: tuple[str, ...] = ()
    given: bool = False  # set from outside, before the game begins


@record(eq=False, frozen=False)
class Row:
    """One row: its printed name and facts by field name (an indexed fact is a tuple by index)."""

    name: str
    facts: dict[str, Value]
    line: int
    status: str = ""
    source: str = ""


@record(eq=False, frozen=False)
class Table:
    """A component, chart or board. `copies` are separate rows of one name; `back` tells equal backs
    apart."""

    name: str
    form: Word["component", "chart", "board"]
    fields: dict[str, Field]
    rows: list[Row]
    span: Span
    spent: tuple[Local, Local, Body] | None = None  # (this, you, body)
    bears: tuple[tuple[Local, Expr, Expr | None], ...] = ()
    stands_on: str | None = None
    trail: tuple[int, Local, Expr] | None = None  # `trail of 2 when C`: (spaces, this, C)
    board: Board | None = None
    file: str | None = None
    cites: tuple[str, ...] = ()


@record(eq=False, frozen=False)
class Board:
    """The shape of a board. `ways[direction][space]` is the next space or None on grids, rings,
    tracks, hexes; `roads` are (from, to, facts) on graph boards. `closed`: (here, there, road, you,
    condition). `flat`: hexes that stand in columns, not in rows."""

    shape: Word["roads", "grid", "ring", "track", "hexes"]
    columns: int = 0
    rows: int = 0
    diagonals: bool = False
    directions: tuple[str, ...] = ()
    ways: tuple[tuple[int | None, ...], ...] = ()
    roads: tuple[tuple[int, int, dict[str, Value]], ...] = ()
    road_fields: dict[str, Field] = field(default_factory=dict)
    flat: bool = False
    closed: tuple[tuple[Local, Local, Local, Local, Expr], ...] = ()


@record
class Die:
    """Faces with weights: numbers low..high (weight 1 each) or pictures, values of `kinds`."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...]
    kinds: str | None
    span: Span = field(compare=False)


@record
class Supply:
    """A bank (`name`) of `total` units (`unit`). What lies in the bank is the field of this name
    among the table's: role "coins", its start the whole total, before purses are filled from it."""

    name: str
    unit: str
    label: str
    total: int
    span: Span = field(compare=False)


@record(eq=False, frozen=False)
class ValueDecl:
    """A value; `of` None, "player" or a thing, then `this` is its subject (also `you` of a
    player's)."""

    name: str
    of: str | None
    this: Local | None
    params: tuple[Local, ...]
    type: Type
    body: Expr | None
    span: Span
    cites: tuple[str, ...] = ()
    parent: ValueDecl | None = None  # what a variant replaced
    adjusts: list[Adjust] = field(default_factory=list)
    doc: str = ""


@record
class Selector:
    """The rows that carry a rule: one (`row`), all with a fact condition (`rows`), or dynamic
    (`where`)."""

    thing: str
    this: Local
    rows: tuple[int, ...]
    where: Expr | None
    rank: int  # 2: by name, 1: where, 0: all


@record(eq=False)
class Adjust:
    """`adjust V …`. `this`, `params` are bound like the value's own; `carrier` with `you`, `bearer`
    when it stands among a piece's rules. `tests`: parameter (or -1 for the subject) must equal
    this."""

    op: Word["by", "less", "to", "times", "floor", "cap", "those"]
    amount: Expr
    this: Local | None
    params: tuple[Local, ...]
    tests: tuple[tuple[int, Expr], ...]
    each: tuple[Local, Expr] | None
    when: Expr | None
    it: Local | None
    if_any: bool
    carrier: Selector | None
    you: Local | None
    bearer: Local | None
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    in_variant: bool = False
    lasting: Lasting | None = None  # stands inside this effect: holds while it lasts


@record(eq=False, frozen=False)
class Version:
    """A piece's version of a `to`: `selector.this` is the first argument, `params` are the rest."""

    selector: Selector
    you: Local
    params: tuple[Local, ...]
    body: Body
    span: Span
    cites: tuple[str, ...] = ()


@record(eq=False, frozen=False)
class Proc:
    """A `to`, or `setup`, `play`, `turn` (by these names). `gives`: (name, type)."""

    name: str
    you: Local
    params: tuple[Local, ...]
    gives: tuple[str, Type] | None
    guard: tuple[Word["while", "until"], Expr] | None
    body: Body | None
    span: Span
    versions: list[Version] = field(default_factory=list)
    cites: tuple[str, ...] = ()
    doc: str = ""
    parent: Proc | None = None
    addressed: bool = True  # False: setup, play


@record
class Pattern:
    """An argument of a hook or action: anything (neither), a new name, or a value it must equal."""

    binds: Local | None = None
    equals: Expr | None = None


@record
class Event:
    """What a hook meets. kind "proc" (incl. turn, setup, play), "verb", "roll", "step", "leave"."""

    kind: Word["proc", "verb", "roll", "step", "leave"]
    name: str
    args: tuple[Pattern, ...]


@record(eq=False)
class Hook:
    """`[may] before|after|instead of …`. `you`: whose rule it is (the carrier's owner, or the
    doer); `doer`: who does the deed. `by` "own", "anyone", "others". `body` None: nothing (or
    `instead`: it does not happen)."""

    timing: Word["before", "after", "instead"]
    may: bool
    events: tuple[Event, ...]
    by: str
    purposes: tuple[str, ...]
    bound: Bound | None
    when: Expr | None
    reason: str | None
    body: Body | None
    carrier: Selector | None
    you: Local
    bearer: Local | None
    label: Prompt
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    lasting: Lasting | None = None  # stands inside this effect


@record(eq=False)
class Action:
    """`may "label" in W(…) [when C]`: an option of windows."""

    windows: tuple[tuple[str, tuple[Pattern, ...]], ...]
    branch: Branch
    carrier: Selector | None
    you: Local
    bearer: Local | None
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


@record
class Ending:
    """When a lasting effect ends: "end" of the running NAME, "next" NAME(f), "end next" NAME(f), or
    a "deed"."""

    form: Word["end", "next", "end next", "deed"]
    name: str
    args: tuple[Expr, ...]


@record(eq=False, frozen=False)
class Lasting:
    """State that ends by itself, and what holds meanwhile."""

    name: str
    params: tuple[Local, ...]
    endings: tuple[Ending, ...]
    carrier: Selector | None
    bearer: Local | None
    span: Span
    adjusts: list[Adjust] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)
    lifts: tuple[Lift, ...] = ()
    cites: tuple[str, ...] = ()


@record(eq=False)
class Lift:
    """`lift N, M [when C]` of a carrier's bearer."""

    names: tuple[str, ...]
    when: Expr | None
    carrier: Selector | None
    bearer: Local | None
    span: Span = field(compare=False)


@record(eq=False)
class Movement:
    """`movement N of T`: clauses by kind, each with `this`, `here`, `there`, `rise` as locals."""

    name: str
    thing: str
    this: Local
    here: Local
    there: Local
    rise: Local
    allows: tuple[tuple[Expr, Expr | None], ...]
    cost: Expr | None
    bars: tuple[tuple[str, Expr], ...]
    halts: tuple[tuple[str, Expr], ...]
    rests: tuple[tuple[str, Expr], ...]
    span: Span = field(compare=False)


@record(eq=False)
class SightLine:
    """`sight of T, U`."""

    things: tuple[str, ...]
    this: Local
    eye: Expr | None
    aims: tuple[Expr, ...]
    aims_space: tuple[Expr, ...]
    column: tuple[Local, Expr] | None
    adjacent_always: bool
    touching_blocks: bool
    span: Span = field(compare=False)


@record(eq=False)
class Whenever:
    """`whenever C`; `binds` is the quantifier's variable and set where C is `any x in S has D`
    (then `cond` is D)."""

    binds: tuple[tuple[Local, Expr], ...]
    cond: Expr
    body: Body
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


@record
class Option:
    """`option NAME: T = E "…"`; `value` is that of this game (given at loading, else the default).

    `reason`: why not every value goes with all values of the other options (`when C "reason"`)."""

    name: str
    type: Type
    default: Value
    value: Value
    text: str
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    reason: str = ""


@record
class Ruling:
    """`ruling gap|text|conflict "…"`."""

    basis: Word["gap", "text", "conflict"]
    text: str
    cites: tuple[str, ...]
    span: Span = field(compare=False)


@record(eq=False)
class Invariant:
    """`invariant "…" [before NAME:] C`."""

    text: str
    before: str | None
    cond: Expr
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


# -- examples: facts are resolved against seats; the script stays words, matched at run time by name


@record
class Fact:
    """A fact of `given` or `then`. kind "set"/"is": `target` FieldRead/Function against `values`;
    "cond": a condition; "wins", "out", "answer"; "odds": (num, den, cond); "flow": setup/play/turn
    is run; "map": text."""

    kind: Word["is", "cond", "wins", "out", "answer", "odds", "flow", "map"]
    target: Expr | None
    values: tuple[Expr, ...]
    text: str
    odds: tuple[int, int] | None
    span: Span = field(compare=False)


@record
class Line:
    """A line of a script: who (None: nobody named), the verb word, what is got in words ("+2", "6",
    "Oddish")."""

    who: int | None
    verb: Word["rolls", "chooses", "plays", "draws", "passes", "agrees"]
    got: tuple[str, ...]
    span: Span = field(compare=False)


@record
class Deed:
    """`when P does CALL` with its script; `proc` by name ("turn", "play", a `to`)."""

    who: int
    proc: Proc
    args: tuple[Expr, ...]
    script: tuple[Line, ...]
    span: Span = field(compare=False)


@record
class ButNot:
    """`but not with OPTION = E`."""

    option: str
    value: Value
    span: Span = field(compare=False)


@record(eq=False)
class Example:
    """Steps in order: ("given", Fact), ("then", Fact), ("does", Deed), ("but", ButNot)."""

    title: str
    seats: int
    steps: tuple[tuple[str, Fact | Deed | ButNot], ...]
    cites: tuple[str, ...]
    span: Span = field(compare=False)
    scenario: str = ""  # whose it is, if it stands among the lines of one
    map: str = ""  # the board that it draws


@record(eq=False)
class Scenario:
    """A scenario; compiling one applies its settings, procs, values, adjusts to the game."""

    name: str
    title: str
    like: str | None
    settings: dict[str, Value]
    setup: Proc | None
    play: Proc | None
    brings: tuple[tuple[tuple[str, ...], str], ...]
    span: Span = field(compare=False)


@record(eq=False)
class Fork:
    """`after CHAPTER [when C]: NEXT`; `cond` only where the chapter is played, `always`: there is
    none. `to` None: the campaign is over."""

    chapter: str
    cond: Expr | None
    always: bool
    to: str | None
    span: Span = field(compare=False)


@record(eq=False)
class Campaign:
    """A campaign: chapters, what they carry (fields, of), and where they fork."""

    name: str
    title: str
    chapters: tuple[str, ...]
    carries: tuple[tuple[tuple[str, ...], str], ...]
    forks: tuple[Fork, ...]
    span: Span = field(compare=False)


@record
class Clause:
    """A numbered clause of a source."""

    id: str
    section: str
    text: str
    kind: str
    line: int


@record
class Cited:
    """That a construct cites a clause: `how` is "rule", "ruling", "example", "data" (box, tables).
    That a construct cites a clause: `how` is "rule", "ruling", "example", "data" (box, tables)."""

    clause: str
    how: Word["rule", "ruling", "example", "data"]
    what: str
    span: Span = field(compare=False)


@record(eq=False, frozen=False)
class Game:
    """A whole game, a variant's edits applied."""

    id: str
    title: str
    players: tuple[int, int]
    sources: dict[str, tuple[str, dict[str, Clause]]] = field(default_factory=dict)
    asks_always: bool = False
    limit: tuple[int, str] | None = None
    kinds: dict[str, Kinds] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    dice: dict[str, Die] = field(default_factory=dict)
    supplies: dict[str, Supply] = field(default_factory=dict)
    table_fields: dict[str, Field] = field(default_factory=dict)
    player_fields: dict[str, Field] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    values: dict[tuple[str | None, str], ValueDecl] = field(default_factory=dict)  # (of, name)
    procs: dict[str, Proc] = field(default_factory=dict)
    hooks: list[Hook] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    whenevers: list[Whenever] = field(default_factory=list)
    lastings: list[Lasting] = field(default_factory=list)
    lifts: list[Lift] = field(default_factory=list)
    movements: dict[str, Movement] = field(default_factory=dict)
    sights: list[SightLine] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    invariants: list[Invariant] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    scenario: str = ""  # the one that is played
    drawn: str = ""  # the map of an example that the board was made from
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    campaigns: dict[str, Campaign] = field(default_factory=dict)
    # (field, whether something is brought, what): of the scenario that is played
    brought: list[tuple[Field, Field, Field]] = field(default_factory=list)
    cited: list[Cited] = field(default_factory=list)
    windows: dict[str, tuple[Type, ...]] = field(default_factory=dict)
    purposes: tuple[str, ...] = ()
    constants: list[Expr] = field(default_factory=list)  # worked out before the game begins
    files: tuple[str, ...] = ()  # every file read, for the cache key
    includes: dict[Span, str] = field(default_factory=dict)  # what stands in place of a line
