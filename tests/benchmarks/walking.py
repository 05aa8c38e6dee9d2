"""Walks and looks on a map of 216 hexes with 16 figures, against hand-written plain Python.

`python -m tests.benchmarks.walking`. Times are processor time in one process, by rounds in turn;
the ratio is what counts, since the machine may be busy with other things. Both sides answer the
same questions: where a walk may end, strikes on the way or not; who sees whom.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from hoyle.build import load
from hoyle.runtime import walks
from tests.benchmarks.rivals.hills import Hills

RULES = Path(__file__).with_name("hills.rules")
ROUNDS = 15
SCENES = 6


class Figure(NamedTuple):
    """What was measured: microseconds of each side by question."""

    name: str
    ours: float
    rivals: float

    def __str__(self) -> str:
        ratio = self.rivals / self.ours
        return f"{self.name:24} {self.ours:8.1f} µs   rival {self.rivals:8.1f} µs   {ratio:5.2f}"


class Scene(NamedTuple):
    """A position, and the same as the rival holds it."""

    state: Any
    rival: Hills


def scenes() -> list[Scene]:
    """Positions with everybody on the board."""
    return [_scene(seed) for seed in range(SCENES)]


def _scene(seed: int) -> Scene:
    rng, game = random.Random(seed), load(RULES)
    state: Any = game.new_initial_state()
    while min(state.scout_place) < 0:
        state.apply_action(rng.choice(state.legal_actions()))
    return Scene(state, _rival(state))


def _rival(state: Any) -> Hills:
    module = sys.modules[type(state).__module__]
    board: Any = vars(module)["HEX_FIELD"]
    things = {thing.name: thing for thing in state.module_.game.things}
    facts = {name: values for name, _, values in things["Hex"].facts}
    colours = next(values for name, _, values in things["Scout"].facts if name == "colour")
    rival = Hills(board.around, board.places, facts["level"], facts["obstacle"], facts["terrain"])
    for scout, space in enumerate(state.scout_place):
        rival.colour[space] = colours[scout]
    return rival


def _timed(run: Callable[[], object]) -> float:
    before = time.process_time()
    run()
    return time.process_time() - before


# ------------------------------------------------------------------------------------- questions


def our_ends(scene: Scene) -> list[int]:
    """Where each figure's walk may end, as masks."""
    search: Any = vars(sys.modules[type(scene.state).__module__])["walk_search"]
    figures = range(len(scene.state.scout_place))
    return [walks.ends(search(scene.state, figure, -1, -1, -1)) for figure in figures]


def their_ends(scene: Scene) -> list[int]:
    places, rival = scene.state.scout_place, scene.rival
    return [sum(1 << end for end in rival.ends(space, rival.colour[space])) for space in places]


def our_looks(scene: Scene) -> list[bool]:
    """Whether each figure sees each other one."""
    sees: Any = vars(sys.modules[type(scene.state).__module__])["scout_sees_scout"]
    places = list(enumerate(scene.state.scout_place))
    return [sees(a, here, b, there) for a, here in places for b, there in places if a != b]


def their_looks(scene: Scene) -> list[bool]:
    places = scene.state.scout_place
    return [scene.rival.sees(a, b) for a in places for b in places if a != b]


def figures() -> list[Figure]:
    """A reachable set, a look that was asked before, and one between heights that were not."""
    found = scenes()
    figures = len(found[0].state.scout_place)
    cases = (
        ("reachable set", our_ends, their_ends, figures, _nothing),
        ("look", our_looks, their_looks, figures * (figures - 1), _nothing),
        ("look, at new heights", our_looks, their_looks, figures * (figures - 1), _forget),
    )
    return [_figure(name, found, *rest) for name, *rest in cases]


def _figure(
    name: str,
    found: list[Scene],
    ours: Callable[[Scene], object],
    theirs: Callable[[Scene], object],
    many: int,
    before: Callable[[Scene], None],
) -> Figure:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for scene in found:
            before(scene)
            times[0].append(_timed(lambda scene=scene: ours(scene)))  # type: ignore[misc]
            times[1].append(_timed(lambda scene=scene: theirs(scene)))  # type: ignore[misc]
    own, rivals = (median(side) / many * 1e6 for side in times)
    return Figure(name, own, rivals)


def _nothing(scene: Scene) -> None:
    return


def _forget(scene: Scene) -> None:
    """Looks are kept by board; here they are all new."""
    vars(sys.modules[type(scene.state).__module__])["HEX_FIELD"].seen.clear()


def main() -> None:
    """Print all figures."""
    for figure in figures():
        print(figure, flush=True)


if __name__ == "__main__":
    main()
