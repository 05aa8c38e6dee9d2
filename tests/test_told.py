"""What a seat has heard stays so when a position is dealt anew; what it sees it has heard."""

import random
from pathlib import Path

import pytest

from hoyle.build import load
from hoyle.runtime import chance
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from tests import test_api_all_games as promises
from tests.replayed import lines_of

CASES = Path(__file__).parent / "cases" / "lowering"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["told", "last"])
def test_what_was_offered_and_what_was_picked_before_is_not_dealt_anew(
    name: str, players: int
) -> None:
    promises.test_what_a_seat_does_not_know_changes_nothing_it_gets(
        load(str(CASES / f"{name}.rules"), players)
    )


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_the_last_of_a_hidden_pile_is_told_to_who_sees_it(players: int) -> None:
    game = load(str(CASES / "last.rules"), players)
    promises.test_what_a_seat_sees_follows_from_what_it_was_told(game)
    promises.test_redealt_positions_can_be_played(game)


def with_one_left(game: Game, deed: str) -> State:
    """A game in which the deck holds one card, and the next does this."""
    state = game.new_initial_state()
    rng = random.Random(5)
    deck = 6 - game.num_players()
    while not (state.is_player_node() and deck == 1):
        if state.is_player_node():
            deck -= 1
            state.apply_action(state.string_to_action("Draw"))
        else:
            chance.step(state, rng.random)
    state.apply_action(state.string_to_action(deed))
    return state


@pytest.mark.parametrize(("deed", "all_see"), [("Draw", False), ("Peek", False), ("Turn up", True)])
def test_the_last_one_is_an_entry_for_its_seers_alone(deed: str, all_see: bool) -> None:
    state = with_one_left(load(str(CASES / "last.rules"), 2), deed)
    decided, last, *counted = lines_of(state)[-2 - (deed == "Peek") :]
    assert decided.text == deed and last.actor == -1 and all(line.counts for line in counted)
    assert state.reveals == 1 + len(counted)
    assert last.audience == (3 if all_see else 1 << decided.actor)
    for seat in (0, 1):
        told = state.information_state_string(seat).split("[")[0].split()
        assert told[-1].startswith("?") == bool(last.audience >> seat & 1)


def test_an_only_outcome_reads_like_one_of_several() -> None:
    """Whether chance had several must not show: it hangs on what others hold."""
    state = with_one_left(load(str(CASES / "last.rules"), 2), "Draw")
    told = [entry for seat in (0, 1) for entry in state.information_state_string(seat).split()]
    drawn = [entry.split(".") for entry in told if entry.startswith("?")]
    assert len({node for node, _ in drawn}) == 2  # at the beginning, and in a turn
    assert sorted(row for _, row in drawn) == list("012345")
