"""Printed sums over sets of pieces are kept while a playout lasts."""

from __future__ import annotations

import pytest

from tests.test_playout_forms import playout_of, same_games

GAME = """\
game "Points"
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
        move card to your won
    {more}

whenever any p in players has sum(rank of p.won) >= 17: victory for players with most kept

value kept of player = sum(rank of your won) + count(your hand)
"""

BACK = """\
if count(your won) > 2
        choose card from your won: "Back?"
            move card to discards"""
TAKEN = """\
each p in players
        if p is not you
            choose card from p.won, if any: "Take?"
                move card to your won"""
KEPT = "won_card_rank = [sum([CARD_RANK[piece] for piece in library.members(it)]) for it in s.won]"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    "more",
    [
        "",
        "move your hand to discards",
        "move your won to discards",
        BACK,
        "each card in your won where rank < 3: move card to discards",
        TAKEN,
    ],
)
def test_sums_go_along_with_their_sets(more: str, players: int) -> None:
    rules = GAME.format(more=more)
    text = playout_of(rules, players)
    assert KEPT in text and "won_card_rank[" in text
    same_games(rules, players)


@pytest.mark.parametrize(
    "more",
    [
        "move your hand to your won",  # many at once
        "each p in players\n        if p is not you: move p.won to your won",
    ],
)
def test_a_set_that_changes_at_large_is_added_up(more: str) -> None:
    rules = GAME.format(more=more)
    assert KEPT not in playout_of(rules)
    same_games(rules)
