"""Bots that think see only what their seat sees: what else there is changes nothing they do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime import bots, chance
from hoyle.runtime.errors import Unsupported
from hoyle.runtime.redeal import Dealer
from hoyle.runtime.search.budget import Budget
from hoyle.runtime.search.flat import FlatBot
from hoyle.runtime.search.ismcts import TreeBot
from hoyle.runtime.state import State

KINDS: list[Any] = [FlatBot, TreeBot]
GAMES = [("kuhn_poker", 2), ("goofspiel", 2), ("chips", 3)]


def decisions(name: str, seats: int, seed: int, every: int) -> Iterator[State]:
    """Decisions of a random game at which no secret pick waits."""
    rng, game = random.Random(seed), load(name, seats)
    state = game.new_initial_state()
    for _ in range(400):
        if state.is_terminal():
            state = game.new_initial_state()
        chance.settle(state, rng.random)
        if state.is_player_node() and len(state.options) > 1:
            if not waits(state) and rng.randrange(every) == 0:
                yield state
            chance.step(state, rng.random)


def waits(state: State) -> bool:
    """Whether the last decision was a secret pick, that may still wait for others."""
    return state.past is not None and state.module_.nodes[state.past[1]].secret


def choice(kind: Any, state: State, seed: int = 3, games: int = 12) -> int:
    """What a bot decides in a position."""
    bot: bots.Bot = kind(random.Random(seed).random, Budget(games))
    return bot.choose(bots.question(state))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "seats"), [("kuhn_poker", 2), ("chips", 3)])
def test_another_deal_that_the_seat_cannot_tell_changes_no_decision(
    kind: Any, name: str, seats: int
) -> None:
    rng, compared = random.Random(8), 0
    for state in decisions(name, seats, 5, 6):
        dealt = state.resample_from_infostate(state.current_player(), rng.random)
        if dealt != state:
            assert choice(kind, state) == choice(kind, dealt)
            compared += 1
        if compared == 3:
            return
    assert compared, "no deal differed: this showed nothing"


@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_pick_of_another_changes_no_decision(kind: Any) -> None:
    state = load("goofspiel", 2).new_initial_state()
    chance.settle(state, random.Random(5).random)
    after = [state.child(pick) for pick in state.legal_actions()]
    assert len({choice(kind, child) for child in after}) == 1
    assert {child.current_player() for child in after} == {1}


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_deal_follows_from_what_the_seat_knows_and_the_seed(
    name: str, seats: int, told: bool
) -> None:
    rng = random.Random(6)
    for _, state in zip(range(12), decisions(name, seats, 7, 3), strict=False):
        seat = state.current_player()
        dealer = Dealer(state, seat, told)
        dealt = [dealer.deal(random.Random(seed).random) for seed in range(3)]
        guess = state.resample_from_infostate(seat, rng.random)
        again = [Dealer(guess, seat, told).deal(random.Random(seed).random) for seed in range(3)]
        assert dealt == again
        for one in dealt:
            assert one.view(seat) == state.view(seat) and one.names() == state.names()


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_led_there_is_made_up_only_where_it_is_asked_for(name: str, seats: int) -> None:
    rng = random.Random(6)
    for _, state in zip(range(12), decisions(name, seats, 7, 3), strict=False):
        asked = bots.question(state)
        whole, position = asked.resample(rng.random), asked.deal(rng.random)
        assert whole.move_number() == state.move_number()
        assert position.view(asked.seat) == state.view(asked.seat)
        assert position.names() == state.names()
        position.apply_action(position.options[0])
        with pytest.raises(Unsupported):
            position.move_number()
        assert state.move_number() == whole.move_number()


class Guard:
    """A question that hands out dealt positions and nothing else of the game."""

    def __init__(self, asked: bots.Question) -> None:
        self.seat = asked.seat
        self.options = dict.fromkeys(asked.options, "")
        self.deals: list[State] = []
        self._deal = asked.deal

    def deal(self, random: Callable[[], float]) -> State:
        self.deals.append(self._deal(random))
        return self.deals[-1]

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a bot asked for {name}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_true_position_is_not_touched(kind: Any) -> None:
    """A bot has its deals, and whatever else it asks for raises."""
    for _, state in zip(range(3), decisions("chips", 3, 9, 5), strict=False):
        before, told = state.key(), state.log
        guard: Any = Guard(bots.question(state))
        bot = kind(random.Random(1).random, Budget(9))
        assert bot.choose(guard) in state.options
        assert state.key() == before and state.log is told
        assert len(guard.deals) >= 9 and all(deal is not state for deal in guard.deals)
        assert len({id(deal) for deal in guard.deals}) == len(guard.deals)
