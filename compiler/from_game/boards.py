"""Boards: what is known of their shape in advance, as tables, and roads that can be closed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.geometry import hexes, squares
from hoyle.dsl.geometry import steps as directions
from hoyle.dsl.source import Span

Rows = tuple[tuple[int, ...], ...]


def board_of(type_: t.Type, ctx: Context, span: Span) -> g.Table:
    """The board that a space is of."""
    match type_:
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return board_of(of, ctx, span)
        case t.Thing(name) if ctx.whole.game.tables[name].board is not None:
            return ctx.whole.game.tables[name]
        case _:
            raise ctx.not_yet("This function of something that is no space", span)


def shape(table: g.Table) -> g.Board:
    """The shape of a board."""
    assert table.board is not None
    return table.board


def beside(table: g.Table) -> Rows:
    """By direction and space: the next space, -1 over the edge."""
    return tuple(tuple(-1 if x is None else x for x in way) for way in shape(table).ways)


# ------------------------------------------------------------------------------------------- steps


def exits(table: g.Table) -> Rows:
    """By space: the spaces one step away along arrows, ascending."""
    board, found = shape(table), [set[int]() for _ in table.rows]
    for start, end, _ in board.roads:
        found[start].add(end)
    for way in board.ways:
        for space, there in enumerate(way):
            if there is not None:
                found[space].add(there)
    return tuple(tuple(sorted(spaces)) for spaces in found)


def neighbours(table: g.Table) -> Rows:
    """By space: the spaces one step away, arrows ignored, ascending."""
    found = [set(spaces) for spaces in exits(table)]
    for space, ends in enumerate(exits(table)):
        for end in ends:
            found[end].add(space)
    return tuple(tuple(sorted(spaces)) for spaces in found)


def steps_from(table: g.Table, space: int) -> list[int | None]:
    """Fewest steps along arrows to every space, 1 or more (back to itself: a way round)."""
    ways, found = exits(table), [None] * len(table.rows)
    steps: list[int | None] = list(found)
    waiting = deque((there, 1) for there in ways[space])
    while waiting:
        here, count = waiting.popleft()
        if steps[here] is None:
            steps[here] = count
            waiting.extend((there, count + 1) for there in ways[here])
    return steps


def distances(table: g.Table) -> Rows:
    """Fewest steps between all spaces, 0 to itself; as many as there are spaces: unreachable."""
    many = len(table.rows)
    board = shape(table)
    if board.shape in ("grid", "hexes"):
        places = coordinates(table)
        return tuple(tuple(_crow(table, a, c) for c in places) for a in places)
    found = []
    for space in range(many):
        steps = steps_from(table, space)
        steps[space] = 0
        found.append(tuple(many if count is None else count for count in steps))
    return tuple(found)


def _crow(table: g.Table, a: tuple[int, int], c: tuple[int, int]) -> int:
    """Steps on a grid or on hexes as if nothing were missing."""
    if shape(table).shape == "hexes":
        return hexes.distance(a, c)
    return squares.distance(a, c, shape(table).diagonals)


def coordinates(table: g.Table) -> list[tuple[int, int]]:
    """Column and row of every space (axial on hexes)."""
    found = [(_number(row, "column"), _number(row, "row")) for row in table.rows]
    if shape(table).shape != "hexes":
        return found
    return [hexes.axial(column, row, shape(table).flat) for column, row in found]


def vectors(table: g.Table) -> tuple[tuple[int, int], ...]:
    """Where one step leads, by direction, in those coordinates."""
    board = shape(table)
    if board.shape == "hexes":
        return tuple((directions.FLAT if board.flat else directions.POINTY).values())
    squares_ = directions.SQUARES_DIAGONALLY if board.diagonals else directions.SQUARES
    return tuple(squares_.values())


def _number(row: g.Row, name: str) -> int:
    value = row.facts.get(name, 0)
    return value if isinstance(value, int) else 0


# ------------------------------------------------------------------------------------------- lines


def lines(table: g.Table, length: int) -> Rows:
    """All straight rows of so many spaces, once each, in the order of their first spaces."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for space in range(len(table.rows)):
        for step in _straight_steps(table):
            row = _row(space, step, length)
            if row is not None:
                found.setdefault(frozenset(row), row)
    return tuple(found.values())


Step = Callable[[int], int | None]


def _straight_steps(table: g.Table) -> Iterator[Step]:
    """One step in each direction in which lines run, half of them."""
    board = shape(table)
    if board.shape == "grid":
        places = coordinates(table)
        index = {place: space for space, place in enumerate(places)}
        for across, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            yield _grid_step(places, index, across, down)
        return
    for way in board.ways:
        yield way.__getitem__


