"""The log of a game, as each seat may read it.

A `Line` is what happened in one step: a decision, an outcome of chance, or what the rules told.
Lines are made while a table plays, when the names of what was possible are still known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hoyle.runtime import labels
from hoyle.runtime.state import CHANCE_PLAYER, NOTE, SOLE

if TYPE_CHECKING:
    from hoyle.runtime import schema
    from hoyle.runtime.state import State

#: The words between a zone and how many lie there.
HOLDS: Final = " holds "


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: the mask of seats that may read it, who acted (-1 chance, -2 the rules), the
    words, the name of the rule, whose turn it was (-1: nobody's), whether it only counts what lies
    somewhere (whoever looks at the table sees that), and whether it tells of a piece that came to
    lie somewhere: of two that are alike there are two lines."""

    audience: int
    actor: int
    text: str
    rule: str = ""
    turn: int = -1
    counts: bool = False
    comes: bool = False

    def __str__(self) -> str:
        match self.actor:
            case -2:
                return self.text
            case -1:
                return f"chance: {self.text}"
            case _:
                return f"{labels.seat_name(self.actor)}: {self.text}"


def decision(state: State, action: int) -> Line:
    """The line of a decision or outcome that is about to be applied here."""
    module, pc = state.module_, state.pc
    node = module.nodes[pc]
    actor = state.current_player()
    text = labels.name(state, action)
    if actor < 0:
        text = _with_purpose(text, labels.prompt(state))
    elif text.lstrip("-").isdigit():
        text = _with_prompt(state, text)
    elif text in ("yes", "no") or labels.site_of(module.game, action).domain == "player":
        text = _with_prompt(state, text, "…")
    rule = _rule_name(module.game, node)
    return Line(audience(state, action), actor, text, rule, turn(state))


def _rule_name(game: schema.Game, node: schema.Node) -> str:
    """The name of the rule that asks or rolls at a node."""
    return game.rules[node.rule].name if 0 <= node.rule < len(game.rules) else ""


def turn(state: State) -> int:
    """Whose turn it is; -1 where it is nobody's, or the game has no turns."""
    active: int = getattr(state, "active", -1)
    return active


def _with_prompt(state: State, bare: str, shown: str = "") -> str:
    """A bare number, a yes or no, a player, with the question.

    What the question shows may be its seat's own: `shown` stands for it, or the answer alone.
    """
    prompt = state.module_.prompts[state.pc]
    parts = [part for part in prompt(state) if not _is_picked(part)] if prompt else []
    words = "".join(part if isinstance(part, str) else shown for part in parts)
    return f"{words.rstrip('?:')}: {bare}" if words and (shown or len(parts) == 1) else bare


def _is_picked(part: str | tuple[str, Any]) -> bool:
    """Whether a part says what has been picked so far: other entries have told it."""
    return not isinstance(part, str) and part[0].startswith("picked:")


def audience(state: State, action: int) -> int:
    """The seats that learn of a decision or outcome."""
    module, pc = state.module_, state.pc
    seat = state.current_player()
    if module.nodes[pc].hidden and action in module.declines:
        return 1 << seat
    told = module.audiences[pc]
    mask = told if isinstance(told, int) else told(state)
    return mask if seat < 0 else mask | 1 << seat


def notes(state: State, earlier: Any, turn: int = -1) -> list[Line]:
    """What the rules told since the log was this chain, in whose turn."""
    found: list[Line] = []
    link = state.log
    while link is not None and link is not earlier:
        link, mask, actor, pc, what = link
        if mask & SOLE:
            found.append(_sole(state, mask & ~SOLE, pc, what, turn))
        elif actor == NOTE and not any(_is_window(part) for part in what):
            game, counts = state.module_.game, HOLDS in what
            text, comes = labels.parts_text(game, what), not counts and _is_of_zone(game, what)
            found.append(Line(mask, NOTE, text, turn=turn, counts=counts, comes=comes))
    found.reverse()
    return found


def _sole(state: State, mask: int, pc: int, outcome: int, turn: int) -> Line:
    """The line of an outcome of chance that was the only one: it reads like any other."""
    node, game = state.module_.nodes[pc], state.module_.game
    text = labels.words(game, node.domain, outcome)
    words = _with_purpose(text, node.purpose)
    return Line(mask, CHANCE_PLAYER, words, _rule_name(game, node), turn)


def _with_purpose(text: str, purpose: str) -> str:
    """An outcome of chance, whose roll it was, and what it is for."""
    return f"{text} ({purpose})" if purpose else text


def _is_of_zone(game: schema.Game, what: tuple[str | tuple[str, Any], ...]) -> bool:
    """Whether what is told begins with the name of a zone: `ann’s hand`, `stack pink`."""
    first = next((part for part in what if isinstance(part, str)), "")
    name = first.removeprefix("’s ").partition(":")[0]
    return any(zone.name.replace("_", " ") == name for zone in game.zones)


def _is_window(part: str | tuple[str, Any]) -> bool:
    """Whether a part is the fact that a window was open: for tables, no news for people."""
    return not isinstance(part, str) and part[0].startswith("window")


def windows(state: State, earlier: Any) -> list[tuple[int, ...]]:
    """The windows opened since then: the seats that could be asked, as far as all can see, in the
    order they are asked."""
    found: list[tuple[int, ...]] = []
    link = state.log
    while link is not None and link is not earlier:
        link, _, actor, _, what = link
        if actor == NOTE:
            holes = (part for part in what if not isinstance(part, str))
            found += [seats for domain, seats in holes if domain.startswith("window")]
    found.reverse()
    return found


def read_by(lines: list[Line], seat: int) -> Iterator[Line]:
    """The lines that a seat may read."""
    return (line for line in lines if line.audience >> seat & 1)
