"""Runs a Program as it stands: the judge of everything that is generated from one.

A `Machine` holds the cells in a dict and executes structured statements by Python's own calls. Who
decides and what chance brings is asked of two callbacks; `explore` walks every outcome of chance
with its exact odds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, assert_never

from hoyle.compiler.ir import program as p
from tests.evaluate import Env, RuleError, Values

MANY_TURNS = 100_000  # turns of one loop, then it is taken for endless
WATCH_TURNS = 1_000


@dataclass(frozen=True)
class Question:
    """An ask that has come up: the seat, its actions ascending, and the statement."""

    actor: int
    actions: tuple[int, ...]
    ask: p.Ask
    env: Env


@dataclass(frozen=True)
class Chance:
    """A nature node that has come up: outcomes with integer weights, ascending, and who sees it."""

    outcomes: tuple[tuple[Any, int], ...]
    audience: int
    nature: p.Nature
    env: Env


class GameOver(Exception):
    """`Over` was reached."""


class _Jump(Exception):
    """Leaves or turns a loop, by label."""

    def __init__(self, label: str, again: bool) -> None:
        self.label, self.again = label, again


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass
class Machine(Values):
    """A position and what runs on it. `notes` are the log entries: (audience mask, words)."""

    decide: Callable[[Question], int] = field(kw_only=True)
    chance: Callable[[Chance], Any] = field(kw_only=True)
    notes: list[tuple[int, tuple[Any, ...]]] = field(default_factory=list)
    reveals: int = 0
    at_once: int = 0

    def run(self, entry: str = "main") -> Any:
        """Runs an entry to its end; its answer, or None when the game is over."""
        try:
            return self.call(self.program.entries.get(entry, entry), ())
        except GameOver:
            return None

    def test(self, name: str) -> Any:
        """What a test function of the program says."""
        return self.apply(self.program.tests[name], ())

    # ------------------------------------------------------------------------ procedures, blocks

    def call(self, name: str, args: tuple[Any, ...]) -> Any:
        """Calls a procedure."""
        procedure = self.program.procedures[name]
        assert len(args) == len(procedure.params), f"{name} takes {len(procedure.params)}"
        env = {var.name: value for var, value in zip(procedure.params, args, strict=True)}
        try:
            self.block(procedure.body, env)
        except _Returned as returned:
            return returned.value
        return None

    def block(self, body: p.Block, env: Env) -> None:
        """Runs statements in order."""
        for stmt in body:
            self.step(stmt, env)

    def step(self, stmt: p.Stmt, env: Env) -> None:
        """Runs one statement."""
        match stmt:
            case p.Assign(var, value):
                env[var.name] = self.value(value, env)
            case p.Store():
                self.store(stmt, env)
            case p.If(cond, then, otherwise):
                self.block(then if self.value(cond, env) else otherwise, env)
            case p.Loop(label, body):
                self.loop(label, body, env)
            case p.For(label, var, source, body):
                self.walk(label, var, list(self.items(source, env)), body, env)
            case p.Region(label, body):
                self.turn(label, body, env)
            case p.Leave(label):
                raise _Jump(label, again=False)
            case p.Again(label):
                raise _Jump(label, again=True)
            case p.CallProc(name, args, var):
                answer = self.call(name, tuple(self.value(arg, env) for arg in args))
                if var is not None:
                    env[var.name] = answer
            case p.Return(value):
                raise _Returned(None if value is None else self.value(value, env))
            case p.Ask():
                env[stmt.var.name] = self.ask(stmt, env)
            case p.Nature():
                env[stmt.var.name] = self.nature(stmt, env)
            case p.Log(audience, parts):
                words = tuple(x if isinstance(x, str) else self.value(x.value, env) for x in parts)
                self.notes.append((self.value(audience, env), words))
            case p.Revealed():
                self.reveals += 1
            case p.Only(body):
                self.block(body, env)
            case p.Moment():
                self.moment()
            case p.AtOnce(body):
                self.together(body, env)
            case p.Over():
                raise GameOver
            case p.Fail(kind, text, _, rule):
                raise RuleError(f"{kind}: {text}{self.where(rule)}")
            case _:
                assert_never(stmt)

    def where(self, rule: int) -> str:
        """The place of a rule."""
        return f" ({':'.join(map(str, self.program.rules[rule][:3]))})" if rule >= 0 else ""

    def store(self, stmt: p.Store, env: Env) -> None:
        """Writes a cell, within its range."""
        cell, value = stmt.cell, self.value(stmt.value, env)
        too_low = cell.low is not None and value < cell.low
        if too_low or (cell.high is not None and value > cell.high):
            raise RuleError(f"range: {cell.name} would be {value}{self.where(cell.rule)}")
        if stmt.index is None:
            self.cells[cell.name] = value
        else:
            index = self.value(stmt.index, env)
            assert 0 <= index < (cell.length or 0), f"{cell.name}[{index}]"
            self.cells[cell.name][index] = value

    def turn(self, label: str, body: p.Block, env: Env) -> bool:
        """Runs a body once; whether it was left."""
        try:
            self.block(body, env)
        except _Jump as jump:
            if jump.label != label:
                raise
            return not jump.again
        return False

    def loop(self, label: str, body: p.Block, env: Env) -> None:
        """Runs a body until it is left."""
        for _ in range(MANY_TURNS):
            if self.turn(label, body, env):
                return
        raise RuleError(f"endless loop {label}")

    def walk(self, label: str, var: p.Var, items: list[Any], body: p.Block, env: Env) -> None:
        """Runs a body for each item of a snapshot."""
        for item in items:
            env[var.name] = item
            if self.turn(label, body, env):
                return

    # ---------------------------------------------------------------------------------- moments

    def together(self, body: p.Block, env: Env) -> None:
        """One moment at the end; what unwinds through it drops the moment."""
        self.at_once += 1
        try:
            self.block(body, env)
        finally:
            self.at_once -= 1
        self.moment()

    def moment(self) -> None:
        """Looks at the watched conditions until none is true."""
        if self.at_once:
            return
        for _ in range(WATCH_TURNS):
            fired = next(self.firing(), None)
            if fired is None:
                return
            watch, env = fired
            self.at_once += 1
            try:
                self.call(watch.handler, tuple(env[var.name] for var, _ in watch.binds))
            finally:
                self.at_once -= 1
            if self.value(watch.cond, env):
                raise RuleError(f"whenever {watch.handler} does not make itself false")
        raise RuleError("whenever: no end")

    def firing(self) -> Iterator[tuple[p.Watch, Env]]:
        """Watched conditions that are true now, with what they bind, in order."""
        for watch in self.program.watches:
            for env in self.bindings(watch.binds, {}):
                if self.value(watch.cond, env):
                    yield watch, env

    def bindings(self, binds: tuple[tuple[p.Var, p.Source], ...], env: Env) -> Iterator[Env]:
        """Every way to bind the variables, in order."""
        if not binds:
            yield env
            return
        var, source = binds[0]
        for item in self.items(source, env):
            yield from self.bindings(binds[1:], env | {var.name: item})

    # ------------------------------------------------------------------------------------- nodes

    def ask(self, ask: p.Ask, env: Env) -> int:
        """Lets the seat decide, unless there is one option and that is taken silently."""
        actions: list[int] = []
        for choice in ask.choices:
            values = list(self.value(choice.options, env))
            assert values == sorted(set(values)), f"options out of order: {values}"
            actions += [self.action(choice.site, value) for value in values]
        assert actions, "an ask without options"
        if ask.silent and len(actions) == 1:
            return actions[0]
        question = Question(self.value(ask.actor, env), tuple(sorted(actions)), ask, env)
        answer = self.decide(question)
        assert answer in question.actions, f"{answer} is not in {question.actions}"
        return answer

    def action(self, site: int, value: int) -> int:
        """The action of a value at a site."""
        base, size = self.program.sites[site]
        number = value - self.low(site)
        assert 0 <= number < size, f"{value} at site {site} of {size}"
        return base + number

    def nature(self, nature: p.Nature, env: Env) -> Any:
        """Lets chance decide; a sole outcome is no node."""
        outcomes = self.outcomes(nature, env)
        assert outcomes, f"chance without outcomes: {nature.kind}"
        if len(outcomes) == 1:
            outcome = outcomes[0][0]
        else:
            audience = self.value(nature.audience, env)
            outcome = self.chance(Chance(tuple(outcomes), audience, nature, env))
        if nature.kind == "pool":
            assert nature.pools is not None
            pools, number = self.cells[nature.pools.name], self.value(nature.args[0], env)
            pools[number] = tuple(piece for piece in pools[number] if piece != outcome)
        return outcome

    def outcomes(self, nature: p.Nature, env: Env) -> list[tuple[Any, int]]:
        """What may come, with integer weights, ascending."""
        args = tuple(self.value(arg, env) for arg in nature.args)
        match nature.kind:
            case "die":
                die = self.die(nature)
                return list(zip(die.faces, die.weights, strict=True))
            case "dice":
                return list(multisets(args[0], self.die(nature).weights))
            case "pool":
                assert nature.pools is not None
                return self.alike(self.cells[nature.pools.name][args[0]], nature.classes)
            case "among":
                return self.alike(args[0], nature.classes)

    def die(self, nature: p.Nature) -> p.DieSpec:
        """The die that is rolled."""
        return next(die for die in self.program.dice if die.name == nature.die)

    def alike(self, items: Any, classes: p.StaticTable | None) -> list[tuple[Any, int]]:
        """One outcome for each class of items: its least item, weighted by how many there are."""
        counts: dict[Any, list[int]] = {}
        for item in sorted(items):
            key = ("class", classes.data[item]) if classes is not None and item >= 0 else item
            counts.setdefault(key, []).append(item)
        return sorted((group[0], len(group)) for group in counts.values())


def multisets(count: int, weights: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every result of some dice as counts by face, with its weight."""
    for faces in combinations_with_replacement(range(len(weights)), count):
        counts = tuple(faces.count(face) for face in range(len(weights)))
        ways = math.factorial(count)
        for face, number in enumerate(counts):
            ways = ways // math.factorial(number) * weights[face] ** number
        yield counts, ways


