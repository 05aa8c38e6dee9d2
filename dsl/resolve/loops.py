"""Blocks that run again or are addressed to somebody: each, repeat, go round, as, with."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve import choices, statements, verbs
from hoyle.dsl.resolve.common import (
    Flow,
    cites,
    element_of,
    forget_changed,
    without_none,
)
from hoyle.dsl.resolve.expressions import (
    resolve_condition,
    resolve_domain,
    resolve_expr,
    resolve_player,
)
from hoyle.dsl.resolve.facts import path_of, shown
from hoyle.dsl.resolve.scope import Scope

# ---------------------------------------------------------------------------------- loops


def resolve_each(node: n.Each | n.Together, scope: Scope, flow: Flow) -> g.Stmt | None:
    together = isinstance(node, n.Together)
    match node.who:
        case n.EachPlayer():
            return _each_player(node, node.who, scope, flow, together)
        case n.EachOf():
            return _each_of(node, node.who, scope, flow, together)
        case n.EachIn():
            return _each_in(node, node.who, scope, flow)
        case _:
            assert_never(node.who)


def new_you(span: n.Node) -> g.Local:
    """The player whom a block is addressed to."""
    return g.Local("you", t.PLAYER, span.span, "you")


def about_each(you: g.Local, scope: Scope) -> Scope:
    """A condition that is tested at each player: `you`, `it`, bare attributes are that one's."""
    return scope.addressed(you).element(you, named=False)


def _each_player(
    node: n.Each | n.Together, who: n.EachPlayer, scope: Scope, flow: Flow, together: bool
) -> g.Stmt:
    you = new_you(who)
    start = resolve_player(who.start, scope) if who.start is not None else None
    where = resolve_condition(who.where, about_each(you, scope)) if who.where else None
    inner = scope.addressed(you)
    if where is not None:
        inner.learn(shown(where, True))
    body = _loop_body(node.body, inner, flow)
    anchor = scope.you_or_nobody()
    return g.EachPlayer(node.span, cites(node), you, start, anchor, where, body, together)


def _each_of(
    node: n.Each | n.Together, who: n.EachOf, scope: Scope, flow: Flow, together: bool
) -> g.Stmt:
    you = new_you(who)
    members = tuple(resolve_players(member, scope) for member in who.members)
    body = _loop_body(node.body, scope.addressed(you), flow)
    return g.EachOf(node.span, cites(node), you, members, scope.you_or_nobody(), body, together)


def resolve_players(node: n.Expr, scope: Scope) -> g.Expr:
    """A player, one who may be none, or a set of players."""
    found = resolve_expr(node, scope)
    match without_none(found.type):
        case t.Player() | t.Broken() | t.SetOf(t.Player()) | t.ListOf(t.Player()):
            return found
        case _:
            return scope.report(
                codes.NOBODY_ASKED,
                node.span,
                "Only players can be addressed, and this is none.",
                help="Write `each x in …` to walk over things.",
            )


def _each_in(node: n.Each | n.Together, who: n.EachIn, scope: Scope, flow: Flow) -> g.Stmt:
    inner = scope.block()
    pairs = []
    for pair in who.pairs:
        over = resolve_domain(pair.domain, scope.naming(pair.name.text))
        element = element_of(over.type, scope.world)
        local = inner.declare(pair.name.text, element, pair.name.span, "loop")
        choices.learn_element(inner, over, local)
        pairs.append((local, over))
    body = _loop_body(node.body, inner, flow)
    return g.EachIn(node.span, cites(node), tuple(pairs), scope.you_or_nobody(), body)


def _loop_body(block: n.Block, scope: Scope, flow: Flow) -> g.Body:
    forget_changed(block, scope)
    return statements.resolve_lines(block, scope, flow.looping())


def resolve_repeat(
    node: n.Repeat | n.RepeatUntil | n.RepeatTimes, scope: Scope, flow: Flow
) -> g.Stmt:
    until: g.Expr | None = None
    times: g.Expr | None = None
    if isinstance(node, n.RepeatTimes):
        times = resolve_expr(node.count, scope, t.NUMBER)
    forget_changed(node.body, scope)
    inner = scope.block()
    if isinstance(node, n.RepeatUntil):
        until = resolve_condition(node.condition, scope)
        inner.learn(shown(until, False))
    body = statements.resolve_lines(node.body, inner, flow.looping())
    return g.Repeat(node.span, cites(node), until, times, body)


def resolve_go_round(node: n.GoRound, scope: Scope, flow: Flow) -> g.Stmt:
    you = new_you(node)
    start = resolve_player(node.start, scope) if node.start is not None else None
    forget_changed(node.body, scope)
    skipping = resolve_condition(node.skipping, about_each(you, scope)) if node.skipping else None
    until = resolve_condition(node.until, scope) if node.until else None
    body = _loop_body(node.body, scope.addressed(you), flow)
    anchor = scope.you_or_nobody()
    return g.GoRound(node.span, cites(node), you, start, anchor, skipping, until, body)


# ---------------------------------------------------------------------------------- as, with


def resolve_as(node: n.As, scope: Scope, flow: Flow) -> g.Stmt:
    you = new_you(node)
    who = resolve_player(node.player, scope)
    inner = scope.addressed(you)
    path = path_of(who)
    if path is not None:
        inner.learn(frozenset((path,)))
    return g.As(node.span, cites(node), you, who, statements.resolve_lines(node.body, inner, flow))


def resolve_with(node: n.With, scope: Scope, flow: Flow) -> g.Stmt | None:
    effect = verbs.lookup_effect(node.effect.name, scope)
    if effect is None:
        statements.resolve_body(node.body, scope, flow)
        return None
    args = verbs.effect_arguments(effect, node.effect.arguments, scope, node.effect.span)
    body = statements.resolve_body(node.body, scope, flow)
    return g.With(node.span, cites(node), effect, args, body)
