"""Ways of playing whole games at random: through hoyle's protocol, in one go, and in OpenSpiel."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def timed(run: Callable[[], object]) -> float:
    """Processor time of one run."""
    before = time.process_time()
    run()
    return time.process_time() - before


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
            o = s.options or [a for a, _ in s.chance_outcomes()]
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


def in_openspiel(game: Any, games: int, seed: int) -> None:
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


def clones(state: Any, count: int) -> None:
    """A position, copied again and again."""
    clone = state.clone
    for _ in range(count):
        clone()


def legals(state: Any, count: int) -> None:
    """What is legal in a position, asked again and again."""
    legal = state.legal_actions
    for _ in range(count):
        legal()


WAYS: dict[str, Callable[[Any, int, int], None]] = {
    "sampled": sampled,
    "explicit": explicit,
    "apply": applied,
    "playout": fused,
}
