"""Blocks of a machine as Python functions: one for each head, with what is written into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python import chance, frames, hoist, kept, options, searches
from hoyle.compiler.to_python.expressions import Spelling, Writer
from hoyle.compiler.to_python.forms import zero
from hoyle.compiler.to_python.lines import Line, Lines, Places
from hoyle.compiler.to_python.simple import Callees
from hoyle.compiler.to_python.statements import Body
from hoyle.dsl.records import record

FEW = 3  # nodes that stand in one function


@record
class Function:
    """A function of the module."""

    name: str
    params: str
    returns: str
    doc: str
    lines: tuple[Line, ...]


@record
class Blocks:
    """Writes the functions of one machine.

    `heads`: the name of each head's function; `kept`: what of a procedure goes onto its chain;
    `own`: the names of each procedure's locals; `writer`, `statements`: what writes the inside.
    """

    machine: m.Machine
    spelling: Spelling
    ranges: Ranges
    callees: Callees
    places: Places
    heads: Mapping[int, str]
    attributes: Mapping[str, str]
    kept: Mapping[str, tuple[m.Slot, ...]]
    own: Mapping[str, tuple[str, ...]]
    writer: type[Writer] = Writer
    statements: type[Body] = Body

    @property
    def sampled(self) -> bool:
        """Whether functions take `random`."""
        return self.machine.build == "sampled"

    def functions(self) -> list[Function]:
        """All of them, in the order of the blocks."""
        nodes = {node.resume: node for node in self.machine.nodes}
        heads = sorted(self.machine.heads)
        if not self.together:
            return [self.function(number, nodes.get(number)) for number in heads]
        return [self.function(number, None) for number in heads if number not in nodes]

    @property
    def number(self) -> str:
        """The type of an action or outcome."""
        return "int"

    @property
    def together(self) -> bool:
        """Whether all nodes stand in one function: there are few, and none is ever gone through."""
        nodes = self.machine.nodes
        return 1 < len(nodes) <= FEW and not self.machine.states and not any(map(m.passes, nodes))

    def arms(self) -> list[tuple[int, tuple[Line, ...]]]:
        """The lines of each node, where all stand in one function."""
        if not self.together:
            return []
        found = [(node.number, self.arm(node, 1)) for node in self.machine.nodes[:-1]]
        last = self.machine.nodes[-1]
        return [*found, (last.number, self.arm(last, 0))]

    def arm(self, node: m.Node, deeper: int) -> tuple[Line, ...]:
        """What a node does with the action, to stand so much deeper."""
        function = self.function(node.resume, node)
        param = function.params.split(":")[1].split(", ")[1]
        first = [] if param == "action" else [Line(1, f"{param} = action")]
        lines = [
            Line(line.depth + deeper, line.text, line.rule) for line in (*first, *function.lines)
        ]
        if deeper and not (lines[-1].text.startswith("return") and lines[-1].depth == 1 + deeper):
            lines.append(Line(1 + deeper, "return", lines[-1].rule))
        return tuple(lines)

    def function(self, number: int, node: m.Node | None) -> Function:
        """The function of one head; a node's takes the action or outcome."""
        block = self.machine.blocks[number]
        params = ["s: State"]
        if node is not None:
            one = One(self, self.body(block.proc, {}), number)
            params.append(f"{one.arrive(node)}: {self.number}")
        if self.sampled:
            params.append("random: Random")

        def write(locals_: Mapping[str, str]) -> Lines:
            one = One(self, self.body(block.proc, locals_), number)
            if node is not None:
                one.arrive(node)
            one.block(block)
            return one.lines

        lists = [cell for cell in self.machine.program.cells if cell.length is not None]
        lines, wanted = hoist.hoisted(write, lists, self.spelling, self.own[block.proc])
        hoist.with_loads(lines, hoist.loads(wanted, self.spelling))
        return Function(self.heads[number], ", ".join(params), "None", "", lines.finished())

    def body(self, proc: str, locals_: Mapping[str, str]) -> Body:
        """A writer of statements for a procedure's blocks."""
        slots = {slot.var: self.attributes[slot.name] for slot in self.machine.frames[proc].slots}
        writer = self.writer(self.spelling, self.ranges, proc, slots, locals_)
        program, build = self.machine.program, self.machine.build
        return self.statements(build, program, Lines(self.places), writer, self.callees)

    def entered(self, proc: str, end: m.Enter) -> m.Enter:
        """A call out of a procedure, with what the other wants to be given."""
        return end

    def answered(self, proc: str, value: p.Expr) -> p.Expr:
        """What a procedure gives, as its callers want it."""
        return value

    def slot(self, slot: m.Slot) -> str:
        """A slot as it is read and written."""
        return f"s.{self.attributes[slot.name]}"


