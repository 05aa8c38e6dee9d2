"""Walks offered as ends and incidents lead to the same outcomes as every sequence of single steps.

On random scenes: hexes with holes, levels, water in which a walk must end, a road with a longer
allowance, others who stand about, and enemies whose side one does not leave without an incident.
An outcome is where a walk ends and which incidents it met, in their order.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from hoyle.runtime import walks
from hoyle.runtime.fields import Field
from tests.test_fields import field_of, rectangle

Outcome = tuple[int, tuple[int, ...]]
WAYS = 6


@dataclass
class Scene:
    """A figure among others, and what a movement says of every step."""

    seed: int
    trailing: bool
    split: bool = False  # what hangs on the edge alone is told apart
    field: Field = field(init=False)

    def __post_init__(self) -> None:
        rng = random.Random(self.seed)
        self.field = field_of([place for place in rectangle(5, 5) if rng.random() > 0.15])
        size = self.field.size
        self.level = [rng.choice((0, 0, 0, 1, 2)) for _ in range(size)]
        self.water = {s for s in range(size) if rng.random() < 0.1}
        self.road = {s for s in range(size) if rng.random() < 0.4}
        self.others = set(rng.sample(range(size), 5))
        self.enemies = set(rng.sample(sorted(self.others), 3))
        self.falls = rng.random() < 0.3
        self.stiff = rng.random() < 0.5  # its own tail is in its way
        self.limits = (rng.choice((3, 4)), rng.choice((4, 5)))
        free = [s for s in range(size) if s not in self.others]
        start = rng.choice(free)
        if self.trailing:
            tails = [d for d in range(WAYS) if self.field.around[start][d] in free]
            start = self.field.trailing(start, rng.choice(tails)) if tails else -1
        self.place, self.on = [start], [0] * size
        for space in self.others:
            self.on[space] = 2
        for space in range(size):
            if start >= 0 and self.field.spaces(start) >> space & 1:
                self.on[space] |= 1

    # -- what is asked with the walker standing somewhere

    def spaces(self) -> set[int]:
        found = {self.field.lead(self.place[0]), self.field.tail(self.place[0])} - {-1}
        assert {s for s, rows in enumerate(self.on) if rows & 1} == found
        return found

    def allowed(self, placement: int) -> int:
        assert placement == self.place[0]
        return 1 | (2 if self.field.lead(placement) in self.road else 0)

    def cost(self, edge: int) -> int:
        here, there = self.ends(edge)
        assert self.field.lead(self.place[0]) == here
        rise = self.level[there] - self.level[here]
        barred = there in self.enemies or (self.stiff and there in self.spaces())
        return 0 if rise > 1 or barred else 1 + max(0, rise)

    def halts(self, edge: int) -> bool:
        return self.spaces() <= self.water

    def rests(self, placement: int) -> bool:
        return not self.spaces() & self.others

    def before(self, edge: int) -> bool:
        """An enemy beside whom one stands is left."""
        here, there = self.ends(edge)
        near = {e for e in self.enemies if e in self.field.around[here]}
        return any(e not in self.field.around[there] for e in near)

    def after(self, edge: int) -> bool:
        here, there = self.ends(edge)
        return self.falls and self.level[here] - self.level[there] >= 2 and bool(self.spaces())

    def ends(self, edge: int) -> tuple[int, int]:
        here, direction = divmod(edge, WAYS)
        return here, self.field.around[here][direction]

    def search(self) -> walks.Walk:
        asked = self.split_up() if self.split else (self.cost, self.halts, self.before, self.after)
        cost, halts, before, after = asked
        allowed = self.allowed
        if self.split:
            allowed = walks.Split("allowed", lambda at: self.allowed_at(at), lambda _: (), False)
        return walks.Walk(
            self.field, self.place, self.on, 0, self.trailing, self.limits,
            allowed, cost, halts, self.rests, before, after,
        )  # fmt: skip

    def split_up(self) -> tuple[Any, ...]:
        """The questions about edges in two parts; the first may be asked wherever one stands."""
        wet = sum(1 << space for space in self.water)
        halts: Any = self.halts
        if not self.trailing:
            one = lambda edge: self.ends(edge)[1] in self.water  # noqa: E731
            halts = walks.Split("halts", one, lambda _: (wet,), False)
        return (
            walks.Split("cost", self.steep_cost, lambda _: (), self.barred, True, True),
            halts,
            walks.Split("before", self.before, False, False),
            walks.Split("after", self.after_edge, lambda _: (self.falls,), False, lambda _: 1 // 0),
        )

    def allowed_at(self, placement: int) -> int:
        return 1 | (2 if self.field.lead(placement) in self.road else 0)

    def steep_cost(self, edge: int) -> int:
        here, there = self.ends(edge)
        rise = self.level[there] - self.level[here]
        return 0 if rise > 1 else 1 + max(0, rise)

    def barred(self, edge: int) -> bool:
        here, there = self.ends(edge)
        assert self.field.lead(self.place[0]) == here
        return there in self.enemies or (self.stiff and there in self.spaces())

    def after_edge(self, edge: int) -> bool:
        here, there = self.ends(edge)
        return self.falls and self.level[here] - self.level[there] >= 2

    def stand(self, placement: int) -> None:
        self.search().stand(placement)


def offered(scene: Scene) -> set[Outcome]:
    """Every outcome of the choices that are offered."""
    start = scene.place[0]
    found: set[Outcome] = set()
    waiting: list[tuple[int, walks.Ints, bool, tuple[int, ...]]] = []
    waiting.append((start, walks.labels(scene.search()), True, ()))
    while waiting:
        placement, spent, first, met = waiting.pop()
        scene.stand(placement)
        ends, departures = walks.options(scene.search(), spent, first)
        assert scene.place[0] == placement
        assert first or ends or departures, "a walk that has begun can end"
        found |= {(end, met) for end in range(ends.bit_length()) if ends >> end & 1}
        for departure in range(departures.bit_length()):
            if departures >> departure & 1:
                left = walks.behind(scene.search(), spent, first, departure)
                origin, direction = divmod(departure, WAYS)
                there = scene.field.stepped(origin, direction)
                waiting.append((there, left, False, (*met, departure)))
    scene.stand(start)
    return found


def stepped(scene: Scene) -> set[Outcome]:
    """Every outcome of single steps."""
    start = scene.place[0]
    starts = {start, walks.Walk.turned(scene.search()) if scene.trailing else start}
    scene.stand(start)
    alive = {n for n in (0, 1) if scene.allowed(start) >> n & 1}
    Position = tuple[int, int, frozenset[int], tuple[int, ...]]
    waiting: list[Position] = [(s, 0, frozenset(alive), ()) for s in starts]
    seen: set[Position] = set(waiting)
    found: set[Outcome] = set()
    while waiting:
        placement, spent, left, met = waiting.pop()
        for direction in range(WAYS):
            scene.stand(placement)
            edge = scene.field.lead(placement) * WAYS + direction
            if scene.ends(edge)[1] < 0 or not scene.cost(edge):
                continue
            total, incident = spent + scene.cost(edge), scene.before(edge)
            there = scene.field.stepped(placement, direction)
            scene.stand(there)
            holds = scene.allowed(there)
            still = frozenset(n for n in left if holds >> n & 1 and total <= scene.limits[n])
            rests, halts = scene.rests(there), scene.halts(edge)
            if not still or (halts and not rests):
                continue
            incidents = met
            if incident or scene.after(edge):
                incidents = (*met, placement * WAYS + direction)
            if rests and not (there in starts and not incidents):
                found.add((there, incidents))
            further = (there, total, still, incidents)
            if not halts and further not in seen:
                seen.add(further)
                waiting.append(further)
    scene.stand(start)
    return found


@pytest.mark.parametrize("trailing", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_choices_and_single_steps_have_the_same_outcomes(seed: int, trailing: bool) -> None:
    scene = Scene(seed, trailing, split=seed % 2 == 0)
    if scene.place[0] < 0:
        return
    assert offered(scene) == stepped(scene)


def test_the_scenes_are_worth_it() -> None:
    """There are incidents, water, roads that matter, and walks of some length."""
    outcomes = [offered(Scene(seed, False)) for seed in range(20)]
    assert sum(len(found) for found in outcomes) > 300
    assert max(len(met) for found in outcomes for _, met in found) >= 2


@pytest.mark.parametrize("trailing", [False, True])
def test_ends_and_costs_look_through_incidents(trailing: bool) -> None:
    for seed in range(30):
        scene = Scene(seed, trailing)
        if scene.place[0] < 0:
            continue
        start = scene.place[0]
        starts = {start, scene.search().turned() if trailing else start}
        everywhere = {end for end, _ in stepped(scene)} - starts
        ends = walks.ends(scene.search())
        assert {end for end in range(ends.bit_length()) if ends >> end & 1} == everywhere
        for end in everywhere:
            cost = walks.cost_to(scene.search(), scene.field.lead(end))
            assert 0 < cost <= max(scene.limits) or cost == 0
        assert scene.place == [start]


def test_a_walk_along_a_line_goes_as_far_as_it_may_end() -> None:
    for seed in range(40):
        for direction in range(WAYS):
            scene = Scene(seed, False)
            line = walks.along(scene.search(), direction)
            here = scene.place[0]
            for place in line:
                assert scene.field.around[here][direction] == place
                here = place
            if line:
                scene.stand(line[-1])
                assert scene.rests(line[-1])


def reached(scene: Scene) -> dict[int, int]:
    """Every placement where a walk may end, with its least cost, by single steps that are tried
    until nothing gets cheaper."""
    start = scene.place[0]
    starts = {start, scene.search().turned() if scene.trailing else start}
    alive = scene.allowed_at(start)
    best = {(at, alive): 0 for at in starts}
    waiting, found = list(best), dict[int, int]()
    while waiting:
        at, left = waiting.pop()
        for direction in range(WAYS):
            edge = scene.field.lead(at) * WAYS + direction
            if scene.ends(edge)[1] < 0:
                continue
            there = scene.field.stepped(at, direction)
            scene.stand(at)
            cost = scene.cost(edge)
            if not cost:
                continue
            total = best[at, left] + cost
            far = sum(1 << n for n, limit in enumerate(scene.limits) if total <= limit)
            still = left & scene.allowed_at(there) & far
            scene.stand(there)
            rests, halts = scene.rests(there), scene.halts(edge)
            if not still or (halts and not rests):
                continue
            if rests and there not in starts:
                found[there] = min(total, found.get(there, total))
            if not halts and total < best.get((there, still), 99):
                best[there, still] = total
                waiting.append((there, still))
    scene.stand(start)
    return found


def test_ends_and_costs_on_a_thousand_maps() -> None:
    for seed in range(1000, 2000):
        scene = Scene(seed, seed % 3 == 0, split=seed % 2 == 0)
        if scene.place[0] < 0:
            continue
        found = reached(scene)
        ends = walks.ends(scene.search())
        assert {end for end in range(ends.bit_length()) if ends >> end & 1} == set(found), seed
        if not scene.trailing:
            assert all(walks.cost_to(scene.search(), at) == cost for at, cost in found.items())
