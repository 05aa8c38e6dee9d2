"""Fields of boards: geometry on integers against what is counted or measured in another way."""

from __future__ import annotations

import random
from collections import deque
from math import cos, pi, sin, sqrt

import pytest

from hoyle.dsl.geometry import hexes as drawn
from hoyle.dsl.geometry.steps import FLAT, POINTY
from hoyle.runtime import hexes
from hoyle.runtime.fields import Field, hex_field

Axial = tuple[int, int]
STEPS = tuple(POINTY.values())


def field_of(places: list[Axial]) -> Field:
    """The field of some hexes."""
    index = {place: number for number, place in enumerate(places)}
    beside = tuple(tuple(index.get((q + x, r + y), -1) for q, r in places) for x, y in STEPS)
    return hex_field(beside, places, STEPS)


def rectangle(columns: int, rows: int) -> list[Axial]:
    return [drawn.axial(c, r) for r in range(1, rows + 1) for c in range(1, columns + 1)]


def some_of(seed: int) -> Field:
    """A rectangle with holes."""
    rng = random.Random(seed)
    return field_of([place for place in rectangle(9, 8) if rng.random() > 0.2])


def centre(at: Axial) -> tuple[float, float]:
    """Where a pointy hex of width 1 lies on paper."""
    q, r = at
    return q + r / 2, r * sqrt(3) / 2


@pytest.mark.parametrize("flat", [False, True])
def test_hexes_that_touch_on_paper_are_one_step_apart(flat: bool) -> None:
    """Rows (or columns) of even number lie half a hex further along."""
    steps = FLAT if flat else POINTY
    for column in range(2, 7):
        for row in range(2, 7):
            q, r = drawn.axial(column, row, flat)
            near = {drawn.axial(c, w, flat) for c, w in _touching(column, row, flat)}
            assert near == {(q + x, r + y) for x, y in steps.values()}


def _touching(column: int, row: int, flat: bool) -> list[tuple[int, int]]:
    if flat:
        return [(c, r) for r, c in _touching(row, column, False)]
    left = column - 1 if row % 2 else column
    beside = [(column - 1, row), (column + 1, row)]
    return beside + [(c, r) for r in (row - 1, row + 1) for c in (left, left + 1)]


def test_the_directions_go_round_to_the_left() -> None:
    for steps, first in ((POINTY, 0.0), (FLAT, pi / 2)):
        for number, (q, r) in enumerate(steps.values()):
            x, y = centre((q, r)) if steps is POINTY else _flat_centre((q, r))
            angle = first + number * pi / 3
            assert x == pytest.approx(cos(angle)) and -y == pytest.approx(sin(angle))


def _flat_centre(at: Axial) -> tuple[float, float]:
    q, r = at
    return q * sqrt(3) / 2, r + q / 2


def test_distance_is_the_fewest_steps_over_a_field_without_holes() -> None:
    field = field_of(rectangle(11, 11))
    for start in (0, 60, 65, 120):
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for there in field.around[here]:
                if there >= 0 and there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
        for there, count in steps.items():
            assert field.distance[start][there] == count
            assert (field.within(count, start) >> there & 1) and not (
                field.within(count - 1, start) >> there & 1
            )


def test_what_stands_nowhere_is_far_from_everything() -> None:
    field = some_of(1)
    assert field.apart(-1, 3) == field.apart(3, -1) == field.apart(-1, -1) == hexes.FAR
    assert field.near(3, -1) == field.spaces(-1) == 0


def test_an_arc_is_all_that_lies_within_its_angle() -> None:
    field = field_of(rectangle(9, 9))
    for space in (0, 40, 44):
        for direction in range(6):
            for width in range(4):
                found = field.arc(space, direction, width)
                for there in range(field.size):
                    assert bool(found >> there & 1) == _in_angle(
                        field.places[space], field.places[there], direction, width
                    )


def _in_angle(a: Axial, b: Axial, direction: int, width: int) -> bool:
    if a == b:
        return False
    (x, y), (u, v) = centre(a), centre(b)
    ahead = centre(STEPS[direction])
    cosine = ((u - x) * ahead[0] + (v - y) * ahead[1]) / sqrt((u - x) ** 2 + (v - y) ** 2)
    return cosine >= cos(width * pi / 3) - 1e-9


def test_a_line_runs_through_what_a_walk_along_it_meets() -> None:
    """Many points of the line, each looked up by its nearest centres (two on a wall)."""
    for q in range(-4, 5):
        for r in range(-3, 4):
            assert set(hexes.between(q, r)) == _met_on_paper(q, r) - {(0, 0), (q, r)}


def _met_on_paper(q: int, r: int) -> set[Axial]:
    (x, y), found = centre((q, r)), {}
    near = [
        (i, j)
        for i in range(min(q, 0) - 1, max(q, 0) + 2)
        for j in range(min(r, 0) - 1, max(r, 0) + 2)
    ]
    points = 211
    for k in range(points):
        t = k / points + 0.0003
        far = {at: (centre(at)[0] - t * x) ** 2 + (centre(at)[1] - t * y) ** 2 for at in near}
        least = min(far.values())
        for at, squared in far.items():
            if squared < least + 1e-9:
                found[at] = found.get(at, 0) + 1
    return {at for at, times in found.items() if times > 1}


def test_pieces_mirror_each_other() -> None:
    for q in range(-5, 6):
        for r in range(-5, 6):
            whole, there = hexes.pieces(q, r)
            again, back = hexes.pieces(-q, -r)
            turned = [
                (whole - last, whole - first, {(q + x, r + y) for x, y in met})
                for first, last, met in reversed(back)
            ]
            assert whole == again
            assert turned == [(first, last, set(met)) for first, last, met in there]


def test_placements_of_two_spaces_have_a_lead_and_a_tail() -> None:
    field = some_of(2)
    for space in range(field.size):
        assert (field.lead(space), field.tail(space)) == (space, -1)
        for direction, there in enumerate(field.around[space]):
            placement = field.trailing(space, direction)
            assert (placement < 0) == (there < 0)
            if placement >= 0:
                assert (field.lead(placement), field.tail(placement)) == (space, there)
                assert field.spaces(placement) == 1 << space | 1 << there
                back = field.trailing(there, (direction + 3) % 6)
                assert field.spaces(back) == field.spaces(placement)


def test_figures_of_two_spaces_are_as_near_as_their_nearest_ends() -> None:
    field, rng = some_of(3), random.Random(3)
    every = [*range(field.size)]
    every += [p for s in every[:] for d in range(6) if (p := field.trailing(s, d)) >= 0]
    for _ in range(400):
        a, b = rng.choice(every), rng.choice(every)
        ends = [
            field.distance[x][y]
            for x in (field.lead(a), field.tail(a))
            for y in (field.lead(b), field.tail(b))
            if x >= 0 and y >= 0
        ]
        assert field.apart(a, b) == min(ends)
        near = field.near(2, a)
        for x in range(field.size):
            assert bool(near >> x & 1) == (field.apart(a, x) <= 2)
