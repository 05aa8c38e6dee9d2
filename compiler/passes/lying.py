"""Where pieces surely lie, as far as one point of a procedure tells.

It goes by what the lowering keeps: of what lies in a zone the cell of places says so, and it lies
nowhere else. So what was chosen or walked from a zone, or from a part of it, lies there until
something may have moved it; and a piece that moves is none of those that lie elsewhere.

Said is only where pieces lie, never that there is one: what is none, or behind a mark, is below 0,
and nobody asks where it lies.
"""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.spots import (
    NOWHERE,
    Each,
    Lies,
    Place,
    Rest,
    comes_once,
    is_nothing,
    is_other,
    joined,
    locals_of,
    parted,
    steady,
)
from hoyle.dsl.records import record

Zones = Mapping[str, tuple[str, int]]
"""By the cell of a zone the cell of places of what lies there, and its first number in it."""

_TAKEN = frozenset(
    ("item", "lowest", "highest", "members", "mask_of", "sorted", "slice", "drop", "minus", "bit")
)
"""Operations that give the first argument or a part of it, in another form."""


@record
class Lying:
    """What is known."""

    zones: Zones
    places: Mapping[Lies, Place]

    def where(self, e: p.Expr) -> Place | None:
        """The one place where all lies that an expression is or holds."""
        match e:
            case p.Const(value, form):
                return NOWHERE if is_nothing(value, form) else None
            case p.Var() | p.Answer():
                return self.places.get(e)
            case p.Get(cell, index):
                return self._zone(cell, index)
            case p.Op("item", (p.Var(), p.Var())) if e in self.places:
                return self.places[e]
            case p.Op("inter", (one, other)):
                return self.where(one) or self.where(other)
            case p.Op("union" | "concat" | "tuple", args):
                return joined(map(self.where, args))
            case p.Op("if", (_, one, other)):
                return joined(map(self.where, (one, other)))
            case p.Op(name, args) if name in _TAKEN:
                return self.where(args[0])
            case p.Comp("mask" | "ints" | "first", var, source, _, body) if body == var:
                return self.items(source)
            case p.RankComp():
                return self.items(e.source)
            case p.Library("copy" | "copy_among", (_, there, *_)):
                return self.where(there)
            case _:
                return None

    def items(self, source: p.Source) -> Place | None:
        """The one place where all items of a source lie."""
        return None if isinstance(source, p.Range) else self.where(walk.source_parts(source)[0])

    def _zone(self, cell: p.Cell, index: p.Expr | None) -> Place | None:
        if cell.name not in self.zones or (index is None) != (cell.length is None):
            return None
        at, first = self.zones[cell.name]
        return steady(at, b.shifted(b.ZERO if index is None else index, first))

    def put(self, e: p.Expr) -> p.Expr:
        """An expression with the places in it that are known."""
        if isinstance(e, p.Get) and isinstance(e.index, p.Var | p.Answer):
            place = self.places.get(e.index)
            return e if place is None or place.at != e.cell.name else place.number
        new = walk.map_expr(e, self.put)
        match new:
            case p.Op("eq" | "ne" as name, (one, other)) if new is not e:
                (base, more), (base_2, more_2) = parted(one), parted(other)
                return b.const((more == more_2) == (name == "eq")) if base == base_2 else new
            case _:
                return new

    # -- what is known later

    def with_places(self, places: Mapping[Lies, Place]) -> Lying:
        return Lying(self.zones, places)

    def meet(self, other: Lying | None) -> Lying:
        """What is known where two ways come together; one that nobody goes tells nothing."""
        if other is None:
            return self
        found = {lies: joined((at, other.places.get(lies))) for lies, at in self.places.items()}
        return self.with_places({lies: at for lies, at in found.items() if at is not None})

    def given(self, cond: p.Expr) -> Lying:
        """What is known where a condition holds."""
        match cond:
            case p.Op("and", (first, *others)):
                return self.given(first).given(b.and_(*others))
            case p.Op("eq", (p.Get(cell, p.Var() | p.Answer() as piece), number)):
                ours = any(at == cell.name for at, _ in self.zones.values())
                return self.lie(piece, steady(cell.name, number) if ours else None)
            case p.Op("has", (p.Get() as zone, p.Var() | p.Answer() as piece)):
                return self.lie(piece, self.where(zone))
            case _:
                return self

    def lie(self, lies: Lies, place: Place | None) -> Lying:
        """One more thing is known to lie somewhere."""
        return self if place is None else self.with_places({**self.places, lies: place})

    def bound(self, var: p.Var, *found: tuple[Lies, Place | None]) -> Lying:
        """A local is something else now, and these lie where they were found to lie before."""
        after = self.forget(var)
        for lies, place in found:
            if place is not None and var.name not in walk.free(place.number):
                after = after.lie(lies, place)
        return after

    def forget(self, var: p.Var, label: str = "") -> Lying:
        """A local is something else now; for the loop with the label it is the next item."""
        kept = {
            lies: place
            for lies, place in self.places.items()
            if var.name not in locals_of(lies) | walk.free(place.number)
            or (isinstance(lies, Rest) and lies.label == label)
        }
        return self.with_places(kept)

    def unclear(self, cells: frozenset[str]) -> Lying:
        """Anything may have been written into these cells of places."""
        kept = {lies: place for lies, place in self.places.items() if place.at not in cells}
        return self.with_places(kept)

    def assigned(self, var: p.Var, value: p.Expr) -> Lying:
        """Behind an assignment."""
        return self.bound(var, (var, self.where(value)), *self._of_each(var, value))

    def _of_each(self, var: p.Var, value: p.Expr) -> tuple[tuple[Each, Place | None], ...]:
        """The place that every seat has, of what it has in a tuple that is being assigned."""
        match value:
            case p.Op("replace", (old, p.Var() as seat, item)) if old == var:
                each, here = Each(var, b.form_of(item)), self.where(item)
                own = None if here is None else here.by_seat(seat)
                return ((each, joined((self.places.get(each), own))),)
            case p.Const(tuple(items)):
                forms: tuple[p.Form, ...] = ("int", "mask", "ints")
                return tuple(
                    (Each(var, form), NOWHERE)
                    for form in forms
                    if all(is_nothing(item, form) for item in items)
                )
            case _:
                return ()

    def moved(self, store: p.Store) -> Lying:
        """Behind a write of where one piece lies: what lay elsewhere is another, and lies there."""
        piece, at = store.index, store.cell.name
        here = None if piece is None else self.where(piece)
        kept = {
            lies: place
            for lies, place in self.places.items()
            if place.at != at or is_other(lies, place, piece, here)
        }
        found = self.with_places(kept)
        if isinstance(piece, p.Var | p.Answer):
            return found.lie(piece, steady(at, store.value))
        return found

    # -- loops

    def around(self, loop: p.For, once: frozenset[str]) -> Lying:
        """What is known in front of every turn of a loop, as far as turns keep it. `once`: locals
        in which nothing comes twice."""
        found = {lies: at for lies, at in self.places.items() if not _is_of(lies, loop)}
        if not comes_once(loop.source, once, self.zones):
            return self.with_places(found)
        place = self.items(loop.source)
        if place is not None and loop.var.name not in walk.free(place.number):
            found[Rest(loop.label, loop.var)] = place
        for lies, place in self.places.items():
            if isinstance(lies, Each):
                found[Rest(loop.label, loop.var, lies)] = place
        return self.with_places(found)

    def turn(self, loop: p.For) -> Lying:
        """What is known at the beginning of a turn."""
        found = self.forget(loop.var, loop.label)
        for lies, place in self.places.items():
            if isinstance(lies, Rest) and _is_of(lies, loop):
                found = found.lie(lies.item(), place.of_seat(loop.var))
        return found


def _is_of(lies: Lies, loop: p.For) -> bool:
    return isinstance(lies, Rest) and lies.label == loop.label
