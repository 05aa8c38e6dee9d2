"""Drawing: from the top of a pile, blindly from a bag, at random from anything else.

A pile found empty on the way is refilled from its discards, then the next source is tried; a draw
that finds nothing more, or no room, ends there.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, lifting, moves, pools, sight, slots, zones
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import Write, assign, each, nothing, when
from hoyle.compiler.from_game.zones import Spot
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def lower_draw(stmt: g.Draw, ctx: Context, drawn: p.Var | None) -> None:
    """A draw; what was drawn is gathered in `drawn`, a mask."""
    count = ctx.keep("count", lower_expr(stmt.count, ctx), stmt.span)
    sources = [zones.spot_of(source, ctx) for source in stmt.sources]
    target = zones.spot_of(stmt.to, ctx)
    otherwise = None if stmt.otherwise is None else zones.spot_of(stmt.otherwise, ctx)
    drawing = _Drawing(stmt, ctx, sources, target, otherwise, drawn)
    if count == b.ONE:
        drawing.one(nothing)
    else:
        drawing.several(count)
    for there in (target, otherwise):
        if there is not None:
            moves.after_arrival(there, False, ctx, stmt.span)


class _Drawing:
    """One draw that is being written."""

    def __init__(
        self,
        stmt: g.Draw,
        ctx: Context,
        sources: list[Spot],
        target: Spot,
        otherwise: Spot | None,
        drawn: p.Var | None,
    ) -> None:
        self.stmt, self.ctx, self.span = stmt, ctx, stmt.span
        self.sources, self.target, self.otherwise = sources, target, otherwise
        self.drawn = drawn

    def several(self, count: p.Expr) -> None:
        """One after the other, until there are no more."""

        def turn(_: p.Var, label: str) -> None:
            self.one(lambda: self.ctx.emit(p.Leave(label, self.span)))

        each(self.ctx, "turn", p.Range(b.ZERO, count), turn, span=self.span)

    def one(self, stop: Write) -> None:
        """One piece, where there is room for it."""
        ctx, span = self.ctx, self.span
        moves.with_room(
            self.target, self.otherwise, lambda there: self._to(there, stop), stop, ctx, span
        )

    def _to(self, there: Spot, stop: Write) -> None:
        self._from(self.sources, there, stop)

    def _from(self, sources: list[Spot], there: Spot, stop: Write) -> None:
        """From the first source that has something."""
        if not sources:
            stop()
            return
        source, *others = sources
        pools.refill(source, self.ctx, self.span)
        when(
            self.ctx,
            b.not_(source.is_empty()),
            lambda: self._take(source, there),
            lambda: self._from(others, there, stop),
            span=self.span,
        )

    # ---------------------------------------------------------------------------- what is taken

    def _take(self, source: Spot, there: Spot) -> None:
        if source.zone.slots:
            self._take_slot(source, there)
        else:
            self._take_face(source, there)

    def _take_slot(self, source: Spot, there: Spot) -> None:
        """From slots: the top, or any of them."""
        if source.zone.container == "bag" and source.zone.opened:
            pools.mix(source, self.ctx, self.span)
        place = b.ZERO if source.zone.container in ("pile", "bag") else self._any_place(source)
        if self.drawn is not None and there.zone.slots:
            slots.pin(source, place, self.ctx, self.span)
        row = moves.take_and_lay(source, place, there, self.ctx, self.span)
        self._gather(row)

    def _any_place(self, source: Spot) -> p.Expr:
        """A place at random; where places mean nothing, equal slots are one outcome."""
        ctx, zone = self.ctx, source.zone
        pieces = slots.pieces_of(zone, ctx)
        seats = b.union(sight.sees(self.target, ctx.whole), sight.sees(source, ctx.whole))
        if zone.ordered:
            place = ctx.fresh("place", "int")
            numbers = b.comp("ints", b.Walk(place, p.Range(b.ZERO, source.size()), None))
            return _among(numbers, None, seats, f"slot:{zone.field.name}", ctx, self.span)
        # Which of the slots it was is told to nobody, what lies in it to all who come to see it.
        slot = _among(source.read(), pieces.classes, b.NO_MASK, "number", ctx, self.span)
        when(
            ctx,
            b.op("ge", slot, b.ZERO) if zone.marks else b.TRUE,
            lambda: known.veil(pieces, slot, seats, ctx, self.span),
            span=self.span,
        )
        return ctx.keep("place", b.op("index_of", source.read(), slot), self.span)

    def _take_face(self, source: Spot, there: Spot) -> None:
        """A piece of a set that somebody sees; also those see which it is who see where it goes."""
        ctx, span, zone = self.ctx, self.span, source.zone
        pieces = slots.pieces_of(zone, ctx)
        seats = b.union(sight.sees(there, ctx.whole), sight.sees(source, ctx.whole))
        if zone.container == "one":
            row = ctx.keep("row", b.op("highest", source.read()), span, pieces.domain)
            moves.move_row(pieces, row, there, ctx, span, guess=source)
            self._gather(row)
            return
        domain = pieces.domain
        items = b.op("members", source.read())
        row = _among(items, pieces.classes, seats, domain, ctx, span, slots.where_to(there))
        known.veil(pieces, row, seats, ctx, span)
        slots.take_out(source, row, ctx, span)
        lifting.cover(pieces, b.bit(row), ctx, span)
        slots.lay(there, row, ctx, span)
        known.learn(pieces, row, seats, ctx, span)
        self._gather(row)

    def _gather(self, row: p.Expr) -> None:
        if self.drawn is not None:
            assign(self.ctx, self.drawn, b.union(self.drawn, b.bit(row)), self.span)


def _among(
    items: p.Expr,
    classes: p.StaticTable | None,
    seats: p.Expr,
    domain: str,
    ctx: Context,
    span: Span,
    purpose: str | None = None,
) -> p.Var:
    """Nature picks one of some items."""
    var = ctx.fresh("picked", "int", domain if domain.startswith("thing:") else "")
    rule = ctx.rule(span)
    ctx.emit(
        p.Nature(var, "among", (items,), None, None, classes, seats, domain, span, rule, purpose)
    )
    return var


def look(spot: Spot, count: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """`look at n from Z`: these seats see some of what lies there, and it stays."""
    if spot.zone.container == "bag" and spot.zone.slots:
        _look_into_bag(spot, count, seats, ctx, span)
        return
    if not spot.zone.slots:
        _look_at_faces(spot, count, seats, ctx, span)
        return
    pieces = slots.pieces_of(spot.zone, ctx)

    def one(place: p.Var, _: str) -> None:
        slot = slots.slot_at(spot, place, ctx, span)
        row = slots.pin(spot, place, ctx, span, seats)
        seen_before = b.op("ge", slot, b.ZERO) if spot.zone.marks else b.TRUE

        def told() -> None:
            known.learn(pieces, row, seats, ctx, span)
            known.tell(pieces, row, seats, ctx, span, spot)

        when(ctx, seen_before, told, span=span)

    few = b.op("min", count, spot.size())
    each(ctx, "place", p.Range(b.ZERO, few), one, span=span)


def _look_at_faces(spot: Spot, count: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """Some pieces of a set that somebody sees: all of them, or so many at random."""
    pieces = slots.pieces_of(spot.zone, ctx)
    new = b.minus(seats, sight.sees(spot, ctx.whole))
    if pieces.known is None or new == b.NO_MASK:
        return

    def everything() -> None:
        def one(row: p.Var, _: str) -> None:
            known.tell(pieces, row, new, ctx, span, spot)

        each(ctx, "row", p.Bits(spot.read(), pieces.bits), one, span=span)
        known.learn_all(pieces, spot.read(), new, ctx, span)

    def some() -> None:
        left = ctx.fresh("left", "mask", f"set:{pieces.domain}")
        assign(ctx, left, spot.read(), span)

        def one(_: p.Var, __: str) -> None:
            domain, items = pieces.domain, b.op("members", left)
            row = _among(items, pieces.classes, new, domain, ctx, span)
            assign(ctx, left, b.minus(left, b.bit(row)), span)
            known.learn(pieces, row, new, ctx, span)

        each(ctx, "turn", p.Range(b.ZERO, count), one, span=span)

    when(ctx, b.op("ge", count, spot.size()), everything, some, span=span)


def _look_into_bag(spot: Spot, count: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """Some pieces of a bag, one after the other; its pool is settled outside before, if need be."""
    pieces = slots.pieces_of(spot.zone, ctx)
    assert pieces.pools is not None
    if pieces.strays[spot.zone.field] or spot.zone.opened:
        pools.mix(spot, ctx, span)
    left = ctx.fresh("left", "ints", f"list:{pieces.domain}")
    assign(ctx, left, b.get(pieces.pools, spot.pool()), span)

    def one(_: p.Var, label: str) -> None:
        row = _among(left, pieces.classes, seats, pieces.domain, ctx, span)
        rest = b.op("drop", left, b.op("index_of", left, row), form="ints")
        assign(ctx, left, rest, span)

    few = b.op("min", count, b.op("len", left))
    each(ctx, "turn", p.Range(b.ZERO, few), one, span=span)
