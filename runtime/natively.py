# ruff: noqa: SIM110  (plain loops are what is compiled best)
"""Helpers of modules that are compiled to machine code, on 64-bit numbers and rows of them.

They are compiled along with the module; nothing else imports this.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, extend, pop, vec
from mypy_extensions import i64

BITS: Final[vec[i64]] = vec[i64]([1 << n for n in range(62)])


def bit(member: i64) -> i64:
    """The mask of one member."""
    return BITS[member]


def has(mask: i64, member: int) -> bool:
    """Whether a mask has a member, however large; C would shift by 64 as by 0. That of everything
    is -1."""
    return member >= 0 and mask >> i64(min(member, 63)) & 1 == 1


def unshift(mask: i64, by: int) -> i64:
    """Every member so much less; those that were below that are gone."""
    return mask >> i64(min(by, 63))


def absolute(number: i64) -> i64:
    """The number without its sign."""
    return -number if number < 0 else number


def remainder(number: i64, by: i64) -> i64:
    """What is left of a number, never negative."""
    return number % by if by > 0 else number % -by


def size(mask: i64) -> i64:
    """How many members a mask has; a constant of more than 62 bits would be an object."""
    m: i64 = mask - ((mask >> 1) & 0x1555555555555555)
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
    found = vec[i64](capacity=size(mask))
    while mask != 0:
        found = append(found, size((mask & -mask) - 1))
        mask = mask & (mask - 1)
    return found


def mask_of(row: vec[i64]) -> i64:
    """The mask with these members."""
    mask: i64 = 0
    for item in row:
        mask = mask | BITS[item]
    return mask


def united(masks: vec[i64]) -> i64:
    """What is in any of these masks."""
    together: i64 = 0
    for mask in masks:
        together = together | mask
    return together


# -------------------------------------------------------------------------------------------- rows


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


def same(a: vec[i64], b: vec[i64]) -> bool:
    """Whether two rows are equal."""
    if len(a) != len(b):
        return False
    for at in range(len(a)):
        if a[at] != b[at]:
            return False
    return True


def index_of(row: vec[i64], item: i64) -> i64:
    """Where the item first stands, -1 if it does not."""
    for at in range(len(row)):
        if row[at] == item:
            return at
    return -1


def drop(row: vec[i64], item: i64) -> vec[i64]:
    """Without the first of these items."""
    at = index_of(row, item)
    return row if at < 0 else drop_at(row, at)


def drop_at(row: vec[i64], at: i64) -> vec[i64]:
    """Without what stands at this position; with -1 what slices of Python give."""
    if at < 0:
        return joined(row[:at], row[at + 1 :])
    left = row[:-1]
    for later in range(at, len(left)):
        left[later] = row[later + 1]
    return left


def without(row: vec[i64], item: i64) -> vec[i64]:
    """The same row, if nobody else has it, with the first of these items taken out."""
    at = index_of(row, item)
    if at < 0:
        return row
    left, _ = pop(row, at)
    return left


def unknown(slots: vec[i64], mark: i64) -> i64:
    """How many slots a pile has, all of which hold this mark.

    Raises:
        ValueError: some slot holds a piece that is known.
    """
    for slot in slots:
        if slot != mark:
            raise ValueError("a pile that is always mixed holds a piece that is known")
    return len(slots)


def marks(slots: i64, mark: i64) -> vec[i64]:
    """So many slots of a pile that hold this mark."""
    return vec[i64]([mark for _ in range(slots)])


def replace(row: vec[i64], at: i64, item: i64) -> vec[i64]:
    """With another item at this position."""
    changed = row[:]
    changed[at] = item
    return changed


def replace_first(row: vec[i64], old: i64, new: i64) -> vec[i64]:
    """With another item in place of the first of these."""
    return replace(row, index_of(row, old), new)


def insert_sorted(row: vec[i64], item: i64) -> vec[i64]:
    """A sorted row with one more item, still sorted."""
    found = append(row[:], item)
    at = len(row)
    while at > 0 and found[at - 1] > item:
        found[at] = found[at - 1]
        at -= 1
    found[at] = item
    return found


def joined(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """One row behind the other."""
    found = vec[i64](capacity=len(a) + len(b))
    return extend(extend(found, a), b)


def before(item: i64, row: vec[i64]) -> vec[i64]:
    """A row behind one more item."""
    found = append(vec[i64](capacity=len(row) + 1), item)
    return extend(found, row)


def shifted(row: vec[i64], by: i64) -> vec[i64]:
    """The items, each so much more."""
    return vec[i64]([item + by for item in row])


def ordered(row: vec[i64]) -> vec[i64]:
    """The items, ascending."""
    found = row[:]
    for at in range(i64(1), len(found)):
        item = found[at]
        before = at - 1
        while before >= 0 and found[before] > item:
            found[before + 1] = found[before]
            before -= 1
        found[before + 1] = item
    return found


def add_counts(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """Two tallies together."""
    found = a[:]
    for at in range(len(found)):
        found[at] = a[at] + b[at]
    return found


def take_counts(a: vec[i64], b: vec[i64]) -> vec[i64]:
    """A tally without what another takes out, never below nothing."""
    found = a[:]
    for at in range(len(found)):
        found[at] = a[at] - b[at] if a[at] > b[at] else i64(0)
    return found


# --------------------------------------------------------------- from Python, and back to Python


def items(row: vec[i64]) -> tuple[int, ...]:
    """A row as a tuple."""
    return tuple(row)


def listed(row: vec[i64]) -> list[int]:
    """A row as a list."""
    return list(row)


def tuples(rows: vec[vec[i64]]) -> list[tuple[int, ...]]:
    """Rows as a list of tuples."""
    return [items(row) for row in rows]


def row(items: Any) -> vec[i64]:
    """Numbers of Python as a row."""
    found = vec[i64](capacity=len(items))
    for item in items:
        number: int = item
        found = append(found, number)
    return found


def rows(items: Any) -> vec[vec[i64]]:
    """A row of rows."""
    return vec[vec[i64]]([row(item) for item in items])


def blocks(items: Any) -> vec[vec[vec[i64]]]:
    """A row of rows of rows."""
    return vec[vec[vec[i64]]]([rows(item) for item in items])


def boxes(items: Any) -> vec[vec[vec[vec[i64]]]]:
    """A row of rows of rows of rows."""
    return vec[vec[vec[vec[i64]]]]([blocks(item) for item in items])


def fill(row: vec[i64], items: vec[i64]) -> None:
    """Write over a whole row."""
    for at in range(len(items)):
        row[at] = items[at]


def fill_rows(rows: vec[vec[i64]], items: vec[vec[i64]]) -> None:
    """Write over a whole row of rows."""
    for at in range(len(items)):
        rows[at] = items[at]
