"""Intervals of numbers, and what operations make of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hoyle.compiler.ir import program as p

INFINITY = float("inf")


class Interval(NamedTuple):
    """low .. high; empty (nothing yet) where low is above high."""

    low: float = INFINITY
    high: float = -INFINITY

    def join(self, other: Interval) -> Interval:
        """The least interval around both."""
        if self.low <= other.low and self.high >= other.high:
            return self
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def clip(self, low: float, high: float) -> Interval:
        """What of it is inside."""
        if low <= self.low and self.high <= high:
            return self
        return Interval(max(self.low, low), min(self.high, high))

    @property
    def empty(self) -> bool:
        """Whether no number is inside."""
        return self.low > self.high


EMPTY = Interval()
ANY = Interval(-INFINITY, INFINITY)
NATURAL = Interval(0, INFINITY)
BIT = Interval(0, 1)
LONGEST = 1 << 40  # items of a tuple; no memory holds so many
COUNT = Interval(0, LONGEST)
WIDEST = 4096  # members of a mask; one that holds more is as good as without an end


def around(data: Iterable[p.Datum]) -> Interval:
    """The least interval around numbers, those in tuples included; anything where a text is."""
    found = EMPTY
    for item in data:
        if isinstance(item, tuple):
            found = found.join(around(item))
        elif isinstance(item, int):
            found = found.join(Interval(item, item))
        else:
            return ANY
    return found


def operation(name: str, found: list[Interval]) -> Interval:
    """The interval of an operation, from those of its arguments."""
    for one in found:
        if one.low > one.high and name not in ("tuple", "concat"):
            return EMPTY
    match name:
        case "add":
            return Interval(sum(one.low for one in found), sum(one.high for one in found))
        case "sub" if len(found) == 2:
            return Interval(found[0].low - found[1].high, found[0].high - found[1].low)
        case "neg":
            return Interval(-found[0].high, -found[0].low)
        case "mul" if all(one.low >= 0 for one in found):
            return _product(found)
        case "mod":
            by = found[1]
            return Interval(0, max(abs(by.low), abs(by.high)) - 1)
        case "floordiv" if found[1].low >= 1 and found[0].low >= 0:
            return Interval(0, found[0].high)
        case "min":
            return Interval(min(one.low for one in found), min(one.high for one in found))
        case "max":
            return Interval(max(one.low for one in found), max(one.high for one in found))
        case "len" | "count_of":
            return COUNT
        case "abs":
            return Interval(0, max(abs(found[0].low), abs(found[0].high)))
        case "index_of":
            return Interval(-1, INFINITY)
        case "if":
            return found[1].join(found[2])
        case "item" | "slice" | "drop" | "sorted":
            return found[0]
        case "tuple" | "concat":
            return _joined(found)
        case "replace":
            return found[0].join(found[2])
        case _ if name in _TESTS:
            return BIT
        case _:
            return _on_masks(name, found)


def _on_masks(name: str, found: list[Interval]) -> Interval:
    """The interval of an operation on masks."""
    match name:
        case "union" | "inter" | "minus" | "unshift":
            return _mask(name, found)
        case "bit" | "mask_of":
            return bits_of(found[0])
        case "size":
            return Interval(0, highest(found[0]) + 1)
        case "members":
            return Interval(0, highest(found[0]))
        case "lowest" | "highest":
            return Interval(-1, highest(found[0]))
        case _:
            return ANY


def bits_of(items: Interval) -> Interval:
    """Masks of such members."""
    if items.empty:
        return Interval(0, 0)
    known = items.low >= 0 and items.high < WIDEST
    return Interval(0, (1 << int(items.high) + 1) - 1) if known else NATURAL


def highest(mask: Interval) -> float:
    """The greatest member that such a mask can have; -1 if it is empty."""
    known = 0 <= mask.low <= mask.high < INFINITY
    return int(mask.high).bit_length() - 1 if known else INFINITY


def _mask(name: str, found: list[Interval]) -> Interval:
    """What is in one of two masks or in both, or in the first alone."""
    if any(one.low < 0 or one.empty for one in found):
        return ANY
    match name:
        case "union":
            return bits_of(Interval(0, max(0, *map(highest, found))))
        case "inter":
            return Interval(0, min(one.high for one in found))
        case _:
            return Interval(0, found[0].high)


def library(name: str, found: list[Interval]) -> Interval:
    """The interval of what a helper of the library gives, from those of its arguments."""
    if name in _SOME_OF_FIRST:
        return found[0]
    match name:
        case "insert_sorted":
            return found[0].join(found[1])
        case "replace" | "replace_first":
            return found[0].join(found[2])
        case "unite":
            return _mask("union", [found[0]])
        case "mask_of":
            return bits_of(found[0])
        case "lowest" | "nth_bit":
            return Interval(-1, highest(found[0]))
        case "only_bit" | "first_bit" | "last_bit" | "members" | "from_bit":
            return Interval(0, highest(found[0]))
        case "some":
            return found[0].clip(0, INFINITY)
        case _:
            return ANY


def _product(found: list[Interval]) -> Interval:
    low, high = 1.0, 1.0
    for one in found:
        low *= one.low
        high = 0.0 if 0 in (high, one.high) else high * one.high
    return Interval(low, high)


def _joined(found: list[Interval]) -> Interval:
    whole = EMPTY
    for one in found:
        whole = whole.join(one)
    return whole


_SOME_OF_FIRST = frozenset(
    """
    drop drop_at leave_out starting once_each first_bits only_item first_item last_item least
    greatest
    """.split()  # noqa: SIM905
)
"""Helpers that give some of what their first argument holds, or one of it."""

_TESTS = frozenset(name for name, form in p.OPS.items() if form == "bool")
