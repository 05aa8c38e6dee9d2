"""A whole file as lines, with the blank lines between its declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.box import box_lines
from hoyle.dsl.printer.deeds import join, of_type, show_when
from hoyle.dsl.printer.expressions import (
    show,
    show_bounds,
    show_condition,
    show_type,
)
from hoyle.dsl.printer.lines import SENTENCE, WHEN, Printed
from hoyle.dsl.printer.rules import piece_lines, rule_lines
from hoyle.dsl.printer.statements import Lines, doc_line
from hoyle.dsl.source import Source

Item = nodes.Declaration | nodes.Doc | nodes.Heading


def file_lines(tree: nodes.File, source: Source) -> Lines:
    """All lines of a file."""
    before: Item | None = None
    many = False
    for item in tree.items:
        printed = list(_item_lines(item))
        blank = before is not None and not _touch(before, many, item, len(printed) > 1, source)
        yield replace(printed[0], blank_before=blank)
        yield from printed[1:]
        before, many = item, len(printed) > 1


def _touch(before: Item, many_before: bool, item: Item, many: bool, source: Source) -> bool:
    """Whether two items stand without a blank line between them."""
    if isinstance(before, nodes.Heading) or isinstance(item, nodes.Heading):
        return False
    touched = _written_close(before, item, source)
    if isinstance(before, nodes.Doc):
        # Prose belongs to what follows it.
        return touched or not isinstance(item, nodes.Doc)
    return touched and not many_before and not many


def _written_close(before: Item, item: Item, source: Source) -> bool:
    """Whether the text has no blank line between two items."""
    between = source.text[before.span.end : item.span.start].split("\n")[1:-1]
    return all(line.strip() for line in between)


def _item_lines(item: Item) -> Lines:
    match item:
        case nodes.Doc():
            yield doc_line(item, 0)
        case nodes.Heading(title):
            yield Printed(0, f"== {title} ==", None, item.span)
        case nodes.Movement() | nodes.Sight():
            yield from _path_lines(item)
        case nodes.PieceRules():
            yield from piece_lines(item, 0)
        case nodes.Include(path):
            yield Printed(0, f'include "{path}"', item.cite, item.span)
        case nodes.Game() | nodes.Option() | nodes.Invariant():
            yield from _page_lines(item)
        case nodes.Scenario() | nodes.Campaign():
            yield from _story_lines(item)
        case _ if isinstance(item, nodes.BoxPart):
            yield from box_lines(item)
        case _:
            yield from rule_lines(item, 0)


# ---- the head, options, invariants
def _page_lines(item: nodes.Game | nodes.Option | nodes.Invariant) -> Lines:
    match item:
        case nodes.Game(title, lines):
            yield Printed(0, f'game "{title}"', item.cite, item.span)
            for line in lines:
                yield _head_line(line)
        case nodes.Option():
            yield _option_line(item, 0)
        case nodes.Invariant(sentence, before, condition):
            moment = "" if before is None else f" before {before}:"
            text = f'invariant "{sentence}"{moment}{SENTENCE}{show_condition(condition)}'
            yield Printed(0, text, item.cite, item.span)
        case _:
            assert_never(item)


def _head_line(line: nodes.HeadLine | nodes.Doc) -> Printed:
    if isinstance(line, nodes.Doc):
        return doc_line(line, 1)
    return Printed(1, _head_text(line), line.cite, line.span)


def _head_text(line: nodes.HeadLine) -> str:
    match line:
        case nodes.Players(bounds):
            return f"players {show_bounds(bounds)}"
        case nodes.Sourcebook(key, title, clauses):
            return f'source {key} "{title}" clauses "{clauses}"'
        case nodes.Extends(path):
            return f'extends "{path}"'
        case nodes.Limit(count, unit):
            return f"limit {count} {unit}"
        case nodes.AsksAlways():
            return "asks always"
        case _:
            assert_never(line)


def _option_line(option: nodes.Option, depth: int) -> Printed:
    start = f"{option.name}{of_type(option.type)} = {show(option.start)}"
    text = f'option {start} "{option.prompt}"{show_when(option.when)}'
    return Printed(depth, text, option.cite, option.span)


# ---- movements and sight
def _path_lines(item: nodes.Movement | nodes.Sight) -> Lines:
    rules: tuple[nodes.MovementRule | nodes.SightRule | nodes.Doc, ...] = item.rules
    if isinstance(item, nodes.Movement):
        yield Printed(0, f"movement {item.name} of {item.figure}", item.cite, item.span)
    else:
        yield Printed(0, f"sight of {join(item.figures)}", item.cite, item.span)
    for rule in rules:
        if isinstance(rule, nodes.Doc):
            yield doc_line(rule, 1)
        else:
            yield Printed(1, _path_rule(rule), rule.cite, rule.span)


def _path_rule(rule: nodes.MovementRule | nodes.SightRule) -> str:
    match rule:
        case nodes.Allow(amount, condition):
            guard = "" if condition is None else f" while {show_condition(condition)}"
            return f"allow {show(amount)}{guard}"
        case nodes.Cost(amount):
            return f"cost {show(amount)}"
        case nodes.Bar(name, condition):
            return f"bar {name} when {show_condition(condition)}"
        case nodes.Halt(name, condition):
            return f"halt {name} when {show_condition(condition)}"
        case nodes.Rest(name, condition):
            return f"rest {name} when {show_condition(condition)}"
        case nodes.Eye(height):
            return f"eye at {show(height)}"
        case nodes.Aim(at_space, heights):
            space = "space " if at_space else ""
            return f"aim {space}at {', '.join(show(height) for height in heights)}"
        case nodes.Column(height):
            return f"column {show(height)}"
        case nodes.AdjacentAlways():
            return "adjacent always"
        case nodes.Touching(way):
            return f"touching {way}"
        case _:
            assert_never(rule)


# ---- scenarios and campaigns
def _story_lines(item: nodes.Scenario | nodes.Campaign) -> Lines:
    match item:
        case nodes.Scenario(name, title, like, lines):
            other = "" if like is None else f" like {like}"
            yield Printed(0, f'scenario {name} "{title}"{other}', item.cite, item.span)
            for line in lines:
                yield from _scenario_lines(line)
        case nodes.Campaign(name, title, scenarios, lines):
            text = f'campaign {name} "{title}": {join(scenarios)}'
            yield Printed(0, text, item.cite, item.span)
            yield from (_campaign_line(line) for line in lines)
        case _:
            assert_never(item)


def _campaign_line(line: nodes.Carries | nodes.Fork | nodes.Doc) -> Printed:
    match line:
        case nodes.Doc():
            return doc_line(line, 1)
        case nodes.Carries(fields, owner):
            whose = "table" if owner is None else show_type(owner)
            text = f"carries {join(fields)} of {whose}"
        case nodes.Fork(chapter, condition, to):
            only = "" if condition is None else f"{WHEN}when {show_condition(condition)}"
            text = f"after {chapter}{only}: {to or 'end campaign'}"
        case _:
            assert_never(line)
    return Printed(1, text, line.cite, line.span)


def _scenario_lines(line: nodes.ScenarioLine | nodes.Doc) -> Iterator[Printed]:
    match line:
        case nodes.Doc():
            yield doc_line(line, 1)
        case nodes.Setting(name, value):
            yield Printed(1, f"{name} = {show(value)}", line.cite, line.span)
        case nodes.Brings(fields, scenario):
            yield Printed(1, f"brings {join(fields)} from {scenario}", line.cite, line.span)
        case nodes.Option():
            yield _option_line(line, 1)
        case _:
            yield from rule_lines(line, 1)
