# ruff: noqa: SIM110  (plain loops are what is compiled best)
"""Sets of more than 62 members, for modules that are compiled to machine code.

A set is a row of words of 62 bits, as many as it needs, never changed once it is written; that of
everything is -1, as in Python, and only asked what it `has`. It is compiled along with the module,
as `natively` is; nothing else imports this.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from hoyle.runtime.natively import BITS, members, size

WORD: Final = 62
ALL: Final = (1 << 62) - 1
NONE: Final[vec[i64]] = vec[i64]()
NO_SETS: Final[vec[vec[i64]]] = vec[vec[i64]]()


def words(mask: int) -> vec[i64]:
    """A mask of Python."""
    found = vec[i64]()
    while mask:
        word: i64 = mask & ALL
        found = append(found, word)
        mask >>= WORD
    return found


def rows(masks: Any) -> vec[vec[i64]]:
    """Masks of Python."""
    return vec[vec[i64]]([words(mask) for mask in masks])


def integer(a: vec[i64]) -> int:
    """The mask of Python."""
    mask = 0
    at = len(a)
    while at > 0:
        at -= 1
        mask = (mask << WORD) | int(a[at])
    return mask


def integers(sets: vec[vec[i64]]) -> list[int]:
    """Masks of Python."""
    return [integer(a) for a in sets]


def wide(mask: i64) -> vec[i64]:
    """A small mask as a set."""
    return NONE if mask == 0 else vec[i64]([mask])


def narrow(a: vec[i64]) -> i64:
    """The members below 62 as a mask."""
    return a[0] if len(a) > 0 else i64(0)


def bit(member: i64) -> vec[i64]:
    """The set of one member."""
    found = vec[i64](capacity=member // WORD + 1)
    for _ in range(member // WORD):
        found = append(found, 0)
    return append(found, BITS[member % WORD])


def of(row: vec[i64]) -> vec[i64]:
    """The set with these members."""
    found = vec[i64]()
    for item in row:
        at = item // WORD
        while len(found) <= at:
            found = append(found, 0)
        found[at] = found[at] | BITS[item % WORD]
    return found


def has(a: vec[i64], member: i64) -> bool:
    """Whether there is such a member."""
    at = member // WORD
    if at >= len(a):
        return len(a) > 0 and a[-1] < 0
    return member >= 0 and a[at] & BITS[member % WORD] != 0


def some(a: vec[i64]) -> bool:
    """Whether there is any."""
    for word in a:
        if word != 0:
            return True
    return False


def same(a: vec[i64], b: vec[i64]) -> bool:
    """Whether two sets have the same members."""
    shared = min(len(a), len(b))
    for at in range(shared):
        if a[at] != b[at]:
            return False
    for at in range(shared, len(a)):
        if a[at] != 0:
            return False
    for at in range(shared, len(b)):
        if b[at] != 0:
            return False
    return True


def union(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """Members of one of them, or of both."""
    if len(a) < len(b):
        a, b = b, a
    found = a[:]
    for at in range(len(b)):
        found[at] = found[at] | b[at]
    return found


def united(sets: vec[vec[i64]]) -> vec[i64]:
    """What is in any of these sets."""
    together = NONE
    for one in sets:
        together = union(together, one)
    return together


def inter(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """Members of both."""
    found = a[: min(len(a), len(b))]
    for at in range(len(found)):
        found[at] = found[at] & b[at]
    return found


def minus(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """Members of the first alone."""
    found = a[:]
    for at in range(min(len(a), len(b))):
        found[at] = found[at] & ~b[at]
    return found


def shift(a: vec[i64], by: i64) -> vec[i64]:
    """Every member so much greater."""
    found = vec[i64](capacity=len(a) + by // WORD + 1)
    for _ in range(by // WORD):
        found = append(found, 0)
    up, down = by % WORD, WORD - by % WORD
    over: i64 = 0
    for word in a:
        if up == 0:
            found = append(found, word)
        else:
            found = append(found, ((word & (BITS[down] - 1)) << up) | over)
            over = word >> down
    return append(found, over) if over != 0 else found


def unshift(a: vec[i64], by: i64) -> vec[i64]:
    """Every member so much less; those that were below that are gone."""
    found = vec[i64](capacity=len(a))
    down, up = by % WORD, WORD - by % WORD
    for at in range(by // WORD, len(a)):
        word: i64 = a[at] >> down
        if down != 0 and at + 1 < len(a):
            word = word | ((a[at + 1] & (BITS[down] - 1)) << up)
        found = append(found, word)
    return found


def count(a: vec[i64]) -> i64:
    """How many members there are."""
    found: i64 = 0
    for word in a:
        found += size(word)
    return found


def lowest(a: vec[i64]) -> i64:
    """The least member, -1 of nothing."""
    for at in range(len(a)):
        word = a[at]
        if word != 0:
            return at * WORD + size((word & -word) - 1)
    return -1


def highest(a: vec[i64]) -> i64:
    """The greatest member, -1 of nothing."""
    row = listed(a)
    return row[-1] if len(row) > 0 else i64(-1)


def listed(a: vec[i64]) -> vec[i64]:
    """The members, ascending."""
    if len(a) == 1:
        return members(a[0])
    found = vec[i64](capacity=count(a))
    for at in range(len(a)):
        word = a[at]
        while word != 0:
            found = append(found, at * WORD + size((word & -word) - 1))
            word = word & (word - 1)
    return found
