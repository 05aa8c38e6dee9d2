"""Turn orders: the seats one after the other, and with whom they begin."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def anchor(first: g.Expr | None, ctx: Context) -> p.Expr:
    """Where an order of seats begins: with whoever is said, else with the starter."""
    if first is None:
        return layout.starter(ctx.whole)
    return _or_else(first, layout.starter(ctx.whole), ctx)


def anchor_from(said: g.Expr | None, you: g.Expr | None, ctx: Context) -> p.Expr:
    """Where `from P` begins; where P is not there or none: with you, else with the starter."""
    own = anchor(you, ctx)
    return own if said is None else _or_else(said, own, ctx)


def _or_else(said: g.Expr, otherwise: p.Expr, ctx: Context) -> p.Expr:
    """A seat, or another one where it is none."""
    from hoyle.compiler.from_game.expressions import lower_expr

    seat = lower_expr(said, ctx)
    if seat == b.NONE:
        return otherwise
    nobody = isinstance(said, g.LocalRef) and said.local in ctx.whole.nobodies
    if not nobody and not isinstance(said.type, t.Optional):
        return seat
    if otherwise == b.ZERO:
        return b.op("max", seat, b.ZERO)
    return b.if_(b.op("ge", seat, b.ZERO), seat, otherwise)


def seats_from(anchor: p.Expr, ctx: Context) -> p.Source:
    """All seats in turn order from one."""
    if anchor in (b.ZERO, b.NONE):
        return p.Range(b.ZERO, b.const(ctx.whole.players))
    return p.Items(layout.seat_order(ctx.whole, anchor))
