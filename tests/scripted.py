"""Small games written in a test, played by a script, with everything that was asked on record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hoyle.compiler.from_game import lower
from hoyle.compiler.ir import program as p
from hoyle.dsl import MemoryReader, load
from hoyle.dsl.diagnostics import Sink
from tests.interpret import Chance, Machine, Question


def compiled(rules: str, players: int, **tables: str) -> p.Program:
    """The program of a game; `tables` are its csv files by name."""
    files = {"game.rules": rules, **{f"{name}.csv": text for name, text in tables.items()}}
    sink, reader = Sink(), MemoryReader(files)
    game = load("game.rules", sink, reader=reader)
    assert game is not None and not sink.has_errors, list(sink)
    program = lower(game, players, False, sink, reader.sources)
    assert not sink.has_errors, list(sink)
    return program


@dataclass
class Script:
    """Answers questions and chance in order, and keeps what was asked.

    `answers`: the words of an option, or "pass"; `chances`: outcomes. `asked` gets the seat and the
    words of its options.
    """

    program: p.Program
    answers: Sequence[str] = ()
    chances: Sequence[Any] = ()
    asked: list[tuple[int, set[str]]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    machine: Machine | None = None

    def play(self, prepare: Callable[[Machine], None] = lambda machine: None) -> Machine:
        """Plays until the game is over; the script must be used up."""
        answers, chances = iter(self.answers), iter(self.chances)

        def decide(question: Question) -> int:
            options = {self.words(action): action for action in question.actions}
            self.asked.append((question.actor, set(options)))
            self.questions.append(question)
            return options[next(answers)]

        def chance(node: Chance) -> Any:
            return next(chances)

        self.machine = Machine(self.program, decide=decide, chance=chance)
        prepare(self.machine)
        self.machine.run()
        assert next(answers, None) is None, "the script has answers left"
        assert next(chances, None) is None, "the script has chances left"
        return self.machine

    def words(self, action: int) -> str:
        """The name of an action: its label, the name of a piece, a number."""
        site, (base, _) = next(
            (number, site)
            for number, site in enumerate(self.program.sites)
            if site[0] <= action < site[0] + site[1]
        )
        spec = self.spec(site)
        value = action - base + self.program.site_lows[site]
        if spec["domain"] in ("pass", "done", "no"):
            return str(spec["domain"])
        if spec["domain"] == "branch":
            return str(spec["labels"][value])
        kind, _, name = spec["domain"].partition(":")
        return self.names(name)[value] if kind == "thing" else str(value)

    def spec(self, site: int) -> dict[str, Any]:
        """The record of a site in the schema."""
        assert self.program.schema is not None
        return dict(self.record("sites")[site].fields)

    def names(self, thing: str) -> Sequence[str]:
        """The names of the rows of a table."""
        rows = next(
            dict(x.fields) for x in self.record("things") if dict(x.fields)["name"] == thing
        )
        names: Sequence[str] = rows["names"]
        return names

    def record(self, name: str) -> Any:
        """A field of the schema."""
        assert self.program.schema is not None
        return dict(self.program.schema.fields)[name]
