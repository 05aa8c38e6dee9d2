"""The information state of a seat: everything it has decided and seen, in order.

It is read from the log beside the position (decisions and outcomes addressed to the seat, and
what the rules told it), never from who is asked now. A game in which everybody sees everything
keeps no such log; there the history itself is the information state of every seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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


def text(state: State, seat: int) -> str:
    """The information state in one line, equal exactly where the seat knows the same."""
    if not state.keeps_log_:
        return f"{seat}: " + " ".join(map(str, state.history()))
    return f"{seat}: " + " ".join(_entry(*entry) for entry in entries(state, seat))


def _entry(actor: int, pc: int, what: Any) -> str:
    """One entry: who, the node where it is not told by the action, and what."""
    if actor >= 0:
        return f"{actor}.{what}"
    if actor == -1:
        return f"?{pc}.{what}"
    return "[" + "".join(p if isinstance(p, str) else str(p[1]) for p in what) + "]"
