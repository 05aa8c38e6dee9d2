"""Read a cell instead of a copy of it, where nothing writes the cell in between.

    seat = active                      ask active …
    ask seat …                ──►      cell.mark = active
    cell.mark = seat                   active = next
    active = next

A copy that lives across a node would be a slot of the position; without it positions are smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.dsl.records import record


def forward(program: p.Program, lists: Container[str] = ()) -> p.Program:
    """The program without copies that need not be; `lists`: whose places are read again, too."""
    written = _written(program)
    procedures = {
        name: replace(x, body=_forwarded(x, written, lists))
        for name, x in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def _forwarded(
    procedure: p.Procedure, written: Mapping[str, frozenset[str]], lists: Container[str]
) -> p.Block:
    """The body without copies; one that is read behind a join of branches stays."""
    bindings = _bindings(procedure)
    while True:
        body = _Forwarder(written, bindings, lists).block(procedure.body)
        lost = _lost(procedure, body)
        if not lost:
            return body
        for name in lost:
            bindings[name] += 1


def _lost(procedure: p.Procedure, body: p.Block) -> frozenset[str]:
    """Locals that are read and not bound any more."""
    bound = {var.name for var in procedure.params}
    read: set[str] = set()
    for stmt in walk.statements(body):
        var = walk.bound_var(stmt)
        if var is not None:
            bound.add(var.name)
        read |= walk.stmt_free(stmt)
    return frozenset(name for name in _bindings(procedure) if name in read - bound)


def _written(program: p.Program) -> dict[str, frozenset[str]]:
    """Cells that each procedure may write, itself or through others."""
    direct = {name: _stores(x.body) for name, x in program.procedures.items()}
    return {
        name: frozenset[str]().union(*(direct[other] for other in below))
        for name, below in who.below_each(program).items()
    }


def _stores(block: p.Block) -> frozenset[str]:
    found: set[str] = set()
    for stmt in walk.statements(block):
        if isinstance(stmt, p.Store):
            found.add(stmt.cell.name)
        elif isinstance(stmt, p.Nature) and stmt.pools is not None:
            found.add(stmt.pools.name)
    return frozenset(found)


def _bindings(procedure: p.Procedure) -> Counter[str]:
    """How often each local is bound."""
    found = Counter(var.name for var in procedure.params)
    for stmt in walk.statements(procedure.body):
        var = walk.bound_var(stmt)
        if var is not None:
            found[var.name] += 1
    return found


@record
class _Forwarder:
    written: Mapping[str, frozenset[str]]
    bindings: Counter[str]
    lists: Container[str]

    def block(self, block: p.Block) -> p.Block:
        found = [walk.map_blocks(stmt, self.block) for stmt in block]
        index = 0
        while index < len(found):
            stmt = found[index]
            if isinstance(stmt, p.Assign) and self.may_go(stmt, tuple(found[index + 1 :])):
                put = {stmt.var.name: stmt.value}
                rest = [_put(other, put) for other in found[index + 1 :]]
                found = [*found[:index], *rest]
            else:
                index += 1
        return tuple(found)

    def may_go(self, stmt: p.Assign, rest: p.Block) -> bool:
        """Whether nothing changes what a copy shows before it is read for the last time."""
        name = stmt.var.name
        if self.bindings[name] != 1:
            return False
        match stmt.value:
            case p.Get(cell, None) if cell.length is None:
                spoiled = _Reads(name, lambda s: self.writes(s, cell.name)).spoiled(rest)
            case p.Get(cell, index) if index and cell.name in self.lists and not _calls(index):
                spoiled = _Reads(name, lambda s: self.moves(s, cell, index)).spoiled(rest)
            case p.Var(other) | p.Answer(p.Var(other)):
                spoiled = _Reads(name, lambda s: _binds(s, other)).spoiled(rest)
            case p.Const():
                spoiled = False
            case _:
                return False
        return not spoiled and not _answered(rest, name)

    def moves(self, stmt: p.Stmt, cell: p.Cell, index: p.Expr) -> bool:
        """Whether a statement changes what lies at a place of a list, or which place is meant."""
        cells = {cell.name, *walk.cells_read(index, {})}
        return any(self.writes(stmt, name) for name in cells) or any(
            _binds(stmt, name) for name in walk.free(index)
        )

    def writes(self, stmt: p.Stmt, cell: str) -> bool:
        match stmt:
            case p.Store():
                return stmt.cell.name == cell
            case p.Nature():
                return stmt.pools is not None and stmt.pools.name == cell
            case p.CallProc(proc):
                return cell in self.written[proc]
            case _:
                return False


@record(frozen=False)
class _Reads:
    """Looks for a read of a local behind a statement that changes what it stands for."""

    name: str
    changes: Callable[[p.Stmt], bool]
    found: bool = False

    def spoiled(self, block: p.Block) -> bool:
        """Whether there is one."""
        self.block(block, False)
        return self.found

    def block(self, block: p.Block, changed: bool) -> bool:
        """Walk statements in the order in which they run; whether it has changed behind them."""
        for stmt in block:
            if changed and self.name in walk.stmt_free(stmt):
                self.found = True
            if self.changes(stmt):
                changed = True
            changed = self.inside(stmt, changed)
        return changed

    def inside(self, stmt: p.Stmt, changed: bool) -> bool:
        behind = [self.block(part, changed) for part in walk.blocks(stmt)]
        now = changed or any(behind)
        if now and not changed and isinstance(stmt, p.Loop | p.For):
            for part in walk.blocks(stmt):  # what a turn changes, the next one reads
                self.block(part, now)
        return now


def _calls(e: p.Expr) -> bool:
    return any(isinstance(x, p.CallFn) for x in walk.inside(e))


def _answered(block: p.Block, name: str) -> bool:
    """Whether a local is looked at as an action: only a local can be."""
    return any(isinstance(e, p.Answer) and e.var.name == name for e in walk.all_exprs(block))


def _binds(stmt: p.Stmt, name: str) -> bool:
    var = walk.bound_var(stmt)
    return var is not None and var.name == name


def _put(stmt: p.Stmt, values: Mapping[str, p.Expr]) -> p.Stmt:
    stmt = walk.map_blocks(stmt, lambda block: tuple(_put(inner, values) for inner in block))
    return walk.map_stmt(stmt, lambda e: walk.substitute(e, values))
