"""Slots: settling what lies behind a mark, taking out, putting in."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, sight
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.from_game.zones import Pieces, Spot, Zone, spot_of, the_piece
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

MARKS_BELOW = p.Const(-1, "int")


def pieces_of(zone: Zone, ctx: Context) -> Pieces:
    """The pieces that lie in a zone."""
    return ctx.whole.pieces[zone.thing]


def is_mark(slot: p.Expr) -> p.Expr:
    """Whether a slot holds a mark."""
    return b.op("lt", slot, MARKS_BELOW)


def pool_of(mark: p.Expr) -> p.Expr:
    """The number of a mark's pool."""
    return b.sub(b.const(-2), mark)


# ------------------------------------------------------------------------------ behind the marks


def settle(
    pieces: Pieces,
    pool: p.Expr,
    seats: p.Expr,
    var: p.Var,
    ctx: Context,
    span: Span,
    to: Spot | None = None,
) -> None:
    """Nature says which piece of a pool it is; these seats see it. It is out of the pool then.

    `to`: where it goes, for the log.
    """
    assert pieces.pools is not None
    pool = ctx.keep("pool", pool, span)
    ctx.emit(
        p.Nature(
            var,
            "pool",
            (pool,),
            None,
            pieces.pools,
            pieces.classes,
            seats,
            pieces.domain,
            span,
            ctx.rule(span),
            None if to is None else where_to(to),
        )
    )
    if seats != sight.everybody(ctx.whole):
        rest = p.Items(b.get(pieces.pools, pool))
        known.keep_only(pieces, rest, seats, ctx, span)
    known.settle(pieces, var, seats, ctx, span)


def where_to(spot: Spot) -> str:
    """Where a piece goes that chance names, for the log."""
    return f"to {spot.zone.field.name.replace('_', ' ')}"


def face(
    zone: Zone, slot: p.Expr, to: Spot, seats: p.Expr, new: p.Expr, ctx: Context, span: Span
) -> p.Expr:
    """The piece in a slot that is being taken somewhere, settled if it is a mark.

    The seats come to see it; `new` are those among them who have not seen what the program knew.
    """
    pieces = pieces_of(zone, ctx)
    row = ctx.fresh("piece", "int", pieces.domain)

    def settled() -> None:
        settle(pieces, pool_of(slot), seats, row, ctx, span, to)

    def held() -> None:
        assign(ctx, row, slot, span)
        known.learn(pieces, row, seats, ctx, span)
        known.tell(pieces, row, new, ctx, span, to)

    has_mark = is_mark(slot) if zone.rows else b.TRUE
    when(ctx, has_mark if zone.marks else b.FALSE, settled, held, span=span)
    return row


def pin(spot: Spot, place: p.Expr, ctx: Context, span: Span, seats: p.Expr = b.NO_MASK) -> p.Expr:
    """The piece in a place of a zone; if nobody has seen it, it is settled now and stays there."""
    row = pin_in_place(spot, place, ctx, span, seats)
    if spot.zone.marks and not spot.zone.ordered:
        store(ctx, spot.zone.cell, spot.instance, b.op("sorted", spot.read()), span)
    return row


def pin_in_place(
    spot: Spot, place: p.Expr, ctx: Context, span: Span, seats: p.Expr = b.NO_MASK
) -> p.Expr:
    """The same; slots without an order are not sorted again."""
    pieces = pieces_of(spot.zone, ctx)
    slot = slot_at(spot, place, ctx, span)
    if not spot.zone.marks:
        return slot
    row = ctx.fresh("piece", "int", pieces.domain)

    def settled() -> None:
        settle(pieces, pool_of(slot), seats, row, ctx, span)
        replaced = b.op("replace", spot.read(), place, row)
        store(ctx, spot.zone.cell, spot.instance, replaced, span)
        store(ctx, pieces.at, row, spot.number(), span)

    when(ctx, is_mark(slot), settled, lambda: assign(ctx, row, slot, span), span=span)
    return row


def pin_all(spot: Spot, seats: p.Expr, ctx: Context, span: Span) -> None:
    """Everything in a zone is settled."""

    def one(place: p.Var, _: str) -> None:
        pin_in_place(spot, place, ctx, span, seats)

    each(ctx, "place", p.Range(b.ZERO, spot.size()), one, span=span)
    if not spot.zone.ordered:
        store(ctx, spot.zone.cell, spot.instance, b.op("sorted", spot.read()), span)


