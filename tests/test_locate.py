"""Pieces are taken from where they surely lie without a look, and from nowhere else."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from hoyle.compiler import pipeline
from hoyle.compiler.from_game import lower
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.lying import Lying
from hoyle.dsl import MemoryReader, Sink, load
from hoyle.dsl.game import Game
from hoyle.runtime.errors import RuleError
from tests import builds
from tests.agreement import loaded

BOX = """
game "Moving"
    players 2..3

component Card for each rank in 1..6, copy in 1..3
    points: number = rank

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up
    market: row of Card, face up
    shelf[1..2]: pile of Card, face up
    n: 0..99 = 0

player has
    hand: set of Card, seen by owner
    won: set of Card, face up

setup
    put every Card into deck, shuffled
    draw 2 from deck to market
    draw 2 from deck to shelf[1]
    each player: draw 3 from deck to your hand

play
    repeat until n >= 6
        each player: turn_of
        n += 1

"""

SURE = {
    "chosen": """
to turn_of
    choose card from your hand, if any: "Which?"
        move card to your won
""",
    "chosen from a part that has a name": """
to turn_of
    let high = your hand where rank > 2
    choose card from high, if any: "Which?"
        move card to discards
""",
    "one of the best": """
to turn_of
    choose card from your hand with most rank, if any: "Which?"
        move card to discards
""",
    "several": """
to turn_of
    choose up to 2 cards from your hand: "Which?"
    move cards to your won
""",
    "each": """
to turn_of
    each card in your hand where rank > 3
        move card to your won
""",
    "from a row, from one of several piles": """
to turn_of
    choose card from market, if any: "Which?"
        move card to shelf[1]
    let upper = top(shelf[1])
    if upper is not none: move upper to your won
""",
    "at once": """
to turn_of
    together each player
        choose card from your hand, if any: "Which?"
            move card to discards
""",
    "several at once, in another order": """
to turn_of
    together each player
        choose up to 2 cards from your hand: "Which?"
        move cards to your won
""",
    "a player who is named twice": """
to turn_of
    let other = first(players)
    together each of you, other
        choose card from your hand, if any: "Which?"
            move card to your won
""",
    "while what lies elsewhere moves": """
to turn_of
    choose card from shelf[1], if any: "Which?"
        choose other from market, if any: "Which other?"
            move other to your won
        move card to market
""",
    "where it is said to lie": """
to turn_of
    choose card from Card, if any: "Which?"
        if card is in your hand: move card to your won
        otherwise: n += 1
""",
}

UNSURE = {
    "it may have been drawn back by a hook": """
to turn_of
    choose card from your hand, if any: "Which?"
        bow
        move card to your won
to bow
    n += 1
after bow
    move your hand to discards
""",
    "another piece of the same place moves, and may be it": """
to turn_of
    choose card from your hand, if any: "Which?"
        choose other from your hand, if any: "Which other?"
            move other to market
        move card to your won
""",
    "others have chosen from the same place": """
to turn_of
    together each player
        choose card from market, if any: "Which?"
            if card is in market: move card to your won
""",
    "one deed moves what others have chosen": """
to turn_of
    together each player
        choose card from your hand, if any: "Which?"
            move card to discards
            each p in players: move p.hand to discards
""",
    "a refill takes the whole pile": """
to turn_of
    choose card from discards, if any: "Which?"
        draw 2 from deck to your hand
        move card to your won
""",
    "a condition that is watched": """
to turn_of
    choose card from your hand, if any: "Which?"
        n += 2
        move card to your won
whenever n is 4
    n = 5
    each player: move your hand to discards
""",
    "the next turn of a loop": """
to turn_of
    choose card from your hand, if any: "Which?"
        each k in 1..2
            move card to your won
            move your won to discards
""",
    "one of two places": """
to turn_of
    choose card from your hand + your won, if any: "Which?"
        move card to discards
""",
}


def checked(text: str) -> Game:
    """Rules without a mistake."""
    sink = Sink()
    game = load("moving.rules", sink, reader=MemoryReader({"moving.rules": BOX + text}))
    assert game is not None and not sink.has_errors, list(sink)
    return game


def searches(text: str, name: str) -> int:
    """How often it is looked for a card behind a pass."""
    program = pipeline.behind(lower(checked(text), 2, False, Sink(), {}), name)
    calls = (call for x in program.procedures.values() for call in walk.calls(x.body))
    return sum(call.proc == "lift_card" for call in calls)


@pytest.mark.parametrize("name", SURE)
def test_what_surely_lies_there_is_taken(name: str) -> None:
    assert searches(SURE[name], "prune")
    assert not searches(SURE[name], "locate")


@pytest.mark.parametrize("name", UNSURE)
def test_what_may_have_been_moved_is_looked_for(name: str) -> None:
    assert searches(UNSURE[name], "locate") == 1


ALL = {**SURE, **UNSURE}
PLAYED = [(name, 3 if "together" in text else 2) for name, text in ALL.items()]


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_games_stay_the_same(name: str, players: int) -> None:
    assert ends(ALL[name], players) == ends(ALL[name], players, located=False)


def ends(text: str, players: int, located: bool = True) -> list[object]:
    """How some random games went: played at once, and step by step."""
    with pytest.MonkeyPatch.context() as patch:
        if not located:
            patch.setattr(pipeline, "locate", lambda program: program)
        made = pipeline.compile_game(checked(text), players, Sink())
    assert made is not None
    module = loaded(made, "moving")
    cells = [cell.name for cell in made.program.cells]
    games = (way(module, seed) for seed in range(6) for way in (played, stepped))
    return [(told, [getattr(state, cell) for cell in cells]) for told, state in games]


def played(module: Any, seed: int) -> tuple[object, Any]:
    """A playout: the state at its end."""
    state = module.fresh()
    module.playout(state, random.Random(seed).random)
    return None, state


def stepped(module: Any, seed: int) -> tuple[object, Any]:
    """What was decided with every step, among what, and the state at the end."""
    steps, state = builds.explicit(module, seed)
    return [step[1:4] for step in steps], state


@pytest.mark.parametrize(
    ("forgotten", "name"),
    [
        ("moved", "another piece of the same place moves, and may be it"),
        ("unclear", "it may have been drawn back by a hook"),
        ("unclear", "a condition that is watched"),
    ],
)
def test_a_bolder_claim_would_be_found(
    forgotten: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where something is taken to move nothing, games come out wrong."""
    monkeypatch.setattr(Lying, forgotten, lambda self, _: self)
    assert not searches(UNSURE[name], "locate")
    with suppress(RuleError, ValueError):
        assert ends(UNSURE[name], 2) != ends(UNSURE[name], 2, located=False)
