"""The small board of an example: `given map "g1 g2 / g1 g1"`, with the letters of the game's map.

Spaces are told by their number, so an example is read while its own board lies on the table. To
run it the whole game is read again, with that board from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.hexmap import MapFile, redrawn
from hoyle.dsl.resolve.world import World


def drawn_map(node: n.Example) -> n.MapFact | None:
    """The map that an example draws with its first line."""
    first = next((step for step in node.steps if not isinstance(step, n.Doc)), None)
    if isinstance(first, n.Given) and isinstance(first.fact, n.MapFact):
        return first.fact
    return None


@contextmanager
def laid(world: World, drawn: n.MapFact | None) -> Iterator[None]:
    """The board is this one for a while; the game's own if none is drawn."""
    board = None if drawn is None else _board(world, drawn)
    if drawn is None or board is None or world.game.drawn:
        yield
        return
    kept = board.rows, board.board
    try:
        _lay(world, board, drawn)
        yield
    finally:
        board.rows, board.board = kept
        world.rows_by_name.pop(board.name, None)


def _lay(world: World, board: g.Table, drawn: n.MapFact) -> None:
    assert board.board is not None
    board.rows, board.board = [], replace(board.board)
    world.rows_by_name.pop(board.name, None)
    sketch = redrawn(world.sketches[board.name], drawn.text, drawn.span)
    MapFile(world, board, sketch.source).lay(sketch, drawn.span)


def _board(world: World, drawn: n.MapFact) -> g.Table | None:
    """The one board that is drawn in a file."""
    boards = [one for one in world.game.tables.values() if _has_hexes(one)]
    if len(boards) == 1:
        return boards[0] if boards[0].name in world.sketches else None  # told already
    world.sink.report(
        codes.WRONG_EXAMPLE,
        drawn.span,
        f"This game has {len(boards) or 'no'} boards of hexes.",
        help="A map is drawn for the one board of hexes that a game has.",
    )
    return None


def _has_hexes(table: g.Table) -> bool:
    return table.board is not None and table.board.shape == "hexes"
