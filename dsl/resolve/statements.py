"""Deeds and flow: every statement of the syntax tree becomes its typed one.

Choices stand in `choices.py`, verbs in `verbs.py`. A block opens a scope; what a test shows holds
in its branch, and behind it where the other branch leaves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve import choices, deeds, loops, verbs
from hoyle.dsl.resolve.common import (
    Flow,
    changed_in,
    cites,
)
from hoyle.dsl.resolve.expressions import (
    resolve_condition,
    resolve_expr,
)
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.patterns import resolve_patterns
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.walk import leaves


def resolve_whole(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The body of a `to`, a hook or the like: the locals it changes are found first."""
    changed = replace(flow, changed=changed_in(block))
    return resolve_body(block, scope, changed)


def resolve_body(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The deeds of a block, in a scope of its own."""
    return resolve_lines(block, scope.block(), flow)


def resolve_lines(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The deeds of a block, in a scope made for it."""
    if block is None:
        return ()
    lines = (line for line in block.statements if not isinstance(line, n.Doc))
    found = (resolve_statement(line, scope, flow) for line in lines)
    return tuple(stmt for stmt in found if stmt is not None)


def resolve_statement(node: n.Statement, scope: Scope, flow: Flow) -> g.Stmt | None:
    """One statement; None if it was reported."""
    match node:
        case n.Let():
            return deeds.resolve_let(node, scope, flow)
        case n.Assign() | n.Add() | n.Subtract():
            return deeds.resolve_assign(node, scope)
        case n.Verb():
            return verbs.resolve_verb(node, scope)
        case n.RollDeed():
            return deeds.resolve_roll(node, scope)
        case n.Perform():
            return deeds.resolve_perform(node, scope)
        case n.End():
            return deeds.resolve_end(node, scope)
        case n.RollAgain():
            return deeds.resolve_roll_again(node, scope, flow)
        case n.Stop() | n.Until():
            return deeds.leave_loop(node, scope, flow)
        case n.Return():
            return deeds.resolve_return(node, scope, flow)
        case n.Victory():
            return deeds.resolve_victory(node, scope)
        case n.If():
            return _if(node, scope, flow)
        case n.Each() | n.Together():
            return loops.resolve_each(node, scope, flow)
        case n.Repeat() | n.RepeatUntil() | n.RepeatTimes():
            return loops.resolve_repeat(node, scope, flow)
        case n.GoRound():
            return loops.resolve_go_round(node, scope, flow)
        case n.As():
            return loops.resolve_as(node, scope, flow)
        case n.With():
            return loops.resolve_with(node, scope, flow)
        case n.AtOnce():
            return g.AtOnce(node.span, cites(node), resolve_body(node.body, scope, flow))
        case n.Match():
            return _match(node, scope, flow)
        case n.Choose() | n.MayChoose():
            return choices.resolve_choose(node, scope, flow)
        case n.ChooseBranch():
            return choices.resolve_choose_branch(node, scope, flow)
        case n.May():
            return choices.resolve_may(node, scope, flow)
        case n.Offer():
            return choices.resolve_offer(node, scope, flow)
        case _:
            assert_never(node)


# ---------------------------------------------------------------------------------- branches


def _if(node: n.If, scope: Scope, flow: Flow) -> g.Stmt:
    cond = resolve_condition(node.condition, scope)
    yes, no = shown(cond, True), shown(cond, False)
    then = resolve_lines(node.body, scope.if_(yes), flow)
    otherwise = resolve_otherwise(node.otherwise, scope.if_(no), flow)
    if leaves(then):
        scope.learn(no)
    if otherwise and leaves(otherwise):
        scope.learn(yes)
    return g.If(node.span, cites(node), cond, then, otherwise)


def resolve_otherwise(node: n.Otherwise | n.If | None, scope: Scope, flow: Flow) -> g.Body:
    """The other case; () if nothing is said."""
    match node:
        case None:
            return ()
        case n.If():
            return (_if(node, scope, flow),)
        case n.Otherwise():
            return resolve_body(node.body, scope, flow)
        case _:
            assert_never(node)


def _match(node: n.Match, scope: Scope, flow: Flow) -> g.Stmt:
    subject = resolve_expr(node.subject, scope)
    arms = [arm for arm in node.arms if isinstance(arm, n.Arm)]
    patterns = resolve_patterns([arm.patterns for arm in arms], subject, scope, node.span)
    bodies = (resolve_body(arm.body, scope, flow) for arm in arms)
    return g.Match(node.span, cites(node), subject, tuple(zip(patterns, bodies, strict=True)))
