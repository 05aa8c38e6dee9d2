# ruff: noqa: C416, SIM110, SIM113  (plain loops are what is compiled best)
"""Helpers of modules that are compiled to machine code, on 64-bit numbers and rows of them.

They are compiled along with the module; nothing else imports this.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

BITS: Final[vec[i64]] = vec[i64]([1 << n for n in range(62)])


def bit(member: i64) -> i64:
    """The mask of one member."""
    return BITS[member]


def large_bit(member: int) -> int:
    """The mask of one member, however large."""
    return 1 << member


def size(mask: i64) -> i64:
    """How many members a mask has."""
    m: i64 = mask - ((mask >> 1) & 0x5555555555555555)
    m = (m & 0x3333333333333333) + ((m >> 2) & 0x3333333333333333)
    m = (m + (m >> 4)) & 0x0F0F0F0F0F0F0F0F
    m = m + (m >> 8)
    m = m + (m >> 16)
    return (m + (m >> 32)) & 127


def lowest(mask: i64) -> i64:
    """The least member, -1 of nothing."""
    if mask == 0:
        return -1
    return size((mask & -mask) - 1)


def highest(mask: i64) -> i64:
    """The greatest member, -1 of nothing."""
    found: i64 = -1
    while mask != 0:
        mask = mask >> 1
        found += 1
    return found


def members(mask: i64) -> vec[i64]:
    """The members of a mask, ascending."""
    found = vec[i64]()
    while mask != 0:
        found = append(found, size((mask & -mask) - 1))
        mask = mask & (mask - 1)
    return found


def holds(row: vec[i64], item: i64) -> bool:
    """Whether an item stands in a row."""
    for other in row:
        if other == item:
            return True
    return False


def count(row: vec[i64], item: i64) -> i64:
    """How often an item stands in a row."""
    found: i64 = 0
    for other in row:
        if other == item:
            found += 1
    return found


def items(row: vec[i64]) -> tuple[int, ...]:
    """A row as a tuple."""
    return tuple([item for item in row])


def row(items: list[int]) -> vec[i64]:
    """A list as a row."""
    found = vec[i64]()
    for item in items:
        found = append(found, item)
    return found


def listed(row: vec[i64]) -> list[int]:
    """A row as a list."""
    return [item for item in row]


def copied(row: vec[i64]) -> vec[i64]:
    """A row that goes its own way."""
    found = vec[i64]()
    for item in row:
        found = append(found, item)
    return found


def flat(table: Any) -> vec[i64]:
    """All numbers of a table in one row."""
    return row(_numbers(table))


def _numbers(table: Any) -> list[int]:
    found: list[int] = []
    for item in table:
        if isinstance(item, tuple):
            found.extend(_numbers(item))
        else:
            found.append(int(item))
    return found


def fill(row: vec[i64], items: Any) -> None:
    """Write over a whole row."""
    at: i64 = 0
    for item in items:
        row[at] = item
        at += 1
