"""What Python callers get wrong ends in words, and in an error of ours."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.errors import BadOption, RulesInvalid, UnknownGame
from hoyle.runtime.errors import (
    HoyleError,
    IllegalAction,
    LoadError,
    Unsupported,
    WrongKind,
    WrongNode,
)
from hoyle.runtime.game import Game
from hoyle.runtime.state import State

CLASSICS = Path(__file__).resolve().parent.parent / "rulesets" / "classics"
CASES = Path(__file__).resolve().parent / "cases" / "lowering"
NO_ACTIONS = ["x", "1", None, 1.0, True, [0], (0,), {}, float("nan"), b"0", object()]


@pytest.fixture(scope="module")
def pig() -> Game:
    return hoyle.load("pig")


@pytest.mark.parametrize("game", [1, None, b"pig", ["pig"], "", ".", "a\0.rules", "x" * 5000])
def test_what_is_no_game(game: Any) -> None:
    with pytest.raises(UnknownGame):
        hoyle.load(game)
    with pytest.raises(UnknownGame):
        hoyle.load(f"{game}.rules")


def test_a_path_is_a_game() -> None:
    assert hoyle.load(CLASSICS / "pig.rules").schema.title == "Pig"
    assert hoyle.check(str(CLASSICS / "pig.rules")).game is not None


def test_a_folder_names_its_files(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"is a folder; no \.rules file is in it"):
        hoyle.load(tmp_path)
    (tmp_path / "one.rules").touch()
    with pytest.raises(UnknownGame, match=r"name a file in it: .*one\.rules"):
        hoyle.load(str(tmp_path))


@pytest.mark.parametrize("players", ["2", 2.0, True, [2], 1, 99, -1, float("nan")])
def test_what_is_no_number_of_players(players: Any) -> None:
    with pytest.raises(BadOption):
        hoyle.load("pig", players=players)


NO_OPTIONS = (50.0, [1], "x" * 1000, None, True, 5, "\0")


@pytest.mark.parametrize(
    "options", [{1: 2}, ["goal"], 5, {"gaol": 50}, *({"goal": value} for value in NO_OPTIONS)]
)
def test_what_is_no_option(options: Any) -> None:
    with pytest.raises(BadOption) as refused:
        hoyle.load("pig", options=options)
    assert len(str(refused.value)) < 200


def test_numbers_too_long_to_be_written(pig: Game) -> None:
    absurd = 10**5000
    for players, options in ((absurd, {}), (2, {"goal": absurd}), (2, {"goal": [absurd]})):
        with pytest.raises(BadOption):
            hoyle.load("pig", players, options)
    with pytest.raises(IllegalAction):
        pig.new_initial_state().apply_action(absurd)


def test_rules_with_mistakes_say_which(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text('game "Bad"\n    players 2..2\n\nturn\n    nothing += 1\n', encoding="utf-8")
    with pytest.raises(RulesInvalid, match=r"(?s)mistakes:\n.*bad\.rules:5: R\d{4} "):
        hoyle.load(path)


@pytest.mark.parametrize("action", NO_ACTIONS)
def test_what_is_no_action(pig: Game, action: Any) -> None:
    state = pig.new_initial_state()
    calls = [state.apply_action, state.child, state.why_not, lambda a: state.undo_action(0, a)]
    calls += [lambda a: state.action_to_string(0, a), lambda a: pig.action_to_string(0, a)]
    state.apply_action(state.string_to_action("Hold"))
    for call in calls:
        if action is None or (call == state.why_not and isinstance(action, str)):
            continue
        with pytest.raises(WrongKind, match="An action is a whole number, not "):
            call(action)
    with pytest.raises(WrongKind):
        state.apply_action(action)
    assert state.move_number() == 1


@pytest.mark.parametrize("action", [-1, 10**30, -(10**30), 999])
def test_what_is_not_possible(pig: Game, action: int) -> None:
    state = pig.new_initial_state()
    for _ in range(2):
        with pytest.raises(IllegalAction):
            state.apply_action(action)
        state.apply_action(state.string_to_action("Roll"))
        assert state.is_chance_node()
        with pytest.raises(IllegalAction):
            state.action_to_string(-1, action)
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("player", ["x", 1.0, True, [0], b"0", 2, -2, 10**30])
def test_what_is_no_player(pig: Game, player: Any) -> None:
    state = pig.new_initial_state()
    calls = [state.view, state.information_state_string, state.observation_string]
    calls += [state.player_return, lambda p: state.resample_from_infostate(p, random.random)]
    for call in calls:
        with pytest.raises((WrongKind, WrongNode)):
            call(player)


def test_what_is_no_chance(pig: Game) -> None:
    state = pig.new_initial_state()
    bad: Any
    for bad in (5, None, "x", lambda: "x", lambda: None):
        with pytest.raises(WrongKind):
            pig.playout(bad)
    for bad in (5, None, "x"):
        with pytest.raises(WrongKind):
            state.resample_from_infostate(0, bad)


def test_chance_may_be_a_generator_or_its_function(pig: Game) -> None:
    state = pig.new_initial_state()
    assert pig.playout(random.Random(4)) == pig.playout(random.Random(4).random)
    assert state.resample_from_infostate(0, random.Random(4)) == state


def test_every_error_is_one_of_ours() -> None:
    for kind in (BadOption, RulesInvalid, UnknownGame, IllegalAction, LoadError, WrongKind):
        assert issubclass(kind, HoyleError)
    assert hoyle.HoyleError is HoyleError and hoyle.RulesInvalid is RulesInvalid


def walked(game: Game, seed: int) -> State:
    draw, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["pig", "kuhn_poker"])
def test_a_game_that_was_played_fast_has_no_history_and_says_so(name: str) -> None:
    end = hoyle.load(name).played(random.Random(2))
    assert str(end) == "played" and not end.clone().has_history()
    for asked in (end.history, end.serialize, end.full_history, end.move_number, end.past_list):
        with pytest.raises(Unsupported, match="no history"):
            asked()
    with pytest.raises(Unsupported):
        end.information_state_string(0)
    with pytest.raises(Unsupported):
        end.undo_action(0, 0)
    again = pickle.loads(pickle.dumps(end))
    assert again == end and again.returns() == end.returns() and not again.has_history()
    assert end.resample_from_infostate(0, random.random).is_terminal()


def test_copies_go_their_own_ways(pig: Game) -> None:
    state = walked(pig, 2)
    for copied in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert copied == state and copied.is_terminal() and copied.returns() == state.returns()
    game = pickle.loads(pickle.dumps(pig))
    assert game.new_initial_state() == pig.new_initial_state()


ELSEWHERE = """
import pickle, sys
import hoyle
state = pickle.load(open(sys.argv[1], "rb"))
game = hoyle.load("pig")
assert game is state.get_game(), "one game became two"
again = game.replay(state.past_list())
assert again == state and str(again) == str(state)
"""


def test_a_pickle_goes_to_another_process(pig: Game, tmp_path: Path) -> None:
    path = tmp_path / "state.pickle"
    path.write_bytes(pickle.dumps(walked(pig, 2)))
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_pickle_whose_module_is_gone_says_so(pig: Game) -> None:
    _, (name, path) = pig.__reduce__()
    found, _ = type(pig).__reduce__(pig)
    with pytest.raises(LoadError, match="Load the game first"):
        found(name + "x", path + "x")


def test_threads_load_and_play_at_the_same_time() -> None:
    games: list[Game] = []
    ends: list[list[float]] = []

    def one() -> None:
        games.append(hoyle.load("kuhn_poker"))
        ends.append(games[-1].playout(random.Random(5)))

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(game) for game in games}) == 1 and len(games) == 8
    assert all(end == ends[0] for end in ends)


def test_whoever_is_asked_can_answer_in_every_redeal() -> None:
    """Also one who has begun to pick in ascending order, seen by one who is not asked."""
    game = hoyle.load(CASES / "told.rules")
    draw = random.Random(3)
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            for seat in range(2):
                again = state.resample_from_infostate(seat, draw)
                assert again.legal_actions(), (state.serialize(), seat)
            state.apply_action(draw.choice(state.legal_actions()))
