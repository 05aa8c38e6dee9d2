"""Searches cut into what stays, what hangs on the edge and the rest find what they found whole."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from hoyle.compiler import pipeline
from hoyle.dsl import FolderReader, Sink, load
from hoyle.runtime import walks
from tests.agreement import loaded

TESTS = Path(__file__).parent
GAMES = {
    "skirmish": TESTS / "games" / "skirmish.rules",
    "hills": TESTS / "benchmarks" / "hills.rules",
    "walks": TESTS / "cases" / "lowering" / "walks.rules",
}


@cache
def module(name: str, cut: bool) -> Any:
    """A game whose searches are cut, or are not."""
    path = GAMES[name]
    reader, sink = FolderReader(path.parent), Sink()
    game = load(path, sink, reader=reader)
    assert game is not None, list(sink)
    with pytest.MonkeyPatch.context() as patch:
        if not cut:
            patch.setattr(pipeline, "steady", lambda program: program)
        made = pipeline.compile_game(game, game.players[0], sink, sources=reader.sources)
    assert made is not None, list(sink)
    assert ("walks.Split" in made.text) is cut
    return loaded(made, f"{name}_{'cut' if cut else 'whole'}")


def found(made: Any, state: Any) -> Iterator[object]:
    """What every search of every figure that stands finds in a position."""
    for name, search in vars(sys.modules[made.state.__module__]).items():
        if name.endswith("_search"):
            thing = next(cell for cell in made.game.cells if cell.name == "place")
            for figure, place in enumerate(getattr(state, thing.attribute)):
                if place >= 0:
                    yield name, figure, answers(partial(search, state, figure, -1, -1, -1))


def answers(search: Any) -> list[object]:
    spent = walks.labels(search())
    ends, departures = walks.options(search(), spent, True)
    more = [walks.ends(search()), walks.cost_to(search(), 3), walks.may_rest(search())]
    behind = [walks.behind(search(), spent, True, d) for d in range(60) if departures >> d & 1]
    lines = [walks.along(search(), direction) for direction in range(2)]
    return [spent, ends, departures, *more, *behind, *lines]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_searches_find_the_same_cut_or_whole(name: str, seed: int) -> None:
    cut, whole = module(name, True), module(name, False)
    rng = random.Random(seed)
    states = [made.to_game().new_initial_state() for made in (cut, whole)]
    looked = 0
    for step in range(400):
        if states[0].is_terminal():
            break
        assert states[0].legal_actions() == states[1].legal_actions()
        if step % 5 == 0:
            one = list(found(cut, states[0]))
            assert one == list(found(whole, states[1]))
            looked += len(one)
        action = rng.choice(states[0].legal_actions())
        for state in states:
            state.apply_action(action)
    assert states[0].key() == states[1].key()
    assert looked > 20
