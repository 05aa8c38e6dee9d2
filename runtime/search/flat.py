"""Flat Monte Carlo: every option is played on equally often, at random; the best mean wins.

It sees one move ahead and takes everybody, itself included, for somebody who plays at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hoyle.runtime.bots import Question
from hoyle.runtime.errors import HoyleError
from hoyle.runtime.search import budget, playouts
from hoyle.runtime.search.quiet import uncollected


@dataclass(frozen=True, slots=True)
class FlatBot:
    """Tries the options in turn until its time is up; `random` gives numbers in [0, 1)."""

    random: Callable[[], float]
    budget: budget.Budget = budget.DEFAULT

    def choose(self, question: Question) -> int:
        options = list(question.options)
        if len(options) == 1:
            return options[0]
        sums, tries = [0.0] * len(options), [0] * len(options)
        with uncollected():
            for number in self.budget.rounds():
                at = number % len(options)
                sums[at] += self.tried(question, options[at])
                tries[at] += 1
        means = [total / max(1, n) for total, n in zip(sums, tries, strict=True)]
        tried = [at for at in range(len(options)) if tries[at]]
        return options[max(tried, key=means.__getitem__)]

    def tried(self, question: Question, option: int) -> float:
        """What the seat gets in one random game after this option."""
        state = question.deal(self.random)
        try:
            state.apply_action(option)
        except HoyleError:
            return playouts.even(state.get_game())[question.seat]
        return playouts.worth(state, self.random)[question.seat]
