"""Seats that decide by themselves.

A bot gets a `Question`: what a person at its seat would be shown, never the whole position. For
thinking ahead it can be dealt positions that its seat cannot tell from the true one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from hoyle.runtime import labels, views
from hoyle.runtime.redeal import Dealer

if TYPE_CHECKING:
    from hoyle.runtime.state import State


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: the prompt, the options by action, and what it sees.

    `resample(random)` gives a position that the seat cannot tell from the true one, to be played
    on: what the seat does not know is dealt anew. `random` gives numbers in [0, 1). So does `deal`,
    sooner, without what led to the position.
    """

    seat: int
    prompt: str
    options: dict[int, str]
    view: Callable[[], dict[str, Any]]
    information: Callable[[], str]
    resample: Callable[[Callable[[], float]], State]
    deal: Callable[[Callable[[], float]], State]


def question(state: State) -> Question:
    """The question at an ask node, for the seat that is asked."""
    seat = state.current_player()
    whole, position = (cache(partial(Dealer, state, seat, told)) for told in (True, False))
    return Question(
        seat,
        labels.prompt(state),
        labels.names(state),
        lambda: views.view(state, seat),
        lambda: state.information_state_string(seat),
        lambda random: whole().deal(random),
        lambda random: position().deal(random),
    )


class Bot(Protocol):
    """Whatever answers questions."""

    def choose(self, question: Question) -> int:
        """One of the question's options."""
        ...


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Takes each option with the same odds; `random` gives numbers in [0, 1)."""

    random: Callable[[], float]

    def choose(self, question: Question) -> int:
        options = list(question.options)
        return options[int(self.random() * len(options))]
