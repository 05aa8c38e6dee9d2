"""`swap A with B of P`: everything goes to the other's zone of the name of the zone it lay in."""

from __future__ import annotations

from hoyle.compiler.from_game import attributes, bringing, every_piece, figures, layout
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import assign, when
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def lower_swap(stmt: g.Swap, ctx: Context) -> None:
    """Both sides go at once; either may be empty."""
    if stmt.with_ is None:
        figures.lower_swap(stmt, ctx)
        return
    mine = ctx.keep("mine", lower_expr(stmt.a, ctx), stmt.span, ctx.forms.rows_in(stmt.a.type))
    theirs = lower_expr(stmt.b, ctx)
    theirs = ctx.keep("theirs", theirs, stmt.span, ctx.forms.rows_in(stmt.b.type))
    if _is_you(stmt):
        _change_places(stmt, mine, theirs, ctx)
        return
    assert stmt.you is not None
    you, other = lower_expr(stmt.you, ctx), lower_expr(stmt.with_, ctx)
    you, other = ctx.keep("you", you, stmt.span), ctx.keep("other", other, stmt.span)
    _give(mine, stmt.a, other, ctx, stmt.span)
    _give(theirs, stmt.b, you, ctx, stmt.span)


def _is_you(stmt: g.Swap) -> bool:
    """Whether both sides are yours: then two pieces change places."""
    same = isinstance(stmt.with_, g.LocalRef) and isinstance(stmt.you, g.LocalRef)
    return same and stmt.with_.local is stmt.you.local  # type: ignore[union-attr]


def _give(value: p.Expr, e: g.Expr, to: p.Expr, ctx: Context, span: Span) -> None:
    """Every piece goes to a player's zone of its own zone's name."""

    def one(pieces: Pieces, row: p.Expr) -> None:
        here = attributes.at(pieces.thing, row, ctx.whole)
        number = b.add(
            b.lookup(_twins(pieces, ctx), here), b.mul(to, b.lookup(_sizes(pieces, ctx), here))
        )
        bringing.move_to_number(pieces, row, ctx.keep("number", number, span), ctx, span)

    every_piece.each_of_value(value, e.type, ctx, span, one)


def _twins(pieces: Pieces, ctx: Context) -> p.StaticTable:
    """By instance of a player's zone: the instance that the first seat has of it."""
    data = tuple(
        zone.first + i % zone.size if zone.field.owner == "player" else zone.first + i
        for zone in pieces.zones
        for i in range(zone.count)
    )
    name = f"{layout.snake(pieces.thing)}_first_seat".upper()
    return ctx.whole.table(("twins", pieces.thing), name, 1, "int", lambda: data)


def _sizes(pieces: Pieces, ctx: Context) -> p.StaticTable:
    """By instance of a player's zone: how far the next seat's is; 0 of other zones."""
    data = tuple(
        zone.size if zone.field.owner == "player" else 0
        for zone in pieces.zones
        for _ in range(zone.count)
    )
    name = f"{layout.snake(pieces.thing)}_next_seat".upper()
    return ctx.whole.table(("strides", pieces.thing), name, 1, "int", lambda: data)


def _change_places(stmt: g.Swap, mine: p.Expr, theirs: p.Expr, ctx: Context) -> None:
    """Each side goes to where the other lay."""
    first = _place_of(mine, stmt.a, ctx, stmt.span)
    second = _place_of(theirs, stmt.b, ctx, stmt.span)

    def go(value: p.Expr, e: g.Expr, there: p.Expr) -> None:
        def one(pieces: Pieces, row: p.Expr) -> None:
            bringing.move_to_number(pieces, row, there, ctx, stmt.span)

        every_piece.each_of_value(value, e.type, ctx, stmt.span, one)

    both = b.and_(b.op("ge", first, b.ZERO), b.op("ge", second, b.ZERO))

    def change() -> None:
        go(mine, stmt.a, second)
        go(theirs, stmt.b, first)

    when(ctx, both, change, span=stmt.span)


def _place_of(value: p.Expr, e: g.Expr, ctx: Context, span: Span) -> p.Expr:
    """Where the pieces of one side lie; -1 if there are none."""
    place = ctx.fresh("place", "int")
    assign(ctx, place, b.NONE, span)

    def one(pieces: Pieces, row: p.Expr) -> None:
        assign(ctx, place, attributes.at(pieces.thing, row, ctx.whole), span)

    every_piece.each_of_value(value, e.type, ctx, span, one)
    return place
