"""`given map "…"`: what cannot be drawn is told, and what of the rules does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import build, dsl
from hoyle.examples import run_examples

MAP = 'map "M"\nhexes pointy, odd rows shifted\nlegend\n    g grass\ngrid\n    g1 g1 g1\n'
GAME = """game "G"
    players 2..2
    limit 9 turns
kinds Terrain: grass, water
board of Hex from "m.map", hexes
    terrain: Terrain
    mark: player or none = none
to claim_it(goal: Hex): goal.mark = you
turn
    choose goal from Hex: "Where?"
        claim_it(goal)
"""


def told(example: str, game: str = GAME) -> list[tuple[str, str]]:
    """Code and message of all that is wrong with an example."""
    sink, files = dsl.Sink(), dsl.MemoryReader({"m.map": MAP})
    dsl.check(dsl.Source("g.rules", f'{game}example "E"\n{example}'), sink, reader=files)
    return [(one.code.id, one.message) for one in sink.sorted()]


@pytest.mark.parametrize(
    ("example", "code", "message"),
    [
        ('    given map "x1"', "R0408", "The legend does not say what `x` is."),
        ('    given map "g1 / what"', "R0408", "`what` is no space."),
        ('    given map ". ."', "R0408", "The map has 0 spaces."),
        (
            '    given Hex "a1".mark is ben\n    and map "g1"',
            "R0712",
            "The board lies before anything else is set.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told(example: str, code: str, message: str) -> None:
    assert (code, message) in told(f'{example}\n    then Hex "a1".mark is none\n')


def test_spaces_are_those_of_the_example() -> None:
    facts = '    then Hex "b1".mark is none\n'
    assert told(facts) == []
    assert told(f'    given map "g1 g1"\n{facts}') == []
    assert [code for code, _ in told(f'    given map "g1"\n{facts}')] != []
    again = 'example "F"\n    then Hex "c1".mark is none\n'
    assert told(f'    given map "g1"\n    then Hex "a1".mark is none\n{again}') == []


def test_a_game_without_a_map_draws_none() -> None:
    grid = GAME.replace(' from "m.map", hexes\n    terrain: Terrain', ", grid 3 by 3")
    grid = grid.replace("kinds Terrain: grass, water\n", "").replace("Hex", "Cell")
    found = told('    given map "g1"\n    then Cell "a1".mark is none\n', grid)
    assert ("R0712", "This game has no boards of hexes.") in found


def test_rules_that_need_another_space_are_told_at_the_map(tmp_path: Path) -> None:
    (tmp_path / "m.map").write_text(MAP)
    path = tmp_path / "g.rules"
    example = 'example "E"\n    given map "g1"\n    then Hex "a1".mark is none\n'
    path.write_text(f'{GAME}to win: claim_it(Hex "c1")\n{example}')
    game = build.check(path).game
    assert game is not None
    (result,) = run_examples(path, game)
    assert result.problem.startswith("on this map the rules have a mistake: ")
    assert "c1" in result.problem
    assert result.span is not None and result.span.start > 0
