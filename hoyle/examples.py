"""Runs the examples of a game: a small position, a deed with its script, what must hold.

An example is compiled with its game (an entry for every `given` and `when`, a test for every
`then`), for as many players as it names. Nothing is interpreted here but the script.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from hoyle import build
from hoyle.dsl.codes import Severity
from hoyle.dsl.game import ButNot, Deed, Example, Fact
from hoyle.dsl.game import Game as Checked
from hoyle.dsl.source import Span
from hoyle.errors import RulesInvalid
from hoyle.runtime import labels, views
from hoyle.runtime.errors import HoyleError, RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from hoyle.script import Said, ScriptError, follow, odds

Ways = list[tuple[State, Fraction]]


@dataclass(frozen=True, slots=True)
class Result:
    """How one example went: `problem` is "" where all held, else what did not; `span` its place."""

    example: Example
    problem: str = ""
    span: Span | None = None

    @property
    def held(self) -> bool:
        """Whether the rules do what the example says."""
        return not self.problem


class Broken(Exception):
    """An example does not hold at a step."""

    def __init__(self, problem: str, span: Span) -> None:
        super().__init__(problem)
        self.span = span


def run_examples(
    path: Path, game: Checked, wanted: Callable[[Example], bool] = lambda example: True
) -> Iterator[Result]:
    """Run the examples of a checked game that are wanted, in the order of the text."""
    for number, example in enumerate(game.examples):
        if wanted(example):
            yield run_example(path, game, number, example)


def run_example(path: Path, game: Checked, number: int, example: Example) -> Result:
    """Run one example, and again under every option it says it fails with."""
    try:
        _Run(_module(path, game, example, {}), number, example).steps()
        for kind, step in example.steps:
            if kind == "but" and isinstance(step, ButNot):
                _fails_under(path, game, number, example, step)
    except Broken as broken:
        return Result(example, str(broken), broken.span)
    return Result(example)


def _module(path: Path, game: Checked, example: Example, options: dict[str, object]) -> Game:
    """The game with its examples, on the board that this one draws."""
    scenario = game.scenario or None
    if not example.map:
        return build.load_examples(path, example.seats, options, scenario)
    try:
        return build.load_examples(path, example.seats, options, scenario, example.map)
    except RulesInvalid as error:
        wrong = (one.message for one in error.diagnostics if one.severity is Severity.ERROR)
        told = f"on this map the rules have a mistake: {next(wrong, error.message)}"
        raise Broken(told, example.steps[0][1].span) from None


def _fails_under(path: Path, game: Checked, number: int, example: Example, step: ButNot) -> None:
    """With the other value of the option the facts must not hold."""
    module = _module(path, game, example, {step.option: build.option_word(game, step)})
    try:
        _Run(module, number, example).steps()
    except Broken:
        return
    raise Broken(f"it holds with the other value of `{step.option}` as well", step.span)


class _Run:
    """One example on its way: all positions that chance may have led to, with their odds."""

    def __init__(self, game: Game, number: int, example: Example) -> None:
        self.game = game
        self.number = number
        self.example = example
        self.ways: Ways = [(game.module.fresh(), Fraction(1))]

    def steps(self) -> None:
        """Every step in turn; raises Broken at the first that does not hold."""
        for at, (kind, step) in enumerate(self.example.steps):
            name = f"example_{self.number}_step_{at}"
            try:
                match kind, step:
                    case "given", Fact(kind="map"):
                        pass  # the module was made for it
                    case "given", Fact():
                        self._given(name, step)
                    case "does", Deed():
                        self._does(name, at, step)
                    case "then", Fact():
                        self._then(name, step)
            except (ScriptError, RuleError) as error:
                raise Broken(str(error), self._place(step, error)) from None

    @staticmethod
    def _place(step: Fact | Deed | ButNot, error: HoyleError) -> Span:
        """The line of the script that parted from the game, else the step."""
        if not isinstance(step, Deed) or not isinstance(error, ScriptError):
            return step.span
        spans = [span for span, _ in answers(step)]
        return spans[error.line] if error.line < len(spans) else step.span

    def _given(self, name: str, step: Fact) -> None:
        self.ways = [(self._begun(state, name), chance) for state, chance in self.ways]
        if any(state.pc >= 0 for state, _ in self.ways):
            self.ways = [
                (end, chance * part)
                for state, chance in self.ways
                for end, part in self._settled(state)
            ]

    def _settled(self, state: State) -> Ways:
        """`given setup` goes any way at every roll, draw and question: what an example tests may
        not depend on which. It is not the first way each time: equal rolls may be made again."""
        ways = random.Random(0)
        while state.pc >= 0:
            state.apply_action(ways.choice(state.legal_actions()))
        return [(state, Fraction(1))]

    def _begun(self, state: State, name: str) -> State:
        state = state.clone()
        try:
            self.game.module.start(state, name)
        except (RuleError, ZeroDivisionError) as error:
            raise self.game.module.told(error) from None
        return state

    def _does(self, name: str, at: int, step: Deed) -> None:
        script = said(step)
        open_ = self._tests_odds(at)
        ways: Ways = []
        for state, chance in self.ways:
            begun = self._begun(state, name)
            if open_:
                ways += [(end, chance * part) for end, part in odds(begun, script)]
            else:
                ways.append((follow(begun, script), chance))
        self.ways = ways

    def _tests_odds(self, at: int) -> bool:
        """Whether the facts after this deed ask for odds: then rolls not written are open."""
        for kind, step in self.example.steps[at + 1 :]:
            if kind != "then":
                return False
            if isinstance(step, Fact) and step.kind == "odds":
                return True
        return False

    def _then(self, name: str, step: Fact) -> None:
        test = self.game.module.tests[name]
        if step.kind == "odds" and step.odds is not None:
            wanted = Fraction(*step.odds)
            held = (chance for state, chance in self.ways if self._asked(test, state))
            found = sum(held, Fraction(0))
            if found != wanted:
                raise Broken(f"the odds are {found}, not {wanted}", step.span)
            return
        for state, _ in self.ways:
            if not self._asked(test, state):
                told = ", ".join(sides(state, name))
                raise Broken(f"this does not hold{told and f': {told}'}", step.span)

    def _asked(self, test: Callable[[State], bool], state: State) -> bool:
        """What a test says; where it has no answer, an error of the rules that tells why."""
        try:
            return test(state)
        except (RuleError, ZeroDivisionError) as error:
            raise self.game.module.told(error) from None


def sides(state: State, test: str) -> Iterator[str]:
    """What each side of a fact was, where it was anything."""
    module = state.module_
    for value in module.game.values:
        if value.owner == test:
            with suppress(*views.NO_VALUE):
                found = module.shows[value.function](state, 0)
                words = labels.words(module.game, value.domain, found)
                nobody = not found and value.domain == "set:player"
                yield f"{value.name} was {'nobody' if nobody else words}"


def said(deed: Deed) -> list[Said]:
    """The script of a deed, one answer after the other."""
    return [answer for _, answer in answers(deed)]


def answers(deed: Deed) -> Iterator[tuple[Span, Said]]:
    """Every answer with its place; several faces of one roll are one answer."""
    for line in deed.script:
        if line.verb == "rolls" or not line.got:
            yield line.span, Said(line.who, line.verb, ", ".join(line.got))
        else:
            yield from ((line.span, Said(line.who, line.verb, what)) for what in line.got)
