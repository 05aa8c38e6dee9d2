"""Examples."""

from __future__ import annotations

from typing import Any

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.deeds import occurrence
from hoyle.dsl.from_tree.expressions import expression, expressions, signed
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, integer, parts, unquoted, word


def example(page: Page, branch: Branch) -> nodes.Example:
    """`example "title"` with its steps."""
    title, cite, *steps = parts(branch)
    made = unquoted(title), page.with_docs(steps, _step)
    return nodes.Example(*made, cite=page.cite(cite), span=page.span(branch))


def _step(page: Page, child: Child) -> nodes.Step:
    branch = as_branch(child)
    children, span = parts(branch), page.span(branch)
    match branch.data:
        case "given":
            return nodes.Given(_fact(page, children[0]), cite=page.cite(children[1]), span=span)
        case "then":
            return nodes.Then(_fact(page, children[0]), cite=page.cite(children[1]), span=span)
        case "and_also":
            return nodes.AndAlso(_fact(page, children[0]), cite=page.cite(children[1]), span=span)
        case "but_not":
            option, value, cite = children
            made = page.name(option), expression(page, value)
            return nodes.ButNot(*made, cite=page.cite(cite), span=span)
        case "does":
            return _does(page, branch)
        case other:
            raise TypeError(f"the grammar changed: {other} is no step of an example")


def _does(page: Page, branch: Branch) -> nodes.Does:
    seat, what, cite, *script = parts(branch)
    made = page.name(seat), occurrence(page, what), page.with_docs(script, _script_line)
    return nodes.Does(*made, cite=page.cite(cite), span=page.span(branch))


def _fact(page: Page, child: Child) -> nodes.Fact:
    branch = as_branch(child)
    children, span = parts(branch), page.span(branch)
    match branch.data:
        case "holds":
            condition, *more = expressions(page, children)
            return nodes.Holds(condition, tuple(more), span=span)
        case "wins":
            return nodes.Wins(expression(page, children[0]), span=span)
        case "answer_is":
            return nodes.AnswerIs(expression(page, children[0]), span=span)
        case "odds":
            favourable, total, condition_ = children
            made = integer(favourable), integer(total), expression(page, condition_)
            return nodes.Odds(*made, span=span)
        case "after_flow":
            moment: Any = word(children[0])
            return nodes.AfterFlow(moment, span=span)
        case "map_fact":
            return nodes.MapFact(unquoted(children[0]), span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} is no fact")


def _script_line(page: Page, child: Child) -> nodes.ScriptLine:
    branch = as_branch(child)
    who, *middle, cited = parts(branch)
    cite, span = page.cite(cited), page.span(branch)
    if branch.data == "rolls":
        by_whom = None if who is None else page.name(who)
        return nodes.Rolls(by_whom, _values(page, middle[0]), cite=cite, span=span)
    seat = page.name(who)
    match branch.data:
        case "chooses":
            return nodes.Chooses(seat, _values(page, middle[0]), cite=cite, span=span)
        case "plays":
            return nodes.Plays(seat, _values(page, middle[0]), cite=cite, span=span)
        case "draws":
            return nodes.Draws(seat, _values(page, middle[0]), cite=cite, span=span)
        case "passes":
            return nodes.Passes(seat, cite=cite, span=span)
        case "says_yes":
            return nodes.SaysYes(seat, cite=cite, span=span)
        case other:
            raise TypeError(f"the grammar changed: nobody {other} in an example")


def _values(page: Page, child: Child) -> tuple[nodes.ScriptValue, ...]:
    return tuple(_value(page, value) for value in parts(child))


def _value(page: Page, child: Child) -> nodes.ScriptValue:
    if not isinstance(child, Token):
        return signed(page, as_branch(child))
    match child.type:
        case "STRING":
            return page.text(child)
        case "NUMBER":
            return page.number(child)
        case _:
            return page.name(child)
