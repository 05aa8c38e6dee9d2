"""`python -m tests.benchmarks native [GAME...]`: native playouts against interpreted ones.

The native build is made first where there is none, which takes from a quarter of a minute to many.
Small games are measured against OpenSpiel's own rollouts in C++ as well: a search of it with two
simulations does nothing else. Middles of interleaved rounds with the least and the greatest, of
time spent computing: what else the machine does counts little.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from hoyle import build
from hoyle.find import find
from hoyle.native_build import NoNative
from tests.benchmarks.figures import spread
from tests.benchmarks.ways import timed

SPIEL = {"tic_tac_toe": "tic_tac_toe", "connect_four": "connect_four", "pig": "pig"}
OTHERS = ("kuhn_poker", "breakthrough", "oware", "goofspiel", "chips")
LARGE = ("master_trainer_2", "monopoly", "master_trainer", "pokescape")
ROUNDS = 9
SECONDS = 0.2  # of a run at least
ROLLOUTS = 1024  # of one search

Play = Callable[[int, int], object]


def main(names: list[str], pin: Callable[[], None]) -> None:
    """Make what is not there yet, then print a line for each game."""
    games = names or [*SPIEL, *OTHERS, *LARGE]
    made = {name: _made(name) for name in games}
    pin()
    print("Native playouts: multiples of interpreted ones, and of OpenSpiel's in C++.")
    for name in games:
        print(f"{name} | {made[name] if isinstance(made[name], str) else line(name)}", flush=True)


def _made(name: str) -> str | float:
    """The seconds it took to make a native build, or why there is none."""
    began = time.monotonic()
    _, built = build.with_native(find(name), 2, {})
    took = time.monotonic() - began
    print(f"{name}: {built if isinstance(built, NoNative) else f'{took:.0f} s'}", flush=True)
    return str(built) if isinstance(built, NoNative) else took


def line(name: str) -> str:
    """What a native build of a game brings: multiples of interpreted playouts."""
    plays = ways(name)
    games = {way: enough(play) for way, play in plays.items()}
    rates: dict[str, list[float]] = {way: [] for way in plays}
    for seed in range(ROUNDS):
        for way, play in plays.items():
            count = games[way]
            rates[way].append(count / timed(lambda: play(count, seed)))  # noqa: B023
    plain, spiel = rates.pop("interpreted"), rates.pop("spiel", None)
    told = [f"{way} {_ratio(found, plain)}" for way, found in rates.items()]
    if spiel is not None:
        told.append(f"C++ {_ratio(rates['many'], spiel)}")
    return f"{' | '.join(told)} | {sorted(rates['many'])[ROUNDS // 2]:,.0f} games/s"


def _ratio(found: list[float], base: list[float]) -> str:
    middle, least, most = spread([a / b for a, b in zip(found, base, strict=True)])
    return f"{middle:.2f} ({least:.2f}–{most:.2f})"


def enough(play: Play) -> int:
    """How many games make a run that is long enough."""
    count = 1
    while count < 1 << 22:
        if timed(lambda count=count: play(count, 0)) >= SECONDS:  # type: ignore[misc]
            break
        count *= 2
    return count


def ways(name: str) -> dict[str, Play]:
    """The ways of playing a game."""
    game = build.load(name, 2)
    module = game.module
    native, plain = module.native, sys.modules[module.state.__module__].playout  # type: ignore[attr-defined]
    found: dict[str, Play] = {
        "interpreted": lambda n, seed: _each(n, seed, lambda rnd: plain(module.fresh(), rnd)),
        "many": lambda n, seed: native.many(n, random.Random(seed).random),
        "one": lambda n, seed: _each(n, seed, game.playout),
        "position": lambda n, seed: _each(n, seed, lambda rnd: native.play_on(module.fresh(), rnd)),
    }
    return found | ({"spiel": rollouts(SPIEL[name])} if name in SPIEL else {})


def _each(games: int, seed: int, play: Callable[[Callable[[], float]], object]) -> None:
    rnd = random.Random(seed).random
    for _ in range(games):
        play(rnd)


def rollouts(name: str) -> Play:
    """OpenSpiel's own rollouts."""
    spiel: Any = __import__("pyspiel")
    game = spiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def play(games: int, seed: int) -> None:
        evaluator = spiel.RandomRolloutEvaluator(min(games, ROLLOUTS), seed)
        search = spiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, seed, False)
        for _ in range(max(1, games // (2 * ROLLOUTS))):
            search.mcts_search(state)

    return play
