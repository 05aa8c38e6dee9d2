"""Lines of sight against a sampler: many points of the segment in floats, looked up on paper."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from hoyle.runtime import hexes, looks
from hoyle.runtime.fields import Field
from tests.test_fields import field_of, rectangle

POINTS = 160
ON_A_WALL = 1e-7


def columns_at(field: Field, a: int, b: int, t: float) -> list[int]:
    """The hexes that a point of a line lies in: two on a wall; -1 of what is no space."""
    (x, y), (q, r) = field.places[a], field.places[b]
    u, v = x + t * (q - x), y + t * (r - y)  # axial, as floats
    near = [(i, j) for i in range(int(u) - 2, int(u) + 3) for j in range(int(v) - 2, int(v) + 3)]
    far = {at: _squared(u - at[0], v - at[1]) for at in near}
    least = min(far.values())
    return [field.index.get(at, -1) for at, d in far.items() if d < least + ON_A_WALL]


def _squared(q: float, r: float) -> float:
    across, down = q + r / 2, r * sqrt(3) / 2
    return across * across + down * down


def sampled(
    field: Field, tops: list[int], a: int, b: int, eye: int, aim: int, never: int, touching: bool
) -> bool:
    """Whether no point of the segment is below the columns there; points near corners are left
    out, since a corner met in one point blocks nothing."""
    whole, pieces = hexes.pieces(*_by(field, a, b))
    corners = {first / whole for first, _, _ in pieces} | {last / whole for _, last, _ in pieces}
    for k in range(1, POINTS):
        t = k / POINTS
        if any(abs(t - corner) < 1e-9 for corner in corners):
            continue
        height = eye + t * (aim - eye)
        found = columns_at(field, a, b, t)
        high = [s >= 0 and not never >> s & 1 and height < tops[s] - 1e-9 for s in found]
        if any(high) if touching else all(high):
            return False
    return True


def _by(field: Field, a: int, b: int) -> tuple[int, int]:
    (x, y), (q, r) = field.places[a], field.places[b]
    return q - x, r - y


def near_miss(field: Field, tops: list[int], a: int, b: int, eye: int, aim: int) -> bool:
    """Whether the segment grazes a top between two points of the sampler."""
    whole, pieces = looks.line(field, a, b)
    for first, last, spaces in pieces:
        for at in (first, last):
            height = eye + (aim - eye) * at / whole
            if any(abs(height - tops[s]) < abs(aim - eye) * 2 / POINTS for s in spaces if s >= 0):
                return True
    return False


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_looks_agree_with_many_points_of_the_line(seed: int, touching: bool) -> None:
    rng = random.Random(seed)
    field = field_of([place for place in rectangle(9, 9) if rng.random() > 0.1])
    tops = [2 * rng.choice((0, 0, 1, 2, 3, 9)) for _ in range(field.size)]
    looked = blocked = 0
    while looked < 40:
        a, b = rng.randrange(field.size), rng.randrange(field.size)
        eye, aim = tops[a] + rng.randrange(1, 9), tops[b] + rng.randrange(1, 9)
        if a == b or near_miss(field, tops, a, b, eye, aim):
            continue
        never = 1 << a | 1 << b
        clear = looks.clear(looks.line(field, a, b), tuple(tops), eye, aim, never, touching)
        assert clear == sampled(field, tops, a, b, eye, aim, never, touching), (a, b, eye, aim)
        looked, blocked = looked + 1, blocked + (not clear)
    assert 5 < blocked < 35


def test_equal_height_is_clear_and_a_bit_less_is_not() -> None:
    field = field_of(rectangle(5, 1))
    tops = (0, 4, 4, 4, 0)
    ends = 1 | 1 << 4
    assert looks.clear(looks.line(field, 0, 4), tops, 4, 4, ends, False)
    assert not looks.clear(looks.line(field, 0, 4), tops, 4, 3, ends, False)


def test_a_wall_blocks_only_if_both_sides_are_too_high() -> None:
    """From a1 to the nearest hex straight below, the line runs along a wall."""
    field = field_of(rectangle(3, 3))
    a, b = field.index[0, 0], field.index[1, 1]
    (piece,) = looks.line(field, a, b)[1]
    one, other = piece[2]
    for touching in (False, True):
        for high in ({one}, {other}, {one, other}):
            tops = tuple(9 if space in high else 0 for space in range(field.size))
            field.seen.clear()
            field.needs.clear()
            blocked = touching or len(high) == 2
            assert looks.sees(field, tops, a, b, 2, (2,), False, touching, 0) is not blocked


def test_looks_with_equal_heights_are_mutual() -> None:
    rng = random.Random(7)
    field = field_of(rectangle(8, 8))
    tops = tuple(rng.choice((0, 1, 2, 6)) for _ in range(field.size))
    for _ in range(300):
        a, b = rng.randrange(field.size), rng.randrange(field.size)
        one, other = tops[a] + 2, tops[b] + 3
        there = looks.sees(field, tops, a, b, one, (other,), True, False, 0)
        assert there == looks.sees(field, tops, b, a, other, (one,), True, False, 0)


def test_what_stands_on_a_space_may_be_in_the_way() -> None:
    field = field_of(rectangle(7, 1))
    flat = (0,) * 7
    assert looks.sees_over(field, flat, 0, 6, 2, (2,), True, False, 0, lambda space: 0)
    high = lambda space: 5 if space == 3 else 0  # noqa: E731
    assert not looks.sees_over(field, flat, 0, 6, 2, (2,), True, False, 0, high)
    assert looks.sees_over(field, flat, 0, 6, 2, (2, 9), True, False, 0, lambda space: 2)
    ends = lambda space: 9 if space in (0, 6) else 0  # noqa: E731
    assert looks.sees_over(field, flat, 0, 6, 2, (2,), True, False, 0, ends)


def test_a_figure_of_two_spaces_sees_from_either() -> None:
    field = field_of(rectangle(7, 3))
    tops = [0] * field.size
    a, b = field.index[0, 0], field.index[6, 0]
    for column in range(7):
        tops[field.index[column, 0]] = 9
    lead_and_tail = field.trailing(a, 5)  # with its tail southeast, in the second row
    assert not looks.sees(field, tuple(tops), a, b, 3, (3,), False, False, 0)
    target = field.trailing(b, 4)
    assert looks.sees(field, tuple(tops), lead_and_tail, target, 3, (3,), False, False, 0)


def test_looks_from_space_to_space_on_a_thousand_maps() -> None:
    """What is kept of a line by its points says the same as its pieces, looked at one by one."""
    rng = random.Random(11)
    blocked = 0
    for number in range(1000):
        field = field_of([place for place in rectangle(6, 6) if rng.random() > 0.1])
        tops = tuple(rng.choice((0, 0, 1, 2, 4, 7)) for _ in range(field.size))
        touching, adjacent = number % 2 == 0, number % 3 == 0
        for _ in range(6):
            a, b = rng.randrange(field.size), rng.randrange(field.size)
            eye, aims = rng.randrange(9), (rng.randrange(9), rng.randrange(9))
            line, never = looks.line(field, a, b), 1 << a | 1 << b
            clear = any(looks.clear(line, tops, eye, aim, never, touching) for aim in aims)
            seen = clear or (adjacent and field.distance[a][b] <= 1)
            assert looks.sees(field, tops, a, b, eye, aims, adjacent, touching, 0) == seen
            blocked += not seen
    assert 500 < blocked < 4000
