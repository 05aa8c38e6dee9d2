"""Sets of pieces that are drawn, chosen from and walked are lists in order while a playout lasts.

    hand[you] = hand[you] with card                  hand[you] gets card, in order
    card = one of the members of hand[you]    ──►    card = one of hand[you]
    hand[you] = hand[you] without card               hand[you] loses card

That takes the set of a zone that only the course of the game touches, and of which only the size
and the members are asked for. What the lowering keeps holds here as well: a piece that is put into
a zone lies nowhere before, one that is taken out lies there.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Set
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.apart import touched_elsewhere
from hoyle.compiler.passes.forward import forward
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.locate import zones_of
from hoyle.dsl.records import record


def listed(program: p.Program) -> p.Program:
    """The program for a playout: sets as lists where that is all that is wanted of them."""
    main = program.entries.get("main")
    if main is None:
        return program
    procedure, zones = program.procedures[main], zones_of(program)
    elsewhere = touched_elsewhere(program, procedure.body)
    pieces = {cell.name: cell.length or 0 for cell in program.cells}
    taken = {cell.name for cell in program.cells}
    sets = {
        cell.name: _list_for(cell, pieces[at], taken)
        for cell in program.cells
        for at, _ in (zones.get(cell.name, ("", 0)),)
        if cell.form == "mask" and at in pieces and cell.name not in elsewhere
    }
    written = replace(procedure, body=_written_first(procedure.body, sets))
    copied = forward(replace(program, procedures={**program.procedures, main: written}), sets)
    body, made = _changed(copied.procedures[main].body, sets)
    if not made:
        return program
    procedures = {**program.procedures, main: replace(procedure, body=body)}
    return replace(program, procedures=procedures, cells=[*program.cells, *made.values()])


def _list_for(cell: p.Cell, pieces: int, taken: set[str]) -> p.Cell:
    """The list that a set of some of these pieces is meanwhile; all may be in it at first."""
    most = tuple(range(pieces))
    start = most if cell.length is None else (most,) * cell.length
    name = free_name(f"{cell.name}_listed", taken)
    return p.Cell(name, "ints", cell.length, start, stands_for=cell.name, shape="members")


def _written_first(block: p.Block, sets: Container[str]) -> p.Block:
    """What a set becomes is written before it is looked at: a local is then a copy of the set."""
    found: list[p.Stmt] = []
    for stmt in block:
        match found[-1:], stmt:
            case [p.Assign(var, value)], p.Store(cell, index) if (
                stmt.value == var and cell.name in sets
            ):
                copy = p.Assign(var, p.Get(cell, index), stmt.span)
                found[-1:] = [replace(stmt, value=value), copy]
            case _:
                found.append(walk.map_blocks(stmt, lambda inner: _written_first(inner, sets)))
    return tuple(found)


def _changed(body: p.Block, lists: Mapping[str, p.Cell]) -> tuple[p.Block, Mapping[str, p.Cell]]:
    """The body with those sets as lists of which then nothing is left, and these lists."""
    copies = _copies(body)
    while lists:
        held = frozenset(name for name, cells in copies.items() if cells <= lists.keys())
        new = _Listed(lists, held).block(body)
        left = lists.keys() - _walked(new) | _left(new, held, copies) & lists.keys()
        if not left:
            return new, lists
        lists = {name: cell for name, cell in lists.items() if name not in left}
    return body, lists


def _copies(body: p.Block) -> Mapping[str, Set[str]]:
    """Locals that are only ever what some sets are, by these sets."""
    found: dict[str, set[str]] = {}
    others: set[str] = set()
    for stmt in walk.statements(body):
        match stmt:
            case p.Assign(p.Var(name, "mask"), p.Get(cell)):
                found.setdefault(name, set()).add(cell.name)
            case _:
                var = walk.bound_var(stmt)
                others |= set() if var is None else {var.name}
    return {name: cells for name, cells in found.items() if name not in others}


def _walked(body: p.Block) -> Set[str]:
    """The sets whose members are gone through or chosen from."""
    sources = [e.source for e in walk.all_exprs(body) if isinstance(e, p.Comp | p.RankComp)]
    sources += [stmt.source for stmt in walk.statements(body) if isinstance(stmt, p.For)]
    return {
        s.of.cell.stands_for for s in sources if isinstance(s, p.Items) and isinstance(s.of, p.Get)
    }


def _left(body: p.Block, held: Set[str], copies: Mapping[str, Set[str]]) -> Set[str]:
    """Sets that are still used as such."""
    found: set[str] = {s.cell.name for s in walk.statements(body) if isinstance(s, p.Store)}
    for e in walk.all_exprs(body):
        match e:
            case p.Get(cell):
                found.add(cell.name)
            case p.Var(name, "mask") if name in held:
                found |= copies[name]
            case _:
                pass
    return found


@record
class _Listed:
    """Changes the body: `lists` by the sets that they stand for, `held` the locals that are copies
    of sets."""

    lists: Mapping[str, p.Cell]
    held: Set[str]

    def block(self, block: p.Block) -> p.Block:
        return tuple(self.stmt(stmt) for stmt in block)

    def stmt(self, stmt: p.Stmt) -> p.Stmt:
        match stmt:
            case p.Store(cell, index, value) if cell.name in self.lists:
                new = self.written(value, p.Get(cell, index))
                return stmt if new is None else self.store(stmt, new)
            case p.Assign(p.Var(name) as var, value) if name in self.held:
                items = self.items(value)
                return stmt if items is None else replace(stmt, var=_ints(var), value=items)
            case p.For():
                stmt = replace(stmt, source=self.source(stmt.source))
            case _:
                pass
        return walk.map_blocks(walk.map_stmt(stmt, self.expr), self.block)

    def store(self, stmt: p.Store, value: p.Expr) -> p.Stmt:
        at = None if stmt.index is None else self.expr(stmt.index)
        return replace(stmt, cell=self.lists[stmt.cell.name], index=at, value=value)

    def written(self, value: p.Expr, now: p.Expr) -> p.Expr | None:
        """What a list becomes where a set becomes this; None if that is no small change."""
        items = self.items(now)
        assert items is not None
        match value:
            case p.Const(0):
                return b.const(())
            case p.Op("union", (same, p.Op("bit", (piece,)))) if same == now:
                more = b.op("tuple", self.expr(piece))
                return b.op("sorted", b.op("concat", items, more))
            case p.Op("minus", (same, p.Op("bit", (piece,)))) if same == now:
                return b.op("drop", items, b.op("index_of", items, self.expr(piece)))
            case _:
                return None

    # -- expressions

    def items(self, e: p.Expr) -> p.Expr | None:
        """The list that stands for a set, if one does."""
        match e:
            case p.Get(cell, index) if cell.name in self.lists:
                return p.Get(self.lists[cell.name], None if index is None else self.expr(index))
            case p.Var(name) if name in self.held:
                return _ints(e)
            case _:
                return None

    def source(self, source: p.Source) -> p.Source:
        items = self.items(source.mask) if isinstance(source, p.Bits) else None
        return source if items is None else p.Items(items)

    def expr(self, e: p.Expr) -> p.Expr:
        match e:
            case p.Op("size" | "members" as name, (of,)):
                items = self.items(of)
                if items is not None:
                    return b.op("len", items) if name == "size" else items
            case p.Op("eq" | "ne" as name, (of, p.Const(0, "mask"))):
                items = self.items(of)
                if items is not None:
                    return b.op(name, b.op("len", items), b.ZERO)
            case p.Comp() | p.RankComp():
                e = replace(e, source=self.source(e.source))
            case _:
                pass
        return walk.map_expr(e, self.expr)


def _ints(var: p.Var) -> p.Var:
    return replace(var, form="ints")
