"""Deeds and the heads of choices as text: whatever needs no block."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import nodes
from hoyle.dsl.printer.expressions import (
    POSTFIX,
    SET,
    SUM,
    show,
    show_bounds,
    show_call,
    show_condition,
    show_prompt,
    show_range,
    show_roll,
    show_type,
)
from hoyle.dsl.printer.lines import WHEN, WHERE

Deed = (
    nodes.Let
    | nodes.Assign
    | nodes.Add
    | nodes.Subtract
    | nodes.Verb
    | nodes.RollDeed
    | nodes.Perform
    | nodes.End
    | nodes.RollAgain
    | nodes.Stop
    | nodes.Until
    | nodes.Return
    | nodes.Victory
)
DEEDS = (
    nodes.Let,
    nodes.Assign,
    nodes.Add,
    nodes.Subtract,
    nodes.Verb,
    nodes.RollDeed,
    nodes.Perform,
    nodes.End,
    nodes.RollAgain,
    nodes.Stop,
    nodes.Until,
    nodes.Return,
    nodes.Victory,
)


def show_deed(deed: Deed) -> str:
    """A statement of one line."""
    match deed:
        case nodes.Let(name, type_, value):
            made = _draw(value) if isinstance(value, nodes.Draw) else show(value)
            return f"let {name}{of_type(type_)} = {made}"
        case nodes.Assign(target, value):
            return f"{show(target, POSTFIX)} = {show(value)}"
        case nodes.Add(target, value):
            return f"{show(target, POSTFIX)} += {show(value)}"
        case nodes.Subtract(target, value):
            return f"{show(target, POSTFIX)} -= {show(value)}"
        case nodes.Verb():
            return _verb(deed)
        case nodes.RollDeed(roll):
            return show_roll(roll)
        case nodes.Perform(what):
            return show_occurrence(what)
        case _:
            return _ending(deed)


def _ending(
    deed: nodes.End | nodes.RollAgain | nodes.Stop | nodes.Until | nodes.Return | nodes.Victory,
) -> str:
    """A deed that leaves something."""
    match deed:
        case nodes.End(what):
            return f"end {show_occurrence(what)}"
        case nodes.RollAgain(count, where):
            number = "" if count is None else f" {count}"
            return f"roll again{number}{where_clause(where)}"
        case nodes.Stop():
            return "stop"
        case nodes.Until(condition):
            return f"until {show_condition(condition)}"
        case nodes.Return(value):
            return "return" if value is None else f"return {show(value)}"
        case nodes.Victory(winners):
            return f"victory for {show(winners)}"
        case _:
            assert_never(deed)


def of_type(type_: nodes.TypeForm | None) -> str:
    """`: type`, if it is said."""
    return "" if type_ is None else f": {show_type(type_)}"


def where_clause(condition: nodes.Expr | None) -> str:
    """`where C`, if it is said."""
    return "" if condition is None else f"{WHERE}where {show_condition(condition)}"


def show_occurrence(what: nodes.Occurrence) -> str:
    """`turn`, `trade(you)`."""
    return what.name.text if what.arguments is None else show_call(what.name, what.arguments)


def show_occurrences(events: tuple[nodes.Occurrence, ...]) -> str:
    """Several, with commas."""
    return ", ".join(show_occurrence(event) for event in events)


# ---- verbs
def _verb(verb: nodes.Verb) -> str:
    object_ = "" if verb.object is None else f" {_object(verb.object)}"
    adverb = "" if verb.adverb is None else f", {verb.adverb}"
    return f"{verb.name}{object_}{_phrases(verb.phrases)}{adverb}"


def _draw(draw: nodes.Draw) -> str:
    return f"draw {_object(draw.object)}{_phrases(draw.phrases)}"


def _object(object_: nodes.Object) -> str:
    match object_:
        case nodes.EveryPiece(type_, where):
            return f"every {type_}{where_clause(where)}"
        case nodes.Amount(count, unit):
            return f"{show(count, SUM)} {unit}"
        case _:
            return show(object_, SET)


def _phrases(phrases: tuple[nodes.Phrase, ...]) -> str:
    return "".join(f" {_phrase(phrase)}" for phrase in phrases)


def _phrase(phrase: nodes.Phrase) -> str:
    match phrase:
        case nodes.PlacePhrase(preposition, nodes.BottomOf(zone)):
            return f"{preposition} bottom of {show(zone, SUM)}"
        case nodes.PlacePhrase(preposition, nodes.ElseChain(options)):
            return f"{preposition} {', else '.join(show(option, SUM) for option in options)}"
        case nodes.WithPhrase(what, owner):
            whose = "" if owner is None else f" of {show(owner, SUM)}"
            return f"with {show(what, SUM)}{whose}"
        case nodes.AtRandom():
            return "at random"
        case nodes.Without(names):
            return f"without {join(names)}"
        case _:
            raise TypeError(f"{type(phrase).__name__} is no phrase")


def join(names: tuple[nodes.Name | nodes.TypeName, ...]) -> str:
    """Names with commas."""
    return ", ".join(name.text for name in names)


# ---- parts of choices
def show_when(when: nodes.When | None) -> str:
    """`when C "reason"`, if it is said."""
    if when is None:
        return ""
    reason = "" if when.reason is None else f" {show_prompt(when.reason)}"
    return f"{WHEN}when {show_condition(when.condition)}{reason}"


def show_limited(limited: nodes.Limited | None) -> str:
    """`once per turn`, `3 times`, if it is said."""
    if limited is None:
        return ""
    often = "once" if limited.times == 1 else f"{limited.times} times"
    return f" {often}" if limited.per is None else f" {often} per {limited.per}"


def show_pick(pick: nodes.Pick) -> str:
    """What is chosen."""
    how_many = "" if pick.how_many is None else f"{_how_many(pick.how_many)} "
    unseen = "unseen " if pick.unseen else ""
    if_any = ", if any" if pick.if_any else ""
    prompt = "" if pick.prompt is None else f": {show_prompt(pick.prompt)}"
    return f"{how_many}{unseen}{pick.name} {_candidates(pick.candidates)}{if_any}{prompt}"


def _how_many(how_many: nodes.HowMany) -> str:
    match how_many:
        case nodes.OneOrMore():
            return "one or more"
        case nodes.AnyNumber():
            return "any number of"
        case nodes.UpTo(limit):
            return f"up to {show(limit, SUM)}"
        case nodes.Exactly(count):
            return show(count, SUM)
        case nodes.Range():
            return show_range(how_many)
        case _:
            assert_never(how_many)


def _candidates(candidates: nodes.Candidates) -> str:
    match candidates:
        case nodes.FromSet(set_):
            return f"from {show(set_, SET)}"
        case nodes.InSet(set_):
            return f"in {show(set_, SET)}"
        case nodes.InRange(range_, where):
            return f"in {show_range(range_)}{where_clause(where)}"
        case _:
            assert_never(candidates)


def show_pattern(pattern: nodes.Pattern) -> str:
    """What a case stands for."""
    match pattern:
        case nodes.Bounds():
            return show_bounds(pattern)
        case nodes.OtherwisePattern():
            return "otherwise"
        case _:
            return show(pattern)


def show_patterns(patterns: tuple[nodes.Pattern, ...]) -> str:
    """Several, with commas."""
    return ", ".join(show_pattern(pattern) for pattern in patterns)
