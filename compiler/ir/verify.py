"""What holds of every program and machine: each invariant one function that gives its findings.

`verify_program` looks at a program whose checks have been placed, `verify` at a machine. Both give
back what they were given; a finding is a mistake of the compiler, never of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk


class Broken(Exception):
    """The compiler has made something that cannot be right: a mistake of ours, not of the rules."""


def verify_program(program: p.Program) -> p.Program:
    """The program, if nothing is wrong with it."""
    _raise(finding for check in PROGRAM_CHECKS for finding in check(program))
    return program


def verify(machine: m.Machine) -> m.Machine:
    """The machine, if nothing is wrong with it."""
    _raise(finding for check in MACHINE_CHECKS for finding in check(machine))
    return machine


def _raise(findings: Iterator[str]) -> None:
    found = list(findings)
    if found:
        raise Broken("\n".join(found))


# ---------------------------------------------------------------------------------------- programs


def calls_agree(program: p.Program) -> Iterator[str]:
    """What is called is there, with as many arguments as it takes."""
    for name, procedure in program.procedures.items():
        for call in walk.calls(procedure.body):
            called = program.procedures.get(call.proc)
            if called is None:
                yield f"{name} calls {call.proc}, which is not there"
            elif len(called.params) != len(call.args):
                yield f"{name} calls {call.proc} with {len(call.args)} arguments"
    for name, e in _exprs(program):
        if isinstance(e, p.CallFn):
            fn = program.functions.get(e.name)
            if fn is None or len(fn.params) != len(e.args):
                yield f"{name} calls {e.name}, which is not there, or with other arguments"


def cells_exist(program: p.Program) -> Iterator[str]:
    """What is read and written is there: a list with an index, a single one without."""
    cells = {cell.name: cell for cell in program.cells}
    for name, e in _exprs(program):
        if isinstance(e, p.Get):
            yield from _cell(name, e.cell, e.index, cells, whole=True)
    for name, procedure in program.procedures.items():
        for stmt in walk.statements(procedure.body):
            if isinstance(stmt, p.Store):
                yield from _cell(name, stmt.cell, stmt.index, cells, whole=True)


def _cell(
    name: str, cell: p.Cell, index: p.Expr | None, cells: dict[str, p.Cell], whole: bool
) -> Iterator[str]:
    there = cells.get(cell.name)
    if there is None:
        yield f"{name} uses the cell {cell.name}, which is not there"
    elif index is not None and there.length is None:
        yield f"{name} looks for a place in {cell.name}, which is no list"


def values_are_acyclic(program: p.Program) -> Iterator[str]:
    """No function calls itself, not even through others."""
    calls = {
        name: {e.name for e in walk.inside(fn.body) if isinstance(e, p.CallFn)}
        for name, fn in program.functions.items()
    }
    for name in calls:
        seen: set[str] = set()
        waiting = list(calls[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting.extend(calls.get(other, ()))
        if name in seen:
            yield f"the value {name} needs itself"


def locals_are_bound(program: p.Program) -> Iterator[str]:
    """Every local that is read is bound somewhere in its procedure or function."""
    for name, fn in program.functions.items():
        missing = walk.free(fn.body) - {var.name for var in fn.params}
        yield from (f"{name} reads {var}, which it does not bind" for var in sorted(missing))
    for name, procedure in program.procedures.items():
        bound = {var.name for var in procedure.params}
        read: set[str] = set()
        for stmt in walk.statements(procedure.body):
            var = walk.bound_var(stmt)
            if var is not None:
                bound.add(var.name)
            read |= walk.stmt_free(stmt)
        yield from (f"{name} reads {v}, which it does not bind" for v in sorted(read - bound))


def loops_have_own_names(program: p.Program) -> Iterator[str]:
    """What a loop in an expression binds is no local of the procedure: that could be a slot."""
    for name, procedure in program.procedures.items():
        own = {var.name for var in procedure.params}
        inside: set[str] = set()
        for stmt in walk.statements(procedure.body):
            var = walk.bound_var(stmt)
            if var is not None:
                own.add(var.name)
            for e in walk.stmt_exprs(stmt):
                inside |= walk.bound(e)
        yield from (f"{name} uses {var} as a local and in a loop" for var in sorted(own & inside))


def labels_exist(program: p.Program) -> Iterator[str]:
    """A block is left, or turned, from inside of it."""
    for name, procedure in program.procedures.items():
        yield from _labels(name, procedure.body, frozenset(), frozenset())


def _labels(
    name: str, block: p.Block, around: frozenset[str], loops: frozenset[str]
) -> Iterator[str]:
    for stmt in block:
        if isinstance(stmt, p.Leave) and stmt.label not in around:
            yield f"{name} leaves {stmt.label} from outside of it"
        if isinstance(stmt, p.Again) and stmt.label not in loops:
            yield f"{name} turns {stmt.label}, which is no loop around it"
        inner, turning = around, loops
        if isinstance(stmt, p.Loop | p.For | p.Region):
            inner = around | {stmt.label}
        if isinstance(stmt, p.Loop | p.For):
            turning = loops | {stmt.label}
        for part in walk.blocks(stmt):
            yield from _labels(name, part, inner, turning)


def sites_are_disjoint(program: p.Program) -> Iterator[str]:
    """No two sites share an action."""
    behind = 0
    for number, (base, size) in enumerate(program.sites):
        if base < behind or size < 0:
            yield f"site {number} begins at {base}, but the one before ends at {behind}"
        behind = base + size


def options_are_in_domain(program: p.Program) -> Iterator[str]:
    """Options that are known are values of their site, ascending."""
    for name, procedure in program.procedures.items():
        for stmt in walk.statements(procedure.body):
            for choice in stmt.choices if isinstance(stmt, p.Ask) else ():
                if not 0 <= choice.site < len(program.sites):
                    yield f"{name} asks at site {choice.site}, which is not there"
                elif isinstance(choice.options, p.Const):
                    yield from _options(name, choice, program)


def _options(name: str, choice: p.Choice, program: p.Program) -> Iterator[str]:
    values = choice.options.value if isinstance(choice.options, p.Const) else ()
    low = program.site_lows[choice.site] if program.site_lows else 0
    size = program.sites[choice.site][1]
    if not isinstance(values, tuple):
        yield f"{name} asks for {values}, which is no list of options"
        return
    numbers = [value for value in values if isinstance(value, int)]
    if any(not low <= value < low + size for value in numbers):
        yield f"{name} offers {values} at site {choice.site}, which has {size} from {low}"
    if numbers != sorted(set(numbers)):
        yield f"{name} offers {values}, which is not ascending"


def nothing_at_once(program: p.Program) -> Iterator[str]:
    """`at once` has become plain statements."""
    for name, procedure in program.procedures.items():
        if any(isinstance(s, p.AtOnce) for s in walk.statements(procedure.body)):
            yield f"{name} still holds an `at once`"


def _exprs(program: p.Program) -> Iterator[tuple[str, p.Expr]]:
    """Every expression, with the function or procedure it stands in."""
    for name, fn in program.functions.items():
        for e in walk.inside(fn.body):
            yield name, e
    for name, procedure in program.procedures.items():
        for e in walk.all_exprs(procedure.body):
            yield name, e


PROGRAM_CHECKS: tuple[Callable[[p.Program], Iterator[str]], ...] = (
    calls_agree,
    cells_exist,
    values_are_acyclic,
    locals_are_bound,
    loops_have_own_names,
    labels_exist,
    sites_are_disjoint,
    options_are_in_domain,
    nothing_at_once,
)


# ---------------------------------------------------------------------------------------- machines


def targets_exist(machine: m.Machine) -> Iterator[str]:
    """Every block, node and procedure that is named is there."""
    there = machine.blocks
    for number, block in there.items():
        for target in m.successors(machine, block):
            if target not in there:
                yield f"block {number} goes on with {target}, which is not there"
        if isinstance(block.end, m.Enter) and block.end.proc not in machine.frames:
            yield f"block {number} calls {block.end.proc}, which has no frame"
    for name, frame in machine.frames.items():
        if frame.start not in there:
            yield f"{name} begins with {frame.start}, which is not there"


def nothing_waits_inside(machine: m.Machine) -> Iterator[str]:
    """Operations and plain procedures never wait: asks, chance, calls that wait, the end are
    ends."""
    waiting = set(machine.frames)
    bodies = [(f"block {n}", block.ops) for n, block in machine.blocks.items()]
    bodies += [(name, machine.program.procedures[name].body) for name in machine.straight]
    for where, body in bodies:
        for stmt in walk.statements(body):
            waits = isinstance(stmt, p.Ask | p.Over)
            waits |= isinstance(stmt, p.Nature) and machine.build == "explicit"
            waits |= isinstance(stmt, p.CallProc) and stmt.proc in waiting
            if waits:
                yield f"{where} waits in the middle: {type(stmt).__name__}"


def asks_come_first(machine: m.Machine) -> Iterator[str]:
    """Nodes are numbered in order, decisions before chance."""
    for index, node in enumerate(machine.nodes):
        if node.number != index:
            yield f"node {index} has the number {node.number}"
    kinds = [node.kind for node in machine.nodes]
    if kinds != sorted(kinds):
        yield "a node of chance stands before one of a decision"


def actions_arrive_once(machine: m.Machine) -> Iterator[str]:
    """Where a node goes on is led to by this node alone, and is a function of its own."""
    ways = Counter(frame.start for frame in machine.frames.values())
    for block in machine.blocks.values():
        ways.update(m.successors(machine, block))
    for node in machine.nodes:
        if ways[node.resume] != 1:
            yield f"node {node.number} goes on with a block that {ways[node.resume]} ways lead to"
        if node.resume not in machine.heads or node.resume in machine.states:
            yield f"node {node.number} goes on with what is no function that takes an action"


def cycles_are_counted(machine: m.Machine) -> Iterator[str]:
    """A cycle that passes no node passes a state, which the trampoline counts."""
    from hoyle.compiler.passes.allocate import without_node

    done: set[int] = set()
    for start in machine.blocks:
        stack = [(start, iter(()) if start in done else _next(machine, start, without_node))]
        around = {start}
        while stack:
            number, following = stack[-1]
            target = next(following, None)
            if target is None:
                stack.pop()
                around.discard(number)
                done.add(number)
            elif target in around and not around & set(machine.states):
                yield f"blocks {sorted(around)} turn without a node and without a budget"
                return
            elif target not in done and target not in around and target not in machine.states:
                around.add(target)
                stack.append((target, _next(machine, target, without_node)))


def _next(
    machine: m.Machine, number: int, step: Callable[[m.Machine, m.Block], Iterator[int]]
) -> Iterator[int]:
    return iter(list(step(machine, machine.blocks[number])))


def live_locals_have_slots(machine: m.Machine) -> Iterator[str]:
    """What is read in another function, or at a node, has a slot; none of these is cleared
    there."""
    from hoyle.compiler.passes import liveness

    live = liveness.live(machine)
    arrives = {node.resume: node.stmt.var.name for node in machine.nodes}
    for number in machine.heads:
        block = machine.blocks[number]
        for name in live.at_start[number] - {arrives.get(number, "")}:
            if machine.slot(block.proc, name) is None:
                yield f"{name} of {block.proc} is read in block {number} and has no slot"
    for block in machine.blocks.values():
        if isinstance(block.end, m.Suspend):
            cleared = {slot.var for slot in block.clears}
            for name in live.at_node[block.end.node] & cleared:
                yield f"{name} of {block.proc} is cleared before node {block.end.node} reads it"
            for name in live.at_node[block.end.node]:
                if machine.slot(block.proc, name) is None:
                    yield f"{name} of {block.proc} is read at node {block.end.node} without a slot"


def calls_come_back(machine: m.Machine) -> Iterator[str]:
    """Every call of a procedure that waits has a return number of its own, from 1 on."""
    for name, frame in machine.frames.items():
        numbers = [call.number for call in frame.calls]
        if len(set(numbers)) != len(numbers) or any(number < 1 for number in numbers):
            yield f"{name} returns by the numbers {numbers}"
        if bool(frame.calls) != (frame.returns is not None):
            yield f"{name} is called {len(frame.calls)} times and its return slot does not fit"
    for number, block in machine.blocks.items():
        end = block.end
        if isinstance(end, m.Enter) and end.proc in machine.frames:
            back = {c.number: c.back for c in machine.frames[end.proc].calls}
            if back.get(end.number) != end.back:
                yield f"block {number} calls {end.proc}, which does not come back to it"


def recursion_is_kept(machine: m.Machine) -> Iterator[str]:
    """A procedure that can be running twice keeps its outer activations."""
    from hoyle.compiler.passes.suspending import recursive

    for name in recursive(machine.program):
        frame = machine.frames.get(name)
        if frame is not None and frame.calls and not frame.chain:
            yield f"{name} can be running twice and keeps nothing"


MACHINE_CHECKS: tuple[Callable[[m.Machine], Iterator[str]], ...] = (
    targets_exist,
    nothing_waits_inside,
    asks_come_first,
    actions_arrive_once,
    cycles_are_counted,
    live_locals_have_slots,
    calls_come_back,
    recursion_is_kept,
)
