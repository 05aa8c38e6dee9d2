"""Windows that rules open: `offer W`, `choose at W`, and the `may … in W` that belong to them."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import (
    asking,
    bounds,
    branches,
    carried,
    choices,
    flow,
    force,
    layout,
    leaving,
    occurrences,
    procedures,
    secrets,
    sets,
    spending,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.asking import Round
from hoyle.compiler.from_game.carried import Rule
from hoyle.compiler.from_game.context import Context, Whole
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.occurrences import Occurrence
from hoyle.compiler.from_game.writing import when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def actions_in(
    window: str, args: tuple[p.Expr, ...], you: p.Expr, ctx: Context
) -> list[choices.Offered]:
    """Every `may … in W` that is in force for a seat."""
    seat = ctx.keep("you", you)
    return [_offer_action(rule, seat, ctx) for rule in action_rules(window, args, ctx)]


def action_rules(window: str, args: tuple[p.Expr, ...], ctx: Context) -> list[Rule]:
    """The actions of a window whose arguments may match."""
    found = []
    for action in ctx.whole.game.actions:
        for name, patterns in action.windows:
            if name == window:
                found.append(_action_rule(action, patterns, window, args, ctx))
                break
    return found


def _action_rule(
    action: g.Action,
    patterns: tuple[g.Pattern, ...],
    window: str,
    args: tuple[p.Expr, ...],
    ctx: Context,
) -> Rule:
    types = ctx.whole.game.windows.get(window, ())
    branch = action.branch

    def bound(seat: p.Expr, row: p.Expr | None, inner: Context, public: bool) -> p.Expr:
        inner.bind(action.you, seat)
        if action.carrier is not None:
            inner.bind(action.carrier.this, row if row is not None else b.NONE)
        given = Occurrence("proc", window, args, types, seat)
        if action.bearer is None:
            return _conditions(action, patterns, given, seat, row, inner, public)
        test = lambda: _conditions(  # noqa: E731
            action, patterns, given, seat, row, inner, public
        )
        return occurrences.borne(action, patterns, given, seat, row, inner, None, test)

    def bind(seat: p.Expr, row: p.Expr | None, inner: Context) -> None:
        given = Occurrence("proc", window, args, types, seat)
        occurrences.bind_bearer(action, patterns, given, seat, row, inner, action.span)

    return Rule(
        of=action,
        which="action",
        carrier=action.carrier,
        label=branch.label,
        body=branch.body,
        when=branch.when,
        reason=branch.reason,
        test=lambda seat, row, inner: bound(seat, row, inner, False),
        public=lambda seat, row, inner: bound(seat, row, inner, True),
        bind=bind,
        span=action.span,
        cites=action.cites,
    )


def _conditions(
    action: g.Action,
    patterns: tuple[g.Pattern, ...],
    given: Occurrence,
    seat: p.Expr,
    row: p.Expr | None,
    ctx: Context,
    public: bool,
) -> p.Expr:
    """Whether an action may be taken in a window; who bears its piece is bound already."""
    conds, branch = occurrences.patterns(patterns, given, ctx), action.branch
    unknown = public and action.carrier is not None and row is None
    with ctx.guarded():
        if not unknown:
            counter = bounds.counted(action, seat, ctx)
            conds.append(bounds.may_take(branch, counter, ctx.whole, row))
            conds += _condition(None if action.carrier is None else action.carrier.where, ctx)
        if not (unknown or (public and secrets.reads_hidden(branch.when, ctx.whole))):
            conds += _condition(branch.when, ctx)
    return b.and_(*conds)


def _condition(e: g.Expr | None, ctx: Context) -> list[p.Expr]:
    return [] if e is None else [lower_expr(e, ctx)]


def _offer_action(rule: Rule, seat: p.Expr, ctx: Context) -> choices.Offered:
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


# ------------------------------------------------------------------------------------------- offer


def lower_offer(stmt: g.Offer, ctx: Context) -> None:
    """`offer W [for each player | of A, B]`."""
    args = tuple(ctx.keep("given", lower_expr(arg, ctx)) for arg in stmt.window.args)
    order = _asked(stmt, ctx)
    around = asking.start(order, ctx.local(stmt.you), ctx, stmt.span)
    rules = action_rules(stmt.window.name, args, ctx)
    hidden = any(rule.is_hidden(ctx.whole) for rule in rules)
    could = None
    if hidden:
        could = _offer_could(stmt, rules, around, ctx)
    around.write(lambda: _offer_visit(stmt, around, rules, hidden, could, ctx))


def _asked(stmt: g.Offer, ctx: Context) -> p.Expr:
    """The seats that are asked, in order."""
    if stmt.of is not None:
        each = g.EachOf(stmt.span, stmt.cites, stmt.you, stmt.of, stmt.asker, ())
        return _without_nobody(flow.players_named(each, ctx), each, ctx)
    if stmt.each_player:
        start = sets.anchor_from(stmt.start, stmt.asker, ctx)
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
    offered += [_offer_action(rule, around.seat, ctx) for rule in rules]
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

    return choices.Offered(one.choice, one.able, taken, one.counts)


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
