"""Asking around: seat by seat until all have passed in a row.

The one model of windows, deals and auctions without turn order: a pass is provisional, anything but
a pass starts the passes afresh.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import sight
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.writing import Write, assign
from hoyle.compiler.ir import program as p
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


@record(frozen=False)
class Round:
    """Asking around: `order` holds the seats, `silent` counts who has passed since the last act."""

    ctx: Context
    order: p.Expr
    span: Span
    silent: p.Var
    at: p.Var
    seat: p.Var
    label: str

    def write(self, visit: Write) -> None:
        """Visit seat by seat until all have passed."""
        ctx, span = self.ctx, self.span
        count = b.op("len", self.order)
        assign(ctx, self.silent, b.ZERO, span)
        assign(ctx, self.at, b.ZERO, span)
        with ctx.block() as inside, ctx.inside(Place(self.label)):
            closed = b.op("ge", self.silent, count)
            ctx.emit(p.If(closed, (p.Leave(self.label, span),), (), span))
            assign(ctx, self.seat, b.op("item", self.order, self.at), span)
            assign(ctx, self.at, b.op("mod", b.shifted(self.at, 1), count), span)
            visit()
        ctx.emit(p.Loop(self.label, tuple(inside), True, span))

    def passes(self) -> None:
        """The seat does nothing."""
        assign(self.ctx, self.silent, b.shifted(self.silent, 1), self.span)

    def acts(self) -> None:
        """The seat does something: passes start afresh."""
        assign(self.ctx, self.silent, b.ZERO, self.span)


def start(order: p.Expr, seat: p.Var, ctx: Context, span: Span) -> Round:
    order = ctx.keep("order", order, span)
    silent, at = ctx.fresh("silent", "int"), ctx.fresh("at", "int")
    return Round(ctx, order, span, silent, at, seat, ctx.label("window"))


def tell_who_could(could: p.Expr, order: p.Expr, name: str, ctx: Context, span: Span) -> p.Expr:
    """The public fact that a window was open to some seats, told in the order they are asked."""
    could = ctx.keep("could", could, span)
    seat = ctx.fresh("seat", "int")
    seats = p.Comp("ints", seat, p.Items(order), b.has(could, seat), seat, "ints")
    hole = p.Hole(seats, f"window:{name}")
    log = p.Log(sight.everybody(ctx.whole), (f"{name}: open to ", hole), span)
    some = p.If(b.ne(could, b.NO_MASK), (log,), (), span)
    ctx.emit(p.Only((some,), span))
    return could
