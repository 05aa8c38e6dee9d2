"""What a seat may take now: a rule at the margin, or a rule of the pieces that it has.

A `may` hook and a `may … in W` are offered in the same way: one int, or one for each row that
carries it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import choices, completion, force, secrets, sight, sites, zones
from hoyle.compiler.from_game import guards as reasons
from hoyle.compiler.from_game.context import Context, Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

Test = Callable[[p.Expr, "p.Expr | None", Context], p.Expr]


@dataclass(frozen=True, slots=True)
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
    span: Span
    cites: tuple[str, ...]

    def is_hidden(self, whole: Whole) -> bool:
        """Whether others may not see that a seat is able."""
        return secrets.can_be_hidden(self.carrier, whole) or secrets.reads_hidden(self.when, whole)


def offered(
    rule: Rule,
    seat: p.Expr,
    still: Callable[[p.Expr | None], p.Expr],
    take: Callable[[p.Expr | None], None],
    ctx: Context,
) -> choices.Offered:
    """A rule as one site of an ask; `still(row)` tests more, `take(row)` writes what is done."""
    number = sites.site(ctx.whole, rule.of, rule.which)
    var = ctx.fresh("value", "int")
    if rule.carrier is None:
        able = b.and_(still(None), rule.test(seat, None, ctx), _completed(rule, ctx))
        options = b.if_(able, b.const((0,)), b.NO_ITEMS)
        choice = p.Choice(
            number, options, var, _guards(rule, seat, None, var, ctx), _label(rule, ctx)
        )
        return choices.Offered(choice, able, lambda value: take(None))
    walk = _bearers(rule, rule.carrier, seat, still, ctx)
    options = b.comp("ints", walk)
    choice = p.Choice(number, options, var, _guards(rule, seat, var, var, ctx))
    domain = f"thing:{rule.carrier.thing}"
    return choices.Offered(
        choice,
        b.any_of(walk),
        lambda value: take(ctx.keep("row", value, rule.span, domain)),
    )


def _completed(rule: Rule, ctx: Context) -> p.Expr:
    with ctx.guarded():
        return completion.completable(rule.body, ctx)


def _bearers(
    rule: Rule,
    carrier: g.Selector,
    seat: p.Expr,
    still: Callable[[p.Expr | None], p.Expr],
    ctx: Context,
) -> b.Walk:
    """The rows that a seat has and may take now, of equal ones the first."""
    row = ctx.fresh("row", "int")
    rows = p.Items(p.Const(carrier.rows, "ints"))
    has = b.eq(force.holder_of(carrier.thing, row, ctx.whole), seat)
    with ctx.guarded():
        able = b.and_(has, still(row), rule.test(seat, row, ctx), _completed(rule, ctx))
    walk = b.Walk(row, rows, None).where(able)
    lower = completion.lower_alike(carrier.this.type, ctx)
    if lower is None:
        return walk
    there = b.comp("mask", walk)
    again = ctx.fresh("row", "int")
    first = b.eq(b.inter(there, b.lookup(lower, again)), b.NO_MASK)
    size = ctx.whole.pieces[carrier.thing].bits
    return b.Walk(again, p.Bits(there, size), None).where(first)


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
    has = b.eq(force.holder_of(carrier.thing, row, ctx.whole), seat)
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
        elif zone.field.owner in ctx.whole.pieces and zone.field.sight.kind != "up":
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