def _grid_step(
    places: list[tuple[int, int]], index: dict[tuple[int, int], int], across: int, down: int
) -> Step:
    return lambda space: index.get((places[space][0] + across, places[space][1] + down))


def _row(space: int, step: Step, length: int) -> tuple[int, ...] | None:
    row = [space]
    while len(row) < length:
        there = step(row[-1])
        if there is None or there in row:
            return None
        row.append(there)
    return tuple(row)


def rays(table: g.Table) -> tuple[Rows, ...]:
    """By direction and space: the spaces from there on to the edge, without the first."""
    return tuple(
        tuple(_ray(space, way.__getitem__) for space in range(len(table.rows)))
        for way in shape(table).ways
    )


def _ray(space: int, step: Step) -> tuple[int, ...]:
    found: list[int] = []
    here = step(space)
    while here is not None and here != space and here not in found:
        found.append(here)
        here = step(here)
    return tuple(found)


def between(table: g.Table) -> tuple[Rows, ...]:
    """By two spaces: those strictly between them on a straight line, in order from the first.

    Nothing where they are not in line; the shorter way round a ring, forward where both are alike.
    """
    many = len(table.rows)
    found: list[list[tuple[int, ...]]] = [[()] * many for _ in range(many)]
    least = [[many + 1] * many for _ in range(many)]
    for way in rays(table):
        for start, ray in enumerate(way):
            for steps, end in enumerate(ray):
                if steps < least[start][end]:
                    least[start][end], found[start][end] = steps, ray[:steps]
    return tuple(tuple(row) for row in found)


# ------------------------------------------------------------------------------------ closed roads


def closes(table: g.Table) -> bool:
    """Whether roads of a board can be closed."""
    return bool(shape(table).closed)


def open_steps(table: g.Table, space: p.Expr, you: p.Expr, against: bool, ctx: Context) -> p.Expr:
    """The spaces one step away on roads that are open; `against`: arrows are ignored."""
    return p.CallFn(open_fn(table, against, ctx.whole), (space, you), "mask")


def open_fn(table: g.Table, against: bool, whole: Whole) -> str:
    """The function of a space and a seat that says so."""
    name = f"{layout.snake(table.name)}_{'neighbours' if against else 'exits'}"
    key = ("open", table.name, against)
    return whole.function(key, name, lambda fn: _open_fn(fn, table, against, whole))


def _open_fn(made: str, table: g.Table, against: bool, whole: Whole) -> p.Fn:
    ctx = Context(whole)
    here, you = ctx.fresh("here", "int"), ctx.fresh("you", "int")
    edges = list(_edges(table, against))
    by_space = tuple(
        tuple(number for number, edge in enumerate(edges) if edge[0] == space)
        for space in range(len(table.rows))
    )
    names = f"{layout.snake(table.name)}_{'any_ways' if against else 'ways'}".upper()
    ways = whole.table(("ways", table.name, against), names, 2, "int", lambda: by_space)
    ends = tuple(edge[1] for edge in edges)
    roads = tuple(edge[2] for edge in edges)
    end_table = whole.table(
        ("way ends", table.name, against), f"{names}_TO", 1, "int", lambda: ends
    )
    road_table = whole.table(
        ("way roads", table.name, against), f"{names}_ROAD", 1, "int", lambda: roads
    )
    way = ctx.fresh("way", "int")
    there, road = b.lookup(end_table, way), b.lookup(road_table, way)
    walk = b.Walk(way, p.Items(b.lookup(ways, here)), None)
    walk = walk.where(b.not_(_closed(table, here, there, road, you, ctx)))
    body = b.comp("mask", walk, there)
    return p.Fn(made, (here, you), body, whole.rule(table.span, (), table.name), table.span)


def _edges(table: g.Table, against: bool) -> Iterator[tuple[int, int, int]]:
    """Every single step: from, to, number of the road (0 where there are no roads)."""
    board = shape(table)
    for number, (start, end, _) in enumerate(board.roads):
        yield start, end, number
        if against:
            yield end, start, number
    for way in board.ways:
        for space, there in enumerate(way):
            if there is not None:
                yield space, there, 0


def _closed(
    table: g.Table, here: p.Expr, there: p.Expr, road: p.Expr, you: p.Expr, ctx: Context
) -> p.Expr:
    from hoyle.compiler.from_game.expressions import lower_expr

    tests = []
    for here_local, there_local, road_local, you_local, cond in shape(table).closed:
        ctx.bind(here_local, here)
        ctx.bind(there_local, there)
        ctx.bind(road_local, road)
        ctx.bind(you_local, you)
        tests.append(lower_expr(cond, ctx))
    return b.or_(*tests)
