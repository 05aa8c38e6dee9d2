"""The tables of the parser in an order of their own; Lark numbers states anew with every run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Tables = dict[str, Any]
Row = list[tuple[str, Any]]
"""What a state does with each token: (0, the state to go to) or (1, the rule to reduce by)."""

SHIFT = 0


def in_order(tables: Tables) -> Tables:
    """The same tables: tokens by name, states as they are come to from the starts."""
    names: dict[int, str] = tables["tokens"]
    tokens = {name: number for number, name in enumerate(sorted(names.values()))}
    rows = {
        state: sorted((names[token], action) for token, action in row.items())
        for state, row in tables["states"].items()
    }
    states = _numbered(sorted(tables["start_states"].items()), rows)
    return {
        "tokens": dict(enumerate(tokens)),
        "states": {
            new: {tokens[name]: _renumbered(action, states) for name, action in rows[old]}
            for old, new in states.items()
        },
        "start_states": _ends(tables["start_states"], states),
        "end_states": _ends(tables["end_states"], states),
    }


def _numbered(starts: Iterable[tuple[str, int]], rows: Mapping[int, Row]) -> dict[int, int]:
    """A number for every state that can be come to, those near the starts first."""
    states: dict[int, int] = {}
    waiting = [state for _, state in starts]
    for state in waiting:
        if state not in states:
            states[state] = len(states)
            waiting.extend(to for _, (kind, to) in rows[state] if kind == SHIFT)
    return states


def _renumbered(action: tuple[int, Any], states: Mapping[int, int]) -> tuple[int, Any]:
    kind, to = action
    return (kind, states[to]) if kind == SHIFT else action


def _ends(named: Mapping[str, int], states: Mapping[int, int]) -> dict[str, int]:
    return {start: states[state] for start, state in sorted(named.items())}
