"""A card drawn at random from among unseen ones: who gets it is told which it is, nobody how many
sorts of cards lay before it."""

from __future__ import annotations

import random
from pathlib import Path

from hoyle.build import load
from hoyle.runtime import chance
from tests.replayed import lines_of

RULES = """
game "Random draws"
    players 2..2
component Card
    worth: 1..9
table has
    deck: pile of Card, face down
    heap: set of Card, face down
    line: row of Card, face down
player has
    hand: set of Card, seen by owner
Card "Ace"
    copies = 5
    worth = 9
Card "Two"
    copies = 5
    worth = 2
Card "King"
    copies = 5
    worth = 7
setup
    put every Card into deck, shuffled
    each player: draw 4 from deck to your hand
    draw 3 from deck to heap
turn
    together each of you
        choose card from your hand, if any: "Lay which away?"
            move card to heap
    draw 1 at random from heap to your hand
    draw 1 from deck to line
    draw 1 at random from line to your hand
    if count(deck) < 2: end game
"""


def test_the_log_names_the_card_or_its_place(tmp_path: Path) -> None:
    path = tmp_path / "draws.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path), 2)
    told = []
    for seed in range(5):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            chance.step(state, rng.random)
        told += lines_of(state)
    draws = [line for line in told if line.actor == -1 and line.audience]
    assert draws
    for line in draws:
        assert line.text.split(" ")[0] in ("Ace", "Two", "King", "line"), line.text
    assert all(line.audience in (0b01, 0b10) for line in draws)


def test_who_was_told_the_same_holds_the_same(tmp_path: Path) -> None:
    path = tmp_path / "draws.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path), 2)
    held: dict[tuple[int, str], object] = {}
    for seed in range(40):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            chance.step(state, rng.random)
            chance.settle(state, rng.random)
            for seat, name in enumerate(("ann", "ben")):
                told = state.information_state_string(seat)
                hand = state.view(seat)["players"][name]["hand"]
                assert held.setdefault((seat, told), hand) == hand


ROBBED = """\
game "Robbed"
    players 2..2
component Card for each rank in 1..4
player has
    hand: set of Card, seen by owner
    loot: set of Card, seen by owner
setup: put every Card into last(players).hand
turn
    draw 1 at random from last(players).hand to your loot
    end game
"""


def test_the_log_says_where_a_drawn_card_went(tmp_path: Path) -> None:
    path = tmp_path / "robbed.rules"
    path.write_text(ROBBED, encoding="utf-8")
    state = load(str(path), 2).new_initial_state()
    chance.step(state, random.Random(1).random)
    (line,) = lines_of(state)
    assert line.text.endswith(" (to loot)")
