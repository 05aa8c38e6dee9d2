"""Pure helpers that generated expressions call.

Masks are ints of bits, tuples are rows, slots or faces, positions count from 0. Nothing here knows
a game. What an operator of Python says as shortly is not here: `m & -m`, `m.bit_count()`, `1 << i`.
"""

from __future__ import annotations

from bisect import bisect_left as bisect_left
from bisect import bisect_right
from bisect import insort as insort
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NoReturn

from hoyle.runtime.copies import copy as copy
from hoyle.runtime.copies import copy_among as copy_among
from hoyle.runtime.copies import offered as offered
from hoyle.runtime.errors import RuleError
from hoyle.runtime.odds import alike as alike
from hoyle.runtime.odds import binomial_weights as binomial_weights
from hoyle.runtime.odds import counts_of as counts_of
from hoyle.runtime.odds import cumulated as cumulated
from hoyle.runtime.odds import drawn as drawn
from hoyle.runtime.odds import drawn_at as drawn_at
from hoyle.runtime.odds import faces_of as faces_of
from hoyle.runtime.odds import grouped as grouped
from hoyle.runtime.odds import lowest_alike as lowest_alike
from hoyle.runtime.odds import multiset_count as multiset_count
from hoyle.runtime.odds import multiset_cumulative as multiset_cumulative
from hoyle.runtime.odds import multiset_number as multiset_number
from hoyle.runtime.odds import multiset_weights as multiset_weights
from hoyle.runtime.odds import multisets as multisets
from hoyle.runtime.odds import roll_many as roll_many
from hoyle.runtime.odds import sample as sample
from hoyle.runtime.odds import sole as sole
from hoyle.runtime.odds import subsets as subsets

Ints = tuple[int, ...]

# ----------------------------------------------------------------------------------------- errors


def fail(kind: str, text: str, rule: int, seat: int = -1) -> NoReturn:
    """The rules fail here; the state that runs them adds file and line."""
    raise RuleError(kind, text, rule, 0, seat)


def in_range(value: int, low: int, high: int, name: str, rule: int) -> int:
    """The value, tested against the range of what it is written into."""
    if low <= value <= high:
        return value
    fail("out of range", f"{name} would become {value}, but it goes from {low} to {high}", rule)


# ------------------------------------------------------------------------------------------ masks


