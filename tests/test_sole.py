"""Lists of one are what they hold while a playout lasts."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
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


def test_the_one_pool_is_a_list() -> None:
    text = playout_of(piles())
    assert "pools_card = [*s.pools_card[0]]" in text and "s.pools_card = [(*pools_card,)]" in text
    assert "pools_card.pop(" in text
    same_games(piles())
