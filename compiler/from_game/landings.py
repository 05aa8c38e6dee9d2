"""Where a walk of exactly so many steps may end: a function for every number of steps.

A walk follows arrows and open roads and enters no space twice, so it has fewer steps than the board
has spaces. The function for k steps asks that for k - 1 from every space one step away.
"""

from __future__ import annotations

from hoyle.compiler.from_game import boards, layout
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def landings(e: g.Function, ctx: Context) -> p.Expr:
    """`landings(n, s)`, `landings(n, s, W)`."""
    from hoyle.compiler.from_game.expressions import lower_expr

    steps, space, *avoided = (lower_expr(arg, ctx) for arg in e.args)
    table = boards.board_of(e.args[1].type, ctx, e.span)
    you = b.NONE if e.anchor is None else lower_expr(e.anchor, ctx)
    args = (space, avoided[0] if avoided else b.NO_MASK, you)
    if isinstance(steps, p.Const) and isinstance(steps.value, int):
        return _after(steps.value, args, table, ctx.whole)
    most = e.args[0].type.high if isinstance(e.args[0].type, t.Number) else len(table.rows)
    made = _any_number(min(most, len(table.rows) - 1), table, ctx.whole)
    return p.CallFn(made, (steps, *args), "mask")


def _after(steps: int, args: tuple[p.Expr, ...], table: g.Table, whole: Whole) -> p.Expr:
    """After a number of steps that is known."""
    if not 0 <= steps < len(table.rows):
        return b.NO_MASK
    if steps == 0:
        return b.bit(args[0])
    return p.CallFn(_function(steps, table, whole), args, "mask")


def _any_number(most: int, table: g.Table, whole: Whole) -> str:
    """The function that looks which number of steps is meant."""

    def make(made: str) -> p.Fn:
        ctx = Context(whole)
        steps, args = ctx.fresh("steps", "int"), _arguments(ctx)
        body: p.Expr = b.NO_MASK
        for number in range(most, -1, -1):
            body = b.if_(b.eq(steps, b.const(number)), _after(number, args, table, whole), body)
        return p.Fn(made, (steps, *args), body, whole.rule(table.span, (), table.name), table.span)

    name = f"{layout.snake(table.name)}_landings"
    return whole.function(("landings", table.name, most), name, make)


def _arguments(ctx: Context) -> tuple[p.Var, p.Var, p.Var]:
    return ctx.fresh("here", "int"), ctx.fresh("avoided", "mask"), ctx.fresh("you", "int")


def _function(steps: int, table: g.Table, whole: Whole) -> str:
    """The function for so many steps, one or more."""

    def make(made: str) -> p.Fn:
        ctx = Context(whole)
        here, avoided, you = _arguments(ctx)
        entered = b.union(avoided, b.bit(here))
        walk = _one_step(here, entered, you, table, ctx)
        further = _after(steps - 1, (walk.var, entered, you), table, whole)
        body = b.comp("mask", walk)
        if steps > 1:
            body = p.Library("unite", (b.comp("ints", walk, further),), "mask")
        rule = whole.rule(table.span, (), table.name)
        return p.Fn(made, (here, avoided, you), body, rule, table.span)

    name = f"{layout.snake(table.name)}_landings_{steps}"
    return whole.function(("landings after", table.name, steps), name, make)


def _one_step(here: p.Expr, entered: p.Expr, you: p.Expr, table: g.Table, ctx: Context) -> b.Walk:
    """The spaces one step away that were not entered yet."""
    there = ctx.fresh("there", "int")
    if boards.closes(table):
        around = boards.open_steps(table, here, you, False, ctx)
        return b.Walk(there, p.Bits(b.minus(around, entered), len(table.rows)), None)
    name = f"{layout.snake(table.name)}_exits".upper()
    ways = ctx.whole.table(("exits", table.name), name, 2, "int", lambda: boards.exits(table))
    walk = b.Walk(there, p.Items(b.lookup(ways, here)), None)
    return walk.where(b.not_(b.has(entered, there)))
