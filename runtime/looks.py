"""Lines of sight over hexes of different heights, on integers.

Spaces are columns, filled from below. A look is the straight segment from the eye, over the centre
of one hex, to the aim, over the centre of another. It is cut where it crosses from column to
column; a piece inside one column is blocked where the segment is lower than its top, a piece along
the wall between two where it is lower than both (with `touching`: than either). The columns at both
ends, and those of the two figures, never block; what is no space is air. Equal height is clear.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.runtime import hexes
from hoyle.runtime.fields import Field

Ints = tuple[int, ...]
Piece = tuple[int, int, Ints]
Line = tuple[int, tuple[Piece, ...]]

MOST_KEPT = 1 << 17
"""So many answers are kept for a board."""


def sees(
    field: Field,
    tops: Ints,
    viewer: int,
    target: int,
    eye: int,
    aims: Ints,
    adjacent: bool,
    touching: bool,
    which: int,
) -> bool:
    """Whether one placement sees another: any space of it any space of the other, at any of the
    aims. Heights and `tops` are whole numbers of one scale. `adjacent`: what is next to the viewer
    is seen anyway. `which`: the number of the rules of sight."""
    key = (viewer, target, eye, aims, which)
    found = field.seen.get(key)
    if found is None:
        if len(field.seen) >= MOST_KEPT:
            field.seen.clear()
        size = field.size
        if 0 <= viewer < size and 0 <= target < size:
            found = _seen(field, tops, viewer, target, eye, aims, adjacent, touching, which)
        else:
            found = _sees(field, tops, viewer, target, eye, aims, adjacent, touching)
        field.seen[key] = found
    return found


def _seen(
    field: Field,
    tops: Ints,
    a: int,
    b: int,
    eye: int,
    aims: Ints,
    adjacent: bool,
    touching: bool,
    which: int,
) -> bool:
    """The same from one space to another."""
    if adjacent and field.distance[a][b] <= 1:
        return True
    found = field.needs.get((which, a, b))
    if found is None:
        made = needs(line(field, a, b), tops, 1 << a | 1 << b, touching)
        found = field.needs[which, a, b] = made
    for aim in aims:
        for at, behind, need in found:
            if eye * behind + aim * at < need:
                break
        else:
            return True
    return False


def sees_over(
    field: Field,
    tops: Ints,
    viewer: int,
    target: int,
    eye: int,
    aims: Ints,
    adjacent: bool,
    touching: bool,
    which: int,
    more: Callable[[int], int],
) -> bool:
    """The same where something stands on spaces: `more` is how much higher a space is just now."""
    if viewer < 0 or target < 0:
        return False
    size = field.size
    alone = viewer < size and target < size
    raised = {}
    for space in field.between(viewer, target) if alone else _crossed(field, viewer, target):
        higher = more(space)
        if higher:
            raised[space] = tops[space] + higher
    if not raised:
        return sees(field, tops, viewer, target, eye, aims, adjacent, touching, which)
    now = [raised.get(space, top) for space, top in enumerate(tops)]
    return _sees(field, tuple(now), viewer, target, eye, aims, adjacent, touching)


def _crossed(field: Field, viewer: int, target: int) -> set[int]:
    """The spaces that looks between two placements cross."""
    found: set[int] = set()
    for a in _ends(field, viewer):
        for b in _ends(field, target):
            found.update(field.between(a, b))
    return found


def _ends(field: Field, placement: int) -> Ints:
    tail = field.tail(placement)
    return (field.lead(placement),) if tail < 0 else (field.lead(placement), tail)


def _sees(
    field: Field,
    tops: Ints,
    viewer: int,
    target: int,
    eye: int,
    aims: Ints,
    adjacent: bool,
    touching: bool,
) -> bool:
    if viewer < 0 or target < 0:
        return False
    if adjacent and field.apart(viewer, target) <= 1:
        return True
    never = field.spaces(viewer) | field.spaces(target)
    return any(
        clear(line(field, a, b), tops, eye, aim, never, touching)
        for a in _ends(field, viewer)
        for b in _ends(field, target)
        for aim in aims
    )


def line(field: Field, a: int, b: int) -> Line:
    """The pieces of a line between two spaces, with those of its hexes that are spaces."""
    found = field.pieces.get((a, b))
    if found is None:
        x, y = field.places[a]
        q, r = field.places[b]
        whole, pieces = hexes.pieces(q - x, r - y)
        mapped = [
            (first, last, tuple(field.index.get((x + i, y + j), -1) for i, j in met))
            for first, last, met in pieces
        ]
        found = field.pieces[a, b] = (whole, tuple(p for p in mapped if max(p[2]) >= 0))
    return found


def clear(line: Line, tops: Ints, eye: int, aim: int, never: int, touching: bool) -> bool:
    """Whether no piece of a line is blocked; the spaces of `never` do not block."""
    whole, pieces = line
    for first, last, spaces in pieces:
        blocking = [tops[s] for s in spaces if s >= 0 and not never >> s & 1]
        if not blocking or (len(blocking) < len(spaces) and not touching):
            continue
        top = (max(blocking) if touching else min(blocking)) * whole
        if eye * (whole - first) + aim * first < top or eye * (whole - last) + aim * last < top:
            return False
    return True


def needs(line: Line, tops: Ints, never: int, touching: bool) -> tuple[Ints, ...]:
    """How high a line must be at the points where it goes from column to column: (at, whole - at,
    height * whole), each point once, the highest first. It is straight, so nothing else counts."""
    whole, pieces = line
    found: dict[int, int] = {}
    for first, last, spaces in pieces:
        blocking = [tops[s] for s in spaces if s >= 0 and not never >> s & 1]
        if blocking and (touching or len(blocking) == len(spaces)):
            top = (max(blocking) if touching else min(blocking)) * whole
            for at in (first, last):
                found[at] = max(top, found.get(at, top))
    points = sorted(found.items(), key=lambda point: (-point[1], point[0]))
    return tuple((at, whole - at, need) for at, need in points)
