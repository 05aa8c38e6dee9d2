"""Boards of roads: spaces where their coordinates say, or spread by their ways; arrows one-way."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from hoyle.compiler.to_docs.drawing import ways
from hoyle.compiler.to_docs.drawing.cells import around_picture
from hoyle.compiler.to_docs.drawing.looks import Key, Looks, shape_style, titled
from hoyle.compiler.to_docs.drawing.spread import circle, links, spread
from hoyle.compiler.to_docs.drawing.svg import (
    SIZE,
    WIDTH,
    Picture,
    Point,
    arrow,
    element,
    letters,
    token,
)
from hoyle.dsl.game import Board, Game, Table, Value

RADIUS = 11.0
WIDE = 72.0  # from space to space in a position
GAP = 50.0  # from space to space, at least, where nothing is printed
MARGIN = 60.0
WIDEST = 1000.0  # of a picture: a page of a desktop
LEAST = 680.0  # width below which a picture is scrolled
SMALLEST = 7.0  # radius of a space, in which letters are still read

Box = tuple[float, float, float, float]


def graph(
    game: Game, table: Table, board: Board, looked: Looks, names: list[str]
) -> tuple[Picture, list[Key]]:
    """The picture of a board of roads, and what its lines mean; `names` are links of spaces."""
    styles = ways.styles(game, board)
    roads = _roads(board)
    order = None if _printed(table) else circle(links(len(table.rows), _pairs(board)))
    if order is not None:
        arrows = [(a, b) for a, b, both, _ in roads if not both]
        return around_picture(table, looked, names, order, arrows), _keys(roads)
    points, radius = _laid(table, board)
    points, width, height = _placed(points, 1.0)
    body = [
        *_lines(roads, points, styles),
        *(_space(looked, names, n, at, radius) for n, at in enumerate(points)),
        *_labels(table, points, looked, (width, height), roads, radius=radius),
    ]
    picture = Picture(width, height, tuple(body), min(width, LEAST), whole=width > LEAST)
    return picture, [*styles.keys, *_keys(roads)]


def _laid(table: Table, board: Board) -> tuple[list[Point], float]:
    """Where the spaces go, so near to one another that all fit a page, and how large they are."""
    printed = _printed(table)
    points = printed or _spread(table, board)
    scale = _scale(points) if printed else 1.0
    wide = (max(x for x, _ in points) - min(x for x, _ in points)) * scale
    if wide <= WIDEST - 2 * MARGIN:
        return [(x * scale, y * scale) for x, y in points], RADIUS
    scale *= (WIDEST - 2 * MARGIN) / wide
    radius = max(SMALLEST, min(RADIUS, 0.38 * _short(points) * scale))
    return [(x * scale, y * scale) for x, y in points], radius


def position(table: Table, board: Board, looked: Looks) -> Picture:
    """A part of a board of roads, with the names of its spaces and what stands on them."""
    steps = spread(len(table.rows), _pairs(board))
    points, width, height = _placed([(x * WIDE, y * WIDE) for x, y in steps], 1.0)
    roads = _roads(board)
    quiet = Looks(looked.fills, ("",) * len(points), looked.rings, looked.titles, ())
    stand = [((x, y - RADIUS - 12), looked.marks[n]) for n, (x, y) in enumerate(points)]
    plates = [_box(x - 45, y - 12, 90, 24) for (x, y), words in stand if words]
    body = [
        *_lines(roads, points, ways.PLAIN),
        *(_space(quiet, [""] * len(points), n, at) for n, at in enumerate(points)),
        *_labels(table, points, looked, (width, height), roads, plates),
        *(token(at, words, 90, 10) for at, words in stand if words),
    ]
    return Picture(width, height, tuple(body))


Road = tuple[int, int, bool, dict[str, Value]]  # from, to, both ways, its facts


def _pairs(board: Board) -> list[tuple[int, int]]:
    return [(start, end) for start, end, _ in board.roads]


def _roads(board: Board) -> list[Road]:
    """Every road once, with what is told of it."""
    pairs = set(_pairs(board))
    found: dict[tuple[int, int], Road] = {}
    for start, end, facts in board.roads:
        if (end, start) in found:
            continue
        found.setdefault((start, end), (start, end, (end, start) in pairs, facts))
    return list(found.values())


def _printed(table: Table) -> list[Point] | None:
    """The coordinates that the facts `x` and `y` tell."""
    if "x" not in table.fields or "y" not in table.fields:
        return None
    found = [(row.facts.get("x"), row.facts.get("y")) for row in table.rows]
    points = [(x, y) for x, y in found if isinstance(x, int) and isinstance(y, int)]
    return [(float(x), float(y)) for x, y in points] if len(set(points)) > 1 else None


def _spread(table: Table, board: Board) -> list[Point]:
    return [(x * GAP, y * GAP) for x, y in spread(len(table.rows), _pairs(board))]


def _placed(points: list[Point], scale: float) -> tuple[list[Point], float, float]:
    """Points on a sheet that is just large enough."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    moved = [((x - left) * scale + MARGIN, (y - top) * scale + MARGIN) for x, y in points]
    return moved, max(x for x, _ in moved) + MARGIN, max(y for _, y in moved) + MARGIN


