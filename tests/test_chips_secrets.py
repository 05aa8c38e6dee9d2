"""Pokémon Chips: nobody hears of a goal that another holds, gives up, puts back or swaps."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime import labels
from hoyle.runtime.table import Table

SECRETIVE = ("Adventurer Red", "Collector Leaf", "Gym Leader Brock")
"""The Trainers whose deeds name goals that nobody else sees."""


def play(table: Table, seed: int) -> None:
    """Decide at random; whatever a Trainer can do is done."""
    rng = random.Random(seed)
    while (question := table.question()) is not None:
        options = list(question.options.values())
        deeds = [name for name in options if name in SECRETIVE]
        table.choose(question.seat, deeds[0] if deeds else rng.choice(options))


@pytest.mark.parametrize("seed", range(4))
def test_a_goal_is_heard_of_by_others_only_when_it_is_gained(seed: int) -> None:
    game = load("chips_advanced", 3)
    goals = labels.thing_of(game.schema, "Goal").names
    table = Table(game, random.Random(seed).random)
    play(table, seed)
    used = {line.text for line in table.lines if line.text in SECRETIVE}
    assert used == set(SECRETIVE)
    drawn = [line for line in table.lines if line.actor < 0 and line.text.endswith("(to hand)")]
    assert drawn and all(line.audience.bit_count() == 1 for line in drawn)
    for seat in range(3):
        own = (labels.seat_name(seat), "chance")
        for line in map(str, table.log(seat)):
            if not line.startswith(own) and any(goal in line for goal in goals):
                assert "’s won" in line, line


def test_a_round_shows_each_draw_before_a_goal_is_given_up() -> None:
    table = Table(load("chips", 2), random.Random(5).random)
    for drawn, held in ((1, 5), (2, 4), (3, 3)):
        for seat in range(2):
            question = table.question()
            assert question is not None and question.seat == seat
            view: Any = table.view(seat)
            rows = view["table"]["sequence"]
            lying = [len(rows[str(number)]) for number in (1, 2, 3, 4)]
            assert lying == [5 - n if n <= drawn else 0 for n in (1, 2, 3, 4)]
            hands = [len(view["players"][name]["hand"]) for name in ("ann", "ben")]
            assert hands == [held, held]
            table.choose(seat, next(iter(question.options.values())))
