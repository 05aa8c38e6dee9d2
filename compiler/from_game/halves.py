"""Which zone an instance number belongs to, found by halves."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.from_game.zones import Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span


def at_number(
    zones: tuple[Zone, ...], number: p.Expr, do: Callable[[Zone], None], ctx: Context, span: Span
) -> None:
    """Do something with the zone that an instance number says; its instances begin at `first`."""
    if len(zones) == 1:
        do(zones[0])
        return
    half = len(zones) // 2
    low, high = zones[:half], zones[half:]
    when(
        ctx,
        b.op("lt", number, b.const(high[0].first)),
        lambda: at_number(low, number, do, ctx, span),
        lambda: at_number(high, number, do, ctx, span),
        span=span,
    )