def _scale(points: list[Point]) -> float:
    """So that most neighbours do not touch."""
    return min(3.0, max(0.2, 2.6 * RADIUS / _short(points)))


def _short(points: list[Point]) -> float:
    """The tenth of the distances to the nearest space."""
    nearest = sorted(
        min(
            ((x - u) ** 2 + (y - v) ** 2 for m, (u, v) in enumerate(points) if m != n),
            default=GAP * GAP,
        )
        for n, (x, y) in enumerate(points)
    )
    return max(1.0, sqrt(nearest[len(nearest) // 10]))


def _lines(roads: list[Road], points: list[Point], styles: ways.Styles) -> list[str]:
    return [
        line
        for start, end, both, facts in roads
        for line in _road(points[start], points[end], both, facts, styles)
    ]


def _road(
    start: Point, end: Point, both: bool, facts: dict[str, Value], styles: ways.Styles
) -> list[str]:
    drawn = ways.drawn(styles, start, end, facts)
    if both:
        return [drawn]
    colour = ways.colour(styles, facts)
    return [drawn, arrow(start, end, 4.5 if colour else 5, colour)]


def _space(looked: Looks, names: list[str], n: int, at: Point, radius: float = RADIUS) -> str:
    x, y = at
    style = shape_style(looked.fills[n])
    inner = element("circle", cx=x, cy=y, r=radius, fill="var(--md-default-bg-color, Canvas)")
    inner += element("circle", cx=x, cy=y, r=radius, **style)
    if looked.rings[n]:
        inner += element("circle", cx=x, cy=y, r=radius + 3)
    if looked.marks[n]:
        inner += letters(
            at, looked.marks[n], min(9, radius * 1.15), stroke="none", fill="currentColor"
        )
    return titled(looked.titles[n], names[n], inner)


def _labels(
    table: Table,
    points: list[Point],
    looked: Looks,
    sheet: Point,
    roads: list[Road],
    plates: Sequence[Box] = (),
    radius: float = RADIUS,
) -> list[str]:
    """The names of as many spaces as have room beside them; ringed ones first."""
    degree = [sum(n in road[:2] for road in roads) for n in range(len(points))]
    order = sorted(range(len(points)), key=lambda n: (not looked.rings[n], degree[n] == 2, n))
    taken: list[Box] = [*plates]
    taken += [_box(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in points]
    lines = [box for road in roads for box in _along(points[road[0]], points[road[1]])]
    found: list[str] = []
    for n in order:
        words = table.rows[n].name
        places = [one for one in _beside(points[n], words, radius) if _inside(one[2], sheet)]
        clear = [one for one in places if not any(_meet(one[2], other) for other in taken)]
        open_ = [one for one in clear if not any(_meet(one[2], other) for other in lines)]
        if not open_ and degree[n] != 2:
            open_ = clear  # a crossing has a name, though it hides a bit of a road
        if open_:
            at, anchor, box = open_[0]
            taken.append(box)
            found.append(letters(at, words, 10, anchor, stroke="none", fill="currentColor"))
    return found


def _beside(at: Point, words: str, radius: float) -> list[tuple[Point, str, Box]]:
    """Where a label may stand: to the right, the left, below, above, aslant."""
    x, y = at
    wide, high, off = len(words) * 10 * WIDTH, float(SIZE), radius + 5
    return [
        ((x + off, y), "start", _box(x + off, y - high / 2, wide, high)),
        ((x - off, y), "end", _box(x - off - wide, y - high / 2, wide, high)),
        ((x, y + off + 4), "middle", _box(x - wide / 2, y + off - 2, wide, high)),
        ((x, y - off - 4), "middle", _box(x - wide / 2, y - off - high + 2, wide, high)),
        ((x + 10, y + off), "start", _box(x + 10, y + off - high / 2, wide, high)),
        ((x + 10, y - off), "start", _box(x + 10, y - off - high / 2, wide, high)),
        ((x - 10, y + off), "end", _box(x - 10 - wide, y + off - high / 2, wide, high)),
        ((x - 10, y - off), "end", _box(x - 10 - wide, y - off - high / 2, wide, high)),
    ]


def _along(start: Point, end: Point) -> list[Box]:
    """Small boxes on a line, which no label shall hide."""
    (x, y), (u, v) = start, end
    steps = max(2, int((abs(u - x) + abs(v - y)) / 16))
    parts = [n / steps for n in range(1, steps)]
    return [_box(x + (u - x) * p - 2, y + (v - y) * p - 2, 4, 4) for p in parts]


def _box(left: float, top: float, wide: float, high: float) -> Box:
    return left, top, left + wide, top + high


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _inside(box: Box, sheet: Point) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= sheet[0] and box[3] <= sheet[1]


def _keys(roads: list[Road]) -> list[Key]:
    """What arrows mean."""
    one_way = any(not both for _, _, both, _ in roads)
    return [Key("arrow", "", "one way only")] if one_way else []
