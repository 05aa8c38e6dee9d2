"""Monte Carlo tree search over what the seats see (information sets).

Each iteration deals a position that the seat cannot tell from the true one, and goes down in it:
chance rolls, and whoever decides takes what the tree says is best for *its* seat, knowing what
*that* seat knows. Every seat has a tree of its own, whose points are what it has seen since; so
nobody in it can use what it does not see, secret choices at the same time included. Where
something is taken for the first time the tree ends, and the game is played on at random. What it
brings is added, for each seat its own result, to all choices on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from hoyle.runtime import chance, infostate
from hoyle.runtime.bots import Question
from hoyle.runtime.errors import HoyleError
from hoyle.runtime.search import budget, playouts
from hoyle.runtime.search.quiet import uncollected
from hoyle.runtime.search.tree import Choice, Point, Results

if TYPE_CHECKING:
    from hoyle.runtime.game import Game
    from hoyle.runtime.state import State

Random = Callable[[], float]

#: How much is given for not knowing, as a part of the distance between the worst and best result.
EXPLORATION: Final = 0.7

#: How often each option can be tried at least, however few iterations there are.
EACH: Final = 2


@dataclass(frozen=True, slots=True)
class TreeBot:
    """Grows trees until its time is up; `random` gives numbers in [0, 1)."""

    random: Random
    budget: budget.Budget = budget.DEFAULT
    exploration: float = EXPLORATION

    def choose(self, question: Question) -> int:
        if len(question.options) == 1:
            return next(iter(question.options))
        return self.grown(question).favourite()

    def grown(self, question: Question) -> Search:
        """The trees of this decision when the time is up, or nothing is left to find out."""
        search = Search(question, self.random, self.exploration)
        with uncollected():
            for _ in self.budget.rounds(EACH * len(question.options)):
                while search.iterate():
                    pass
                if search.done:
                    break
        return search


class Step(NamedTuple):
    """A choice on the way down, and whose it was."""

    seat: int
    point: Point
    choice: Choice
    options: int


class Search:
    """The trees of one decision."""

    __slots__ = (
        "done", "exploration", "first", "game", "highest", "lowest", "question", "random", "root",
        "solves", "trees",
    )  # fmt: skip

    def __init__(self, question: Question, random: Random, exploration: float) -> None:
        self.question = question
        self.random = random
        self.exploration = exploration
        self.first: State | None = question.deal(random)
        self.game = self.first.get_game()
        self.done = False
        self.solves = can_be_solved(self.game)
        self.root = Point()
        self.trees: dict[Hashable, Point] = {}  # of the others, by what they knew before
        self.lowest = float("inf")
        self.highest = float("-inf")

    def favourite(self) -> int:
        """The option to take."""
        game, asked = self.game, self.question
        options = list(asked.options)
        return self.root.favourite(asked.seat, options, game.max_utility(), game.min_utility())

    def iterate(self) -> bool:
        """One position dealt and played to its end, and what it teaches. Answers whether no game
        was needed to learn something for good: that counts for nothing."""
        state = self.first or self.question.deal(self.random)
        self.first = None
        way: list[Step] = []
        try:
            results, ended = self._played(state, way)
        except HoyleError:
            results, ended = playouts.even(self.game), False
        self.lowest = min(self.lowest, *results)
        self.highest = max(self.highest, *results)
        for step in way:
            step.choice.taken += 1
            step.choice.total += results[step.seat]
        return ended and self.solves and self._settle(results, way) and not self.done

    def _played(self, state: State, way: list[Step]) -> tuple[Results, bool]:
        """Down the trees, to the first choice that was never taken, and on at random: the results,
        and whether they were at hand without playing on."""
        walkers = Walkers(self, state)
        width = self.exploration * max(0.0, self.highest - self.lowest)
        while True:
            chance.settle(state, self.random)
            if state.is_terminal():
                return state.returns(), True
            seat, options = state.current_player(), state.legal_actions()
            point = walkers.point(seat, state)
            action, choice = point.select(seat, options, width, self.random)
            way.append(Step(seat, point, choice, len(options)))
            if choice.settled is not None:
                return choice.settled, True
            state.apply_action(action)
            if not choice.taken:
                return self._beyond(state, walkers)

    def _beyond(self, state: State, walkers: Walkers) -> tuple[Results, bool]:
        """What comes of a choice that was taken for the first time, and whether that is settled."""
        if state.is_terminal():
            return state.returns(), True
        if self.solves:
            seat, options = state.current_player(), state.legal_actions()
            point = walkers.point(seat, state)
            for option in options:
                after = state.child(option)
                if after.is_terminal():
                    point.end(option, after.returns())
            results = point.settled(seat, len(options), self.game.max_utility())
            if results is not None:
                return results, True
        return playouts.worth(state, self.random), False

    def _settle(self, results: Results, way: list[Step]) -> bool:
        """The last choice is settled, and so are those before it as far as nobody would rather do
        something else; whether that is news."""
        highest = self.game.max_utility()
        news, end = False, results
        for step in reversed(way):
            news = news or step.choice.settled is None
            step.choice.settled = end
            found = step.point.settled(step.seat, step.options, highest)
            if found is None:
                return news
            end = found
        self.done = True
        return news

    def begin(self, seat: int, state: State) -> Point:
        """Where a seat stands in a position that was just dealt: what it knows there is its own."""
        asked = self.question.seat
        if seat == asked:
            return self.root
        held = infostate.held(state, seat, asked) if state.keeps_log_ else ()
        return self.trees.setdefault((seat, held), Point())


def can_be_solved(game: Game) -> bool:
    """Whether a choice can be settled: two play for one sum, all is public, and nothing is left to
    chance."""
    public = not game.module.state.keeps_log_ and not game.max_chance_outcomes()
    return public and game.num_players() == 2 and game.utility_sum() is not None


class Walkers:
    """Where each seat stands in its tree during one iteration."""

    __slots__ = ("places",)

    def __init__(self, search: Search, state: State) -> None:
        start = infostate.moment(state)
        self.places = [(search.begin(seat, state), start) for seat in range(state.num_players())]

    def point(self, seat: int, state: State) -> Point:
        """The point of the seat that decides: where it stood last, and what it has seen since."""
        point, moment = self.places[seat]
        seen = infostate.since(state, moment, seat)
        if seen:
            point = point.next(seen)
        self.places[seat] = point, infostate.moment(state)
        return point
