"""The large scene of figures as a whole: it compiles, and its duel is fought to the end.

Its citations are taken out: what the scene leaves uncited is no matter of this test.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import ModuleType

import pytest

from hoyle import dsl
from hoyle.compiler.pipeline import compile_game
from hoyle.runtime import chance
from hoyle.runtime.game import Game

SCENE = Path(__file__).parent / "scenes" / "pokescape"


@pytest.fixture(scope="module")
def duel() -> Game:
    files = {
        path.relative_to(SCENE).as_posix(): path.read_text(encoding="utf-8")
        for path in SCENE.rglob("*")
        if path.is_file()
    }
    text = re.sub(r"\n    source [^\n]*", "", files["pokescape.rules"])
    files["pokescape.rules"] = re.sub(r" +\[[A-Z]{2}-[^\]\n]*\] *(?=\n)", "", text)
    sink, reader = dsl.Sink(), dsl.MemoryReader(files)
    game = dsl.load("pokescape.rules", sink, scenario="starters", reader=reader)
    assert game is not None, [found.message for found in sink]
    sink = dsl.Sink()
    made = compile_game(game, 2, sink)
    assert made is not None, [found.message for found in sink]
    module = ModuleType("generated")
    exec(compile(made.text, "generated.py", "exec"), module.__dict__)
    found: Game = module.MODULE.to_game()
    return found


def test_duels_are_fought_to_the_end(duel: Game) -> None:
    """Figures are put, walk, see, strike, are hurt and replaced; somebody wins."""
    walked = 0
    for seed in range(3):
        rng, state = random.Random(seed), duel.new_initial_state()
        while not state.is_terminal():
            if state.is_player_node():
                names = state.names().values()
                walked += any(name.startswith("from ") for name in names)
            chance.step(state, rng.random)
        assert sorted(state.returns()) == [-1, 1]
    assert walked


def test_who_plays_on_from_a_save_finds_the_same_position(duel: Game) -> None:
    rng, state = random.Random(4), duel.new_initial_state()
    for _ in range(60):
        if not state.is_terminal():
            chance.step(state, rng.random)
    again = duel.deserialize_state(state.serialize())
    assert again.key() == state.key() and again.names() == state.names()
