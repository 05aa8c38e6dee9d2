"""`python -m tests.benchmarks bots [GAME...]`: how well the bots play, against random players, a
perfect one, an equilibrium, and OpenSpiel's own tree search with as many iterations.

Seats change from game to game. What hoyle and OpenSpiel call an iteration is one game played in the
head to its end. Behind the figures stands which part of the points is won (a draw is half a point),
with the interval that holds the true part 95 times of 100. The large games take long: of them
`--games N`, `--iterations N` and `--first N` (the number of the first game, its seed) play some,
and each hundred seconds it is told how they stand.
"""

from __future__ import annotations

import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from typing import Any

from hoyle.build import load
from hoyle.runtime import bots, chance
from hoyle.runtime.search.budget import Budget
from hoyle.runtime.search.flat import FlatBot
from hoyle.runtime.search.ismcts import TreeBot
from hoyle.runtime.state import State

TOLD = 100.0  # seconds after which it is told again how long matches stand

Draw = Callable[[], float]
Player = Callable[[State], int]


@dataclass(slots=True)
class Score:
    """What came of some games, and the processor time they took."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    seconds: float = 0.0

    def add(self, results: list[float], seat: int) -> None:
        """One game more."""
        best = max(results)
        if results[seat] < best:
            self.lost += 1
        elif results.count(best) > 1:
            self.drawn += 1
        else:
            self.won += 1

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def part(self) -> tuple[float, float, float]:
        """Which part of the points was won, and between which parts the true one lies (Wilson)."""
        n, z = max(1, self.games), 1.96
        part = (self.won + self.drawn / 2) / n
        middle = (part + z * z / (2 * n)) / (1 + z * z / n)
        far = z / (1 + z * z / n) * sqrt(part * (1 - part) / n + z * z / (4 * n * n))
        return part, middle - far, middle + far

    def __str__(self) -> str:
        part, least, most = self.part()
        counts = f"{self.won:4} won {self.drawn:4} drawn {self.lost:4} lost"
        each = self.seconds / max(1, self.games)
        return f"{counts}   {part:4.0%} ({least:.0%} – {most:.0%})   {each:7.2f} s a game"


def player(bot: bots.Bot) -> Player:
    """A bot that gets a question, as one that gets a state."""
    return lambda state: bot.choose(bots.question(state))


def tree(iterations: int) -> Callable[[Draw], Player]:
    return lambda draw: player(TreeBot(draw, Budget(iterations)))


def flat(iterations: int) -> Callable[[Draw], Player]:
    return lambda draw: player(FlatBot(draw, Budget(iterations)))


def at_random(draw: Draw) -> Player:
    return player(bots.RandomBot(draw))


def match(
    name: str,
    one: Callable[[Draw], Player],
    other: Callable[[Draw], Player],
    games: int,
    seats: int = 2,
    first: int = 0,
) -> Score:
    """Games of one against others, from every seat in turn, by the seeds from `first` on."""
    score, game = Score(), load(name, seats)
    before, told = time.process_time(), time.monotonic()
    for number in range(first, first + games):
        draw, seat = random.Random(number).random, number % seats
        players = [one(draw) if at == seat else other(draw) for at in range(seats)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_player_node():
                state.apply_action(players[state.current_player()](state))
            else:
                chance.step(state, draw)
        score.add(state.returns(), seat)
        score.seconds = time.process_time() - before
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            print(f"{name}, game {number}: {score}", file=sys.stderr, flush=True)
    return score


# ---------------------------------------------------------------------------------- perfect players


class Perfect:
    """Knows the value of every position of a small public game of two."""

    def __init__(self) -> None:
        self.known: dict[Any, list[float]] = {}

    def __call__(self, draw: Draw) -> Player:
        return lambda state: self.best(state, draw)

    def best(self, state: State, draw: Draw) -> int:
        """One of the best options."""
        options, seat = state.legal_actions(), state.current_player()
        values = [self.value(state.child(option))[seat] for option in options]
        best = [o for o, value in zip(options, values, strict=True) if value == max(values)]
        return best[int(draw() * len(best))]

    def value(self, state: State) -> list[float]:
        """What both get if nobody errs."""
        if state.is_terminal():
            return state.returns()
        key, seat = state.key(), state.current_player()
        if key not in self.known:
            after = [self.value(state.child(option)) for option in state.legal_actions()]
            self.known[key] = max(after, key=lambda results: results[seat])
        return self.known[key]


def equilibrium(bets: str, card: int, alpha: float) -> float:
    """How often Kuhn's players bet in one of the equilibria: what was said, the card."""
    often = {
        "": (alpha, 0.0, 3 * alpha),
        "P": (1 / 3, 0.0, 1.0),
        "B": (0.0, 1 / 3, 1.0),
        "PB": (0.0, alpha + 1 / 3, 1.0),
    }
    return often[bets][card]


def kuhn_value(make: Callable[[Draw], Player], times: int, alpha: float = 1 / 6) -> list[float]:
    """What a player of Kuhn poker gets at either seat against an equilibrium, reckoned exactly from
    how often it bets in each of its twelve situations, by so many seeds."""
    policy: dict[str, float] = {}
    deals = list(dealt(load("kuhn_poker", 2).new_initial_state(), 1.0))

    def often(state: State, seat: int, bets: str) -> float:
        if state.current_player() != seat:
            return equilibrium(bets, held(state), alpha)
        key = state.information_state_string()
        if key not in policy:
            bet = state.string_to_action("Bet")
            tries = [make(random.Random(n).random)(state) == bet for n in range(times)]
            policy[key] = sum(tries) / times
        return policy[key]

    def value(state: State, seat: int, bets: str) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        bet, total = often(state, seat, bets), 0.0
        for name, odds in (("Bet", bet), ("Pass", 1 - bet)):
            if odds:
                after = state.child(state.string_to_action(name))
                total += odds * value(after, seat, bets + name[0])
        return total

    return [sum(odds * value(deal, seat, "") for deal, odds in deals) for seat in (0, 1)]


