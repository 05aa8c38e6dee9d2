"""Pure helpers that generated expressions call.

Masks are ints of bits, tuples are rows, slots or faces, positions count from 0. Nothing here knows
a game. What an operator of Python says as shortly is not here: `m & -m`, `m.bit_count()`, `1 << i`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial
from typing import Any, Final, NoReturn

from hoyle.runtime.copies import copy as copy
from hoyle.runtime.copies import copy_among as copy_among
from hoyle.runtime.copies import offered as offered
from hoyle.runtime.errors import RuleError

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

#: Members of every small mask, so that walking a mask of up to eight bits is one look.
SMALL: tuple[Ints, ...] = tuple(tuple(i for i in range(8) if m >> i & 1) for m in range(256))


def members(mask: int) -> Ints:
    """The members of a mask, ascending."""
    if mask < 256:
        return SMALL[mask]
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
    if item not in items:
        return items
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def drop_at(items: Ints, at: int) -> Ints:
    """Without what stands at this position."""
    return items[:at] + items[at + 1 :]


def replace(items: Ints, at: int, item: int) -> Ints:
    """With another item at this position."""
    return (*items[:at], item, *items[at + 1 :])


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


# -------------------------------------------------------------------------------------- fractions


def ceil_div(a: int, b: int) -> int:
    """a / b, rounded up."""
    return -(-a // b)


def round_up(value: Fraction | int) -> int:
    """The least whole number that is not below."""
    return -(-value.numerator // value.denominator)


def round_down(value: Fraction | int) -> int:
    """The greatest whole number that is not above."""
    return value.numerator // value.denominator


# ------------------------------------------------------------------------------------- completion


def reachable_sums(amounts: Iterable[int]) -> int:
    """The mask of all sums that some subset of these amounts (0 or more) makes."""
    sums = 1
    for amount in amounts:
        sums |= sums << amount
    return sums


def reachable_counts(amounts: Iterable[int], most: int) -> Ints:
    """By number of picks (0 .. most), the mask of sums that so many of the amounts make."""
    sums = [1] + [0] * most
    for amount in amounts:
        for n in range(most, 0, -1):
            sums[n] |= sums[n - 1] << amount
    return tuple(sums)


def greatest_sum(amounts: Iterable[int], most: int) -> int:
    """The greatest sum that up to `most` of these amounts make."""
    return sum(sorted((a for a in amounts if a > 0), reverse=True)[:most])


# ------------------------------------------------------------------------------------------- odds


def sample(cumulative: Ints, u: float) -> int:
    """The position that `u` in [0, 1) falls on, among cumulative whole weights."""
    return bisect_right(cumulative, int(u * cumulative[-1]))


def cumulated(weights: Iterable[int]) -> Ints:
    """Cumulative weights, for `sample`."""
    return tuple(accumulate(weights))


def grouped(items: Iterable[int], classes: Ints) -> list[tuple[int, int]]:
    """Outcomes of a draw: the least row of each class and how many of the class are there.

    In the order of the first of each class, as the items stand (a pool is sorted).
    """
    first: dict[int, int] = {}
    weight: dict[int, int] = {}
    for item in items:
        alike = classes[item]
        weight[alike] = weight.get(alike, 0) + 1
        if item < first.setdefault(alike, item):
            first[alike] = item
    return sorted((first[alike], n) for alike, n in weight.items())


def lowest_alike(items: Iterable[int], item: int, classes: Ints) -> int:
    """The least of the items that is of the same class."""
    alike = classes[item]
    return min(other for other in items if classes[other] == alike)


def alike(items: Iterable[int], classes: Ints | None) -> list[tuple[int, int]]:
    """Outcomes of picking one of the items: the least of each class, and how many are of it.

    Marks of unknown pieces (below 0) are alike only if they are equal; without classes so is
    everything.
    """
    found: dict[tuple[bool, int], list[int]] = {}
    for item in items:
        known = classes is not None and item >= 0
        key = (known, classes[item] if classes is not None and item >= 0 else item)
        found.setdefault(key, []).append(item)
    return sorted((min(group), len(group)) for group in found.values())


def sole(items: Ints, classes: Ints | None) -> bool:
    """Whether all items are alike, so that chance has nothing to decide."""
    return len(items) == 1 or len(alike(items, classes)) == 1


def drawn(items: Ints, classes: Ints | None, random: Callable[[], float]) -> int:
    """One of the items, by one `random()`; none where all are alike."""
    outcomes = alike(items, classes)
    if len(outcomes) == 1:
        return outcomes[0][0]
    return outcomes[sample(tuple(accumulate([n for _, n in outcomes])), random())][0]


def roll_many(dice: int, weights: Ints, random: Callable[[], float]) -> Ints:
    """So many dice as counts by face, by one `random()`; no dice need none."""
    results = multisets(dice, len(weights))
    if len(results) == 1:
        return results[0]
    return results[sample(multiset_cumulative(dice, weights), random())]


@lru_cache(maxsize=256)
def multisets(dice: int, faces: int) -> tuple[Ints, ...]:
    """All counts by face that so many dice can show, the first face's count falling."""
    if faces == 1:
        return ((dice,),)
    return tuple((n, *rest) for n in range(dice, -1, -1) for rest in multisets(dice - n, faces - 1))


@lru_cache(maxsize=256)
def multiset_weights(dice: int, weights: Ints) -> Ints:
    """How many ways lead to each of `multisets(dice, len(weights))`; whole numbers."""
    return tuple(_ways(counts, weights) for counts in multisets(dice, len(weights)))


@lru_cache(maxsize=256)
def multiset_cumulative(dice: int, weights: Ints) -> Ints:
    """Cumulative `multiset_weights`, for `sample`."""
    return tuple(accumulate(multiset_weights(dice, weights)))


@lru_cache(maxsize=1024)
def multiset_number(counts: Ints) -> int:
    """The position of these counts in `multisets`."""
    return multisets(sum(counts), len(counts)).index(counts)


def multiset_count(dice: int, faces: int) -> int:
    """How many `multisets(dice, faces)` there are."""
    return comb(dice + faces - 1, faces - 1)


def binomial_weights(dice: int, one: int, rest: int) -> Ints:
    """Ways that exactly 0 .. dice of the dice show a face of weight `one` against `rest`."""
    return tuple(comb(dice, n) * one**n * rest ** (dice - n) for n in range(dice + 1))


def _ways(counts: Ints, weights: Ints) -> int:
    ways = factorial(sum(counts))
    for count, weight in zip(counts, weights, strict=True):
        ways = ways // factorial(count) * weight**count
    return ways


def counts_of(faces: Iterable[int], size: int) -> Ints:
    """Faces (indexes) as counts by face."""
    counts = [0] * size
    for face in faces:
        counts[face] += 1
    return tuple(counts)


def faces_of(counts: Ints) -> Ints:
    """Counts by face as faces (indexes), ascending."""
    return tuple(face for face, count in enumerate(counts) for _ in range(count))


def subsets(items: Ints, size: int) -> tuple[Ints, ...]:
    """All ascending picks of `size` items."""
    if size == 0:
        return ((),)
    return tuple(
        (items[i], *rest)
        for i in range(len(items) - size + 1)
        for rest in subsets(items[i + 1 :], size - 1)
    )