@record(frozen=False)
class One:
    """Writes one function."""

    all: Blocks
    body: Body
    head: int
    path: tuple[p.Stmt, ...] = ()  # what has been done since the function began
    writing: tuple[int, ...] = ()  # the blocks around the one being written

    @property
    def lines(self) -> Lines:
        return self.body.lines

    @property
    def machine(self) -> m.Machine:
        return self.all.machine

    def arrive(self, node: m.Node) -> str:
        """Take the action or outcome; the name of the parameter."""
        stmt, writer = node.stmt, self.body.writer
        slot = self.machine.slot(node.proc, stmt.var.name)
        plain = isinstance(stmt, p.Ask) or chance.by_value(self.machine.program, writer, stmt)
        if slot is None and plain:
            param = writer.variable(stmt.var)
        else:
            param = "action" if isinstance(stmt, p.Ask) else "outcome"
        if isinstance(stmt, p.Nature):
            if not plain or slot is not None:
                value = chance.outcome_value(self.machine.program, writer, stmt, param)
                self.lines.add(f"{writer.variable(stmt.var)} = {value}")
            if stmt.kind == "pool":
                pool = chance.pool_of(writer, stmt)
                self.lines.add(f"{pool} = library.drop({pool}, {writer.variable(stmt.var)})")
        elif slot is not None:
            self.lines.add(f"{writer.variable(stmt.var)} = action")
        return param

    def block(self, block: m.Block) -> None:
        """A block and what is written into it."""
        self.lines.at(block.span, block.rule)
        for stmt in block.ops:
            self.body.statement(stmt, self.body.place())
        before = self.path, self.writing
        self.path, self.writing = (*self.path, *block.ops), (*self.writing, block.number)
        self.end(block)
        self.path, self.writing = before

    def clear(self, block: m.Block) -> None:
        for slot in block.clears:
            self.lines.add(f"{self.all.slot(slot)} = {zero(slot.form)}")

    def end(self, block: m.Block) -> None:
        """Where the block goes on."""
        end = block.end
        match end:
            case m.Goto(target):
                self.goto(target)
            case m.Branch(cond, then, otherwise):
                with searches.if_true(self.body, cond):
                    self.goto(then)
                    if not self.lines.left():
                        self.lines.add("return")
                self.goto(otherwise)
            case m.Suspend(number, empty):
                self.suspend(block, self.machine.nodes[number], empty)
            case m.Enter():
                self.enter(block, end)
            case m.Back(value):
                self.back(block, value)
            case m.Over():
                self.over(block)
            case m.Dead():
                return
            case _:
                assert_never(end)

    # -- going on

    def goto(self, target: int) -> None:
        """Go on with a block: written here, called, or left to the trampoline."""
        if target in self.machine.states:
            self.lines.add(f"s.pc = {self.machine.states[target]}")
            self.lines.add("return")
        elif target in self.machine.heads and not self.copies(target):
            self.lines.add(f"return {self.all.heads[target]}({self.arguments()})")
        else:
            self.block(self.machine.blocks[target])

    def copies(self, target: int) -> bool:
        """Whether a small block is written here again."""
        same = self.machine.blocks[target].proc == self.body.writer.owner
        return same and target in self.machine.copied and target not in self.writing

    def arguments(self, *more: str) -> str:
        return ", ".join(("s", *more, *(("random",) if self.all.sampled else ())))

    # -- nodes

    def suspend(self, block: m.Block, node: m.Node, empty: int | None) -> None:
        """Rest at a node, unless there is one outcome only."""
        if isinstance(node.stmt, p.Ask):
            self.ask(block, node, node.stmt, empty)
        else:
            self.clear(block)
            self.nature(node, node.stmt)

    def ask(self, block: m.Block, node: m.Node, ask: p.Ask, empty: int | None) -> None:
        writer = self.body.writer
        self.lines.at(ask.span, ask.rule)
        of = None if ask.silent or node.resume != self.head else kept.kept(ask)
        store = None if of is None else kept.only_write(of, self.path, self.body)
        if of is not None and store is not None:
            self.keep(of, store, empty)
            self.clear(block)
            self.lines.add("return")
            return
        known = options.known_options(writer, ask)
        found = self.body.listed(ask)
        if known is None and (ask.silent or empty is not None):
            self.lines.add(f"options = {found}")
            found = "options"
        self.if_empty(found, empty)
        self.clear(block)
        if ask.silent and known is not None and len(known) == 1:
            self.through(node, str(known[0]))
            return
        if ask.silent and known is None:
            with self.lines.deeper("if len(options) == 1:"):
                self.through(node, "options[0]")
        if known is not None and node.resume == self.head:
            self.lines.add("return")  # these are the options already
            return
        self.rest(node, found)

    def if_empty(self, found: str, empty: int | None) -> None:
        """Where to go on if there is nothing to choose."""
        if empty is not None:
            with self.lines.deeper(f"if {self.body.nothing_in(found)}:"):
                self.goto(empty)
                if not self.lines.left():
                    self.lines.add("return")

    def keep(self, of: kept.Kept, store: p.Store, empty: int | None) -> None:
        """The options of the state, without those that a write has closed."""
        several = of.ask.touches is not None and of.ask.touches.depth > 1

        def remove(action: str, taken: bool) -> None:
            if several:
                self.body.close(action)
                return
            self.body.closed(action, taken)
            self.if_empty("options", empty)
            self.lines.add("s.options = options")

        if several:
            self.body.copy()
        kept.shrink(of, store, self.body, remove)
        if several:
            self.if_empty("options", empty)
            self.lines.add("s.options = options")

    def nature(self, node: m.Node, nature: p.Nature) -> None:
        writer = self.body.writer
        test = chance.sole(writer, nature)
        if test:
            with self.lines.deeper(f"if {test}:"):
                self.through(node, self.told_outcome(node, nature))
        self.rest(node, repr(chance.ready(self.machine.program, nature)))

    def told_outcome(self, node: m.Node, nature: p.Nature) -> str:
        """The only outcome; where it shows a piece to somebody, an entry for those seats."""
        outcome = self.only_outcome(nature)
        if not chance.shows(nature):
            return outcome
        seats = chance.audience(self.machine.program, self.body.writer, nature)
        return f"s.sole_({node.number}, {outcome}, {seats})"

    def only_outcome(self, nature: p.Nature) -> str:
        writer = self.body.writer
        if not chance.by_value(self.machine.program, writer, nature):
            return "0"
        return f"{chance.odds(self.machine.program, writer, nature)}[0][0]"

    def through(self, node: m.Node, outcome: str) -> None:
        """Go through a node without a rest."""
        self.lines.add(f"return {self.all.heads[node.resume]}({self.arguments(outcome)})")

    def rest(self, node: m.Node, ready: str) -> None:
        self.lines.add(f"s.options = {ready}")
        if node.resume != self.head:  # there the state rests at this node already
            self.lines.add(f"s.pc = {node.number}")
        self.lines.add("return")

    # -- calls, returns, the end

    def enter(self, block: m.Block, end: m.Enter) -> None:
        """Call a procedure that waits."""
        frames.enter(self, block, self.all.entered(self.body.writer.owner, end))

    def back(self, block: m.Block, value: p.Expr | None) -> None:
        """Return to whoever called."""
        owner = self.body.writer.owner
        frames.back(self, block, None if value is None else self.all.answered(owner, value))

    def over(self, block: m.Block) -> None:
        """The game is over; nothing is left in any frame."""
        self.clear(block)
        if any(frame.calls for frame in self.machine.frames.values()):
            self.lines.add("clear_frames(s)")
        self.lines.add("s.pc = -1")
        self.lines.add("s.options = ()")
        self.lines.add("return")
