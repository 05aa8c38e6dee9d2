"""Rules: deeds, values, adjustments, hooks, rules of pieces, durations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.deeds import occurrence
from hoyle.dsl.from_tree.examples import example
from hoyle.dsl.from_tree.expressions import call, expression, maybe, maybe_prompt, your
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, as_token, parts, unquoted, word
from hoyle.dsl.from_tree.statements import body, body_or_none, limited, patterns, when
from hoyle.dsl.from_tree.type_forms import maybe_owner, maybe_type, type_form


# ---- deeds
def flow(page: Page, branch: Branch) -> nodes.Flow:
    """`setup`, `play`, `turn`."""
    which, block = parts(branch)
    moment: Any = word(which)
    cite, inside = body(page, block)
    return nodes.Flow(moment, inside, cite=cite, span=page.span(branch))


def procedure(page: Page, branch: Branch) -> nodes.Procedure:
    """`to NAME(…)`."""
    heading, answer, answer_type, guard, block = parts(branch)
    made = head(page, as_branch(heading)), _answer(page, answer, answer_type), _guard(page, guard)
    cite, inside = body_or_none(page, block)
    return nodes.Procedure(*made, inside, cite=cite, span=page.span(branch))


def head(page: Page, branch: Branch) -> nodes.Head:
    """A name and its parameters."""
    name, *parameters = parts(branch)
    made = tuple(_parameter(page, as_branch(parameter)) for parameter in parameters)
    called = page.any_name(name) if made else page.name(name)
    return nodes.Head(called, made, span=page.span(branch))


def _parameter(page: Page, branch: Branch) -> nodes.Parameter:
    *names, type_ = parts(branch)
    return nodes.Parameter(page.names(names), type_form(page, type_), span=page.span(branch))


def _answer(page: Page, name: Child, type_: Child) -> nodes.Answer | None:
    if name is None:
        return None
    called, made = page.name(name), type_form(page, type_)
    return nodes.Answer(called, made, span=called.span.to(made.span))


def _guard(page: Page, child: Child) -> nodes.Guard | None:
    if child is None:
        return None
    which, condition = parts(child)
    literal: Any = word(which)
    return nodes.Guard(literal, expression(page, condition), span=page.span(as_branch(child)))


# ---- values
def value(page: Page, branch: Branch) -> nodes.Value:
    """`value NAME of T = E`."""
    heading, owner, type_, answer, cite = parts(branch)
    made = head(page, as_branch(heading)), maybe_owner(page, owner), maybe_type(page, type_)
    base = expression(page, answer)
    return nodes.Value(*made, base, cite=page.cite(cite), span=page.span(branch))


def value_lookup(page: Page, branch: Branch) -> nodes.Value:
    """`value NAME of T = match …`."""
    heading, owner, type_, table = parts(branch)
    made = head(page, as_branch(heading)), maybe_owner(page, owner), maybe_type(page, type_)
    subject, cite, *lines = parts(table)
    base = nodes.Lookup(
        expression(page, subject), page.with_docs(lines, _case), span=page.span(as_branch(table))
    )
    return nodes.Value(*made, base, cite=page.cite(cite), span=page.span(branch))


def _case(page: Page, child: Child) -> nodes.Case:
    found, answer, cite = parts(child)
    made = patterns(page, found), expression(page, answer)
    return nodes.Case(*made, cite=page.cite(cite), span=page.span(as_branch(child)))


# ---- adjustments
def adjust(page: Page, branch: Branch) -> nodes.Adjust:
    """`adjust V by + E`."""
    target, change, name, over, condition, cite = parts(branch)
    return nodes.Adjust(
        _target(page, as_branch(target)),
        _change(page, as_branch(change)),
        _adjust_each(page, name, over),
        when(page, condition),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _target(page: Page, branch: Branch) -> nodes.AdjustTarget:
    match branch.data:
        case "your":
            return your(page, branch)
        case "call":
            return call(page, branch)
        case _:
            name, owner = parts(branch)
            made = page.name(name), maybe_owner(page, owner)
            return nodes.ValueTarget(*made, span=page.span(branch))


def _adjust_each(page: Page, name: Child, over: Child) -> nodes.AdjustEach | None:
    if name is None:
        return None
    called, made = page.name(name), expression(page, over)
    return nodes.AdjustEach(called, made, span=called.span.to(made.span))


def _change(page: Page, branch: Branch) -> nodes.Change:
    children, span = parts(branch), page.span(branch)
    match branch.data:
        case "change_by":
            sign: Any = str(as_token(children[0]))
            return nodes.ChangeBy(sign, expression(page, children[1]), span=span)
        case "change_to_those":
            condition, if_any = children
            return nodes.ChangeToThose(expression(page, condition), if_any is not None, span=span)
        case simple:
            return _CHANGES[simple](expression(page, children[0]), span=span)


_CHANGES: dict[str, Callable[..., nodes.Change]] = {
    "change_to": nodes.ChangeTo,
    "change_times": nodes.ChangeTimes,
    "change_at_least": nodes.ChangeAtLeast,
    "change_at_most": nodes.ChangeAtMost,
}


# ---- hooks
def hook(page: Page, branch: Branch) -> nodes.Hook:
    """`before challenge(you) …`."""
    return _hook(page, branch, False, None, parts(branch))


def may_hook(page: Page, branch: Branch) -> nodes.Hook:
    """`may once before challenge(you) …`."""
    bound, *rest = parts(branch)
    return _hook(page, branch, True, limited(page, bound), rest)


def _hook(
    page: Page, branch: Branch, may: bool, bound: nodes.Limited | None, rest: list[Child]
) -> nodes.Hook:
    moment, events, by, purposes, condition, block = rest
    literal: Any = word(moment)
    cite, inside = body_or_none(page, block)
    return nodes.Hook(
        may,
        bound,
        literal,
        _occurrences(page, events),
        None if by is None else page.name(by),
        () if purposes is None else page.names(parts(purposes)),
        when(page, condition),
        inside,
        cite=cite,
        span=page.span(branch),
    )


def action(page: Page, branch: Branch) -> nodes.Action:
    """`may "label" in cards`."""
    bound, label, windows, condition, block = parts(branch)
    cite, inside = body_or_none(page, block)
    return nodes.Action(
        limited(page, bound),
        maybe_prompt(page, label),
        _occurrences(page, windows),
        when(page, condition),
        inside,
        cite=cite,
        span=page.span(branch),
    )


def _occurrences(page: Page, child: Child) -> tuple[nodes.Occurrence, ...]:
    return tuple(occurrence(page, what) for what in parts(child))


def whenever(page: Page, branch: Branch) -> nodes.Whenever:
    """`whenever C`."""
    condition, block = parts(branch)
    made = expression(page, condition)
    cite, inside = body(page, block)
    return nodes.Whenever(made, inside, cite=cite, span=page.span(branch))


# ---- rules of pieces
def rules_of_piece(page: Page, branch: Branch) -> nodes.PieceRules:
    """`Item "Rope"` and its rules."""
    piece, cite, *rules = parts(branch)
    made = page.piece(piece), None, page.with_docs(rules, _piece_rule)
    return nodes.PieceRules(*made, cite=page.cite(cite), span=page.span(branch))


def rules_of_type(page: Page, branch: Branch) -> nodes.PieceRules:
    """`Item where …` and their rules."""
    type_, where, cite, *rules = parts(branch)
    made = page.type_name(type_), maybe(page, where), page.with_docs(rules, _piece_rule)
    return nodes.PieceRules(*made, cite=page.cite(cite), span=page.span(branch))


def lift(page: Page, branch: Branch) -> nodes.Lift:
    """`lift water, steep when C`."""
    *names, condition, cite = parts(branch)
    made = page.names(names), when(page, condition)
    return nodes.Lift(*made, cite=page.cite(cite), span=page.span(branch))


def printed_fact(page: Page, branch: Branch) -> nodes.PrintedFact:
    """`boost = 3` in the block of a piece."""
    name, value, cite = parts(branch)
    made = page.name(name), expression(page, value)
    return nodes.PrintedFact(*made, cite=page.cite(cite), span=page.span(branch))


def lasting(page: Page, branch: Branch) -> nodes.Lasting:
    """`lasting NAME(…) until …`."""
    heading, endings, cite, *rules = parts(branch)
    ends = [] if endings is None else parts(endings)
    return nodes.Lasting(
        head(page, as_branch(heading)),
        tuple(_ending(page, as_branch(ending)) for ending in ends),
        page.with_docs(rules, _lasting_rule),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _ending(page: Page, branch: Branch) -> nodes.Ending:
    end_of, next_, what = parts(branch)
    made = end_of is not None, next_ is not None, occurrence(page, what)
    return nodes.Ending(*made, span=page.span(branch))


def ruling(page: Page, branch: Branch) -> nodes.Ruling:
    """`ruling gap "…"`."""
    basis, sentence, cite = parts(branch)
    literal: Any = word(basis)
    span = page.span(branch)
    return nodes.Ruling(literal, unquoted(sentence), cite=page.cite(cite), span=span)


def _piece_rule(page: Page, child: Child) -> nodes.PieceRule:
    branch = as_branch(child)
    return _PIECE_RULES[branch.data](page, branch)


LastingRule = nodes.Adjust | nodes.Hook | nodes.Action | nodes.Lift


def _lasting_rule(page: Page, child: Child) -> LastingRule:
    branch = as_branch(child)
    return _LASTING_RULES[branch.data](page, branch)


_LASTING_RULES: dict[str, Callable[[Page, Branch], LastingRule]] = {
    "adjust": adjust,
    "hook": hook,
    "may_hook": may_hook,
    "action": action,
    "lift": lift,
}

_PIECE_RULES: dict[str, Callable[[Page, Branch], nodes.PieceRule]] = {
    **_LASTING_RULES,
    "procedure": procedure,
    "value": value,
    "value_lookup": value_lookup,
    "lasting": lasting,
    "ruling": ruling,
    "example": example,
    "printed": printed_fact,
}
