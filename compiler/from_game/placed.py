"""Loops over figures of which a condition asks that they are placed: only those are walked."""

from __future__ import annotations

from hoyle.compiler.from_game import bearing
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.dsl import game as g

_ONLY_OF_PLACED = ("placed", "adjacent", "sees")
"""What is never so of a figure that is off the board."""


def walk(over: g.Expr, var: g.Local, cond: g.Expr, ctx: Context, name: str) -> b.Walk | None:
    """The placed figures, where a whole component is looped over and only they can have `cond`."""
    if not isinstance(over, g.AllOf):
        return None
    table = ctx.whole.game.tables.get(over.of)
    if table is None or table.stands_on is None or not implies(cond, var):
        return None
    return bearing.figures(table.name, table.name, ctx, name)


def implies(cond: g.Expr, var: g.Local, depth: int = 8) -> bool:
    """Whether a condition can hold only of a figure that is placed."""
    match cond:
        case g.Cast(a=a):
            return implies(a, var, depth)
        case g.Binary(op="and", a=a, b=c):
            return implies(a, var, depth) or implies(c, var, depth)
        case g.Binary(op="or", a=a, b=c):
            return implies(a, var, depth) and implies(c, var, depth)
        case g.Function(name=name, args=args) if name in _ONLY_OF_PLACED:
            return any(bearing.is_local(arg, var) for arg in args)
        case g.ValueOf(value=value) if depth and value.body is not None and not value.adjusts:
            given = cond.args if cond.of is None else (cond.of, *cond.args)
            params = value.params if cond.of is None else (value.this, *value.params)
            return any(
                implies(value.body, param, depth - 1)
                for arg, param in zip(given, params, strict=True)
                if param is not None and bearing.is_local(arg, var)
            )
        case _:
            return False
