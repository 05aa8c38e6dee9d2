"""The tables of a rulebook: rows of a component, chart or board, with where each is from."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.game import Field, Game, Row, Table, Value
from hoyle.dsl.records import record
from hoyle.dsl.types import (
    Either,
    Flag,
    Kind,
    ListOf,
    Optional,
    Player,
    SetOf,
    TallyOf,
    Thing,
    Type,
)


@record
class Printed:
    """A table ready to print: column titles, rows of words, and how many pieces there are."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    pieces: int


MOST_ROWS = 400


def printed(game: Game, name: str) -> Printed | None:
    """The table of a thing; None where its rows say nothing that its name does not."""
    table = game.tables.get(name)
    if table is None:
        return None
    facts = [field for field in table.fields.values() if field.role == "fact"]
    if not facts:
        return None
    marked = any(row.status for row in table.rows)
    titles = [field.name.replace("_", " ") for field in facts]
    columns = ("copies", *titles, *(("source",) if marked else ()))
    rows = tuple(_rows(game, table, facts, marked))[:MOST_ROWS]
    if all(row[0] == "1" for row in rows):
        columns, rows = columns[1:], tuple(row[1:] for row in rows)
    return Printed(columns, rows, len(table.rows))


def _rows(game: Game, table: Table, facts: list[Field], marked: bool) -> Iterator[tuple[str, ...]]:
    """Copies of a row are one line with their number."""
    lines: dict[tuple[str, ...], int] = {}
    for row in table.rows:
        words = tuple(_fact(game, row, field) for field in facts)
        line = (*words, row.status) if marked else words
        lines[line] = lines.get(line, 0) + 1
    for line, count in lines.items():
        yield (str(count), *line)


def _fact(game: Game, row: Row, field: Field) -> str:
    value = row.facts.get(field.name)
    if field.index is None or not isinstance(value, tuple):
        return words(game, field.type, value)
    return ", ".join(words(game, field.type, one) for one in value)


def words(game: Game, type_: Type, value: Value) -> str:
    """A printed value in words; nothing is a dash."""
    if value is None:
        return "–"
    match type_:
        case Optional(of):
            return words(game, of, value)
        case Flag():
            return "yes" if value else "no"
        case Kind(name):
            assert isinstance(value, int)
            return game.kinds[name].labels[value]
        case Thing(name):
            assert isinstance(value, int)
            return game.tables[name].rows[value].name
        case SetOf(of) | ListOf(of):
            assert isinstance(value, tuple)
            return ", ".join(words(game, of, one) for one in value) or "–"
        case TallyOf(Kind(name)):
            assert isinstance(value, tuple)
            counted = zip(game.kinds[name].labels, value, strict=True)
            return ", ".join(f"{n} {label}" for label, n in counted if n) or "–"
        case Player() | Either():
            raise AssertionError(f"no table holds a {type_}")
        case _:
            return str(value)