def dealt(state: State, odds: float) -> Iterator[tuple[State, float]]:
    """All deals with their odds."""
    if not state.is_chance_node():
        yield state, odds
        return
    for outcome, part in state.chance_outcomes():
        yield from dealt(state.child(outcome), odds * part)


def held(state: State) -> int:
    """The rank, from 0 on, of the card of who decides."""
    seat = state.current_player()
    name = list(state.view(seat)["players"].values())[seat]["hand"][0]
    return int(name) - 1


# -------------------------------------------------------------------------------------- OpenSpiel

#: Our name of an action of theirs: at a decision, at chance.
MEANING: dict[str, tuple[Callable[[int], str], Callable[[int], str]]] = {
    "tic_tac_toe": (lambda a: "abc"[a % 3] + str(a // 3 + 1), str),
    "connect_four": (lambda a: str(a + 1), str),
    "kuhn_poker": (lambda a: ("Pass", "Bet")[a], lambda o: str(o + 1)),
}


def open_spiel(name: str, iterations: int) -> Callable[[Draw], Player]:
    """OpenSpiel's own search, in C++ on its own game; what hides something by information sets."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(name)
    decided, drawn = MEANING[name]

    def mirrored(state: State) -> Any:
        ours, mirror = state.get_game().new_initial_state(), theirs.new_initial_state()
        for action in state.history():
            meaning = drawn if mirror.is_chance_node() else decided
            wanted = ours.action_to_string(action)
            mirror.apply_action(next(a for a in mirror.legal_actions() if meaning(a) == wanted))
            ours.apply_action(action)
        return mirror

    def make(draw: Draw) -> Player:
        bot = searcher(spiel, theirs, iterations, int(draw() * 2**31))
        return lambda state: state.string_to_action(decided(bot.step(mirrored(state))))

    return make


def searcher(spiel: Any, theirs: Any, iterations: int, seed: int) -> Any:
    """One of OpenSpiel's bots."""
    evaluator = spiel.RandomRolloutEvaluator(1, seed)
    if theirs.get_type().information == spiel.GameType.Information.PERFECT_INFORMATION:
        return spiel.MCTSBot(theirs, evaluator, 1.4, iterations, 1000, True, seed, False)
    kind = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return spiel.ISMCTSBot(seed, evaluator, 2.8, iterations, -1, kind, False, False)


# ----------------------------------------------------------------------------------------- report


def line(game: str, one: str, other: str, score: Score) -> str:
    """A line of the table."""
    return f"{game:14} {one:16} against {other:16} {score}"


def tic_tac_toe() -> Iterator[str]:
    name, mine, theirs = "tic_tac_toe", tree(500), open_spiel("tic_tac_toe", 500)
    others = {"random": at_random, "itself": mine, "perfect": Perfect()}
    for words, other in others.items():
        yield line(name, "mcts:500", words, match(name, mine, other, 200))
    yield line(name, "OpenSpiel 500", "perfect", match(name, theirs, Perfect(), 200))
    yield line(name, "mcts:500", "OpenSpiel 500", match(name, mine, theirs, 60))


def connect_four() -> Iterator[str]:
    name = "connect_four"
    for words, one in (("mcts:100", tree(100)), ("flat:100", flat(100))):
        yield line(name, words, "random", match(name, one, at_random, 100))
    for n in (100, 500):
        score = match(name, tree(n), open_spiel(name, n), 60)
        yield line(name, f"mcts:{n}", f"OpenSpiel {n}", score)


def kuhn_poker() -> Iterator[str]:
    makers = [(f"mcts:{n}", tree(n)) for n in (100, 500, 2000)]
    makers.append(("OpenSpiel 500", open_spiel("kuhn_poker", 500)))
    for words, make in makers:
        first, second = kuhn_value(make, 40)
        yield (
            f"kuhn_poker     {words:16} seat 1 {first:+.4f} ({-1 / 18:+.4f} at best), "
            f"seat 2 {second:+.4f} ({1 / 18:+.4f})"
        )


LARGE = {"chips": 50, "monopoly": 5, "master_trainer": 8}
"""The large games, with the iterations of a decision."""


def large(name: str, iterations: int, games: int, first: int) -> Iterator[str]:
    """One of the large games, against a player at random."""
    for words, one in (("mcts", tree(iterations)), ("flat", flat(iterations))):
        score = match(name, one, at_random, games, first=first)
        yield line(name, f"{words}:{iterations}", "random", score)


SMALL: dict[str, Callable[[], Iterator[str]]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "kuhn_poker": kuhn_poker,
}


def main(words: list[str]) -> None:
    """Print all figures, or those of some games."""
    parser = ArgumentParser("python -m tests.benchmarks bots")
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(words)
    for name in given.names or (*SMALL, *LARGE):
        if name in SMALL:
            found = SMALL[name]()
        else:
            found = large(name, given.iterations or LARGE[name], given.games, given.first)
        for text in found:
            print(text, flush=True)
