"""Odds with exact whole weights: what chance can give, how often, and which number gives what.

Generated expressions call these as parts of the library.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, factorial

Ints = tuple[int, ...]

#: Outcomes with exact whole weights.
Weights = tuple[tuple[int, int], ...]


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


def alike(items: Iterable[int], classes: Ints | None) -> Weights:
    """Outcomes of picking one of the items: the least of each class, and how many are of it.

    Marks of unknown pieces (below 0) are alike only if they are equal; without classes so is
    everything.
    """
    return _alike(tuple(items), classes)


@lru_cache(maxsize=4096)  # the same node asks more than once, and games begin alike
def _alike(items: Ints, classes: Ints | None) -> Weights:
    found: dict[tuple[bool, int], list[int]] = {}
    for item in items:
        known = classes is not None and item >= 0
        key = (known, classes[item] if classes is not None and item >= 0 else item)
        found.setdefault(key, []).append(item)
    return tuple(sorted([(min(group), len(group)) for group in found.values()]))


def sole(items: Ints, classes: Ints | None) -> bool:
    """Whether all items are alike, so that chance has nothing to decide."""
    return len(items) == 1 or len(alike(items, classes)) == 1


def drawn(items: Ints, classes: Ints | None, random: Callable[[], float]) -> int:
    """One of the items, by one `random()`; none where all are alike."""
    outcomes = alike(items, classes)
    if len(outcomes) == 1:
        return outcomes[0][0]
    return outcomes[sample(_reached(outcomes), random())][0]


@lru_cache(maxsize=4096)
def _reached(outcomes: Weights) -> Ints:
    """The cumulative weights of outcomes."""
    return tuple(accumulate([weight for _, weight in outcomes]))


def drawn_at(items: Sequence[int], classes: Ints, random: Callable[[], float]) -> int:
    """Where the same lies in a sorted pool whose classes are named by their least row, in order:
    there equal items are neighbours."""
    if classes[items[0]] == classes[items[-1]]:
        return 0
    return bisect_left(items, classes[items[int(random() * len(items))]])


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
