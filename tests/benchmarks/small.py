"""Small games, hoyle's beside a hand-written class and OpenSpiel's own, in the same rounds."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hoyle.build import load
from tests.benchmarks import ways
from tests.benchmarks.figures import Figures, Spread, spread
from tests.benchmarks.ways import timed

GAMES = {"tic_tac_toe": 500, "connect_four": 120, "pig": 100, "kuhn_poker": 600}
"""Games of a run, each some hundredths of a second."""

COUNT = 4_000  # copies, or questions what is legal, of a run

Run = Callable[[int], float]
"""The seconds of a run, by its seed."""


def measured(name: str, rounds: int) -> Figures:
    """All figures of a game: how often faster than the class written by hand. OpenSpiel steps in
    one way only, and has no playouts to call from Python: that one way stands beside all ours."""
    rival = import_module(f"tests.benchmarks.rivals.{name}")
    games = GAMES[name]
    ours, theirs = runs(load(name, 2).module, games), openspiel(name, games)
    by_hand: dict[str, Run] = {
        "clone": lambda seed: timed(lambda: rival.clones(COUNT, seed)),
        "legal": lambda seed: timed(lambda: rival.legals(COUNT, seed)),
    }
    found: dict[str, list[tuple[float, float, float]]] = {measure: [] for measure in ours}
    for seed in range(rounds):
        stepped = theirs["games"](seed) if theirs else 0.0
        for measure, run in ours.items():
            hand = by_hand.get(measure, lambda n: timed(lambda: rival.playouts(games, n)))(seed)
            other = theirs[measure](seed) if measure in theirs else stepped
            found[measure].append((hand, run(seed), other))
    return {measure: _ratios(rows) for measure, rows in found.items()}


def _ratios(rows: list[tuple[float, float, float]]) -> dict[str, Spread]:
    """How often faster than by hand hoyle and OpenSpiel are."""
    ratios = {"hoyle": spread(hand / ours for hand, ours, _ in rows)}
    if all(other for _, _, other in rows):
        ratios["openspiel"] = spread(hand / other for hand, _, other in rows)
    return ratios


def runs(module: Any, games: int) -> dict[str, Run]:
    """What is measured of hoyle's game."""
    found: dict[str, Run] = {
        name: lambda seed, play=play: timed(lambda: play(module, games, seed))  # type: ignore[misc]
        for name, play in ways.WAYS.items()
    }
    state = in_the_middle(module.to_game().new_initial_state())
    return found | positions(state)


def openspiel(name: str, games: int) -> dict[str, Run]:
    """What is measured of OpenSpiel's; nothing if it is not there."""
    if find_spec("pyspiel") is None:
        return {}
    game = import_module("pyspiel").load_game(name)
    state = in_the_middle(game.new_initial_state())
    step: Run = lambda seed: timed(lambda: ways.in_openspiel(game, games, seed))  # noqa: E731
    return {"games": step, **positions(state)}


def positions(state: Any) -> dict[str, Run]:
    """What is measured of a position."""
    return {
        "clone": lambda _: timed(lambda: ways.clones(state, COUNT)),
        "legal": lambda _: timed(lambda: ways.legals(state, COUNT)),
    }


def in_the_middle(state: Any) -> Any:
    """A position behind some moves, where a player decides."""
    moves = 0
    while state.is_chance_node() or moves < 2:
        moves += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    return state
