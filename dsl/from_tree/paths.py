"""Movements and sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.expressions import expression, expressions, maybe
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, parts, word


def movement(page: Page, branch: Branch) -> nodes.Movement:
    """`movement walk of Figure`."""
    name, figure, cite, *rules = parts(branch)
    made = page.name(name), page.type_name(figure), page.with_docs(rules, _movement_rule)
    return nodes.Movement(*made, cite=page.cite(cite), span=page.span(branch))


def _movement_rule(page: Page, child: Child) -> nodes.MovementRule:
    branch = as_branch(child)
    first, *middle, last = parts(branch)
    cite, span = page.cite(last), page.span(branch)
    match branch.data:
        case "allow":
            made = expression(page, first), maybe(page, middle[0])
            return nodes.Allow(*made, cite=cite, span=span)
        case "cost":
            return nodes.Cost(expression(page, first), cite=cite, span=span)
        case "bar":
            return nodes.Bar(page.name(first), expression(page, middle[0]), cite=cite, span=span)
        case "halt":
            return nodes.Halt(page.name(first), expression(page, middle[0]), cite=cite, span=span)
        case "rest":
            return nodes.Rest(page.name(first), expression(page, middle[0]), cite=cite, span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} is no rule of a movement")


def sight(page: Page, branch: Branch) -> nodes.Sight:
    """`sight of Figure, Guard`."""
    children = parts(branch)
    figures = [child for child in children if isinstance(child, Token) and child.type == "TYPE"]
    cite, *rules = children[len(figures) :]
    return nodes.Sight(
        tuple(page.type_name(figure) for figure in figures),
        page.with_docs(rules, _sight_rule),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _sight_rule(page: Page, child: Child) -> nodes.SightRule:
    branch = as_branch(child)
    return _SIGHT_RULES[branch.data](page, branch)


def _eye(page: Page, branch: Branch) -> nodes.Eye:
    height, cite = parts(branch)
    return nodes.Eye(expression(page, height), cite=page.cite(cite), span=page.span(branch))


def _aim(page: Page, branch: Branch) -> nodes.Aim:
    at_space, *heights, cite = parts(branch)
    made = at_space is not None, expressions(page, heights)
    return nodes.Aim(*made, cite=page.cite(cite), span=page.span(branch))


def _column(page: Page, branch: Branch) -> nodes.Column:
    height, cite = parts(branch)
    return nodes.Column(expression(page, height), cite=page.cite(cite), span=page.span(branch))


def _adjacent_always(page: Page, branch: Branch) -> nodes.AdjacentAlways:
    return nodes.AdjacentAlways(cite=page.cite(parts(branch)[0]), span=page.span(branch))


def _touching(page: Page, branch: Branch) -> nodes.Touching:
    way, cite = parts(branch)
    literal: Any = word(way)
    return nodes.Touching(literal, cite=page.cite(cite), span=page.span(branch))


_SIGHT_RULES: dict[str, Callable[[Page, Branch], nodes.SightRule]] = {
    "eye": _eye,
    "aim": _aim,
    "column": _column,
    "adjacent_always": _adjacent_always,
    "touching": _touching,
}
