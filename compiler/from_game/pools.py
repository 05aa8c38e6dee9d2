"""Mixing: what lies in a zone becomes one pool, and its slots marks of it.

Before that the odds are kept exact by a split. Slots elsewhere that are marked with this pool are
settled where they lie; slots of other pools that were brought here are settled here, unless all of
their pool is here: then it comes as it is. Nobody sees what is settled in a split.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, layout, sight, slots
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.from_game.zones import Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def mix(spot: Spot, ctx: Context, span: Span) -> None:
    """Mix a zone: nobody knows places any more."""
    if spot.zone.pool is None:
        return  # a set whose faces are seen has no places
    zone, whole = spot.zone, ctx.whole
    name = whole.procedure(
        ("mix", zone.field),
        f"mix_{layout.cell_name(zone.field)}",
        lambda made: _mix_procedure(made, zone, whole),
    )
    ctx.emit(p.CallProc(name, () if spot.instance is None else (spot.instance,), None, span))


def _mix_procedure(made: str, zone: Zone, whole: Whole) -> p.Procedure:
    """The procedure that mixes an instance of a zone."""
    ctx = Context(whole)
    single = zone.cell.length is None
    instance = None if single else ctx.fresh("instance", "int")
    spot, span = Spot(zone, instance), zone.field.span
    with ctx.block() as body:
        _Mixing(spot, ctx, span).write()
    params = () if instance is None else (instance,)
    rule = whole.rule(span, (), zone.field.name)
    return p.Procedure(made, params, tuple(body), None, rule, span)


class _Mixing:
    """The body of a procedure that mixes."""

    def __init__(self, spot: Spot, ctx: Context, span: Span) -> None:
        self.spot, self.ctx, self.span = spot, ctx, span
        self.zone, self.pieces = spot.zone, slots.pieces_of(spot.zone, ctx)
        self.pool: p.Expr = b.NONE
        self.mark: p.Expr = b.NONE

    @property
    def pools(self) -> p.Cell:
        """The cell of the pools."""
        assert self.pieces.pools is not None
        return self.pieces.pools

    def write(self) -> None:
        """Split, gather, mark, and show what is seen there by its sight."""
        self.pool = self.ctx.keep("pool", self.spot.pool(), self.span)
        self.mark = self.ctx.keep("mark", self.spot.mark(), self.span)
        for field in self.pieces.strays[self.zone.field]:
            self._settle_outside(self.ctx.whole.zones[field])
        if self._has_foreign_marks():
            self._take_foreign_marks()
        self._gather()
        seats = sight.sees(self.spot, self.ctx.whole)
        if seats != b.NO_MASK:
            self._show(seats)

    # ----------------------------------------------------------------------------------- the split

    def _settle_outside(self, zone: Zone) -> None:
        """Slots of this pool that lie elsewhere are settled there."""
        if zone.cell.length is None:
            self._settle_marks(Spot(zone, None))
            return

        def instance(there: p.Var, _: str) -> None:
            same = zone is self.zone and self.spot.instance is not None
            assert self.spot.instance is not None or not same
            other = b.ne(there, self.spot.instance) if same and self.spot.instance else b.TRUE
            when(self.ctx, other, lambda: self._settle_marks(Spot(zone, there)), span=self.span)

        numbers = p.Range(b.ZERO, b.const(zone.count))
        each(self.ctx, "there", numbers, instance, span=self.span)

    def _settle_marks(self, spot: Spot) -> None:
        """All slots at a spot that hold this pool's mark are settled, seen by nobody."""

        ctx, span, mark = self.ctx, self.span, self.mark

        def next_one(_: p.Var, __: str) -> None:
            slots.pin(spot, b.op("index_of", spot.read(), mark), ctx, span)

        count = b.op("count_of", spot.read(), mark)
        each(ctx, "turn", p.Range(b.ZERO, count), next_one, span=span)

    def _pin(self, number: p.Expr, seats: p.Expr) -> None:
        slots.pin_in_place(self.spot, number, self.ctx, self.span, seats)

    def _has_foreign_marks(self) -> bool:
        """Whether marks of another zone's pool can have been brought here."""
        homes = [home for home in self.pieces.homes if home is not self.zone]
        found = flows_into(self.zone.field, homes, self.pieces)
        return found or self.zone.field in self.pieces.strays[self.zone.field]

    def _take_foreign_marks(self) -> None:
        """Slots of other pools: all of a pool comes as it is, else each is settled here."""
        spot, ctx, span = self.spot, self.ctx, self.span

        def place(number: p.Var, _: str) -> None:
            slot = ctx.fresh("slot", "int")
            assign(ctx, slot, b.op("item", spot.read(), number), span)
            foreign = b.and_(slots.is_mark(slot), b.ne(slot, self.mark))
            when(ctx, foreign, lambda: brought(slot, number), span=span)

        def brought(slot: p.Var, number: p.Var) -> None:
            other = slots.pool_of(slot)
            here = b.op("count_of", spot.read(), slot)
            all_here = b.eq(here, b.op("len", b.get(self.pools, other)))
            when(
                ctx,
                all_here,
                lambda: self._take_pool(slot, other),
                lambda: self._pin(number, b.NO_MASK),
                span=span,
            )

        each(ctx, "number", p.Range(b.ZERO, spot.size()), place, span=span)

    def _take_pool(self, slot: p.Var, other: p.Expr) -> None:
        """All of another pool joins this one."""
        ctx, span = self.ctx, self.span
        theirs = b.get(self.pools, other)
        self._marked(p.Items(theirs))
        joined = b.op("sorted", b.op("concat", b.get(self.pools, self.pool), theirs))
        store(ctx, self.pools, self.pool, joined, span)
        store(ctx, self.pools, other, b.NO_ITEMS, span)
        item = ctx.fresh("item", "int")
        ours = b.if_(b.eq(item, slot), self.mark, item)
        renamed = b.comp("ints", b.Walk(item, p.Items(self.spot.read()), None), ours)
        store(ctx, self.zone.cell, self.spot.instance, renamed, span)

    def _marked(self, source: p.Source) -> None:
        """These pieces lie in this pool now."""

        def piece(row: p.Var, _: str) -> None:
            store(self.ctx, self.pieces.at, row, self.mark, self.span)

        each(self.ctx, "row", source, piece, span=self.span)

    # ------------------------------------------------------------------------- gathering, showing

    def _gather(self) -> None:
        """Known pieces go into the pool, every slot gets its mark."""
        ctx, span = self.ctx, self.span
        item = ctx.fresh("item", "int")
        there = b.Walk(item, p.Items(self.spot.read()), b.op("ge", item, b.ZERO))
        gathered = ctx.keep("gathered", b.comp("ints", there), span)
        self._marked(p.Items(gathered))
        joined = b.op("sorted", b.op("concat", b.get(self.pools, self.pool), gathered))
        store(ctx, self.pools, self.pool, joined, span)
        everything = b.Walk(ctx.fresh("item", "int"), p.Items(self.spot.read()), None)
        store(ctx, self.zone.cell, self.spot.instance, b.comp("ints", everything, self.mark), span)
        if self.pieces.shown is not None:
            kept = b.minus(b.get(self.pieces.shown), b.op("mask_of", gathered))
            store(ctx, self.pieces.shown, None, kept, span)

    def _show(self, seats: p.Expr) -> None:
        """Who sees the zone by its sight sees the new order at once."""

        def place(number: p.Var, _: str) -> None:
            self._pin(number, seats)

        each(self.ctx, "number", p.Range(b.ZERO, self.spot.size()), place, span=self.span)


