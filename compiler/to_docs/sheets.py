"""The tables of a rulebook: rows of a component, chart or board, with where each is from.

Rows that are alike are one line with their number. A row that has rules of its own leads to them,
a cell that names another row leads there.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import row_anchor
from hoyle.compiler.to_docs.english.said import Reference, Text
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl.game import Field, Game, Row, Selector, Table, Value
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Either, ListOf, Optional, SetOf, Thing, Type

MOST_ROWS = 400


@record
class Line:
    """A line of a table: the row that it stands for, and how many are like it."""

    row: Row
    number: int
    copies: int


def sheet(matter: Matter, name: str) -> blocks.Sheet | None:
    """The table of a thing; None where its rows say nothing that its name does not."""
    table = matter.game.tables.get(name)
    if table is None:
        return None
    facts = [field for field in table.fields.values() if field.role == "fact"]
    lines = list(_lines(table))
    if not facts or _drawn(table):
        return None  # the picture of a board shows all of it
    shown = lines[:MOST_ROWS]
    columns = _columns(matter, table, facts, shown)
    rows = tuple(tuple(text for _, told in columns for text in (told(line),)) for line in shown)
    anchors = tuple(_anchors(name, shown))
    return blocks.Sheet(tuple(title for title, _ in columns), rows, _caption(lines), anchors)


def _drawn(table: Table) -> bool:
    board = table.board
    return board is not None and (table.file is None or board.shape == "hexes")


def _lines(table: Table) -> Iterator[Line]:
    """Rows that are alike, together; the first of them stands for all."""
    found: dict[object, list[int]] = {}
    for number, row in enumerate(table.rows):
        key = (row.name, row.status, *((name, row.facts[name]) for name in sorted(row.facts)))
        found.setdefault(key, []).append(number)
    for numbers in found.values():
        yield Line(table.rows[numbers[0]], numbers[0], len(numbers))


def _anchors(name: str, lines: list[Line]) -> Iterator[str]:
    """An anchor for the first line of each name."""
    seen: set[str] = set()
    for line in lines:
        anchor = row_anchor(name, line.row.name)
        yield "" if anchor in seen else anchor
        seen.add(anchor)


Column = tuple[str, "Teller"]


class Teller:
    """What a column says of a line."""

    def __call__(self, line: Line) -> Text:
        raise NotImplementedError


class _Fact(Teller):
    def __init__(self, game: Game, field: Field) -> None:
        self.game, self.field = game, field

    def __call__(self, line: Line) -> Text:
        value, field = line.row.facts.get(self.field.name), self.field
        if field.index is not None and isinstance(value, tuple):
            return (", ".join(words(self.game, field.type, one) for one in value),)
        return told(self.game, field.type, value)


class _Copies(Teller):
    def __call__(self, line: Line) -> Text:
        return (str(line.copies),)


class _Status(Teller):
    def __call__(self, line: Line) -> Text:
        return (line.row.status or "–",)


class _Rules(Teller):
    def __init__(self, matter: Matter, rules: dict[int, list[Span]]) -> None:
        self.matter, self.rules = matter, rules

    def __call__(self, line: Line) -> Text:
        found = [self.matter.reference(span) for span in self.rules.get(line.number, ())]
        return blocks.listed(list(dict.fromkeys(found)), none="")


def _columns(matter: Matter, table: Table, facts: list[Field], lines: list[Line]) -> list[Column]:
    """The columns that have something to say."""
    columns: list[Column] = []
    if any(line.copies > 1 for line in lines):
        columns.append(("copies", _Copies()))
    facts = sorted(facts, key=lambda field: field.name != "name")
    columns += [(field.name.replace("_", " "), _Fact(matter.game, field)) for field in facts]
    rules = rules_of(matter.game, table.name)
    if any(line.number in rules for line in lines):
        columns.append(("rules", _Rules(matter, rules)))
    if any(line.row.status for line in lines):
        columns.append(("source", _Status()))
    return columns


def told(game: Game, type_: Type, value: Value) -> Text:
    """A printed value; rows that it names lead to where they are told."""
    match type_:
        case Optional(of) if value is not None:
            return told(game, of, value)
        case Thing(name) if isinstance(value, int):
            row = game.tables[name].rows[value]
            return (Reference("piece", f"{name}/{row.name}", row.name),)
        case SetOf(Thing() as of) | ListOf(Thing() as of) if isinstance(value, tuple):
            return blocks.listed([told(game, of, one) for one in value])
        case Either() if value is not None:
            return (str(value),)
        case _:
            return (words(game, type_, value),)


def _caption(lines: list[Line]) -> str:
    """That not all is shown, if it is so."""
    return f"The first {MOST_ROWS} of {len(lines)} are shown." if len(lines) > MOST_ROWS else ""


def rules_of(game: Game, thing: str) -> dict[int, list[Span]]:
    """Where the rules of each row stand, in the order of the game."""
    found: dict[int, list[Span]] = {}
    for selector, span in _carried(game):
        if selector is not None and selector.thing == thing and selector.rank > 0:
            for number in selector.rows:
                found.setdefault(number, []).append(span)
    return found


def _carried(game: Game) -> Iterator[tuple[Selector | None, Span]]:
    """Everything that pieces carry."""
    for proc in game.procs.values():
        yield from ((version.selector, version.span) for version in proc.versions)
    yield from ((hook.carrier, hook.span) for hook in game.hooks)
    yield from ((action.carrier, action.span) for action in game.actions)
    for value in game.values.values():
        yield from ((adjust.carrier, adjust.span) for adjust in value.adjusts)
    yield from ((lasting.carrier, lasting.span) for lasting in game.lastings)
    yield from ((lift.carrier, lift.span) for lift in game.lifts)
