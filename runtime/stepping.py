"""One search of a walk: what a step meets, and the labels that steps lead to.

A label is a placement with the set of allowances still alive, and the least cost of getting there.
What a step costs, what bars it, where a walk must or may end is asked of the game, with the walker
standing where it is asked about; afterwards it stands as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hoyle.runtime.fields import Field
from hoyle.runtime.questions import Known, Question, Split, Test, question

Ints = tuple[int, ...]
Step = tuple[int, int, int, int, bool, bool]


class Walk:
    """One search. `place` and `on` are the position's own lists: the placement of every figure of
    the walker's sort, and by space the mask of those that stand there.

    An edge is a space with a direction, `space * ways + direction`. `cost` of an edge is 0 where
    the step is barred. `allowed` says which allowances hold on the walker's placement, `limits` how
    far each of them goes. `halts` and `incident_after` are asked with the walker behind the edge.
    What is the same everywhere is given as it is, what hangs on the edge for the most part as a
    `Split`.
    """

    __slots__ = (
        "after", "allowed", "allows", "anywhere", "bars", "before", "best", "cost", "costs",
        "edges", "far", "field", "figure", "halts", "here", "limits", "most", "on", "place",
        "rest_at", "rests", "stops", "through", "tied", "trailing",
    )  # fmt: skip

    def __init__(
        self,
        field: Field,
        place: list[int],
        on: list[int],
        figure: int,
        trailing: bool,
        limits: Ints,
        allowed: Callable[[int], int] | Split | int,
        cost: Callable[[int], int] | Split,
        halts: Test | Split,
        rests: Callable[[int], object],
        incident_before: Test | Split,
        incident_after: Test | Split,
    ) -> None:
        self.field, self.place, self.on, self.figure = field, place, on, figure
        self.trailing, self.limits, self.rests = trailing, limits, rests
        self.most = max(limits, default=0)
        self.far = _reaching(limits, self.most)
        self.through = False  # whether incidents on the way are no matter
        self.anywhere = True  # whether something may bar a step where nobody stands
        self.costs: Known | None = None
        self.cost: Callable[[int], Any] | Any = cost
        self.bars: Callable[[int], object] | None = None
        if isinstance(cost, Split):
            self.costs, self.cost, self.bars = cost.answers(field), cost.steady, cost.moving
            self.anywhere = not cost.occupied
        many = field.size * (1 + field.ways)  # of placements
        self.allowed: Any = allowed
        self.allows: Known = [None if callable(allowed) else allowed] * many
        if isinstance(allowed, Split):
            self.allows, self.allowed = allowed.answers(field, many), allowed.steady
        self.halts = question(halts, field)
        self.before = question(incident_before, field)
        self.after = question(incident_after, field)
        self.here = place[figure]
        self.best: dict[tuple[int, int], int] = {}
        self.edges: dict[int, tuple[int, list[Step]]] = {}
        self.rest_at: dict[int, bool] = {}
        self.stops: dict[int, int] = {}  # where it must end: the least cost
        self.tied: set[int] = set()  # placements whose steps hang on more than where the lead is

    # -- the walker stands where it is asked about

    def stand(self, placement: int) -> None:
        """Set the walker on a placement."""
        before = self.place[self.figure]
        if placement == before:
            return
        bit, on = 1 << self.figure, self.on
        if not self.trailing:
            on[before] &= ~bit
            on[placement] |= bit
        else:
            spaces = self.field.spaces_of
            lead, tail = spaces[before]
            on[lead] &= ~bit
            on[tail] &= ~bit
            lead, tail = spaces[placement]
            on[lead] |= bit
            on[tail] |= bit
        self.place[self.figure] = placement

    def may_rest(self, placement: int) -> bool:
        """Whether the walk may end there."""
        found = self.rest_at.get(placement)
        if found is None:
            self.stand(placement)
            found = self.rest_at[placement] = bool(self.rests(placement))
        return found

    def steps(self, placement: int, spent: int) -> list[Step]:
        """The steps from a placement that nothing bars, as far as they may go on from this cost:
        direction, placement behind it, cost, the allowances that hold there, whether the walk must
        end there, whether it is an incident."""
        known = self.edges.get(placement)
        if known is not None and known[0] <= spent:
            return known[1]
        left = self.most - spent
        found = self.found(placement, left) if left > 0 else []
        self.edges[placement] = (spent, found)
        return found

    def found(self, placement: int, left: int) -> list[Step]:
        """The same with so much left to go."""
        found: list[Step] = []
        field, on, costs, bars = self.field, self.on, self.costs, self.bars
        halts, _, may_halt = self.halts
        allows, anywhere, asks = self.allows, self.anywhere, not self.through
        lead, tail = field.lead(placement), field.tail(placement)
        edge, others = lead * field.ways - 1, ~(1 << self.figure)
        tied = costs is None or (asks and self.before[2] is not None)
        for direction, there in enumerate(field.around[lead]):
            edge += 1
            if there < 0:
                continue
            known = costs[edge] if costs is not None else None
            cost: int = known if known is not None else self.cost_of(placement, edge)
            if not 0 < cost <= left:
                continue
            met = anywhere or on[there] & others
            if bars is not None and (met or there == tail):
                barred = self.barred(placement, edge)
                tied = tied or bool(met) or barred
                if barred:
                    continue
            behind = self.behind(there, direction) if self.trailing else there
            stops = halts[edge]
            if stops is None or (may_halt is not None and not stops):
                stops = self.answer(self.halts, behind, edge)
            if stops and not self.may_rest(behind):
                continue
            incident = asks and self.comes(placement, edge, behind)
            allowed = allows[behind]
            if allowed is None:
                allowed = self.allowances(behind)
            found.append((direction, behind, cost, allowed, stops, incident))
        if tied:
            self.tied.add(placement)
        return found

    def barred(self, placement: int, edge: int) -> bool:
        """Whether something bars a step just now."""
        self.stand(placement)
        return bool(self.bars is not None and self.bars(edge))

    def comes(self, placement: int, edge: int, behind: int) -> bool:
        """Whether a rule would do or ask something at a step."""
        known, _, moving = self.before
        found = known[edge]
        if found is None or (moving is not None and not found):
            found = self.answer(self.before, placement, edge)
        if found:
            return True
        known, _, moving = self.after
        found = known[edge]
        if found is None or (moving is not None and not found):
            found = self.answer(self.after, behind, edge)
        return bool(found)

    def cost_of(self, placement: int, edge: int) -> int:
        """What a step costs, but for what bars it just now."""
        if self.costs is None:
            self.stand(placement)
            return int(self.cost(edge))
        self.costs[edge] = cost = int(self.cost(edge))
        return cost

    def answer(self, asked: Question, placement: int, edge: int) -> bool:
        """The answer to a question about an edge, with the walker on a placement."""
        known, steady, moving = asked
        found = known[edge]
        if found is None and steady is not None:
            found = known[edge] = bool(steady(edge))
        if not found and moving is not None:
            self.stand(placement)
            return bool(moving(edge))
        return bool(found)

    def allowances(self, placement: int) -> int:
        """Those that hold on a placement."""
        found = self.allows[placement]
        if found is None:
            self.stand(placement)
            found = self.allows[placement] = self.allowed(placement)
        return int(found)

    def behind(self, there: int, direction: int) -> int:
        """The placement of a walker on two spaces whose lead has stepped onto one: the tail
        follows."""
        field = self.field
        return field.size + there * field.ways + (direction + field.ways // 2) % field.ways

    # -- labels

    def starts(self, spent: Ints, first: bool) -> Iterator[tuple[int, int, int]]:
        """The labels that a walk goes on from: placement, allowances alive, cost. Before the first
        step of a walk either end of the walker may lead."""
        for alive, cost in enumerate(spent):
            if cost >= 0:
                yield self.here, alive, cost
                if first and self.trailing:
                    yield self.turned(), alive, cost

    def turned(self) -> int:
        """The walker's placement with the tail in the lead."""
        field = self.field
        space, direction = divmod(self.here - field.size, field.ways)
        back = (direction + field.ways // 2) % field.ways
        return field.size + field.beside[direction][space] * field.ways + back

    def spread(self, starts: Iterator[tuple[int, int, int]], through: bool) -> Iterator[int]:
        """Every placement reached, each once, the nearest first. `through`: also by incidents."""
        best, far, most, tied = self.best, self.far, self.most, self.tied
        swept: dict[tuple[int, int], int] = {}  # by lead: what all its steps were taken from
        buckets: list[list[tuple[int, int]]] = [[] for _ in range(most + 1)]
        seen: set[int] = set()
        for placement, alive, cost in starts:
            if cost <= most:
                best[placement, alive] = cost
                buckets[cost].append((placement, alive))
        for cost, bucket in enumerate(buckets):
            for placement, alive in bucket:
                if best[placement, alive] < cost:
                    continue
                if placement not in seen:
                    seen.add(placement)
                    yield placement
                lead = (self.field.lead(placement) if self.trailing else placement), alive
                if swept.get(lead, most + 1) <= cost:
                    continue  # another tail has led everywhere for no more
                steps = self.steps(placement, cost)
                if placement not in tied:
                    swept[lead] = cost
                for _, there, more, allowed, halts, incident in steps:
                    if incident and not through:
                        continue
                    total = cost + more
                    left = alive & allowed & far[total]
                    if not left:
                        continue
                    if halts:
                        self.stops[there] = min(total, self.stops.get(there, total))
                        if there not in seen:
                            seen.add(there)
                            yield there
                        continue
                    known = best.get((there, left))
                    if known is None or total < known:
                        best[there, left] = total
                        buckets[total].append((there, left))

    def alive(self, allowances: int, total: int) -> int:
        """Those of some allowances that go so far."""
        return allowances & self.far[total]


@cache
def _reaching(limits: Ints, most: int) -> Ints:
    """By cost, as far as a step behind the last one leads: which allowances go so far."""
    costs = range(2 * most + 1)
    return tuple(sum(1 << n for n, limit in enumerate(limits) if cost <= limit) for cost in costs)
