"""Boards: their spaces, their directions and the ways between them.

`declare_directions` and `board_shape` need only the declaration; `fill_board` runs when the rows of
all tables are known by name.
"""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.geometry import hexes, steps
from hoyle.dsl.resolve.world import World

MOST_SPACES = 1024
DIRECTION = "Direction"


def directions(shape: nodes.Shape, flat: bool = False) -> tuple[str, ...]:
    """The directions that a board of this shape has, in their order around."""
    match shape:
        case nodes.Roads():
            return ()
        case nodes.Grid(diagonals=diagonals):
            return tuple(_squares(diagonals))
        case nodes.Ring() | nodes.Track():
            return steps.ALONG
        case nodes.Hexes():
            return tuple(steps.FLAT if flat else steps.POINTY)
        case _:
            assert_never(shape)


def _squares(diagonals: bool) -> steps.Steps:
    return steps.SQUARES_DIAGONALLY if diagonals else steps.SQUARES


def declare_directions(world: World, node: nodes.Board, flat: bool = False) -> None:
    """A board gets its shape, the kind `Direction` the directions of the first that has some.

    `flat`: the hexes of its map stand in columns.
    """
    table = world.game.tables.get(node.space.text)
    if table is None or table.form != "board":
        return
    table.board = board_shape(node, flat)
    names = table.board.directions
    if not names:
        return
    before = world.game.kinds.get(DIRECTION)
    if before is not None:
        if before.values != names:
            bad_board(world, node, "Two boards of one game have other directions.")
        return
    kinds = g.Kinds(DIRECTION, names, names, node.span)
    world.game.kinds[DIRECTION] = kinds
    for index, name in enumerate(names):
        if world.claim(nodes.Name(name, span=node.span), "a direction of the board", kinds):
            world.kind_values[name] = (DIRECTION, index)


def board_shape(node: nodes.Board, flat: bool = False) -> g.Board:
    """What is known of a board from its declaration."""
    names = directions(node.shape, flat)
    match node.shape:
        case nodes.Roads():
            return g.Board("roads")
        case nodes.Grid(columns, rows, diagonals):
            return g.Board("grid", columns, rows, diagonals, names)
        case nodes.Ring(size):
            return g.Board("ring", size, 1, directions=names)
        case nodes.Track(size):
            return g.Board("track", size, 1, directions=names)
        case nodes.Hexes():
            return g.Board("hexes", directions=names, flat=flat)
        case _:
            assert_never(node.shape)


def bad_board(world: World, node: nodes.Board, message: str, help: str | None = None) -> None:
    """Report a board that cannot be."""
    world.sink.report(
        codes.BAD_BOARD, node.span, message, help=help or "Change the shape of the board."
    )


# ---------------------------------------------------------------------------------- spaces


def make_spaces(world: World, node: nodes.Board, table: g.Table) -> None:
    """The spaces of a grid, ring or track, with the ways between them."""
    match node.shape:
        case nodes.Grid(columns, rows, diagonals):
            if _fits(world, node, columns * rows):
                _grid(table, columns, rows, _squares(diagonals))
        case nodes.Ring(size):
            if _fits(world, node, size):
                _line(table, size, closed=True)
        case nodes.Track(size):
            if _fits(world, node, size):
                _line(table, size, closed=False)
        case _:
            pass


def _fits(world: World, node: nodes.Board, size: int) -> bool:
    if 0 < size <= MOST_SPACES:
        return True
    help = f"Write between 1 and {MOST_SPACES:,} spaces."
    bad_board(world, node, f"A board of {size:,} spaces cannot be played on.", help)
    return False


def cell_name(column: int, row: int) -> str:
    """The name of a space on a grid or map, counted from 1: `a1` is top left."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{row}"


def _grid(table: g.Table, columns: int, rows: int, ways: steps.Steps) -> None:
    spaces = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    index = {space: number for number, space in enumerate(spaces)}
    table.rows = [
        g.Row(cell_name(column, row), {"column": column, "row": row}, 0) for column, row in spaces
    ]
    assert table.board is not None
    table.board.ways = tuple(
        tuple(index.get((column + right, row + down)) for column, row in spaces)
        for right, down in ways.values()
    )


def _line(table: g.Table, size: int, *, closed: bool) -> None:
    table.rows = [g.Row(str(number), {"number": number}, 0) for number in range(1, size + 1)]
    forward: list[int | None] = [number + 1 for number in range(size)]
    back: list[int | None] = [number - 1 for number in range(size)]
    forward[-1], back[0] = (0, size - 1) if closed else (None, None)
    assert table.board is not None
    table.board.ways = (tuple(forward), tuple(back))


def lay_hexes(table: g.Table, places: list[tuple[int, int]]) -> None:
    """The ways between hexes at these columns and rows, counted from 1."""
    board = table.board
    assert board is not None
    axial = [hexes.axial(column, row, board.flat) for column, row in places]
    index = {place: number for number, place in enumerate(axial)}
    board.columns = max((column for column, _ in places), default=0)
    board.rows = max((row for _, row in places), default=0)
    ways = steps.FLAT if board.flat else steps.POINTY
    board.ways = tuple(
        tuple(index.get((q + right, r + down)) for q, r in axial) for right, down in ways.values()
    )
