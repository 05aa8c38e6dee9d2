"""What roads look like: a colour for each value of a kinds that they show, dashes for flags."""

from __future__ import annotations

from hoyle.compiler.to_docs.drawing.colours import palette
from hoyle.compiler.to_docs.drawing.looks import Key
from hoyle.compiler.to_docs.drawing.svg import Point, element, visible
from hoyle.dsl.game import Board, Field, Game, Value
from hoyle.dsl.records import record
from hoyle.dsl.types import Flag, Kind, Optional

DASHES = ("6 4", "2 3", "9 3 2 3")


@record
class Styles:
    """The field that gives colours with them and the labels, the flags that give dashes, and what
    both mean."""

    field: str
    colours: tuple[str, ...]
    labels: tuple[str, ...]
    flags: tuple[str, ...]
    keys: tuple[Key, ...]


PLAIN = Styles("", (), (), (), ())


def styles(game: Game, board: Board) -> Styles:
    """What the roads of a board look like."""
    flags = tuple(name for name, one in board.road_fields.items() if one.type == Flag())
    field = next((one for one in board.road_fields.values() if _told(game, board, one)), None)
    kinds = game.kinds[_kind(field)] if field is not None else None
    colours = palette(kinds.values, kinds.labels) if kinds is not None else ()
    name = field.name if field is not None else ""
    used = {facts.get(name) for _, _, facts in board.roads}
    labels = kinds.labels if kinds is not None else ()
    keys = [
        Key("way", colour, f"{name.replace('_', ' ')}: {labels[value]}")
        for value, colour in enumerate(colours)
        if value in used
    ]
    keys += [
        Key("road", dashes, f"road: {flag.replace('_', ' ')}")
        for flag, dashes in zip(flags, DASHES, strict=False)
        if any(facts.get(flag) is True for _, _, facts in board.roads)
    ]
    return Styles(name, colours, labels, flags, tuple(keys))


def _kind(field: Field) -> str:
    of = field.type.of if isinstance(field.type, Optional) else field.type
    return of.name if isinstance(of, Kind) else ""


def _told(game: Game, board: Board, field: Field) -> bool:
    """Whether a field tells a road from another by a value of a kinds."""
    if _kind(field) not in game.kinds:
        return False
    return len({facts.get(field.name) for _, _, facts in board.roads}) > 1


def drawn(looks: Styles, start: Point, end: Point, facts: dict[str, Value]) -> str:
    """A road from one space to another."""
    value = _value(looks, facts)
    dashes = _dashes(looks, facts)
    if value is None:
        return line(start, end, 1.5, "0.6", dashes)
    said = f"<title>{visible(looks.labels[value])}</title>"
    return element("g", said + coloured(start, end, looks.colours[value], dashes))


def colour(looks: Styles, facts: dict[str, Value]) -> str:
    """The colour of a road; "" where it has none."""
    value = _value(looks, facts)
    return looks.colours[value] if value is not None else ""


def _value(looks: Styles, facts: dict[str, Value]) -> int | None:
    value = facts.get(looks.field) if looks.field else None
    return value if isinstance(value, int) else None


def coloured(start: Point, end: Point, shade: str, dashes: str = "") -> str:
    """A line of a colour with an edge, which is seen on light and dark ground."""
    edge = line(start, end, 5.0, "0.55")
    return edge + line(start, end, 3.5, "", dashes, shade)


def line(
    start: Point, end: Point, wide: float, opacity: str, dashes: str = "", shade: str = ""
) -> str:
    """A line with its looks."""
    (x, y), (u, v) = start, end
    return element(
        "line", x1=x, y1=y, x2=u, y2=v, stroke=shade, stroke_opacity=opacity,
        stroke_width=wide, stroke_dasharray=dashes,
    )  # fmt: skip


def _dashes(looks: Styles, facts: dict[str, Value]) -> str:
    for name, dashes in zip(looks.flags, DASHES, strict=False):
        if facts.get(name) is True:
            return dashes
    return ""
