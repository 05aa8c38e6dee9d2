"""Lists of one are what they hold while a playout lasts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.passes.ranges import find
from hoyle.compiler.passes.sole import sole
from hoyle.dsl.source import NOWHERE
from tests.test_playout_forms import piles, playout_of, same_games

PURSE = p.Cell("purse", "int", 1, (4,), 0, 9)
SEAT = p.Var("seat", "int")


def text(*body: p.Stmt, called: p.Block = ()) -> list[str]:
    """The lines of main behind the pass."""
    program = p.Program(
        id="small",
        players=1,
        cells=[PURSE],
        procedures={
            "main": p.Procedure("main", (), body, None, 0, NOWHERE),
            "other": p.Procedure("other", (), called, None, 0, NOWHERE),
        },
        entries={"main": "main"},
    )
    return [line.strip() for line in print_procedure(sole(program).procedures["main"])[1:]]


def paid(at: p.Expr | None = b.ZERO) -> p.Store:
    return p.Store(PURSE, at, b.sub(p.Get(PURSE, b.ZERO), b.ONE), NOWHERE)


def test_a_list_of_one_is_a_single_cell() -> None:
    assert text(paid()) == ["purse_sole := (purse_sole - 1)"]


def test_a_list_that_others_touch_stays_one() -> None:
    call = p.CallProc("other", (), None, NOWHERE)
    assert text(paid(), call, called=(paid(),)) == ["purse[0] := (purse[0] - 1)", "call other()"]


def test_a_list_whose_place_is_not_known_stays_one() -> None:
    assert text(paid(SEAT)) == ["purse[seat] := (purse[0] - 1)"]


def test_what_is_set_from_outside_may_be_anything_still() -> None:
    program = p.Program(
        id="small",
        players=1,
        cells=[replace(PURSE, given=True)],
        procedures={"main": p.Procedure("main", (), (), None, 0, NOWHERE)},
        entries={"main": "main"},
    )
    known = find(sole(program)).cells
    assert known["purse_sole"] == known["purse"] != (4, 4)


def test_the_one_pool_is_a_list() -> None:
    text = playout_of(piles())
    assert "pools_card = [*s.pools_card[0]]" in text and "s.pools_card = [(*pools_card,)]" in text
    assert "pools_card.pop(" in text
    same_games(piles())


def test_a_set_that_is_a_list_already_stays_one() -> None:
    """Of one player there is one hand, which is a list of its members meanwhile."""
    rules = piles("if count(your hand) > 3: draw 1 from bag to row").replace("2..2", "1..1")
    assert "hand = [[*library.members(it)] for it in s.hand]" in playout_of(rules, 1)
    same_games(rules, 1)


WRITTEN = """\
game "Written"
    players 1..2
    asks always
    limit 12 turns

table has
    mark[1..1]: 0..3 = 0
    mark_sole: 0..9 = 7

player has
    score: 0..99 = 0

turn
    choose n in 0..3: "Which?"
    mark[1] = n
    your score = mark_sole + n
"""


@pytest.mark.parametrize("players", [1, 2])
def test_what_is_only_written_is_a_single_cell_as_well(players: int) -> None:
    """Also where a field has the name already that it would have."""
    assert "mark = s.mark[0]" in playout_of(WRITTEN, players)
    same_games(WRITTEN, players)


def test_a_number_out_of_its_range_is_told_by_the_name_of_its_field() -> None:
    text = playout_of(WRITTEN.replace("score: 0..99", "score: 0..9"), 1)
    assert "is outside of the range of score (0..9)" in text
