"""Outside judges: OpenSpiel's own implementations of the classics, move by move; and OpenSpiel's
Python algorithms, run on our states as they are.

`HOYLE_JUDGED` games of each classic are compared (2,000 unless it says otherwise).
"""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime import labels
from hoyle.runtime.game import Game
from hoyle.runtime.state import State

pyspiel: Any = pytest.importorskip("pyspiel")
numpy: Any = pytest.importorskip("numpy")

GAMES = int(os.environ.get("HOYLE_JUDGED", "2000"))


@dataclass(frozen=True)
class Judge:
    """OpenSpiel's name of a game, and what its actions mean: our names, one a decision of ours."""

    game: str
    theirs: str
    meaning: Callable[[int, str, int], tuple[str, ...]]  # (action, its name there, player)
    chance: Callable[[int], str] = str
    ended: Callable[[Any, list[str]], bool] = lambda theirs, seen: False
    left_out: frozenset[str] = frozenset()  # options of ours that theirs leaves out at times


GOOFSPIEL = (
    "turn_based_simultaneous_game(game=goofspiel("
    "num_cards=13,points_order=random,returns_type=win_loss,players=2))"
)


def counted_from_one(action: int, name: str = "", player: int = 0) -> tuple[str, ...]:
    """Theirs begin with 0, ours with 1."""
    return (str(action + 1),)


def repeats(theirs: Any, seen: list[str]) -> bool:
    """OpenSpiel ends oware when a position comes again; our rules go on to the limit."""
    lines = str(theirs).splitlines()
    return "PLAYING" not in lines[-1] and len(seen) > 2


