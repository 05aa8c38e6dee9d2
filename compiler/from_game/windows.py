"""`offer W`: a window in which seats are asked in turn, until all have passed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hoyle.compiler.from_game import (
    actions,
    asking,
    branches,
    carried,
    choices,
    flow,
    force,
    layout,
    leaving,
    secrets,
    turn_orders,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.asking import Round
from hoyle.compiler.from_game.carried import Rule
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def lower_offer(stmt: g.Offer, ctx: Context) -> None:
    """`offer W [for each player | of A, B]`."""
    args = tuple(ctx.keep("given", lower_expr(arg, ctx)) for arg in stmt.window.args)
    order = _asked(stmt, ctx)
    around = asking.start(order, ctx.local(stmt.you), ctx, stmt.span)
    rules = actions.action_rules(stmt.window.name, args, ctx)
    hidden = any(rule.is_hidden(ctx.whole) for rule in rules)
    could = None
    if hidden:
        could = _offer_could(stmt, rules, around, ctx)
    around.write(lambda: _offer_visit(stmt, around, rules, hidden, could, ctx))


def _asked(stmt: g.Offer, ctx: Context) -> p.Expr:
    """The seats that are asked, in order."""
    if stmt.of is not None:
        each = g.EachOf(stmt.span, stmt.cites, stmt.you, stmt.of, stmt.asker, ())
        return _without_nobody(flow.seats_named(each, ctx), each, ctx)
    if stmt.each_player:
        start = turn_orders.anchor_from(stmt.start, stmt.asker, ctx)
        return layout.seat_order(ctx.whole, ctx.keep("first", start, stmt.span))
    return b.op("tuple", lower_expr(stmt.asker, ctx), form="ints")


def _without_nobody(order: p.Expr, each: g.EachOf, ctx: Context) -> p.Expr:
    """The players named, without those who are none."""
    seat = ctx.fresh("seat", "int")
    test = flow.somebody(each, seat)
    return order if test == b.TRUE else p.Comp("ints", seat, p.Items(order), test, seat, "ints")


def _offer_visit(
    stmt: g.Offer,
    around: Round,
    rules: list[Rule],
    hidden: bool,
    could: p.Expr | None,
    ctx: Context,
) -> None:
    """Ask one seat."""
    offered = [branches.branch_list(stmt.branches, around.seat, ctx, stmt)] if stmt.branches else []
    offered += [actions.offered(rule, around.seat, ctx) for rule in rules]
    offered = [_acting(one, around) for one in offered]
    offered.append(choices.word(ctx, stmt, "pass", around.passes))
    prompt = _prompt(stmt, ctx)

    def ask() -> None:
        with leaving.addressed(around.seat, None, ctx, stmt.span):
            choices.decide(
                ctx,
                around.seat,
                offered,
                prompt,
                stmt.span,
                around.passes,
                cites=stmt.cites,
                hidden=hidden,
                could=could,
            )

    when(ctx, _visited(stmt, around.seat, ctx), ask, around.passes, span=stmt.span)


def _visited(stmt: g.Offer, seat: p.Expr, ctx: Context) -> p.Expr:
    """Whether a seat is asked at all."""
    still = force.still_in(seat, ctx.whole)
    if stmt.where is None:
        return still
    with ctx.guarded():
        return b.and_(still, lower_expr(stmt.where, ctx))


def _acting(one: choices.Offered, around: Round) -> choices.Offered:
    """An option that, when taken, starts the passes afresh."""
    take: Callable[[p.Expr], None] = one.take

    def taken(value: p.Expr) -> None:
        around.acts()
        take(value)

    return replace(one, take=taken)


def _prompt(stmt: g.Offer, ctx: Context) -> choices.Words:
    if stmt.prompt is not None:
        return choices.words(stmt.prompt, ctx)
    return (stmt.window.name.replace("_", " ").capitalize(),)


def _offer_could(stmt: g.Offer, rules: list[Rule], around: Round, ctx: Context) -> p.Expr:
    """The seats that, as far as all can see, may have an option."""

    def tests(seat: p.Expr) -> p.Expr:
        ctx.bind(stmt.you, seat)
        asked = b.op("contains", around.order, seat)
        found = [carried.could_take(rule, seat, ctx) for rule in rules]
        for branch in stmt.branches:
            if secrets.reads_hidden(branch.when, ctx.whole):
                found.append(b.TRUE)
            else:
                found.append(branches.branch_test(branch, seat, ctx))
        return b.and_(asked, b.or_(*found))

    mask = carried.could_mask(tests, ctx)
    ctx.bind(stmt.you, around.seat)
    title = stmt.window.name.replace("_", " ").capitalize()
    return asking.tell_who_could(mask, around.order, title, ctx, stmt.span)
