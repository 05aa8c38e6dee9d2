"""What is in the box and on the table: kinds, tables, boards, fields, dice, supplies."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Type

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Body, Expr, Local, Value


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
