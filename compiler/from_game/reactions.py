"""Reactions to a deed: the windows of `may before|instead of|after` a `to`, a verb, a roll.

Only who is able is asked. Where others may not see who is able, the ask is hidden, and the log
tells all who could have been.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import (
    asking,
    carried,
    choices,
    force,
    layout,
    leaving,
    naming,
    nature,
    occurrences,
    spending,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.asking import Round
from hoyle.compiler.from_game.carried import Rule
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.occurrences import Met, Occurrence, Timing
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import assign, when
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span

HAPPENED, REPLACED, CANCELLED = b.const(0), b.const(1), b.const(2)
"""What became of a deed: done as it stands, something else in its place, nothing at all."""


def react(
    timing: Timing,
    met: list[Met],
    occurrence: Occurrence,
    status: p.Var | None,
    ctx: Context,
    span: Span,
) -> None:
    """The window of one moment of an occurrence; `status` is set where it is `instead`."""
    whole = ctx.whole
    result = occurrence.result if timing == "after" else None
    occurrence = replace(occurrence, result=result)
    domain = "" if result is None else result.domain
    key = ("window", timing, occurrence.kind, occurrence.name, occurrence.purpose, domain)
    name = whole.procedure(
        key,
        f"{timing}_{occurrence.name}_window",
        lambda made: _Reaction(timing, met, occurrence, whole, span).procedure(made),
    )
    shown = () if result is None else (result.value,)
    ctx.call(name, (occurrence.doer, *occurrence.args, *shown), status, span)


class _Reaction:
    """The procedure of a reaction window: (doer, *arguments, what was rolled)."""

    def __init__(
        self, timing: Timing, met: list[Met], occurrence: Occurrence, whole: Whole, span: Span
    ) -> None:
        self.timing, self.met, self.span = timing, met, span
        self.instead = timing == "instead"
        answer = HAPPENED if self.instead else None
        self.ctx = Context(whole, gives="int" if self.instead else None, answer=answer)
        doer = self.ctx.fresh("doer", "int")
        args = tuple(
            self.ctx.fresh("given", b.form_of(arg), whole.forms.rows_in(type_))
            for arg, type_ in zip(occurrence.args, occurrence.types, strict=True)
        )
        result = occurrence.result
        if result is not None:
            result = p.Hole(self.ctx.fresh("rolled", b.form_of(result.value)), result.domain)
        shown = [result.value] if result is not None and isinstance(result.value, p.Var) else []
        self.params = (doer, *args, *shown)
        self.occurrence = replace(occurrence, args=args, doer=doer, result=result)
        moment = "instead of" if self.instead else timing
        self.title = f"{moment} {occurrence.name}".replace("_", " ").capitalize()

    def procedure(self, made: str) -> p.Procedure:
        """The whole procedure."""
        ctx, span = self.ctx, self.span
        with ctx.block() as body:
            self._write()
            if self.instead:
                ctx.emit(p.Return(HAPPENED, span))
        rule = ctx.rule(span)
        return p.Procedure(made, self.params, tuple(body), ctx.gives, rule, span)

    def _write(self) -> None:
        ctx, whole = self.ctx, self.ctx.whole
        rules = [self._rule(one) for one in self.met]
        taken = [ctx.fresh("used", "mask", _bearers(rule)) for rule in rules]
        for var in taken:
            assign(ctx, var, b.NO_MASK, self.span)
        hidden = any(rule.is_hidden(whole) for rule in rules)
        could = None
        order = ctx.keep("order", self._order(), self.span)
        if hidden:
            mask = carried.could_mask(lambda seat: self._could(rules, seat), ctx)
            could = asking.tell_who_could(mask, order, self.title, ctx, self.span)
        around = asking.start(order, ctx.fresh("seat", "int"), ctx, self.span)
        around.write(lambda: self._visit(around, rules, taken, hidden, could))

    def _order(self) -> p.Expr:
        """All seats from the active player on; the doer alone where rules want their own doing."""
        ctx, doer = self.ctx, self.occurrence.doer
        first = ctx.keep("first", force.first_seat(doer, ctx.whole), self.span)
        everybody = layout.seat_order(ctx.whole, first)
        if any(one.hook.by != "own" for one in self.met):
            return everybody
        alone = b.op("tuple", doer, form="ints")
        return b.if_(b.op("ge", doer, b.ZERO), alone, everybody)

    def _could(self, rules: list[Rule], seat: p.Expr) -> p.Expr:
        return b.or_(*(carried.could_take(rule, seat, self.ctx) for rule in rules))

    def _visit(
        self,
        around: Round,
        rules: list[Rule],
        taken: list[p.Var],
        hidden: bool,
        could: p.Expr | None,
    ) -> None:
        """Ask one seat, if it is able."""
        ctx = self.ctx
        still = force.still_in(around.seat, ctx.whole)
        offered = [
            self._offer(met, rule, var, around)
            for met, rule, var in zip(self.met, rules, taken, strict=True)
        ]
        offered.append(choices.word(ctx, ctx.whole.game, "pass", around.passes))

        def ask() -> None:
            choices.decide(
                ctx,
                around.seat,
                offered,
                naming.words(self.timing, self.occurrence, around.seat, ctx.whole),
                self.span,
                around.passes,
                hidden=hidden,
                could=could,
            )

        when(ctx, still, ask, around.passes, span=self.span)

    def _offer(self, met: Met, rule: Rule, taken: p.Var, around: Round) -> choices.Offered:
        """One hook as an option: once a window for each seat and piece."""
        ctx = self.ctx

        def still(row: p.Expr | None) -> p.Expr:
            return b.not_(b.has(taken, around.seat if row is None else row))

        def take(row: p.Expr | None) -> None:
            mine = around.seat if row is None else row
            assign(ctx, taken, b.union(taken, b.bit(mine)), self.span)
            around.acts()
            self._taken(met, around.seat, row)

        return carried.offered(rule, around.seat, still, take, ctx)

    def _taken(self, met: Met, seat: p.Expr, row: p.Expr | None) -> None:
        """The card is spent, the hook counted and run; what replaces closes the window."""
        from hoyle.compiler.from_game.musts import run_hook

        ctx, hook = self.ctx, met.hook
        occurrences.test(met, self.occurrence, seat, row, ctx)  # binds its names
        if row is not None and hook.carrier is not None:
            spending.spend_carrier(hook.carrier, row, seat, ctx, hook.span)
        run_hook(met, self.occurrence, seat, row, ctx, hook.span)
        if self.instead:
            leaving.return_(ctx, CANCELLED if hook.body is None else REPLACED, hook.span)

    def _rule(self, met: Met) -> Rule:
        return rule_of(met, self.occurrence)


def rule_of(met: Met, occurrence: Occurrence) -> Rule:
    """A hook as something that may be taken."""
    hook = met.hook

    def test(seat: p.Expr, row: p.Expr | None, ctx: Context) -> p.Expr:
        holds = occurrences.test(met, occurrence, seat, row, ctx)
        return b.and_(holds, nature.some_again(hook, occurrence.result, ctx))

    def public(seat: p.Expr, row: p.Expr | None, ctx: Context) -> p.Expr:
        return occurrences.public_test(met, occurrence, seat, row, ctx)

    return Rule(
        of=hook,
        which="hook",
        carrier=hook.carrier,
        label=hook.label,
        body=hook.body or (),
        when=hook.when,
        reason=hook.reason,
        test=test,
        public=public,
        bind=lambda seat, row, ctx: occurrences.bind_bearer(
            hook, met.event.args, occurrence, seat, row, ctx, hook.span
        ),
        span=hook.span,
        cites=hook.cites,
    )


def _bearers(rule: Rule) -> str:
    """The domain of what has been taken: pieces, or seats."""
    return "" if rule.carrier is None else f"set:thing:{rule.carrier.thing}"
