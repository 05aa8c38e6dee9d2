"""Statements with blocks: flow and choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.deeds import deed, occurrence
from hoyle.dsl.from_tree.expressions import (
    call,
    expression,
    expression_or_range,
    expressions,
    maybe,
    maybe_prompt,
    prompt,
    range_,
)
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, integer, is_branch, parts, word
from hoyle.dsl.source import Span


# ---- blocks
def body(page: Page, child: Child) -> tuple[nodes.Cite | None, nodes.Block]:
    """A block, and the citation of the heading above it."""
    branch = as_branch(child)
    if branch.data == "one_line":
        return None, _one_line(page, branch)
    cite, *statements = parts(branch)
    block = nodes.Block(page.with_docs(statements, statement), span=_inside(page, branch))
    return page.cite(cite), block


def body_or_none(page: Page, child: Child) -> tuple[nodes.Cite | None, nodes.Block | None]:
    """A block that may be left out; the citation stands at the end of the heading in any case."""
    if child is None or isinstance(child, Token):
        return page.cite(child), None
    return body(page, child)


def _one_line(page: Page, branch: Branch) -> nodes.Block:
    short, cite = parts(branch)
    made: nodes.Statement
    if is_branch(short, "offering"):
        made = _offer(page, as_branch(short), page.cite(cite), ())
    else:
        made = replace(deed(page, short), cite=page.cite(cite))
    return nodes.Block((made,), one_line=True, span=page.span(branch))


def _inside(page: Page, branch: Branch) -> Span:
    first, last = as_branch(parts(branch)[1]), as_branch(parts(branch)[-1])
    return page.span(first).to(page.span(last))


def _inner_block(page: Page, child: Child) -> nodes.Block | None:
    if child is None:
        return None
    return nodes.Block(page.with_docs(parts(child), statement), span=page.span(as_branch(child)))


# ---- statements
def statement(page: Page, child: Child) -> nodes.Statement:
    """Any statement."""
    branch = as_branch(child)
    return _STATEMENTS[branch.data](page, branch)


def _line(page: Page, branch: Branch) -> nodes.Statement:
    simple, cite = parts(branch)
    return replace(deed(page, simple), cite=page.cite(cite), span=page.span(branch))


def _if(page: Page, branch: Branch) -> nodes.If:
    condition, block, otherwise = parts(branch)
    made = expression(page, condition)
    cite, inside = body(page, block)
    rest = _otherwise(page, otherwise)
    return nodes.If(made, inside, rest, cite=cite, span=page.span(branch))


def _otherwise(page: Page, child: Child) -> nodes.Otherwise | nodes.If | None:
    if child is None:
        return None
    branch = as_branch(child)
    if branch.data == "otherwise_if":
        return replace(_if(page, as_branch(parts(branch)[0])), span=page.span(branch))
    cite, inside = body(page, parts(branch)[0])
    return nodes.Otherwise(inside, cite=cite, span=page.span(branch))


def _each(page: Page, branch: Branch) -> nodes.Each:
    who, block = parts(branch)
    made = _each_in(page, as_branch(who)) if is_branch(who, "each_in") else seats(page, who)
    cite, inside = body(page, block)
    return nodes.Each(made, inside, cite=cite, span=page.span(branch))


def _together(page: Page, branch: Branch) -> nodes.Together:
    who, block = parts(branch)
    made = seats(page, who)
    cite, inside = body(page, block)
    return nodes.Together(made, inside, cite=cite, span=page.span(branch))


def seats(page: Page, child: Child) -> nodes.EachPlayer | nodes.EachOf:
    """`player from X where C`, `of A, B`."""
    branch = as_branch(child)
    span = page.span(branch)
    if branch.data == "each_of":
        return nodes.EachOf(expressions(page, parts(branch)), span=span)
    start, where = parts(branch)
    return nodes.EachPlayer(maybe(page, start), maybe(page, where), span=span)


def _each_in(page: Page, branch: Branch) -> nodes.EachIn:
    pairs = tuple(_pair(page, as_branch(child)) for child in parts(branch))
    return nodes.EachIn(pairs, span=page.span(branch))


def _pair(page: Page, branch: Branch) -> nodes.Pair:
    name, domain = parts(branch)
    made = page.name(name), expression_or_range(page, domain)
    return nodes.Pair(*made, span=page.span(branch))


def _repeat(page: Page, branch: Branch) -> nodes.Repeat:
    cite, inside = body(page, parts(branch)[0])
    return nodes.Repeat(inside, cite=cite, span=page.span(branch))


def _repeat_until(page: Page, branch: Branch) -> nodes.RepeatUntil:
    condition, block = parts(branch)
    made = expression(page, condition)
    cite, inside = body(page, block)
    return nodes.RepeatUntil(made, inside, cite=cite, span=page.span(branch))


def _repeat_times(page: Page, branch: Branch) -> nodes.RepeatTimes:
    count, block = parts(branch)
    made = expression(page, count)
    cite, inside = body(page, block)
    return nodes.RepeatTimes(made, inside, cite=cite, span=page.span(branch))


def _go_round(page: Page, branch: Branch) -> nodes.GoRound:
    start, skipping, until, block = parts(branch)
    made = maybe(page, start), maybe(page, skipping), maybe(page, until)
    cite, inside = body(page, block)
    return nodes.GoRound(*made, inside, cite=cite, span=page.span(branch))


def _as(page: Page, branch: Branch) -> nodes.As:
    player, block = parts(branch)
    made = expression(page, player)
    cite, inside = body(page, block)
    return nodes.As(made, inside, cite=cite, span=page.span(branch))


def _with(page: Page, branch: Branch) -> nodes.With:
    effect, block = parts(branch)
    made = call(page, as_branch(effect))
    cite, inside = body(page, block)
    return nodes.With(made, inside, cite=cite, span=page.span(branch))


def _at_once(page: Page, branch: Branch) -> nodes.AtOnce:
    cite, inside = body(page, parts(branch)[0])
    return nodes.AtOnce(inside, cite=cite, span=page.span(branch))


def _match(page: Page, branch: Branch) -> nodes.Match:
    subject, cite, *arms = parts(branch)
    made = expression(page, subject), page.with_docs(arms, _arm)
    return nodes.Match(*made, cite=page.cite(cite), span=page.span(branch))


def _arm(page: Page, child: Child) -> nodes.Arm:
    branch = as_branch(child)
    found, block = parts(branch)
    made = patterns(page, found)
    cite, inside = body_or_none(page, block)
    return nodes.Arm(made, inside, cite=cite, span=page.span(branch))


def patterns(page: Page, child: Child) -> tuple[nodes.Pattern, ...]:
    """What a case stands for: `1..8`, `red, blue`, `otherwise`."""
    return tuple(_pattern(page, pattern) for pattern in parts(child))


def _pattern(page: Page, child: Child) -> nodes.Pattern:
    if isinstance(child, Token):
        return _single_pattern(page, child)
    branch = as_branch(child)
    if branch.data == "bounds":
        return page.bounds(branch)
    match word(branch):
        case "otherwise":
            return nodes.OtherwisePattern(span=page.span(branch))
        case "none":
            return nodes.Word("none", span=page.span(branch))
        case "yes":
            return nodes.Word("yes", span=page.span(branch))
        case _:
            return nodes.Word("no", span=page.span(branch))


def _single_pattern(page: Page, token: Token) -> nodes.Pattern:
    match token.type:
        case "NAME":
            return page.name(token)
        case "NUMBER":
            return page.number(token)
        case "STRING":
            return page.text(token)
        case _:
            return page.piece(token)


# ---- choices
def _choose(page: Page, branch: Branch) -> nodes.Choose:
    pick, cite, block, otherwise = parts(branch)
    made = _pick(page, as_branch(pick)), _inner_block(page, block), _otherwise(page, otherwise)
    return nodes.Choose(*made, cite=page.cite(cite), span=page.span(branch))


def _may_choose(page: Page, branch: Branch) -> nodes.MayChoose:
    pick, cite, block, otherwise = parts(branch)
    made = _pick(page, as_branch(pick)), _inner_block(page, block), _otherwise(page, otherwise)
    return nodes.MayChoose(*made, cite=page.cite(cite), span=page.span(branch))


def _choose_branch(page: Page, branch: Branch) -> nodes.ChooseBranch:
    window, words, cite, *ways, otherwise = parts(branch)
    return nodes.ChooseBranch(
        None if window is None else occurrence(page, window),
        prompt(page, words),
        page.with_docs(ways, _branch),
        _otherwise(page, otherwise),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _may(page: Page, branch: Branch) -> nodes.May:
    label, condition, block, otherwise = parts(branch)
    made = prompt(page, label), when(page, condition)
    cite, inside = body_or_none(page, block)
    rest = _otherwise(page, otherwise)
    return nodes.May(*made, inside, rest, cite=cite, span=page.span(branch))


def _offer_block(page: Page, branch: Branch) -> nodes.Offer:
    offering, cite, *ways = parts(branch)
    branches = page.with_docs(ways, _branch)
    made = _offer(page, as_branch(offering), page.cite(cite), branches)
    return replace(made, span=page.span(branch))


def _offer(
    page: Page,
    offering: Branch,
    cite: nodes.Cite | None,
    branches: tuple[nodes.Branch | nodes.Doc, ...],
) -> nodes.Offer:
    window, who, words = parts(offering)
    return nodes.Offer(
        occurrence(page, window),
        None if who is None else seats(page, who),
        maybe_prompt(page, words),
        branches,
        cite=cite,
        span=page.span(offering),
    )


def _branch(page: Page, child: Child) -> nodes.Branch:
    branch = as_branch(child)
    label, bound, condition, block = parts(branch)
    made = prompt(page, label), limited(page, bound), when(page, condition)
    cite, inside = body_or_none(page, block)
    return nodes.Branch(*made, inside, cite=cite, span=page.span(branch))


def when(page: Page, child: Child) -> nodes.When | None:
    """`when C "reason"`, if it is there."""
    if child is None:
        return None
    condition, reason = parts(child)
    made = expression(page, condition), maybe_prompt(page, reason)
    return nodes.When(*made, span=page.span(as_branch(child)))


def limited(page: Page, child: Child) -> nodes.Limited | None:
    """`once`, `3 times per turn`, if it is there."""
    if child is None:
        return None
    *number, per = parts(child)
    times = _times(page, number[0]) if number else 1
    made = None if per is None else page.any_name(_word_or_name(per))
    return nodes.Limited(times, made, span=page.span(as_branch(child)))


def _times(page: Page, child: Child) -> int | nodes.Name:
    """A number, or the name of an option that is one."""
    if isinstance(child, Token) and child.type == "NAME":
        return page.name(child)
    return integer(child)


def _word_or_name(child: Child) -> Child:
    return child if isinstance(child, Token) else parts(child)[0]


def _pick(page: Page, branch: Branch) -> nodes.Pick:
    how_many, unseen, name, candidates, if_any, words = parts(branch)
    return nodes.Pick(
        None if how_many is None else _how_many(page, how_many),
        unseen is not None,
        page.name(name),
        _candidates(page, as_branch(candidates)),
        if_any is not None,
        maybe_prompt(page, words),
        span=page.span(branch),
    )


def _how_many(page: Page, child: Child) -> nodes.HowMany:
    branch = as_branch(child)
    span = page.span(branch)
    match branch.data:
        case "range":
            return range_(page, branch)
        case "one_or_more":
            return nodes.OneOrMore(span=span)
        case "any_number":
            return nodes.AnyNumber(span=span)
        case "up_to":
            return nodes.UpTo(expression(page, parts(branch)[0]), span=span)
        case "exactly":
            return nodes.Exactly(expression(page, parts(branch)[0]), span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} is no number of things")


def _candidates(page: Page, branch: Branch) -> nodes.Candidates:
    span = page.span(branch)
    match branch.data:
        case "from_set":
            return nodes.FromSet(expression(page, parts(branch)[0]), span=span)
        case "in_set":
            return nodes.InSet(expression(page, parts(branch)[0]), span=span)
        case "in_range":
            found, where = parts(branch)
            return nodes.InRange(range_(page, as_branch(found)), maybe(page, where), span=span)
        case other:
            raise TypeError(f"the grammar changed: nothing is chosen from {other}")


_STATEMENTS: dict[str, Callable[[Page, Branch], nodes.Statement]] = {
    "line": _line,
    "if": _if,
    "each": _each,
    "together": _together,
    "repeat": _repeat,
    "repeat_until": _repeat_until,
    "repeat_times": _repeat_times,
    "go_round": _go_round,
    "as": _as,
    "with": _with,
    "at_once": _at_once,
    "match": _match,
    "choose": _choose,
    "choose_branch": _choose_branch,
    "may": _may,
    "may_choose": _may_choose,
    "offer": _offer_block,
}
