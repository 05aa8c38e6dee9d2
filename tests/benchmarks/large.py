"""`python -m tests.benchmarks.large`: whole random games a second of the large rulesets, beside a
small hand-written game of estates.

Processor time; the median of a few rounds. The games differ, so this is no multiple of anything.
"""

from __future__ import annotations

import random
import time
from statistics import median

from hoyle.build import load
from tests.benchmarks.rivals import estates

GAMES = ("monopoly", "master_trainer")
SEATS = 3
ROUNDS = 5
SECONDS = 2.0


def rate(game: str, seed: int) -> float:
    """Games a second of a ruleset."""
    loaded, rnd = load(game, SEATS), random.Random(seed)
    before, games = time.process_time(), 0
    while (spent := time.process_time() - before) < SECONDS:
        loaded.playout(rnd)
        games += 1
    return games / spent


def estates_rate(seed: int, games: int = 300) -> float:
    """Games a second of the hand-written one."""
    before = time.process_time()
    estates.playouts(games, seed)
    return games / (time.process_time() - before)


def main() -> None:
    """Print the figures."""
    print("Random games a second, three players:")
    for game in GAMES:
        rates = [rate(game, seed) for seed in range(ROUNDS)]
        print(f"{game:15} {median(rates):8.1f}")
    print(f"{'estates by hand':15} {median(estates_rate(seed) for seed in range(ROUNDS)):8.1f}")


if __name__ == "__main__":
    main()
