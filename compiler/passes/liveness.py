"""Which locals are still read later, at every block, node and call of a machine."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl.records import record

Vars = frozenset[str]
NONE: Vars = frozenset()


@record(frozen=False)
class Live:
    """Names of the locals read later: where a block starts, at a node, during a call."""

    at_start: dict[int, Vars]
    at_node: dict[int, Vars]
    at_call: dict[int, Vars]
    variables: dict[str, dict[str, p.Var]]


def live(machine: m.Machine) -> Live:
    """Work backwards until nothing changes."""
    found = Live(dict.fromkeys(machine.blocks, NONE), {}, {}, _variables(machine))
    blocks = [machine.blocks[number] for number in sorted(machine.blocks, reverse=True)]
    ends = {block.number: _read_at_end(machine, block) for block in blocks}
    names = {proc: frozenset(variables) for proc, variables in found.variables.items()}
    ops = {block.number: _straight(block.ops, names[block.proc]) for block in blocks}
    before = _before_each(machine)
    stale = set(machine.blocks)
    while stale:
        for block in blocks:
            if block.number in stale:
                stale.discard(block.number)
                after = _at_end(machine, block, ends[block.number], found)
                start = ops[block.number].before(after)
                if start != found.at_start[block.number]:
                    found.at_start[block.number] = start
                    stale.update(before[block.number])
    return found


def _before_each(machine: m.Machine) -> dict[int, list[int]]:
    """By block, those that it comes behind."""
    found: dict[int, list[int]] = {number: [] for number in machine.blocks}
    for block in machine.blocks.values():
        for target in m.successors(machine, block):
            found[target].append(block.number)
    return found


@record
class _Straight:
    """What the operations of a block do to what is live behind them: some is read, some passes."""

    read: Vars
    passes: Vars

    def before(self, after: Vars) -> Vars:
        """What is live before, given what is live behind."""
        return self.read | (after & self.passes)


@walk.remembered
def _straight(ops: p.Block, variables: Vars) -> _Straight:
    """Of operations of a procedure with these variables."""
    return _Straight(through(ops, NONE), through(ops, variables))


def _variables(machine: m.Machine) -> dict[str, dict[str, p.Var]]:
    found: dict[str, dict[str, p.Var]] = {}
    for block in machine.blocks.values():
        here = found.setdefault(block.proc, {})
        here.update(walk.variables(block.ops))
        for e in m.end_exprs(block.end):
            here.update({x.name: x for x in walk.inside(e) if isinstance(x, p.Var)})
        if isinstance(block.end, m.Suspend):
            here.update(walk.variables((machine.nodes[block.end.node].stmt,)))
        if isinstance(block.end, m.Enter) and block.end.var is not None:
            here[block.end.var.name] = block.end.var
    for name, procedure in machine.program.procedures.items():
        found.setdefault(name, {}).update({var.name: var for var in procedure.params})
    return found


def _at_end(machine: m.Machine, block: m.Block, read: Vars, found: Live) -> Vars:
    """What is live where a block ends; `read`: by its end itself."""
    match block.end:
        case m.Suspend(number, empty):
            node = machine.nodes[number]
            after = found.at_start[node.resume] - {node.stmt.var.name}
            found.at_node[number] = after | read
            return found.at_node[number] | (NONE if empty is None else found.at_start[empty])
        case m.Enter():
            var = block.end.var
            after = found.at_start[block.end.back]
            found.at_call[block.number] = after if var is None else after - {var.name}
            return found.at_call[block.number] | read
        case _:
            after = read
            for target in m.successors(machine, block):
                after |= found.at_start[target]
            return after


def _read_at_end(machine: m.Machine, block: m.Block) -> Vars:
    """What the end of a block reads itself."""
    if isinstance(block.end, m.Suspend):
        return reads_at_node(machine.nodes[block.end.node])
    return NONE.union(*map(walk.free, m.end_exprs(block.end)))


def reads_at_node(node: m.Node) -> Vars:
    """Locals that a node's own functions read: options, odds, prompt, who sees it."""
    return walk.stmt_free(node.stmt)


def through(block: p.Block, after: Vars) -> Vars:
    """What is live before statements, given what is live behind them."""
    return _through(block, after, {})


def _through(block: p.Block, after: Vars, labels: dict[str, tuple[Vars, Vars]]) -> Vars:
    for stmt in reversed(block):
        after = _before(stmt, after, labels)
    return after


def _before(stmt: p.Stmt, after: Vars, labels: dict[str, tuple[Vars, Vars]]) -> Vars:
    """What is live before one statement. `labels`: what is live behind a label, and at its next
    turn."""
    match stmt:
        case p.Leave(label):
            return labels[label][0] if label in labels else after
        case p.Again(label):
            return labels[label][1] if label in labels else after
        case p.Return() | p.Over() | p.Fail():
            return walk.stmt_free(stmt)
        case p.If(cond, then, otherwise):
            both = _through(then, after, labels) | _through(otherwise, after, labels)
            return both | walk.free(cond)
        case p.Loop(label, body):
            return _turns(label, body, NONE, after, labels)
        case p.For(label, var, _, body):
            inner = _turns(label, body, after, after, labels)
            return (inner - {var.name}) | walk.stmt_free(stmt)
        case p.Region(label, body):
            return _through(body, after, labels | {label: (after, NONE)})
        case p.Only(body) | p.AtOnce(body):
            return _through(body, after, labels)
        case p.Assign() | p.Ask() | p.Nature() | p.CallProc():
            bound = walk.bound_var(stmt)
            rest = after if bound is None else after - {bound.name}
            return rest | walk.stmt_free(stmt)
        case p.Store() | p.Log() | p.Revealed() | p.Moment():
            return after | walk.stmt_free(stmt)
        case _:
            assert_never(stmt)


def _turns(
    label: str, body: p.Block, at_end: Vars, after: Vars, labels: dict[str, tuple[Vars, Vars]]
) -> Vars:
    """What is live where a turn of a loop begins; `at_end`: behind its last turn."""
    turn = at_end
    while True:
        before = _through(body, turn | at_end, labels | {label: (after, turn | at_end)})
        if before | at_end <= turn:
            return turn
        turn |= before | at_end
