"""`lift N, M [when C]`: bars and halts that are switched off for the bearer of a piece."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def lifted(name: str, figure: p.Expr, movement: g.Movement, ctx: Context) -> p.Expr:
    """Whether a bar or halt is lifted for a figure."""
    lifts = [lift for lift in ctx.whole.game.lifts if name in lift.names]
    if lifts:
        raise ctx.not_yet("`lift`", lifts[0].span)
    return b.FALSE
