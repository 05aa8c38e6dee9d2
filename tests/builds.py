"""Games compiled once, and played by the same seed in every build."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from hoyle.compiler.ir import program as p
from hoyle.compiler.pipeline import Compiled, compile_game, compile_program
from hoyle.dsl import FolderReader, Sink, load
from hoyle.find import has_head
from tests import programs
from tests.agreement import loaded

RULESETS = Path(__file__).parent.parent / "rulesets"
GAMES = {
    f"{path.stem}-{players}": (path, players)
    for path in sorted(RULESETS.glob("*/*.rules"))
    if has_head(path)
    for players in (2, 3)
    if players == 2 or path.stem in ("chips", "goofspiel", "pig")
}
BY_HAND: dict[str, Callable[[], p.Program]] = {
    "tic_tac_toe": programs.tic_tac_toe,
    "connect_four": programs.connect_four,
    "pig": programs.pig,
    "recursive": programs.recursive,
    "silent": programs.silent,
}

Position = tuple[Any, ...]
Step = tuple[int, int, tuple[int, ...], int, Position]
"""Node, seat, options, action, position before."""


@cache
def lowered(name: str) -> tuple[p.Program, dict[str, Any]]:
    """The program of a shipped ruleset, as it comes from the lowering, and the texts it was read
    from."""
    from hoyle.compiler.from_game import lower

    path, players = GAMES[name]
    reader, sink = FolderReader(path.parent), Sink()
    game = load(path, sink, reader=reader)
    assert game is not None, list(sink)
    program = lower(game, players, False, sink, dict(reader.sources))
    assert not sink.has_errors, list(sink)
    return program, dict(reader.sources)


@cache
def compiled(name: str) -> Compiled:
    """A shipped ruleset with its number of players, or a program written by hand."""
    if name in BY_HAND:
        return compile_program(BY_HAND[name]())
    path, players = GAMES[name]
    reader, sink = FolderReader(path.parent), Sink()
    game = load(path, sink, reader=reader)
    assert game is not None, list(sink)
    found = compile_game(game, players, sink, sources=dict(reader.sources))
    assert found is not None, list(sink)
    return found


@cache
def module(name: str) -> Any:
    """What the generated module of a game says of itself."""
    return loaded(compiled(name), f"built_{name}")


def games(module: Any, most: int) -> int:
    """How many whole games a test plays of it: fewer where it asks in many places."""
    return max(1, most * 20 // max(20, len(module.nodes)))


def position(state: Any) -> Position:
    """All of the position but the marks of what seats know, which the explicit build alone
    keeps."""
    own = [name for name in state.cells_ if not name.startswith(("known_", "shown_"))]
    values = (getattr(state, name) for name in own)
    return (state.pc, *(tuple(v) if isinstance(v, list) else v for v in values))


def outcome(module: Any, state: Any, u: float) -> int:
    """The outcome of chance that a number in [0, 1) stands for."""
    weights = module.chances[state.pc](state)
    cumulative = list(accumulate(weight for _, weight in weights))
    return int(weights[bisect_right(cumulative, int(u * cumulative[-1]))][0])


def settle(module: Any, state: Any, rnd: Callable[[], float]) -> None:
    """Let chance decide until a seat is asked or the game is over."""
    while state.pc >= 0 and module.kinds[state.pc] == 1:
        module.advance(state, outcome(module, state, rnd()))


def explicit(module: Any, seed: int) -> tuple[list[Step], Any]:
    """A random game of the explicit build: its decisions, and the state at the end."""
    rnd = random.Random(seed).random
    state = module.fresh()
    module.start(state, "main")
    settle(module, state, rnd)
    steps = []
    while state.pc >= 0:
        steps.append(decision(module, state, rnd))
        module.advance(state, steps[-1][3])
        settle(module, state, rnd)
    return steps, state


def sampled(module: Any, seed: int) -> tuple[list[Step], Any]:
    """The same game of the sampled build."""
    rnd = random.Random(seed).random
    state = module.fresh()
    module.start_sampled(state, "main", rnd)
    steps = []
    while state.pc >= 0:
        steps.append(decision(module, state, rnd))
        module.advance_sampled(state, steps[-1][3], rnd)
    return steps, state


def decision(module: Any, state: Any, rnd: Callable[[], float]) -> Step:
    """What is decided at a node, by the next number."""
    options = tuple(state.options)
    assert options == tuple(module.legal[state.pc](state)), "ready options are not what is legal"
    assert list(options) == sorted(set(options)) and options
    seat = module.actors[state.pc](state)
    return state.pc, seat, options, options[int(rnd() * len(options))], position(state)
