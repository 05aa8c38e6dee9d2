"""Where the spaces of a board of roads go if no coordinates are printed.

Rows of spaces between crossings are straight or gently bent; the crossings are pulled until their
distances are like the numbers of steps between them. A board that is one circle of spaces goes
around a rectangle.
"""

from __future__ import annotations

from math import cos, pi, sin

from hoyle.compiler.to_docs.drawing.svg import Point
from hoyle.dsl.records import record

Links = list[list[int]]

SWEEPS = 120
PUSHES = 60
ROOM = 0.8  # steps between two spaces, at least
LONG = 1.25  # steps between neighbours above which one follows the other
BEND = 0.35  # of the length: how far a second road between two crossings bends


@record
class Chain:
    """A row of spaces from one crossing to another, both included."""

    spaces: tuple[int, ...]


def links(count: int, roads: list[tuple[int, int]]) -> Links:
    """Neighbours of each space, arrows ignored, in order."""
    found: list[dict[int, None]] = [{} for _ in range(count)]
    for start, end in roads:
        found[start][end] = None
        found[end][start] = None
    return [sorted(near) for near in found]


def around(count: int) -> list[tuple[int, int]]:
    """Squares along the border of a rectangle, clockwise from the top left; a few are two rows."""
    if count <= 16 or count % 2:
        upper = (count + 1) // 2
        lower = range(upper - 1, upper - 1 - (count - upper), -1)
        return [(n, 0) for n in range(upper)] + [(n, 1) for n in lower]
    across = (count + 4) // 4
    down = (count + 4) // 2 - across
    return [
        *((n, 0) for n in range(across - 1)),
        *((across - 1, n) for n in range(down - 1)),
        *((n, down - 1) for n in range(across - 1, 0, -1)),
        *((0, n) for n in range(down - 1, 0, -1)),
    ]


def circle(near: Links) -> list[int] | None:
    """The spaces in their order, if they are one circle."""
    if len(near) < 3 or any(len(ends) != 2 for ends in near):
        return None
    order = [0, near[0][0]]
    if 1 in near[0]:
        order[1] = 1
    while True:
        ahead = next(space for space in near[order[-1]] if space != order[-2])
        if ahead == 0:
            return order if len(order) == len(near) else None
        order.append(ahead)


def spread(count: int, roads: list[tuple[int, int]]) -> list[Point]:
    """A point for each space, in steps."""
    near = links(count, roads)
    crossings = _crossings(near)
    chains = _chains(near, crossings)
    places = _pulled(crossings, _steps(crossings, chains))
    points: list[Point] = [(0.0, 0.0)] * count
    for space, place in places.items():
        points[space] = place
    drawn: dict[tuple[int, int], int] = {}
    for chain in chains:
        ends = (chain.spaces[0], chain.spaces[-1])
        pair = (min(ends), max(ends))
        drawn[pair] = drawn.get(pair, 0) + 1
        _lay(chain, points, drawn[pair] - 1)
    return _apart(points, near)


def _apart(points: list[Point], near: Links) -> list[Point]:
    """Points that are nearly on one another, pushed apart; their neighbours follow a little."""
    for _ in range(PUSHES):
        moves = [(0.0, 0.0)] * len(points)
        for a, b in _touching(points):
            _push(points, moves, a, b, ROOM)
        if not any(move != (0.0, 0.0) for move in moves):
            break
        for a, others in enumerate(near):
            for b in others:
                if a < b and _far(points[a], points[b]) > LONG:
                    _push(points, moves, a, b, LONG, 0.2)
        points = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, moves, strict=True)]
    return points


def _touching(points: list[Point]) -> list[tuple[int, int]]:
    """Pairs that are too near, found from left to right."""
    order = sorted(range(len(points)), key=lambda n: (points[n], n))
    found = []
    for place, a in enumerate(order):
        for b in order[place + 1 :]:
            if points[b][0] - points[a][0] >= ROOM:
                break
            if _far(points[a], points[b]) < ROOM - 0.01:
                found.append((a, b))
    return found


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _push(
    points: list[Point], moves: list[Point], a: int, b: int, wanted: float, part: float = 0.5
) -> None:
    """Move two towards a distance from one another; which way, if they are at one place, by
    their numbers."""
    (x, y), (u, v), there = points[a], points[b], _far(points[a], points[b])
    across, down = ((u - x) / there, (v - y) / there) if there > 0.001 else (cos(a), sin(b))
    step = round((wanted - there) / 2 * part, 4)
    moves[a] = (moves[a][0] - across * step, moves[a][1] - down * step)
    moves[b] = (moves[b][0] + across * step, moves[b][1] + down * step)


