"""Expressions, each with its type, its names resolved.

The last of them, from `Rolled` on, are impure: they stand only where they are surely reached, and
the compiler lifts them in front, left to right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.game.base import Expr
from hoyle.dsl.records import record

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Local, Prompt, Value
    from hoyle.dsl.game.box import Die, Field
    from hoyle.dsl.game.rules import Option, Proc, ValueDecl
    from hoyle.dsl.game.verbs import Draw


@record
class Literal(Expr):
    """A constant in the notation of `hoyle.dsl.game`."""

    value: Value


@record
class LocalRef(Expr):
    """A local. `you` is one: every block addressed to somebody has its own."""

    local: Local


@record
class Nobody(Expr):
    """`you` where nobody is addressed: only inserted, never written; of type Optional(Player)."""


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
