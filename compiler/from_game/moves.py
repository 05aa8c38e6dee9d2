"""Moving pieces: single ones from wherever they are, and all that lies somewhere."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, lifting, pools, sight, slots
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.writing import Write, assign, each, nothing, store, when
from hoyle.compiler.from_game.zones import BOX, Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span

Put = Callable[[Spot], None]


def move_row(
    pieces: Pieces,
    row: p.Expr,
    target: Spot,
    ctx: Context,
    span: Span,
    *,
    under: bool = False,
    guess: Spot | None = None,
) -> None:
    """A piece leaves where it is (most likely at the guess) and lies somewhere else."""
    seats = sight.sees(target, ctx.whole)
    new = known.newly(pieces, row, seats, ctx, span)
    known.veil(pieces, row, seats, ctx, span)
    lifting.lift(pieces, row, ctx, span, guess)
    slots.lay(target, row, ctx, span, under=under)
    known.learn(pieces, row, seats, ctx, span)
    known.tell(pieces, row, new, ctx, span, target)


def to_box(
    pieces: Pieces, row: p.Expr, ctx: Context, span: Span, guess: Spot | None = None
) -> None:
    """A piece goes back to the box."""
    known.veil(pieces, row, b.NO_MASK, ctx, span)
    lifting.lift(pieces, row, ctx, span, guess)
    store(ctx, pieces.at, row, BOX, span)


def with_room(
    target: Spot, otherwise: Spot | None, put: Put, full: Write, ctx: Context, span: Span
) -> None:
    """Put something where there is room for it: in the target, else in the other, else nowhere."""

    def other() -> None:
        if otherwise is None:
            full()
        else:
            with_room(otherwise, None, put, full, ctx, span)

    when(ctx, has_room(target), lambda: put(target), other, span=span)


def has_room(target: Spot) -> p.Expr:
    """Whether another piece can lie there."""
    room = target.zone.room
    if room is None:
        return b.TRUE
    return target.is_empty() if room == 1 else b.op("lt", target.size(), b.const(room))


# -------------------------------------------------------------------------------------- all of it


def move_all(
    source: Spot,
    target: Spot,
    ctx: Context,
    span: Span,
    *,
    otherwise: Spot | None = None,
    under: bool = False,
) -> None:
    """Everything that lies in one place goes to another, in its order."""
    if target.zone.room is not None or otherwise is not None:
        _one_by_one(source, target, otherwise, ctx, span, under)
    elif target.zone.slots and sight.sees(target, ctx.whole) == b.NO_MASK:
        _as_they_are(source, target, ctx, span, under)
    elif source.zone.slots:
        _one_by_one(source, target, otherwise, ctx, span, under)
    else:
        _faces(source, target, ctx, span, under)


def _as_they_are(source: Spot, target: Spot, ctx: Context, span: Span, under: bool) -> None:
    """To where nobody sees: marks stay marks."""
    pieces = slots.pieces_of(target.zone, ctx)
    content = ctx.keep("moved", source.read(), span)
    rows = known.faces_in(content, source.zone, pieces, ctx)
    if source.zone.rows:
        _all_at(pieces, rows, target, ctx, span)
    lifting.cover(pieces, _mask(content, source.zone, ctx), ctx, span)
    added = content if source.zone.slots else b.op("members", content)
    _empty(source, ctx, span)
    slots.add_slots(target, added, ctx, span, under=under)


def _faces(source: Spot, target: Spot, ctx: Context, span: Span, under: bool) -> None:
    """From where faces are seen to where they are seen."""
    pieces = slots.pieces_of(target.zone, ctx)
    content = ctx.keep("moved", source.read(), span)
    seats = sight.sees(target, ctx.whole)
    _all_at(pieces, p.Bits(content, pieces.bits), target, ctx, span)
    lifting.cover(pieces, content, ctx, span)
    _empty(source, ctx, span)
    if target.zone.slots:
        slots.add_slots(target, b.op("members", content), ctx, span, under=under)
    else:
        store(ctx, target.zone.cell, target.instance, b.union(target.read(), content), span)
    known.learn_all(pieces, content, seats, ctx, span)
    new = b.minus(seats, sight.sees(source, ctx.whole))
    if new != b.NO_MASK and pieces.known is not None:
        each(
            ctx,
            "row",
            p.Bits(content, pieces.bits),
            lambda row, _: known.tell(pieces, row, new, ctx, span, target),
            span=span,
        )


def _all_at(pieces: Pieces, rows: p.Source, target: Spot, ctx: Context, span: Span) -> None:
    each(
        ctx,
        "row",
        rows,
        lambda row, _: store(ctx, pieces.at, row, target.number(), span),
        span=span,
    )


def _empty(source: Spot, ctx: Context, span: Span) -> None:
    nothing_left = b.NO_ITEMS if source.zone.slots else b.NO_MASK
    store(ctx, source.zone.cell, source.instance, nothing_left, span)


def _mask(content: p.Expr, zone: Zone, ctx: Context) -> p.Expr:
    """The known pieces of a content as a mask."""
    if not zone.slots:
        return content
    if not zone.marks:
        return b.op("mask_of", content)
    slot = ctx.fresh("slot", "int")
    return b.comp("mask", b.Walk(slot, p.Items(content), b.op("ge", slot, b.ZERO)))


def _one_by_one(
    source: Spot, target: Spot, otherwise: Spot | None, ctx: Context, span: Span, under: bool
) -> None:
    """Piece by piece while there is room; what is behind marks is settled where somebody sees."""
    pieces = slots.pieces_of(target.zone, ctx)
    stay = ctx.fresh("left", "int")
    limited = target.zone.room is not None
    if limited and source.zone.slots:
        assign(ctx, stay, b.ZERO, span)

    # Onto a pile the last goes first, so that all lie there in their order.
    first = source.zone.ordered and target.zone.container == "pile" and not under
    place = b.sub(b.op("len", source.read()), b.ONE) if first and not limited else b.ZERO

    def put_slot(there: Spot) -> None:
        take_and_lay(source, stay if limited else place, there, ctx, span, under=under)

    def full() -> None:
        assign(ctx, stay, b.add(stay, b.ONE), span)

    def piece(item: p.Var, _: str) -> None:
        def put(there: Spot) -> None:
            move_row(pieces, item, there, ctx, span, under=under, guess=source)

        if source.zone.slots:
            with_room(target, otherwise, put_slot, full, ctx, span)
        else:
            with_room(target, otherwise, put, nothing, ctx, span)

    content = source.read()
    items = p.Items(content) if source.zone.slots else p.Bits(content, pieces.bits)
    each(ctx, "item", items, piece, span=span, domain=pieces.domain)


def take_and_lay(
    source: Spot, place: p.Expr, target: Spot, ctx: Context, span: Span, *, under: bool = False
) -> p.Expr:
    """The slot in a place goes to a target; the piece, or the mark where nobody sees it."""
    slot = slots.slot_at(source, place, ctx, span)
    seats = sight.sees(target, ctx.whole)
    pieces = slots.pieces_of(target.zone, ctx)
    if target.zone.slots and seats == b.NO_MASK:
        slots.take_place(source, place, ctx, span)
        slots.lay_slot(target, slot, source.zone, ctx, span, under=under)
        return slot
    new = b.minus(seats, sight.sees(source, ctx.whole))
    row = slots.face(source.zone, slot, target, seats, new, ctx, span)
    slots.take_place(source, place, ctx, span)
    lifting.cover(pieces, b.bit(row), ctx, span)
    slots.lay(target, row, ctx, span, under=under)
    return row


def after_arrival(target: Spot, shuffled: bool, ctx: Context, span: Span) -> None:
    """A bag, and what is shuffled in, is mixed at once."""
    if shuffled or target.zone.container == "bag":
        pools.mix(target, ctx, span)