@lru_cache(maxsize=8192)  # games ask for the same masks again and again
def members(mask: int) -> Ints:
    """The members of a mask, ascending."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(items: Iterable[int]) -> int:
    """The mask with these members."""
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


def unite(masks: Iterable[int]) -> int:
    """What is in any of these masks."""
    together = 0
    for mask in masks:
        together |= mask
    return together


def lowest(mask: int) -> int:
    """The least member, -1 of nothing."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, n: int) -> int:
    """The n-th member, counted from 0; -1 if there are fewer."""
    while n and mask:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def any_member(mask: int, random: Callable[[], float]) -> int:
    """One of the members, by one `random()`."""
    for _ in range(int(random() * mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def sole_or_any(mask: int, random: Callable[[], float]) -> int:
    """The same; the only one needs no number."""
    if mask & (mask - 1):  # `any_member`, but for a call
        for _ in range(int(random() * mask.bit_count())):
            mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def first_bits(mask: int, n: int) -> int:
    """The mask of the n least members."""
    kept = 0
    while mask and n > 0:
        low = mask & -mask
        kept |= low
        mask ^= low
        n -= 1
    return kept


def from_bit(mask: int, start: int) -> Ints:
    """The members, beginning with the first that is not below `start`, then round from the
    least."""
    below = mask & ((1 << start) - 1)
    return members(mask ^ below) + members(below)


def some(item: int, rule: int) -> int:
    """The item; an error of the rules if it is none."""
    if item >= 0:
        return item
    fail("nothing there", "`only` needs exactly one, but there is nothing", rule)


def only_bit(mask: int, rule: int) -> int:
    """The one member; an error of the rules otherwise."""
    if mask and not mask & (mask - 1):
        return mask.bit_length() - 1
    fail("nothing there", f"`only` needs exactly one, but there are {mask.bit_count()}", rule)


def first_bit(mask: int, rule: int) -> int:
    """The least member; an error of the rules if there is none."""
    if mask:
        return (mask & -mask).bit_length() - 1
    fail("nothing there", "`first` of an empty set", rule)


def last_bit(mask: int, rule: int) -> int:
    """The greatest member; an error of the rules if there is none."""
    if mask:
        return mask.bit_length() - 1
    fail("nothing there", "`last` of an empty set", rule)


# ------------------------------------------------------------------- what lies where nobody sees it

UNSEEN: Final = "nobody can tell yet which piece lies where nobody sees it"


def laid_open(
    slots: tuple[int, ...], mark: int, pool: tuple[int, ...], rule: int
) -> tuple[int, ...]:
    """Slots with the pieces of a pool in place of its marks, where all of it lies here."""
    count = slots.count(mark)
    if not count:
        return slots
    if count < len(pool):
        fail("nothing there", UNSEEN, rule)
    return (*[slot for slot in slots if slot != mark], *pool)


def settled(slot: int, rule: int) -> int:
    """What a slot holds; an error of the rules if it is a mark."""
    if slot < -1:
        fail("nothing there", UNSEEN, rule)
    return slot


# ----------------------------------------------------------------------------------------- tuples


def index_of(items: Ints, item: int) -> int:
    """Where the item first stands, -1 if it does not."""
    return items.index(item) if item in items else -1


def drop(items: Ints, item: int) -> Ints:
    """Without the first of these items."""
    try:
        at = items.index(item)
    except ValueError:
        return items
    return items[:at] + items[at + 1 :]


def drop_at(items: Ints, at: int) -> Ints:
    """Without what stands at this position."""
    return items[:at] + items[at + 1 :]


def unknown(slots: Ints, mark: int) -> int:
    """How many slots a pile has, all of which hold this mark.

    Raises:
        RuleError: some slot holds a piece that is known.
    """
    if slots.count(mark) < len(slots):
        fail("known piece", "a pile that is always mixed holds a piece that is known", -1)
    return len(slots)


def replace(items: Ints, at: int, item: int) -> Ints:
    """With another item at this position."""
    new = [*items]
    new[at] = item
    return tuple(new)


def replace_first(items: Ints, old: int, new: int) -> Ints:
    """With another item in place of the first of these."""
    at = items.index(old)
    return (*items[:at], new, *items[at + 1 :])


def insert_sorted(items: Ints, item: int) -> Ints:
    """A sorted tuple with one more item, still sorted."""
    at = bisect_right(items, item)
    return (*items[:at], item, *items[at:])


def starting(items: Ints, item: int) -> Ints:
    """The items in their order, beginning with this one (unchanged if it is not among them)."""
    if item not in items:
        return items
    at = items.index(item)
    return items[at:] + items[:at]


def only_item(items: Ints, rule: int) -> int:
    """The one item; an error of the rules otherwise."""
    if len(items) == 1:
        return items[0]
    fail("nothing there", f"`only` needs exactly one, but there are {len(items)}", rule)


def first_item(items: Ints, rule: int) -> int:
    """The first item; an error of the rules if there is none."""
    if items:
        return items[0]
    fail("nothing there", "`first` of nothing", rule)


def last_item(items: Ints, rule: int) -> int:
    """The last item; an error of the rules if there is none."""
    if items:
        return items[-1]
    fail("nothing there", "`last` of nothing", rule)


def least(items: Sequence[int], rule: int) -> int:
    """The least number; an error of the rules if there is none."""
    if items:
        return min(items)
    fail("nothing there", "`min` of nothing", rule)


def greatest(items: Sequence[int], rule: int) -> int:
    """The greatest number; an error of the rules if there is none."""
    if items:
        return max(items)
    fail("nothing there", "`max` of nothing", rule)


def once_each(items: Iterable[int]) -> Ints:
    """The different items, rising."""
    return tuple(sorted(set(items)))


def without_repeats(items: Iterable[int]) -> Ints:
    """The items in their order, each where it stands first."""
    return tuple(dict.fromkeys(items))


def add_counts(a: Ints, b: Ints) -> Ints:
    """Two tallies together."""
    return tuple(map(int.__add__, a, b))


def take_counts(a: Ints, b: Ints) -> Ints:
    """A tally without what another takes out, never below nothing."""
    return tuple(x - y if x > y else 0 for x, y in zip(a, b, strict=True))


def leave_out(items: Ints, gone: Iterable[int]) -> Ints:
    """The items without others, each of which takes out one like it, if there is one."""
    kept = list(items)
    for item in gone:
        if item in kept:
            kept.remove(item)
    return tuple(kept)


# ---------------------------------------------------------------------------------------- ranking


def best_mask(items: Iterable[int], key: Callable[[int], Any]) -> int:
    """The mask of the items with the greatest key (all of them if they tie)."""
    best: Any = None
    mask = 0
    for item in items:
        rank = key(item)
        if best is None or rank > best:
            best, mask = rank, 1 << item
        elif rank == best:
            mask |= 1 << item
    return mask


def best_items(items: Iterable[int], key: Callable[[int], Any]) -> Ints:
    """The items with the greatest key, in their order."""
    best: Any = None
    kept: list[int] = []
    for item in items:
        rank = key(item)
        if best is None or rank > best:
            best, kept = rank, [item]
        elif rank == best:
            kept.append(item)
    return tuple(kept)


def ranked(items: Iterable[int], key: Callable[[int], Any]) -> Ints:
    """All of them, the greatest key first, ties in their order."""
    return tuple(sorted(items, key=key, reverse=True))


def rising(items: Iterable[int], key: Callable[[int], Any]) -> Ints:
    """All of them, the least key first, ties in their order."""
    return tuple(sorted(items, key=key))


# ---------------------------------------------------------------------------------------- results


@lru_cache(maxsize=1024)
def win_shares(winners: int, seats: int) -> tuple[float, ...]:
    """The results of a victory: the winners share one, the losers minus one; whole if possible."""
    won = winners.bit_count()
    lost = seats - won
    share = 1 if won == 1 else 1 / won if won else 0
    loss = -1 if lost == 1 else -1 / lost if lost else 0
    return tuple(share if winners >> seat & 1 else loss for seat in range(seats))


def all_shares(seats: int) -> tuple[tuple[float, ...], ...]:
    """The results of every victory, by the mask of the winners."""
    return tuple(win_shares(winners, seats) for winners in range(1 << seats))


def places(items: Sequence[int], wanted: int) -> int:
    """The mask of the places that hold this."""
    return sum([1 << place for place, item in enumerate(items) if item == wanted])


def places_by_value(items: Sequence[int]) -> tuple[int, ...]:
    """For every value from 0 to the largest the mask of the places that hold it."""
    found = [0] * (max(items) + 1)
    for place, item in enumerate(items):
        if item >= 0:
            found[item] |= 1 << place
    return tuple(found)


def holding(size: int, rows: Sequence[Sequence[int]]) -> tuple[bool, ...]:
    """For every set of so many things whether it holds one of the rows whole."""
    masks = [sum(1 << item for item in row) for row in rows]
    return tuple(any(mask & row == row for row in masks) for mask in range(1 << size))


# -------------------------------------------------------------------------------------- fractions


def round_up(value: Fraction | int) -> int:
    """The least whole number that is not below."""
    return -(-value.numerator // value.denominator)


def round_down(value: Fraction | int) -> int:
    """The greatest whole number that is not above."""
    return value.numerator // value.denominator
