"""Hexes in axial coordinates (q, r), on integers alone: distances, arcs, what a line runs through.

A line from the centre of one hex to that of another is cut where it crosses from hex to hex. With
cube coordinates x = q, y = -q - r, z = r and u = (x - y, y - z, z - x), the inside of a hex C is
|u - u(C)| < 1 in all three. So the line to D is inside C where |t u(D) - u(C)| < 1: an interval of
t between fractions with the denominators |u(D)|; it runs along a wall where a component of u(D) is
0 and that of u(C) is 1 or -1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import lcm

Axial = tuple[int, int]

FAR = 1024
"""As far as anything can be."""


def distance(q: int, r: int) -> int:
    """Steps that a displacement needs."""
    return max(abs(q), abs(r), abs(q + r))


def distances(places: Sequence[Axial]) -> tuple[tuple[int, ...], ...]:
    """Steps between all hexes, as if none were missing. The last row and the last of each row
    belong to what stands nowhere (-1): it is far from everything."""
    rows = [
        (*[max(abs(q - x), abs(r - y), abs(q + r - x - y)) for q, r in places], FAR)
        for x, y in places
    ]
    return (*rows, (FAR,) * (len(places) + 1))


# ------------------------------------------------------------------------------------------- arcs


def in_arc(by: Axial, steps: Sequence[Axial], direction: int, width: int) -> bool:
    """Whether a displacement lies ahead within `width` turns of a direction to either side: it is
    a sum of multiples of two directions there that stand side by side."""
    if by == (0, 0):
        return False
    if width == 0:
        return _is_ahead(by, steps[direction])
    return any(_in_sector(by, *sector) for sector in _sectors(steps, direction, width))


def _sectors(steps: Sequence[Axial], direction: int, width: int) -> Iterator[tuple[Axial, Axial]]:
    count = len(steps)
    for turn in range(-min(width, count), min(width, count)):
        yield steps[(direction + turn) % count], steps[(direction + turn + 1) % count]


def _in_sector(by: Axial, first: Axial, second: Axial) -> bool:
    """Whether `by` is a sum of non-negative multiples of two directions."""
    sense = _cross(first, second)
    return _cross(by, second) * sense >= 0 and _cross(first, by) * sense >= 0


def _is_ahead(by: Axial, step: Axial) -> bool:
    return _cross(by, step) == 0 and by[0] * step[0] + by[1] * step[1] > 0


def _cross(a: Axial, b: Axial) -> int:
    return a[0] * b[1] - a[1] * b[0]


# ------------------------------------------------------------------------------------------ lines

Piece = tuple[int, int, tuple[Axial, ...]]
"""first, last, hexes: the line is inside the one hex, or on the wall between the two, from
first / q to last / q of its way (q goes with all pieces of a line)."""


@cache
def pieces(q: int, r: int) -> tuple[int, tuple[Piece, ...]]:
    """The denominator of a line from (0, 0) to (q, r), and its pieces in order.

    The hexes at both ends have no pieces, and a corner met in one point is none.
    """
    by = _skewed(q, r)
    whole = lcm(*(abs(k) for k in by if k)) if any(by) else 1
    met: dict[tuple[int, int], list[Axial]] = {}
    for there in _around_line(q, r):
        times = _times(by, _skewed(*there), whole)
        if times is not None and there not in ((0, 0), (q, r)):
            met.setdefault(times, []).append(there)
    return whole, tuple((first, last, tuple(hexes)) for (first, last), hexes in sorted(met.items()))


def _skewed(q: int, r: int) -> tuple[int, int, int]:
    return 2 * q + r, -q - 2 * r, r - q


def _around_line(q: int, r: int) -> Iterator[Axial]:
    """Every hex that a line may meet, in reading order, and some more."""
    for y in range(min(0, r) - 1, max(0, r) + 2):
        for x in range(min(0, q) - 1, max(0, q) + 2):
            yield x, y


def _times(
    by: tuple[int, int, int], at: tuple[int, int, int], whole: int
) -> tuple[int, int] | None:
    """From when to when the line is in a hex or on its wall, in parts of `whole`."""
    low, high = 0, whole
    for along, there in zip(by, at, strict=True):
        if along == 0:
            if abs(there) > 1:
                return None
            continue
        part = whole // along
        ends = sorted(((there - 1) * part, (there + 1) * part))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def between(q: int, r: int) -> tuple[Axial, ...]:
    """The hexes that a line to (q, r) runs through, or along whose wall it runs, in its order."""
    return tuple(hex_ for _, _, hexes in pieces(q, r)[1] for hex_ in hexes)
