"""`spend` runs what a component says `when spent`; `eliminate` takes a player out of the game."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import deed_arguments, hooks, layout, leaving
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.every_piece import each_piece
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def lower_spend(stmt: g.Spend, ctx: Context) -> None:
    """`spend X`."""
    you = b.NONE if stmt.you is None else lower_expr(stmt.you, ctx)

    def one(pieces: Pieces, row: p.Expr) -> None:
        spend_piece(pieces, row, you, ctx, stmt.span)

    each_piece(stmt.what, ctx, stmt.span, one)
    ctx.moment(stmt.span)


def spend_piece(pieces: Pieces, row: p.Expr, you: p.Expr, ctx: Context, span: Span) -> None:
    """One piece is spent, with what meets that."""
    args = deed_arguments.piece(pieces, row, ctx)

    def deed() -> None:
        name = _spent(pieces.thing, ctx.whole)
        if name is not None:
            ctx.call(name, (row, you), None, span)

    hooks.around("verb", "spend", args, you, ctx, span, deed)


def spend_carrier(carrier: g.Selector, row: p.Expr, seat: p.Expr, ctx: Context, span: Span) -> None:
    """Taking a piece's `may` spends it first, if its component says what that means."""
    if can_be_spent(carrier.thing, ctx.whole):
        spend_piece(ctx.whole.pieces[carrier.thing], row, seat, ctx, span)


def can_be_spent(thing: str, whole: Whole) -> bool:
    """Whether a component says what happens when it is spent."""
    return whole.game.tables[thing].spent is not None


def _spent(thing: str, whole: Whole) -> str | None:
    """The procedure of `when spent`."""
    table = whole.game.tables[thing]
    if table.spent is None:
        return None
    return whole.procedure(
        ("spent", thing),
        f"when_spent_{layout.snake(thing)}",
        lambda made: _procedure(made, thing, whole),
    )


def _procedure(made: str, thing: str, whole: Whole) -> p.Procedure:
    from hoyle.compiler.from_game.statements import lower_body

    spent = whole.game.tables[thing].spent
    assert spent is not None
    this, you, body = spent
    whole.unit = f"when spent, {thing}"
    ctx = Context(whole)
    params = (ctx.local(this), ctx.local(you))
    with ctx.block() as written:
        lower_body(body, ctx)
    span = body[0].span if body else whole.game.tables[thing].span
    return p.Procedure(made, params, tuple(written), None, whole.rule(span), span)


def lower_eliminate(stmt: g.Eliminate, ctx: Context) -> None:
    """`eliminate P`: marked out, `after eliminate`, then every block addressed to P ends."""
    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    who = ctx.keep("who", lower_expr(stmt.who, ctx), stmt.span)
    hooks.around(
        "verb",
        "eliminate",
        (who,),
        you,
        ctx,
        stmt.span,
        lambda: leaving.eliminate(who, ctx, stmt.span),
    )
    ctx.moment(stmt.span)
    leaving.unwind(who, ctx, stmt.span)
