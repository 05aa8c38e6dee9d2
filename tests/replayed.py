"""The whole log of a state, worked out by playing its history anew."""

from __future__ import annotations

from hoyle.runtime import log
from hoyle.runtime.state import State


def lines_of(state: State) -> list[log.Line]:
    """Everything that was told and decided, as the log says it."""
    walker = state.get_game().new_initial_state()
    found = log.notes(walker, None)
    for action in state.history():
        found.append(log.decision(walker, action))
        earlier, active = walker.log, log.turn(walker)
        walker.apply_action(action)
        found.extend(log.notes(walker, earlier, active))
    return found
