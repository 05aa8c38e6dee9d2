"""A list that a loop changes for each seat stands in a local of its turn, where it is the same."""

from __future__ import annotations

import pytest

from tests.test_playout_forms import playout_of, same_games

GAME = """\
game "Around"
    players 2..3
    asks always
    limit 12 turns

component Card for each rank in 1..9, copy in 1..2

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up

player has
    hand: set of Card, face up

setup
    put every Card into deck, shuffled

turn
    each player
        draw 3 from deck to your hand
        {more}
    choose card from your hand, if any: "Which?"
        move card to discards

whenever any p in players has count(p.hand) >= 8: victory for p
"""

LOCAL = "hand_of_you_2 = hand[you_2]"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    "more",
    [
        "if count(your hand) > 4: draw 1 from deck to your hand",
        'choose card from your hand: "Give up?"\n            move card to discards',
        "each card in your hand where rank < 4: move card to discards",
    ],
)
def test_the_list_of_a_turn_is_a_local(more: str, players: int) -> None:
    rules = GAME.format(more=more)
    assert LOCAL in playout_of(rules, players)
    same_games(rules, players)


def test_a_place_that_is_not_there_is_not_looked_at() -> None:
    """A loop may go on where there are no places any more."""
    rules = SHELVES.replace("shelf[1..3]", "shelf[0..2]").replace(
        "each n in 1..3", "each n in 0..5"
    )
    rules = rules.replace("        fill(n)\n        {more}", "        if n < 3\n            {more}")
    more = "draw 1 from deck to shelf[n]\n            if count(shelf[n]) > 2: move shelf to deck"
    same_games(rules.partition("\nto fill")[0].format(more=more))


def test_another_list_is_none() -> None:
    rules = GAME.format(more="move your hand to discards\n        draw 2 from deck to your hand")
    assert LOCAL not in playout_of(rules)
    same_games(rules)


SHELVES = """\
game "Shelves"
    players 2..2
    asks always
    limit 12 turns

component Card for each rank in 1..9, copy in 1..2

table has
    deck: bag of Card
    shelf[1..3]: row of Card, face up

player has
    points: number = 0

setup
    put every Card into deck

turn
    each n in 1..3
        fill(n)
        {more}
    choose: "What?"
        "Keep": your points += count(shelf[2])
        "Give": move shelf to deck

whenever count(deck) is 0: victory for players with most points

to fill(n: 1..3)
    draw 4 - n from deck to shelf[n]
"""


@pytest.mark.parametrize("more", ["", "if count(shelf[n]) > 2: move shelf to deck"])
def test_the_list_of_a_loop_is_a_local(more: str) -> None:
    rules = SHELVES.format(more=more)
    text = playout_of(rules)
    assert "shelf_of_place = shelf[place]" in text and "shelf_of_place.append(" in text
    same_games(rules)
