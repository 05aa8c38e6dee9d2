"""The helpers that generated expressions call."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.runtime import library
from hoyle.runtime.errors import RuleError

MASKS = st.sets(st.integers(0, 70), max_size=12).map(
    lambda items: (sorted(items), library.mask_of(items))
)
ITEMS = st.lists(st.integers(0, 9)).map(tuple)


@given(st.lists(MASKS, max_size=4))
def test_what_is_in_any_of_several_masks(sets: list[tuple[list[int], int]]) -> None:
    together = library.unite(mask for _, mask in sets)
    assert library.members(together) == tuple(sorted({i for items, _ in sets for i in items}))


@given(MASKS, st.integers(0, 75), st.integers(0, 5))
def test_masks_are_their_members(pair: tuple[list[int], int], at: int, n: int) -> None:
    items, mask = pair
    assert library.members(mask) == tuple(items)
    assert library.lowest(mask) == (items[0] if items else -1)
    assert library.nth_bit(mask, n) == (items[n] if n < len(items) else -1)
    assert library.members(library.first_bits(mask, n)) == tuple(items[:n])
    turned = [i for i in items if i >= at] + [i for i in items if i < at]
    assert library.from_bit(mask, at) == tuple(turned)


@given(ITEMS, st.integers(0, 9))
def test_tuples(items: tuple[int, ...], item: int) -> None:
    at = library.index_of(items, item)
    assert at == (items.index(item) if item in items else -1)
    gone = Counter(items) - Counter([item])
    assert Counter(library.drop(items, item)) == gone
    assert sorted(library.starting(items, item)) == sorted(items)
    if at >= 0:
        assert library.starting(items, item)[0] == item
        assert library.drop_at(items, at) == library.drop(items, item)
        assert library.replace(items, at, 99) == library.replace_first(items, item, 99)
    ordered = tuple(sorted(items))
    assert library.insert_sorted(ordered, item) == tuple(sorted((*items, item)))


@given(ITEMS)
def test_ranking(items: tuple[int, ...]) -> None:
    best = library.best_items(items, lambda i: i % 3)
    assert best == tuple(i for i in items if i % 3 == max(j % 3 for j in items))
    assert library.members(library.best_mask(items, lambda i: i % 3)) == tuple(sorted(set(best)))
    assert [i % 3 for i in library.ranked(items, lambda i: i % 3)] == sorted(
        (i % 3 for i in items), reverse=True
    )
    assert library.rising(items, lambda i: i) == tuple(sorted(items))


def test_rounding_is_exact() -> None:
    for a, b in product(range(-7, 8), (1, 2, 3)):
        assert library.round_up(Fraction(a, b)) == -(-a // b)
        assert library.round_down(Fraction(a, b)) == a // b


@pytest.mark.parametrize(("dice", "weights"), [(1, (1, 1)), (2, (1, 2, 3)), (4, (1,) * 6)])
def test_dice_as_counts_have_exact_odds(dice: int, weights: tuple[int, ...]) -> None:
    ways: Counter[tuple[int, ...]] = Counter()
    for rolled in product(range(len(weights)), repeat=dice):
        weight = 1
        for face in rolled:
            weight *= weights[face]
        ways[library.counts_of(rolled, len(weights))] += weight
    outcomes = library.multisets(dice, len(weights))
    assert len(outcomes) == library.multiset_count(dice, len(weights)) == len(ways)
    assert dict(zip(outcomes, library.multiset_weights(dice, weights), strict=True)) == ways
    for number, counts in enumerate(outcomes):
        assert library.multiset_number(counts) == number
        assert library.counts_of(library.faces_of(counts), len(weights)) == counts


def test_sampling_hits_every_weight() -> None:
    cumulative = library.cumulated((1, 0, 3))
    hits = Counter(library.sample(cumulative, n / 4) for n in range(4))
    assert hits == {0: 1, 2: 3}
    rng = random.Random(1)
    assert library.sample(library.cumulated((5,)), rng.random()) == 0


def test_draws_group_what_is_alike() -> None:
    assert library.grouped((0, 1, 2, 4), (7, 7, 8, 8, 8)) == [(0, 2), (2, 2)]
    assert library.lowest_alike((1, 2, 4), 4, (7, 7, 8, 8, 8)) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: library.only_bit(6, 3),
        lambda: library.first_bit(0, 3),
        lambda: library.last_item((), 3),
        lambda: library.least((), 3),
        lambda: library.in_range(9, 0, 8, "score", 3),
    ],
)
def test_errors_name_the_rule(call: object) -> None:
    with pytest.raises(RuleError) as raised:
        call()  # type: ignore[operator]
    assert raised.value.rule == 3 and raised.value.text


def test_subsets_are_ascending_picks() -> None:
    assert library.subsets((1, 2, 3), 2) == ((1, 2), (1, 3), (2, 3))


def test_each_stands_where_it_stood_first() -> None:
    assert library.without_repeats((2, 0, 2, 1, 0)) == (2, 0, 1)


def test_each_that_is_left_out_takes_one_like_it() -> None:
    assert library.leave_out((1, 3, 3, 6), (3, 5)) == (1, 3, 6)
    assert library.leave_out((6, 6), (6, 6, 6)) == ()


def test_a_draw_from_a_sorted_pool_is_the_draw_from_any() -> None:
    classes = (0, 0, 0, 3, 3, 5, 6, 6)
    for size in range(1, 9):
        for pool in combinations(range(8), size):
            for u in (0.0, 0.124, 0.25, 0.49, 0.5, 0.77, 0.999):
                one: list[float] = []
                other: list[float] = []

                def first(u: float = u, seen: list[float] = one) -> float:
                    seen.append(u)
                    return u

                def second(u: float = u, seen: list[float] = other) -> float:
                    seen.append(u)
                    return u

                expected = library.drawn(pool, classes, first)
                assert pool[library.drawn_at(pool, classes, second)] == expected
                assert one == other  # a sole outcome needs no number


def test_which_sets_hold_a_row() -> None:
    held = library.holding(3, ((0, 1), (2,)))
    assert held == (False, False, False, True, True, True, True, True)


def test_every_victory_is_shared_as_it_is_alone() -> None:
    shares = library.all_shares(3)
    assert shares == tuple(library.win_shares(winners, 3) for winners in range(8))
    assert shares[0b010] == (-0.5, 1, -0.5)


def test_a_member_is_chosen_as_from_a_list() -> None:
    numbers = random.Random(4)
    for mask in (1, 1 << 70, 0b1011, (1 << 90) | 6):
        members = library.members(mask)
        for _ in range(20):
            number = numbers.random()
            expected = members[int(number * len(members))]
            assert library.any_member(mask, lambda number=number: number) == expected  # type: ignore[misc]
            if len(members) > 1:
                assert library.sole_or_any(mask, lambda number=number: number) == expected  # type: ignore[misc]
    assert library.sole_or_any(1 << 70, lambda: pytest.fail("it drew")) == 70
