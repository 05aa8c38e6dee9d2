"""`python -m tests.benchmarks passes [GAME...]`: what each pass brings.

Each game is compiled whole, and once without each of the passes; the figure says how many times as
fast its playouts are with the pass (1 is no faster), by processor time, the median of interleaved
rounds. A pass may matter more or less where another is missing.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any
from unittest import mock

from hoyle import build
from hoyle.compiler import pipeline
from hoyle.compiler.passes import place_checks, playouts
from hoyle.compiler.to_python import changing, coins, each, kept, piles, turns
from hoyle.find import find
from tests.agreement import loaded
from tests.benchmarks.ways import timed

GAMES = {"tic_tac_toe": 300, "connect_four": 80, "pig": 60, "kuhn_poker": 400, "chips": 80}
ROUNDS = 9


def same(program: Any, *_: Any) -> Any:
    """A pass that does nothing."""
    return program


def everything(program: Any, narrow: bool) -> Any:
    """Watched conditions looked at whole after every write."""
    return place_checks.place_checks(program, False)


def but(name: str) -> tuple[Any, ...]:
    """All passes for playouts but one."""
    return tuple(change for change in playouts.PASSES if change.__name__ != name)


def members(cells: Any, _body: Any) -> frozenset[str]:
    """No piles as lists of Python; sets that are lists stay so."""
    return frozenset(cell.name for cell in cells if cell.shape == "members")


WITHOUT: dict[str, tuple[Any, str, Any]] = {
    "inline-functions": (pipeline, "inline_functions", same),
    "inline-procedures": (pipeline, "inline_procedures", same),
    "locate": (pipeline, "locate", same),
    "narrowing": (pipeline, "place_checks", everything),
    "settle": (pipeline, "settle", same),
    "nest": (pipeline, "nest", same),
    "forward": (pipeline, "forward", same),
    "decide": (pipeline, "decide", same),
    "shrinking": (pipeline, "find_shrinking", same),
    "sieve": (pipeline, "sieve", same),
    **{
        change.__name__.replace("_", "-"): (playouts, "PASSES", but(change.__name__))
        for change in playouts.PASSES
    },
    "turns": (turns, "through", lambda loop, body: kept.kept_in(loop, body)),
    "coins": (coins, "tossed", lambda *_: None),
    "piles": (piles, "found", members),
    "lists of turns": (each, "locals_of", lambda *_: ([], [])),
    "together": (changing, "found", lambda _: frozenset()),
}
"""What stands for each pass where it is left out."""


def module(game: str, name: str) -> Any:
    """A game compiled just now."""
    return loaded(build.compiled(find(game), 2, {}), f"{game}_{name}".replace("-", "_"))


@contextmanager
def without(name: str) -> Iterator[None]:
    """Inside, a pass is left out."""
    where, what, instead = WITHOUT[name]
    with mock.patch.object(where, what, instead):
        yield


def measured(game: str, rounds: int = ROUNDS) -> dict[str, float]:
    """How many times as fast playouts are with each pass: beside those without it each time."""
    whole, modules = module(game, "whole"), {}
    for name in WITHOUT:
        with without(name):
            modules[name] = module(game, name)
    ratios: dict[str, list[float]] = {name: [] for name in modules}
    games = GAMES.get(game, 5)
    for seed in range(rounds):
        played(whole, games, seed)()  # the library remembers what was asked
        for name, one in modules.items():
            both = [whole, one] if seed % 2 else [one, whole]  # the second is a little slower
            times = [timed(played(each, games, seed)) for each in both]
            ratios[name].append(times[both.index(one)] / times[both.index(whole)])
    return {name: median(found) for name, found in ratios.items()}


def played(one: Any, games: int, seed: int) -> Callable[[], None]:
    """So many playouts."""
    rnd = random.Random(seed).random

    def run() -> None:
        for _ in range(games):
            one.playout(one.fresh(), rnd)

    return run


def main(games: list[str]) -> None:
    """Print the table, a row for each pass."""
    os.environ["HOYLE_NATIVE"] = "0"
    games = games or [*GAMES]
    found = {game: measured(game) for game in games}
    print(f"{'with ÷ without':18}" + "".join(f"{game:>14}" for game in games))
    for name in WITHOUT:
        print(f"{name:18}" + "".join(f"{found[game][name]:14.2f}" for game in games))
