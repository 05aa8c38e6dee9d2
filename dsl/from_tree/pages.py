"""A file: its head, its declarations, options, scenarios, campaigns."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from hoyle.dsl import nodes
from hoyle.dsl.from_tree import box, paths, rules
from hoyle.dsl.from_tree.examples import example
from hoyle.dsl.from_tree.expressions import expression
from hoyle.dsl.from_tree.page import Branch, Child, Page, as_branch, integer, parts, unquoted
from hoyle.dsl.from_tree.statements import when
from hoyle.dsl.from_tree.type_forms import maybe_type, owner


def file(page: Page, branch: Branch) -> tuple[nodes.Declaration | nodes.Doc | nodes.Heading, ...]:
    """Everything that stands at the left margin, in order."""
    return tuple(_item(page, as_branch(child)) for child in branch.children)


def _item(page: Page, branch: Branch) -> nodes.Declaration | nodes.Doc | nodes.Heading:
    if branch.data == "doc":
        return page.doc(branch)
    if branch.data == "heading":
        title = str(parts(branch)[0]).strip("= \t\r")
        return nodes.Heading(title, span=page.span(branch))
    return _DECLARATIONS[branch.data](page, branch)


# ---- the head
def _game(page: Page, branch: Branch) -> nodes.Game:
    title, cite, *lines = parts(branch)
    made = unquoted(title), page.with_docs(lines, _head_line)
    return nodes.Game(*made, cite=page.cite(cite), span=page.span(branch))


def _head_line(page: Page, child: Child) -> nodes.HeadLine:
    branch = as_branch(child)
    *children, cited = parts(branch)
    cite, span = page.cite(cited), page.span(branch)
    match branch.data:
        case "players":
            return nodes.Players(page.bounds(as_branch(children[0])), cite=cite, span=span)
        case "sourcebook":
            key, title, clauses = children
            made = page.type_name(key), unquoted(title), unquoted(clauses)
            return nodes.Sourcebook(*made, cite=cite, span=span)
        case "extends":
            return nodes.Extends(unquoted(children[0]), cite=cite, span=span)
        case "limit":
            return nodes.Limit(integer(children[0]), page.name(children[1]), cite=cite, span=span)
        case "asks_always":
            return nodes.AsksAlways(cite=cite, span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} is no line of the head")


def _include(page: Page, branch: Branch) -> nodes.Include:
    (path,) = parts(branch)
    return nodes.Include(unquoted(path), span=page.span(branch))


# ---- options, invariants, scenarios
def _option(page: Page, branch: Branch) -> nodes.Option:
    name, type_, start, words, condition, cite = parts(branch)
    made = page.name(name), maybe_type(page, type_), expression(page, start), unquoted(words)
    only = when(page, condition)
    return nodes.Option(*made, only, cite=page.cite(cite), span=page.span(branch))


def _invariant(page: Page, branch: Branch) -> nodes.Invariant:
    sentence, before, condition, cite = parts(branch)
    moment = None if before is None else page.name(before)
    made = unquoted(sentence), moment, expression(page, condition)
    return nodes.Invariant(*made, cite=page.cite(cite), span=page.span(branch))


def _scenario(page: Page, branch: Branch) -> nodes.Scenario:
    name, title, like, cite, *lines = parts(branch)
    return nodes.Scenario(
        page.name(name),
        unquoted(title),
        None if like is None else page.name(like),
        page.with_docs(lines, _scenario_line),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _scenario_line(page: Page, child: Child) -> nodes.ScenarioLine:
    branch = as_branch(child)
    return _SCENARIO_LINES[branch.data](page, branch)


def _setting(page: Page, branch: Branch) -> nodes.Setting:
    name, value, cite = parts(branch)
    made = page.name(name), expression(page, value)
    return nodes.Setting(*made, cite=page.cite(cite), span=page.span(branch))


def _brings(page: Page, branch: Branch) -> nodes.Brings:
    *fields, scenario, cite = parts(branch)
    made = page.names(fields), page.name(scenario)
    return nodes.Brings(*made, cite=page.cite(cite), span=page.span(branch))


def _campaign(page: Page, branch: Branch) -> nodes.Campaign:
    name, title, scenarios, cite, *lines = parts(branch)
    return nodes.Campaign(
        page.name(name),
        unquoted(title),
        page.names(parts(scenarios)),
        page.with_docs(lines, _campaign_line),
        cite=page.cite(cite),
        span=page.span(branch),
    )


def _campaign_line(page: Page, child: Child) -> nodes.Carries | nodes.Fork:
    branch = as_branch(child)
    return _carries(page, branch) if branch.data == "carries" else _fork(page, branch)


def _fork(page: Page, branch: Branch) -> nodes.Fork:
    chapter, condition, to, cite = parts(branch)
    only = None if condition is None else expression(page, condition)
    target = None if isinstance(to, Tree) else page.name(to)
    made = page.name(chapter), only, target
    return nodes.Fork(*made, cite=page.cite(cite), span=page.span(branch))


def _carries(page: Page, branch: Branch) -> nodes.Carries:
    *fields, whose, cite = parts(branch)
    of_table = isinstance(whose, Tree) and whose.data == "the_table"
    made = page.names(fields), None if of_table else owner(page, whose)
    return nodes.Carries(*made, cite=page.cite(cite), span=page.span(branch))


_SCENARIO_LINES: dict[str, Callable[[Page, Branch], nodes.ScenarioLine]] = {
    "setting": _setting,
    "brings": _brings,
    "example": example,
    "flow": rules.flow,
    "procedure": rules.procedure,
    "value": rules.value,
    "value_lookup": rules.value_lookup,
    "adjust": rules.adjust,
    "hook": rules.hook,
    "may_hook": rules.may_hook,
    "action": rules.action,
    "whenever": rules.whenever,
    "ruling": rules.ruling,
    "option": _option,
}

_DECLARATIONS: dict[str, Callable[[Page, Branch], nodes.Declaration]] = {
    "game": _game,
    "kinds_line": box.kinds_line,
    "kinds_block": box.kinds_block,
    "component": box.component,
    "chart": box.chart,
    "board": box.board,
    "die": box.die,
    "supply": box.supply,
    "table_has": box.table_has,
    "player_has": box.player_has,
    "flow": rules.flow,
    "procedure": rules.procedure,
    "value": rules.value,
    "value_lookup": rules.value_lookup,
    "adjust": rules.adjust,
    "hook": rules.hook,
    "may_hook": rules.may_hook,
    "action": rules.action,
    "whenever": rules.whenever,
    "option": _option,
    "ruling": rules.ruling,
    "invariant": _invariant,
    "example": example,
    "rules_of_piece": rules.rules_of_piece,
    "rules_of_type": rules.rules_of_type,
    "lasting": rules.lasting,
    "movement": paths.movement,
    "sight": paths.sight,
    "scenario": _scenario,
    "campaign": _campaign,
    "include": _include,
}
