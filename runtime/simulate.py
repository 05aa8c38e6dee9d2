"""Many random games: how long they last, who wins, which rules they never reach, what breaks.

In checked runs every invariant is tested at every decision, and every condition that the rules
watch (`whenever`) is looked at in full; what fails is reported with a save that leads there. They
also notice which pieces move, and which spaces somebody comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from hoyle.runtime import bots, chance, schema
from hoyle.runtime.campaigns import Campaign
from hoyle.runtime.errors import HoyleError, RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.hearing import Hearing
from hoyle.runtime.state import State
from hoyle.runtime.traffic import Traffic

#: Tests of a module with this prefix say whether a watched condition holds; at a node none may.
WATCH: Final = "whenever"


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that broke: which one, the error, and a save of the position before."""

    number: int
    error: str
    save: str


@dataclass(slots=True)
class Report:
    """What random games showed."""

    game: schema.Game
    traffic: Traffic
    decisions: list[int] = field(default_factory=list)
    chances: list[int] = field(default_factory=list)
    results: list[tuple[float, ...]] = field(default_factory=list)
    reached: dict[int, int] = field(default_factory=dict)  # times, by number of the rule
    silently: set[int] = field(default_factory=set)  # the rules that ran with one way to go on
    asking: tuple[int, ...] = ()  # the rules that can ask or roll
    unfinished: int = 0  # cut off: so many steps and still no end
    at_limit: int = 0  # ended by the `limit` of the game
    failures: list[Failure] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games came to an end."""
        return len(self.results)

    def never(self) -> list[schema.Rule]:
        """The rules that can ask or roll and never ran, not even with a single option."""
        ran = self.silently.union(self.reached)
        return [self.game.rules[rule] for rule in self.asking if rule not in ran]

    def wins(self) -> list[float]:
        """By seat, how often its result was the best; shared wins count in parts."""
        wins = [0.0] * self.game.players
        for result in self.results:
            best = max(result)
            winners = [seat for seat, value in enumerate(result) if value == best]
            if len(winners) < len(result):
                for seat in winners:
                    wins[seat] += 1 / len(winners)
        return wins

    def draws(self) -> int:
        """How many games nobody won alone or in part."""
        return sum(len(set(result)) == 1 for result in self.results)

    def mean(self) -> list[float]:
        """The mean result by seat."""
        seats = range(self.game.players)
        return [sum(result[seat] for result in self.results) / self.games for seat in seats]


def simulate(
    game: Game,
    games: int,
    random: chance.Random,
    *,
    checked: bool = False,
    most: int = 100_000,
    each: Callable[[int], None] | None = None,
    report: Report | None = None,
    seats: Sequence[bots.Bot | None] = (),
) -> Report:
    """Play so many random games; `most` steps each. `each` hears the number of every finished
    one. A given report is written on: who interrupts the games still has what they showed.
    `seats`: who sits there; None decides at random, as all do where nothing is said."""
    report = begun(game) if report is None else report
    hearing = Hearing(game, report.silently)
    step = _stepping(random, seats, hearing)
    with hearing.on():
        for number in range(games):
            _one(game, number, step, report, checked, most)
            if each is not None:
                each(number)
    return report


def simulate_campaign(
    campaign: Campaign,
    times: int,
    random: chance.Random,
    *,
    checked: bool = False,
    most: int = 100_000,
    reports: dict[str, Report] | None = None,
    seats: Sequence[bots.Bot | None] = (),
) -> dict[str, Report]:
    """Play a campaign so often at random: a report of each chapter that was reached, by its
    title. A chapter that breaks, or is cut off, ends its campaign."""
    reports = {} if reports is None else reports
    steps: dict[str, Callable[[State], None]] = {}
    with ExitStack() as listening:
        for number in range(times):
            game: Game | None = campaign.first()
            while game is not None:
                title = campaign.title(game)
                if title not in steps:
                    hearing = Hearing(game, reports.setdefault(title, begun(game)).silently)
                    steps[title] = _stepping(random, seats, hearing)
                    listening.enter_context(hearing.on())
                end = _one(game, number, steps[title], reports[title], checked, most)
                game = campaign.after(game, end) if end is not None else None
    return reports


def begun(game: Game) -> Report:
    """The report of no games yet."""
    return Report(game.schema, Traffic(game.schema), asking=asking_rules(game))


def asking_rules(game: Game) -> tuple[int, ...]:
    """The rules of all nodes, each once, in the order of the text.

    What is settled and seen by nobody is no rule's doing: which piece it is that is mixed again, or
    where among its like a piece lies that is taken.
    """
    module = game.module
    found = {
        node.rule
        for node, audience in zip(module.nodes, module.audiences, strict=True)
        if node.rule >= 0 and audience != 0
    }
    return tuple(sorted(found))


def _stepping(
    random: chance.Random, seats: Sequence[bots.Bot | None], hearing: Hearing
) -> Callable[[State], None]:
    """What takes a game one step on: chance, a bot, or anybody at random."""

    def step(state: State) -> None:
        bot = seats[state.current_player()] if seats and state.is_player_node() else None
        if bot is None:
            chance.step(state, random)
            return
        with hearing.off():
            action = bot.choose(bots.question(state))
        state.apply_action(action)

    return step


def _one(
    game: Game,
    number: int,
    step: Callable[[State], None],
    report: Report,
    checked: bool,
    most: int,
) -> State | None:
    """One game; its end if it has come to one."""
    state = game.new_initial_state()
    decisions = steps = 0
    try:
        while state.pc >= 0 and steps < most:
            if checked:
                _look(state, report, first=not decisions)
            rule = game.module.nodes[state.pc].rule
            report.reached[rule] = report.reached.get(rule, 0) + 1
            decisions += state.is_player_node()
            steps += 1
            step(state)
    except HoyleError as error:
        report.failures.append(Failure(number, str(error), game.serialize(state)))
        return None
    if checked and decisions and state.is_terminal():
        report.traffic.note(state)  # what the last deed has moved
    _finished(state, decisions, steps, report)
    return state if state.is_terminal() else None


def _look(state: State, report: Report, *, first: bool) -> None:
    """Test a position, and notice what has moved; the first decision is where a game begins."""
    if not state.is_player_node():
        return
    check(state)
    if first:
        report.traffic.begin(state)
    report.traffic.note(state)


def _finished(state: State, decisions: int, steps: int, report: Report) -> None:
    if not state.is_terminal():
        report.unfinished += 1
        return
    report.decisions.append(decisions)
    report.chances.append(steps - decisions)
    report.results.append(tuple(state.returns()))
    report.at_limit += _ran_out(state)


def _ran_out(state: State) -> bool:
    """Whether the game was ended by its `limit`: so many turns or rounds are over."""
    number, _, unit = state.module_.game.limit.partition(" ")
    return bool(number) and getattr(state, unit, 0) >= int(number)


def check(state: State) -> None:
    """Test the invariants, and that no watched condition holds unseen; raises what is broken.

    This is for decisions: chance may decide in the middle of a deed. Where something is asked
    inside `at once`, or while a `whenever` is done, conditions may hold until that is over.
    """
    module = state.module_
    for sentence, name in module.game.invariants:
        if not module.tests[name](state):
            raise RuleError("broken invariant", sentence)
    if module.nodes[state.pc].quiet:
        return
    for name, test in module.tests.items():
        if name.startswith(WATCH) and test(state):
            raise RuleError("still true", f"{name} holds at a decision and was not looked at")
