"""Large games, against the hand-written Connect Four in the same rounds: the games differ, so the
multiples say something only beside those of another day, or of a hand-written class of the same
game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from hoyle.build import load
from tests.benchmarks.figures import Figures, Spread, spread
from tests.benchmarks.rivals import chips, connect_four
from tests.benchmarks.ways import timed

GAMES = ("chips", "master_trainer", "monopoly", "master_trainer_2", "pokescape")
RIVALS: dict[str, Callable[[Callable[[], float]], object]] = {"chips": chips.playout}
"""Playouts that somebody wrote by hand."""

SECONDS = 0.3  # of a run at least
BASE = 1000  # games of the baseline


def measured(name: str, rounds: int) -> Figures:
    """Playouts, games step by step, and copies of a position, of two players."""
    module = load(name, 2).module
    middle = in_the_middle(module)
    plays: dict[str, Callable[[Callable[[], float]], object]] = {
        "playout": lambda rnd: module.playout(module.fresh(), rnd),
        "sampled": lambda rnd: steps(module, rnd),
        "clone": lambda _: [middle.clone() for _ in range(100)],
    }
    if name in RIVALS:
        plays["by hand"] = RIVALS[name]
    found: dict[str, list[float]] = {measure: [] for measure in plays}
    for seed in range(rounds):
        for measure, play in plays.items():
            before, each, behind = base(seed), seconds(play, seed), base(seed)
            ratio = (before + behind) / 2 / each
            found[measure].append(ratio * 100 if measure == "clone" else ratio)
    return {measure: _as_figure(ratios) for measure, ratios in found.items()}


def base(seed: int) -> float:
    """Processor time of a game of the baseline: taken before and behind each run, since a machine
    does not keep its speed."""
    return timed(lambda: connect_four.playouts(BASE, seed)) / BASE


def _as_figure(ratios: list[float]) -> dict[str, Spread]:
    return {"hoyle": spread(ratios)}


def steps(module: Any, rnd: Callable[[], float]) -> None:
    """A game step by step, chance drawn at once."""
    s = module.fresh()
    module.start_sampled(s, "main", rnd)
    while s.pc >= 0:
        module.advance_sampled(s, s.options[int(rnd() * len(s.options))], rnd)


def in_the_middle(module: Any) -> Any:
    """A position after fifty decisions."""
    rnd = random.Random(1).random
    s = module.fresh()
    module.start_sampled(s, "main", rnd)
    for _ in range(50):
        before = s.clone()
        if s.pc >= 0:
            module.advance_sampled(s, s.options[int(rnd() * len(s.options))], rnd)
        if s.pc < 0:
            return before
    return s


def seconds(play: Callable[[Callable[[], float]], object], seed: int) -> float:
    """Processor time of one game; as many as the time of a run allows, by the same numbers."""
    rnd = random.Random(seed).random
    before, games = time.process_time(), 0
    while (spent := time.process_time() - before) < SECONDS or not games:
        play(rnd)
        games += 1
    return spent / games
