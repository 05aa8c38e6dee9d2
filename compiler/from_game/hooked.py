"""Hooks that meet a call inside `together`: a `may` is one of the choices of the first part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import (
    carried,
    choices,
    force,
    hooks,
    musts,
    naming,
    occurrences,
    reactions,
    spending,
)
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.occurrences import Met, Occurrence, Timing
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.compiler.from_game.together import Split


def both_parts(split: Split, proc: g.Proc, you: p.Expr, span: Span) -> p.Block:
    """What is decided now (instead of the call, or the call's own choices), and what is done."""
    ctx = split.ctx
    args = tuple(ctx.env[param] for param in proc.params)
    types = tuple(param.type for param in proc.params)
    occurrence = Occurrence("proc", proc.name, args, types, you)
    met = occurrence.met_by(ctx.whole.game)
    instead = [one for one in met if one.hook.timing == "instead"]
    if any(one.hook.timing == "before" and one.hook.may for one in met):
        raise ctx.not_yet("`may before` a call in `together`", span)
    fate = _Fate(split, occurrence, ctx.fresh("fate", "int"), ctx.fresh("bearer", "int"), span)
    fate.decide(instead)
    with ctx.block() as first:
        second = split.inlined(proc)
    as_it_stands = b.eq(fate.which, b.NONE)
    if instead:
        ctx.emit(p.If(as_it_stands, tuple(first), (), span))
        second = (p.If(as_it_stands, second, fate.done(instead), span),)
    else:
        ctx.blocks[-1].extend(first)
    return (
        *_around("before", met, occurrence, split, span),
        *second,
        *_around("after", met, occurrence, split, span),
    )


def _around(
    timing: Timing, met: list[Met], occurrence: Occurrence, split: Split, span: Span
) -> p.Block:
    """What comes before or after the call, in the second part."""
    found = [one for one in met if one.hook.timing == timing]
    with split.acting() as deeds:
        hooks.around_only(timing, found, occurrence, split.ctx, span)
    return tuple(deeds)


class _Fate:
    """Which hook replaces a call (-1: none), and the piece that carries it."""

    def __init__(
        self, split: Split, occurrence: Occurrence, which: p.Var, row: p.Var, span: Span
    ) -> None:
        self.split, self.occurrence, self.which, self.row = split, occurrence, which, row
        self.ctx: Context = split.ctx
        self.span = span

    def decide(self, met: list[Met]) -> None:
        """The first must, else what the seat takes."""
        if not met:
            return
        self.ctx.emit(p.Assign(self.which, b.NONE, self.span))
        self.ctx.emit(p.Assign(self.row, b.NONE, self.span))
        for number, one in enumerate(met):
            if not one.hook.may:
                self._must(number, one)
        offered = [self._offer(n, one) for n, one in enumerate(met) if one.hook.may]
        if offered:
            self._ask([one for one in met if one.hook.may], offered)

    def _must(self, number: int, met: Met) -> None:
        carrier, ctx = met.hook.carrier, self.ctx
        row: p.Expr = b.NONE
        if carrier is None:
            holds = occurrences.test(met, self.occurrence, self.occurrence.doer, None, ctx)
        else:
            row = self._bearer(met, carrier)
            holds = b.op("ge", row, b.ZERO)
        fresh = b.and_(b.eq(self.which, b.NONE), holds)
        ctx.emit(p.If(fresh, self._set(number, row), (), self.span))

    def _bearer(self, met: Met, carrier: g.Selector) -> p.Expr:
        """The first piece that carries a must, -1 if none does."""
        ctx, seat = self.ctx, self.occurrence.doer
        row = ctx.fresh("row", "int")
        with ctx.guarded():
            has = force.has_rule(carrier, met.hook.bearer, row, seat, ctx)
            test = b.and_(has, occurrences.test(met, self.occurrence, seat, row, ctx))
        walk = b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None).where(test)
        return ctx.keep("bearer", b.comp("first", walk), self.span)

    def _set(self, number: int, row: p.Expr) -> p.Block:
        which = p.Assign(self.which, b.const(number), self.span)
        return (which, p.Assign(self.row, row, self.span))

    def _offer(self, number: int, met: Met) -> choices.Offered:
        rule = reactions.rule_of(met, self.occurrence)

        def take(row: p.Expr | None) -> None:
            for stmt in self._set(number, b.NONE if row is None else row):
                self.ctx.emit(stmt)

        return carried.offered(rule, self.occurrence.doer, lambda row: b.TRUE, take, self.ctx)

    def _ask(self, met: list[Met], offered: list[choices.Offered]) -> None:
        ctx = self.ctx
        rules = [reactions.rule_of(one, self.occurrence) for one in met]
        hidden = any(rule.is_hidden(ctx.whole) for rule in rules)
        passing = choices.word(ctx, ctx.whole.game, "pass", lambda: None)
        title = naming.words("instead", self.occurrence, self.occurrence.doer, ctx.whole)
        with ctx.block() as asked:
            choices.decide(
                ctx,
                self.occurrence.doer,
                [*offered, passing],
                title,
                self.span,
                lambda: None,
                hidden=hidden,
            )
        ctx.emit(p.If(b.eq(self.which, b.NONE), tuple(asked), (), self.span))

    def done(self, met: list[Met]) -> p.Block:
        """What replaces the call, in the second part."""
        found: p.Block = ()
        for number, one in reversed(list(enumerate(met))):
            with self.split.acting() as deeds:
                self._run(one)
            test = b.eq(self.which, b.const(number))
            found = (p.If(test, tuple(deeds), found, self.span),)
        return found

    def _run(self, met: Met) -> None:
        carrier, ctx, seat = met.hook.carrier, self.ctx, self.occurrence.doer
        row = None if carrier is None else self.row
        occurrences.test(met, self.occurrence, seat, row, ctx)  # binds its names
        if carrier is not None and met.hook.may:
            spending.spend_carrier(carrier, self.row, seat, ctx, met.hook.span)
        musts.run_hook(met, self.occurrence, seat, row, ctx, self.span)
