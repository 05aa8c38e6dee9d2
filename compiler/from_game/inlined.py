"""Values that are only sets, written out where they are asked for; and whether any element has a
claim: no set is made for that."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import indexes, sets, standing
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def exists(over: g.Expr, local: g.Local, claim: Callable[[], p.Expr], ctx: Context) -> p.Expr:
    """Whether any element has a claim; a union is looked at part by part, and no set is made."""
    match over:
        case g.Join(op="+", a=one, b=other) if _can_be_walked(one) and _can_be_walked(other):
            first = exists(one, local, claim, ctx)
            with ctx.guarded():
                return b.or_(first, exists(other, local, claim, ctx))
        case g.ValueOf() if bind_value(over, (g.Join, g.Filtered, g.ValueOf), ctx):
            assert over.value.body is not None
            return exists(over.value.body, local, claim, ctx)
        case g.Cast(a=inner) if inner.type == over.type:
            return exists(inner, local, claim, ctx)
        case _:
            walk = sets.lower_source(over, ctx, name=local.name)
            sets.bind(local, walk, ctx)
            with ctx.guarded():
                return b.any_of(indexes.indexed(walk, claim(), ctx))


def _can_be_walked(e: g.Expr) -> bool:
    """Whether something is a set (not one element where a set is meant)."""
    return isinstance(e.type, t.SetOf | t.ListOf)


def bind_value(e: g.ValueOf, bodies: tuple[type[g.Expr], ...], ctx: Context) -> bool:
    """Whether a value can be written out where it is asked for; binds its parameters then."""
    decl = e.value
    if decl.adjusts or e.original or not isinstance(decl.body, bodies):
        return False
    if _elsewhere(e, ctx):
        return False
    of = [lower_expr(e.of, ctx)] if e.of is not None else []
    values = [*of, *(lower_expr(arg, ctx) for arg in e.args)]
    few = isinstance(decl.body, g.Filtered) and isinstance(decl.body.over, g.SetLiteral)
    if not few and not all(isinstance(value, p.Var | p.Const) for value in values):
        return False
    names = [decl.this, *decl.params] if e.of is not None else [*decl.params]
    for local, value in zip(names, values, strict=True):
        ctx.bind(local, value)
    return True


def _elsewhere(e: g.ValueOf, ctx: Context) -> bool:
    """Whether a value is asked of a figure as if it stood elsewhere."""
    given = e.args if e.of is None else (e.of, *e.args)
    return any(standing.asked_at(arg, ctx) is not None for arg in given)
