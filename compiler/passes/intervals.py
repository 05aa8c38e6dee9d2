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
    if name in _TESTS:
        return BIT
    match name:
        case "add":
            return Interval(sum(one.low for one in found), sum(one.high for one in found))
        case "sub" if len(found) == 2:
            return Interval(found[0].low - found[1].high, found[0].high - found[1].low)
        case "neg":
            return Interval(-found[0].high, -found[0].low)
        case "mul":
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
            return Interval(-1, LONGEST)
        case "if":
            return found[1].join(found[2])
        case "item" | "slice" | "drop" | "sorted":
            return found[0]
        case "tuple" | "concat":
            return _joined(found)
        case "replace":
            return found[0].join(found[2])
        case _:
            return _on_masks(name, found)


def _on_masks(name: str, found: list[Interval]) -> Interval:
    """The interval of an operation on masks."""
    match name:
        case "union" | "inter" | "minus":
            return _mask(name, found)
        case "shift" | "unshift":
            return _shifted(name, *found)
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


def gathered(kind: str, body: Interval, default: Interval, turns: float = LONGEST) -> Interval:
    """The interval of what a loop gathers in so many `turns` at most, from that of what it gathers
    for each; `default`: of nothing."""
    match kind:
        case "any" | "every":
            return BIT
        case "mask":
            return bits_of(body)
        case "count":
            return COUNT
        case "sum":
            return Interval(_times(min(0, body.low), turns), _times(max(0, body.high), turns))
        case "first":
            return body.join(Interval(-1, -1))
        case _:
            return body.join(default)


def _times(number: float, turns: float) -> float:
    """A number so many times; none is none, however often, and so is anything no times."""
    return number * turns if number and turns > 0 else 0


def bits_of(items: Interval) -> Interval:
    """Masks of such members; there is none below 0."""
    if items.empty or items.high < 0:
        return Interval(0, 0)
    return Interval(0, (1 << int(items.high) + 1) - 1) if items.high < WIDEST else NATURAL


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


def _shifted(name: str, mask: Interval, by: Interval) -> Interval:
    """What becomes of a mask whose members all move by so much."""
    most = highest(mask)
    if by.low < 0 or most >= WIDEST or (name == "shift" and by.high >= WIDEST):
        return NATURAL
    moved = most + by.high if name == "shift" else most - by.low
    return Interval(0, 0) if most < 0 or moved < 0 else bits_of(Interval(0, moved))


def library(name: str, found: list[Interval]) -> Interval:
    """The interval of what a helper of the library gives, from those of its arguments."""
    if name in _SOME_OF_FIRST:
        return found[0]
    if name == "unite":
        return Interval(0, 0) if found[0].empty else _mask("union", [found[0]])
    if name in _OF_MASKS and any(one.empty for one in found):
        return EMPTY
    match name:
        case "insert_sorted":
            return found[0].join(found[1])
        case "replace" | "replace_first":
            return found[0].join(found[2])
        case "mask_of":
            return bits_of(found[0])
        case "lowest" | "nth_bit":
            return Interval(-1, highest(found[0]))
        case "only_bit" | "first_bit" | "last_bit" | "members" | "from_bit":
            return Interval(0, highest(found[0]))
        case "copy":
            return Interval(-1, min(map(highest, found)))
        case "copy_among":
            return Interval(0, highest(found[1]))
        case "offered":
            return COUNT
        case "in_range":
            return found[0].clip(found[1].low, found[2].high)
        case "some":
            return found[0].clip(0, INFINITY)
        case "walks.kept" | "walks.kept_of":
            return found[-1]
        case _ if name in _OF_PLACES:
            return Interval(-1, LONGEST)
        case _:
            return ANY


def _product(found: list[Interval]) -> Interval:
    whole = Interval(1, 1)
    for one in found:
        corners = [0 if 0 in (a, b) else a * b for a in whole for b in one]
        whole = Interval(min(corners), max(corners))
    return whole


def _joined(found: list[Interval]) -> Interval:
    whole = EMPTY
    for one in found:
        whole = whole.join(one)
    return whole


_SOME_OF_FIRST = frozenset(
    """
    drop drop_at leave_out starting once_each without_repeats first_bits only_item first_item
    last_item least greatest
    """.split()  # noqa: SIM905
)
"""Helpers that give some of what their first argument holds, or one of it."""

_OF_MASKS = frozenset(
    """
    lowest nth_bit only_bit first_bit last_bit members from_bit some copy copy_among in_range
    """.split()  # noqa: SIM905
)
"""Helpers that say nothing while nothing is known of what they are given."""

_OF_PLACES = frozenset(
    """
    .lead .tail .stepped .trailing .fitting .apart .leads .left .tails .ways_from .between
    walks.nearest walks.cost_to walks.labels walks.behind walks.along
    """.split()  # noqa: SIM905
)
"""What is asked of a board or a search that gives spaces, placements, directions or costs, or -1
where there is none."""

_TESTS = frozenset(name for name, form in p.OPS.items() if form == "bool")
