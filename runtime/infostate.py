"""The information state of a seat: everything it has decided and seen, in order.

It is read from the log beside the position (decisions and outcomes addressed to the seat, and
what the rules told it), never from who is asked now. A game in which everybody sees everything
keeps no such log; there the history itself is the information state of every seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hoyle.runtime import labels, library

if TYPE_CHECKING:
    from hoyle.runtime import schema
    from hoyle.runtime.module import Module
    from hoyle.runtime.state import State


def entries(state: State, seat: int) -> list[tuple[int, int, Any]]:
    """(actor, node number, action or parts of a note) that the seat saw, in order."""
    if not state.keeps_log_:
        return [(0, pc, action) for pc, action in state.past_list()]
    found: list[tuple[int, int, Any]] = []
    link = state.log
    while link is not None:
        link, audience, actor, pc, what = link
        if audience >> seat & 1 or actor == seat:
            found.append((actor, pc, what))
    found.reverse()
    return found


def moment(state: State) -> object:
    """How far the telling has gone: what `since` goes back to. It can be kept, and compared by
    `is`."""
    return state.log if state.keeps_log_ else state.past


def since(state: State, moment: object, seat: int) -> tuple[tuple[int, int, Any], ...]:
    """What the seat has decided and seen since a moment on the way to this position."""
    found: list[tuple[int, int, Any]] = []
    if not state.keeps_log_:
        past = state.past
        while past is not None and past is not moment:
            past, pc, action = past
            found.append((0, pc, action))
    else:
        link = state.log
        while link is not None and link is not moment:
            link, audience, actor, pc, what = link
            if audience >> seat & 1 or actor == seat:
                found.append((actor, pc, what))
    found.reverse()
    return tuple(found)


def held(state: State, seat: int, asked: int) -> tuple[Any, ...]:
    """What a seat knows that the one who is asked does not, in a position that was dealt for that
    one without its history: where pieces lie, and the secret picks that still wait."""
    found: list[Any] = []
    for thing in state.module_.game.things:
        if thing.known:
            at = getattr(state, thing.at) if thing.at else ()
            kinds = labels.kinds_in(state.module_.game, f"thing:{thing.name}")
            rows = [
                (kinds[row] if kinds else row, at[row] if at else 0)
                for row, known in enumerate(getattr(state, thing.known))
                if known >> seat & 1 and not known >> asked & 1
            ]
            found.append(tuple(sorted(rows)))
    return (*found, *entries(state, seat))


def text(state: State, seat: int) -> str:
    """The information state in one line, equal exactly where the seat knows the same.

    Rows that are alike have one number in it.
    """
    if not state.keeps_log_:
        return f"{seat}: " + " ".join(map(str, state.history()))
    return f"{seat}: " + words(state, entries(state, seat))


def words(state: State, entries: Iterable[tuple[int, int, Any]]) -> str:
    """Entries in one line."""
    return " ".join(_entry(state.module_, *entry) for entry in entries)


def _entry(module: Module[Any], actor: int, pc: int, what: Any) -> str:
    """One entry: who, the node where it is not told by the action, and what."""
    game = module.game
    if actor >= 0:
        return f"{actor}.{what}"  # of copies it says the kind
    if actor == -1:
        node = module.nodes[pc]
        return f"?{pc}.{what if node.values else _alike(game, node.domain, what)}"
    return "[" + "".join(p if isinstance(p, str) else str(_alike(game, *p)) for p in what) + "]"


def _alike(game: schema.Game, domain: str, value: Any) -> Any:
    """A value with one row for all that are alike: which of them it is tells what others took."""
    head, _, rest = domain.partition(":")
    if head in ("set", "list", "picked") and rest.startswith(("thing:", "either:")):
        items = value if isinstance(value, tuple) else library.members(value)
        return sorted(_alike(game, rest, item) for item in items)
    if isinstance(value, int) and value >= 0:
        kinds = labels.kinds_in(game, domain)
        return kinds[value] if kinds else value
    return value