def end_piece(spot: Spot, last: bool, ctx: Context, span: Span) -> p.Expr:
    """The first (top) or last piece of a zone of slots, or none."""
    size = ctx.keep("size", spot.size(), span)
    row = ctx.fresh("piece", "int", pieces_of(spot.zone, ctx).domain)
    place = b.sub(size, b.ONE) if last else b.ZERO

    def there() -> None:
        assign(ctx, row, pin(spot, place, ctx, span), span)

    when(
        ctx,
        b.op("gt", size, b.ZERO),
        there,
        lambda: assign(ctx, row, b.NONE, span),
        span=span,
    )
    return row


def top(zone: g.Expr, ctx: Context, last: bool = False) -> p.Expr:
    """The top (or the last) of a zone, or none. In a pure place, what the program knows."""
    while isinstance(zone, g.Cast):
        zone = zone.a
    assert isinstance(zone, g.FieldRead)
    spot = spot_of(zone, ctx)
    if not spot.zone.slots:
        return b.op("highest" if last else "lowest", spot.read())
    if ctx.blocks and not ctx.guards and spot.zone.marks:
        return end_piece(spot, last, ctx, zone.span)
    place = b.sub(spot.size(), b.ONE) if last else b.ZERO
    nothing = b.eq(spot.size(), b.ZERO)
    return b.if_(nothing, b.NONE, sure(b.op("item", spot.read(), place), spot, ctx))


def sure(slot: p.Expr, spot: Spot, ctx: Context) -> p.Expr:
    """What a slot holds; in an example or invariant it must be known."""
    if not ctx.knows or not spot.zone.marks:
        return slot
    return p.Library("settled", (slot, b.const(ctx.rule(spot.zone.field.span))), "int")


def single(spot: Spot, ctx: Context, span: Span) -> p.Expr:
    """The piece in a zone of one, or none; settled if it can be, so that it can be named."""
    if spot.zone.slots and spot.zone.marks and ctx.blocks and not ctx.guards:
        return end_piece(spot, False, ctx, span)
    return sure(the_piece(spot.read()), spot, ctx)


# ----------------------------------------------------------------------------------- out and in


def take_out(spot: Spot, row: p.Expr, ctx: Context, span: Span) -> None:
    """A known piece leaves a known place."""
    if not spot.zone.slots:
        rest = b.minus(spot.read(), b.bit(row))
    else:
        content = spot.read()
        rest = b.op("drop", content, b.op("index_of", content, row), form="ints")
    store(ctx, spot.zone.cell, spot.instance, rest, span)


def slot_at(spot: Spot, place: p.Expr, ctx: Context, span: Span) -> p.Expr:
    """What a place holds, mark or piece."""
    domain = pieces_of(spot.zone, ctx).domain
    return ctx.keep("slot", b.op("item", spot.read(), place), span, domain)


def take_place(spot: Spot, place: p.Expr, ctx: Context, span: Span) -> None:
    """The slot in a place leaves."""
    if place == b.ZERO:
        rest = b.op("slice", spot.read(), b.ONE, b.op("len", spot.read()))
    else:
        rest = b.op("drop", spot.read(), place, form="ints")
    store(ctx, spot.zone.cell, spot.instance, rest, span)


def add_slots(spot: Spot, slots: p.Expr, ctx: Context, span: Span, *, under: bool = False) -> None:
    """Slots come in: on top of a pile (or under it), behind a row, anywhere in a set."""
    content = spot.read()
    if spot.zone.container == "pile" and not under:
        added = b.op("concat", slots, content)
    else:
        added = b.op("concat", content, slots)
    if not spot.zone.ordered:
        added = b.op("sorted", added)
    store(ctx, spot.zone.cell, spot.instance, added, span)


def lay(spot: Spot, row: p.Expr, ctx: Context, span: Span, *, under: bool = False) -> None:
    """A known piece comes in."""
    if spot.zone.slots:
        add_slots(spot, b.op("tuple", row, form="ints"), ctx, span, under=under)
    else:
        store(ctx, spot.zone.cell, spot.instance, b.union(spot.read(), b.bit(row)), span)
    store(ctx, pieces_of(spot.zone, ctx).at, row, spot.number(), span)


def lay_slot(
    spot: Spot, slot: p.Expr, source: Zone, ctx: Context, span: Span, *, under: bool = False
) -> None:
    """A slot comes in as it is, mark or piece; `source` is where it was."""
    pieces = pieces_of(spot.zone, ctx)
    add_slots(spot, b.op("tuple", slot, form="ints"), ctx, span, under=under)
    if source.rows:
        test = b.op("ge", slot, b.ZERO) if source.marks else b.TRUE
        when(ctx, test, lambda: store(ctx, pieces.at, slot, spot.number(), span), span=span)