def flows_into(field: g.Field, homes: list[Zone], pieces: Pieces) -> bool:
    """Whether marks of one of these zones' pools can come to lie in a zone."""
    return any(field in pieces.strays[home.field] for home in homes)


# ------------------------------------------------------------------------------------- refilling


def refill(spot: Spot, ctx: Context, span: Span) -> None:
    """A zone found empty gets its discards, mixed."""
    from hoyle.compiler.from_game import moves

    assert spot.zone.field.zone is not None
    field = spot.zone.field.zone.refill
    if field is None:
        return
    discards = ctx.whole.zones[field]
    same = discards.count == spot.zone.count
    source = Spot(discards, spot.instance if same else _only_instance(discards, spot))

    def fill() -> None:
        moves.move_all(source, spot, ctx, span)
        mix(spot, ctx, span)

    test = b.and_(spot.is_empty(), b.not_(source.is_empty()))
    when(ctx, test, fill, span=span)


def _only_instance(discards: Zone, spot: Spot) -> p.Expr | None:
    """The discards of a zone that has other instances than they have."""
    return None if discards.cell.length is None else spot.owner()


def shuffle(spot: Spot, ctx: Context, span: Span) -> None:
    """`shuffle Z`; a set that is seen keeps what it holds, but others can follow no piece."""
    mix(spot, ctx, span)
    pieces = slots.pieces_of(spot.zone, ctx)
    if spot.zone.pool is None:
        seats = sight.sees(spot, ctx.whole)
        known.keep_only(pieces, known.faces(spot, pieces, ctx), seats, ctx, span)
