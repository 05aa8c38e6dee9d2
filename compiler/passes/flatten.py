"""Cut a program into blocks: one machine for a build.

    to turn                            b0: pot = 0; goto b1
        let pot = 0                    b1: ask "Roll", "Hold"; then b2
        repeat                 ──►     b2: branch rolled: b3, b4
            choose: ...                b3: nature d6; then b5      (explicit build)
                "Roll": ...            ...

A statement that cannot wait stays as it is, an operation of a block. A loop that cannot wait but is
left for a place outside of it says in a local where to go on (`escape.py`). Nodes of asks are
numbered first, so both builds agree on them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import assert_never

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import allocate, escape, offers
from hoyle.compiler.passes import suspending as who
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


def flatten(program: p.Program, build: m.Build) -> m.Machine:
    """The machine of a program for one build."""
    waiting = who.suspending(program, build)
    cutter = _Program(program, build, waiting | set(program.entries.values()))
    for name in program.procedures:
        if name in cutter.procs:
            _Procedure(cutter, program.procedures[name]).cut()
    return allocate.allocate(cutter.finish())


@record(frozen=False)
class _Program:
    """The blocks and nodes of all procedures so far."""

    program: p.Program
    build: m.Build
    procs: frozenset[str]
    blocks: dict[int, m.Block] = field(default_factory=dict)
    nodes: list[m.Node] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    calls: dict[str, list[m.Call]] = field(default_factory=dict)
    staying: dict[int, tuple[p.Stmt, bool]] = field(default_factory=dict)
    made: int = 0

    def stays(self, stmt: p.Stmt) -> bool:
        """Whether a statement can stay an operation of a block: nothing in it waits."""
        if id(stmt) not in self.staying:
            blocks = walk.blocks(stmt)
            found = not who.waits(stmt, self.build, self.procs)
            found = found and all(self.stays(inner) for block in blocks for inner in block)
            self.staying[id(stmt)] = (stmt, found)  # with the statement: it keeps its identity
        return self.staying[id(stmt)][1]

    def fresh(self) -> int:
        """The number of a block that is still to be written."""
        self.made += 1
        return self.made - 1

    def finish(self) -> m.Machine:
        """The machine: nodes numbered, chains of blocks joined, without slots yet."""
        entries = set(self.program.entries.values())
        frames = {
            name: m.Frame(name, start, tuple(self.calls.get(name, ())), entry=name in entries)
            for name, start in self.starts.items()
        }
        straight = tuple(name for name in self.program.procedures if name not in self.procs)
        machine = m.Machine(self.build, self.program, dict(self.blocks), tuple(self.nodes), frames)
        machine.straight = straight
        _number_nodes(machine)
        _join_chains(machine)
        return machine


@record(frozen=False)
class _Target:
    """What a label names: where to go on behind it, and where its next turn begins."""

    after: int
    again: int | None = None


@record(frozen=False)
class _Procedure:
    """Cuts one procedure."""

    whole: _Program
    procedure: p.Procedure
    labels: dict[str, _Target] = field(default_factory=dict)
    ops: list[p.Stmt] = field(default_factory=list)
    number: int | None = None  # of the block being written; None: nothing comes here

    def cut(self) -> None:
        """Write all blocks of the procedure."""
        self.number = self.whole.starts[self.procedure.name] = self.whole.fresh()
        self.body(self.procedure.body)
        self.close(m.Back(None), self.procedure.span)

    def body(self, block: p.Block) -> None:
        """Cut statements one after the other."""
        for stmt in block:
            if self.number is not None:
                self.statement(stmt)

    def close(self, end: m.End, span: Span, then: int | None = None) -> None:
        """End the open block; the next statements go into block `then`."""
        if self.number is not None:
            name, rule = self.procedure.name, self.procedure.rule
            self.whole.blocks[self.number] = m.Block(
                self.number, name, rule, span, tuple(self.ops), end
            )
        self.ops, self.number = [], then

    def goto(self, target: int, span: Span, then: int | None = None) -> None:
        """End the open block by going on with another."""
        self.close(m.Goto(target), span, then)

    def statement(self, stmt: p.Stmt) -> None:
        """Cut one statement."""
        stays = self.whole.stays(stmt)
        if stays and not escape.leaves_for(stmt):
            self.ops.append(stmt)
            if isinstance(stmt, p.Fail):
                self.close(m.Dead(), stmt.span)
            return
        if stays and isinstance(stmt, p.Loop | p.For):
            self.body(escape.with_flag(stmt))
            return
        self.cut_open(stmt)

    def cut_open(self, stmt: p.Stmt) -> None:
        """Cut a statement that waits, or that leaves for elsewhere."""
        match stmt:
            case p.If():
                self.branch(stmt)
            case p.Loop(label, body):
                self.loop(label, body, stmt.span)
            case p.For():
                self.loop_over(stmt)
            case p.Region(label, body):
                after = self.whole.fresh()
                self.labels[label] = _Target(after)
                self.body(body)
                self.goto(after, stmt.span, after)
            case p.AtOnce(body) | p.Only(body):
                self.body(body)
            case p.Leave(label):
                self.goto(self.labels[label].after, stmt.span)
            case p.Again(label):
                again = self.labels[label].again
                assert again is not None, f"{label} is no loop"
                self.goto(again, stmt.span)
            case p.Return(value):
                self.close(m.Back(value), stmt.span)
            case p.CallProc():
                self.call(stmt)
            case p.Ask() | p.Nature():
                self.suspend(stmt)
            case p.Over():
                self.close(m.Over(), stmt.span)
            case p.Assign() | p.Store() | p.Log() | p.Revealed() | p.Moment() | p.Fail():
                raise AssertionError(stmt)
            case _:
                assert_never(stmt)

    def branch(self, stmt: p.If) -> None:
        if stmt.then and offers.is_offer(stmt.cond, stmt.then[0]):
            self.offer(stmt, stmt.then[0])
            return
        then, otherwise, after = (self.whole.fresh() for _ in range(3))
        self.close(m.Branch(stmt.cond, then, otherwise), stmt.span, then)
        self.body(stmt.then)
        self.goto(after, stmt.span, otherwise)
        self.body(stmt.otherwise)
        self.goto(after, stmt.span, after)

    def offer(self, stmt: p.If, ask: p.Stmt) -> None:
        """A choice, if there is anything to choose."""
        assert isinstance(ask, p.Ask)
        otherwise, after = self.whole.fresh(), self.whole.fresh()
        self.suspend(ask, otherwise)
        self.body(stmt.then[1:])
        self.goto(after, stmt.span, otherwise)
        self.body(stmt.otherwise)
        self.goto(after, stmt.span, after)

    def loop(self, label: str, body: p.Block, span: Span) -> None:
        head, after = self.whole.fresh(), self.whole.fresh()
        self.labels[label] = _Target(after, head)
        self.goto(head, span, head)
        self.body(body)
        self.goto(head, span, after)

    def loop_over(self, stmt: p.For) -> None:
        """A loop whose turns may wait: what is left of its snapshot is a local."""
        rest, left, step = _Walk().of(stmt)
        self.ops.extend(rest)
        turn = (*step, *stmt.body)
        leave = p.Leave(stmt.label, stmt.span)
        self.loop(stmt.label, (p.If(left, turn, (leave,), stmt.span),), stmt.span)

    def call(self, stmt: p.CallProc) -> None:
        back = self.whole.fresh()
        calls = self.whole.calls.setdefault(stmt.proc, [])
        number = len(calls) + 1
        calls.append(m.Call(number, self.procedure.name, back, stmt.var))
        self.close(m.Enter(stmt.proc, stmt.args, number, back, stmt.var), stmt.span, back)

    def suspend(self, stmt: p.Ask | p.Nature, empty: int | None = None) -> None:
        resume = self.whole.fresh()
        node = m.Node(len(self.whole.nodes), self.procedure.name, stmt, resume)
        self.whole.nodes.append(node)
        self.close(m.Suspend(node.number, empty), stmt.span, resume)


class _Walk:
    """How a loop over a snapshot is written when its turns may wait; its locals are named by its
    label."""

    def of(self, stmt: p.For) -> tuple[list[p.Stmt], p.Expr, list[p.Stmt]]:
        """What stands before the loop, whether there is a next item, and how a turn takes it."""
        match stmt.source:
            case p.Range(low, high):
                return self.numbers(stmt, low, high)
            case p.Bits(mask):
                return self.bits(stmt, mask)
            case p.Items(of):
                return self.items(stmt, of)
            case _:
                assert_never(stmt.source)

    def numbers(
        self, stmt: p.For, low: p.Expr, high: p.Expr
    ) -> tuple[list[p.Stmt], p.Expr, list[p.Stmt]]:
        following = p.Var(f"{stmt.label}_next_", "int")
        before: list[p.Stmt] = [p.Assign(following, low, stmt.span)]
        if not isinstance(high, p.Const):
            end = p.Var(f"{stmt.label}_end_", "int")
            before.append(p.Assign(end, high, stmt.span))
            high = end
        one_more = p.Op("add", (following, p.Const(1, "int")), "int")
        step = [p.Assign(stmt.var, following, stmt.span), p.Assign(following, one_more, stmt.span)]
        return before, p.Op("lt", (following, high), "bool"), [*step]

    def bits(self, stmt: p.For, mask: p.Expr) -> tuple[list[p.Stmt], p.Expr, list[p.Stmt]]:
        domain = f"set:{stmt.var.domain}" if stmt.var.domain else ""
        rest = p.Var(f"{stmt.label}_left_", "mask", domain)
        first = p.Op("lowest", (rest,), "int")
        others = p.Op("minus", (rest, p.Op("bit", (stmt.var,), "mask")), "mask")
        step = [p.Assign(stmt.var, first, stmt.span), p.Assign(rest, others, stmt.span)]
        left = p.Op("ne", (rest, p.Const(0, "mask")), "bool")
        return [p.Assign(rest, mask, stmt.span)], left, [*step]

    def items(self, stmt: p.For, of: p.Expr) -> tuple[list[p.Stmt], p.Expr, list[p.Stmt]]:
        form: p.Form = "texts" if stmt.var.form == "str" else "ints"
        domain = f"list:{stmt.var.domain}" if stmt.var.domain else ""
        rest = p.Var(f"{stmt.label}_left_", form, domain)
        first = p.Op("item", (rest, p.Const(0, "int")), stmt.var.form)
        others = p.Op("drop", (rest, p.Const(0, "int")), form)
        step = [p.Assign(stmt.var, first, stmt.span), p.Assign(rest, others, stmt.span)]
        left = p.Op("ne", (rest, p.Const((), form)), "bool")
        return [p.Assign(rest, of, stmt.span)], left, [*step]


# ---------------------------------------------------------------------------------- afterwards


def _number_nodes(machine: m.Machine) -> None:
    """Asks first, each kind in the order of the procedures; what is never reached goes."""
    found = _reached(machine)
    machine.blocks = {number: machine.blocks[number] for number in sorted(found)}
    ends = [b.end for b in machine.blocks.values()]
    used = [machine.nodes[end.node] for end in ends if isinstance(end, m.Suspend)]
    used.sort(key=lambda node: (node.kind, node.number))
    numbers = {node.number: index for index, node in enumerate(used)}
    machine.nodes = tuple(replace(node, number=index) for index, node in enumerate(used))
    for number, block in machine.blocks.items():
        if isinstance(block.end, m.Suspend):
            end = replace(block.end, node=numbers[block.end.node])
            machine.blocks[number] = replace(block, end=end)
    for name, frame in machine.frames.items():
        calls = tuple(call for call in frame.calls if call.back in found)
        machine.frames[name] = replace(frame, calls=calls)


def _reached(machine: m.Machine) -> frozenset[int]:
    """Blocks that can be reached from the entries."""
    starts = [f.start for f in machine.frames.values() if f.entry]
    seen: set[int] = set()
    while starts:
        number = starts.pop()
        if number in seen:
            continue
        seen.add(number)
        block = machine.blocks[number]
        starts.extend(m.successors(machine, block))
        if isinstance(block.end, m.Enter):
            starts.append(machine.frames[block.end.proc].start)
    return frozenset(seen)


def _join_chains(machine: m.Machine) -> None:
    """Skip empty blocks, and join a block with the only one that comes before it."""
    skip = {
        number: block.end.target
        for number, block in machine.blocks.items()
        if not block.ops and isinstance(block.end, m.Goto) and block.end.target != number
    }
    for node in machine.nodes:  # a node's action arrives in a function of its own
        skip.pop(node.resume, None)
    for number, block in machine.blocks.items():
        machine.blocks[number] = replace(block, end=_aimed(block.end, skip))
    for name, frame in machine.frames.items():
        calls = tuple(replace(call, back=_final(call.back, skip)) for call in frame.calls)
        start = _final(frame.start, skip)
        machine.frames[name] = replace(frame, start=start, calls=calls)
    machine.blocks = {n: machine.blocks[n] for n in sorted(_reached(machine))}
    machine.frames = {
        name: frame for name, frame in machine.frames.items() if frame.start in machine.blocks
    }
    ways = entered(machine)
    for number in list(machine.blocks):
        _join(machine, number, ways)


def _final(number: int, skip: dict[int, int]) -> int:
    seen = {number}
    while number in skip and skip[number] not in seen:
        number = skip[number]
        seen.add(number)
    return number


def _aimed(end: m.End, skip: dict[int, int]) -> m.End:
    match end:
        case m.Goto(target):
            return m.Goto(_final(target, skip))
        case m.Branch(cond, then, otherwise):
            return m.Branch(cond, _final(then, skip), _final(otherwise, skip))
        case m.Enter():
            return replace(end, back=_final(end.back, skip))
        case m.Suspend(_, empty) if empty is not None:
            return replace(end, empty=_final(empty, skip))
        case m.Suspend() | m.Back() | m.Over() | m.Dead():
            return end
        case _:
            assert_never(end)


def _join(machine: m.Machine, number: int, ways: Counter[int]) -> None:
    """Take in the block that follows as long as nothing else leads to it."""
    while (block := machine.blocks.get(number)) is not None and isinstance(block.end, m.Goto):
        target = block.end.target
        if target == number or ways[target] > 1:
            return
        other = machine.blocks.pop(target)
        ops = (*block.ops, *other.ops)
        machine.blocks[number] = replace(block, ops=ops, end=other.end)


def entered(machine: m.Machine) -> Counter[int]:
    """How many ways lead into each block; starts of frames count as one."""
    ways = Counter(frame.start for frame in machine.frames.values())
    for block in machine.blocks.values():
        ways.update(m.successors(machine, block))
    return ways
