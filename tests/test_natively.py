"""What native builds have of the library a second time, on rows, does what the library does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("librt.vecs", reason="mypyc is not installed")

from hoyle.runtime import library, native_chance, native_pairs, native_sets, natively
from hoyle.runtime.natively import row

RNG = random.Random(6)
MASKS = [0, 1, 1 << 61, (1 << 62) - 1, *(RNG.getrandbits(62) & RNG.getrandbits(62) for _ in "1234")]
ROWS = [tuple(RNG.choices(range(-2, 9), k=length)) for length in (0, 1, 1, 2, 3, 5, 8, 13)]


def test_masks() -> None:
    for mask in MASKS:
        assert tuple(natively.members(mask)) == library.members(mask)
        assert natively.mask_of(natively.members(mask)) == mask
        assert natively.size(mask) == mask.bit_count()
        assert natively.lowest(mask) == library.lowest(mask)
        assert natively.highest(mask) == mask.bit_length() - 1
        for member in (-1, 0, 5, 61, 62, 63, 64, 66, 127, 128, 1 << 70):
            assert natively.has(mask, member) == (member >= 0 and mask >> member & 1 == 1)
        assert [natively.unshift(mask, by) for by in range(130)] == [
            mask >> by for by in range(130)
        ]
    assert [natively.bit(member) for member in range(62)] == [1 << member for member in range(62)]
    assert natively.united(row(MASKS)) == library.unite(MASKS)


def test_everything_has_every_member() -> None:
    assert all(natively.has(-1, member) for member in (0, 61, 62, 64, 1 << 70))
    assert not natively.has(-1, -1) and natively.unshift(-1, 100) == -1


def test_numbers() -> None:
    for number in range(-9, 10):
        assert natively.absolute(number) == abs(number)
        for by in (-4, -1, 1, 3):
            assert natively.remainder(number, by) == number % abs(by)
    with pytest.raises(ZeroDivisionError):
        natively.remainder(3, 0)


@pytest.mark.parametrize("items", ROWS)
def test_rows(items: tuple[int, ...]) -> None:
    given = row(items)
    for item in (-2, 0, 4, 8):
        assert natively.holds(given, item) == (item in items)
        assert natively.count(given, item) == items.count(item)
        assert natively.index_of(given, item) == library.index_of(items, item)
        assert tuple(natively.drop(given, item)) == library.drop(items, item)
        assert tuple(natively.without(row(items), item)) == library.drop(items, item)
        in_order = tuple(sorted(items))
        found = natively.insert_sorted(row(in_order), item)
        assert tuple(found) == library.insert_sorted(in_order, item)
        if item in items:
            found = natively.replace_first(given, item, 77)
            assert tuple(found) == library.replace_first(items, item, 77)
    for at in range(-1, len(items)):
        assert tuple(natively.drop_at(given, at)) == library.drop_at(items, at)
    for at in range(len(items)):
        assert tuple(natively.replace(given, at, 77)) == library.replace(items, at, 77)
    assert tuple(natively.ordered(given)) == tuple(sorted(items))
    assert tuple(natively.shifted(given, 3)) == tuple(item + 3 for item in items)
    assert tuple(given) == items, "a row was written to"


def test_two_rows() -> None:
    for one in ROWS:
        for other in ROWS:
            assert natively.same(row(one), row(other)) == (one == other)
            assert tuple(natively.joined(row(one), row(other))) == one + other
        assert tuple(natively.before(7, row(one))) == (7, *one)
        counts = tuple(abs(item) for item in one)
        more = tuple(RNG.randrange(6) for _ in one)
        found = natively.add_counts(row(counts), row(more))
        assert tuple(found) == library.add_counts(counts, more)
        found = natively.take_counts(row(counts), row(more))
        assert tuple(found) == library.take_counts(counts, more)


def test_there_and_back() -> None:
    assert natively.items(row((3, -1))) == (3, -1) and natively.listed(row((3, -1))) == [3, -1]
    assert natively.tuples(natively.rows(ROWS)) == ROWS
    assert [natively.tuples(rows) for rows in natively.blocks([ROWS, []])] == [ROWS, []]
    boxes = natively.boxes([[ROWS], []])
    assert [[natively.tuples(rows) for rows in block] for block in boxes] == [[ROWS], []]
    target, targets = row((1, 2, 3)), natively.rows([(1,), (2, 3)])
    natively.fill(target, row((7, 8, 9)))
    natively.fill_rows(targets, natively.rows([(), (4,)]))
    assert tuple(target) == (7, 8, 9) and natively.tuples(targets) == [(), (4,)]


def test_piles_of_unknown_pieces_are_their_number() -> None:
    assert natively.unknown(row((-2, -2, -2)), -2) == 3 and natively.unknown(row(()), -2) == 0
    assert tuple(natively.marks(3, -2)) == (-2, -2, -2) and tuple(natively.marks(0, -2)) == ()
    with pytest.raises(ValueError, match="that is known"):
        natively.unknown(row((-2, 5)), -2)


@pytest.mark.parametrize("module", [natively, native_pairs, native_sets])
def test_every_function_is_tested(module: ModuleType) -> None:
    texts = [
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_nati*.py")
    ]
    for name, of in vars(module).items():
        if callable(of) and of.__module__ == module.__name__:
            used = f"{module.__name__.rpartition('.')[2]}.{name}"
            assert any(used in text for text in texts), f"{used} has no test"


# ----------------------------------------------------------------------------------------- chance


class Counted:
    """Random numbers, for one build after the other the same; and how many there were."""

    def __init__(self) -> None:
        self.drawn, self.numbers = 0, random.Random(2)

    def __call__(self) -> float:
        self.drawn += 1
        return self.numbers.random()

    def draw(self) -> float:
        """The same, as native builds ask."""
        return self()


def both() -> Iterator[tuple[Counted, native_chance.Chance]]:
    """Two sources of the same numbers, often."""
    here, there = Counted(), Counted()
    for _ in range(200):
        yield here, native_chance.Chance(there)
        assert here.drawn == there.drawn


@pytest.mark.parametrize("name", ["any_member", "sole_or_any"])
def test_members_are_drawn_alike(name: str) -> None:
    for mask in filter(None, MASKS):
        for here, there in both():
            assert getattr(native_chance, name)(mask, there) == getattr(library, name)(mask, here)


def test_items_are_drawn_alike() -> None:
    """As a playout of the interpreted module does, in its own lines."""
    for items in filter(None, ROWS):
        given, many = row(items), len(items)
        for here, there in both():
            assert native_chance.take(given, there) == items[int(here() * many)]
            assert native_chance.below(many, there) == int(here() * many)
            sole = items[int(here() * many) if many > 1 else 0]
            assert native_chance.pick(given, there) == sole
            assert native_chance.sole_or_below(many, there) == (
                int(here() * many) if many > 1 else 0
            )


@pytest.mark.parametrize(
    ("native", "plain"),
    [(native_chance.drawn, library.drawn), (native_chance.drawn_at, library.drawn_at)],
)
def test_pools_are_drawn_from_alike(native: Callable[..., int], plain: Callable[..., Any]) -> None:
    classes = (0, 0, 0, 3, 3, 5, 6, 6)
    for size in (1, 2, 3, 5, 8):
        pool = tuple(sorted(RNG.sample(range(8), size)))
        for here, there in both():
            assert native(row(pool), row(classes), there) == plain(pool, classes, here)
