"""The board of a game as a figure: its picture by its geometry, a legend, and words for it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hoyle.compiler.to_docs.drawing import cells, graph, hexes
from hoyle.compiler.to_docs.drawing.looks import Key, Looks, looks
from hoyle.compiler.to_docs.drawing.svg import Picture, arrow, element
from hoyle.compiler.to_docs.drawing.ways import coloured
from hoyle.dsl.game import Board, Game, Table
from hoyle.dsl.records import record

MOST = 1500  # spaces that are drawn


@record
class Drawn:
    """A board as SVG, its legend (pictures and words), and what it shows in a sentence."""

    svg: str
    legend: tuple[tuple[str, str], ...]
    said: str


def draw(
    game: Game, table: Table, name: str, link: Callable[[int], str], title: str = ""
) -> Drawn | None:
    """The board of a game; `name` makes its ids its own, `link` is the anchor of a space."""
    board = table.board
    if board is None or not 0 < len(table.rows) <= MOST:
        return None
    looked = looks(game, table)
    names = [link(row) for row in range(len(table.rows))]
    picture, keys = picture_of(game, table, board, looked, names)
    said = sentence(table, board)
    legend = tuple((_sample(key), key.words) for key in (*_used(looked.keys, board), *keys))
    return Drawn(picture.svg(title or f"The board of {game.title}", said, name), legend, said)


def picture_of(
    game: Game, table: Table, board: Board, looked: Looks, names: list[str]
) -> tuple[Picture, list[Key]]:
    """The picture of a board by its shape, and what its lines and numbers mean."""
    match board.shape:
        case "roads":
            return graph.graph(game, table, board, looked, names)
        case "grid":
            return cells.grid(table, board, looked, names), []
        case "ring":
            return cells.ring(table, looked, names), [Key("arrow", "", "forward")]
        case "track":
            return cells.track(table, looked, names), []
        case "hexes":
            return hexes.hexes(game, table, board, looked, names)


def _used(keys: tuple[Key, ...], board: Board) -> list[Key]:
    """Of a map of hexes the colours alone: its letters are told by the map."""
    return [key for key in keys if board.shape != "hexes" or key.sort == "fill"]


def sentence(table: Table, board: Board) -> str:
    """What there is to see, for whoever cannot see it."""
    count, spaces = len(table.rows), "space" if len(table.rows) == 1 else "spaces"
    match board.shape:
        case "roads":
            pairs = {(start, end) for start, end, _ in board.roads}
            one_way = sum((end, start) not in pairs for start, end in pairs)
            ways = (len(pairs) + one_way) // 2
            arrows = f", {one_way} of them one way only" if one_way else ""
            return f"{count} {spaces}, joined by {ways} roads{arrows}."
        case "grid":
            slant = ", also slantwise" if board.diagonals else ""
            return (
                f"A grid of {board.columns} by {board.rows} squares; "
                f"each is next to those beside it{slant}."
            )
        case "ring":
            return f"A ring of {count} {spaces}; the last leads to the first."
        case "track":
            return f"A track of {count} {spaces}, from 1 to {count}."
        case "hexes":
            levels = [level for row in table.rows if isinstance(level := row.facts["level"], int)]
            return f"A map of {count} hexes, at levels {min(levels)} to {max(levels)}."


def _sample(key: Key) -> str:
    """The small picture of a line of the legend."""
    inner = _drawn_sample(key)
    return (
        '<svg class="key" viewBox="0 0 28 18" width="28" height="18" aria-hidden="true" '
        f'fill="none" stroke="currentColor">{inner}</svg>'
    )


def _drawn_sample(key: Key) -> str:
    match key.sort:
        case "fill":
            return element(
                "rect", x=5, y=1, width=18, height=16, fill=key.sample, fill_opacity="0.4"
            )
        case "ring":
            rings = (element("circle", cx=14, cy=9, r=r) for r in (5.0, 8.0))
            return "".join(rings)
        case "way":
            return coloured((1, 9), (27, 9), key.sample)
        case "road":
            return element("line", x1=1, y1=9, x2=27, y2=9, stroke_dasharray=key.sample)
        case "arrow":
            return element("line", x1=1, y1=9, x2=27, y2=9) + arrow((1, 9), (27, 9))
        case _:
            return (
                '<text x="14" y="13" text-anchor="middle" font-size="11" stroke="none" '
                f'fill="currentColor">{escape(key.sample)}</text>'
            )
