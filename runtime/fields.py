"""The field of a board on which figures stand: its spaces, steps and distances.

One object a board and module, made while the module is loaded. It never changes but for tables that
are filled on first use; no state holds any of it. Sets of spaces are masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from hoyle.runtime import hexes
from hoyle.runtime.hexes import FAR, Axial, distances
from hoyle.runtime.library import members

Ints = tuple[int, ...]
Rows = tuple[Ints, ...]

MOST_KEPT = 1024
"""So many lists of answers are kept for a board."""

__all__ = ["Field", "distances", "field", "hex_field"]


class Field:
    """Spaces with coordinates, and steps: `beside[direction][space]`, -1 over the edge.

    `steps` are the displacements of one step, by direction; `distance` by two spaces, FAR to and
    from nowhere, which is -1.
    """

    def __init__(
        self, beside: Rows, places: Sequence[Axial], steps: Sequence[Axial], distance: Rows
    ) -> None:
        self.beside, self.places, self.steps, self.distance = beside, places, steps, distance
        self.size, self.ways = len(places), len(beside)
        self.index = {place: space for space, place in enumerate(places)}
        self.around: Rows = tuple(tuple(way[s] for way in beside) for s in range(self.size))
        self.seen: dict[tuple[int, int, int, Ints, int], bool] = {}  # filled by looks
        self.pieces: dict[tuple[int, int], tuple[int, tuple[tuple[int, int, Ints], ...]]] = {}
        self._answers: dict[tuple[str, tuple[object, ...]], list[Any]] = {}
        self.needs: dict[tuple[int, int, int], Rows] = {}  # of looks
        self._within: dict[int, Ints] = {}
        self._arcs: dict[tuple[int, int, int], int] = {}
        self._lines: dict[tuple[int, int], Ints] = {}

    def answers(
        self, name: str, key: tuple[object, ...], fresh: Callable[[], list[Any]]
    ) -> list[Any]:
        """The answers to a question that are known so far: those of a name and a key for good."""
        found = self._answers.get((name, key))
        if found is None:
            if len(self._answers) >= MOST_KEPT:
                self._answers.clear()
            found = self._answers[name, key] = fresh()
        return found

    # -- distances between placements, and sets around them

    def apart(self, a: int, b: int) -> int:
        """The least distance between spaces of two placements."""
        row = self.distance[self.lead(a)]
        found = row[self.lead(b)]
        if b >= self.size:
            found = min(found, row[self.tail(b)])
        if a >= self.size:
            row = self.distance[self.tail(a)]
            found = min(found, row[self.lead(b)])
            if b >= self.size:
                found = min(found, row[self.tail(b)])
        return found

    def near(self, steps: int, placement: int) -> int:
        """The spaces at most so many steps away from a placement."""
        if placement < self.size:
            return self.within(steps, placement) if placement >= 0 else 0
        lead, tail = self.lead(placement), self.tail(placement)
        return self.within(steps, lead) | self.within(steps, tail)

    def within(self, steps: int, space: int) -> int:
        """The spaces at most so many steps away."""
        found = self._within.get(space)
        if found is None:
            found = self._within[space] = self._reaches(space)
        return 0 if steps < 0 else found[min(steps, len(found) - 1)]

    def _reaches(self, space: int) -> Ints:
        """By number of steps: the spaces within."""
        row = self.distance[space][: self.size]
        found = [0] * (max(row) + 1)
        for there, steps in enumerate(row):
            found[steps] |= 1 << there
        for steps in range(1, len(found)):
            found[steps] |= found[steps - 1]
        return tuple(found)

    def arc(self, space: int, direction: int, width: int) -> int:
        """The spaces ahead within so many turns of a direction."""
        key = (space, direction, width)
        if key not in self._arcs:
            x, y = self.places[space]
            self._arcs[key] = sum(
                1 << there
                for there, (q, r) in enumerate(self.places)
                if hexes.in_arc((q - x, r - y), self.steps, direction, width)
            )
        return self._arcs[key]

    def between(self, a: int, b: int) -> Ints:
        """The spaces that a line from hex to hex runs through, in its order."""
        if (a, b) not in self._lines:
            x, y = self.places[a]
            q, r = self.places[b]
            met = ((x + i, y + j) for i, j in hexes.between(q - x, r - y))
            self._lines[a, b] = tuple(self.index[hex_] for hex_ in met if hex_ in self.index)
        return self._lines[a, b]

    def around_place(self, placement: int) -> int:
        """The spaces one step away from a placement, without its own."""
        spaces = self.spaces(placement)
        found = 0
        for space in (self.lead(placement), self.tail(placement)):
            if space >= 0:
                for there in self.around[space]:
                    if there >= 0:
                        found |= 1 << there
        return found & ~spaces

    # -- placements

    def free(self, occupied: int, trailing: bool) -> int:
        """The placements of which no space is occupied, as a mask."""
        alone = ((1 << self.size) - 1) & ~occupied
        if not trailing:
            return alone
        found = 0
        for space in range(self.size):
            if alone >> space & 1:
                for direction, there in enumerate(self.around[space]):
                    if there >= 0 and alone >> there & 1:
                        found |= 1 << self.size + space * self.ways + direction
        return found

    def fitting(self, placement: int, occupied: int, trailing: bool) -> int:
        """Where a figure stands that comes to where another stood: with its tail in the first
        direction that is free if it has one and the other had none; -1 where it has no room."""
        if placement < 0 or (placement >= self.size) == trailing:
            return placement
        space = self.lead(placement)
        if not trailing:
            return space
        for direction, there in enumerate(self.around[space]):
            if there >= 0 and not occupied >> there & 1:
                return self.size + space * self.ways + direction
        return -1

    def leads(self, placements: int) -> Ints:
        """The leading spaces of some placements, ascending, once each."""
        spaces = placements & (1 << self.size) - 1
        above = placements >> self.size
        while above:
            low = above & -above
            space = (low.bit_length() - 1) // self.ways
            spaces |= 1 << space
            above &= ~((1 << (space + 1) * self.ways) - 1)
        return members(spaces)

    def led_by(self, space: int, placements: int) -> int:
        """Those of some placements that a space leads."""
        return placements & (1 << space | ((1 << self.ways) - 1) << self.size + space * self.ways)

    def tails(self, space: int, placements: int) -> Ints:
        """The directions of the tails of those that a space leads."""
        return members(placements >> self.size + space * self.ways & (1 << self.ways) - 1)

    # -- departures: a placement with the direction of a step, `placement * ways + direction`

    def left(self, departures: int) -> Ints:
        """The leading spaces that are left, ascending, once each."""
        return self.leads(self.origins(departures))

    def origins(self, departures: int) -> int:
        """The placements that are left."""
        found, whole = 0, (1 << self.ways) - 1
        while departures:
            low = departures & -departures
            placement = (low.bit_length() - 1) // self.ways
            found |= 1 << placement
            departures &= ~(whole << placement * self.ways)
        return found

    def ways_from(self, placement: int, departures: int) -> Ints:
        """The directions in which a placement is left."""
        return members(departures >> placement * self.ways & (1 << self.ways) - 1)

    def stepped(self, placement: int, direction: int) -> int:
        """The placement behind a step: the tail follows the lead."""
        there = self.beside[direction][self.lead(placement)]
        if placement < self.size:
            return there
        return self.size + there * self.ways + (direction + self.ways // 2) % self.ways

    # -- spaces of placements

    def lead(self, placement: int) -> int:
        """The leading space: a placement below `size` is its space, any other one that with the
        direction of its tail, `size + space * ways + direction`."""
        return placement if placement < self.size else (placement - self.size) // self.ways

    def tail(self, placement: int) -> int:
        """The space of the tail, -1 of a placement of one space."""
        return -1 if placement < self.size else self.tails_of[placement - self.size]

    @cached_property
    def tails_of(self) -> Ints:
        """By placement of two spaces, the space of its tail."""
        return tuple(there for around in self.around for there in around)

    @cached_property
    def spaces_of(self) -> Rows:
        """By placement, its spaces, ascending."""
        alone = [(space,) for space in range(self.size)]
        pairs = [
            (min(space, there), max(space, there))
            for space, around in enumerate(self.around)
            for there in around
        ]
        return (*alone, *pairs)

    def spaces(self, placement: int) -> int:
        """The spaces of a placement, none of -1."""
        if placement < self.size:
            return 1 << placement if placement >= 0 else 0
        at = placement - self.size
        return 1 << at // self.ways | 1 << self.tails_of[at]

    def trailing(self, space: int, direction: int) -> int:
        """The placement of two spaces with its tail in a direction, -1 where that is no space."""
        there = self.beside[direction][space]
        return -1 if there < 0 else self.size + space * self.ways + direction


def field(beside: Rows, places: Sequence[Axial], steps: Sequence[Axial], distance: Rows) -> Field:
    """The field of a board; `distance` between its spaces."""
    rows = [(*row, FAR) for row in distance]
    return Field(beside, places, steps, (*rows, (FAR,) * (len(places) + 1)))


def hex_field(beside: Rows, places: Sequence[Axial], steps: Sequence[Axial]) -> Field:
    """The field of a board of hexes."""
    return Field(beside, places, steps, distances(places))
