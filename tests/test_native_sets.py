"""Sets of many words, as native builds have them, do what masks of Python do."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import pytest

pytest.importorskip("librt.vecs", reason="mypyc is not installed")

from hoyle.runtime import native_sets, natively

RNG = random.Random(4)
MASKS = [
    *(0, 1, 1 << 61, 1 << 62, (1 << 62) - 1, (1 << 124) - 1, 1 << 250),
    *(RNG.getrandbits(bits) & RNG.getrandbits(bits) for bits in (20, 62, 63, 80, 124, 125, 250)),
]
SETS = [native_sets.words(mask) for mask in MASKS]


def members(mask: int) -> list[int]:
    """The members of a mask."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def test_of_several_sets() -> None:
    sets = native_sets.rows(MASKS)
    assert native_sets.integer(native_sets.united(sets)) == reduce(or_, MASKS)
    assert natively.united(natively.row([1, 6, 1 << 61])) == 7 | 1 << 61
    assert native_sets.has(native_sets.wide(-1), 5000)  # everything


def test_there_and_back() -> None:
    assert native_sets.integers(native_sets.rows(MASKS)) == MASKS
    assert [native_sets.integer(native_sets.of(native_sets.listed(a))) for a in SETS] == MASKS


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (native_sets.union, lambda a, b: a | b),
        (native_sets.inter, lambda a, b: a & b),
        (native_sets.minus, lambda a, b: a & ~b),
    ],
)
def test_two_sets(function: Callable[[Any, Any], Any], expected: Callable[[int, int], int]) -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        for other, b in zip(MASKS, SETS, strict=True):
            assert native_sets.integer(function(a, b)) == expected(mask, other)
            assert native_sets.same(function(a, b), native_sets.words(expected(mask, other)))
            assert native_sets.same(a, b) == (mask == other)
    assert native_sets.integers(SETS) == MASKS, "a set was written to"


def test_one_set() -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        assert list(native_sets.listed(a)) == members(mask)
        assert native_sets.count(a) == mask.bit_count()
        assert native_sets.some(a) == (mask != 0)
        assert native_sets.lowest(a) == min(members(mask), default=-1)
        assert native_sets.highest(a) == mask.bit_length() - 1
        assert native_sets.narrow(a) == mask & ((1 << 62) - 1)
        assert [native_sets.has(a, at) for at in range(-1, 260)] == [
            at >= 0 and mask >> at & 1 == 1 for at in range(-1, 260)
        ]


def test_moved_sets() -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        for by in (0, 1, 16, 62, 100):
            assert native_sets.integer(native_sets.shift(a, by)) == mask << by
            assert native_sets.integer(native_sets.unshift(a, by)) == mask >> by


def test_small_sets() -> None:
    for member in (0, 61, 62, 130):
        assert native_sets.integer(native_sets.bit(member)) == 1 << member
    assert native_sets.integer(native_sets.wide(9)) == 9 and not native_sets.some(
        native_sets.wide(0)
    )
