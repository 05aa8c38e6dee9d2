"""What is chosen from a list of a playout and taken out of it at once is popped."""

from __future__ import annotations

import pytest

from tests.test_listed import GAME, WON
from tests.test_playout_forms import playout_of, same_games

POP = ".pop(int(random() * len(hand"


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_chosen_and_moved_is_popped(players: int) -> None:
    rules = GAME.format(more=WON)
    text = playout_of(rules, players)
    assert text.count(POP) == 2 and ".remove(" not in text
    same_games(rules, players)


FIRST = 'choose card from your hand, if any: "Look?"\n        '


@pytest.mark.parametrize(
    "more",
    [
        f"{FIRST}if card.rank > 3: move card to your won",
        f"{FIRST}your looks += 1",
        f"{FIRST}draw 1 from deck to your hand\n        move card to your won",
    ],
)
def test_what_may_stay_is_looked_at(more: str) -> None:
    looks = "won: set of Card, face up\n    looks: number = 0"
    rules = GAME.format(more=more).replace("won: set of Card, face up", looks)
    assert playout_of(rules).count(POP) == 1
    same_games(rules)
