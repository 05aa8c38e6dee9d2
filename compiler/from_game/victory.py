"""The end of a game and what each seat gets."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import sets
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Span


def returns_cell(whole: Whole) -> p.Cell:
    """What each seat gets, as a tuple."""
    return whole.machine_cell("returns_", "ints", None, (0,) * whole.players)


def declare(whole: Whole) -> None:
    """The cell is there in every game, and keeps its name."""
    returns_cell(whole)


def victory(stmt: g.Victory, ctx: Context) -> None:
    """`victory for S`: they share the win, the others share the loss."""
    of = stmt.winners.type
    if isinstance(of, t.SetOf | t.ListOf):
        winners = sets.mask(stmt.winners, ctx)
    else:
        winners = sets.mask_of(sets.lower_source(stmt.winners, ctx))
    finish(winners, ctx, stmt.span)


def end_game(ctx: Context, span: Span) -> None:
    """`end game`: nobody's win."""
    finish(None, ctx, span)


def finish(winners: p.Expr | None, ctx: Context, span: Span) -> None:
    """Write the result and stop for good."""
    cell = returns_cell(ctx.whole)
    own = _own_returns(ctx)
    if own is not None:
        ctx.emit(p.Store(cell, None, own, span))
    elif winners is not None:
        seats = b.const(ctx.whole.players)
        shares = p.Library("win_shares", (winners, seats), "ints")
        ctx.emit(p.Store(cell, None, shares, span))
    if ctx.whole.examples and winners is not None:
        ctx.emit(p.Store(winners_cell(ctx.whole), None, winners, span))
    ctx.emit(p.Over(span))


def winners_cell(whole: Whole) -> p.Cell:
    """In examples: who has won (a mask), -1 while nobody has."""
    return whole.machine_cell("winners_", "mask", None, 0)


def _own_returns(ctx: Context) -> p.Expr | None:
    """What a field or value `returns` of the players says, if the game has one."""
    whole = ctx.whole
    field = whole.game.player_fields.get("returns")
    seats = [b.const(seat) for seat in range(whole.players)]
    if field is not None and field.role == "cell":
        cell = whole.cell_of(field)
        return p.Op("tuple", tuple(b.get(cell, seat) for seat in seats), "ints")
    value = whole.game.values.get(("player", "returns"))
    if value is None or value.params:
        return None
    from hoyle.compiler.from_game import values

    return p.Op("tuple", tuple(values.call(value, seat, (), ctx) for seat in seats), "ints")
