"""Why something cannot be done now, in the words of the rules.

The first condition of the text that fails gives its reason, but only where everything it reads
may be seen by the seat that is asked; otherwise the answer names the rule and gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hoyle.runtime import labels, schema

if TYPE_CHECKING:
    from hoyle.runtime.state import State

#: How reasons begin that are made of the text of a condition: the option goes before them.
MADE: Final = "it needs "


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an option is missing: a sentence, and the rule that says so where it may be told."""

    text: str
    rule: schema.Rule | None = None

    def __str__(self) -> str:
        if self.rule is None:
            return self.text
        cites = f" [{', '.join(self.rule.cites)}]" if self.rule.cites else ""
        return f"{self.text} ({self.rule.file}:{self.rule.line}){cites}"


def why_not(state: State, wanted: int | str) -> Reason | None:
    """Why this action (or the one of this name) is not possible now; None if it is."""
    if state.is_terminal():
        return Reason("The game is over.")
    if state.is_chance_node():
        return Reason("Chance decides now; nobody can choose.")
    possible = labels.names(state)
    if wanted in possible or wanted in possible.values():
        return None
    for action in _meant(state, wanted):
        reason = _guard(state, action, wanted)
        if reason is not None:
            return reason
    return _not_offered(state, wanted)


def _meant(state: State, wanted: int | str) -> Iterator[int]:
    """The actions that may be meant."""
    if isinstance(wanted, int):
        yield wanted
        return
    name = wanted.strip().casefold()
    for action in range(state.module_.actions):
        if action not in state.options and _named(state, action).casefold() == name:
            yield action


def _named(state: State, action: int) -> str:
    """An action's name apart from the position, "" for numbers that no site uses."""
    try:
        return labels.static_name(state.module_.game, action)
    except (ValueError, IndexError):
        return ""


def _guard(state: State, action: int, wanted: int | str) -> Reason | None:
    """The first condition that fails for an action, as far as it may be told."""
    module = state.module_
    why = module.whys[state.pc]
    number = why(state, action) if why else -1
    if number < 0:
        return None
    reason, rule, visible = module.guards[number]
    if not visible:
        return Reason("That is not possible now.")
    if reason.startswith(MADE):
        name = wanted if isinstance(wanted, str) else _named(state, action)
        return Reason(sentence(f"`{name}` is not possible: {reason}"), _rule(state, rule))
    return Reason(sentence(reason), _rule(state, rule))


def _not_offered(state: State, wanted: int | str) -> Reason:
    """What is asked instead, where nothing more can be said."""
    name = wanted if isinstance(wanted, str) else _named(state, wanted) or str(wanted)
    prompt = labels.prompt(state)
    asked = f" The question is: {prompt}" if prompt else ""
    rule = _rule(state, state.module_.nodes[state.pc].rule)
    return Reason(f"`{name}` is not offered here.{asked}", rule)


def _rule(state: State, number: int) -> schema.Rule | None:
    return state.module_.game.rules[number] if number >= 0 else None


def sentence(text: str) -> str:
    """A reason as a sentence: reasons begin small and end without a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.!?' else '.'}"
