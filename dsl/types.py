"""The types of the rules language, and how they relate.

A type names declarations (`"Colour"`, `"Chip"`) instead of holding them, so that types compare and
hash by value; `hoyle.dsl.game.Game` finds the declaration of a name.
"""

from __future__ import annotations

from hoyle.dsl.records import record

LEAST, MOST = -1_000_000, 1_000_000  # the range of `number`


@record
class Flag:
    """`flag`: yes or no."""


@record
class Text:
    """`text`: printed words; compared, never computed."""


@record
class Number:
    """`lo..hi`, or `number` with the widest range."""

    low: int = LEAST
    high: int = MOST


@record
class Ratio:
    """The result of `/`: a fraction that `round_up` or `round_down` must close."""


@record
class Nothing:
    """The type of the word `none` alone."""


@record
class Player:
    """A seat at the table."""


@record
class Kind:
    """A value of a `kinds` declaration, of `Direction`, or a face of a die with pictures."""

    name: str


@record
class Thing:
    """A row of a component, chart or board."""

    name: str


@record
class Place:
    """Where a figure of a thing stands: a space, with the direction of its trail."""

    figure: str


@record
class Either:
    """`A or B`: one of several things; `names` are sorted and at least two."""

    names: tuple[str, ...]


@record
class Optional:
    """`T or none`."""

    of: Type


@record
class SetOf:
    """`set of T`: members once each, in no order of its own. `of` is never a container."""

    of: Type


@record
class ListOf:
    """`list of T`: members in an order (printed lists, `by most`, rows and piles as values)."""

    of: Type


@record
class TallyOf:
    """`tally of T`: how often each value of a kinds occurs (printed tallies, picture dice)."""

    of: Kind


@record
class Cup:
    """`n d`: dice that keep their single faces; walked like a list of faces."""

    die: str
    count: int


@record
class Broken:
    """The type of an expression that already has a diagnostic; agrees with everything."""


Type = (
    Flag
    | Text
    | Number
    | Ratio
    | Nothing
    | Player
    | Kind
    | Thing
    | Place
    | Either
    | Optional
    | SetOf
    | ListOf
    | TallyOf
    | Cup
    | Broken
)

FLAG, TEXT, NUMBER, NOTHING, PLAYER, BROKEN = (
    Flag(),
    Text(),
    Number(),
    Nothing(),
    Player(),
    Broken(),
)
RATIO = Ratio()


def holds_equal_ones(type_: Type) -> bool:
    """Whether a container may hold a value several times, as a cup does: no pieces, no players."""
    match type_:
        case Cup():
            return True
        case ListOf(of):
            return isinstance(of, (Number, Kind, Flag))
        case _:
            return False


def things_of(type_: Type) -> tuple[str, ...]:
    """The components that a value of a type may be, or hold."""
    match type_:
        case Optional(of) | SetOf(of) | ListOf(of):
            return things_of(of)
        case Thing(name):
            return (name,)
        case Either(names):
            return names
        case _:
            return ()
