"""Boards, looks and walks of native builds answer as those of the runtime do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("librt.vecs", reason="mypyc is not installed")

from hoyle.runtime import (
    looks,
    native_fields,
    native_looks,
    native_questions,
    native_sets,
    native_stepping,
    native_walks,
    walks,
)
from hoyle.runtime.fields import Field
from hoyle.runtime.natively import row
from tests.test_fields import some_of
from tests.test_walks import Scene

FIELDS = [some_of(seed) for seed in range(3)]


def placements(field: Field) -> list[int]:
    """Every placement of one or two spaces."""
    pairs = [field.trailing(s, d) for s in range(field.size) for d in range(field.ways)]
    return [*range(field.size), *(pair for pair in pairs if pair >= 0)]


def plain(found: Any) -> Any:
    """A row or a number as Python has it."""
    return found if isinstance(found, int) else tuple(found)


@pytest.mark.parametrize("field", FIELDS)
def test_fields_of_native_builds_are_the_same(field: Field) -> None:
    native, rng, places = native_fields.Field(field), random.Random(1), placements(field)
    for _ in range(300):
        a, b = rng.choice(places), rng.choice([-1, *places])
        space, way, steps = rng.randrange(field.size), rng.randrange(field.ways), rng.randrange(5)
        for name, args in (
            *(("apart", (a, b)), ("lead", (a,)), ("tail", (a,)), ("stepped", (a, way))),
            *(("trailing", (space, way)), ("between", (space, field.lead(a)))),
        ):
            assert plain(getattr(native, name)(*args)) == getattr(field, name)(*args), name
        for name, args in (
            *(("near", (steps, b)), ("within", (steps - 1, space)), ("spaces", (b,))),
            *(("around_place", (a,)), ("arc", (space, way, steps))),
        ):
            found = native_sets.integer(getattr(native, name)(*args))
            assert found == getattr(field, name)(*args), name


@pytest.mark.parametrize("field", FIELDS)
def test_sets_of_placements_are_the_same(field: Field) -> None:
    native, rng, places = native_fields.Field(field), random.Random(2), placements(field)
    for _ in range(60):
        some = sum(1 << at for at in rng.sample(places, 20))
        off = sum(1 << at * field.ways + rng.randrange(6) for at in rng.sample(places, 20))
        taken = sum(1 << at for at in rng.sample(range(field.size), rng.randrange(30)))
        given, left = native_sets.words(some), native_sets.words(off)
        space, at = rng.randrange(field.size), rng.choice(places)
        assert plain(native.leads(given)) == field.leads(some)
        assert plain(native.tails(space, given)) == field.tails(space, some)
        assert plain(native.left(left)) == field.left(off)
        assert plain(native.ways_from(at, left)) == field.ways_from(at, off)
        assert native_sets.integer(native.led_by(space, given)) == field.led_by(space, some)
        assert native_sets.integer(native.origins(left)) == field.origins(off)
        for trailing in (False, True):
            room = native_sets.words(taken)
            assert native_sets.integer(native.free(room, trailing)) == field.free(taken, trailing)
            fits = native.fitting(at, room, trailing)
            assert fits == field.fitting(at, taken, trailing)


class Raised(native_fields.Asks):
    """What stands on spaces."""

    def __init__(self, heights: dict[int, int]) -> None:
        self.heights = heights

    def asked(self, question: int, at: int) -> int:
        return self.heights.get(at, 0)


@pytest.mark.parametrize("touching", [False, True])
def test_looks_are_the_same(touching: bool) -> None:
    field, rng = some_of(5), random.Random(3)
    native, places = native_fields.Field(field), placements(field)
    tops = tuple(rng.choice((0, 0, 2, 4)) for _ in range(field.size))
    for turn in range(1500):
        heights = {rng.randrange(field.size): rng.choice((1, 3)) for _ in range(turn % 3 * 2)}
        a, b = rng.choice([-1, *places]), rng.choice(places)
        eye, aims, near = rng.randrange(6), (rng.randrange(6), rng.randrange(6)), turn % 5 == 0
        seen = looks.sees_over(
            field,
            tops,
            a,
            b,
            eye,
            aims,
            near,
            touching,
            int(near),
            lambda s: heights.get(s, 0),  # noqa: B023
        )
        assert seen == native_looks.sees_over(
            native, row(tops), a, b, eye, row(aims), near, touching, int(near), Raised(heights), 0
        )


class Asked(native_fields.Asks):
    """What a scene says of the steps of its walker."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.questions = [
            *(scene.allowed, scene.cost, scene.halts, scene.rests),
            *(scene.before, scene.after, scene.allowed_at, scene.steep_cost),
            *(scene.barred, scene.after_edge),
        ]

    def asked(self, question: int, at: int) -> int:
        return int(self.questions[question](at))


