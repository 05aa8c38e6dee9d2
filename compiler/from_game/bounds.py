"""Bounds of options: `once`, `3 times per turn`. A cell counts how often a seat has taken one."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Span

Bounded = g.Branch | g.Hook


def declare(whole: Whole) -> None:
    """A counting cell for every bounded branch, action and hook."""
    for unit in whole.units:
        if isinstance(unit.of, g.Hook):
            _declare(unit.of, unit.of.bound, unit.of, whole)
        if isinstance(unit.of, g.Action):
            _declare(unit.of.branch, unit.of.branch.bound, unit.of, whole)
        for node in unit.nodes():
            if isinstance(node, g.Branch):
                _declare(node, node.bound, None, whole)


def _declare(
    of: Bounded, bound: g.Bound | None, rule: g.Hook | g.Action | None, whole: Whole
) -> None:
    if bound is None or id(of) in whole.bounds:
        return
    carrier, bearer = (None, None) if rule is None else (rule.carrier, rule.bearer)
    rows = len(whole.game.tables[carrier.thing].rows) if carrier is not None else 1
    number = len(whole.bounds) + 1
    counted = whole.players
    if bearer is not None:
        counted = max(counted, whole.forms.bits(bearer.type))
    many = counted * rows
    cell = whole.new_cell(f"taken_{number}", "int", many, (0,) * many)
    whole.bounds[id(of)] = (bound, cell, rows)


def counted(rule: g.Hook | g.Action, seat: p.Expr, ctx: Context) -> p.Expr:
    """For whom it is counted how often a rule is taken: the figure that bears it, else the seat; a
    rule of figures is counted for each of them, whoever leads it."""
    if rule.bearer is not None and isinstance(rule.bearer.type, t.Thing):
        return ctx.env[rule.bearer]
    if rule.carrier is not None and ctx.whole.game.tables[rule.carrier.thing].stands_on:
        return b.ZERO
    return seat


def may_take(of: Bounded, seat: p.Expr, whole: Whole, row: p.Expr | None = None) -> p.Expr:
    """Whether a seat has not yet taken it as often as it may (for this bearer)."""
    if id(of) not in whole.bounds:
        return b.TRUE
    bound, cell, rows = whole.bounds[id(of)]
    count = b.get(cell, _index(seat, row, rows))
    return b.op("lt", count, b.const(bound.times))


def take(of: Bounded, seat: p.Expr, ctx: Context, span: Span, row: p.Expr | None = None) -> None:
    """Count that a seat takes it."""
    if id(of) in ctx.whole.bounds:
        _, cell, rows = ctx.whole.bounds[id(of)]
        index = _index(seat, row, rows)
        ctx.emit(p.Store(cell, index, b.add(b.get(cell, index), b.ONE), span))


def _index(seat: p.Expr, row: p.Expr | None, rows: int) -> p.Expr:
    if row is None or rows == 1:
        return seat if rows == 1 else b.mul(seat, b.const(rows))
    return b.add(b.mul(seat, b.const(rows)), row)


def reset(name: str, ctx: Context, span: Span) -> None:
    """As NAME begins to run, its bounds count from nothing."""
    for bound, cell, _ in ctx.whole.bounds.values():
        if bound.per == name:
            assert cell.length is not None
            if cell.length == ctx.whole.players <= 2:
                for seat in range(cell.length):
                    ctx.emit(p.Store(cell, b.const(seat), b.ZERO, span))
                continue
            index = ctx.fresh("index", "int")
            source = p.Range(b.ZERO, b.const(cell.length))
            store = p.Store(cell, index, b.ZERO, span)
            ctx.emit(p.For(ctx.label("reset"), index, source, (store,), span))
