"""`lift N, M [when C]`: bars and halts that are switched off for the bearer of a piece."""

from __future__ import annotations

from hoyle.compiler.from_game import bearing, lasting
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def lifted(name: str, figure: p.Expr, movement: g.Movement, ctx: Context) -> p.Expr:
    """Whether a bar or halt is lifted for a figure."""
    game = ctx.whole.game
    found = [_lift(lift, figure, movement, ctx) for lift in game.lifts if name in lift.names]
    for effect in game.lastings:
        for lift in effect.lifts:
            if name in lift.names:
                found.append(_while_on(effect, lift, figure, ctx))
    return b.or_(*found)


def _lift(lift: g.Lift, figure: p.Expr, movement: g.Movement, ctx: Context) -> p.Expr:
    """A lift of a piece that the figure bears, or of the figure itself."""
    carrier = lift.carrier
    if carrier is None:
        return _when(lift, ctx)
    if carrier.thing == movement.thing:
        ctx.bind(carrier.this, figure)
        return b.and_(
            b.has(b.mask_const(sum(1 << row for row in carrier.rows)), figure), _when(lift, ctx)
        )
    if lift.bearer is not None:
        ctx.bind(lift.bearer, figure)
    return b.or_(*(_of_row(lift, carrier, row, figure, movement, ctx) for row in carrier.rows))


def _of_row(
    lift: g.Lift,
    carrier: g.Selector,
    row: int,
    figure: p.Expr,
    movement: g.Movement,
    ctx: Context,
) -> p.Expr:
    at = b.const(row)
    ctx.bind(carrier.this, at)
    where = b.TRUE if carrier.where is None else lower_expr(carrier.where, ctx)
    has = bearing.bears(movement.thing, figure, carrier.thing, at, ctx)
    return b.and_(has, where, _when(lift, ctx))


def _while_on(effect: g.Lasting, lift: g.Lift, figure: p.Expr, ctx: Context) -> p.Expr:
    """A lift that holds while an effect is on the figure."""
    mine = effect.bearer or (effect.params[0] if effect.params else None)
    known = {} if mine is None else {mine: figure}
    return lasting.any_on(effect, known, lambda: _when(lift, ctx), ctx)


def _when(lift: g.Lift, ctx: Context) -> p.Expr:
    if lift.when is None:
        return b.TRUE
    with ctx.guarded():
        return lower_expr(lift.when, ctx)
