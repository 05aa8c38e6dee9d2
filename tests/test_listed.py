"""Sets of pieces as lists while a playout lasts: where only their size and members are wanted."""

from __future__ import annotations

import pytest

from tests.test_playout_forms import playout_of, same_games

GAME = """\
game "Hands"
    players 2..3
    asks always
    limit 30 turns

component Card for each rank in 1..6, copy in 1..2

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up

player has
    hand: set of Card, face up
    won: set of Card, face up

setup
    put every Card into deck, shuffled

turn
    draw 3 from deck to your hand
    choose card from your hand, if any: "Which?"
        move card to discards
    {more}

whenever any p in players has count(p.won) >= 5: victory for p
"""

WON = 'choose card from your hand, if any: "Which is won?"\n        move card to your won'
ALL = "each card in your hand: move card to discards"
OTHERS = """\
each p in players
        if p is not you
            each card in p.hand where rank > 4: move card to your hand
            choose card from p.hand, if any: "Which of them?"
                move card to your won
"""
RETURNED = "each card in your hand where rank < 4: move card to your hand"


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        (WON, "hand"),
        (f"{WON}\n    {ALL}", "hand"),
        (f"{WON}\n    move your hand to discards", "hand"),
        (OTHERS, "hand"),
        (f"{WON}\n    {RETURNED}", "hand"),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_hands_are_lists_meanwhile(more: str, kept: str, players: int) -> None:
    rules = GAME.format(more=more)
    text = playout_of(rules, players)
    assert f"{kept} = [[*library.members(it)] for it in s.{kept}]" in text
    assert f"s.{kept} = [library.mask_of(it) for it in {kept}]" in text
    assert f"library.insort({kept}[" in text
    same_games(rules, players)


@pytest.mark.parametrize(
    "more",
    [
        f"{WON}\n    if count(your hand where rank is 3) is 0: draw 1 from deck to your hand",
        f"{WON}\n    if any card in discards has card is in your hand: move your hand to discards",
    ],
)
def test_what_is_asked_more_of_stays_a_set(more: str) -> None:
    rules = GAME.format(more=more)
    assert "hand = [[*library.members(it)] for it in s.hand]" not in playout_of(rules)
    same_games(rules)
