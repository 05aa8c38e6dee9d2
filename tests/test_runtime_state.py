"""The runtime's states, on a game written by hand in the shape of a generated one."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest

from hoyle.runtime import chance, infostate
from hoyle.runtime.errors import IllegalAction, RuleError, Unsupported, WrongNode
from hoyle.runtime.state import State
from tests import toy_module
from tests.toy_module import MODULE

GAME = MODULE.to_game()


def after(*actions: int) -> State:
    """The position that these actions and outcomes lead to."""
    state = GAME.new_initial_state()
    state.apply_actions(actions)
    return state


def test_a_whole_game_step_by_step() -> None:
    state = GAME.new_initial_state()
    assert (state.current_player(), state.is_chance_node()) == (-1, True)
    assert state.legal_actions() == [0, 1, 2]
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_actions([2, 0])
    assert (state.current_player(), state.legal_actions(1)) == (0, [])
    assert state.legal_actions_mask() == [1, 1]
    state.apply_actions([1, 1])
    assert state.is_terminal() and state.returns() == [2.0, -2.0]
    assert (state.current_player(), state.legal_actions(), state.player_return(1)) == (-4, [], -2)
    assert state.history() == [2, 0, 1, 1] and state.move_number() == 4
    assert [step.player for step in state.full_history()] == [-1, -1, 0, 1]


def test_equality_is_of_positions_and_clones_go_their_own_way() -> None:
    one, other = after(2, 0, 0), after(2, 0)
    copied = other.clone()
    copied.apply_action(0)
    assert copied == one and hash(copied) == hash(one) and copied.key() == one.key()
    assert other != one and other.legal_actions() == [0, 1]
    assert copy.deepcopy(one) == copy.copy(one) == one
    assert pickle.loads(pickle.dumps(one)) == one
    generic: Any = State.clone(one)
    assert generic == one and generic.history() == one.history()


def test_a_state_goes_to_another_process() -> None:
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).history())"
    packed = pickle.dumps(after(2, 0, 0))
    found = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True)
    assert found.stdout.decode().strip() == "[2, 0, 0]", found.stderr.decode()


def test_undo_is_replay() -> None:
    state = after(2, 0, 0, 1)
    state.undo_action(1, 1)
    assert state == after(2, 0, 0) and state.history() == [2, 0, 0]
    with pytest.raises(IllegalAction):
        state.undo_action(0, 1)


@pytest.mark.parametrize("actions", [(), (2,), (2, 0), (2, 0, 1, 0)])
def test_what_is_not_possible_is_refused_and_named(actions: tuple[int, ...]) -> None:
    state = after(*actions)
    before = state.key()
    with pytest.raises((IllegalAction, WrongNode)) as refused:
        state.apply_action(actions[0] if len(actions) == 1 else 7)
    assert state.key() == before
    if isinstance(refused.value, IllegalAction):
        assert refused.value.legal == tuple(state.names().values())


def test_odds_are_asked_of_chance_only() -> None:
    with pytest.raises(WrongNode):
        after(2, 0).chance_outcomes()
    with pytest.raises(Unsupported):
        after(2, 0).information_state_tensor(0)


def test_an_error_of_the_rules_names_rule_file_and_line() -> None:
    with pytest.raises(RuleError, match=r"toy\.rules:7: too little: .*\(in speak\)"):
        GAME.new_initial_state("broken")


def test_information_is_what_the_seat_saw_in_order() -> None:
    one, other = after(2, 0, 0), after(2, 1, 0)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert infostate.entries(one, 1) == [(-1, 0, 0), (0, 1, 0)]
    assert one.observation_string(0) == other.observation_string(0)


def test_views_hide_faces_and_show_counts() -> None:
    assert after(2, 0).view(1) == {
        "game": "toy",
        "seat": "ben",
        "over": False,
        "table": {"deck": ["a Card"]},
        "players": {
            "ann": {"paid": 1, "hand": ["a Card"]},
            "ben": {"paid": 1, "hand": ["one"]},
        },
        "things": {},
        "values": {"table": {}, "players": {"ann": {}, "ben": {}}},
    }


def test_redeal_changes_only_what_the_seat_does_not_know() -> None:
    state, rng = after(2, 0, 0), random.Random(1)
    seen = set()
    for _ in range(40):
        dealt = state.resample_from_infostate(1, rng.random)
        assert dealt.information_state_string(1) == state.information_state_string(1)
        assert dealt.view(1) == state.view(1)
        assert GAME.replay(dealt.past_list()) == dealt
        seen.add(dealt.information_state_string(0))
    assert seen == {after(c, 0, 0).information_state_string(0) for c in (1, 2)}


def test_a_seed_gives_one_path_in_both_builds() -> None:
    for seed in range(50):
        rng = random.Random(seed)
        state = GAME.new_initial_state()
        while not state.is_terminal():
            chance.step(state, rng.random)
        fast = GAME.played(random.Random(seed).random)
        assert fast.key() == state.key()


def test_names_find_actions() -> None:
    state = after(2, 0)
    assert state.names() == {0: "Pass", 1: "Bet"}
    assert state.string_to_action("bet") == state.string_to_action(0, "Bet") == 1
    assert state.action_to_string(0, 1) == state.action_to_string(1) == "Bet"
    assert GAME.new_initial_state().action_to_string(-1, 2) == "three"
    assert GAME.action_to_string(0, 1) == "Bet"
    with pytest.raises(IllegalAction, match="Possible: Pass, Bet"):
        state.string_to_action("Fold")


def test_reasons_are_the_rules_own() -> None:
    state = after(2, 0, 1)
    assert state.why_not("Bet") is None
    assert "is not offered here" in str(state.why_not("Fold"))
    toy: Any = state
    toy.options, toy.paid = (0,), [2, 2]
    reason = state.why_not("Bet")
    assert str(reason) == "You have bet already. (toy.rules:7)"
    assert str(after(2, 0, 1, 1).why_not("Bet")) == "The game is over."


def test_a_fault_of_generated_code_points_at_the_rules() -> None:
    lines = ((toy_module.speak.__code__.co_firstlineno, 1),)
    state = after(2, 0)
    broken: Any = state
    broken.paid = None
    object.__setattr__(MODULE, "lines", lines)
    try:
        with pytest.raises(TypeError) as raised:
            state.apply_action(1)
    finally:
        object.__setattr__(MODULE, "lines", ())
    assert ("toy.rules", 7) in [(str(e.path), e.lineno + 1) for e in raised.traceback]
