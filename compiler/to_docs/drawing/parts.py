"""Parts of boards: the spaces around those that something stands on, small enough for a glance."""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.to_docs.drawing import cells, graph, hexes
from hoyle.compiler.to_docs.drawing.looks import Looks
from hoyle.compiler.to_docs.drawing.spread import circle, links
from hoyle.compiler.to_docs.drawing.svg import Picture
from hoyle.dsl.game import Board, Table

SMALL = 40  # spaces of a board that is shown whole
FAR = 2  # steps that are shown around what stands there


def part(table: Table, wanted: set[int]) -> list[int]:
    """The spaces that are shown: all of a small board or a grid, else those around some."""
    board = table.board
    assert board is not None
    everything = list(range(len(table.rows)))
    if board.shape == "hexes" and len(everything) > SMALL:
        return _around(table, wanted)
    if board.shape in ("roads", "ring", "track") and _is_long(table, board):
        near = _near(table, board)
        for _ in range(FAR):
            wanted = wanted | {other for space in wanted for other in near[space]}
        return sorted(wanted)
    return everything


def _is_long(table: Table, board: Board) -> bool:
    """Whether there is more than is taken in at a glance."""
    return len(table.rows) > (SMALL if board.shape != "roads" else SMALL // 2)


def _near(table: Table, board: Board) -> list[list[int]]:
    if board.shape == "roads":
        return links(len(table.rows), [(start, end) for start, end, _ in board.roads])
    last = len(table.rows) - 1
    pairs = [(space, space + 1) for space in range(last)]
    return links(len(table.rows), pairs + ([(last, 0)] if board.shape == "ring" else []))


def _around(table: Table, wanted: set[int]) -> list[int]:
    """The hexes of the smallest block around some, and one more on each side."""
    places = [(row.facts["column"], row.facts["row"]) for row in table.rows]
    across = [x for n, (x, _) in enumerate(places) if n in wanted and isinstance(x, int)]
    down = [y for n, (_, y) in enumerate(places) if n in wanted and isinstance(y, int)]
    left, right, top, low = min(across) - 1, max(across) + 1, min(down) - 1, max(down) + 1
    return [
        n
        for n, (x, y) in enumerate(places)
        if isinstance(x, int) and isinstance(y, int) and left <= x <= right and top <= y <= low
    ]


def picture(table: Table, rows: list[int], looked: Looks) -> Picture:
    """Some spaces of a board, with what their looks say of them."""
    board = table.board
    assert board is not None
    index = {row: number for number, row in enumerate(rows)}
    roads = tuple(
        (index[start], index[end], facts)
        for start, end, facts in board.roads
        if start in index and end in index
    )
    cut = replace(table, rows=[table.rows[row] for row in rows])
    shape = replace(board, roads=roads)
    unlinked = [""] * len(rows)
    match board.shape:
        case "hexes":
            return hexes.position(cut, shape, looked)
        case "grid":
            return cells.grid(cut, shape, looked, unlinked)
        case "roads":
            pairs = [(start, end) for start, end, _ in board.roads]
            order = circle(links(len(table.rows), pairs))
            if order is None or len(rows) == len(table.rows) or "x" in table.fields:
                return graph.position(cut, shape, looked)
            return cells.stretches(cut, looked, _runs([index.get(row, -1) for row in order]))
        case "ring" | "track" if len(rows) < len(table.rows):
            places = [index.get(row, -1) for row in range(len(table.rows))]
            return cells.stretches(cut, looked, _runs(places))
        case "ring":
            return cells.ring(cut, looked, unlinked)
        case "track":
            return cells.track(cut, looked, unlinked)


def _runs(places: list[int]) -> list[list[int]]:
    """Spaces that follow each other, where others are left out (-1); a circle is cut there."""
    gap = places.index(-1) if -1 in places else 0
    found: list[list[int]] = [[]]
    for place in places[gap:] + places[:gap]:
        if place < 0:
            found.append([])
        else:
            found[-1].append(place)
    return [run for run in found if run]
