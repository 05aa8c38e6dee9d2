"""Sets of two words, as native builds have them, do what masks of Python do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("librt.vecs", reason="mypyc is not installed")

from hoyle.runtime import native_pairs, native_sets

RNG = random.Random(4)
ALL = (1 << 124) - 1
MASKS = [
    *(0, 1, 1 << 61, 1 << 62, 1 << 123, (1 << 62) - 1, ALL),
    *(RNG.getrandbits(bits) & RNG.getrandbits(bits) for bits in (20, 62, 63, 80, 124)),
]
SETS = [native_pairs.words(mask) for mask in MASKS]


def members(mask: int) -> list[int]:
    """The members of a mask."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def test_there_and_back() -> None:
    assert [native_pairs.integer(a) for a in SETS] == MASKS
    assert [native_pairs.of(native_pairs.listed(a)) for a in SETS] == SETS
    assert [native_pairs.of_row(native_sets.words(mask)) for mask in MASKS] == SETS
    assert [native_sets.integer(native_pairs.as_row(a)) for a in SETS] == MASKS


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (native_pairs.union, lambda a, b: a | b),
        (native_pairs.inter, lambda a, b: a & b),
        (native_pairs.minus, lambda a, b: a & ~b),
    ],
)
def test_two_sets(function: Callable[[Any, Any], Any], expected: Callable[[int, int], int]) -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        for other, b in zip(MASKS, SETS, strict=True):
            assert function(a, b) == native_pairs.words(expected(mask, other))
            assert native_pairs.same(a, b) == (mask == other)


def test_one_set() -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        assert list(native_pairs.listed(a)) == members(mask)
        assert native_pairs.count(a) == mask.bit_count()
        assert native_pairs.some(a) == (mask != 0)
        assert native_pairs.lowest(a) == min(members(mask), default=-1)
        assert native_pairs.highest(a) == mask.bit_length() - 1
        assert native_pairs.narrow(a) == mask & ((1 << 62) - 1)
        assert [native_pairs.has(a, at) for at in range(-1, 130)] == [
            at >= 0 and mask >> at & 1 == 1 for at in range(-1, 130)
        ]


@pytest.mark.parametrize("by", [0, 1, 30, 61, 62, 63, 100, 123, 124, 200])
def test_moved(by: int) -> None:
    for mask, a in zip(MASKS, SETS, strict=True):
        assert native_pairs.unshift(a, by) == native_pairs.words(mask >> by)
        if mask << by <= ALL:
            assert native_pairs.shift(a, by) == native_pairs.words(mask << by)


def test_small_sets() -> None:
    for mask in (0, 1, (1 << 62) - 1):
        assert native_pairs.wide(mask) == native_pairs.words(mask)
    assert [native_pairs.bit(at) for at in (0, 61, 62, 123)] == [
        native_pairs.words(1 << at) for at in (0, 61, 62, 123)
    ]
