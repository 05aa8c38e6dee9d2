"""Sets of 63 to 124 members, for modules that are compiled to machine code: two words of 62 bits.

A pair of numbers is no object there: nothing is made and nothing thrown away where a set is worked
out. It is compiled along with the module, as `natively` is; nothing else imports this.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.natively import BITS, size
from hoyle.runtime.natively import highest as highest_of

WORD: Final = 62
ALL: Final = (1 << 62) - 1


def words(mask: int) -> tuple[i64, i64]:
    """A mask of Python."""
    low: i64 = mask & ALL
    high: i64 = mask >> WORD
    return low, high


def integer(a: tuple[i64, i64]) -> int:
    """The mask of Python."""
    return int(a[0]) if a[1] == 0 else int(a[0]) | int(a[1]) << WORD


def wide(mask: i64) -> tuple[i64, i64]:
    """A small mask as a set."""
    return mask, i64(0)


def narrow(a: tuple[i64, i64]) -> i64:
    """The members below 62 as a mask."""
    return a[0]


def of_row(row: vec[i64]) -> tuple[i64, i64]:
    """A set of many words (`native_sets`); members above are left out."""
    low: i64 = row[0] if len(row) > 0 else i64(0)
    high: i64 = row[1] if len(row) > 1 else i64(0)
    return low, high


def as_row(a: tuple[i64, i64]) -> vec[i64]:
    """The same set as one of many words."""
    return vec[i64]([a[0]]) if a[1] == 0 else vec[i64]([a[0], a[1]])


def bit(member: i64) -> tuple[i64, i64]:
    """The set of one member."""
    if member < WORD:
        return BITS[member], i64(0)
    return i64(0), BITS[member - WORD]


def of(row: vec[i64]) -> tuple[i64, i64]:
    """The set with these members."""
    low: i64 = 0
    high: i64 = 0
    for item in row:
        if item < WORD:
            low = low | BITS[item]
        else:
            high = high | BITS[item - WORD]
    return low, high


def has(a: tuple[i64, i64], member: i64) -> bool:
    """Whether there is such a member."""
    if member < WORD:
        return member >= 0 and a[0] & BITS[member] != 0
    return member < 2 * WORD and a[1] & BITS[member - WORD] != 0


def some(a: tuple[i64, i64]) -> bool:
    """Whether there is any."""
    return a[0] | a[1] != 0


def same(a: tuple[i64, i64], b: tuple[i64, i64]) -> bool:
    """Whether two sets have the same members."""
    return a[0] == b[0] and a[1] == b[1]


def union(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Members of one of them, or of both."""
    return a[0] | b[0], a[1] | b[1]


def inter(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Members of both."""
    return a[0] & b[0], a[1] & b[1]


def minus(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Members of the first alone."""
    return a[0] & ~b[0], a[1] & ~b[1]


def shift(a: tuple[i64, i64], by: i64) -> tuple[i64, i64]:
    """Every member so much greater."""
    if by >= WORD:
        return i64(0), a[0] << (by - WORD)
    return (a[0] & (ALL >> by)) << by, (a[1] << by) | (a[0] >> (WORD - by))


def unshift(a: tuple[i64, i64], by: i64) -> tuple[i64, i64]:
    """Every member so much less; those that were below that are gone."""
    if by >= WORD:
        return a[1] >> min(by - WORD, WORD), i64(0)
    return (a[0] >> by) | ((a[1] & ~(ALL << by)) << (WORD - by)), a[1] >> by


def count(a: tuple[i64, i64]) -> i64:
    """How many members there are."""
    return size(a[0]) + size(a[1])


def lowest(a: tuple[i64, i64]) -> i64:
    """The least member, -1 of nothing."""
    if a[0] != 0:
        return size((a[0] & -a[0]) - 1)
    return WORD + size((a[1] & -a[1]) - 1) if a[1] != 0 else i64(-1)


def highest(a: tuple[i64, i64]) -> i64:
    """The greatest member, -1 of nothing."""
    return highest_of(a[0]) if a[1] == 0 else WORD + highest_of(a[1])


def listed(a: tuple[i64, i64]) -> vec[i64]:
    """The members, ascending."""
    found = vec[i64](capacity=count(a))
    word = a[0]
    while word != 0:
        found = append(found, size((word & -word) - 1))
        word = word & (word - 1)
    word = a[1]
    while word != 0:
        found = append(found, WORD + size((word & -word) - 1))
        word = word & (word - 1)
    return found
