"""How each space of a board looks: what is printed on it decides its fill, its mark and its ring.

One kinds among the facts gives the colour (the one that is called by colours or grounds, if there
is one), another gives letters, the first flag gives a second line around the space.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.to_docs.drawing.colours import palette, told_by_names
from hoyle.compiler.to_docs.drawing.svg import element, visible
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl.game import Field, Game, Kinds, Row, Table, Value
from hoyle.dsl.records import record
from hoyle.dsl.types import Flag, Kind, Optional


@record
class Key:
    """A line of the legend: a small picture and its words."""

    sort: str  # fill, mark, ring, note
    sample: str
    words: str


@record
class Looks:
    """What a board's facts look like: by space, and as a legend."""

    fills: tuple[str, ...]
    marks: tuple[str, ...]
    rings: tuple[bool, ...]
    titles: tuple[str, ...]
    keys: tuple[Key, ...]


def looks(game: Game, table: Table) -> Looks:
    """How the spaces of a board look."""
    coloured, lettered = _kinds_shown(game, table)
    ring = _ring(table)
    rows = table.rows
    none = [""] * len(rows)
    fills = _by_kind(game, coloured, rows, _colours) if coloured else none
    marks = _by_kind(game, lettered, rows, initials) if lettered else none
    keys = [
        *(_keys(game, coloured, rows, "fill", _colours) if coloured else ()),
        *(_keys(game, lettered, rows, "mark", initials) if lettered else ()),
        *([Key("ring", "", ring.name.replace("_", " "))] if ring else ()),
    ]
    return Looks(
        tuple(fills),
        tuple(marks),
        tuple(bool(ring and row.facts.get(ring.name)) for row in rows),
        tuple(said(game, table, row) for row in rows),
        tuple(keys),
    )


def some(looked: Looks, rows: list[int]) -> Looks:
    """The looks of some spaces."""
    return Looks(
        tuple(looked.fills[row] for row in rows),
        tuple(looked.marks[row] for row in rows),
        tuple(looked.rings[row] for row in rows),
        tuple(looked.titles[row] for row in rows),
        looked.keys,
    )


def _kind(field: Field) -> str:
    """The kinds of a field that holds one value of it, or none."""
    of = field.type.of if isinstance(field.type, Optional) else field.type
    return of.name if isinstance(of, Kind) and field.role == "fact" and field.index is None else ""


def _kinds_shown(game: Game, table: Table) -> tuple[Field | None, Field | None]:
    """The field that gives the colours and the one that gives the letters."""
    found = [field for field in table.fields.values() if _kind(field) in game.kinds]
    telling = [field for field in found if len({_of(row, field) for row in table.rows}) > 1]
    by_colour = [field for field in telling if _called_by_colours(game.kinds[_kind(field)])]
    coloured = next(iter(by_colour or telling), None)
    others = [field for field in telling if field is not coloured]
    others.sort(key=lambda field: -len({_of(row, field) for row in table.rows}))
    return coloured, others[0] if others else None


def _called_by_colours(kinds: Kinds) -> bool:
    return told_by_names(kinds.values, kinds.labels)


def _of(row: Row, field: Field) -> object:
    return row.facts.get(field.name)


def _ring(table: Table) -> Field | None:
    """The first flag that some spaces have and some have not."""
    for field in table.fields.values():
        if field.role == "fact" and field.type == Flag():
            held = {bool(_of(row, field)) for row in table.rows}
            if len(held) == 2:
                return field
    return None


def _colours(kinds: Kinds) -> tuple[str, ...]:
    return palette(kinds.values, kinds.labels)


def initials(kinds: Kinds) -> tuple[str, ...]:
    """The shortest beginning of each label that is its own, one to three letters."""
    return tuple(_initial(label, kinds.labels) for label in kinds.labels)


def _initial(label: str, labels: tuple[str, ...]) -> str:
    for length in (1, 2):
        start = label[:length].casefold()
        if sum(other[:length].casefold() == start for other in labels) == 1:
            return label[:length].title()
    return label[:3].title()


def _by_kind(
    game: Game, field: Field, rows: list[Row], shown: Callable[[Kinds], tuple[str, ...]]
) -> list[str]:
    by_value = shown(game.kinds[_kind(field)])
    values = [row.facts.get(field.name) for row in rows]
    return [by_value[value] if isinstance(value, int) else "" for value in values]


def _keys(
    game: Game,
    field: Field,
    rows: list[Row],
    sort: str,
    shown: Callable[[Kinds], tuple[str, ...]],
) -> list[Key]:
    """A line of the legend for each value that some space has, in the order of the kinds."""
    kinds = game.kinds[_kind(field)]
    used = {row.facts.get(field.name) for row in rows}
    about = field.name.replace("_", " ")
    return [
        Key(sort, sample, f"{about}: {kinds.labels[value]}")
        for value, sample in enumerate(shown(kinds))
        if value in used
    ]


def said(game: Game, table: Table, row: Row) -> str:
    """All that is printed on a space, in words."""
    told = [
        f"{field.name.replace('_', ' ')} {words(game, field.type, row.facts.get(field.name))}"
        for field in table.fields.values()
        if _is_told(field, row.facts.get(field.name))
    ]
    return f"{row.name}: {', '.join(told)}" if told else row.name


def _is_told(field: Field, value: Value) -> bool:
    """Whether a fact says something: no name, no coordinate, not nothing."""
    if field.role != "fact" or field.index is not None or field.name in ("name", "x", "y"):
        return False
    return value is not None and value is not False and value != ()


def shape_style(fill: str) -> dict[str, str]:
    """The attributes of a filled shape."""
    return {"fill": fill, "fill_opacity": "0.4"} if fill else {"fill": "none"}


def titled(title: str, link: str, inner: str) -> str:
    """What is drawn of one space, with its words, and a link to where it is told."""
    if not title:
        return inner
    group = f"<title>{visible(title)}</title>{inner}"
    if not link:
        return element("g", group)
    return element("a", group, href=f"#{link}")
