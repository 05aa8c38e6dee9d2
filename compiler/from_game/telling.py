"""Whatever all may see, they are told when it changes in a way that they could not follow.

Decisions and outcomes of chance are in the log by themselves, and what follows from them is known.
A change that hangs on something hidden is entered here, for those who see what has changed: then a
seat's information state says all that its view shows. Such a change is a reveal: undo does not
reach behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import hidden as hidden_
from hoyle.compiler.from_game import sight
from hoyle.compiler.from_game.called import Words, called, owner_at
from hoyle.compiler.from_game.hidden import Hidden
from hoyle.compiler.from_game.naming import GIVEN
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.zones import Zone
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl.records import record


def tell(whole: Whole) -> None:
    """Put the entries behind the changes."""
    if not _has_secrets(whole):
        return
    found = hidden_.find(whole)
    fields = {cell.name: f for f, cell in whole.cells.items() if f.role != "zone"}
    zones = {zone.cell.name: zone for zone in whole.zones.values()}
    for name, procedure in list(whole.program.procedures.items()):
        teller = _Teller(found, fields, zones, name)
        body = teller.block(procedure.body, name in found.under, frozenset())
        whole.program.procedures[name] = replace(procedure, body=body)


def _has_secrets(whole: Whole) -> bool:
    """Whether anything can be hidden from anybody."""
    if any(pieces.known is not None for pieces in whole.pieces.values()):
        return True
    if any(f.sight.kind != "up" for f in whole.cells):
        return True
    asks = (s for x in whole.program.procedures.values() for s in ir.statements(x.body))
    return any(isinstance(stmt, p.Ask) and (stmt.secret or stmt.hidden) for stmt in asks)


@record(frozen=False)
class _Teller:
    """Rewrites one procedure. `known` are variables that have been told to all on the way."""

    hidden: Hidden
    fields: Mapping[str, g.Field]
    zones: Mapping[str, Zone]
    name: str

    def block(self, block: p.Block, under: bool, known: frozenset[str]) -> p.Block:
        """A block with its entries."""
        written: list[p.Stmt] = []
        for stmt in block:
            written.append(self._inside(stmt, under, known))
            if isinstance(stmt, p.Store):
                entry = self._entry(stmt, under, known)
                written += entry
                if entry and isinstance(stmt.value, p.Var) and stmt.cell.name in self.fields:
                    known |= {stmt.value.name}
            under = under or hidden_.leaves(self.hidden, self.name, stmt, under)
        return tuple(written)

    def _names(self, known: frozenset[str]) -> set[str]:
        return self.hidden.of(self.name) - known

    def _inside(self, stmt: p.Stmt, under: bool, known: frozenset[str]) -> p.Stmt:
        """A statement with the entries in its blocks."""
        names = self._names(known)
        match stmt:
            case p.Only():
                return stmt
            case p.Ask():
                return replace(stmt, prompt=tuple(self._seen(x, names) for x in stmt.prompt))
            case p.If(cond, then, otherwise):
                first, second = self.hidden.branches(cond, under, names)
                return replace(
                    stmt,
                    then=self.block(then, first, known),
                    otherwise=self.block(otherwise, second, known),
                )
            case p.For(_, _, source):
                under = under or self.hidden.source_hidden(source, names)
                under = under or hidden_.turns(self.hidden, self.name, stmt, under)
            case p.Loop():
                under = under or hidden_.turns(self.hidden, self.name, stmt, under)
            case _:
                pass
        return ir.map_blocks(stmt, lambda part: self.block(part, under, known))

    def _seen(self, part: str | p.Hole, names: set[str]) -> str | p.Hole:
        """An argument of a deed in a prompt, if it does not hang on what is hidden."""
        if isinstance(part, str) or not part.domain.startswith(GIVEN):
            return part
        return "something hidden" if self.hidden.is_hidden(part.value, names) else part

    # ------------------------------------------------------------------------------------ entries

    def _entry(self, stmt: p.Store, under: bool, known: frozenset[str]) -> list[p.Stmt]:
        names = self._names(known)
        at = stmt.index is not None and self.hidden.is_hidden(stmt.index, names)
        unclear = under or at or self.hidden.is_hidden(stmt.value, names)
        if not unclear:
            return []
        if stmt.cell.name in self.fields:
            return self._of_field(stmt, self.fields[stmt.cell.name])
        if stmt.cell.name in self.zones and (under or at or not self._counted(stmt.value, names)):
            return self._of_zone(stmt, self.zones[stmt.cell.name])
        return []

    def _counted(self, e: p.Expr, names: set[str]) -> bool:
        """Whether all can tell how many pieces a new content has."""
        if not self.hidden.is_hidden(e, names):
            return True
        match e:
            case p.Get(cell, _):
                return cell.name in self.hidden.counted
            case p.Op("bit" | "tuple", _):
                return True
            case p.Op("union" | "minus" | "concat", args):
                return all(self._counted(arg, names) for arg in args)
            case p.Op("slice", (of, p.Const(1), p.Op("len", (other,)))) if of == other:
                return self._counted(of, names)
            case p.Op("drop" | "replace" | "sorted" | "members", (of, *_)):
                return self._counted(of, names)
            case p.Comp("ints", _, p.Items(of), None, _):
                return self._counted(of, names)
            case p.Var(name):
                return name.startswith("moved")  # all that lay somewhere
            case _:
                return False

    def _of_field(self, stmt: p.Store, field: g.Field) -> list[p.Stmt]:
        whole = self.hidden.whole
        owner = owner_at(field, stmt.index, whole)
        seats = sight.field_seers(field, owner, stmt.index, whole)
        value = p.Hole(b.get(stmt.cell, stmt.index), whole.forms.words(field.type))
        words = (*called(field, stmt.index, whole), ": ", value)
        return _told(seats, words, stmt)

    def _of_zone(self, stmt: p.Store, zone: Zone) -> list[p.Stmt]:
        """How many lie there; which, is told where they are moved."""
        whole, field = self.hidden.whole, zone.field
        owner = owner_at(field, stmt.index, whole)
        hides_count = field.sight.count_hidden
        seats = sight.seers(field, owner, whole) if hides_count else sight.everybody(whole)
        size = b.op("len" if zone.slots else "size", b.get(stmt.cell, stmt.index))
        words = (*called(field, stmt.index, whole), " holds ", p.Hole(size, "number"))
        return _told(seats, words, stmt)


def _told(seats: p.Expr, words: Words, stmt: p.Store) -> list[p.Stmt]:
    if seats == b.NO_MASK:
        return []
    revealed = p.Only((p.Revealed(stmt.span),), stmt.span)
    return [p.Log(seats, words, stmt.span), revealed]
