"""Many random games: what they notice of the pieces and the spaces."""

from __future__ import annotations

import random
from pathlib import Path

from hoyle.build import load
from hoyle.runtime import simulate

WALK = """\
game "Walk"
    players 2..2
    limit 6 turns

component Card for each rank in 1..4

board of Pit, ring of 6

table has
    deck: pile of Card
    lost: set of Card

player has
    hand: set of Card, seen by owner
    pawn: Pit = Pit "1"

setup
    put every Card where rank < 4 into deck, shuffled
    put every Card where rank is 4 into lost

turn
    choose: "Walk or draw?"
        "Walk"
            your pawn = beside(your pawn, forward)
        "Draw" when count(deck) > 1
            draw 1 from deck to your hand
"""


def test_pieces_and_spaces_that_never_come_into_play_are_named(tmp_path: Path) -> None:
    path = tmp_path / "walk.rules"
    path.write_text(WALK, encoding="utf-8")
    game = load(path)
    report = simulate.simulate(game, 60, random.Random(1).random, checked=True)
    never = report.traffic.never()
    assert never == {"Card": ["4"], "Pit": ["5", "6"]}
    assert simulate.simulate(game, 3, random.Random(1).random).traffic.never() == {}


STANDING = """\
game "Standing"
    players 2..2
    limit 8 turns
kinds Terrain: grass
board of Hex from "field.map", hexes
    terrain: Terrain
component Scout
    long: flag
    stands on Hex, trail of 2 when long
Scout "Ada"
    long = yes
turn
    choose s from places(Scout "Ada") where space.row is 1: "Where?"
        put Scout "Ada" on s, quietly
"""


def test_spaces_on_which_figures_stand_are_seen(tmp_path: Path) -> None:
    field = 'map "Field"\nhexes pointy, odd rows shifted\nlegend\n    g grass\ngrid\n'
    (tmp_path / "field.map").write_text(field + "    g0 g0 g0\n    g0 g0 g0\n    g0 g0 g0\n")
    path = tmp_path / "standing.rules"
    path.write_text(STANDING, encoding="utf-8")
    report = simulate.simulate(load(path), 40, random.Random(1).random, checked=True)
    assert report.traffic.never() == {"Hex": ["a3", "b3", "c3"]}
