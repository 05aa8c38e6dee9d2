"""Rules as lines: deeds, values, adjustments, hooks, rules of pieces, durations, examples."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.deeds import (
    join,
    of_type,
    show_limited,
    show_occurrence,
    show_occurrences,
    show_patterns,
    show_when,
    where_clause,
)
from hoyle.dsl.printer.expressions import (
    SET,
    SUM,
    show,
    show_call,
    show_condition,
    show_prompt,
    show_type,
)
from hoyle.dsl.printer.lines import COMMA, WHEN, Printed, bracketed
from hoyle.dsl.printer.statements import Lines, doc_line, headed

Rule = nodes.PieceRule | nodes.Flow | nodes.Whenever


def rule_lines(rule: Rule, depth: int) -> Lines:
    """A rule that may stand at the margin or among the rules of a piece."""
    match rule:
        case nodes.Flow(moment, body):
            yield from headed(moment, body, rule, depth)
        case nodes.Procedure():
            yield from headed(_procedure(rule), rule.body, rule, depth)
        case nodes.Value():
            yield from _value_lines(rule, depth)
        case nodes.Adjust():
            yield Printed(depth, _adjust(rule), rule.cite, rule.span)
        case nodes.Hook():
            yield from headed(_hook(rule), rule.body, rule, depth)
        case nodes.Action():
            yield from headed(_action(rule), rule.body, rule, depth)
        case nodes.Whenever(condition, body):
            yield from headed(f"whenever {show_condition(condition)}", body, rule, depth)
        case nodes.Lift(names, when):
            yield Printed(depth, f"lift {join(names)}{show_when(when)}", rule.cite, rule.span)
        case nodes.Lasting():
            yield from _lasting_lines(rule, depth)
        case nodes.Ruling(basis, sentence):
            yield Printed(depth, f'ruling {basis} "{sentence}"', rule.cite, rule.span)
        case nodes.Example():
            yield from _example_lines(rule, depth)
        case nodes.PrintedFact(name, value):
            yield Printed(depth, f"{name} = {show(value)}", rule.cite, rule.span)
        case _:
            assert_never(rule)


# ---- deeds and values
def show_head(head: nodes.Head) -> str:
    """A name and its parameters."""
    if not head.parameters:
        return head.name.text
    parameters = [f"{join(part.names)}: {show_type(part.type)}" for part in head.parameters]
    return head.name.text + bracketed(COMMA.join(parameters))


def _procedure(rule: nodes.Procedure) -> str:
    gives = "" if rule.gives is None else f" gives {rule.gives.name}: {show_type(rule.gives.type)}"
    guard = (
        "" if rule.guard is None else f" {rule.guard.word} {show_condition(rule.guard.condition)}"
    )
    return f"to {show_head(rule.head)}{gives}{guard}"


def _value_lines(rule: nodes.Value, depth: int) -> Lines:
    heading = f"value {show_head(rule.head)}{_of(rule.owner)}{of_type(rule.type)} ="
    if not isinstance(rule.body, nodes.Lookup):
        yield Printed(depth, f"{heading} {show(rule.body)}", rule.cite, rule.span)
        return
    yield Printed(depth, f"{heading} match {show(rule.body.subject)}", rule.cite, rule.span)
    cases = [line for line in rule.body.lines if isinstance(line, nodes.Case)]
    width = max(len(show_patterns(case.patterns)) for case in cases) if cases else 0
    for line in rule.body.lines:
        if isinstance(line, nodes.Doc):
            yield doc_line(line, depth + 1)
        else:
            patterns = show_patterns(line.patterns).ljust(width)
            text = f"{patterns} -> {show(line.answer)}"
            yield Printed(depth + 1, text, line.cite, line.span)


def _of(owner: nodes.TypeName | nodes.BuiltinType | None) -> str:
    return "" if owner is None else f" of {show_type(owner)}"


# ---- adjustments and hooks
def _adjust(rule: nodes.Adjust) -> str:
    over = ""
    if rule.for_each is not None:
        over = f"{WHEN}for each {rule.for_each.name} in {show(rule.for_each.set, SET)}"
    return f"adjust {_target(rule.target)} {_change(rule.change)}{over}{show_when(rule.when)}"


def _target(target: nodes.AdjustTarget) -> str:
    match target:
        case nodes.Your(name):
            return f"your {name}"
        case nodes.ValueTarget(name, owner):
            return f"{name}{_of(owner)}"
        case nodes.Call(name, arguments):
            return show_call(name, arguments)
        case _:
            assert_never(target)


def _change(change: nodes.Change) -> str:
    match change:
        case nodes.ChangeBy(sign, amount):
            return f"by {sign} {show(amount, SUM)}"
        case nodes.ChangeTo(value):
            return f"to {show(value, SUM)}"
        case nodes.ChangeTimes(factor):
            return f"times {show(factor, SUM)}"
        case nodes.ChangeAtLeast(limit):
            return f"at least {show(limit, SUM)}"
        case nodes.ChangeAtMost(limit):
            return f"at most {show(limit, SUM)}"
        case nodes.ChangeToThose(condition, if_any):
            return f"to those where {show_condition(condition)}{', if any' if if_any else ''}"
        case _:
            assert_never(change)


def _hook(rule: nodes.Hook) -> str:
    may = f"may{show_limited(rule.limited)} " if rule.may else ""
    moment = "instead of" if rule.moment == "instead" else rule.moment
    by = "" if rule.by is None else f" by {rule.by}"
    purposes = f" for {join(rule.purposes)}" if rule.purposes else ""
    events = show_occurrences(rule.events)
    return f"{may}{moment} {events}{by}{purposes}{show_when(rule.when)}"


def _action(rule: nodes.Action) -> str:
    label = "" if rule.label is None else f" {show_prompt(rule.label)}"
    windows = show_occurrences(rule.windows)
    return f"may{show_limited(rule.limited)}{label} in {windows}{show_when(rule.when)}"


# ---- rules of pieces
def piece_lines(piece: nodes.PieceRules, depth: int) -> Lines:
    """The rules of a piece, or of all of a sort."""
    subject = show(piece.subject)
    yield Printed(depth, f"{subject}{where_clause(piece.where)}", piece.cite, piece.span)
    for rule in piece.rules:
        if isinstance(rule, nodes.Doc):
            yield doc_line(rule, depth + 1)
        else:
            yield from rule_lines(rule, depth + 1)


def _lasting_lines(rule: nodes.Lasting, depth: int) -> Lines:
    until = " or ".join(_ending(ending) for ending in rule.endings)
    heading = f"lasting {show_head(rule.head)}{f' until {until}' if until else ''}"
    yield Printed(depth, heading, rule.cite, rule.span)
    for inner in rule.rules:
        if isinstance(inner, nodes.Doc):
            yield doc_line(inner, depth + 1)
        else:
            yield from rule_lines(inner, depth + 1)


def _ending(ending: nodes.Ending) -> str:
    end_of = "end of " if ending.end_of else ""
    next_ = "next " if ending.next else ""
    return f"{end_of}{next_}{show_occurrence(ending.what)}"


# ---- examples
def _example_lines(example: nodes.Example, depth: int) -> Lines:
    yield Printed(depth, f'example "{example.title}"', example.cite, example.span)
    for step in example.steps:
        if isinstance(step, nodes.Doc):
            yield doc_line(step, depth + 1)
        else:
            yield Printed(depth + 1, _step(step), step.cite, step.span)
            if isinstance(step, nodes.Does):
                yield from _script_lines(step.script, depth + 2)


def _step(step: nodes.Step) -> str:
    match step:
        case nodes.Given(fact):
            return f"given {_fact(fact)}"
        case nodes.Then(fact):
            return f"then {_fact(fact)}"
        case nodes.AndAlso(fact):
            return f"and {_fact(fact)}"
        case nodes.ButNot(option, value):
            return f"but not with {option} = {show(value)}"
        case nodes.Does(seat, deed):
            return f"when {seat} does {show_occurrence(deed)}"
        case _:
            assert_never(step)


def _fact(fact: nodes.Fact) -> str:
    match fact:
        case nodes.Holds(condition, more):
            return ", ".join((show_condition(condition), *(show(one, SUM) for one in more)))
        case nodes.Wins(winners):
            return f"victory for {show(winners, SUM)}"
        case nodes.AnswerIs(value):
            return f"the answer is {show(value, SUM)}"
        case nodes.Odds(favourable, total, condition):
            return f"odds {favourable}/{total} that {show_condition(condition)}"
        case nodes.AfterFlow(moment):
            return moment
        case nodes.MapFact(text):
            return f'map "{text}"'
        case _:
            assert_never(fact)


def _script_lines(script: tuple[nodes.ScriptLine | nodes.Doc, ...], depth: int) -> Lines:
    for line in script:
        if isinstance(line, nodes.Doc):
            yield doc_line(line, depth)
        else:
            yield Printed(depth, _script(line), line.cite, line.span)


def _script(line: nodes.ScriptLine) -> str:
    match line:
        case nodes.Rolls(seat, results):
            return f"{'' if seat is None else f'{seat} '}rolls {_values(results)}"
        case nodes.Chooses(seat, choices):
            return f"{seat} chooses {_values(choices)}"
        case nodes.Plays(seat, pieces):
            return f"{seat} plays {_values(pieces)}"
        case nodes.Draws(seat, pieces):
            return f"{seat} draws {_values(pieces)}"
        case nodes.Passes(seat):
            return f"{seat} passes"
        case nodes.SaysYes(seat):
            return f"{seat} agrees"
        case _:
            assert_never(line)


def _values(values: tuple[nodes.ScriptValue, ...]) -> str:
    return ", ".join(_value(value) for value in values)


def _value(value: nodes.ScriptValue) -> str:
    if isinstance(value, nodes.Signed):
        return f"{value.sign}{show(value.value)}"
    return show(value)
