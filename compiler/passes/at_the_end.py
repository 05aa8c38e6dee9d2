"""For fused playouts: where pieces lie is written down once, when the game is over.

    hand[you] := (hand[you] | bit(goal))    ──►   hand[you] := (hand[you] | bit(goal))
    at_goal[goal] := (you + 2)

                                                  proc places_at_end()
                                                      for hand: place in 0..<2
                                                          for in_hand: piece in bits hand[place]
                                                              at_goal[piece] := (place + 2)

It goes by what the lowering keeps between two statements of the rules: of what lies in a zone the
cell of places has the number of the zone, of what is in pool k it has -2 - k; all else is in the
box, -1. What carries a piece is a zone like any other; where figures stand is no matter of it.

A sort of pieces is left alone if a playout asks where one lies, and if nothing writes the mark of
a pool: pieces that are never mixed in again move so seldom that it would take longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.locate import fields_of
from hoyle.compiler.passes.prune import without_locals
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.passes.sure import Sure
from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE

BOX = -1
HIGHEST_MARK = -2


@record
class _Sort:
    """The cell of places of a sort of pieces, their pools, and their zones with the first number
    of each. `boxed`: whether one may be in the box."""

    at: p.Cell
    pools: p.Cell
    zones: tuple[tuple[p.Cell, int], ...]
    boxed: bool = True


def at_the_end(program: p.Program) -> p.Program:
    """The program for a playout, which writes places at its end where that is enough."""
    main = program.entries.get("main")
    if main is None or len(program.entries) != 1 or program.at_end:
        return program
    played = [program.procedures[name] for name in sorted(who.reachable(program, [main]))]
    sorts = [*_sorts(program)]
    if sorts:
        asked = _asked(played, program)
        sorts = [sort for sort in sorts if sort.at.name not in asked]
    if not sorts:
        return program
    sure = Sure(program)
    found = [new for sort in sorts if (new := _mixed(sort, played, sure.ranges)) is not None]
    return _written_at_end(program, found, sure) if found else program


# ------------------------------------------------------------------------------------ what is found


def _sorts(program: p.Program) -> Iterator[_Sort]:
    """The sorts of pieces that have pools, as the schema tells."""
    schema = fields_of(program.schema)
    cells = {cell.name: cell for cell in program.cells}
    zones = [fields_of(zone) for zone in schema.get("zones", ())]
    for thing in map(fields_of, schema.get("things", ())):
        at, pools = cells.get(thing.get("at", "")), cells.get(thing.get("pools", ""))
        if at is not None and pools is not None:
            own = (zone for zone in zones if zone["thing"] == thing["name"])
            places = tuple((cells[zone["attribute"]], zone["first"]) for zone in own)
            yield _Sort(at, pools, places)


def _asked(played: list[p.Procedure], program: p.Program) -> frozenset[str]:
    """Cells that a playout reads."""
    found = {cell.sets_of for cell in program.cells}
    called: set[str] = set()
    for procedure in played:
        for e in walk.all_exprs(procedure.body):
            if isinstance(e, p.Get):
                found.add(e.cell.name)
            elif isinstance(e, p.CallFn):
                called.add(e.name)
    functions = program.functions
    return frozenset(found).union(
        *(walk.cells_read(functions[name].body, functions) for name in called)
    )


def _mixed(sort: _Sort, played: list[p.Procedure], known: Ranges) -> _Sort | None:
    """The sort, if all that is written is the number of a zone or pool, or the box, and some of it
    the mark of a pool."""
    assert sort.pools.length is not None and isinstance(sort.at.start, tuple)
    low, high = HIGHEST_MARK + 1 - sort.pools.length, _numbers(sort) - 1
    boxed, mixed = BOX in sort.at.start, False
    for procedure in played:
        for stmt in walk.statements(procedure.body):
            if isinstance(stmt, p.Store) and stmt.cell.name == sort.at.name:
                found = known.of(procedure.name, stmt.value)
                if stmt.index is None or found.low < low or found.high > high:
                    return None
                boxed = boxed or found.low <= BOX <= found.high
                mixed = mixed or found.low <= HIGHEST_MARK
    return replace(sort, boxed=boxed) if mixed else None


def _numbers(sort: _Sort) -> int:
    """How many places there are in the zones of a sort."""
    return sum(1 if zone.length is None else zone.length for zone, _ in sort.zones)


# ------------------------------------------------------------------------------------- what is made


def _written_at_end(program: p.Program, sorts: list[_Sort], sure: Sure) -> p.Program:
    """The program without writes of places, and with the procedure that writes them."""
    idle = frozenset(sort.at.name for sort in sorts)
    name = free_name("places_at_end", {*program.procedures, *program.functions})
    made = _Made(sorts, sure.ranges)
    body = tuple(stmt for sort in sorts for stmt in made.sort(sort))
    procedures = {
        other: _Without(idle, sure, other).procedure(x) for other, x in program.procedures.items()
    }
    procedures[name] = p.Procedure(name, (), body, None, -1, NOWHERE)
    return replace(program, procedures=procedures, at_end=name)


@record
class _Without:
    """Leaves writes of some cells out of the procedure `owner`, and what was there for them."""

    idle: frozenset[str]
    sure: Sure
    owner: str

    def procedure(self, procedure: p.Procedure) -> p.Procedure:
        """The procedure without them; itself if there are none."""
        if not any(map(self.is_idle, walk.statements(procedure.body))):
            return procedure
        return replace(procedure, body=without_locals(self.block(procedure.body)))

    def is_idle(self, stmt: p.Stmt) -> bool:
        return isinstance(stmt, p.Store) and stmt.cell.name in self.idle

    def block(self, block: p.Block) -> p.Block:
        found: list[p.Stmt] = []
        for stmt in block:
            new = walk.map_blocks(stmt, self.block)
            if not self.is_idle(stmt) and (new is stmt or not self.is_nothing(new)):
                found.append(new)
        return tuple(found)

    def is_nothing(self, stmt: p.Stmt) -> bool:
        """Whether a statement, of which nothing may be left, does nothing at all."""
        if not isinstance(stmt, p.If | p.For) or any(walk.blocks(stmt)):
            return False
        return all(self.sure.of(self.owner, e) for e in walk.stmt_exprs(stmt))


class _Made:
    """Makes the procedure that writes places; `taken`: the names of its locals and loops."""

    def __init__(self, sorts: list[_Sort], known: Ranges) -> None:
        self.pools = [sort.pools for sort in sorts]
        self.known = known
        self.taken: set[str] = set()

    def sort(self, sort: _Sort) -> Iterator[p.Stmt]:
        """Where all pieces of a sort lie: at first all that no loop comes by."""
        pooled = not sort.boxed and sort.pools.length == 1
        if sort.boxed or pooled:
            assert sort.at.length is not None
            rest = (HIGHEST_MARK if pooled else BOX,) * sort.at.length
            yield p.Store(sort.at, None, b.const(rest), NOWHERE)
        for zone, first in sort.zones:
            yield self.all_of(zone, sort.at, partial(b.shifted, by=first))
        if not pooled:
            yield self.all_of(sort.pools, sort.at, lambda pool: b.sub(b.const(HIGHEST_MARK), pool))

    def all_of(self, cell: p.Cell, at: p.Cell, number: Callable[[p.Expr], p.Expr]) -> p.Stmt:
        """What lies in all places of a cell; `number`: how each is written."""
        if cell.length is None:
            return self.pieces(p.Get(cell, None), at, number(b.ZERO))
        if cell.length == 1:
            return self.pieces(p.Get(cell, b.ZERO), at, number(b.ZERO))
        place = self.local("place")
        inside = self.pieces(p.Get(cell, place), at, number(place))
        places = p.Range(b.ZERO, b.const(cell.length))
        return p.For(free_name("places", self.taken), place, places, (inside,), NOWHERE)

    def pieces(self, content: p.Get, at: p.Cell, number: p.Expr) -> p.Stmt:
        """What lies in one place; marks, which no pool holds, are no pieces."""
        assert at.length is not None
        slots, pool = content.cell.form == "ints", content.cell in self.pools
        marks = slots and not pool and self.known.cells[content.cell.name].low < 0
        piece = self.local("slot" if marks else "piece")
        store: p.Stmt = p.Store(at, piece, number, NOWHERE)
        if marks:
            store = p.If(b.op("ge", piece, b.ZERO), (store,), (), NOWHERE)
        source = p.Items(content) if slots else p.Bits(content, at.length)
        return p.For(free_name("each", self.taken), piece, source, (store,), NOWHERE)

    def local(self, name: str) -> p.Var:
        return p.Var(free_name(name, self.taken), "int")
