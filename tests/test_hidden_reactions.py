"""Trap 4: who is able to react is a secret, and neither a question nor a silence tells it.

Two positions that a seat cannot tell apart, one where others can react and one where they cannot,
are played with the same public events; that seat gets the same in both, and the device makes the
same round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.build import load
from hoyle.runtime import chance, labels
from hoyle.runtime.game import Game
from hoyle.runtime.log import windows
from hoyle.runtime.state import State
from hoyle.runtime.table import Screen, Screens, who_acted

RULES = Path(__file__).parent / "games" / "reactions.rules"


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in which cards from hidden hands react to rolls and turns."""
    return load(str(RULES), 3)


def quiet(state: State, wanted: str) -> int:
    """Others let everything pass; what all see is what is wanted, where it is possible."""
    names = state.names()
    for action, name in names.items():
        if action in state.module_.declines or name == wanted:
            return action
    return next(iter(names))


def told(start: State, seat: int, steps: int, rolls: list[str]) -> Iterator[tuple[str, ...]]:
    """What a seat gets at each of its own nodes, and the screens on the way there."""
    state, screens = start.clone(), Screens()
    shown: list[Screen] = []
    rolled = iter(rolls)
    for _ in range(steps):
        if state.is_terminal():
            return
        own = state.is_player_node() and state.current_player() == seat
        if own and not state.module_.nodes[state.pc].hidden:
            asked = [screen.seat for screen in shown if screen.seat != seat]
            yield (state.information_state_string(seat), state.observation_string(seat), str(asked))
            shown = []
        die = state.is_chance_node() and state.module_.nodes[state.pc].domain == "number"
        action = quiet(state, next(rolled) if die else "3")
        before, acted = state.log, who_acted(state, action)
        state.apply_action(action)
        screens.after(state, windows(state, before), acted)
        shown += screens.now


def test_there_are_hidden_questions(game: Game) -> None:
    nodes = game.module.nodes
    assert any(node.hidden and node.could for node in nodes) and any(node.secret for node in nodes)


def test_who_can_react_tells_others_nothing(game: Game) -> None:
    rng = random.Random(4)
    compared = differing = 0
    for _ in range(150):
        state = game.new_initial_state()
        for _ in range(rng.randrange(40)):
            if not state.is_terminal():
                chance.step(state, rng.random)
        chance.settle(state, rng.random)
        if not state.is_player_node() or any(waits(state)):
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        rolls = [str(rng.randint(1, 6)) for _ in range(30)]
        for one, two in zip(
            told(state, seat, 25, rolls), told(other, seat, 25, rolls), strict=False
        ):
            if one[0] != two[0]:
                # The seat's own draws differ where the deck does; before that, nothing may.
                assert drawn(one[0]) != drawn(two[0])
                break
            assert one == two
            compared += 1
        differing += state.key() != other.key()
    assert compared > 40 and differing > 20


def waits(state: State) -> Iterator[bool]:
    """Whether a hidden question is open, or a secret pick waits for others."""
    nodes = state.module_.nodes
    yield nodes[state.pc].hidden
    yield state.past is not None and nodes[state.past[1]].secret


def drawn(information: str) -> list[str]:
    """The outcomes of chance in an information state."""
    return [entry for entry in information.split() if entry.startswith("?")]


def test_labels_of_letting_pass(game: Game) -> None:
    names = {labels.static_name(game.schema, action) for action in game.module.declines}
    assert names <= {"no", "pass"} and names


def test_secret_picks_that_wait_are_made_anew() -> None:
    """Who searches for a seat does not know what another has picked a moment ago."""
    rng = random.Random(5)
    state = load("goofspiel", 2).new_initial_state()
    chance.settle(state, rng.random)
    state.apply_action(state.string_to_action("13"))
    dealt = [state.resample_from_infostate(1, rng.random) for _ in range(60)]
    assert len({guess.history()[-1] for guess in dealt}) > 8
    for guess in dealt:
        assert guess.information_state_string(1) == state.information_state_string(1)
        assert guess.view(1) == state.view(1) and guess.names() == state.names()
    assert state.resample_from_infostate(0, rng.random).history() == state.history()
