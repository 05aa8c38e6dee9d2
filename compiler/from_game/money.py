"""Money: units of a supply go from purse to purse, and none is ever made. Dice leave cups."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import hooks, layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Span


def lower_pay(stmt: g.Pay, ctx: Context) -> None:
    """`pay n to P`: exactly n. `gain n from BANK`: as many as there are, at most n."""
    amount = ctx.keep("amount", lower_expr(stmt.amount, ctx), stmt.span)
    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    payer = _Purse(stmt.payer, stmt.supply, ctx)

    def deed() -> None:
        units = amount
        if stmt.op == "gain":
            there = b.op("min", amount, payer.read())
            units = ctx.keep("units", b.op("max", there, b.ZERO), stmt.span)
        _pay(units, payer, stmt, ctx)

    hooks.around("verb", stmt.op, (amount,), you, ctx, stmt.span, deed)
    ctx.moment(stmt.span)


def _pay(units: p.Expr, payer: _Purse, stmt: g.Pay, ctx: Context) -> None:
    """To the payee, or where that is nobody, to the other."""
    payee = _Purse(stmt.payee, stmt.supply, ctx)

    def other() -> None:
        if stmt.otherwise is not None:
            payer.give(units, _Purse(stmt.otherwise, stmt.supply, ctx), ctx, stmt.span)

    when(ctx, payee.exists, lambda: payer.give(units, payee, ctx, stmt.span), other, span=stmt.span)


class _Purse:
    """Where units of a supply lie: the bank, or the field of a player or a thing."""

    def __init__(self, e: g.Expr, supply: g.Supply, ctx: Context) -> None:
        while isinstance(e, g.Cast):
            e = e.a
        self.instance: p.Expr | None = None
        self.exists: p.Expr = b.TRUE
        if isinstance(e, g.FieldRead):
            self._of_field(e, supply, ctx)
        else:  # the word `none`: nobody
            self.exists = b.FALSE
            self.cell = bank(supply, ctx)

    def _of_field(self, e: g.FieldRead, supply: g.Supply, ctx: Context) -> None:
        if layout.is_bank(e.field):
            self.cell = bank(supply, ctx)
            return
        self.cell = ctx.whole.cell_of(e.field)
        of = None if e.of is None else ctx.keep("purse", lower_expr(e.of, ctx), e.span)
        index = None if e.index is None else lower_expr(e.index, ctx)
        if of is not None and e.of is not None and isinstance(e.of.type, t.Optional):
            self.exists = b.op("ge", of, b.ZERO)
        place = layout.instance(e.field, of, index, ctx.whole)
        self.instance = None if place is None else ctx.keep("purse", place, e.span)

    def read(self) -> p.Expr:
        """How many units lie there."""
        return b.get(self.cell, self.instance)

    def give(self, units: p.Expr, to: _Purse, ctx: Context, span: Span) -> None:
        """Units go from here to there; who has too few breaks the rules."""
        store(ctx, self.cell, self.instance, b.sub(self.read(), units), span)
        store(ctx, to.cell, to.instance, b.add(to.read(), units), span)


def bank(supply: g.Supply, ctx: Context) -> p.Cell:
    """The cell of the bank."""
    return ctx.whole.machine_cells[f"bank {supply.name}"]


# ------------------------------------------------------------------------------------------ dice


def lower_lose(stmt: g.Lose, ctx: Context) -> None:
    """`lose n from CUP`: dice leave for good. Who sees different faces says which."""
    count = ctx.keep("count", lower_expr(stmt.count, ctx), stmt.span)
    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    hooks.around(
        "verb", "lose", (count,), you, ctx, stmt.span, lambda: _lose(stmt, count, you, ctx)
    )
    ctx.moment(stmt.span)


def _lose(stmt: g.Lose, count: p.Expr, you: p.Expr | None, ctx: Context) -> None:
    from hoyle.compiler.from_game import losing

    losing.lose(stmt, count, you, ctx)
