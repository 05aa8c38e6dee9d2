"""A printed sum over a set of pieces goes along with the set while a playout lasts.

    won[you] = won[you] with card                       won[you] = won[you] with card
    if any p in players has                      ──►    points[you] = points[you] + POINTS[card]
        sum of POINTS over won[p] >= 10                 if any p in players has points[p] >= 10

That takes the set of a zone that only the course of the game touches, piece by piece or all at
once. What the lowering keeps holds here as well: a piece that is put into a zone lies nowhere
before, one that is taken out lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.apart import touched_elsewhere
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.locate import zones_of
from hoyle.dsl.records import record

Sums = Mapping[tuple[str, str], p.Cell]
"""By the set and the table of what is printed on its members the cell that keeps the sum."""


def running(program: p.Program) -> p.Program:
    """The program for a playout: sums over sets are kept."""
    main = program.entries.get("main")
    if main is None:
        return program
    procedure, zones = program.procedures[main], zones_of(program)
    body, held = procedure.body, _held(procedure.body)
    taken = {cell.name for cell in program.cells}
    tables = {table.name: table for table in program.tables}
    others = touched_elsewhere(program, body) | _changed_at_large(body, held)
    sums = {
        (cell.name, table): _kept_for(cell, tables[table], taken)
        for cell in program.cells
        for table in sorted(_summed(body, held).get(cell.name, ()))
        if cell.name in zones and cell.name not in others
    }
    change = _Running(sums, tables, held)
    procedures = {**program.procedures, main: replace(procedure, body=change.block(body))}
    return replace(program, procedures=procedures, cells=[*program.cells, *sums.values()])


def _kept_for(cell: p.Cell, table: p.StaticTable, taken: set[str]) -> p.Cell:
    """The cell of the sums over a set, or over each of several."""
    name = free_name(f"{cell.name}_{table.name.lower()}", taken)
    sets = cell.start if isinstance(cell.start, tuple) else (cell.start,)
    sums = tuple(_added(table, of) for of in sets)
    start = sums if isinstance(cell.start, tuple) else sums[0]
    return p.Cell(name, "int", cell.length, start, scratch=True, sums=(cell.name, table.name))


def _added(table: p.StaticTable, of: p.Datum) -> int:
    """The sum of what is printed on the members of a set."""
    assert isinstance(of, int)
    numbers = (number for at, number in enumerate(table.data) if of >> at & 1)
    return sum(number for number in numbers if isinstance(number, int))


@record
class _Change:
    """A set with one piece more, or one less."""

    of: p.Get
    how: Literal["add", "sub"]
    piece: p.Expr


def _change(e: p.Expr) -> _Change | None:
    match e:
        case p.Op("union", (p.Get() as of, p.Op("bit", (piece,)))):
            return _Change(of, "add", piece)
        case p.Op("minus", (p.Get() as of, p.Op("bit", (piece,)))):
            return _Change(of, "sub", piece)
        case _:
            return None


Held = Mapping[str, _Change]
"""Locals that are what a set is with one piece more or less, from their one binding on."""


def _held(body: p.Block) -> Held:
    often = Counter(var.name for var in map(walk.bound_var, walk.statements(body)) if var)
    assigned = (stmt for stmt in walk.statements(body) if isinstance(stmt, p.Assign))
    changes = ((stmt.var.name, _change(stmt.value)) for stmt in assigned)
    return {name: change for name, change in changes if change and often[name] == 1}


def _summed(body: p.Block, held: Held) -> Mapping[str, set[str]]:
    """The sets whose members are added up, with the tables that are looked up for each."""
    found: dict[str, set[str]] = {}
    for e in walk.all_exprs(body):
        match _sum(e):
            case (p.Get(cell), table):
                found.setdefault(cell.name, set()).add(table)
            case (p.Var(name), table) if name in held:
                found.setdefault(held[name].of.cell.name, set()).add(table)
            case _:
                pass
    return found


def _sum(e: p.Expr) -> tuple[p.Expr, str] | None:
    """The set that is added up, and the table of what."""
    match e:
        case p.Comp("sum", it, p.Bits(of), None, p.Lookup(table, (p.Var(name),))):
            return (of, table.name) if name == it.name and table.form == "int" else None
        case _:
            return None


def _changed_at_large(body: p.Block, held: Held) -> frozenset[str]:
    """The sets that are written otherwise than by one piece, or by nothing."""
    stores = (stmt for stmt in walk.statements(body) if isinstance(stmt, p.Store))
    return frozenset(stmt.cell.name for stmt in stores if not _is_small(stmt, held))


def _is_small(stmt: p.Store, held: Held) -> bool:
    match stmt.value:
        case p.Const(0):
            return True
        case p.Var(name):
            return name in held and held[name].of.cell.name == stmt.cell.name
        case e:
            change = _change(e)
            return change is not None and change.of == p.Get(stmt.cell, stmt.index)


@record
class _Running:
    """Changes the body: `sums` are kept, those of `held` locals in locals."""

    sums: Sums
    tables: Mapping[str, p.StaticTable]
    held: Held

    def block(self, block: p.Block) -> p.Block:
        return tuple(new for stmt in block for new in self.stmt(stmt))

    def stmt(self, stmt: p.Stmt) -> p.Block:
        """A statement; what is bound or written has its sum beside it."""
        new = walk.map_blocks(walk.map_stmt(stmt, self.expr), self.block)
        match stmt:
            case p.Assign(var) if var.name in self.held:
                change = self.held[var.name]
                tables = self.tables_of(change.of.cell)
                sums = [(_sum_of(var, x), self.changed(change, x)) for x in tables]
                return (*(p.Assign(own, e, stmt.span) for own, e in sums), new)
            case p.Store(cell, index, value):
                written = [(self.sums[cell.name, table], table) for table in self.tables_of(cell)]
                return (
                    *(
                        p.Store(own, index, self.value(value, table), stmt.span)
                        for own, table in written
                    ),
                    new,
                )
            case _:
                return (new,)

    def tables_of(self, cell: p.Cell) -> list[str]:
        return [table for name, table in self.sums if name == cell.name]

    def value(self, e: p.Expr, table: str) -> p.Expr:
        """The sum over what a set becomes."""
        match e:
            case p.Const():
                return b.ZERO
            case p.Var():
                return _sum_of(e, table)
            case _:
                change = _change(e)
                assert change is not None, "a set that keeps no sum"
                return self.changed(change, table)

    def changed(self, change: _Change, table: str) -> p.Expr:
        """A sum with one piece more or less."""
        now = p.Get(self.sums[change.of.cell.name, table], change.of.index)
        return b.op(change.how, now, b.lookup(self.tables[table], change.piece))

    def expr(self, e: p.Expr) -> p.Expr:
        match _sum(e):
            case (p.Get(cell, index), table) if (cell.name, table) in self.sums:
                return p.Get(self.sums[cell.name, table], index and self.expr(index))
            case (p.Var(name) as var, table) if name in self.held:
                if (self.held[name].of.cell.name, table) in self.sums:
                    return _sum_of(var, table)
            case _:
                pass
        return walk.map_expr(e, self.expr)


def _sum_of(var: p.Var, table: str) -> p.Var:
    """The local that holds the sum over a set in a local."""
    return p.Var(f"{var.name}{table.lower()}_", "int")
