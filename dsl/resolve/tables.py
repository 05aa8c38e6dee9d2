"""The rows of components, charts and boards: read from tables, or made for every combination.

First all rows of all tables get their names, then their facts, since facts name rows of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import product
from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.reader import Unreadable
from hoyle.dsl.records import record
from hoyle.dsl.resolve.boards import make_spaces
from hoyle.dsl.resolve.cells import Cells, least, shown
from hoyle.dsl.resolve.csv_text import Cell, Sheet, read_sheet
from hoyle.dsl.resolve.hexmap import load_map
from hoyle.dsl.resolve.roads import load_roads
from hoyle.dsl.resolve.spare_columns import note_spare
from hoyle.dsl.resolve.usual_starts import how_to_tell
from hoyle.dsl.resolve.world import World, nearest
from hoyle.dsl.resolve.written import MOST_COPIES, PROVENANCE, name_written
from hoyle.dsl.source import Source, Span
from hoyle.dsl.types import Broken, Kind, Number, Thing, Type

MOST_ROWS = 5000


@record(frozen=False)
class Loading:
    """A table on its way in: its sheet, and the line of the sheet behind each of its rows."""

    table: g.Table
    sheet: Sheet
    lines: list[tuple[Cell, ...]]
    where: Span


def load_tables(world: World) -> None:
    """All rows of all tables."""
    cells = Cells(world)
    loading = [found for node in _sources(world) if (found := _open(world, node)) is not None]
    for item in loading:
        _name_rows(world, item)
        world.printed[item.table.name] = (item.sheet, item.lines)
    name_written(world)
    for component, _ in world.by_level(nodes.Component):
        if isinstance(component.rows, nodes.ForEach):
            _make_rows(world, component, component.rows)
    for item in loading:
        with _watched(world, item.table) if _name_column(item) is None else nullcontext():
            _fill(world, item, cells)
    for board, _ in world.by_level(nodes.Board):
        if isinstance(board.shape, nodes.Roads):
            _open_roads(world, board, board.shape, cells)
    _check_facts(world)


@contextmanager
def _watched(world: World, table: g.Table) -> Iterator[None]:
    """A table of which something is reported meanwhile is damaged: it may lack rows."""
    before = world.sink.errors
    yield
    if world.sink.errors > before:
        world.damaged.add(table.name)


def _check_facts(world: World) -> None:
    """A printed field needs a table; pieces that are made need a start for it."""
    for table in world.game.tables.values():
        for field in table.fields.values():
            if table.file is None and table.rows and _is_unsaid(field, table.rows[0]):
                world.sink.report(
                    codes.MISSING_START,
                    field.span,
                    f"Nothing says what `{field.name}` of a {table.name} is.",
                    help=how_to_tell(field, world),
                )


def _is_unsaid(field: g.Field, row: g.Row) -> bool:
    known = field.name in row.facts or isinstance(field.type, Broken)
    return field.role == "fact" and not known


TableNode = nodes.Component | nodes.Chart | nodes.Board


def _sources(world: World) -> Iterator[TableNode]:
    """The declarations that say where rows come from; of one table only the newest."""
    newest: dict[str, TableNode] = {}
    for page in world.pages:
        for item in page.items:
            if isinstance(item, nodes.Board):
                newest[item.space.text] = item
            elif isinstance(item, nodes.Component | nodes.Chart) and item.rows is not None:
                newest[item.name.text] = item
    yield from newest.values()


def _open(world: World, node: TableNode) -> Loading | None:
    """The sheet of a table; None where rows are made in another way, or it cannot be read."""
    name = node.space.text if isinstance(node, nodes.Board) else node.name.text
    table = world.game.tables.get(name)
    if table is None:
        return None
    if isinstance(node, nodes.Board):
        return _open_board(world, node, table)
    if isinstance(node.rows, nodes.FromTable):
        return _open_sheet(world, table, node.rows.table, node.rows.span)
    return None


def _open_board(world: World, node: nodes.Board, table: g.Table) -> Loading | None:
    match node.shape:
        case nodes.Roads():
            if isinstance(node.origin, nodes.Text):
                return _open_sheet(world, table, node.origin.value, node.origin.span)
            _no_file(world, node, "Its spaces come from a table.", 'from "spaces.csv"')
        case nodes.Hexes():
            load_map(world, node, table)
        case nodes.Grid() | nodes.Ring() | nodes.Track():
            make_spaces(world, node, table)
        case _:
            assert_never(node.shape)
    return None


def _no_file(world: World, node: nodes.Board, message: str, example: str) -> None:
    world.sink.report(
        codes.BAD_BOARD, node.span, message, help=f"Write `board of {node.space} {example}, …`."
    )


def _open_sheet(world: World, table: g.Table, name: str, span: Span) -> Loading | None:
    with _watched(world, table):
        source = read_file(world, name, span)
        sheet = read_sheet(source, world.sink) if source is not None else None
    if source is None or sheet is None:
        return None
    table.file = source.path
    return Loading(table, sheet, [], span)


def read_file(world: World, name: str, span: Span) -> Source | None:
    """A file that the rules name; None and a report if it cannot be read."""
    try:
        source = world.read(name, span)
    except Unreadable as why:
        world.sink.report(
            codes.UNREADABLE_TABLE,
            span,
            f"`{name}` cannot be read: it {why}.",
            help="Put the file beside the rules, and name it as it is called there.",
        )
        return None
    if source.path not in world.game.files:
        world.game.files = (*world.game.files, source.path)
    return source


# ---------------------------------------------------------------------------------- names


def _name_rows(world: World, item: Loading) -> None:
    """The rows of a sheet by name, each as often as it has copies."""
    column = _name_column(item)
    copies = item.sheet.columns.get("copies") if "copies" not in item.table.fields else None
    for cells in item.sheet.rows:
        if column is not None:
            name = cells[column].text
        else:
            name = " ".join(_fact_texts(item, cells))
        count = 1 if copies is None else _copies(world, cells[copies])
        line = item.sheet.source.position(cells[0].span.start).line
        for _ in range(count):
            item.table.rows.append(g.Row(name, {}, line))
            item.lines.append(cells)
    if len(item.table.rows) > MOST_ROWS:
        world.damaged.add(item.table.name)
        _too_many(world, item.where, len(item.table.rows))
        del item.table.rows[MOST_ROWS:], item.lines[MOST_ROWS:]


def _name_column(item: Loading) -> int | None:
    """Where the names of rows stand; without such a column they are called by their facts."""
    columns = item.sheet.columns
    return next((columns[name] for name in ("name", "id") if name in columns), None)


def _too_many(world: World, span: Span, rows: int) -> None:
    message = f"This makes {rows:,} pieces, and {MOST_ROWS:,} are the most."
    world.sink.report(codes.MALFORMED_TABLE, span, message, help="Make fewer of them.")


def _fact_texts(item: Loading, cells: tuple[Cell, ...]) -> Iterator[str]:
    """What a row without a name is called by: its printed fields."""
    for name, field in item.table.fields.items():
        index = item.sheet.columns.get(field.column or name)
        if field.role == "fact" and index is not None:
            yield cells[index].text


def _copies(world: World, cell: Cell) -> int:
    if cell.text.isascii() and cell.text.isdecimal() and int(cell.text[:6]) <= MOST_COPIES:
        return int(cell.text)
    world.sink.report(
        codes.BAD_CELL,
        cell.span,
        f"{shown(cell.text)} is not a number of copies.",
        help=f"Write a number 0..{MOST_COPIES}.",
    )
    return 1


def _make_rows(world: World, node: nodes.Component, each: nodes.ForEach) -> None:
    """A piece for every combination, named by its fields."""
    table = world.game.tables[node.name.text]
    fields = [
        table.fields[dimension.name.text]
        for dimension in each.dimensions
        if dimension.name.text in table.fields
    ]
    domains = [domain_of(world, field.type) for field in fields]
    total = 1
    for domain in domains:
        total *= len(domain)
    if total > MOST_ROWS:
        _too_many(world, node.span, total)
        return
    table.rows = [
        g.Row(
            " ".join(name for name, _ in combination),
            {field.name: value for field, (_, value) in zip(fields, combination, strict=True)},
            0,
        )
        for combination in product(*domains)
    ]


def domain_of(world: World, type_: Type) -> list[tuple[str, g.Value]]:
    """Every value of a closed type, with its name."""
    match type_:
        case Number(low, high) if high - low < MOST_ROWS:
            return [(str(number), number) for number in range(low, high + 1)]
        case Kind(name):
            values = world.game.kinds[name].values
            return [(value, index) for index, value in enumerate(values)]
        case Thing(name):
            rows = world.game.tables[name].rows
            return [(row.name, index) for index, row in enumerate(rows)]
        case _:
            return []


# ---------------------------------------------------------------------------------- facts


def _fill(world: World, item: Loading, cells: Cells) -> None:
    """The facts of all rows of a sheet."""
    used = {"name", "id", *PROVENANCE}
    if "copies" not in item.table.fields:
        used.add("copies")
    for field in item.table.fields.values():
        if field.role == "fact" and field.name not in _given(item.table):
            used.update(_fill_field(world, item, field, cells))
    for row, line in zip(item.table.rows, item.lines, strict=True):
        row.status = _provenance(item, line, "status")
        row.source = _provenance(item, line, "source")
    note_spare(item.table, item.sheet, used, world)
    _compare_names(world, item)


def _given(table: g.Table) -> tuple[str, ...]:
    return ("column", "row", "number") if table.board and table.board.ways else ()


def _provenance(item: Loading, line: tuple[Cell, ...], column: str) -> str:
    index = item.sheet.columns.get(column)
    return "" if index is None or column in item.table.fields else line[index].text


def _fill_field(world: World, item: Loading, field: g.Field, cells: Cells) -> list[str]:
    """One fact of all rows; the columns that it reads."""
    columns = fact_columns(world, field)
    missing = [column for column in columns if column not in item.sheet.columns]
    if missing:
        _missing_column(world, item, field, missing[0])
        for row in item.table.rows:
            row.facts[field.name] = _missing(field, len(columns))
        return columns
    places = [item.sheet.columns[column] for column in columns]
    before: tuple[Cell, ...] | None = None
    value: g.Value = None
    for row, line in zip(item.table.rows, item.lines, strict=True):
        if line is not before:
            before = line
            value = _fact(field, [line[place] for place in places], cells)
        row.facts[field.name] = value
    return columns


def _fact(field: g.Field, read: list[Cell], cells: Cells) -> g.Value:
    found = tuple(cells.value(cell.text, field.type, cell.span) for cell in read)
    return found if field.index is not None else found[0]


def _missing(field: g.Field, count: int) -> g.Value:
    return (least(field.type),) * count if field.index is not None else least(field.type)


def fact_columns(world: World, field: g.Field) -> list[str]:
    """The columns that fill a fact: one, or `bonus_1` … `bonus_6`."""
    name = field.column or field.name
    if field.index is None:
        return [name]
    return [f"{name}_{part}" for part, _ in domain_of(world, field.index)]


def _missing_column(world: World, item: Loading, field: g.Field, column: str) -> None:
    header = item.sheet.header
    like = nearest(column, item.sheet.columns)
    world.sink.report(
        codes.MISSING_COLUMN,
        header[0].span.to(header[-1].span),
        f"This table has no column `{column}`, which fills `{field.name}`.",
        labels=(Label(field.span, f"`{field.name}` is declared here"),),
        help=f'Rename the column, or write `{field.name}: … from "{like}"`.'
        if like
        else f"Add the column, or give `{field.name}` a start if it changes in the game.",
    )


def _compare_names(world: World, item: Loading) -> None:
    """Rows of one name must be copies of each other."""
    first: dict[str, g.Row] = {}
    seen: set[tuple[str, int]] = set()
    for row, line in zip(item.table.rows, item.lines, strict=True):
        before = first.setdefault(row.name, row)
        if before.facts == row.facts or (row.name, row.line) in seen:
            continue
        seen.add((row.name, row.line))
        world.damaged.add(item.table.name)
        world.sink.report(
            codes.SAME_NAME,
            line[0].span.to(line[-1].span),
            f"Two different rows are called `{row.name}` (the other is line {before.line}).",
            help="Rename one: rules find a row by its name.",
        )


def _open_roads(world: World, node: nodes.Board, roads: nodes.Roads, cells: Cells) -> None:
    table = world.game.tables.get(node.space.text)
    source = read_file(world, roads.table, roads.span)
    sheet = read_sheet(source, world.sink) if source is not None else None
    if table is not None and table.board is not None and sheet is not None:
        load_roads(world, table, table.board, sheet, cells)
