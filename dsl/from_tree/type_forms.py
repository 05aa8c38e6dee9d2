"""How types are written."""

from __future__ import annotations

from typing import Any

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, integer, is_branch, parts, word


def type_form(page: Page, child: Child) -> nodes.TypeForm:
    """Any type."""
    if is_branch(child, "container_type"):
        return _container(page, as_branch(child))
    return _alternatives(page, child)


def maybe_type(page: Page, child: Child) -> nodes.TypeForm | None:
    """A type that may be left out."""
    return None if child is None else type_form(page, child)


def bounds_or_type(page: Page, child: Child) -> nodes.Bounds | nodes.TypeName:
    """An index: `1..4` or `Colour`."""
    return page.type_name(child) if isinstance(child, Token) else page.bounds(as_branch(child))


def owner(page: Page, child: Child) -> nodes.TypeName | nodes.BuiltinType:
    """Whose value it is: `player`, or a component."""
    if isinstance(child, Token):
        return page.type_name(child)
    return nodes.BuiltinType("player", span=page.span(as_branch(child)))


def maybe_owner(page: Page, child: Child) -> nodes.TypeName | nodes.BuiltinType | None:
    """An owner that may be left out."""
    return None if child is None else owner(page, child)


def _container(page: Page, branch: Branch) -> nodes.ContainerType:
    container, element, room = parts(branch)
    kind: Any = word(container)
    return nodes.ContainerType(
        kind,
        _alternatives(page, element),
        None if room is None else integer(room),
        span=page.span(branch),
    )


def _alternatives(page: Page, child: Child) -> nodes.SingleType | nodes.EitherType:
    if is_branch(child, "either_type"):
        options = tuple(_single(page, option) for option in parts(child))
        return nodes.EitherType(options, span=page.span(as_branch(child)))
    return _single(page, child)


def _single(page: Page, child: Child) -> nodes.SingleType:
    if isinstance(child, Token):
        return page.type_name(child)
    branch = as_branch(child)
    span = page.span(branch)
    match branch.data:
        case "bounds":
            return page.bounds(branch)
        case "builtin_type":
            builtin: Any = word(branch)
            return nodes.BuiltinType(builtin, span=span)
        case "one_of":
            return nodes.OneOf(page.type_name(parts(branch)[0]), span=span)
        case "dice_type":
            count, die = parts(branch)
            return nodes.DiceType(integer(count), page.name(die), span=span)
        case other:
            raise TypeError(f"the grammar changed: no type is called {other}")
