"""Tuples that are changed item by item are lists in a function: only where nobody else has them."""

from __future__ import annotations

import pytest

from hoyle import build, native_build
from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.changing import found
from hoyle.dsl.source import NOWHERE
from hoyle.find import find

OF, OTHER = p.Var("of", "ints"), p.Var("other", "ints")
SEAT, CARD = p.Var("seat", "int"), p.Var("card", "int")
CELL = p.Cell("cell", "ints", None, ())

BEGUN = p.Assign(OF, b.const((-1, -1)), NOWHERE)
CHANGED = p.Assign(OF, p.Op("replace", (OF, SEAT, CARD), "ints"), NOWHERE)
READ = p.Assign(CARD, p.Op("item", (OF, SEAT), "int"), NOWHERE)


def lists(*block: p.Stmt, params: tuple[p.Var, ...] = (SEAT,)) -> frozenset[str]:
    return found(p.Procedure("turn", params, block, None, 0, NOWHERE))


def assigned(value: p.Expr, var: p.Var = CARD) -> p.Stmt:
    return p.Assign(var, value, NOWHERE)


def test_what_is_begun_changed_and_looked_into_is_a_list() -> None:
    assert lists(BEGUN, CHANGED, READ) == {"of"}
    made = assigned(p.Op("tuple", (CARD, SEAT), "ints"), OF)
    sum_ = p.Comp("sum", CARD, p.Items(OF), None, CARD, "int")
    long = assigned(p.Op("len", (OF,), "int"))
    assert lists(made, CHANGED, assigned(sum_), long) == {"of"}
    loop = p.For("each", SEAT, p.Range(b.ZERO, b.const(2)), (CHANGED, BEGUN), NOWHERE)
    assert lists(BEGUN, loop, READ) == {"of"}


@pytest.mark.parametrize(
    "given_away",
    [
        assigned(OF, OTHER),
        p.Store(CELL, None, OF, NOWHERE),
        p.Return(OF, NOWHERE),
        p.CallProc("other", (OF,), None, NOWHERE),
        p.CallProc("other", (), OF, NOWHERE),
        p.Log(b.ONE, (p.Hole(OF, "number"),), NOWHERE),
        p.For("each", CARD, p.Items(OF), (CHANGED,), NOWHERE),  # changed while it is walked
        p.For("each", OF, p.Items(OTHER), (), NOWHERE),
        assigned(p.Op("concat", (OF, OF), "ints"), OTHER),
        assigned(p.Op("tuple", (OF,), "object"), OTHER),
        assigned(p.Op("slice", (OTHER, b.ZERO, b.ONE), "ints"), OF),
        assigned(p.Op("replace", (OTHER, SEAT, CARD), "ints"), OF),
        assigned(p.Op("replace", (OF, SEAT, CARD), "ints"), OTHER),
        assigned(p.Op("if", (b.TRUE, OF, OTHER), "ints"), OTHER),
        # asked of it later, when it has changed
        assigned(p.Lambda(CARD, p.Op("item", (OF, CARD), "int"), "int")),
    ],
)
def test_what_somebody_else_gets_is_none(given_away: p.Stmt) -> None:
    assert not lists(BEGUN, CHANGED, READ, given_away)


def test_what_comes_from_outside_or_never_changes_is_none() -> None:
    assert not lists(CHANGED, READ)
    assert not lists(BEGUN, READ)
    assert not lists(BEGUN, CHANGED, READ, params=(OF,))


def test_a_round_together_keeps_what_each_decides_in_a_list() -> None:
    made = build.compiled(find("goofspiel"), 2, {}).text
    playout = made[made.index("def playout(") :]
    assert "card_2_of = [-1, -1]" in playout and "card_2_of[you] = card_2" in playout
    assert "library.replace" not in playout
    # what a position holds while somebody decides is shared with its copies
    assert "s.main_card_2_of = library.replace(s.main_card_2_of, " in made


def test_native_builds_change_items_of_rows_too() -> None:
    checkup, made = build._made(find("goofspiel"), None, {}, None)
    text = native_build.written(made, checkup.sources, "rows")
    playout = text[text.index("def playout(") :]
    assert "card_2_of = vec[i64]([-1, -1])" in playout and "card_2_of[you] = card_2" in playout
    assert "natively.replace(card_2_of" not in playout
