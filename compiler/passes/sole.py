"""A list of one is what it holds while a playout lasts.

    card = one of pools[0]          card = one of pool
    pools[0] = pools[0]      ──►    pool = pool with those of the discards
        with those of the discards

That takes a list that only the course of the game touches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.apart import touched_elsewhere
from hoyle.compiler.passes.inline import free_name


def sole(program: p.Program) -> p.Program:
    """The program for a playout: lists of one as single cells."""
    main = program.entries.get("main")
    if main is None:
        return program
    procedure = program.procedures[main]
    elsewhere, whole = touched_elsewhere(program, procedure.body), _whole(procedure.body)
    replaced = {cell.stands_for for cell in program.cells}
    taken = {cell.name for cell in program.cells}
    cells = {
        cell.name: replace(
            cell,
            name=free_name(f"{cell.name}_sole", taken),
            length=None,
            start=_first(cell),
            stands_for=cell.name,
            shape="sole",
        )
        for cell in program.cells
        if cell.length == 1 and not cell.explicit and not cell.scratch and not cell.stands_for
        if cell.name not in elsewhere | whole | replaced
    }
    body = _Single(cells).block(procedure.body)
    procedures = {**program.procedures, main: replace(procedure, body=body)}
    return replace(program, procedures=procedures, cells=[*program.cells, *cells.values()])


def _first(cell: p.Cell) -> p.Datum:
    """What the one place holds at first."""
    start = cell.start
    listed = isinstance(start, tuple) and (
        cell.form not in ("ints", "texts") or any(isinstance(item, tuple) for item in start)
    )
    return start[0] if listed and isinstance(start, tuple) else start


def _whole(body: p.Block) -> frozenset[str]:
    """Lists that are read or written as a whole, or at a place that is not known."""
    places = [(e.cell, e.index) for e in walk.all_exprs(body) if isinstance(e, p.Get)]
    for stmt in walk.statements(body):
        if isinstance(stmt, p.Store):
            places.append((stmt.cell, stmt.index))
        elif isinstance(stmt, p.Nature) and stmt.pools is not None:
            places.append((stmt.pools, stmt.args[0]))
    return frozenset(cell.name for cell, index in places if index != b.ZERO)


class _Single:
    """Changes the body: `cells` stand for the lists named."""

    def __init__(self, cells: Mapping[str, p.Cell]) -> None:
        self.cells = cells

    def block(self, block: p.Block) -> p.Block:
        return tuple(map(self.stmt, block))

    def stmt(self, stmt: p.Stmt) -> p.Stmt:
        stmt = walk.map_blocks(walk.map_stmt(stmt, self.expr), self.block)
        match stmt:
            case p.Store(cell) if cell.name in self.cells:
                return replace(stmt, cell=self.cells[cell.name], index=None)
            case p.Nature(pools=p.Cell(name)) if name in self.cells:
                return replace(stmt, pools=self.cells[name])
            case _:
                return stmt

    def expr(self, e: p.Expr) -> p.Expr:
        e = walk.map_expr(e, self.expr)
        if isinstance(e, p.Get) and e.cell.name in self.cells:
            return p.Get(self.cells[e.cell.name], None)
        return e
