"""Which rules run without anybody being asked: where a node has a single option the game goes on.

Such a step of a generated module is called by its name, so a listener stands there until it is
called once. A module that is compiled to machine code has no names to stand at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hoyle.runtime.game import Game

#: A step of a generated module: what comes after one of its nodes.
Step = Callable[..., object]


class Hearing:
    """The listeners at the steps of one game, and the rules they have heard."""

    def __init__(self, game: Game, heard: set[int]) -> None:
        self.scope: dict[str, Any] = getattr(game.module.advance, "__globals__", {})
        self.steps: dict[str, tuple[Step, int]] = {
            step.__name__: (step, node.rule)
            for step, node in zip(self.scope.get("STEPS", ()), game.module.nodes, strict=False)
        }
        self.waiting = dict.fromkeys(self.steps)
        self.heard = heard

    @contextmanager
    def on(self) -> Iterator[None]:
        """Listen."""
        self.scope.update({name: self.listener(name, *self.steps[name]) for name in self.waiting})
        try:
            yield
        finally:
            self.scope.update({name: step for name, (step, _) in self.steps.items()})

    @contextmanager
    def off(self) -> Iterator[None]:
        """Do not, while somebody plays in the head."""
        self.scope.update({name: self.steps[name][0] for name in self.waiting})
        try:
            yield
        finally:
            listeners = {name: self.listener(name, *self.steps[name]) for name in self.waiting}
            self.scope.update(listeners)

    def listener(self, name: str, step: Step, rule: int) -> Step:
        """The step itself, that gives way to it when it is called."""

        def listen(*arguments: object) -> object:
            self.heard.add(rule)
            self.waiting.pop(name, None)
            self.scope[name] = step
            return step(*arguments)

        return listen
