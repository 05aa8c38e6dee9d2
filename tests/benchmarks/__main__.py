"""`python -m tests.benchmarks [GAME...]`: compiled games against hand-written classes and
OpenSpiel.

Every figure is the median of interleaved rounds in one process, by processor time, as a multiple of
the hand-written rival in the same round: the machine may be busy with other things. How long
compiling takes (`compiling`) and how long the command line takes to start (`startup`) follow.
`python -m tests.benchmarks bots [GAME...]` measures how well the bots play (`strength`).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

from hoyle.build import load
from tests.benchmarks import compiling, startup, strength, walking

GAMES = {
    "tic_tac_toe": ("tic_tac_toe", 3_000),
    "connect_four": ("connect_four", 700),
    "pig": ("pig", 600),
}
ROUNDS = 11


def timed(run: Callable[[], object]) -> float:
    """Processor time of one run."""
    before = time.process_time()
    run()
    return time.process_time() - before


# ------------------------------------------------------------------------------- ways of playing


def sampled(module: Any, games: int, seed: int) -> None:
    """Step by step, chance drawn at once: the loop a researcher writes."""
    rnd = random.Random(seed).random
    fresh, start, advance = module.fresh, module.start_sampled, module.advance_sampled
    for _ in range(games):
        s = fresh()
        start(s, "main", rnd)
        while s.pc >= 0:
            o = s.options
            advance(s, o[int(rnd() * len(o))], rnd)


def explicit(module: Any, games: int, seed: int) -> None:
    """Step by step, with every chance node (equal weights here) and the history."""
    rnd = random.Random(seed).random
    fresh, start, advance = module.fresh, module.start, module.advance
    for _ in range(games):
        s = fresh()
        start(s, "main")
        while s.pc >= 0:
            o = s.options
            a = o[int(rnd() * len(o))]
            s.past = (s.past, s.pc, a)
            advance(s, a)


def applied(module: Any, games: int, seed: int) -> None:
    """By the names of OpenSpiel: legal_actions, apply_action."""
    rnd = random.Random(seed).random
    fresh, start = module.fresh, module.start
    for _ in range(games):
        s = fresh()
        start(s, "main")
        while not s.is_terminal():
            o = s.legal_actions()
            s.apply_action(o[int(rnd() * len(o))])


def fused(module: Any, games: int, seed: int) -> None:
    """The whole game in one call."""
    rnd = random.Random(seed).random
    fresh, playout = module.fresh, module.playout
    for _ in range(games):
        playout(fresh(), rnd)


def pyspiel_games(game: Any, games: int, seed: int) -> None:
    """OpenSpiel's own implementation, driven from Python."""
    rnd = random.Random(seed).random
    for _ in range(games):
        s = game.new_initial_state()
        while (player := s.current_player()) != -4:
            if player == -1:
                outcomes = s.chance_outcomes()
                s.apply_action(outcomes[int(rnd() * len(outcomes))][0])
            else:
                o = s.legal_actions()
                s.apply_action(o[int(rnd() * len(o))])


WAYS: dict[str, Callable[[Any, int, int], None]] = {
    "sampled": sampled,
    "explicit": explicit,
    "apply": applied,
    "playout": fused,
}


# ----------------------------------------------------------------------------------------- report


def figures(name: str) -> str:
    """One line of figures for a game."""
    spiel_name, games = GAMES[name]
    module = load(name, 2).module
    rival = import_module(f"tests.benchmarks.rivals.{name}")
    spiel = import_module("pyspiel").load_game(spiel_name)
    times: dict[str, list[float]] = {way: [] for way in (*WAYS, "pyspiel")}
    rates: list[float] = []
    for seed in range(ROUNDS):
        for way, play in WAYS.items():
            own = timed(lambda seed=seed: rival.playouts(games, seed))  # type: ignore[misc]
            theirs = timed(lambda play=play, seed=seed: play(module, games, seed))  # type: ignore[misc]
            times[way].append(own / theirs)
            rates.append(games / own)
        own = timed(lambda seed=seed: rival.playouts(games, seed))  # type: ignore[misc]
        theirs = timed(lambda seed=seed: pyspiel_games(spiel, games, seed))  # type: ignore[misc]
        times["pyspiel"].append(own / theirs)
    ratios = "  ".join(f"{way} {median(found):.2f}" for way, found in times.items())
    return f"{name:13} rival {median(rates):8.0f}/s   {ratios}   {clones(module, spiel)}"


def clones(module: Any, spiel: Any, count: int = 20_000) -> str:
    """Nanoseconds of a clone in the middle of a game, ours and OpenSpiel's."""
    ours, theirs = module.fresh(), spiel.new_initial_state()
    module.start(ours, "main")
    for _ in range(4):
        if ours.pc >= 0:
            module.advance(ours, ours.options[0])
        theirs.apply_action(theirs.legal_actions()[0])

    def spin(state: Any) -> None:
        for _ in range(count):
            state.clone()

    pairs = [(timed(lambda: spin(ours)), timed(lambda: spin(theirs))) for _ in range(ROUNDS)]
    nanoseconds = (median(found) / count * 1e9 for found in zip(*pairs, strict=True))
    return "clone {:.0f} ns (pyspiel {:.0f})".format(*nanoseconds)


def main(games: list[str]) -> None:
    """Print all figures; `bots [GAME...]` how well the bots play."""
    if games[:1] == ["bots"]:
        strength.main(games[1:])
        return
    print("Multiples of the hand-written rival's speed (1.00 is as fast):")
    for name in games or GAMES:
        print(figures(name), flush=True)
    if not games:
        print()
        compiling.main()
        print()
        startup.main()
        print()
        walking.main()


if __name__ == "__main__":
    main(sys.argv[1:])
