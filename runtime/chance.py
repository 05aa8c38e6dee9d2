"""Chance decided by a random number: one `random()` a node, mapped by exact whole weights.

Every build maps alike, so that one seed gives one path: the number falls on one of the cumulative
weights of the outcomes in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.runtime.state import State

Random = Callable[[], float]


def draw(state: State, random: Random) -> int:
    """An outcome of chance at this node."""
    weights = state.chance_weights()
    at = int(random() * sum(weight for _, weight in weights))
    for outcome, weight in weights:
        at -= weight
        if at < 0:
            return outcome
    raise ValueError("random() gave a number outside [0, 1)")


def settle(state: State, random: Random) -> None:
    """Go on until a seat is asked or the game is over."""
    while state.is_chance_node():
        state.apply_action(draw(state, random))


def step(state: State, random: Random) -> None:
    """One decision or outcome at random."""
    if state.is_chance_node():
        state.apply_action(draw(state, random))
    else:
        options = state.options
        state.apply_action(options[int(random() * len(options))])
