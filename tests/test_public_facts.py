"""What all can see although faces are hidden, and what a `whenever` that asks leaves true."""

import random
from pathlib import Path

import pytest

from hoyle.runtime import simulate
from tests.test_lowering import from_text, played

PLACES = """
game "Places"
    players 2..2
    limit 4 turns
component Badge for each n in 1..2
board of Spot, ring of 3
    badge: one Badge, face down
player has
    pawn: Spot = "1"
    score: 0..99 = 0
setup
    move Badge "1" to Spot "1".badge
    move Badge "2" to Spot "2".badge
turn
    choose: "What now?"
        "Take the badge" when {test}
            your score += 1
        "Walk on"
    choose place from exits(your pawn): "Where?"
        move your pawn to place
"""


@pytest.mark.parametrize(
    "test",
    ["your pawn.badge is not none", "count(your pawn.badge) > 0"],
)
def test_that_nothing_lies_face_down_is_seen_by_all(test: str) -> None:
    """On the third spot nothing lies: there the lone option goes silently."""
    game = played(from_text(PLACES.replace("{test}", test)), 2)
    state = game.new_initial_state()
    asked = []
    while not state.is_terminal():
        asked.append(sorted(state.names().values()))
        state.apply_action(state.legal_actions()[-1])
    walks = [["Take the badge", "Walk on"], ["2", "3"]] * 2
    assert asked == [*walks, ["1", "2"], ["1", "2"]]


HANDS = """
game "Hands"
    players 2..2
    limit 12 turns
component Card for each n in 1..30
table has
    deck: pile of Card
    gone: set of Card
player has
    hand: set of Card, seen by owner
setup
    put every Card into deck, shuffled
turn
    draw 2 from deck to your hand
whenever any p in players has count(p.hand) > 3
    as p
        choose count(your hand) - 3 surplus from your hand: "Discard down to three"
            move surplus to gone
"""


def test_a_whenever_may_ask_in_a_checked_game() -> None:
    """While it asks, its own condition still holds: that is no mistake."""
    game = played(from_text(HANDS), 2)
    report = simulate.simulate(game, 3, random.Random(1).random, checked=True)
    assert report.failures == [] and report.games == 3
    assert report.never() == []


def test_what_a_whenever_or_at_once_asks_holds_nothing_against_another() -> None:
    """Other conditions wait until what is asked meanwhile is over."""
    path = Path(__file__).parent / "cases" / "lowering" / "asked_meanwhile.rules"
    game = played(from_text(path.read_text(encoding="utf-8")), 2)
    report = simulate.simulate(game, 10, random.Random(1).random, checked=True)
    assert report.failures == [] and report.games == 10
    assert report.never() == []
