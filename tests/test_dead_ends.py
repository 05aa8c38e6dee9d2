"""What follows a choice of several is looked at before anybody is asked."""

from __future__ import annotations

from pathlib import Path

from hoyle.build import load

RULES = """
game "Several, then one"
    players 2..2
    limit 9 turns
component Card for each rank in 1..9
table has
    low: 0..9 = 0
    pool: set of Card, face up
player has
    score: 0..99 = 0
setup: put every Card into pool
turn
    choose: "What now?"
        "Trade"
            choose up to 2 given from pool: "Give which?"
            choose prize in 1..9 where it < low: "For which?"
            your score += prize
        "Raise" when low < 3
            low += 1
        "End"
            end game
"""


def test_a_branch_is_not_offered_where_the_choice_behind_a_choice_of_several_is_empty(
    tmp_path: Path,
) -> None:
    path = tmp_path / "several.rules"
    path.write_text(RULES, encoding="utf-8")
    state = load(str(path), 2).new_initial_state()
    assert list(state.names().values()) == ["Raise", "End"]
    for _ in range(2):
        state.apply_action(state.string_to_action("Raise"))
    assert list(state.names().values()) == ["Trade", "Raise", "End"]
    state.apply_action(state.string_to_action("Trade"))
    state.apply_action(state.string_to_action("done"))
    assert state.view(0)["players"]["ann"]["score"] == 1
