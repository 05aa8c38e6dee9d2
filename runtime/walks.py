"""Walks of figures: where they may end, and which steps on the way are to be asked for.

A label is a placement with the set of allowances still alive, and the least cost of getting there.
Steps on which a rule would do or ask something are incidents: they are no part of a quiet walk, and
are offered by themselves. What a step costs, what bars it, where a walk must or may end is asked of
the game, with the walker standing where it is asked about; afterwards it stands as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hoyle.runtime.fields import Field

Ints = tuple[int, ...]
Test = Callable[[int], object] | bool
Step = tuple[int, int, int, int, bool, bool]

NOWHERE: Ints = (0, 0)
UNREACHABLE = 9999


class Walk:
    """One search. `place` and `on` are the position's own lists: the placement of every figure of
    the walker's sort, and by space the mask of those that stand there.

    An edge is a space with a direction, `space * ways + direction`. `cost` of an edge is 0 where
    the step is barred. `allowed` says which allowances hold on the walker's placement, `limits` how
    far each of them goes. `halts` and `incident_after` are asked with the walker behind the edge.
    What is the same everywhere is given as it is.
    """

    __slots__ = (
        "allowed", "allows", "best", "cost", "edges", "field", "figure", "halts", "here",
        "incident_after", "incident_before", "limits", "most", "on", "place", "rest_at", "rests",
        "stops", "trailing",
    )  # fmt: skip

    def __init__(
        self,
        field: Field,
        place: list[int],
        on: list[int],
        figure: int,
        trailing: bool,
        limits: Ints,
        allowed: Callable[[int], int] | int,
        cost: Callable[[int], int],
        halts: Test,
        rests: Callable[[int], object],
        incident_before: Test,
        incident_after: Test,
    ) -> None:
        self.field, self.place, self.on, self.figure = field, place, on, figure
        self.trailing, self.limits, self.allowed, self.cost = trailing, limits, allowed, cost
        self.most = max(limits, default=0)
        self.halts, self.rests = halts, rests
        self.incident_before, self.incident_after = incident_before, incident_after
        self.here = place[figure]
        self.best: dict[tuple[int, int], int] = {}
        self.edges: dict[int, tuple[int, list[Step]]] = {}
        self.allows: dict[int, int] = {}
        self.rest_at: dict[int, bool] = {}
        self.stops: dict[int, int] = {}  # where it must end: the least cost

    # -- the walker stands where it is asked about

    def stand(self, placement: int) -> None:
        """Set the walker on a placement."""
        before = self.place[self.figure]
        if placement == before:
            return
        bit, on, field = 1 << self.figure, self.on, self.field
        if not self.trailing:
            on[before] &= ~bit
            on[placement] |= bit
        else:
            for space in (field.lead(before), field.tail(before)):
                if space >= 0:
                    on[space] &= ~bit
            for space in (field.lead(placement), field.tail(placement)):
                if space >= 0:
                    on[space] |= bit
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
        found: list[Step] = []
        if left > 0:
            self.stand(placement)
            first = self.field.lead(placement) * self.field.ways
            for direction, there, cost, before in self.unbarred(placement, first, left):
                entered = self.entered(first + direction, there)
                if entered is not None:
                    allowed, halts, after = entered
                    found.append((direction, there, cost, allowed, halts, before or after))
        self.edges[placement] = (spent, found)
        return found

    def unbarred(self, placement: int, first: int, left: int) -> list[tuple[int, int, int, bool]]:
        """The steps from where the walker stands that cost no more than is left: direction,
        placement behind it, cost, whether something comes before it."""
        incident, cost_of, found = self.incident_before, self.cost, []
        for direction, there in enumerate(self.field.around[first // self.field.ways]):
            if there >= 0:
                cost = cost_of(first + direction)
                if 0 < cost <= left:
                    before = bool(incident(first + direction)) if callable(incident) else incident
                    behind = self.behind(there, direction) if self.trailing else there
                    found.append((direction, behind, cost, before))
        return found

    def entered(self, edge: int, there: int) -> tuple[int, bool, bool] | None:
        """Behind an edge: the allowances that hold, whether the walk must end, whether something
        comes; None if it must end and may not."""
        halts, after = self.halts, self.incident_after
        if callable(halts) or callable(after):
            self.stand(there)
        stops = bool(halts(edge)) if callable(halts) else halts
        if stops and not self.may_rest(there):
            return None
        comes = bool(after(edge)) if callable(after) else after
        if not callable(self.allowed):
            return self.allowed, stops, comes
        allowed = self.allows.get(there)
        if allowed is None:
            self.stand(there)
            allowed = self.allows[there] = self.allowed(there)
        return allowed, stops, comes

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
        best = self.best
        most = self.most
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
                for _, there, more, allowed, halts, incident in self.steps(placement, cost):
                    if incident and not through:
                        continue
                    total = cost + more
                    left = self.alive(alive & allowed, total)
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
        for number, limit in enumerate(self.limits):
            if total > limit:
                allowances &= ~(1 << number)
        return allowances


# --------------------------------------------------------------------------------- what is asked


def _asked(walk: Walk, spent: Ints, first: bool, through: bool = False) -> Iterator[int]:
    return walk.spread(walk.starts(spent, first), through)


def options(walk: Walk, spent: Ints, first: bool) -> Ints:
    """Where a walk may end by quiet steps, and the incidents that it can reach quietly and after
    which it can still end somewhere: masks of placements and of `placement * ways + direction`.

    Before the first step the walker does not end where it stands.
    """
    if walk.here < 0:
        return NOWHERE
    ends = departures = 0
    ways, start = walk.field.ways, {walk.here, walk.turned() if walk.trailing else walk.here}
    try:
        reached = list(_asked(walk, spent, first)) or [walk.here]
        for placement in reached:
            if not (first and placement in start) and walk.may_rest(placement):
                ends |= 1 << placement
        for (placement, alive), cost in list(walk.best.items()):
            for direction, there, more, allowed, halts, incident in walk.steps(placement, cost):
                total = cost + more
                left = walk.alive(alive & allowed, total) if incident else 0
                bit = 1 << placement * ways + direction
                if left and not departures & bit and _can_end(walk, there, left, total, halts):
                    departures |= bit
    finally:
        walk.stand(walk.here)
    return ends, departures


def _can_end(walk: Walk, there: int, alive: int, total: int, halts: bool) -> bool:
    """Whether a walk can end anywhere behind a step."""
    if halts or walk.may_rest(there):
        return True
    best, walk.best = walk.best, {}
    try:
        further = walk.spread(iter([(there, alive, total)]), True)
        return any(walk.may_rest(placement) for placement in further)
    finally:
        walk.best = best


def behind(walk: Walk, spent: Ints, first: bool, departure: int) -> Ints:
    """By set of allowances the least cost behind a step, -1 of those that are not alive there."""
    found = [-1] * len(spent)
    placement, wanted = divmod(departure, walk.field.ways)
    try:
        for _ in _asked(walk, spent, first):
            pass
        for (there, alive), cost in walk.best.items():
            if there != placement:
                continue
            for direction, _, more, allowed, halts, _ in walk.steps(placement, cost):
                left = walk.alive(alive & allowed, cost + more)
                if direction == wanted and left and not halts:
                    found[left] = min(found[left] if found[left] >= 0 else 9999, cost + more)
    finally:
        walk.stand(walk.here)
    return tuple(found)


def labels(walk: Walk) -> Ints:
    """The labels of a walk that has not begun: everything that holds at its start is alive."""
    found = [-1] * (1 << len(walk.limits))
    if walk.here >= 0:
        holds = walk.allowed(walk.here) if callable(walk.allowed) else walk.allowed
        alive = holds & (1 << len(walk.limits)) - 1
        if alive:
            found[walk.alive(alive, 0)] = 0
    found[0] = -1
    return tuple(found)


def ends(walk: Walk) -> int:
    """Everywhere that a walk may end, incidents on the way or not, as a mask."""
    if walk.here < 0:
        return 0
    found = 0
    start = {walk.here, walk.turned() if walk.trailing else walk.here}
    try:
        for placement in list(_asked(walk, labels(walk), True, through=True)):
            if placement not in start and walk.may_rest(placement):
                found |= 1 << placement
    finally:
        walk.stand(walk.here)
    return found


def cost_to(walk: Walk, space: int) -> int:
    """The least cost of a walk onto a space, incidents on the way or not."""
    if walk.here < 0:
        return UNREACHABLE
    found = UNREACHABLE
    try:
        for _ in _asked(walk, labels(walk), True, through=True):
            pass
        reached = [(there, cost) for (there, _), cost in walk.best.items()]
        for placement, cost in (*reached, *walk.stops.items()):
            if walk.field.spaces(placement) >> space & 1:
                found = min(found, cost)
    finally:
        walk.stand(walk.here)
    return found


def along(walk: Walk, direction: int) -> Ints:
    """The placements of a walk in a straight line that asks nothing, as far as it goes and may
    end."""
    if walk.here < 0:
        return ()
    spent, line, here = labels(walk), [], _facing(walk, direction)
    alive, total = max((a for a, cost in enumerate(spent) if cost >= 0), default=0), 0
    last = 0
    try:
        while alive:
            step = next((s for s in walk.steps(here, total) if s[0] == direction), None)
            if step is None:
                break
            _, here, more, allowed, halts, _ = step
            total += more
            alive = walk.alive(alive & allowed, total)
            if alive:
                line.append(here)
                last = len(line) if walk.may_rest(here) else last
            if halts:
                break
    finally:
        walk.stand(walk.here)
    return tuple(line[:last])


def _facing(walk: Walk, direction: int) -> int:
    """The walker's placement, with the other end in the lead where its tail is in the way."""
    if walk.trailing:
        space = walk.field.lead(walk.here)
        if walk.field.beside[direction][space] == walk.field.tail(walk.here):
            return walk.turned()
    return walk.here


def may_rest(walk: Walk) -> bool:
    """Whether a walk may end where the walker stands."""
    return walk.here >= 0 and walk.may_rest(walk.here)


def nearest(walk: Walk, before: int) -> int:
    """Where a walker goes that may not rest where it stands: to the last placement of its walk
    where it could (`before`), else to the nearest where it can, of equally near ones the first."""
    try:
        if before >= 0 and walk.may_rest(before):
            return before
        return min(_placements(walk), key=lambda p: (_apart(walk, p), p), default=walk.here)
    finally:
        walk.stand(walk.here)


def _placements(walk: Walk) -> Iterator[int]:
    field = walk.field
    every: Sequence[int] = range(field.size)
    if walk.trailing:
        every = [p for s in every for d in range(field.ways) if (p := field.trailing(s, d)) >= 0]
    return (placement for placement in every if walk.may_rest(placement))


def _apart(walk: Walk, placement: int) -> int:
    return walk.field.apart(walk.here, placement)
