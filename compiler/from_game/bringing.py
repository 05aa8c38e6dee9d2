"""A piece goes to the place with a number, whichever that is."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import halves, layout, moves
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.zones import Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span


def move_to_number(pieces: Pieces, row: p.Expr, number: p.Expr, ctx: Context, span: Span) -> None:
    """A piece goes to the instance with a number."""
    name = ctx.whole.procedure(
        ("bring", pieces.thing),
        f"bring_{layout.snake(pieces.thing)}",
        lambda made: _bring_procedure(made, pieces, ctx.whole),
    )
    ctx.emit(p.CallProc(name, (row, number), None, span))


def _bring_procedure(made: str, pieces: Pieces, whole: Whole) -> p.Procedure:
    ctx = Context(whole)
    row, number = ctx.fresh("row", "int", pieces.domain), ctx.fresh("number", "int")
    span = whole.game.tables[pieces.thing].span
    with ctx.block() as body:
        halves.at_number(
            pieces.zones,
            number,
            lambda zone: _to_zone(pieces, zone, row, number, ctx, span),
            ctx,
            span,
        )
    rule = whole.rule(span, (), pieces.thing)
    return p.Procedure(made, (row, number), tuple(body), None, rule, span)


def _to_zone(
    pieces: Pieces, zone: Zone, row: p.Expr, number: p.Expr, ctx: Context, span: Span
) -> None:
    instance = b.shifted(number, -zone.first)
    single = zone.cell.length is None
    spot = Spot(zone, None if single else ctx.keep("instance", instance, span))
    moves.move_row(pieces, row, spot, ctx, span)
    moves.after_arrival(spot, False, ctx, span)
