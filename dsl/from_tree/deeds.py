"""Deeds: statements of one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.from_tree.expressions import arguments, expression, maybe, roll
from hoyle.dsl.from_tree.page import (
    Branch,
    Child,
    Page,
    as_branch,
    as_token,
    integer,
    is_branch,
    parts,
    word,
)
from hoyle.dsl.from_tree.type_forms import maybe_type

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


def deed(page: Page, child: Child) -> Deed:
    """Any statement of one line, without its citation."""
    branch = as_branch(child)
    return _DEEDS[branch.data](page, branch)


def occurrence(page: Page, child: Child) -> nodes.Occurrence:
    """Something that happens: a name, a word such as `turn`, or a name with arguments."""
    branch = as_branch(child)
    name, *args = parts(branch)
    made = arguments(page, args[0]) if args else None
    return nodes.Occurrence(page.any_name(name), made, span=page.span(branch))


def _let(page: Page, branch: Branch) -> nodes.Let:
    name, type_, value = parts(branch)
    made = _draw(page, as_branch(value)) if is_branch(value, "draw") else expression(page, value)
    return nodes.Let(page.name(name), maybe_type(page, type_), made, span=page.span(branch))


def _assign(page: Page, branch: Branch) -> nodes.Assign:
    target, value = parts(branch)
    made = expression(page, target), expression(page, value)
    return nodes.Assign(*made, span=page.span(branch))


def _add(page: Page, branch: Branch) -> nodes.Add:
    target, value = parts(branch)
    made = expression(page, target), expression(page, value)
    return nodes.Add(*made, span=page.span(branch))


def _subtract(page: Page, branch: Branch) -> nodes.Subtract:
    target, value = parts(branch)
    made = expression(page, target), expression(page, value)
    return nodes.Subtract(*made, span=page.span(branch))


def _perform(page: Page, branch: Branch) -> nodes.Perform:
    """A bare name, or a call."""
    what = parts(branch)[0]
    span = page.span(branch)
    if isinstance(what, Token):
        return nodes.Perform(nodes.Occurrence(page.name(what), None, span=span), span=span)
    name, args = parts(what)
    done = nodes.Occurrence(page.any_name(name), arguments(page, args), span=span)
    return nodes.Perform(done, span=span)


def _verb(page: Page, branch: Branch) -> nodes.Verb:
    name, object_, *phrases, adverb = parts(branch)
    return _verb_of(page, branch, name, _object(page, object_), phrases, adverb)


def _bare_verb(page: Page, branch: Branch) -> nodes.Verb:
    name, *phrases, adverb = parts(branch)
    return _verb_of(page, branch, name, None, phrases, adverb)


def _verb_of(
    page: Page,
    branch: Branch,
    name: Child,
    object_: nodes.Object | None,
    phrases: list[Child],
    adverb: Child,
) -> nodes.Verb:
    ending: Any = None if adverb is None else as_token(adverb).removeprefix(",").strip()
    made = tuple(_phrase(page, as_branch(phrase)) for phrase in phrases)
    return nodes.Verb(page.name(name), object_, made, ending, span=page.span(branch))


def _draw(page: Page, branch: Branch) -> nodes.Draw:
    object_, *phrases = parts(branch)
    made = tuple(_phrase(page, as_branch(phrase)) for phrase in phrases)
    return nodes.Draw(_object(page, object_), made, span=page.span(branch))


def _object(page: Page, child: Child) -> nodes.Object:
    if is_branch(child, "every_piece"):
        type_name, where = parts(child)
        made = page.type_name(type_name), maybe(page, where)
        return nodes.EveryPiece(*made, span=page.span(as_branch(child)))
    if is_branch(child, "amount"):
        count, unit = parts(child)
        span = page.span(as_branch(child))
        return nodes.Amount(expression(page, count), page.name(unit), span=span)
    return expression(page, child)


def _phrase(page: Page, branch: Branch) -> nodes.Phrase:
    span = page.span(branch)
    match branch.data:
        case "place_phrase":
            preposition: Any = word(parts(branch)[0])
            return nodes.PlacePhrase(preposition, _place(page, parts(branch)[1]), span=span)
        case "with_phrase":
            what, owner = parts(branch)
            return nodes.WithPhrase(expression(page, what), maybe(page, owner), span=span)
        case "at_random":
            return nodes.AtRandom(span=span)
        case "without":
            return nodes.Without(page.names(parts(branch)), span=span)
        case other:
            raise TypeError(f"the grammar changed: {other} is no phrase")


def _place(page: Page, child: Child) -> nodes.BottomOf | nodes.ElseChain:
    branch = as_branch(child)
    options = tuple(expression(page, option) for option in parts(branch))
    if branch.data == "bottom_of":
        return nodes.BottomOf(options[0], span=page.span(branch))
    return nodes.ElseChain(options, span=page.span(branch))


def _roll_deed(page: Page, branch: Branch) -> nodes.RollDeed:
    return nodes.RollDeed(roll(page, as_branch(parts(branch)[0])), span=page.span(branch))


def _roll_again(page: Page, branch: Branch) -> nodes.RollAgain:
    count, where = parts(branch)
    number = None if count is None else integer(count)
    return nodes.RollAgain(number, maybe(page, where), span=page.span(branch))


def _end(page: Page, branch: Branch) -> nodes.End:
    return nodes.End(occurrence(page, parts(branch)[0]), span=page.span(branch))


def _stop(page: Page, branch: Branch) -> nodes.Stop:
    return nodes.Stop(span=page.span(branch))


def _until(page: Page, branch: Branch) -> nodes.Until:
    return nodes.Until(expression(page, parts(branch)[0]), span=page.span(branch))


def _return(page: Page, branch: Branch) -> nodes.Return:
    return nodes.Return(maybe(page, parts(branch)[0]), span=page.span(branch))


def _victory(page: Page, branch: Branch) -> nodes.Victory:
    return nodes.Victory(expression(page, parts(branch)[0]), span=page.span(branch))


_DEEDS: dict[str, Callable[[Page, Branch], Deed]] = {
    "let": _let,
    "assign": _assign,
    "add": _add,
    "subtract": _subtract,
    "perform": _perform,
    "verb": _verb,
    "bare_verb": _bare_verb,
    "roll_deed": _roll_deed,
    "roll_again": _roll_again,
    "end": _end,
    "stop": _stop,
    "until": _until,
    "return": _return,
    "victory": _victory,
}
