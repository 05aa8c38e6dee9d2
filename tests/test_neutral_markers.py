"""Markers that all lay beside the card of a figure that is nobody's: each sees its own alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime import saves
from hoyle.runtime.state import State

GAME = Path(__file__).resolve().parent.parent / "rulesets" / "pokescape"
SIDES = ("blue", "green")


@pytest.fixture(scope="module")
def views() -> list[tuple[dict[str, Any], ...]]:
    """What both seats see of the sides, all along a fight over an Onix that nobody leads."""
    text = (GAME / "playthroughs" / "wild_onix.txt").read_text(encoding="utf-8")
    text = "".join(x for x in text.splitlines(True) if not x.startswith("result:"))
    told = saves.heading(text)
    game = load(
        str(GAME / "pokescape.rules"), told.players, dict(told.options), scenario=told.scenario
    )
    state, found = game.new_initial_state(), []
    for action in game.deserialize_state(text).history():
        state.apply_action(action)
        found.append(sides(state))
    return found


def sides(state: State) -> tuple[dict[str, Any], ...]:
    return tuple(state.view(seat)["things"]["Side"] for seat in range(2))


def test_a_seat_sees_its_own_markers_beside_a_neutral_card(views: Any) -> None:
    laid = 0
    for view in views:
        for seat, side in enumerate(SIDES):
            own = view[seat][side]["separate_orders"]
            laid += len(own)
            assert all(name.startswith(side) for name in own)
    assert laid


def test_others_see_that_they_lie_there_and_which_were_revealed(views: Any) -> None:
    hidden = revealed = 0
    for view in views:
        for seat, side in enumerate(SIDES):
            own, theirs = (
                view[seat][side]["separate_orders"],
                view[1 - seat][side]["separate_orders"],
            )
            known = [name for name in theirs if name.startswith(side)]
            assert len(own) == len(theirs) and set(known) <= set(own)
            assert not any(name.endswith("cross") for name in known)
            hidden += len(theirs) - len(known)
            revealed += len(known)
    assert hidden and revealed
