"""The field of a board for modules that are compiled to machine code, on rows of numbers.

It is compiled along with the module, as `natively` is, and made of a `fields.Field`, which it asks
what is seldom wanted. Sets of spaces and of placements are those of `native_sets`.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.native_sets import WORD, has, listed, of, union, words
from hoyle.runtime.natively import BITS, row, rows

UNKNOWN: Final[i64] = 1_000_000_000_000_000_000
"""What stands where nothing is known yet; greater than every number that may be there."""

MOST_KEPT: Final = 1024
"""So many rows of answers are kept for a board."""


def unknown(count: i64) -> vec[i64]:
    """A row of which nothing is known."""
    return vec[i64]([UNKNOWN] * count)


class Asks:
    """What a search asks of the game, by number; the game's module has a class for each search.

    Where a question's number is expected, `~answer` stands for an answer that is always the same.
    """

    def asked(self, question: i64, at: i64) -> i64:
        """The answer about an edge, a placement or a space; 0 and 1 for no and yes."""
        return 0

    def key(self, question: i64) -> Any:
        """What the answers to a question hang on besides the edge."""
        return ()


class Field:
    """Spaces and steps of a board, as in `fields.Field`."""

    def __init__(self, plain: Any) -> None:
        size: i64 = plain.size
        ways: i64 = plain.ways
        placements: i64 = size * (1 + ways)
        self.plain: Any = plain
        self.size, self.ways, self.placements = size, ways, placements
        self.around: vec[vec[i64]] = rows(plain.around)
        self.distance: vec[vec[i64]] = rows(plain.distance)
        self.tails_of: vec[i64] = row(plain.tails_of)
        none, nothing = vec[i64](), vec[vec[i64]]()
        self.spaces_of: vec[vec[i64]] = vec[vec[i64]]([none] * placements)
        self.reached: vec[vec[vec[i64]]] = vec[vec[vec[i64]]]([nothing] * size)
        self.lines: vec[vec[vec[i64]]] = vec[vec[vec[i64]]]([nothing] * size)
        self.known: dict[Any, Any] = {}
        self.sights: dict[int, Any] = {}  # filled by looks

    def answers(self, name: str, key: Any, count: i64, value: i64) -> vec[i64]:
        """The answers to a question that are known so far: those of a name and a key for good; at
        first this value everywhere."""
        found: Any = self.known.get((name, key))
        if found is None:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            made = vec[i64]([value] * count)
            self.known[name, key] = made
            return made
        kept: vec[i64] = found
        return kept

    # -- distances between placements, and sets around them

    def apart(self, a: i64, b: i64) -> i64:
        """The least distance between spaces of two placements."""
        size = self.size
        if a < size and b < size:
            return self.distance[a][b]
        row = self.distance[self.lead(a)]
        found = row[self.lead(b)]
        if b >= size:
            found = min(found, row[self.tail(b)])
        if a >= size:
            row = self.distance[self.tail(a)]
            found = min(found, row[self.lead(b)])
            if b >= size:
                found = min(found, row[self.tail(b)])
        return found

    def near(self, steps: i64, placement: i64) -> vec[i64]:
        """The spaces at most so many steps away from a placement."""
        if placement < self.size:
            return self.within(steps, placement) if placement >= 0 else vec[i64]()
        lead, tail = self.lead(placement), self.tail(placement)
        return union(self.within(steps, lead), self.within(steps, tail))

    def within(self, steps: i64, space: i64) -> vec[i64]:
        """The spaces at most so many steps away."""
        if steps < 0:
            return vec[i64]()
        found = self.reached[space]
        if len(found) == 0:
            found = self.reaches(space)
            self.reached[space] = found
        return found[min(steps, i64(len(found) - 1))]

    def reaches(self, space: i64) -> vec[vec[i64]]:
        """By number of steps: the spaces within."""
        row = self.distance[space]
        most: i64 = 0
        for there in range(self.size):
            most = max(most, row[there])
        found = vec[vec[i64]]()
        before = vec[i64]()
        for steps in range(most + 1):
            ring = vec[i64]()
            for there in range(self.size):
                if row[there] == steps:
                    ring = append(ring, there)
            before = union(before, of(ring))
            found = append(found, before)
        return found

    def arc(self, space: i64, direction: i64, width: i64) -> vec[i64]:
        """The spaces ahead within so many turns of a direction."""
        return words(self.plain.arc(space, direction, width))

    def between(self, a: i64, b: i64) -> vec[i64]:
        """The spaces that a line from hex to hex runs through, in its order."""
        lines = self.lines[a]
        if len(lines) == 0:
            size = self.size
            lines = vec[vec[i64]]([vec[i64]([UNKNOWN])] * size)
            self.lines[a] = lines
        found = lines[b]
        if len(found) == 1 and found[0] == UNKNOWN:
            found = row(self.plain.between(a, b))
            lines[b] = found
        return found

    def around_place(self, placement: i64) -> vec[i64]:
        """The spaces one step away from a placement, without its own."""
        lead, tail = self.lead(placement), self.tail(placement)
        found = vec[i64]()
        for at in range(2 if tail >= 0 else 1):
            for there in self.around[tail if at == 1 else lead]:
                if there >= 0 and there != lead and there != tail:
                    found = append(found, there)
        return of(found)

    # -- placements

    def free(self, occupied: vec[i64], trailing: bool) -> vec[i64]:
        """The placements of which no space is occupied, as a set."""
        count = self.placements // WORD + 1
        found = vec[i64]([0] * count)
        for space in range(self.size):
            if has(occupied, space):
                continue
            if not trailing:
                found[space // WORD] = found[space // WORD] | BITS[space % WORD]
                continue
            at = self.size + space * self.ways
            for there in self.around[space]:
                if there >= 0 and not has(occupied, there):
                    found[at // WORD] = found[at // WORD] | BITS[at % WORD]
                at += 1
        return found

    def fitting(self, placement: i64, occupied: vec[i64], trailing: bool) -> i64:
        """Where a figure stands that comes to where another stood; -1 where it has no room."""
        if placement < 0 or (placement >= self.size) == trailing:
            return placement
        space = self.lead(placement)
        if not trailing:
            return space
        at = self.size + space * self.ways
        for there in self.around[space]:
            if there >= 0 and not has(occupied, there):
                return at
            at += 1
        return -1

    def leads(self, placements: vec[i64]) -> vec[i64]:
        """The leading spaces of some placements, ascending, once each."""
        size = self.size
        led = vec[bool]([False] * size)
        for placement in listed(placements):
            led[self.lead(placement)] = True
        found = vec[i64]()
        for space in range(self.size):
            if led[space]:
                found = append(found, space)
        return found

    def led_by(self, space: i64, placements: vec[i64]) -> vec[i64]:
        """Those of some placements that a space leads."""
        found = vec[i64]()
        if has(placements, space):
            found = append(found, space)
        first = self.size + space * self.ways
        for placement in range(first, first + self.ways):
            if has(placements, placement):
                found = append(found, placement)
        return of(found)

    def tails(self, space: i64, placements: vec[i64]) -> vec[i64]:
        """The directions of the tails of those that a space leads."""
        found = vec[i64]()
        first = self.size + space * self.ways
        for direction in range(self.ways):
            if has(placements, first + direction):
                found = append(found, direction)
        return found

    # -- departures: a placement with the direction of a step, `placement * ways + direction`

    def left(self, departures: vec[i64]) -> vec[i64]:
        """The leading spaces that are left, ascending, once each."""
        return self.leads(self.origins(departures))

    def origins(self, departures: vec[i64]) -> vec[i64]:
        """The placements that are left."""
        found = listed(departures)
        for at in range(len(found)):
            found[at] = found[at] // self.ways
        return of(found)

    def ways_from(self, placement: i64, departures: vec[i64]) -> vec[i64]:
        """The directions in which a placement is left."""
        found = vec[i64]()
        for direction in range(self.ways):
            if has(departures, placement * self.ways + direction):
                found = append(found, direction)
        return found

    def stepped(self, placement: i64, direction: i64) -> i64:
        """The placement behind a step: the tail follows the lead."""
        there = self.around[self.lead(placement)][direction]
        return there if placement < self.size else self.behind(there, direction)

    def behind(self, there: i64, direction: i64) -> i64:
        """The placement of a walker on two spaces whose lead has stepped onto one."""
        return self.size + there * self.ways + (direction + self.ways // 2) % self.ways

    # -- spaces of placements

    def lead(self, placement: i64) -> i64:
        """The leading space."""
        return placement if placement < self.size else (placement - self.size) // self.ways

    def tail(self, placement: i64) -> i64:
        """The space of the tail, -1 of a placement of one space."""
        if placement < self.size:
            return -1
        return self.tails_of[placement - self.size]

    def spaces(self, placement: i64) -> vec[i64]:
        """The spaces of a placement, none of -1."""
        if placement < 0:
            return vec[i64]()
        found = self.spaces_of[placement]
        if len(found) == 0:
            lead, tail = self.lead(placement), self.tail(placement)
            found = of(vec[i64]([lead, lead if tail < 0 else tail]))
            self.spaces_of[placement] = found
        return found

    def trailing(self, space: i64, direction: i64) -> i64:
        """The placement of two spaces with its tail in a direction, -1 where that is no space."""
        there = self.around[space][direction]
        if there < 0:
            return -1
        return self.size + space * self.ways + direction
