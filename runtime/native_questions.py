"""What a search asks, for modules that are compiled to machine code: `questions`, on rows.

It is compiled along with the module, as `natively` is. A question is the number by which the
search's `Asks` know it, or `~answer`.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.native_fields import UNKNOWN, Asks, Field, unknown


class Split:
    """A question in two parts, as in `questions`; each a number of the search's `Asks`, or
    `~answer`. `plain`: one whose answers are never kept."""

    def __init__(
        self,
        asks: Asks,
        name: str,
        steady: i64,
        key: i64,
        moving: i64,
        needed: i64,
        occupied: bool,
        plain: bool = False,
    ) -> None:
        self.name, self.steady, self.key, self.occupied = name, steady, key, occupied
        self.plain = plain
        self.moving: i64 = -1
        if moving >= 0 and may_hold(asks, needed, True):
            self.moving = moving

    def answers(self, asks: Asks, field: Field, count: i64) -> vec[i64]:
        """What is known of it."""
        if self.steady < 0:
            return field.answers("", (~self.steady, count), count, ~self.steady)
        if self.plain or self.key < 0:
            return unknown(count)
        try:
            key: Any = asks.key(self.key)
        except Exception:  # what it would be made of has no value now, and may never be asked for
            return unknown(count)
        return field.answers(self.name, key, count, UNKNOWN)


def asked(asks: Asks, question: i64) -> Split:
    """A question of one part, asked where the walker stands; or its answer."""
    if question < 0:
        return Split(asks, "", question, -1, -1, -2, False)
    return Split(asks, "", -1, -1, question, -2, False)


def plain(asks: Asks, question: i64) -> Split:
    """A question whose answer is a number, asked where the walker stands; or its answer."""
    return Split(asks, "", question, -1, -1, -2, False, question >= 0)


def may_hold(asks: Asks, needed: i64, unsure: bool) -> bool:
    """Whether something holds, as far as it can be told now."""
    if needed < 0:
        return ~needed != 0
    try:
        return asks.asked(needed, 0) != 0
    except Exception:  # it has no value now, and may never be asked for
        return unsure


class Kept:
    """Values that stay the same while a search lasts, as in `questions`, as far as they are
    known."""

    def __init__(self, count: i64) -> None:
        self.at: vec[i64] = unknown(count)
        self.rows: vec[vec[i64]] = vec[vec[i64]]([vec[i64]()] * count)

    def keep(self, number: i64, value: i64) -> i64:
        """Note a value."""
        self.at[number] = value
        return value

    def of_one(self, number: i64, one: i64) -> i64:
        """The value of one of several."""
        row = self.rows[number]
        return row[one] if 0 <= one < len(row) else UNKNOWN

    def keep_of(self, number: i64, one: i64, value: i64) -> i64:
        """Note the value of one of several."""
        if one >= 0:
            row = self.rows[number]
            while len(row) <= one:
                row = append(row, UNKNOWN)
            row[one] = value
            self.rows[number] = row
        return value


class Question:
    """What is known of a test, which question makes it known, which makes a no a yes; -1: none."""

    def __init__(self, split: Split, asks: Asks, field: Field) -> None:
        self.known: vec[i64] = split.answers(asks, field, field.size * field.ways)
        self.steady: i64 = split.steady
        self.moving: i64 = split.moving
