"""Who knows where a piece is: the masks `known_<thing>`, kept in the explicit build only.

A seat knows a piece when it knows the piece's place or pool: it has seen the face and could follow
every move since. Where one of several pieces moves unseen, a seat that did not see which knows none
of them any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, sight
from hoyle.compiler.from_game.called import Words, called
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.from_game.zones import Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span


@contextmanager
def only(ctx: Context, span: Span) -> Iterator[None]:
    """What is emitted inside is of the explicit build only."""
    with ctx.block() as body:
        yield
    if body:
        ctx.emit(p.Only(tuple(body), span))


def learn(pieces: Pieces, row: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """These seats have seen the piece where it lies."""
    if pieces.known is None or seats == b.NO_MASK:
        return
    everybody = sight.everybody(ctx.whole)
    value = seats if seats == everybody else b.union(b.get(pieces.known, row), seats)
    with only(ctx, span):
        ctx.emit(p.Store(pieces.known, row, value, span))


def learn_all(pieces: Pieces, mask: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """These seats have seen all the pieces of a mask."""
    if pieces.known is None or seats == b.NO_MASK:
        return
    known = pieces.known
    _each(
        pieces, p.Bits(mask, pieces.bits), lambda row: b.union(b.get(known, row), seats), ctx, span
    )


def keep_only(pieces: Pieces, source: p.Source, seats: p.Expr, ctx: Context, span: Span) -> None:
    """Of all these pieces, the other seats do not know any more where they are."""
    if pieces.known is None or seats == sight.everybody(ctx.whole):
        return
    known = pieces.known
    _each(pieces, source, lambda row: b.inter(b.get(known, row), seats), ctx, span)


def settle(pieces: Pieces, row: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """Exactly these seats know the piece."""
    if pieces.known is None:
        return
    with only(ctx, span):
        ctx.emit(p.Store(pieces.known, row, seats, span))


def _each(
    pieces: Pieces, source: p.Source, value: Callable[[p.Expr], p.Expr], ctx: Context, span: Span
) -> None:
    """Change the masks of several pieces."""
    assert pieces.known is not None
    row = ctx.fresh("row", "int")
    store = p.Store(pieces.known, row, value(row), span)
    with only(ctx, span):
        ctx.emit(p.For(ctx.label("each"), row, source, (store,), span))


def tell(
    pieces: Pieces,
    row: p.Expr,
    seats: p.Expr,
    ctx: Context,
    span: Span,
    spot: Spot | None = None,
) -> None:
    """These seats see a face that the program knew already: an entry, and no way back behind it.

    `spot`: where it lies, for the log.
    """
    if seats == b.NO_MASK:
        return
    hole = p.Hole(row, f"thing:{pieces.thing}")
    words: Words = ()
    if spot is not None:
        words = (*called(spot.zone.field, spot.instance, ctx.whole), ": ")
    ctx.emit(p.Log(seats, (*words, hole), span))
    surely = isinstance(seats, p.Const) or (isinstance(seats, p.Op) and seats.name == "bit")
    some = b.TRUE if surely else b.ne(seats, b.NO_MASK)
    with only(ctx, span):
        when(ctx, some, lambda: ctx.emit(p.Revealed(span)), span=span)


def newly(pieces: Pieces, row: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> p.Expr:
    """Those of the seats that do not see the piece where it is now (kept for after its move)."""
    if pieces.known is None or seats == b.NO_MASK:
        return b.NO_MASK
    fresh = ctx.fresh("new", "mask")
    seen = sight.piece_seers(pieces.thing, row, ctx.whole)
    with only(ctx, span):
        ctx.emit(p.Assign(fresh, b.minus(seats, seen), span))
    return fresh


def veil(pieces: Pieces, row: p.Expr, seats: p.Expr, ctx: Context, span: Span) -> None:
    """A piece is about to leave where it is; all but these seats do not see which one it is."""
    hidden = [zone for zone in pieces.zones if not zone.ordered and zone.field.sight.kind != "up"]
    if pieces.known is None or not hidden or seats == sight.everybody(ctx.whole):
        return
    name = ctx.whole.procedure(
        ("veil", pieces.thing),
        f"veil_{layout.snake(pieces.thing)}",
        lambda made: _veil_procedure(made, pieces, hidden, ctx.whole),
    )
    seers = b.union(seats, sight.piece_seers(pieces.thing, row, ctx.whole))
    with only(ctx, span):
        ctx.emit(p.CallProc(name, (row, seers), None, span))


def _veil_procedure(made: str, pieces: Pieces, hidden: list[Zone], whole: Whole) -> p.Procedure:
    """Everything that lies with a piece in an unordered zone may be the one that left."""
    ctx = Context(whole)
    row, seats = ctx.fresh("row", "int"), ctx.fresh("seats", "mask")
    span = whole.game.tables[pieces.thing].span
    here = b.get(pieces.at, row)

    def look(zone: Zone) -> None:
        instance = None if zone.cell.length is None else b.shifted(here, -zone.first)
        inside = b.and_(
            b.op("ge", here, b.const(zone.first)),
            b.op("lt", here, b.const(zone.first + zone.count)),
        )
        when(ctx, inside, lambda: forget(Spot(zone, instance)), span=span)

    def forget(spot: Spot) -> None:
        keep_only(pieces, faces(spot, pieces, ctx), seats, ctx, span)

    with ctx.block() as body:
        for zone in hidden:
            look(zone)
    rule = whole.rule(span, (), pieces.thing)
    return p.Procedure(made, (row, seats), tuple(body), None, rule, span)


def faces(spot: Spot, pieces: Pieces, ctx: Context) -> p.Source:
    """The pieces at a spot that the program knows."""
    return faces_in(spot.read(), spot.zone, pieces, ctx)


def faces_in(content: p.Expr, zone: Zone, pieces: Pieces, ctx: Context) -> p.Source:
    """The pieces in what lies (or lay) in a zone that the program knows."""
    if not zone.slots:
        return p.Bits(content, pieces.bits)
    if not zone.marks:
        return p.Items(content)
    slot = ctx.fresh("slot", "int")
    return p.Items(b.comp("ints", b.Walk(slot, p.Items(content), b.op("ge", slot, b.ZERO))))