# -------------------------------------------------------------------------------- all of chance


def explore(
    program: p.Program,
    decide: Callable[[Question], int],
    entry: str = "main",
    prepare: Callable[[Machine], None] = lambda machine: None,
) -> Iterator[tuple[Fraction, Machine]]:
    """Every run of an entry with its exact odds, by playing each path of chance from the start."""
    waiting: list[tuple[Any, ...]] = [()]
    while waiting:
        walk = Walk(list(waiting.pop()), waiting)
        machine = Machine(program, decide=decide, chance=walk)
        prepare(machine)
        machine.run(entry)
        yield walk.odds, machine


@dataclass
class Walk:
    """Follows a path of outcomes, then the first of each node; the others are put aside."""

    path: list[Any]
    aside: list[tuple[Any, ...]]
    odds: Fraction = Fraction(1)
    steps: int = 0

    def __call__(self, node: Chance) -> Any:
        """The outcome of the next node."""
        if self.steps == len(self.path):
            first, *rest = (outcome for outcome, _ in node.outcomes)
            self.aside.extend((*self.path, outcome) for outcome in reversed(rest))
            self.path.append(first)
        outcome = self.path[self.steps]
        self.steps += 1
        weights = dict(node.outcomes)
        self.odds *= Fraction(weights[outcome], sum(weights.values()))
        return outcome
