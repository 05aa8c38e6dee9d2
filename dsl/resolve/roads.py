"""The ways of a board, from their table."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.cells import Cells, shown
from hoyle.dsl.resolve.csv_text import Cell, Sheet
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import Thing

ENDS = ("from", "to")
Line = tuple[Cell, ...]
Road = tuple[int, int, dict[str, g.Value]]


def load_roads(world: World, table: g.Table, board: g.Board, sheet: Sheet, cells: Cells) -> None:
    """The columns `from`, `to`, `way` and the fields of roads."""
    wanted = [*ENDS, "way", *(f.column or f.name for f in board.road_fields.values())]
    missing = [column for column in wanted if column not in sheet.columns]
    if missing:
        world.sink.report(
            codes.MISSING_COLUMN,
            sheet.header[0].span.to(sheet.header[-1].span),
            f"This table of roads has no column `{missing[0]}`.",
            help="It has the columns `from`, `to`, `way` and one for every `road` field.",
        )
        return
    _test_roads(world, sheet, wanted)
    found = [road for line in sheet.rows for road in _road(world, table, board, sheet, line, cells)]
    board.roads = tuple(found)


def _test_roads(world: World, sheet: Sheet, columns: list[str]) -> None:
    """A road leads elsewhere, and stands in its table once."""
    before: set[tuple[str, ...]] = set()
    for line in sheet.rows:
        start, end, way, *facts = (line[sheet.columns[column]].text for column in columns)
        roads = {(start, end, *facts)} | ({(end, start, *facts)} if way == "both" else set())
        if start == end:
            problem, what_to_do = "ends where it begins", "Name two spaces, or remove the line."
        elif roads & before:
            problem, what_to_do = "stands here already", "Remove one of the two lines."
        else:
            before |= roads
            continue
        span = line[0].span.to(line[-1].span)
        world.sink.report(codes.BAD_CELL, span, f"This road {problem}.", help=what_to_do)


def _road(
    world: World, table: g.Table, board: g.Board, sheet: Sheet, line: Line, cells: Cells
) -> Iterator[Road]:
    """One line of a table of roads: one way, or one each way."""
    ends = [line[sheet.columns[column]] for column in ENDS]
    found = [cells.value(cell.text, Thing(table.name), cell.span) for cell in ends]
    start, end = (place if isinstance(place, int) else 0 for place in found)
    facts = {
        field.name: cells.value(cell.text, field.type, cell.span)
        for field in board.road_fields.values()
        for cell in [line[sheet.columns[field.column or field.name]]]
    }
    way = line[sheet.columns["way"]]
    if way.text not in ("both", "forward"):
        world.sink.report(
            codes.BAD_CELL,
            way.span,
            f"{shown(way.text)} is no way to go along a road.",
            help="Write `both` or `forward`.",
        )
    yield start, end, facts
    if way.text == "both":
        yield end, start, facts
