"""What is revealed is told with the name of whose it was."""

from __future__ import annotations

from pathlib import Path

import hoyle
from hoyle.runtime import log
from tests.replayed import lines_of

RULES = """\
game "Sealed bids"
    players 2..2

player has
    bid: 0..2 = 0, seen by owner

play
    together each player: make_bid
    each player: reveal your bid
    victory for players with most bid

to make_bid
    choose n in 0..2: "How much?"
    your bid = n
"""


def test_a_counter_is_told_with_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(RULES)
    state = hoyle.load(path).new_initial_state()
    for bid in (1, 2):
        state.apply_action(next(a for a in state.legal_actions() if str(bid) == _name(state, a)))
    told = [line.text for line in log.read_by(lines_of(state), 0)]
    assert [line for line in told if "bid:" in line][-2:] == ["ann’s bid: 1", "ben’s bid: 2"]


def _name(state: object, action: int) -> str:
    return str(state.action_to_string(action))  # type: ignore[attr-defined]
