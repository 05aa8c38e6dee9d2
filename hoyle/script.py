"""A script of an example or of a pipe against a game: who says what, line by line.

A script answers the nodes of the explicit build in order, by name. Every way in which script and
game can part is an error of its own, in words: an unanswered question, a line too many, a wrong
seat, a choice that is not offered, a line for something that is never asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hoyle.runtime import labels
from hoyle.runtime.errors import HoyleError, IllegalAction
from hoyle.runtime.state import State

DECLINES = ("pass", "no", "done")


class ScriptError(HoyleError):
    """Script and game parted; `line` is the place in the script, or its length."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True, slots=True)
class Said:
    """One answer: `who` is a seat or None, `verb` a word of the script, `what` in words."""

    who: int | None
    verb: str
    what: str

    def __str__(self) -> str:
        who = f"{labels.seat_name(self.who)} " if self.who is not None else ""
        return f"{who}{self.verb} {self.what}".rstrip()


def follow(state: State, script: Sequence[Said]) -> State:
    """Play a script from a state to the end of what was begun.

    Raises:
        ScriptError: the two parted, or a line is left over.
    """
    state = state.clone()
    at = 0
    while not state.is_terminal():
        if at == len(script):
            raise ScriptError(f"{question(state)} is not answered", at)
        state.apply_action(answer(state, script[at], at))
        at += 1
    if at < len(script):
        raise ScriptError(f"`{script[at]}` is never asked: a lone option is taken silently", at)
    return state


def odds(state: State, script: Sequence[Said], at: int = 0) -> list[tuple[State, Fraction]]:
    """Every way that chance leaves open, with its exact odds; lines may be left over on some."""
    if state.is_terminal():
        return [(state, Fraction(1))]
    if at < len(script) and fits(state, script[at]):
        return odds(state.child(answer(state, script[at], at)), script, at + 1)
    if not state.is_chance_node():
        raise ScriptError(f"{question(state)} is not answered", at)
    weights = state.chance_weights()
    total = sum(weight for _, weight in weights)
    return [
        (end, chance * Fraction(weight, total))
        for outcome, weight in weights
        for end, chance in odds(state.child(outcome), script, at)
    ]


def fits(state: State, said: Said) -> bool:
    """Whether a line speaks of what is asked now: dice and draws of chance, the rest of seats."""
    return state.is_chance_node() == (said.verb in ("rolls", "draws"))


def question(state: State) -> str:
    """What is asked now, in words."""
    names = list(labels.names(state).values())
    shown = labels.several(names)
    if state.is_chance_node():
        purpose = state.module_.nodes[state.pc].purpose
        return f"A roll or draw{f' ({purpose})' if purpose else ''} of {shown}"
    seat = labels.seat_name(state.current_player())
    return f"{seat}: “{labels.prompt(state) or 'choose'}” ({shown})"


def answer(state: State, said: Said, at: int) -> int:
    """The action or outcome that a line means here."""
    if not fits(state, said):
        raise ScriptError(f"`{said}` does not answer this: {question(state)}", at)
    if state.is_chance_node():
        return _outcome(state, said, at)
    if said.who is not None and said.who != state.current_player():
        lone = "; a lone option is taken silently" if said.verb == "chooses" else ""
        raise ScriptError(f"`{said}`, but somebody else is asked{lone}. {question(state)}", at)
    return _choice(state, said, at)


def _choice(state: State, said: Said, at: int) -> int:
    wanted = {"agrees": ("yes",), "passes": DECLINES}.get(said.verb, (plain(said.what), said.what))
    possible = {name.casefold(): action for action, name in labels.names(state).items()}
    for name in wanted:
        if name.casefold() in possible:
            return possible[name.casefold()]
    raise ScriptError(f"`{said}` is not offered. {question(state)}", at)


def plain(what: str) -> str:
    """`+2` is the number 2."""
    return what[1:] if what[:1] == "+" and what[1:].isdigit() else what


def _outcome(state: State, said: Said, at: int) -> int:
    counted = counts(said.what)
    if len(said.what.split(",")) > 1 and state.module_.nodes[state.pc].domain != "dice":
        text = f"`{said}`: one roll of one die is wanted here: write one line each"
        raise ScriptError(f"{text}. {question(state)}", at)
    for outcome, name in labels.names(state).items():
        if name.casefold() == said.what.casefold() or counts(name) == counted:
            return outcome
    try:
        return labels.find(state, said.what)
    except IllegalAction:
        raise ScriptError(f"`{said}` is not possible. {question(state)}", at) from None


def counts(text: str) -> dict[str, int]:
    """How often each face is named: of `skull, skull, blank` as of `2 × skull, 1 × blank`."""
    found: dict[str, int] = {}
    for part in text.split(","):
        number, times, face = part.strip().partition(" × ")
        name, count = (face, int(number)) if times and number.isdigit() else (part.strip(), 1)
        found[name.casefold()] = found.get(name.casefold(), 0) + count
    return found
