"""What a course of the game shares with the procedures and functions that it calls."""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who


def touched_elsewhere(program: p.Program, body: p.Block) -> frozenset[str]:
    """Cells that functions and procedures touch which are called from a body."""
    called = who.reachable(program, {call.proc for call in walk.calls(body)})
    found: set[str] = set()
    functions = {e.name for e in walk.all_exprs(body) if isinstance(e, p.CallFn)}
    for name in called:
        block = program.procedures[name].body
        for stmt in walk.statements(block):
            if isinstance(stmt, p.Store):
                found.add(stmt.cell.name)
            elif isinstance(stmt, p.Nature) and stmt.pools is not None:
                found.add(stmt.pools.name)
        for e in walk.all_exprs(block):
            if isinstance(e, p.Get):
                found.add(e.cell.name)
            elif isinstance(e, p.CallFn):
                functions.add(e.name)
    read = (walk.cells_read(program.functions[name].body, program.functions) for name in functions)
    return frozenset(found).union(*read)
