"""Expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lark import Token

from hoyle.dsl import codes, nodes
from hoyle.dsl.from_tree.page import (
    Branch,
    Child,
    Page,
    as_branch,
    as_token,
    is_branch,
    parts,
    unquoted,
    word,
)
from hoyle.dsl.prompts import Stretch, braces
from hoyle.dsl.source import Span


def expression(page: Page, child: Child) -> nodes.Expr:
    """Any expression."""
    if isinstance(child, Token):
        return _SINGLE[child.type](page, child)
    branch = as_branch(child)
    return _EXPRESSIONS[branch.data](page, branch)


def maybe(page: Page, child: Child) -> nodes.Expr | None:
    """An expression that may be left out."""
    return None if child is None else expression(page, child)


def expressions(page: Page, children: Sequence[Child]) -> tuple[nodes.Expr, ...]:
    """Several expressions."""
    return tuple(expression(page, child) for child in children)


def range_(page: Page, branch: Branch) -> nodes.Range:
    """`low..high`."""
    low, high = parts(branch)
    return nodes.Range(expression(page, low), expression(page, high), span=page.span(branch))


def expression_or_range(page: Page, child: Child) -> nodes.Expr | nodes.Range:
    """What may stand behind `in`."""
    return range_(page, as_branch(child)) if is_branch(child, "range") else expression(page, child)


def arguments(page: Page, branch: Child) -> tuple[nodes.Argument, ...]:
    """What stands between the brackets of a call."""
    return tuple(_argument(page, child) for child in parts(branch) if child is not None)


def call(page: Page, branch: Branch) -> nodes.Call:
    """`count(hand)`."""
    name, args = parts(branch)
    return nodes.Call(page.any_name(name), arguments(page, args), span=page.span(branch))


def roll(page: Page, branch: Branch) -> nodes.Roll:
    """`roll d6`, `roll 3 d6 for moving`, `roll your cup except kept`."""
    first, die, keep, purpose = parts(branch)
    what = expression(page, first)
    return nodes.Roll(
        None if die is None else what,
        what if die is None else page.name(die),
        None if purpose is None else page.name(purpose),
        None if keep is None else expression(page, keep),
        span=page.span(branch),
    )


def prompt(page: Page, child: Child) -> nodes.Prompt:
    """Words shown to a player, with what stands in braces."""
    token = as_token(child)
    text = unquoted(token)
    start = (token.start_pos or 0) + 1
    found: list[str | nodes.Expr] = []
    for piece in braces(text):
        if piece.in_braces:
            inner = page.parse_expression(piece.text, page.shift + start + piece.start)
            found += [f"{{{piece.text}}}" if inner is None else inner]
        elif piece.text:
            _check_braces(page, piece, page.shift + start)
            found.append(piece.text)
    return nodes.Prompt(text, tuple(found), span=page.token_span(token))


def _check_braces(page: Page, words: Stretch, start: int) -> None:
    """Report a brace without its partner among the words of a prompt."""
    alone = re.search(r"[{}]", words.text)
    if alone is None:
        return
    at = start + words.start + alone.start()
    page.sink.report(
        codes.BROKEN_PROMPT,
        Span(page.path, at, at + 1),
        f"This `{alone[0]}` has no partner.",
        help="What is shown stands between two braces: `{n}`, `{your hand}`.",
    )


def maybe_prompt(page: Page, child: Child) -> nodes.Prompt | None:
    """A prompt that may be left out."""
    return None if child is None else prompt(page, child)


def signed(page: Page, branch: Branch) -> nodes.Signed:
    """`(- 1)`; in a script `+2`."""
    sign, value = parts(branch)
    made = expression(page, value)
    return nodes.Signed("-" if sign == "-" else "+", made, span=page.span(branch))


def your(page: Page, branch: Branch) -> nodes.Your:
    """`your hand`."""
    return nodes.Your(page.name(parts(branch)[0]), span=page.span(branch))


def _argument(page: Page, child: Child) -> nodes.Argument:
    if is_branch(child, "of_argument"):
        value, domain = expressions(page, parts(child))
        return nodes.OfArgument(value, domain, span=page.span(as_branch(child)))
    if is_branch(child, "typed_argument"):
        name, type_name = parts(child)
        made = page.name(name), page.type_name(type_name)
        return nodes.TypedArgument(*made, span=page.span(as_branch(child)))
    return expression(page, child)


def _simple(make: Callable[..., nodes.Expr]) -> Callable[[Page, Branch], nodes.Expr]:
    """A node whose parts are expressions, in order."""

    def made(page: Page, branch: Branch) -> nodes.Expr:
        return make(*expressions(page, parts(branch)), span=page.span(branch))

    return made


def _word(page: Page, branch: Branch) -> nodes.Word:
    literal: Any = word(branch)
    return nodes.Word(literal, span=page.span(branch))


def _brackets(page: Page, branch: Branch) -> nodes.Expr:
    inner = expression(page, parts(branch)[0])
    return replace(inner, bracketed=True)


def _set_of(page: Page, branch: Branch) -> nodes.SetOf:
    elements = [child for child in parts(branch) if child is not None]
    return nodes.SetOf(expressions(page, elements), span=page.span(branch))


def _range_set(page: Page, branch: Branch) -> nodes.RangeSet:
    return nodes.RangeSet(range_(page, as_branch(parts(branch)[0])), span=page.span(branch))


def _attribute(page: Page, branch: Branch) -> nodes.Attribute:
    owner, name = parts(branch)
    return nodes.Attribute(expression(page, owner), page.name(name), span=page.span(branch))


def _method(page: Page, branch: Branch) -> nodes.Method:
    owner, name, args = parts(branch)
    made = expression(page, owner), page.any_name(name), arguments(page, args)
    return nodes.Method(*made, span=page.span(branch))


def _sum(page: Page, branch: Branch) -> nodes.Sum:
    left, sign, right = parts(branch)
    operator: Any = str(sign)
    made = expression(page, left), operator, expression(page, right)
    return nodes.Sum(*made, span=page.span(branch))


def _compare(page: Page, branch: Branch) -> nodes.Compare:
    left, comparison, right = parts(branch)
    operator: Any = str(comparison)
    made = expression(page, left), operator, expression(page, right)
    return nodes.Compare(*made, span=page.span(branch))


def _is_facing(page: Page, branch: Branch) -> nodes.IsFacing:
    left, facing = parts(branch)
    return nodes.IsFacing(expression(page, left), way(facing), span=page.span(branch))


def way(child: Child) -> nodes.Way:
    """`face up` or `face down`."""
    return "up" if as_token(child).endswith("up") else "down"


def _is_in(page: Page, branch: Branch) -> nodes.IsIn:
    left, right = parts(branch)
    made = expression(page, left), expression_or_range(page, right)
    return nodes.IsIn(*made, span=page.span(branch))


def _is_not_in(page: Page, branch: Branch) -> nodes.IsNotIn:
    left, right = parts(branch)
    made = expression(page, left), expression_or_range(page, right)
    return nodes.IsNotIn(*made, span=page.span(branch))


def _agrees(page: Page, branch: Branch) -> nodes.Agrees:
    player, question = parts(branch)
    made = expression(page, player), prompt(page, question)
    return nodes.Agrees(*made, span=page.span(branch))


def _any_has(page: Page, branch: Branch) -> nodes.AnyHas:
    name, domain, claim = parts(branch)
    made = page.name(name), expression(page, domain), expression(page, claim)
    return nodes.AnyHas(*made, span=page.span(branch))


def _every_has(page: Page, branch: Branch) -> nodes.EveryHas:
    name, domain, claim = parts(branch)
    made = page.name(name), expression(page, domain), expression(page, claim)
    return nodes.EveryHas(*made, span=page.span(branch))


def _filtered(page: Page, branch: Branch) -> nodes.Filtered:
    whole, filter_ = parts(branch)
    inner = parts(filter_)
    where = inner.pop(1) if is_branch(filter_, "where_filter") else None
    name, ranking = inner
    return nodes.Filtered(
        expression(page, whole),
        None if name is None else page.name(name),
        maybe(page, where),
        None if ranking is None else _ranking(page, as_branch(ranking)),
        span=page.span(branch),
    )


def _ranking(page: Page, branch: Branch) -> nodes.Ranking:
    """Ranks and values in turn; the first rank says whether to keep the best or to order."""
    ranks, values = parts(branch)[::2], parts(branch)[1::2]
    keys = tuple(map(lambda r, v: _rank_key(page, as_token(r), v), ranks, values))
    by = as_token(ranks[0]).startswith("by")
    return nodes.Ranking("by" if by else "with", keys, span=page.span(branch))


def _rank_key(page: Page, rank: Token, value: Child) -> nodes.RankKey:
    made = expression(page, value)
    start = page.token_span(rank)
    order: Any = rank.split()[-1]
    return nodes.RankKey(order, made, span=start.to(made.span))


def _name(page: Page, child: Child) -> nodes.Name:
    """A bare name; the scenario that is played has one, too: `scenario.map`."""
    return page.any_name(child) if as_token(child) == "scenario" else page.name(child)


_SINGLE: dict[str, Callable[[Page, Child], nodes.Expr]] = {
    "NUMBER": Page.number,
    "STRING": Page.text,
    "NAME": _name,
    "TYPE": Page.type_name,
    "PIECE": Page.piece,
}

_EXPRESSIONS: dict[str, Callable[[Page, Branch], nodes.Expr]] = {
    "word": _word,
    "your": your,
    "call": call,
    "signed": signed,
    "brackets": _brackets,
    "set_of": _set_of,
    "range_set": _range_set,
    "attribute": _attribute,
    "index": _simple(nodes.Index),
    "method": _method,
    "sum": _sum,
    "except": _simple(nodes.Except),
    "times": _simple(nodes.Times),
    "over": _simple(nodes.Over),
    "compare": _compare,
    "is": _simple(nodes.Is),
    "is_not": _simple(nodes.IsNot),
    "is_facing": _is_facing,
    "is_in": _is_in,
    "is_not_in": _is_not_in,
    "agrees": _agrees,
    "not": _simple(nodes.Not),
    "and": _simple(nodes.And),
    "or": _simple(nodes.Or),
    "any_has": _any_has,
    "every_has": _every_has,
    "if_else": _simple(nodes.IfElse),
    "filtered": _filtered,
    "roll": roll,
}
