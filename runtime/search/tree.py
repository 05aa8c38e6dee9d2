"""What grows while a bot thinks: by seat a tree of what it may come to see, with its choices.

Where all is public and two play for one sum, some choices are settled: the game is over after them,
or whoever goes on has found its best answer. Those are worth exactly what they bring.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from typing import Final

Results = Sequence[float]

LEAST: Final = float("-inf")


class Choice:
    """An option at a point of a tree: how often it was there, how often taken, what it brought."""

    __slots__ = ("offered", "settled", "taken", "total")

    def __init__(self) -> None:
        self.offered = 1
        self.taken = 0
        self.total = 0.0
        self.settled: Results | None = None

    def bound(self, seat: int, width: float) -> float:
        """What it may bring to a seat at best: UCB1, or exactly what it does.

        It counts how often the option was there, not how often anybody was at the point: in another
        deal it may be impossible (Cowling, Powley and Whitehouse 2012).
        """
        if self.settled is not None:
            return self.settled[seat]
        return self.total / self.taken + width * sqrt(log(self.offered) / self.taken)

    def rank(self, seat: int, best: float, worst: float) -> tuple[int, int, float]:
        """Whether it is sure to win, or not to lose; how often it was taken, what it brought."""
        end = self.settled[seat] if self.settled is not None else (best + worst) / 2
        sure = (end >= best) - (end <= worst)
        return sure, self.taken, self.total / max(1, self.taken)


class Point:
    """What one seat knows: the choices it has there, and what it may see next."""

    __slots__ = ("after", "choices")

    def __init__(self) -> None:
        self.after: dict[Hashable, Point] = {}
        self.choices: dict[int, Choice] = {}

    def next(self, seen: Hashable) -> Point:
        """The point that follows when this is seen."""
        found = self.after.get(seen)
        if found is None:
            found = self.after[seen] = Point()
        return found

    def select(
        self, seat: int, options: Sequence[int], width: float, random: Callable[[], float]
    ) -> tuple[int, Choice]:
        """The option to go on with: one that was never there, at random, else the one of the
        highest bound."""
        choices = self.choices
        fresh: list[int] = []
        for option in options:
            if option in choices:
                choices[option].offered += 1
            else:
                fresh.append(option)
        if fresh:
            option = fresh[int(random() * len(fresh))]
            choice = choices[option] = Choice()
            return option, choice
        best, bound = options[0], LEAST
        for option in options:
            found = choices[option].bound(seat, width)
            if found > bound:
                best, bound = option, found
        return best, choices[best]

    def end(self, option: int, results: Results) -> None:
        """With this option the game is over."""
        choice = self.choices[option] = Choice()
        choice.settled = results

    def settled(self, seat: int, options: int, highest: float) -> Results | None:
        """What this comes to when the seat decides, if that is settled: by a choice that brings the
        most there is, or because all are."""
        ends = [one.settled for one in self.choices.values() if one.settled is not None]
        if not ends:
            return None
        best = max(ends, key=lambda results: results[seat])
        return best if best[seat] >= highest or len(ends) == options else None

    def favourite(self, seat: int, options: Sequence[int], best: float, worst: float) -> int:
        """The option that is sure to win, else the one that was taken most often and is not sure to
        lose; among equals the one that brought most."""
        known = [option for option in options if option in self.choices]
        if not known:
            return options[0]
        return max(known, key=lambda option: self.choices[option].rank(seat, best, worst))
