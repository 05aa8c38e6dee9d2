"""Whether a hook would do or ask anything if a deed happened now, whoever's rule it is."""

from __future__ import annotations

from hoyle.compiler.from_game import bearing, force, musts
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.occurrences import Met, Occurrence, test
from hoyle.compiler.ir import program as p


def holds_for_anybody(met: Met, occurrence: Occurrence, ctx: Context) -> p.Expr:
    """Whether a hook would do something, or may be taken by anybody."""
    hook, carrier = met.hook, met.hook.carrier
    with ctx.guarded():
        if carrier is None and not hook.may:
            return test(met, occurrence, occurrence.doer, None, ctx)
        seat = ctx.fresh("seat", "int")
        seats = b.Walk(seat, p.Range(b.ZERO, b.const(ctx.whole.players)), None)
        if carrier is None:
            return b.any_of(seats, test(met, occurrence, seat, None, ctx))
        if bearing.is_figures_own(carrier, ctx.whole):
            figures = musts.own_figures(carrier, ctx)
            whose = bearing.owner(carrier.thing, figures.var, ctx)
            return b.any_of(figures, test(met, occurrence, whose, figures.var, ctx))
        row = ctx.fresh("row", "int")
        rows = b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None)
        if hook.bearer is not None and not bearing.may_be_none(hook.bearer):
            return b.any_of(rows, _some_bearer(met, occurrence, row, ctx))
        has = force.has_rule(carrier, hook.bearer, row, seat, ctx)
        claim = b.and_(has, test(met, occurrence, seat, row, ctx))
        return b.any_of(rows, b.any_of(seats, claim))


def _some_bearer(met: Met, occurrence: Occurrence, row: p.Expr, ctx: Context) -> p.Expr:
    """Whether a hook holds for any figure that bears a piece."""
    hook = met.hook
    assert hook.bearer is not None and hook.carrier is not None
    sort = bearing.sort_of(hook.bearer, ctx)
    named = bearing.named(met.event.args, occurrence.args, occurrence.types, hook.bearer, ctx)
    if named is not None:
        figure, is_one = named
        whose = bearing.owner(sort, figure, ctx)
        return b.and_(is_one, test(met, occurrence, whose, row, ctx, figure))
    walk_ = bearing.figures(sort, hook.carrier.thing, ctx)
    whose = bearing.owner(sort, walk_.var, ctx)
    return b.any_of(walk_, test(met, occurrence, whose, row, ctx, walk_.var))
