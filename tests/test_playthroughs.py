"""Whole games as text: each is played again, line by line, and must come out as it is written.

A playthrough is a save with one line more in its heading, `result:`, what every seat gets.
"""

from pathlib import Path

import pytest

from hoyle.build import load
from hoyle.runtime import saves
from hoyle.runtime.game import Game

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted((ROOT / "rulesets").glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_playthrough_comes_out_as_it_is_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    text = "".join(x for x in written.splitlines(True) if not x.startswith("result:"))
    told = saves.heading(text)
    rules = path.parent.parent / f"{told.game}.rules"
    scenario = told.scenario or None
    game = load(str(rules), told.players, dict(told.options), scenario=scenario)
    state = game.deserialize_state(text)
    assert state.is_terminal()
    assert result(written) == [float(part) for part in state.returns()]
    assert saves.body(state.serialize()) == saves.body(text)
    assert_few_options(game, state.history())


def assert_few_options(game: Game, history: list[int]) -> None:
    """No choice of more than 600 ways, and not more than 100 on average."""
    state, sizes = game.new_initial_state(), []
    for action in history:
        if state.is_player_node():
            sizes.append(len(state.legal_actions()))
        state.apply_action(action)
    assert max(sizes) <= 600 and sum(sizes) <= 100 * len(sizes)


def result(text: str) -> list[float]:
    """What the heading says that every seat gets."""
    line = next(line for line in text.split("\n") if line.startswith("result:"))
    return [float(part) for part in line.removeprefix("result:").split()]


def test_there_are_playthroughs() -> None:
    assert len(GAMES) >= 3
