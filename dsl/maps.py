"""Further maps for the board of a checked game: those of its scenarios, the small ones of examples.

The game that was checked has one of them on its table; the others are laid out here, to be looked
at only.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.game import Game, Table
from hoyle.dsl.reader import MemoryReader
from hoyle.dsl.resolve.hexmap import MapFile, read_map, redrawn
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Source


def laid_out(game: Game, board: Table, source: Source, drawn: str = "") -> Table | None:
    """The board of a game as another map file lays it out; None where that has mistakes.

    `drawn` is a map in one line, as examples have it, with the letters of the map file.
    """
    assert board.board is not None
    sink = Sink()
    table = replace(board, rows=[], board=replace(board.board), file=source.path)
    file = MapFile(World(game, sink, MemoryReader({})), table, source)
    sketch = read_map(source, file)
    if drawn:
        sketch = redrawn(sketch, drawn, source.whole().first())
    file.lay(sketch, source.whole().first())
    return None if sink.has_errors else table
