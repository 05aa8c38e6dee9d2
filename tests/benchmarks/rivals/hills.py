"""Hand-written walks and looks of `hills.rules`, as one writes them in plain Python: Dijkstra with
a heap over spaces and allowances, and a look along points of the line in floats."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from math import inf

ALLOWANCES = (6, 9)


class Hills:
    """The map as plain lists, and who stands where: `colour` by space, -1 of nobody."""

    def __init__(
        self,
        around: Sequence[Sequence[int]],
        places: Sequence[tuple[int, int]],
        level: Sequence[int],
        obstacle: Sequence[int],
        terrain: Sequence[int],
    ) -> None:
        self.around = [[there for there in near if there >= 0] for near in around]
        self.places, self.index = places, {place: s for s, place in enumerate(places)}
        self.level, self.obstacle, self.terrain = level, obstacle, terrain
        self.colour = [-1] * len(level)

    def cost(self, here: int, there: int, mine: int) -> int:
        """What a step costs, 0 if it is barred."""
        rise = self.level[there] - self.level[here]
        if rise > 2 or self.obstacle[there] > 0:
            return 0
        if self.colour[there] >= 0 and self.colour[there] != mine:
            return 0
        return 1 + max(0, rise)

    def strikes(self, here: int, there: int, mine: int) -> bool:
        """Whether an enemy who can reach `here` cannot reach `there`."""
        return any(
            self.colour[g] >= 0
            and self.colour[g] != mine
            and self.level[g] - self.level[here] <= 2
            and not (g in self.around[there] and self.level[g] - self.level[there] <= 2)
            for g in self.around[here]
        )

    def ends(self, start: int, mine: int) -> dict[int, bool]:
        """Where a walk may end; for each, whether a strike must be met on the way."""
        road = 3 if self.terrain[start] == 2 else 1
        best: dict[tuple[int, int, bool], int] = {(start, road, False): 0}
        heap = [(0, start, road, False)]
        found: dict[int, bool] = {}
        while heap:
            spent, here, alive, struck = heapq.heappop(heap)
            if best[here, alive, struck] < spent:
                continue
            if here != start and self.colour[here] < 0:
                found[here] = found.get(here, True) and struck
            if self.terrain[here] == 1 and here != start:
                continue
            for there in self.around[here]:
                cost = self.cost(here, there, mine)
                if not cost:
                    continue
                total, left = spent + cost, alive
                if self.terrain[there] != 2:
                    left &= 1
                if total > ALLOWANCES[0]:
                    left &= ~1
                if total > ALLOWANCES[1]:
                    left = 0
                if not left or (self.terrain[there] == 1 and self.colour[there] >= 0):
                    continue
                hit = struck or self.strikes(here, there, mine)
                if total < best.get((there, left, hit), inf):
                    best[there, left, hit] = total
                    heapq.heappush(heap, (total, there, left, hit))
        return found

    def sees(self, a: int, b: int) -> bool:
        """Whether the eye over one space sees the middle of whoever stands on another."""
        if b in self.around[a]:
            return True
        (q, r), (x, y) = self.places[a], self.places[b]
        eye, aim = self.level[a] + 1.5, self.level[b] + 1.0
        steps = 4 * max(abs(x - q), abs(y - r), abs(x + y - q - r))
        for step in range(1, steps):
            t = step / steps
            space = self.at(q + (x - q) * t + 1e-6, r + (y - r) * t + 2e-6)
            if space in (a, b, -1):
                continue
            if self.level[space] + self.obstacle[space] > eye + (aim - eye) * t + 1e-9:
                return False
        return True

    def at(self, q: float, r: float) -> int:
        """The space that a point lies in."""
        s = -q - r
        x, y, z = round(q), round(r), round(s)
        dx, dy, dz = abs(x - q), abs(y - r), abs(z - s)
        if dx > dy and dx > dz:
            x = -y - z
        elif dy > dz:
            y = -x - z
        return self.index.get((x, y), -1)
