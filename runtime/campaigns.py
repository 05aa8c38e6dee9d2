"""Campaigns: scenarios one after the other, each a game of its own that begins with what is
carried to it.

>>> game = campaign.first()
>>> while game is not None:
...     state = game.played(random)
...     game = campaign.after(game, state)

A chapter's game knows its place and what it has brought, and so does its save: nothing else is
needed to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from hoyle.runtime import carried, given, schema
from hoyle.runtime.errors import LoadError, WrongNode
from hoyle.runtime.game import Game
from hoyle.runtime.state import State


class Campaign:
    """The chapters of a campaign; `scenario` gives the game of one by its name."""

    def __init__(self, told: schema.Campaign, scenario: Callable[[str], Game]) -> None:
        self.told = told
        self.scenario = cache(scenario)

    def first(self) -> Game:
        """The game of the first chapter."""
        return self._game(0, "", {})

    def after(self, game: Game, end: State) -> Game | None:
        """The game of the chapter behind one that has been played to its end; None behind the last.

        Raises:
            WrongNode: the chapter is not over, or it is no chapter of this campaign.
        """
        number = self.number_of(game)
        if not end.is_terminal():
            raise WrongNode("This chapter is not over yet.")
        following = self._next(number, end)
        if following is None:
            return None
        kept = carried.written(end, self.told.carries)
        return self._game(following, game.schema.scenario, kept)

    def number_of(self, game: Game) -> int:
        """Which chapter a game is, counted from 0."""
        name, number = game.chapter or ("", -1)
        chapters = self.told.chapters
        fits = name == self.told.name and 0 <= number < len(chapters)
        if not fits or chapters[number] != game.schema.scenario:
            raise WrongNode(f"This game is no chapter of {self.told.title}.")
        return number

    def title(self, game: Game) -> str:
        """`Chapter 2: The storm`."""
        number = self.number_of(game)
        return f"Chapter {number + 1}: {self.told.titles[number]}"

    def playout(self, random: Random | Callable[[], float]) -> list[tuple[str, list[float]]]:
        """The scenario and the results of each chapter of a campaign played at random."""
        draw = given.numbers(random)
        found = []
        game: Game | None = self.first()
        while game is not None:
            end = game.played(draw)
            found.append((game.schema.scenario, end.returns()))
            game = self.after(game, end)
        return found

    def _next(self, number: int, end: State) -> int | None:
        """The number of the chapter that follows: the first fork that holds tells, else the order.

        A fork to a chapter of which there is none any more is passed by.
        """
        chapters = self.told.chapters
        for fork in self.told.forks:
            if fork.chapter == chapters[number] and _holds(fork, end):
                if not fork.to:
                    return None
                if fork.to in chapters[number + 1 :]:
                    return chapters.index(fork.to, number + 1)
        return number + 1 if number + 1 < len(chapters) else None

    def _game(self, number: int, before: str, kept: carried.Carried) -> Game:
        game = self.scenario(self.told.chapters[number])
        coming = carried.coming(game.schema, before, kept)
        return game.bringing(carried.held(game.schema, coming), (self.told.name, number))


def _holds(fork: schema.Fork, end: State) -> bool:
    module = end.module_
    if not fork.test:
        return True
    try:
        return module.tests[fork.test](end)
    except Exception as error:
        raise module.told(error) from None


def told_of(game: schema.Game, name: str | None) -> schema.Campaign:
    """The campaign of a game with this name, its only one if none is named.

    Raises:
        LoadError: there is none, or which one is not said.
    """
    found = {campaign.name: campaign for campaign in game.campaigns}
    if name is None and len(found) == 1:
        return game.campaigns[0]
    if name in found:
        return found[name]
    names = ", ".join(found)
    if not found:
        raise LoadError(f"{game.title} has no campaign.")
    if name is None:
        raise LoadError(f"Which campaign? There are {names}.")
    raise LoadError(f"{game.title} has no campaign `{name:.60}`; there is {names}.")
