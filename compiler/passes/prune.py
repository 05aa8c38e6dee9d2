"""Take out what nothing uses: procedures, functions, tables, cells, copies in locals.

A cell that is only written goes with its writes, unless the runtime shows it or it belongs to the
machine. Everything the schema names stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who


def prune(program: p.Program) -> p.Program:
    """The program without what nothing uses."""
    roots = [*program.entries.values(), *(watch.handler for watch in program.watches)]
    called = who.reachable(program, roots)
    procedures = {
        n: replace(x, body=without_locals(x.body))
        for n, x in program.procedures.items()
        if n in called
    }
    program = replace(program, procedures=procedures)
    program = _without_functions(program)
    program = _without_cells(program)
    used = {e.table.name for e in _exprs(program) if isinstance(e, p.Lookup)}
    used |= {
        s.classes.name
        for x in program.procedures.values()
        for s in walk.statements(x.body)
        if isinstance(s, p.Nature) and s.classes is not None
    }
    used |= {
        s.touches.name
        for x in program.procedures.values()
        for s in walk.statements(x.body)
        if isinstance(s, p.Ask) and s.touches is not None
    }
    return replace(program, tables=[t for t in program.tables if t.name in used])


def _exprs(program: p.Program) -> Iterator[p.Expr]:
    """Every expression of a program."""
    for fn in program.functions.values():
        yield from walk.inside(fn.body)
    for procedure in program.procedures.values():
        yield from walk.all_exprs(procedure.body)
    for watch in program.watches:
        yield from walk.inside(watch.cond)
        for _, source in watch.binds:
            for part in walk.source_parts(source):
                yield from walk.inside(part)


def without_locals(body: p.Block) -> p.Block:
    """A body that gives no value to a local which nothing reads, where working it out cannot
    fail."""
    read: set[str] = set()
    for stmt in walk.statements(body):
        read |= walk.stmt_free(stmt)

    def kept(block: p.Block) -> p.Block:
        return tuple(walk.map_blocks(stmt, kept) for stmt in block if not is_idle(stmt))

    def is_idle(stmt: p.Stmt) -> bool:
        return isinstance(stmt, p.Assign) and stmt.var.name not in read and _is_sum(stmt.value)

    return kept(body)


def _is_sum(e: p.Expr) -> bool:
    """Whether an expression only adds up numbers that are there."""
    match e:
        case p.Var() | p.Const() | p.Get(_, None):
            return True
        case p.Op("add" | "sub", args):
            return all(map(_is_sum, args))
        case _:
            return False


def _without_functions(program: p.Program) -> p.Program:
    waiting = [*program.tests.values(), *program.sights.values(), *program.shows.values()]
    nothing: p.Program = replace(program, functions={})
    waiting.extend(e.name for e in _exprs(nothing) if isinstance(e, p.CallFn))
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            body = program.functions[name].body
            waiting.extend(e.name for e in walk.inside(body) if isinstance(e, p.CallFn))
    functions = {name: fn for name, fn in program.functions.items() if name in used}
    return replace(program, functions=functions)


def _without_cells(program: p.Program) -> p.Program:
    """Cells that nothing reads and the schema does not name."""
    read = {e.cell.name for e in _exprs(program) if isinstance(e, p.Get)}
    read |= {"returns_"} | set(_named(program.schema))
    for procedure in program.procedures.values():
        for stmt in walk.statements(procedure.body):
            if isinstance(stmt, p.Nature) and stmt.pools is not None:
                read.add(stmt.pools.name)
    cells = [cell for cell in program.cells if cell.name in read]
    procedures = {
        name: replace(procedure, body=_without_stores(procedure.body, read))
        for name, procedure in program.procedures.items()
    }
    return replace(program, cells=cells, procedures=procedures)


def _without_stores(block: p.Block, read: set[str]) -> p.Block:
    return tuple(
        walk.map_blocks(stmt, lambda inner: _without_stores(inner, read))
        for stmt in block
        if not (isinstance(stmt, p.Store) and stmt.cell.name not in read)
    )


def _named(value: object) -> Iterator[str]:
    """Attributes that a schema names."""
    match value:
        case p.Record(_, fields):
            for key, item in fields:
                if key in ("attribute", "at", "known", "shown", "pools") and isinstance(item, str):
                    yield item
                else:
                    yield from _named(item)
        case tuple():
            for item in value:
                yield from _named(item)
        case _:
            return
