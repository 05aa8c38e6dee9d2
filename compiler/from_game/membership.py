"""`a is in S`: the set is looked at, and made only where it must be."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.casts import widen
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.sets import element, mask
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.copies import each_copy


def member(e: g.Member, ctx: Context) -> p.Expr:
    """`a is in S`."""
    if isinstance(e.a.type, t.SetOf):
        inside, around = mask(e.a, ctx), mask(e.over, ctx)
        return b.eq(b.minus(inside, around), b.NO_MASK)
    value = lower_expr(e.a, ctx)
    of = element(e.over.type, ctx)
    if isinstance(of, t.Either):
        value = widen(value, e.a.type, of.names, ctx)
    with ctx.guarded():
        return _is_in(value, e, ctx)


def is_named(value: p.Expr, name: g.Expr, ctx: Context) -> p.Expr:
    """Whether an argument is what a hook or an adjustment names; of a piece any copy."""
    wanted = (lower_expr(one, ctx) for one in each_copy(name, ctx.whole.game))
    return b.or_(*(b.TRUE if one is value else b.eq(value, one) for one in wanted))


def _is_in(value: p.Expr, e: g.Member, ctx: Context) -> p.Expr:
    over = e.over
    match over:
        case g.AllOf(of="players"):
            out = layout.out_mask(ctx.whole)
            known = b.op("ge", value, b.ZERO)
            return known if out is None else b.and_(known, b.not_(b.has(b.get(out), value)))
        case g.Filtered() if isinstance(value, p.Var | p.Const):
            test = _is_in(value, g.Member(e.type, e.span, e.a, over.over), ctx)
            ctx.bind(over.var, value)
            return b.and_(test, lower_expr(over.cond, ctx))
        case g.SetLiteral() if isinstance(value, p.Var | p.Const) and len(over.items) <= 2:
            return b.or_(*(b.eq(value, lower_expr(item, ctx)) for item in over.items))
        case g.RangeSet() if isinstance(value, p.Var | p.Const):
            low, high = lower_expr(over.low, ctx), lower_expr(over.high, ctx)
            return b.and_(b.op("ge", value, low), b.op("le", value, high))
        case _:
            return _is_in_value(value, e, ctx)


def _is_in_value(value: p.Expr, e: g.Member, ctx: Context) -> p.Expr:
    if isinstance(e.over.type, t.TallyOf):
        return b.op("gt", b.op("item", lower_expr(e.over, ctx), value), b.ZERO)
    around = lower_expr(e.over, ctx)
    if b.form_of(around) != "mask":
        return b.op("contains", around, value)
    if isinstance(e.a.type, t.Number) and e.a.type.low < 0:
        return b.and_(b.op("ge", value, b.ZERO), b.has(around, value))
    return b.has(around, value)