JUDGES = (
    Judge("tic_tac_toe", "tic_tac_toe", lambda a, name, p: ("abc"[a % 3] + str(a // 3 + 1),)),
    Judge("connect_four", "connect_four", counted_from_one),
    Judge("breakthrough", "breakthrough", lambda a, name, p: (name[:2], name[2:4])),
    Judge(
        "pig",
        "pig(players=2,winscore=100,horizon=100000)",
        lambda a, name, p: (("Roll", "Hold")[a],),
        lambda outcome: str(outcome + 1),
        left_out=frozenset({"Roll"}),  # theirs must hold once the goal is reached
    ),
    Judge(
        "kuhn_poker",
        "kuhn_poker",
        lambda a, name, p: (("Pass", "Bet")[a],),
        lambda outcome: str(outcome + 1),
    ),
    Judge("oware", "oware", lambda a, name, p: (str(6 * p + a + 1),), ended=repeats),
    Judge("goofspiel", GOOFSPIEL, counted_from_one, lambda outcome: str(outcome + 1)),
)


class Match:
    """One of our games and one of theirs, compared node by node."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.game: Game = load(judge.game, 2)
        self.theirs = pyspiel.load_game(judge.theirs)
        actions = range(self.game.num_distinct_actions())
        self.names = [labels.static_name(self.game.schema, action) for action in actions]
        self.meanings: dict[tuple[int, int], tuple[str, ...]] = {}

    def meaning(self, state: Any, player: int, action: int) -> tuple[str, ...]:
        """Our names for one of their actions."""
        key = (player, action)
        if key not in self.meanings:
            name = state.action_to_string(player, action)
            self.meanings[key] = self.judge.meaning(action, name, player)
        return self.meanings[key]

    def play(self, rng: random.Random) -> None:
        """One random game, the same here and there."""
        ours, theirs = self.game.new_initial_state(), self.theirs.new_initial_state()
        seen: list[str] = []
        while not ours.is_terminal() and not theirs.is_terminal():
            seen.append("")
            if theirs.is_chance_node():
                self.chance(ours, theirs, rng)
            elif len(theirs.legal_actions()) == 1 and self.game.schema.id == "goofspiel":
                theirs.apply_action(theirs.legal_actions()[0])  # silent where we do not ask always
            else:
                self.decide(ours, theirs, rng)
        while not theirs.is_terminal() and len(theirs.legal_actions()) == 1:
            theirs.apply_action(theirs.legal_actions()[0])
        if theirs.is_terminal() and not ours.is_terminal() and self.judge.ended(theirs, seen):
            return
        assert ours.is_terminal() and theirs.is_terminal()
        assert ours.returns() == theirs.returns()

    def chance(self, ours: State, theirs: Any, rng: random.Random) -> None:
        """Chance: the same outcomes with the same odds."""
        there = {self.judge.chance(a): (a, odds) for a, odds in theirs.chance_outcomes()}
        if len(there) == 1:
            theirs.apply_action(next(iter(there.values()))[0])
            return
        assert ours.is_chance_node()
        names = ours.names()
        here = {names[a]: (a, odds) for a, odds in ours.chance_outcomes()}
        assert here.keys() == there.keys()
        for name, (_, odds) in here.items():
            assert abs(odds - there[name][1]) < 1e-12
        name = rng.choice(list(here))
        ours.apply_action(here[name][0])
        theirs.apply_action(there[name][0])

    def decide(self, ours: State, theirs: Any, rng: random.Random) -> None:
        """A decision: the same player, the same options, in one or more steps of ours."""
        player = theirs.current_player()
        there = {self.meaning(theirs, player, a): a for a in theirs.legal_actions()}
        wanted = rng.choice(list(there))
        for at, name in enumerate(wanted):
            assert ours.current_player() == player
            here = {self.names[action]: action for action in ours.legal_actions()}
            possible = {m[at] for m in there if m[:at] == wanted[:at]}
            assert possible <= here.keys() and here.keys() - possible <= self.judge.left_out
            ours.apply_action(here[name])
        theirs.apply_action(there[wanted])


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.game)
def test_a_classic_is_what_openspiel_plays(judge: Judge) -> None:
    match = Match(judge)
    rng = random.Random(judge.game)
    for _ in range(GAMES):
        match.play(rng)


# ---------------------------------------------------------------------------------- known numbers


def test_tic_tac_toe_has_the_known_numbers_of_games_and_positions() -> None:
    games: dict[Any, int] = {}

    def count(state: State) -> int:
        key = state.key()
        if key not in games:
            after = [state.child(action) for action in state.legal_actions()]
            games[key] = sum(map(count, after)) if after else 1
        return games[key]

    assert count(load("tic_tac_toe", 2).new_initial_state()) == 255_168
    assert len(games) == 5_478


def test_connect_four_has_the_known_numbers_of_positions() -> None:
    level = [load("connect_four", 2).new_initial_state()]
    counts = [1]
    gc.disable()  # it would walk half a million positions again and again
    for _ in range(8):
        found: dict[Any, State] = {}
        for state in level:
            for action in state.options:
                child = state.child(action)
                found.setdefault(child.key(), child)
        level = list(found.values())
        counts.append(len(level))
    gc.enable()
    assert counts == [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275]


# ------------------------------------------------------------------------------------- algorithms


@cache
def solved() -> Any:
    """Counterfactual regret minimisation on Kuhn poker."""
    from open_spiel.python.algorithms import cfr

    solver = cfr.CFRSolver(load("kuhn_poker", 2))
    for _ in range(300):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def value_of(policy: Any) -> list[float]:
    """What a policy is worth to each seat of Kuhn poker when both play it."""
    from open_spiel.python.algorithms import expected_game_score

    root = load("kuhn_poker", 2).new_initial_state()
    return list(expected_game_score.policy_value(root, [policy, policy]))


def test_regret_minimisation_finds_the_value_of_kuhn_poker() -> None:
    assert value_of(solved()) == pytest.approx([-1 / 18, 1 / 18], abs=0.001)


@pytest.mark.parametrize("kind", ["external", "outcome"])
def test_sampled_regret_minimisation_runs(kind: str) -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr, outcome_sampling_mccfr

    numpy.random.seed(1)
    game = load("kuhn_poker", 2)
    if kind == "external":
        solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    else:
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(600):
        solver.iteration()
    assert value_of(solver.average_policy())[0] == pytest.approx(-1 / 18, abs=0.08)


def test_best_responses_are_worth_what_they_are_in_openspiel() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import best_response

    values = []
    for game in (load("kuhn_poker", 2), pyspiel.load_game("kuhn_poker")):
        uniform = policy.UniformRandomPolicy(game)
        answers = [best_response.BestResponsePolicy(game, seat, uniform) for seat in (0, 1)]
        values.append([answer.value(game.new_initial_state()) for answer in answers])
    assert values[0] == pytest.approx(values[1])


def test_tree_search_takes_a_win() -> None:
    from open_spiel.python.algorithms import mcts

    game = load("connect_four", 2)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = mcts.MCTSBot(
        game, 1.4, 300, evaluator, solve=True, random_state=numpy.random.RandomState(2)
    )
    state = game.new_initial_state()
    for name in ("4", "1", "4", "1", "4", "1"):
        state.apply_action(state.string_to_action(name))
    assert state.action_to_string(bot.step(state)) == "4"


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel"])
def test_search_with_hidden_information_runs(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = load(name, 2), numpy.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=60,
        random_state=rng,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.UCT,
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert bot.step(state) in state.legal_actions()


def test_expectiminimax_knows_when_to_hold() -> None:
    from open_spiel.python.algorithms import minimax

    game = load("pig", 2)
    state = game.new_initial_state()
    value, action = minimax.expectiminimax(state, 5, lambda state: 0.0, 0)
    assert -1 <= value <= 1 and action in state.legal_actions()


def test_every_information_state_has_one_policy() -> None:
    from open_spiel.python import policy

    assert len(policy.TabularPolicy(load("kuhn_poker", 2)).state_lookup) == 12


def test_a_game_can_be_one_of_openspiels_own() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from hoyle import openspiel

    game = openspiel.load(load("kuhn_poker", 2))
    assert str(pyspiel.load_game(openspiel.short_name(load("kuhn_poker", 2)))) == str(game)
    own = pyspiel.load_game("kuhn_poker")
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(
        exploitability.nash_conv(own, policy.UniformRandomPolicy(own))
    )
    found = policy.tabular_policy_from_callable(game, solved())
    assert exploitability.nash_conv(game, found) < 0.05
