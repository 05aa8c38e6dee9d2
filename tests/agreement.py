"""A compiled module beside the interpreter of its program: node by node the same."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from hoyle.compiler.pipeline import Compiled
from tests.evaluate import RuleError
from tests.interpret import Chance, Machine, Question


class Enough(Exception):
    """As many nodes as were wanted."""


def loaded(compiled: Compiled, name: str) -> Any:
    """What a generated module says of itself."""
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(compiled.text, name, "exec"), module.__dict__)
    return module.__dict__["MODULE"]


@dataclass
class Pair:
    """The explicit build, led by the same answers as the interpreter."""

    compiled: Compiled
    module: Any
    rng: random.Random
    most: int
    nodes: int = 0
    state: Any = None
    failed: Exception | None = None
    trail: list[int] = field(default_factory=list)

    def play(self) -> Machine:
        """Plays a game at random in both; they must agree at every node and in the end."""
        machine = Machine(self.compiled.lowered, decide=self.decide, chance=self.chance)
        self.state = self.module.fresh()
        self.on(lambda: self.module.start(self.state, "main"))
        try:
            machine.run()
        except Enough:
            return machine
        except RuleError as error:
            assert self.failed is not None, f"only the interpreter fails: {error}"
            return machine
        assert self.failed is None, self.failed
        assert self.state.pc == -1, "only the interpreter is at the end"
        self.compare(machine)
        return machine

    def on(self, step: Any) -> None:
        """Takes a step in the module; what fails there must fail in the interpreter."""
        try:
            step()
        except Exception as error:
            self.failed = error

    def node(self, kind: int) -> None:
        """Both have come to a node of this kind."""
        assert self.failed is None, self.failed
        assert self.state.pc >= 0 and self.module.kinds[self.state.pc] == kind, self.trail
        self.nodes += 1
        if self.nodes > self.most:
            raise Enough

    def decide(self, question: Question) -> int:
        """A decision, the same in both."""
        self.node(0)
        state, pc = self.state, self.state.pc
        assert self.module.actors[pc](state) == question.actor, self.trail
        legal = tuple(self.module.legal[pc](state))
        assert legal == tuple(state.options) == question.actions, self.trail
        action = self.rng.choice(question.actions)
        self.trail.append(action)
        self.on(lambda: self.module.advance(state, action))
        return action

    def chance(self, chance: Chance) -> Any:
        """An outcome of chance, the same in both."""
        self.node(1)
        found = self.module.chances[self.state.pc](self.state)
        weights = [weight for _, weight in chance.outcomes]
        assert [weight for _, weight in found] == weights, self.trail
        audience = self.module.audiences[self.state.pc]
        assert (audience(self.state) if callable(audience) else audience) == chance.audience
        at = self.rng.choices(range(len(found)), weights)[0]
        outcome = found[at][0]
        self.trail.append(outcome)
        self.on(lambda: self.module.advance(self.state, outcome))
        return chance.outcomes[at][0]

    def compare(self, machine: Machine) -> None:
        """Every cell that both have is equal."""
        slots = {name for cls in type(self.state).__mro__ for name in getattr(cls, "__slots__", ())}
        for name, value in machine.cells.items():
            if name in slots:
                there = getattr(self.state, name)
                assert type(value)(there) == value, name
