"""Give a machine its functions and its slots.

- *Heads* are the blocks that become functions: where nodes go on, where calls return, starts, and
  joins that are too large to be written twice. All others are written into the one before.
- *States* are heads in cycles that can turn without a node: the trampoline runs them, so that no
  stretch without a decision is deeper than Python's stack.
- *Slots* are for the locals that are still needed in another function, or at a node.
- *Clears*: before a node, a call, a return or the end, slots that hold nothing of use become zero.

    b1: ask; then b2               heads b0 b2 · slot pot
    b2: pot += 1; goto b1    ──►   b2 writes `pot`, b1 is small and is written into b0 and b2
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import liveness
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.liveness import Vars
from hoyle.dsl.records import record

SMALL = 8  # statements of a join that is rather written twice than called


def allocate(machine: m.Machine) -> m.Machine:
    """The machine with heads, states, slots, frames and clears."""
    recursive = who.recursive(machine.program)
    loops = _turning(machine)
    machine.heads = _heads(machine, loops)
    machine.copied = _copied(machine, loops)
    first = len(machine.nodes)
    machine.states = {block: first + index for index, block in enumerate(sorted(loops))}
    live = liveness.live(machine)
    machine.slots = _slots(machine, live)
    machine.frames = {
        name: _frame(machine, frame, name in recursive) for name, frame in machine.frames.items()
    }
    machine.nodes = tuple(
        replace(node, live=_at_node(machine, node, live)) for node in machine.nodes
    )
    _Clears(machine, live).put()
    return machine


# ------------------------------------------------------------------------------------------ heads


def _turning(machine: m.Machine) -> frozenset[int]:
    """Blocks that begin a cycle without a node: those that a depth-first walk comes back to."""
    found: set[int] = set()
    done: set[int] = set()
    for start in sorted(machine.blocks):
        _search(machine, start, done, found)
    return frozenset(found)


def _search(machine: m.Machine, start: int, done: set[int], found: set[int]) -> None:
    open_: set[int] = set()
    stack: list[tuple[int, Iterator[int]]] = []

    def visit(number: int) -> None:
        open_.add(number)
        stack.append((number, without_node(machine, machine.blocks[number])))

    if start not in done:
        visit(start)
    while stack:
        number, following = stack[-1]
        target = next(following, None)
        if target is None:
            stack.pop()
            open_.discard(number)
            done.add(number)
        elif target in open_:
            found.add(target)
        elif target not in done:
            visit(target)


def without_node(machine: m.Machine, block: m.Block) -> Iterator[int]:
    """Blocks that may run next without a rest, in called and calling procedures, too."""
    match block.end:
        case m.Suspend(number, empty):
            node = machine.nodes[number]
            if m.passes(node):
                yield node.resume
            if empty is not None:
                yield empty
        case m.Enter(proc):
            yield machine.frames[proc].start
        case m.Back():
            yield from (call.back for call in machine.frames[block.proc].calls)
        case _:
            yield from m.successors(machine, block)


def _heads(machine: m.Machine, loops: frozenset[int]) -> frozenset[int]:
    heads = set(loops) | {node.resume for node in machine.nodes}
    for frame in machine.frames.values():
        heads.add(frame.start)
        heads.update(call.back for call in frame.calls)
    ways: dict[int, int] = {}
    for block in machine.blocks.values():
        for target in written_into(machine, block):
            ways[target] = ways.get(target, 0) + 1
    heads.update(
        number
        for number, count in ways.items()
        if count > 1 and (_weight(machine, machine.blocks[number]) > SMALL)
    )
    return frozenset(heads | _in_cycles(machine, heads))


def written_into(machine: m.Machine, block: m.Block) -> Iterator[int]:
    """Blocks that would be written into this one if they were no heads."""
    match block.end:
        case m.Suspend(_, empty):
            if empty is not None:
                yield empty
        case m.Enter():
            return
        case _:
            yield from m.successors(machine, block)


def _weight(machine: m.Machine, block: m.Block) -> int:
    """How long a block is when written out, with what is written into it."""
    weight = sum(1 for _ in walk.statements(block.ops)) + 1
    if isinstance(block.end, m.Branch | m.Goto):
        weight += 4 * len(list(m.successors(machine, block)))
    return weight


def _copied(machine: m.Machine, loops: frozenset[int]) -> frozenset[int]:
    """Blocks that are small enough to be written again, where no action must arrive."""
    resumes = {node.resume for node in machine.nodes}
    return frozenset(
        number
        for number, block in machine.blocks.items()
        if number not in resumes | loops and _weight(machine, block) <= SMALL
    )


def _in_cycles(machine: m.Machine, heads: set[int]) -> set[int]:
    """Blocks that would be written into themselves: one of every cycle without a head."""
    found: set[int] = set()
    for start in sorted(heads):
        _follow(machine, start, heads | found, (), found)
    return found


def _follow(
    machine: m.Machine, number: int, heads: set[int], path: tuple[int, ...], found: set[int]
) -> None:
    for target in written_into(machine, machine.blocks[number]):
        if target in path or target == number:
            found.add(target)
        elif target not in heads and target not in found:
            _follow(machine, target, heads, (*path, number), found)


# ------------------------------------------------------------------------------------------ slots


def _slots(machine: m.Machine, live: liveness.Live) -> dict[tuple[str, str], m.Slot]:
    """A slot for each local that is live where a function begins, or at a node."""
    needed: dict[tuple[str, str], p.Var] = {}
    arrives = {node.resume: node.stmt.var.name for node in machine.nodes}
    for number in sorted(machine.heads):
        block = machine.blocks[number]
        for name in sorted(live.at_start[number] - {arrives.get(number, "")}):
            needed[block.proc, name] = live.variables[block.proc][name]
    for node in machine.nodes:
        for name in sorted(live.at_node[node.number]):
            needed[node.proc, name] = live.variables[node.proc][name]
    for name, frame in machine.frames.items():
        if frame.calls:
            for var in machine.program.procedures[name].params:
                needed[name, var.name] = var
    return {
        key: m.Slot(f"{key[0]}_{key[1]}", var.form, key[0], key[1], var.domain)
        for key, var in sorted(needed.items())
    }


def _frame(machine: m.Machine, frame: m.Frame, recursive: bool) -> m.Frame:
    slots = tuple(slot for slot in machine.slots.values() if slot.proc == frame.proc)
    if not frame.calls:
        return replace(frame, slots=slots)
    returns = m.Slot(f"{frame.proc}_return_", "int", frame.proc, "return_")
    chain = f"{frame.proc}_outer_" if recursive else ""
    return replace(frame, slots=slots, returns=returns, chain=chain)


def _at_node(machine: m.Machine, node: m.Node, live: liveness.Live) -> tuple[m.Slot, ...]:
    names = sorted(live.at_node[node.number])
    return tuple(machine.slots[node.proc, name] for name in names)


# ----------------------------------------------------------------------------------------- clears


@record(frozen=False)
class _Clears:
    """Finds which slots may hold something where they are of no use, and clears them there."""

    machine: m.Machine
    live: liveness.Live
    bound: dict[int, Vars] = field(default_factory=dict)  # slots that each block writes

    def put(self) -> None:
        """Write the clears into all blocks."""
        before: dict[int, Vars] = {number: frozenset() for number in self.machine.blocks}
        for number, block in self.machine.blocks.items():
            found = filter(None, map(walk.bound_var, walk.statements(block.ops)))
            self.bound[number] = self.slotted(block.proc, (var.name for var in found))
        waiting = sorted(before)
        for frame in self.machine.frames.values():
            params = self.machine.program.procedures[frame.proc].params
            before[frame.start] = self.slotted(frame.proc, (v.name for v in params))
        while waiting:
            number = waiting.pop()
            block = self.machine.blocks[number]
            for target in m.successors(self.machine, block):
                after = self.after(block, before[number], target)
                if not after <= before[target]:
                    before[target] |= after
                    waiting.append(target)
        for number, block in self.machine.blocks.items():
            names = sorted(self.cleared(block, self.written(block, before[number])))
            clears = tuple(self.machine.slots[block.proc, name] for name in names)
            self.machine.blocks[number] = replace(block, clears=clears)

    def slotted(self, proc: str, names: Iterator[str]) -> Vars:
        return frozenset(name for name in names if (proc, name) in self.machine.slots)

    def written(self, block: m.Block, before: Vars) -> Vars:
        """Slots that may hold something at the end of a block."""
        return before | self.bound[block.number]

    def cleared(self, block: m.Block, dirty: Vars) -> Vars:
        """Those of them that are of no use any more, where that matters."""
        match block.end:
            case m.Suspend(node):
                return dirty - self.live.at_node[node]
            case m.Enter():
                return dirty - self.live.at_call[block.number]
            case m.Back() | m.Over():
                return dirty
            case _:
                return frozenset()

    def after(self, block: m.Block, before: Vars, target: int) -> Vars:
        """Slots that may hold something where a next block begins."""
        dirty = self.written(block, before)
        if isinstance(block.end, m.Suspend) and block.end.empty == target:
            return dirty  # nothing is asked, and nothing was cleared for the node
        dirty -= self.cleared(block, dirty)
        var = None
        if isinstance(block.end, m.Suspend):
            var = self.machine.nodes[block.end.node].stmt.var
        elif isinstance(block.end, m.Enter):
            var = block.end.var
        return dirty if var is None else dirty | self.slotted(block.proc, iter((var.name,)))
