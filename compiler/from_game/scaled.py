"""Heights as whole numbers: fractions such as `height / 2` are scaled away.

All heights of a board are counted in parts of one denominator, found from the divisors that are
written.
"""

from __future__ import annotations

from math import lcm

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def denominator(e: g.Expr) -> int:
    """The parts in which the value of an expression is whole."""
    match e:
        case g.Binary(op="/", a=a, b=g.Literal(value=int(number))) if number:
            return abs(number) * denominator(a)
        case g.Binary(op="+" | "-", a=a, b=c):
            return lcm(denominator(a), denominator(c))
        case g.Binary(op="*", a=a, b=c):
            return denominator(a) * denominator(c)
        case g.Unary(a=a) | g.Cast(a=a):
            return denominator(a)
        case g.IfElse(then=then, otherwise=otherwise):
            return lcm(denominator(then), denominator(otherwise))
        case g.ValueOf(value=value) if value.body is not None and isinstance(e.type, t.Ratio):
            return lcm(denominator(value.body), *(denominator(x.amount) for x in value.adjusts))
        case _:
            return 1


def scaled(e: g.Expr, parts: int, ctx: Context) -> p.Expr:
    """The value of an expression, counted in so many parts."""
    match e:
        case g.Binary(op="/", a=a, b=g.Literal(value=int(number))) if number > 0:
            return scaled(a, parts // number, ctx)
        case g.Binary(op="+" | "-", a=a, b=c):
            join = b.add if e.op == "+" else b.sub
            return join(scaled(a, parts, ctx), scaled(c, parts, ctx))
        case g.Unary(op="-", a=a):
            return b.op("neg", scaled(a, parts, ctx))
        case g.Cast(a=a):
            return scaled(a, parts, ctx)
        case g.IfElse(then=then, cond=cond, otherwise=otherwise):
            test = lower_expr(cond, ctx)
            with ctx.guarded():
                return b.if_(test, scaled(then, parts, ctx), scaled(otherwise, parts, ctx))
        case _:
            value = lower_expr(e, ctx)
            if b.form_of(value) == "ratio":
                return b.op("round_down", b.op("rmul", value, b.op("ratio", b.const(parts), b.ONE)))
            return b.mul(value, b.const(parts))


def split(e: g.Expr) -> list[tuple[int, g.Expr]]:
    """The terms of a sum, each with its sign."""
    match e:
        case g.Binary(op="+", a=a, b=c):
            return split(a) + split(c)
        case g.Binary(op="-", a=a, b=c):
            return split(a) + [(-sign, term) for sign, term in split(c)]
        case g.Cast(a=a):
            return split(a)
        case _:
            return [(1, e)]
