"""`reveal`, `hide`, `look at`: what is turned up for all, and who has seen what."""

from __future__ import annotations

from hoyle.compiler.from_game import (
    attributes,
    deed_arguments,
    draws,
    hooks,
    known,
    layout,
    sight,
    zones,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.called import called
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.every_piece import each_piece
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import store, when
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def lower_show(stmt: g.Show, ctx: Context) -> None:
    """One of the three verbs."""
    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    if stmt.op == "look":
        hooks.around("verb", "look", (), you, ctx, stmt.span, lambda: _look(stmt, you, ctx))
    elif isinstance(stmt.what, g.FieldRead) and stmt.what.field.role != "zone":
        _show_field(stmt, stmt.what, ctx)
    else:
        _show_pieces(stmt, you, ctx)
    ctx.moment(stmt.span)


def _look(stmt: g.Show, you: p.Expr | None, ctx: Context) -> None:
    assert isinstance(stmt.what, g.FieldRead) and stmt.count is not None
    count = ctx.keep("count", lower_expr(stmt.count, ctx), stmt.span)
    seats = b.NO_MASK if you is None else b.maybe_bit(you)
    for spot in zones.spots_of(stmt.what, ctx):
        draws.look(spot, count, seats, ctx, stmt.span)


def _show_pieces(stmt: g.Show, you: p.Expr | None, ctx: Context) -> None:
    """Pieces are turned up where they lie, or covered again."""
    everybody = sight.everybody(ctx.whole)

    def one(pieces: Pieces, row: p.Expr) -> None:
        def deed() -> None:
            if stmt.op == "reveal":
                turn_up(pieces, row, ctx, stmt)
            elif pieces.shown is not None:
                rest = b.minus(b.get(pieces.shown), b.bit(row))
                store(ctx, pieces.shown, None, rest, stmt.span)

        args = deed_arguments.piece(pieces, row, ctx)
        hooks.around("verb", stmt.op, args, you, ctx, stmt.span, deed)

    seats = everybody if stmt.op == "reveal" else b.NO_MASK
    each_piece(stmt.what, ctx, stmt.span, one, seats)


def turn_up(pieces: Pieces, row: p.Expr, ctx: Context, stmt: g.Show) -> None:
    """A piece is seen by all until it is covered, mixed or moved."""
    everybody = sight.everybody(ctx.whole)
    new = known.newly(pieces, row, everybody, ctx, stmt.span)
    if pieces.shown is not None:
        here = attributes.at(pieces.thing, row, ctx.whole)
        placed = b.op("ge", here, b.ZERO)
        turned = b.union(b.get(pieces.shown), b.bit(row))
        when(
            ctx,
            placed,
            lambda: (
                store(ctx, pieces.shown, None, turned, stmt.span)
                if pieces.shown is not None
                else None
            ),
            span=stmt.span,
        )
    known.learn(pieces, row, everybody, ctx, stmt.span)
    known.tell(pieces, row, new, ctx, stmt.span)


def _show_field(stmt: g.Show, read: g.FieldRead, ctx: Context) -> None:
    """A counter or a cup is open to all, or hidden again."""
    cell = sight.shown_cell(read.field, ctx.whole)
    if cell is None:
        return  # all see it anyway
    of = None if read.of is None else lower_expr(read.of, ctx)
    index = None if read.index is None else lower_expr(read.index, ctx)
    place = layout.instance(read.field, of, index, ctx.whole)
    place = None if place is None else ctx.keep("place", place, stmt.span)
    reveals = stmt.op == "reveal"
    store(ctx, cell, place, b.TRUE if reveals else b.FALSE, stmt.span)
    if reveals:
        value = b.get(ctx.whole.cell_of(read.field), place)
        words = p.Hole(value, ctx.forms.words(read.field.type))
        everybody = sight.everybody(ctx.whole)
        whose = called(read.field, place, ctx.whole)
        ctx.emit(p.Log(everybody, (*whose, ": ", words), stmt.span))
        ctx.emit(p.Revealed(stmt.span))
