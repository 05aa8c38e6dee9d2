"""Boards of squares: grids with their letters and numbers, rings and tracks in rows."""

from __future__ import annotations

from hoyle.compiler.to_docs.drawing.looks import Looks, shape_style, titled
from hoyle.compiler.to_docs.drawing.spread import around
from hoyle.compiler.to_docs.drawing.svg import (
    Picture,
    Point,
    arrow,
    element,
    letters,
    token,
    wrapped,
)
from hoyle.dsl.game import Board, Row, Table

SQUARE = 48.0
WIDE = 92.0  # of squares with names
EDGE = 26.0
ROW = 10  # squares of a track before it turns


def grid(table: Table, board: Board, looked: Looks, names: list[str]) -> Picture:
    """Columns with letters above, rows with numbers beside."""
    body = []
    for column in range(board.columns):
        at = (EDGE + (column + 0.5) * SQUARE, EDGE / 2)
        body.append(_quiet(at, _letter(table, column)))
    for row in range(board.rows):
        body.append(_quiet((EDGE / 2, EDGE + (row + 0.5) * SQUARE), str(row + 1)))
    for n, space in enumerate(table.rows):
        column, row = _place(space)
        at = (EDGE + (column - 1) * SQUARE, EDGE + (row - 1) * SQUARE)
        body.append(_square(looked, names, n, at, SQUARE, looked.marks[n]))
    width, height = EDGE + board.columns * SQUARE + 2, EDGE + board.rows * SQUARE + 2
    return Picture(width, height, tuple(body))


def _letter(table: Table, column: int) -> str:
    """What a column is called: as the names of its spaces begin."""
    for space in table.rows:
        if _place(space)[0] == column + 1:
            return space.name.rstrip("0123456789")
    return ""


def _place(space: Row) -> tuple[int, int]:
    column, row = space.facts["column"], space.facts["row"]
    assert isinstance(column, int) and isinstance(row, int)
    return column, row


def _quiet(at: Point, words: str) -> str:
    return letters(at, words, stroke="none", fill="currentColor", fill_opacity="0.7")


def _square(
    looked: Looks,
    names: list[str],
    n: int,
    at: Point,
    wide: float,
    words: str,
    high: float = SQUARE,
) -> str:
    """A square of a grid, with a few words."""
    x, y = at
    style = shape_style(looked.fills[n])
    inner = element("rect", x=x, y=y, width=wide, height=high, **style)
    if looked.rings[n]:
        inner += element("rect", x=x + 3, y=y + 3, width=wide - 6, height=high - 6)
    told = wrapped(words, wide - 8, 3, 10) if words else []
    for index, line in enumerate(told):
        middle = y + high / 2 + (index - (len(told) - 1) / 2) * 12
        inner += letters((x + wide / 2, middle), line, 10, stroke="none", fill="currentColor")
    return titled(looked.titles[n], names[n], inner)


def ring(table: Table, looked: Looks, names: list[str]) -> Picture:
    """A ring of numbered spaces, around a rectangle."""
    arrows = [(n, (n + 1) % len(table.rows)) for n in range(len(table.rows))]
    return around_picture(table, looked, names, list(range(len(table.rows))), arrows[:1])


def around_picture(
    table: Table, looked: Looks, names: list[str], order: list[int], arrows: list[tuple[int, int]]
) -> Picture:
    """A circle of spaces around a rectangle, in an order; an arrow from a space to the next."""
    places = dict(zip(order, around(len(order)), strict=True))
    short = all(len(row.name) <= 4 for row in table.rows)
    wide = SQUARE if short else WIDE
    at = {n: (8 + x * wide, 8 + y * SQUARE) for n, (x, y) in places.items()}
    body = [
        _square(looked, names, n, at[n], wide, _told(table.rows[n].name, looked.marks[n], short))
        for n in order
    ]
    middle = {n: (x + wide / 2, y + SQUARE / 2) for n, (x, y) in at.items()}
    body += [arrow(middle[a], middle[b], 4) for a, b in arrows]
    width = max(x for x, _ in at.values()) + wide + 8
    return Picture(width, max(y for _, y in at.values()) + SQUARE + 8, tuple(body))


def stretches(table: Table, looked: Looks, runs: list[list[int]]) -> Picture:
    """Parts of a track or a circle, one below the other; arrows say that they go on."""
    body, high, gap = [], 60.0, 26.0
    for line, run in enumerate(runs):
        for column, n in enumerate(run):
            at = (gap + column * WIDE, 8 + line * (high + 10))
            body.append(_stop(looked, n, at, high, table.rows[n].name))
        y = 8 + line * (high + 10) + high / 2
        body += [arrow((x - 8, y), (x + 8, y), 5) for x in (gap / 2, gap * 1.5 + len(run) * WIDE)]
    width = max(len(run) for run in runs) * WIDE + 2 * gap
    return Picture(width, 8 + len(runs) * (high + 10), tuple(body))


def _stop(looked: Looks, n: int, at: Point, high: float, name: str) -> str:
    """A space with its name above and what stands on it below."""
    x, y = at
    inner = element("rect", x=x, y=y, width=WIDE, height=high, **shape_style(looked.fills[n]))
    for line, words in enumerate(wrapped(name, WIDE - 8, 2, 10)):
        middle = (x + WIDE / 2, y + 12 + line * 12)
        inner += letters(middle, words, 10, stroke="none", fill="currentColor")
    if looked.marks[n]:
        inner += token((x + WIDE / 2, y + high - 16), looked.marks[n], WIDE - 8, 10)
    return titled(looked.titles[n], "", inner)


def _told(name: str, mark: str, short: bool) -> str:
    return (f"{name}: {mark}" if mark else name) if short else name


def track(table: Table, looked: Looks, names: list[str]) -> Picture:
    """A track of numbered spaces, in rows that turn at their ends."""
    body, last = [], len(table.rows) - 1
    for n in range(len(table.rows)):
        row, column = divmod(n, ROW)
        column = ROW - 1 - column if row % 2 else column
        at = (8 + column * SQUARE, 8 + row * (SQUARE + 8))
        body.append(
            _square(looked, names, n, at, SQUARE, _told(table.rows[n].name, looked.marks[n], True))
        )
        if n % ROW == ROW - 1 and n < last:
            x = at[0] + SQUARE / 2
            body.append(arrow((x, at[1] + SQUARE), (x, at[1] + SQUARE + 8), 4))
    rows = last // ROW + 1
    width = 16 + min(ROW, len(table.rows)) * SQUARE
    return Picture(width, 8 + rows * (SQUARE + 8), tuple(body))
