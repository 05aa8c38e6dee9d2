"""Statements as lines: headings and the blocks under them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.deeds import (
    DEEDS,
    Deed,
    show_deed,
    show_limited,
    show_occurrence,
    show_patterns,
    show_pick,
    show_when,
    where_clause,
)
from hoyle.dsl.printer.expressions import (
    POSTFIX,
    SUM,
    show,
    show_call,
    show_condition,
    show_domain,
    show_prompt,
)
from hoyle.dsl.printer.lines import WHEN, Printed

Lines = Iterator[Printed]


def doc_line(doc: nodes.Doc, depth: int) -> Printed:
    """A line of prose."""
    return Printed(depth, f"## {doc.text}" if doc.text else "##", doc.cite, doc.span)


def headed(heading: str, block: nodes.Block | None, line: nodes.Line, depth: int) -> Lines:
    """A heading and its block, on one line if it was written so and fits."""
    if block is None:
        yield Printed(depth, heading, line.cite, line.span)
        return
    single = _single(heading, block, line, depth)
    if single is not None and single.fits():
        yield single
        return
    yield Printed(depth, heading, line.cite, line.span)
    yield from block_lines(block, depth + 1)


def _single(heading: str, block: nodes.Block, line: nodes.Line, depth: int) -> Printed | None:
    """A heading with its only statement behind a colon, if it can be written so."""
    first = block.statements[0]
    if not block.one_line or line.cite is not None:
        return None
    if isinstance(first, nodes.Offer):
        return Printed(depth, f"{heading}: {_offering(first)}", first.cite, line.span)
    if isinstance(first, DEEDS):
        return Printed(depth, f"{heading}: {show_deed(first)}", first.cite, line.span)
    return None


def block_lines(block: nodes.Block, depth: int) -> Lines:
    """The statements of a block."""
    for statement in block.statements:
        if isinstance(statement, nodes.Doc):
            yield doc_line(statement, depth)
        else:
            yield from statement_lines(statement, depth)


def statement_lines(statement: nodes.Statement, depth: int) -> Lines:
    """Any statement."""
    match statement:
        case nodes.If():
            yield from _if_lines(statement, "if", depth)
        case nodes.Each() | nodes.Together() | nodes.GoRound():
            yield from headed(_walk(statement), statement.body, statement, depth)
        case nodes.Repeat() | nodes.RepeatUntil() | nodes.RepeatTimes():
            yield from headed(_loop(statement), statement.body, statement, depth)
        case nodes.As(player, body):
            yield from headed(f"as {show(player, POSTFIX)}", body, statement, depth)
        case nodes.With(effect, body):
            called = show_call(effect.name, effect.arguments)
            yield from headed(f"with {called}", body, statement, depth)
        case nodes.AtOnce(body):
            yield from headed("at once", body, statement, depth)
        case nodes.Match(subject, arms):
            yield Printed(depth, f"match {show(subject)}", statement.cite, statement.span)
            for arm in arms:
                yield from _arm_lines(arm, depth + 1)
        case nodes.Choose() | nodes.MayChoose() | nodes.ChooseBranch() | nodes.May():
            yield from _choice_lines(statement, depth)
        case nodes.Offer():
            yield Printed(depth, _offering(statement), statement.cite, statement.span)
            yield from _branch_lines(statement.branches, depth + 1)
        case _:
            yield _deed_line(statement, depth)


def _deed_line(deed: Deed, depth: int) -> Printed:
    return Printed(depth, show_deed(deed), deed.cite, deed.span)


def _if_lines(statement: nodes.If, word: str, depth: int) -> Lines:
    heading = f"{word} {show_condition(statement.condition)}"
    yield from headed(heading, statement.body, statement, depth)
    yield from _otherwise_lines(statement.otherwise, depth)


def _otherwise_lines(otherwise: nodes.Otherwise | nodes.If | None, depth: int) -> Lines:
    match otherwise:
        case None:
            return
        case nodes.If():
            yield from _if_lines(otherwise, "otherwise if", depth)
        case nodes.Otherwise(body):
            yield from headed("otherwise", body, otherwise, depth)
        case _:
            assert_never(otherwise)


def _walk(statement: nodes.Each | nodes.Together | nodes.GoRound) -> str:
    match statement:
        case nodes.Each(who):
            return f"each {_who(who)}"
        case nodes.Together(who):
            return f"together each {_who(who)}"
        case nodes.GoRound(start, skipping, until):
            first = "" if start is None else f" from {show(start, SUM)}"
            passed = "" if skipping is None else f"{WHEN}skipping {show_condition(skipping)}"
            end = "" if until is None else f" until {show_condition(until)}"
            return f"go round{first}{passed}{end}"
        case _:
            assert_never(statement)


def _who(who: nodes.EachPlayer | nodes.EachOf | nodes.EachIn) -> str:
    match who:
        case nodes.EachPlayer(start, where):
            first = "" if start is None else f" from {show(start, SUM)}"
            return f"player{first}{where_clause(where)}"
        case nodes.EachOf(members):
            return f"of {', '.join(show(member, SUM) for member in members)}"
        case nodes.EachIn(pairs):
            return ", ".join(f"{pair.name} in {show_domain(pair.domain)}" for pair in pairs)
        case _:
            assert_never(who)


def _loop(statement: nodes.Repeat | nodes.RepeatUntil | nodes.RepeatTimes) -> str:
    match statement:
        case nodes.Repeat():
            return "repeat"
        case nodes.RepeatUntil(condition):
            return f"repeat until {show_condition(condition)}"
        case nodes.RepeatTimes(count):
            return f"repeat {show(count, SUM)} times"
        case _:
            assert_never(statement)


def _arm_lines(arm: nodes.Arm | nodes.Doc, depth: int) -> Lines:
    if isinstance(arm, nodes.Doc):
        yield doc_line(arm, depth)
    else:
        yield from headed(show_patterns(arm.patterns), arm.body, arm, depth)


# ---- choices
def _choice_lines(
    choice: nodes.Choose | nodes.MayChoose | nodes.ChooseBranch | nodes.May, depth: int
) -> Lines:
    match choice:
        case nodes.Choose(pick, body):
            yield Printed(depth, f"choose {show_pick(pick)}", choice.cite, choice.span)
            yield from _body(body, depth)
        case nodes.MayChoose(pick, body):
            yield Printed(depth, f"may choose {show_pick(pick)}", choice.cite, choice.span)
            yield from _body(body, depth)
        case nodes.ChooseBranch(window, prompt, branches):
            at = "" if window is None else f" at {show_occurrence(window)}"
            yield Printed(depth, f"choose{at}: {show_prompt(prompt)}", choice.cite, choice.span)
            yield from _branch_lines(branches, depth + 1)
        case nodes.May(label, when, body):
            heading = f"may {show_prompt(label)}{show_when(when)}"
            yield from headed(heading, body, choice, depth)
        case _:
            assert_never(choice)
    yield from _otherwise_lines(choice.otherwise, depth)


def _body(body: nodes.Block | None, depth: int) -> Lines:
    if body is not None:
        yield from block_lines(body, depth + 1)


def _offering(offer: nodes.Offer) -> str:
    seats = "" if offer.seats is None else f"{WHEN}for each {_who(offer.seats)}"
    prompt = "" if offer.prompt is None else f": {show_prompt(offer.prompt)}"
    return f"offer {show_occurrence(offer.window)}{seats}{prompt}"


def _branch_lines(branches: tuple[nodes.Branch | nodes.Doc, ...], depth: int) -> Lines:
    for branch in branches:
        if isinstance(branch, nodes.Doc):
            yield doc_line(branch, depth)
            continue
        limited = show_limited(branch.limited)
        heading = f"{show_prompt(branch.label)}{limited}{show_when(branch.when)}"
        yield from headed(heading, branch.body, branch, depth)
