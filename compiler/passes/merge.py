"""For fused playouts: where all decide, and then all act, each acts as soon as it has decided.

    for deciding: you in …          for deciding: you in …
        goal = ask you …                goal = ask you …
        goal_of[you] = goal    ──►      hand[you] := hand[you] \\ goal
    for acting: you in …
        goal = goal_of[you]
        hand[you] := hand[you] \\ goal

Nobody looks on in a playout, so it is the same, as long as what one does is nothing that another
decides by: whatever is written for a seat is read for that seat only, and no seat comes twice. Nor
does acting draw numbers, so that all are drawn in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.spots import comes_once, once_each
from hoyle.dsl.records import record

Names = frozenset[str]

CHOOSING = p.Ask | p.Nature | p.Over | p.Return | p.Fail
"""What may not stand in a loop of deeds: it draws, or it ends more than the deed."""


def merge(program: p.Program) -> p.Program:
    """The program for a playout, with such pairs of loops as one."""
    below = who.below_each(program)
    procedures = {
        name: replace(x, body=_Merger(program, below, x).block(x.body))
        for name, x in program.procedures.items()
    }
    return replace(program, procedures=procedures)


@record(frozen=False)
class _Merger:
    """Merges the loops of one procedure."""

    program: p.Program
    below: Mapping[str, Names]
    procedure: p.Procedure

    def block(self, block: p.Block) -> p.Block:
        found: list[p.Stmt] = []
        for stmt in block:
            stmt = walk.map_blocks(stmt, self.block)
            pair = self.pair(found[-1], stmt) if found else None
            if pair is None:
                found.append(stmt)
            else:
                kept, found[-1] = pair
                found = [s for s in found if not (isinstance(s, p.Assign) and s.var.name in kept)]
        return tuple(found)

    def pair(self, first: p.Stmt, second: p.Stmt) -> tuple[Names, p.For] | None:
        """Two loops as one, and the tuples that kept for the second what the first found."""
        if isinstance(second, p.AtOnce) and len(second.body) == 1:
            second = second.body[0]
        if not isinstance(first, p.For) or not isinstance(second, p.For):
            return None
        kept = _kept(first, second)
        if not kept or first.source != second.source or first.var != second.var:
            return None
        decided = replace(first, body=first.body[: -len(kept)])
        done = replace(second, body=second.body[len(kept) :])
        once = once_each(self.procedure.body)
        if not comes_once(first.source, once, ()) or not self.is_sound(
            decided, done, frozenset(kept.values())
        ):
            return None
        if any(self.reads(name) != 2 for name in kept):  # it is put together, and looked into
            return None
        return frozenset(kept), replace(decided, body=_joined((*decided.body, *done.body)))

    def reads(self, name: str) -> int:
        """How often a local is read in the whole procedure."""
        every = walk.all_exprs(self.procedure.body)
        return sum(1 for e in every if isinstance(e, p.Var) and e.name == name)

    def is_sound(self, decided: p.For, done: p.For, found: Names) -> bool:
        """Whether each may act before the next decides."""
        deeds = (*walk.statements(done.body), *self.called(done))
        if any(isinstance(stmt, CHOOSING) for stmt in deeds) or self.touches(decided.body):
            return False
        if _ways_out(decided.body) or _ways_out(done.body) or not _begins(decided.body, found):
            return False
        shared = _bound(decided.body) & _read(done.body) | _bound(done.body) & _read(decided.body)
        return shared <= found and self.are_apart(decided, done)

    def touches(self, block: p.Block) -> bool:
        """Whether anything of the position is written, or drawn from it, or it all ends there."""
        return any(
            isinstance(stmt, p.Store | p.CallProc | p.Over | p.Return)
            or (isinstance(stmt, p.Nature) and stmt.pools is not None)
            for stmt in walk.statements(block)
        )

    def are_apart(self, decided: p.For, done: p.For) -> bool:
        """Whether what is written for a seat is read for that seat only."""
        seat = decided.var
        stores = [stmt for stmt in walk.statements(done.body) if isinstance(stmt, p.Store)]
        whole = {stmt.cell.name for stmt in self.called(done) if isinstance(stmt, p.Store)}
        whole |= {stmt.cell.name for stmt in stores if stmt.index != seat}
        for_seats = {stmt.cell.name for stmt in stores} - whole
        for e in walk.all_exprs(decided.body):
            if isinstance(e, p.CallFn):
                read = walk.cells_read(e, self.program.functions)
                if read & (whole | for_seats):
                    return False
            elif isinstance(e, p.Get) and (
                e.cell.name in whole or (e.cell.name in for_seats and e.index != seat)
            ):
                return False
        return True

    def called(self, done: p.For) -> Iterator[p.Stmt]:
        """The statements of procedures that the deeds call."""
        for call in walk.calls(done.body):
            for name in self.below[call.proc]:
                yield from walk.statements(self.program.procedures[name].body)


def _joined(block: p.Block) -> p.Block:
    """The same test twice, one behind the other, as one; nothing is set that is set anew."""
    found: list[p.Stmt] = []
    for stmt in block:
        match found[-1] if found else None, stmt:
            case p.If(p.Var() as test, then, ()) as before, p.If(same, more, ()) if (
                same == test and test.name not in _bound(then)
            ):
                found[-1] = replace(before, then=(*then, *more))
            case _, p.Assign(var, value) if var.name not in walk.free(value):
                found = [*_without_idle(found, var.name), stmt]
            case _:
                found.append(stmt)
    return tuple(found)


def _without_idle(block: list[p.Stmt], name: str) -> list[p.Stmt]:
    """Statements that nothing but assignments follows, without those of a local that is set
    anew."""
    end = len(block)
    while end and isinstance(block[end - 1], p.Assign) and name not in _read((block[end - 1],)):
        end -= 1
    rest = [x for x in block[end:] if not (isinstance(x, p.Assign) and x.var.name == name)]
    return [*block[:end], *rest]


def _kept(first: p.For, second: p.For) -> dict[str, str]:
    """The tuples that the first loop fills at its end and the second reads at its beginning, with
    the locals that they stand for."""
    found: dict[str, str] = {}
    for stmt in reversed(first.body):
        match stmt:
            case p.Assign(of, p.Op("replace", (p.Var(same), seat, p.Var(name)))) if (
                of.name == same and seat == first.var
            ):
                found[of.name] = name
            case _:
                break
    again: dict[str, str] = {}
    for stmt in second.body[: len(found)]:
        match stmt:
            case p.Assign(var, p.Op("item", (p.Var(kept), seat))) if seat == second.var:
                again[kept] = var.name
    return found if found == again else {}


def _begins(block: p.Block, names: Names) -> bool:
    """Whether a seat begins with these locals as if nobody had decided before it."""
    left = set(names)
    for stmt in block:
        if not left:
            return True
        if _read((stmt,)) & left:
            return False
        if isinstance(stmt, p.Assign):
            left.discard(stmt.var.name)
        elif _bound((stmt,)) & left:
            return False
    return not left


def _bound(block: p.Block) -> Names:
    """Locals that statements bind."""
    found = (walk.bound_var(stmt) for stmt in walk.statements(block))
    return frozenset(var.name for var in found if var is not None)


def _read(block: p.Block) -> Names:
    """Locals that statements read."""
    return frozenset(e.name for e in walk.all_exprs(block) if isinstance(e, p.Var)) | frozenset(
        e.var.name for e in walk.all_exprs(block) if isinstance(e, p.Answer)
    )


def _ways_out(block: p.Block) -> bool:
    """Whether something leads out of a block."""
    loops = p.For | p.Loop | p.Region
    inside = {stmt.label for stmt in walk.statements(block) if isinstance(stmt, loops)}
    return any(
        isinstance(stmt, p.Leave | p.Again) and stmt.label not in inside
        for stmt in walk.statements(block)
    )
