# ruff: noqa: SIM110  (plain loops are what is compiled best)
"""Lines of sight for modules that are compiled to machine code: `looks`, on rows of numbers.

It is compiled along with the module, as `natively` is. What a line meets is asked of `looks`, once
for each two spaces.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime import looks
from hoyle.runtime.native_fields import Asks, Field
from hoyle.runtime.natively import items, row


class Lines:
    """Lines over the columns of a board, as far as they are known, by where they begin and end.

    `met`: how long a line is, and of each piece: first, last, how many spaces, which. `heights`:
    how high it must be to be clear: at, whole - at, height * whole, and a 0 before all.
    """

    def __init__(self, field: Field, tops: vec[i64], touching: bool) -> None:
        self.plain: Any = field.plain
        self.tops: Any = items(tops)
        self.touching = touching
        size, none = field.size, vec[vec[i64]]()
        self.met: vec[vec[vec[i64]]] = vec[vec[vec[i64]]]([none] * size)
        self.heights: vec[vec[vec[i64]]] = vec[vec[vec[i64]]]([none] * size)

    def pieces(self, a: i64, b: i64) -> vec[i64]:
        """The pieces of a line."""
        known = from_space(self.met, a)
        found = known[b]
        if len(found) == 0:
            found = _pieces(looks.line(self.plain, a, b))
            known[b] = found
        return found

    def needs(self, a: i64, b: i64) -> vec[i64]:
        """The heights of a line, the spaces at its ends left out."""
        known = from_space(self.heights, a)
        found = known[b]
        if len(found) == 0:
            never: int = (1 << int(a)) | (1 << int(b))
            line: Any = looks.line(self.plain, a, b)
            found = _heights(looks.needs(line, self.tops, never, self.touching))
            known[b] = found
        return found


def from_space(known: vec[vec[vec[i64]]], space: i64) -> vec[vec[i64]]:
    """What is known of lines from a space on, by where they end; at first nothing of any."""
    found = known[space]
    if len(found) == 0:
        nothing = vec[i64]()
        found = vec[vec[i64]]([nothing] * len(known))
        known[space] = found
    return found


def _pieces(line: Any) -> vec[i64]:
    found: list[Any] = [line[0]]
    for first, last, spaces in line[1]:
        found += [first, last, len(spaces), *spaces]
    return row(found)


def _heights(needs: Any) -> vec[i64]:
    found: list[Any] = [0]
    for point in needs:
        found += point
    return row(found)


def _lines(field: Field, tops: vec[i64], touching: bool, which: i64) -> Lines:
    found: Any = field.sights.get(which)
    if found is None:
        found = field.sights[which] = Lines(field, tops, touching)
    lines: Lines = found
    return lines


def sees(
    field: Field,
    tops: vec[i64],
    viewer: i64,
    target: i64,
    eye: i64,
    aims: vec[i64],
    adjacent: bool,
    touching: bool,
    which: i64,
) -> bool:
    """Whether one placement sees another, as in `looks`."""
    size = field.size
    lines = _lines(field, tops, touching, which)
    if not (0 <= viewer < size and 0 <= target < size):
        return _sees(lines, field, tops, viewer, target, eye, aims, adjacent)
    if adjacent and field.distance[viewer][target] <= 1:
        return True
    needs = lines.needs(viewer, target)
    for aim in aims:
        if _is_above(needs, eye, aim):
            return True
    return False


def _is_above(needs: vec[i64], eye: i64, aim: i64) -> bool:
    """Whether a line is everywhere as high as it must be."""
    for at in range(i64(1), i64(len(needs)), 3):
        if eye * needs[at + 1] + aim * needs[at] < needs[at + 2]:
            return False
    return True


def sees_over(
    field: Field,
    tops: vec[i64],
    viewer: i64,
    target: i64,
    eye: i64,
    aims: vec[i64],
    adjacent: bool,
    touching: bool,
    which: i64,
    asks: Asks,
    more: i64,
) -> bool:
    """The same where something stands on spaces: `more` asks how much higher a space is now."""
    if viewer < 0 or target < 0:
        return False
    ends = _ends(field, viewer, target)
    now = tops
    raised = False
    for a in range(2):
        for b in range(2, 4):
            if ends[a] < 0 or ends[b] < 0:
                continue
            for space in field.between(ends[a], ends[b]):
                higher = asks.asked(more, space)
                if higher != 0:
                    if not raised:
                        now = tops[:]
                        raised = True
                    now[space] = tops[space] + higher
    if not raised:
        return sees(field, tops, viewer, target, eye, aims, adjacent, touching, which)
    lines = _lines(field, tops, touching, which)
    return _sees(lines, field, now, viewer, target, eye, aims, adjacent)


def _ends(field: Field, viewer: i64, target: i64) -> vec[i64]:
    """The spaces of two placements, lead and tail of each."""
    first = vec[i64]([field.lead(viewer), field.tail(viewer)])
    return append(append(first, field.lead(target)), field.tail(target))


def _sees(
    lines: Lines,
    field: Field,
    tops: vec[i64],
    viewer: i64,
    target: i64,
    eye: i64,
    aims: vec[i64],
    adjacent: bool,
) -> bool:
    if viewer < 0 or target < 0:
        return False
    if adjacent and field.apart(viewer, target) <= 1:
        return True
    ends = _ends(field, viewer, target)
    for a in range(2):
        for b in range(2, 4):
            if ends[a] >= 0 and ends[b] >= 0:
                pieces = lines.pieces(ends[a], ends[b])
                for aim in aims:
                    if _is_clear(pieces, tops, eye, aim, ends, lines.touching):
                        return True
    return False


def _is_clear(
    pieces: vec[i64], tops: vec[i64], eye: i64, aim: i64, never: vec[i64], touching: bool
) -> bool:
    """Whether no piece of a line is blocked; the spaces of `never` do not block."""
    whole = pieces[0]
    at: i64 = 1
    while at < len(pieces):
        first, last, count = pieces[at], pieces[at + 1], pieces[at + 2]
        at += 3
        blocking: i64 = 0
        top: i64 = 0
        for each in range(at, at + count):
            space = pieces[each]
            if space < 0 or space == never[0] or space == never[1]:
                continue
            if space == never[2] or space == never[3]:
                continue
            height = tops[space]
            if blocking == 0:
                top = height
            else:
                top = max(top, height) if touching else min(top, height)
            blocking += 1
        at += count
        if blocking == 0 or (blocking < count and not touching):
            continue
        top *= whole
        if eye * (whole - first) + aim * first < top or eye * (whole - last) + aim * last < top:
            return False
    return True
