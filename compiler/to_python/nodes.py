"""What the runtime asks about a node: who decides, what is legal, odds, prompts, reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python import chance, names, options
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.expressions import Spelling, Writer
from hoyle.compiler.to_python.lines import Lines, Places
from hoyle.compiler.to_python.literals import literal
from hoyle.dsl.records import record


@record
class Nodes:
    """The tables by node number, each entry as text."""

    kinds: tuple[int, ...]
    actors: tuple[str, ...]
    legal: tuple[str, ...]
    chances: tuple[str, ...]
    audiences: tuple[str, ...]
    prompts: tuple[str, ...]
    labels: tuple[str, ...]
    whys: tuple[str, ...]
    guards: tuple[str, ...]
    nodes: tuple[str, ...]


def purpose_of(nature: p.Nature) -> str:
    """What chance decides, in words: which die for what, or where what is drawn goes."""
    return " for ".join(filter(None, (nature.die, nature.purpose)))


@record(frozen=False)
class Maker:
    """Writes the functions of all nodes of the explicit build."""

    program: p.Program
    machine: m.Machine
    spelling: Spelling
    ranges: Ranges
    places: Places
    attributes: Mapping[str, str]
    functions: list[Function] = field(default_factory=list)
    guards: list[str] = field(default_factory=list)

    def nodes(self) -> Nodes:
        """All tables."""
        rows = [self.node(node) for node in self.machine.nodes]
        kinds = tuple(node.kind for node in self.machine.nodes)
        actors, legal, chances, seen, prompts, labels, whys, about = (
            tuple(row[i] for row in rows) for i in range(8)
        )
        guards = tuple(self.guards)
        return Nodes(kinds, actors, legal, chances, seen, prompts, labels, whys, guards, about)

    def writer(self, node: m.Node) -> Writer:
        """A writer for what a node's functions read: slots of its procedure."""
        slots = {
            slot.var: self.attributes[slot.name] for slot in self.machine.frames[node.proc].slots
        }
        return Writer(self.spelling, self.ranges, node.proc, slots)

    def node(self, node: m.Node) -> tuple[str, ...]:
        """Actor, legal, chances, audience, prompt, labels, why, data."""
        writer = self.writer(node)
        if isinstance(node.stmt, p.Ask):
            return self.ask(node.number, node.stmt, writer)
        return self.nature(node.stmt, writer)

    def ask(self, number: int, ask: p.Ask, writer: Writer) -> tuple[str, ...]:
        actor = writer.value(ask.actor)
        everybody = str((1 << self.program.players) - 1)
        return (
            f"lambda s: {actor}",
            f"lambda s: {options.options(writer, ask)}",
            "None",
            f"lambda s: 1 << {writer.value(ask.actor, 9)}" if ask.secret else everybody,
            f"lambda s: {options.words(writer, ask.prompt)}" if ask.prompt else "None",
            self.labels(number, ask, writer),
            self.why(number, ask, writer),
            self.about_ask(ask, writer),
        )

    def about_ask(self, ask: p.Ask, writer: Writer) -> str:
        rule = self.places.rule(ask.span, ask.rule)
        parts = [f"rule={rule}"]
        if ask.secret:
            parts.append("secret=True")
        if ask.hidden:
            parts.append("hidden=True")
        if ask.quiet:
            parts.append("quiet=True")
        if ask.could is not None:
            parts.append(f"could=lambda s: {writer.value(ask.could)}")
        return f"schema.Node({', '.join(parts)})"

    def nature(self, nature: p.Nature, writer: Writer) -> tuple[str, ...]:
        seen = chance.audience(self.program, writer, nature)
        audience = seen if isinstance(nature.audience, p.Const) else f"lambda s: {seen}"
        return (
            "None",
            "None",
            f"lambda s: {chance.odds(self.program, writer, nature)}",
            audience,
            self.of_whom(nature, writer),
            "None",
            "None",
            self.about_nature(nature, writer),
        )

    def of_whom(self, nature: p.Nature, writer: Writer) -> str:
        """What chance decides, and whose roll it is."""
        if nature.doer is None or isinstance(nature.doer, p.Const):
            return "None"
        parts = (p.Hole(nature.doer, "whose"), purpose_of(nature))
        return f"lambda s: {options.words(writer, parts)}"

    def about_nature(self, nature: p.Nature, writer: Writer) -> str:
        rule = self.places.rule(nature.span, nature.rule)
        rows = max((len(table.data) for table in self.program.tables), default=0)
        highest = chance.highest(self.program, nature, rows)
        parts = [f"rule={rule}"]
        purpose = purpose_of(nature)
        if purpose:
            parts.append(f"purpose={purpose!r}")
        domain = "dice" if nature.kind == "dice" else nature.domain
        parts += [f"domain={domain!r}", f"outcomes={highest}"]
        if not chance.by_value(self.program, writer, nature):
            value = chance.outcome_value(self.program, writer, nature, "outcome")
            parts.append(f"values=lambda s, outcome: {value}")
        if nature.kind == "dice":
            parts.append(f"faces={self.faces(nature)}")
        return f"schema.Node({', '.join(parts)})"

    def faces(self, nature: p.Nature) -> str:
        """How the faces of several dice are named: pictures by their printed names."""
        die = chance.die_of(self.program, nature)
        pictures = self.labels_of(nature.domain)
        named = tuple(pictures[f] if 0 <= f < len(pictures) else str(f) for f in die.faces)
        return literal(named)

    def labels_of(self, domain: str) -> tuple[str, ...]:
        """The printed names of a kinds, by a domain that names it."""
        name = domain.rsplit(":", 1)[-1]
        kinds = dict(self.program.schema.fields).get("kinds", ()) if self.program.schema else ()
        for kind in kinds if isinstance(kinds, tuple) else ():
            fields = dict(kind.fields) if isinstance(kind, p.Record) else {}
            if fields.get("name") == name:
                labels = fields.get("labels", ())
                return tuple(map(str, labels)) if isinstance(labels, tuple) else ()
        return ()

    # -- functions of asks

    def labels(self, number: int, ask: p.Ask, writer: Writer) -> str:
        """Labels with holes: a function of the action, None if there is none."""
        lines = Lines(self.places)
        lines.at(ask.span, ask.rule)
        found = False
        for choice in ask.choices:
            base = self.spelling.sites[choice.site][0]
            for index, label in enumerate(choice.labels):
                if any(isinstance(part, p.Hole) for part in label):
                    found = True
                    with lines.deeper(f"if action == {base + index}:"):
                        lines.add(f"return {options.words(writer, label)}")
        lines.add("return None")
        if not found:
            return "None"
        return self.function(f"label_{number}", "state.Parts | None", lines)

    def why(self, number: int, ask: p.Ask, writer: Writer) -> str:
        """Which guard keeps an action from being legal, -1 if none does."""
        lines = Lines(self.places)
        lines.at(ask.span, ask.rule)
        guarded = [choice for choice in ask.choices if choice.guards]
        for choice in guarded:
            base, size = self.spelling.sites[choice.site]
            with lines.deeper(f"if {base} <= action < {base + size}:"):
                self.tests(choice, writer, lines)
        lines.add("return -1")
        return self.function(f"why_{number}", "int", lines) if guarded else "None"

    def tests(self, choice: p.Choice, writer: Writer, lines: Lines) -> None:
        offset = self.spelling.offset(choice.site)
        name = names.local(choice.var.name, self.spelling.taken)
        sign = f" {'-' if offset > 0 else '+'} {abs(offset)}" if offset else ""
        lines.add(f"{name} = action{sign}")
        for guard in choice.guards:
            row = literal((guard.reason, guard.rule, guard.visible))
            if row not in self.guards:
                self.guards.append(row)
            with lines.deeper(f"if {writer.test(p.Op('not', (guard.cond,), 'bool'))}:"):
                lines.add(f"return {self.guards.index(row)}")

    def function(self, name: str, returns: str, lines: Lines) -> str:
        function = Function(name, "s: State, action: int", returns, "", lines.finished())
        self.functions.append(function)
        return name
