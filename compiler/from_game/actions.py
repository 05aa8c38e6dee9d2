"""Actions: the `may … in W` that are in force while a window is open, as options of its ask."""

from __future__ import annotations

from hoyle.compiler.from_game import (
    bounds,
    carried,
    choices,
    leaving,
    occurrences,
    procedures,
    secrets,
    spending,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.carried import Rule
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.occurrences import Occurrence
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


def actions_in(
    window: str, args: tuple[p.Expr, ...], you: p.Expr, ctx: Context
) -> list[choices.Offered]:
    """Every `may … in W` that is in force for a seat."""
    seat = ctx.keep("you", you)
    return [offered(rule, seat, ctx) for rule in action_rules(window, args, ctx)]


def action_rules(window: str, args: tuple[p.Expr, ...], ctx: Context) -> list[Rule]:
    """The actions of a window whose arguments may match."""
    found = []
    for action in ctx.whole.game.actions:
        for name, patterns in action.windows:
            if name == window:
                found.append(_Offer(action, patterns, window, args).rule())
                break
    return found


@record
class _Offer:
    """An action, and the window at hand in which it may be taken."""

    action: g.Action
    patterns: tuple[g.Pattern, ...]
    window: str
    args: tuple[p.Expr, ...]

    def rule(self) -> Rule:
        """The action as something that may be taken."""
        action, branch = self.action, self.action.branch
        return Rule(
            of=action,
            which="action",
            carrier=action.carrier,
            label=branch.label,
            body=branch.body,
            when=branch.when,
            reason=branch.reason,
            test=lambda seat, row, ctx: self.test(seat, row, ctx, False),
            public=lambda seat, row, ctx: self.test(seat, row, ctx, True),
            bind=self.bind,
            span=action.span,
            cites=action.cites,
        )

    def given(self, seat: p.Expr, ctx: Context) -> Occurrence:
        """The opening of the window, met by the action as hooks meet a deed."""
        types = ctx.whole.game.windows.get(self.window, ())
        return Occurrence("proc", self.window, self.args, types, seat)

    def test(self, seat: p.Expr, row: p.Expr | None, ctx: Context, public: bool) -> p.Expr:
        """Whether a seat may take it; `public`: as far as all can see. Binds its names."""
        action = self.action
        ctx.bind(action.you, seat)
        if action.carrier is not None:
            ctx.bind(action.carrier.this, row if row is not None else b.NONE)
        given = self.given(seat, ctx)

        def conditions() -> p.Expr:
            return self._conditions(given, seat, row, ctx, public)

        if action.bearer is None:
            return conditions()
        return occurrences.borne(action, self.patterns, given, seat, row, ctx, None, conditions)

    def _conditions(
        self, given: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context, public: bool
    ) -> p.Expr:
        action, branch = self.action, self.action.branch
        conds = occurrences.patterns(self.patterns, given, ctx)
        unknown = public and action.carrier is not None and row is None
        with ctx.guarded():
            if not unknown:
                counter = bounds.counted(action, seat, ctx)
                conds.append(bounds.may_take(branch, counter, ctx.whole, row))
                conds += _condition(None if action.carrier is None else action.carrier.where, ctx)
            if not (unknown or (public and secrets.reads_hidden(branch.when, ctx.whole))):
                conds += _condition(branch.when, ctx)
        return b.and_(*conds)

    def bind(self, seat: p.Expr, row: p.Expr | None, ctx: Context) -> None:
        """Bind the figure whose action is taken now."""
        given = self.given(seat, ctx)
        occurrences.bind_bearer(self.action, self.patterns, given, seat, row, ctx, self.action.span)


def _condition(e: g.Expr | None, ctx: Context) -> list[p.Expr]:
    return [] if e is None else [lower_expr(e, ctx)]


def offered(rule: Rule, seat: p.Expr, ctx: Context) -> choices.Offered:
    """An action as an option of an ask."""
    action = rule.of
    assert isinstance(action, g.Action)

    def take(row: p.Expr | None) -> None:
        rule.test(seat, row, ctx)  # binds its names
        rule.bind(seat, row, ctx)
        bounds.take(action.branch, bounds.counted(action, seat, ctx), ctx, action.span, row)
        given = tuple(_kept(name, ctx, action.span) for name in _bound(action))
        this: tuple[p.Expr, ...] = ()
        if row is not None and action.carrier is not None:
            this = (row,)
            if action.bearer is not None:
                this = (row, ctx.env[action.bearer])
            spending.spend_carrier(action.carrier, row, seat, ctx, action.span)
        with leaving.addressed(seat, action.branch.body, ctx, action.span):
            ctx.call(_body_of(action, ctx.whole), (seat, *this, *given), None, action.span)

    return carried.offered(rule, seat, lambda row: b.TRUE, take, ctx)


def _kept(name: g.Local, ctx: Context, span: Span) -> p.Expr:
    """What a name is bound to, kept for the body."""
    return ctx.keep(name.name, ctx.env.get(name, b.NONE), span, ctx.forms.rows_in(name.type))


def _bound(action: g.Action) -> tuple[g.Local, ...]:
    """The names that the windows of an action bind, each once."""
    found: dict[g.Local, None] = {}
    for _, patterns in action.windows:
        for pattern in patterns:
            if pattern.binds is not None:
                found[pattern.binds] = None
    return tuple(found)


def _body_of(action: g.Action, whole: Whole) -> str:
    """The procedure of an action's body."""
    this = () if action.carrier is None else (action.carrier.this,)
    if action.bearer is not None:
        this = (*this, action.bearer)
    words = "".join(part for part in action.branch.label.parts if isinstance(part, str))
    written = procedures.Written(
        words.lower() or f"in_{action.windows[0][0]}",
        (action.you, *this, *_bound(action)),
        action.branch.body,
        None,
        action.span,
        action.cites,
    )
    return procedures.procedure(("action", action), written, whole)
