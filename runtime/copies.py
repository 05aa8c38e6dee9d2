"""Pieces that are alike are chosen by kind and place, whichever rows of the table they are.

`first` says for each row the first like it, `at` where each row lies; where `at` is empty, all lie
in one place. The numbers of a kind are its rows: the first stands for the first place in which
there are copies, the second for the second.
"""

from __future__ import annotations

from functools import lru_cache

Ints = tuple[int, ...]


def copy(like: int, there: int) -> int:
    """The first of the pieces there that is like what was named."""
    found = like & there
    return (found & -found).bit_length() - 1


def copy_among(number: int, there: int, chosen: int, first: Ints, at: Ints) -> int:
    """The first piece of a kind and place, by their number, that is not chosen yet."""
    rows = next(rows for known, rows in _groups(there, first, at) if known == number)
    return next(row for row in rows if not chosen >> row & 1)


def offered(there: int, chosen: int, last: int, needed: int, first: Ints, at: Ints) -> Ints:
    """The numbers of what can be chosen next: nothing before the `last`, and so that as many as
    are `needed` are left from there on."""
    groups = _groups(there, first, at)
    begin = next((i for i, (_, rows) in enumerate(groups) if last in rows), 0)
    found: list[int] = []
    behind = 0
    for number, rows in reversed(groups[begin:]):
        left = sum(1 for row in rows if not chosen >> row & 1)
        behind += left
        if left and behind >= needed:
            found.append(number)
    return tuple(sorted(found))


def _groups(there: int, first: Ints, at: Ints) -> list[tuple[int, list[int]]]:
    """What lies in one place and is alike, with its number; by kinds, by places."""
    found: dict[tuple[int, int], list[int]] = {}
    rest = there
    while rest:
        low = rest & -rest
        row = low.bit_length() - 1
        found.setdefault((first[row], at[row] if at else 0), []).append(row)
        rest ^= low
    numbers = {kind: iter(rows) for kind, rows in _kinds(first).items()}
    return [(next(numbers[kind]), found[kind, place]) for kind, place in sorted(found)]


@lru_cache(maxsize=64)
def _kinds(first: Ints) -> dict[int, Ints]:
    """The rows of each kind."""
    found: dict[int, list[int]] = {}
    for row, kind in enumerate(first):
        found.setdefault(kind, []).append(row)
    return {kind: tuple(rows) for kind, rows in found.items()}