def native_walk(scene: Scene) -> Any:
    """The search of a scene as native builds have it."""
    asks, ask, split = Asked(scene), native_questions.asked, native_questions.Split
    scene.place, scene.on = row(scene.place), row(scene.on)
    allowed, cost = native_questions.plain(asks, 0), native_questions.plain(asks, 1)
    before, after = ask(asks, 4), ask(asks, 5)
    if scene.split:
        allowed = split(asks, "allowed", 6, 0, -1, -2, False)
        cost = split(asks, "cost", 7, 0, 8, -2, True)
        before = split(asks, "before", 4, -1, -1, -2, False)
        after = split(asks, "after", 9, 0, -1, -2, False)
    return native_stepping.Walk(
        asks, native_fields.Field(scene.field), scene.place, scene.on, native_sets.NO_SETS, 0,
        scene.trailing, row(scene.limits), allowed, cost, ask(asks, 2), 3, before, after,
    )  # fmt: skip


def answers(module: Any, scene: Scene, make: Any) -> Iterator[Any]:
    """What all searches from the start of a scene find, each of a search of its own."""
    wide = module is native_walks
    spent = module.labels(make(scene))
    yield tuple(spent)
    found = module.options(make(scene), spent, True)
    yield tuple(map(native_sets.integer, found)) if wide else found
    departures = native_sets.listed(found[1]) if wide else walks_of(found[1])
    for departure in list(departures)[:4]:
        yield tuple(module.behind(make(scene), spent, True, departure))
    ends = module.ends(make(scene))
    yield native_sets.integer(ends) if wide else ends
    yield [module.cost_to(make(scene), space) for space in range(scene.field.size)]
    yield [tuple(module.along(make(scene), way)) for way in range(6)]
    yield module.may_rest(make(scene)), module.nearest(make(scene), -1)


def walks_of(mask: int) -> list[int]:
    """The members of a mask."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def test_what_stays_in_a_search_is_known_once_it_is_noted() -> None:
    kept, unknown = native_questions.Kept(2), native_fields.UNKNOWN
    assert list(kept.at) == [unknown, unknown] and kept.of_one(1, 3) == unknown
    assert kept.keep(1, -7) == -7 and list(kept.at) == [unknown, -7]
    assert kept.keep_of(1, 3, 5) == 5 and kept.keep_of(0, -1, 6) == 6
    assert [kept.of_one(1, one) for one in range(-1, 5)] == [unknown] * 4 + [5, unknown]
    assert kept.of_one(0, 3) == unknown


class Crowds:
    """Who stands on a space, as sets of many words, and as masks for the scene."""

    def __init__(self, masks: Any) -> None:
        self.sets = native_sets.rows(list(masks))

    def __iter__(self) -> Iterator[int]:
        return iter(native_sets.integers(self.sets))

    def __len__(self) -> int:
        return len(self.sets)


@pytest.mark.parametrize("seed", range(4))
def test_walks_of_many_figures_are_the_same(seed: int) -> None:
    def search(scene: Any) -> Any:
        crowds = Crowds(scene.on)
        walk = native_walk(scene)
        scene.on, walk.on, walk.crowds = crowds, native_sets.NONE, crowds.sets
        return walk

    expected = list(answers(walks, Scene(seed, True, True), Scene.search))
    assert list(answers(native_walks, Scene(seed, True, True), search)) == expected


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("trailing", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_walks_are_the_same(seed: int, trailing: bool, split: bool) -> None:
    expected = list(answers(walks, Scene(seed, trailing, split), Scene.search))
    assert list(answers(native_walks, Scene(seed, trailing, split), native_walk)) == expected
