"""What a seat may take now: a rule at the margin, or a rule of the pieces that it has.

A `may` hook and a `may … in W` are offered in the same way: one int, or one for each row that
carries it.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import (
    bearing,
    choices,
    completion,
    copies,
    force,
    secrets,
    sight,
    sites,
    zones,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import guards as reasons
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

Still = Callable[["p.Expr | None"], p.Expr]
Take = Callable[["p.Expr | None"], None]
Bind = Callable[[p.Expr, "p.Expr | None", Context], None]
"""Binds the figure that bears what carries a rule that is taken now."""
Test = Callable[[p.Expr, "p.Expr | None", Context], p.Expr]


@record
class Rule:
    """Something that may be taken.

    `test(seat, row, ctx)` says whether it holds, and binds its names; `public` is the same without
    what others may not see.
    """

    of: g.Hook | g.Action
    which: str
    carrier: g.Selector | None
    label: g.Prompt
    body: g.Body
    when: g.Expr | None
    reason: str | None
    test: Test
    public: Test
    bind: Bind
    span: Span
    cites: tuple[str, ...]

    def is_hidden(self, whole: Whole) -> bool:
        """Whether others may not see that a seat is able."""
        return secrets.can_be_hidden(self.carrier, whole) or secrets.reads_hidden(self.when, whole)


def offered(
    rule: Rule,
    seat: p.Expr,
    still: Still,
    take: Take,
    ctx: Context,
) -> choices.Offered:
    """A rule as one site of an ask; `still(row)` tests more, `take(row)` writes what is done."""
    if rule.carrier is None:
        return _at_the_margin(rule, seat, still, take, ctx)
    if len(rule.carrier.rows) == 1:
        return _of_one_piece(rule, rule.carrier, seat, still, take, ctx)
    return _of_pieces(rule, rule.carrier, seat, still, take, ctx)


def _at_the_margin(
    rule: Rule, seat: p.Expr, still: Still, take: Take, ctx: Context
) -> choices.Offered:
    """A rule that everybody has."""
    var = ctx.fresh("value", "int")
    holds = b.and_(still(None), rule.test(seat, None, ctx), _completed(rule, ctx))
    able = ctx.keep("able", holds, rule.span)
    options = b.if_(able, b.const((0,)), b.NO_ITEMS)
    guards = _guards(rule, seat, None, var, ctx)
    choice = p.Choice(_site(rule, ctx), options, var, guards, _label(rule, ctx))
    return choices.Offered(choice, able, lambda value: take(None))


def _of_one_piece(
    rule: Rule, carrier: g.Selector, seat: p.Expr, still: Still, take: Take, ctx: Context
) -> choices.Offered:
    """A rule of a piece by its name."""
    row, var = b.const(carrier.rows[0]), ctx.fresh("value", "int")
    able = ctx.keep("able", _has_and_may(rule, carrier, row, seat, still, ctx), rule.span)
    options = b.if_(able, b.const((carrier.rows[0],)), b.NO_ITEMS)
    choice = p.Choice(_site(rule, ctx), options, var, _guards(rule, seat, row, var, ctx))
    return choices.Offered(choice, able, lambda value: take(row))


def _of_pieces(
    rule: Rule, carrier: g.Selector, seat: p.Expr, still: Still, take: Take, ctx: Context
) -> choices.Offered:
    """A rule of several pieces; of equal ones the first is offered."""
    row, var = ctx.fresh("row", "int"), ctx.fresh("value", "int")
    domain, size = f"thing:{carrier.thing}", ctx.forms.bits(carrier.this.type)
    with ctx.guarded():
        may = _has_and_may(rule, carrier, row, seat, still, ctx)
    walk = b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None).where(may)
    able = ctx.keep("able", b.comp("mask", walk), rule.span, f"set:{domain}")
    options, there = b.op("members", able), _copies(carrier, able, ctx)
    if there is not None:
        again = ctx.fresh("row", "int")
        first = copies.first_of_each(again, able, there.kinds, ctx.whole)
        each = b.Walk(again, p.Bits(able, size), None).where(first)
        options = copies.offered(each, there, ctx)
    choice = p.Choice(_site(rule, ctx), options, var, _guards(rule, seat, var, var, ctx))
    some = b.ne(able, b.NO_MASK)
    return choices.Offered(
        choice, some, lambda value: take(ctx.keep("row", value, rule.span, domain)), copies=there
    )


def _copies(carrier: g.Selector, able: p.Expr, ctx: Context) -> copies.Copies | None:
    """Which of the pieces that carry a rule are there, where some are alike."""
    kinds = copies.kinds(carrier.this.type, ctx.whole.game)
    if kinds is None:
        return None
    one_place = copies.carried_in_one_place(carrier.thing, ctx.whole)
    return copies.Copies(kinds, able, None if one_place else copies.whereabouts(kinds, ctx.whole))


def _has_and_may(
    rule: Rule, carrier: g.Selector, row: p.Expr, seat: p.Expr, still: Still, ctx: Context
) -> p.Expr:
    """Whether a seat has a piece, and may take its rule now."""
    with ctx.guarded():
        has = force.has_rule(carrier, rule.of.bearer, row, seat, ctx)
        return b.and_(has, still(row), rule.test(seat, row, ctx), _completed(rule, ctx))


def _site(rule: Rule, ctx: Context) -> int:
    return sites.site(ctx.whole, rule.of, rule.which)


def _completed(rule: Rule, ctx: Context) -> p.Expr:
    with ctx.guarded():
        return completion.completable(rule.body, ctx)


def _label(rule: Rule, ctx: Context) -> tuple[choices.Words, ...]:
    """The label, if it has a hole."""
    if all(isinstance(part, str) for part in rule.label.parts):
        return ()
    return (choices.words(rule.label, ctx),)


def _guards(
    rule: Rule, seat: p.Expr, row: p.Expr | None, var: p.Var, ctx: Context
) -> tuple[p.Guard, ...]:
    """Why it is not offered, if its `when` does not hold."""
    if rule.when is None or rule.reason is None:
        return ()
    with ctx.guarded():
        holds = rule.test(seat, row, ctx)
    number = ctx.rule(rule.span, rule.cites)
    return (p.Guard(holds, rule.reason, number, reasons.visible(rule.when)),)


# ---------------------------------------------------------------------------- as far as all can see


def could_take(rule: Rule, seat: p.Expr, ctx: Context) -> p.Expr:
    """Whether, as far as all can see, a seat may be able to take it."""
    if rule.carrier is None:
        return rule.public(seat, None, ctx)
    carrier = rule.carrier
    row = ctx.fresh("row", "int")
    has = force.has_rule(carrier, rule.of.bearer, row, seat, ctx)
    if rule.of.bearer is not None or bearing.is_figures_own(carrier, ctx.whole):
        rows = b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None)
        return b.any_of(rows, b.and_(has, rule.public(seat, row, ctx)))
    open_ = b.and_(has, sight.faces_up(carrier.thing, row, ctx.whole), rule.public(seat, row, ctx))
    seen = b.any_of(b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None), open_)
    return b.or_(
        seen, b.and_(_hides_something(carrier.thing, seat, ctx), rule.public(seat, None, ctx))
    )


def _hides_something(thing: str, seat: p.Expr, ctx: Context) -> p.Expr:
    """Whether a seat has pieces of a component that others do not see."""
    tests = []
    for zone in ctx.whole.pieces[thing].zones:
        if zone.field.owner == "player" and zone.field.sight.kind != "up":
            tests += [b.not_(zones.Spot(zone, i).is_empty()) for i in _instances(zone, seat)]
        elif zone.field.sight.kind != "up" and force.may_be_had(zone.field.owner, ctx.whole):
            tests.append(b.TRUE)
    return b.or_(*tests)


def _instances(zone: zones.Zone, seat: p.Expr) -> list[p.Expr]:
    first = b.mul(seat, b.const(zone.size))
    return [b.shifted(first, i) for i in range(zone.size)]


def could_mask(tests: Callable[[p.Expr], p.Expr], ctx: Context) -> p.Expr:
    """The seats for which a test holds."""
    seat = ctx.fresh("seat", "int")
    with ctx.guarded():
        test = b.and_(force.still_in(seat, ctx.whole), tests(seat))
    walk = b.Walk(seat, p.Range(b.ZERO, b.const(ctx.whole.players)), None).where(test)
    return b.comp("mask", walk)
