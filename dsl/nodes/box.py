"""What is in the box: kinds, components, charts, boards, dice, supplies, fields."""

from __future__ import annotations

from dataclasses import field

from hoyle.dsl.nodes.base import Doc, Line, Name, Node, TypeName
from hoyle.dsl.nodes.expressions import Expr, Text, Way
from hoyle.dsl.nodes.statements import Block, When
from hoyle.dsl.nodes.type_forms import Bounds, TypeForm
from hoyle.dsl.records import record


# ---- kinds
@record
class Label(Node):
    """A value of a kind, with its printed name if it has one."""

    name: Name
    printed: str | None


@record
class LabelLine(Line):
    """Some values of a kind on one line."""

    labels: tuple[Label, ...]


@record
class Kinds(Line):
    """A closed list of names in order; `one_line` if written behind a colon."""

    name: TypeName
    lines: tuple[LabelLine | Doc, ...]
    one_line: bool = field(default=False, kw_only=True, compare=False)

    def labels(self) -> tuple[Label, ...]:
        """All values, in order."""
        lines = (line.labels for line in self.lines if isinstance(line, LabelLine))
        return tuple(label for labels in lines for label in labels)


# ---- fields
@record
class Slot(Node):
    """The name of a field, with its index if there are several: `tray[Colour]`, `row[1..4]`."""

    name: Name
    index: Bounds | TypeName | None


@record
class Facing(Node):
    """`face up`, `face down`."""

    way: Way


@record
class SeenBy(Node):
    """`seen by owner`."""

    who: Expr


@record
class RefilledFrom(Node):
    """`refilled from discards`."""

    zone: Name


@record
class CountHidden(Node):
    """`count hidden`: not even how many is public."""


Seen = Facing | SeenBy | RefilledFrom | CountHidden


@record
class Field(Line):
    """A field, zone or cup. Without a type (`fainted = no`) its start tells the type."""

    slots: tuple[Slot, ...]
    type: TypeForm | None
    column: Text | None
    start: Expr | None
    bank: Name | None
    seen: tuple[Seen, ...]


# ---- components and charts
@record
class FromTable(Node):
    """One piece a row of a table: `from "cards.csv"`."""

    table: str


@record
class Dimension(Node):
    """`rank in 1..13`."""

    name: Name
    domain: Bounds | TypeName


@record
class ForEach(Node):
    """A piece for every combination: `for each suit in Suit, rank in 1..13`."""

    dimensions: tuple[Dimension, ...]


Rows = FromTable | ForEach


@record
class Spent(Line):
    """`when spent`: where a used card goes."""

    body: Block


@record
class Bears(Line):
    """What a figure bears the rules of, and when."""

    parts: tuple[Expr, ...]
    when: When | None


@record
class Stands(Line):
    """`stands on Hex, trail of 2 when large`; trail and condition are there together."""

    board: TypeName
    trail: int | None
    condition: Expr | None


ComponentLine = Field | Spent | Bears | Stands


@record
class Component(Line):
    """Physical pieces of one sort."""

    name: TypeName
    rows: Rows | None
    lines: tuple[ComponentLine | Doc, ...]


@record
class Chart(Line):
    """A printed table; its rows are no pieces."""

    name: TypeName
    rows: Rows
    lines: tuple[Field | Doc, ...]


# ---- boards
@record
class Roads(Node):
    """Ways from a table: `roads "roads.csv"`."""

    table: str


@record
class Grid(Node):
    """`grid 7 by 6`, with `diagonals` eight neighbours."""

    columns: int
    rows: int
    diagonals: bool


@record
class Ring(Node):
    """`ring of 12`: the last leads to the first."""

    size: int


@record
class Track(Node):
    """`track of 40`: an open row."""

    size: int


@record
class Hexes(Node):
    """`hexes`: a map of hexes."""


Shape = Roads | Grid | Ring | Track | Hexes


@record
class Road(Line):
    """A field of every way: `road gate: flag`."""

    name: Name
    type: TypeForm


@record
class RoadClosed(Line):
    """`road closed when C`."""

    condition: Expr


BoardLine = Field | Road | RoadClosed


@record
class Board(Line):
    """The spaces and the ways between them; `origin` after `from` tells the rows or the map."""

    space: TypeName
    origin: Expr | None
    shape: Shape
    lines: tuple[BoardLine | Doc, ...]


# ---- dice, supplies, the table and the players
@record
class Face(Node):
    """A face of a die and how often it is there: `3 skull`."""

    count: int
    name: Name


@record
class Die(Line):
    """`die d6: 1..6`, `die combat: 3 skull, 2 shield, 1 blank`."""

    name: Name
    faces: Bounds | tuple[Face, ...]


@record
class Supply(Line):
    """A currency and its bank: `supply bank: 90 balls "Ball"`."""

    name: Name
    amount: int
    unit: Name
    printed: str | None


@record
class TableHas(Line):
    """Fields, zones and dice of the table."""

    lines: tuple[Field | Doc, ...]


@record
class PlayerHas(Line):
    """Fields, zones and dice of each player."""

    lines: tuple[Field | Doc, ...]