def _crossings(near: Links) -> list[int]:
    """Spaces where a way ends or forks; of a circle that hangs nowhere its first."""
    found = {space for space, ends in enumerate(near) if len(ends) != 2}
    seen: set[int] = set()
    for space in range(len(near)):
        if space not in seen:
            part = _part(near, space)
            seen |= part
            if not found & part:
                found.add(space)
    return sorted(found)


def _part(near: Links, space: int) -> set[int]:
    """All spaces that hang together with one."""
    found, waiting = {space}, [space]
    while waiting:
        for other in near[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _chains(near: Links, crossings: list[int]) -> list[Chain]:
    """All rows of spaces between crossings, each once, the longest first."""
    ends = set(crossings)
    found: dict[tuple[int, ...], None] = {}
    for start in crossings:
        for first in near[start]:
            row = [start, first]
            while row[-1] not in ends:
                row.append(next(space for space in near[row[-1]] if space != row[-2]))
            if tuple(reversed(row)) not in found:
                found[tuple(row)] = None
    return [Chain(row) for row in sorted(found, key=lambda row: (len(row), row))]


def _steps(crossings: list[int], chains: list[Chain]) -> dict[int, dict[int, float]]:
    """How many steps it is from each crossing to each other."""
    far = float(sum(len(chain.spaces) for chain in chains) // 2 + 3)
    steps = {start: dict.fromkeys(crossings, far) for start in crossings}
    for chain in chains:
        start, end, length = chain.spaces[0], chain.spaces[-1], float(len(chain.spaces) - 1)
        for a, b in ((start, end), (end, start)):
            steps[a][b] = min(steps[a][b], length)
    for over in crossings:
        for start in crossings:
            for end in crossings:
                steps[start][end] = min(steps[start][end], steps[start][over] + steps[over][end])
    return steps


def _pulled(crossings: list[int], steps: dict[int, dict[int, float]]) -> dict[int, Point]:
    """Crossings where their distances are as near to their steps as can be."""
    size = max((max(row.values()) for row in steps.values()), default=1.0) / 2
    turn = 2 * pi / max(1, len(crossings))
    places = {
        space: (round(size * cos(turn * n), 3), round(size * sin(turn * n), 3))
        for n, space in enumerate(crossings)
    }
    for _ in range(SWEEPS):
        for space in crossings:
            places[space] = _better(space, places, steps[space])
    return places


def _better(space: int, places: dict[int, Point], steps: dict[int, float]) -> Point:
    """Where one crossing is pulled by all others."""
    x, y = places[space]
    across = down = weights = 0.0
    for other, (u, v) in places.items():
        if other == space:
            continue
        wanted = max(steps[other], 0.5)
        there = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 or 0.01
        weight = 1 / (wanted * wanted)
        across += weight * (u + wanted * (x - u) / there)
        down += weight * (v + wanted * (y - v) / there)
        weights += weight
    return (across / weights, down / weights) if weights else (x, y)


def _lay(chain: Chain, points: list[Point], before: int) -> None:
    """Lay the inner spaces of a row out; `before`: how many rows join the same ends already."""
    spaces = chain.spaces
    (x, y), (u, v) = points[spaces[0]], points[spaces[-1]]
    count = len(spaces) - 1
    if spaces[0] == spaces[-1]:
        return _loop(chain, points)
    bend = BEND * ((before + 1) // 2) * (1 if before % 2 else -1) if before else 0.0
    straight = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    bend += 0.5 * max(0.0, 1 - straight / count) * (1 if bend >= 0 else -1)
    for n, space in enumerate(spaces[1:-1], start=1):
        part = n / count
        out = 4 * part * (1 - part) * bend
        points[space] = (x + (u - x) * part - (v - y) * out, y + (v - y) * part + (u - x) * out)
    return None


def _loop(chain: Chain, points: list[Point]) -> None:
    """A row that comes back to where it began."""
    spaces = chain.spaces
    x, y = points[spaces[0]]
    count = len(spaces) - 1
    size = count / (2 * pi)
    for n, space in enumerate(spaces[1:-1], start=1):
        turn = 2 * pi * n / count
        points[space] = (x + size * round(sin(turn), 6), y + size * (1 - round(cos(turn), 6)))
