"""What a test tells of a set is not asked again behind it, as long as the set stays."""

from __future__ import annotations

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.passes.told import told
from hoyle.dsl.source import NOWHERE

HAND = p.Cell("hand", "mask", None, 5, 0, 31)
N = p.Cell("n", "int", None, 0, 0, 9)
FAR = p.Cell("far", "int", None, 0, -9, 9)
NOW = p.Get(HAND, None)
FULL = p.Op("ne", (NOW, b.NO_MASK), "bool")
FOUND = p.Var("found", "bool")
DONE = p.Store(N, None, p.Op("add", (p.Get(N, None), b.ONE), "int"), NOWHERE)
INNER = p.If(FULL, (DONE,), (p.Over(NOWHERE),), NOWHERE)
LOSE = p.Store(HAND, None, b.minus(NOW, b.bit(b.ONE)), NOWHERE)


def more_than(number: p.Expr, sign: str = "gt") -> p.Expr:
    return p.Op(sign, (p.Op("size", (NOW,), "int"), number), "bool")


def text(*body: p.Stmt) -> list[str]:
    """The lines of main behind the pass."""
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    shift = p.Store(FAR, None, p.Op("sub", (p.Get(FAR, None), b.ONE), "int"), NOWHERE)
    program = p.Program(
        id="small",
        players=2,
        cells=[HAND, N, FAR],
        procedures={"main": main, "far": p.Procedure("far", (), (shift,), None, 0, NOWHERE)},
        entries={"main": "main", "far": "far"},
    )
    return [line.strip() for line in print_procedure(told(program).procedures["main"])[1:]]


@pytest.mark.parametrize("cond", [more_than(p.Get(N, None)), more_than(b.ONE, "ge"), FULL])
def test_a_set_that_holds_something_is_not_empty(cond: p.Expr) -> None:
    lines = text(p.If(cond, (INNER,), (), NOWHERE))
    assert lines[1:] == ["n := (n + 1)"]


@pytest.mark.parametrize(
    "cond", [more_than(p.Get(FAR, None)), more_than(b.ZERO, "ge"), p.Op("not", (FULL,), "bool")]
)
def test_one_that_may_be_empty_is_asked(cond: p.Expr) -> None:
    assert "if (hand is not {0})" in text(p.If(cond, (INNER,), (), NOWHERE))


def test_it_is_asked_again_behind_a_change() -> None:
    inner = p.If(b.eq(p.Get(N, None), b.ONE), (LOSE,), (), NOWHERE)
    lines = text(p.If(more_than(b.ONE), (inner, INNER), (), NOWHERE))
    assert "if (hand is not {0})" in lines
    lines = text(p.If(more_than(b.ONE), (INNER, inner), (), NOWHERE))
    assert "if (hand is not {0})" not in lines


def test_nothing_is_told_of_the_other_branch() -> None:
    assert "if (hand is not {0})" in text(p.If(more_than(b.ONE), (DONE,), (INNER,), NOWHERE))


def test_a_test_that_is_kept_stands_in_its_branch() -> None:
    kept = p.Assign(FOUND, more_than(b.ONE), NOWHERE)
    assert text(kept, p.If(FOUND, (DONE,), (), NOWHERE)) == ["if (size(hand) > 1)", "n := (n + 1)"]
    twice = text(kept, p.If(FOUND, (DONE,), (), NOWHERE), p.If(FOUND, (LOSE,), (), NOWHERE))
    assert twice[:2] == ["found = (size(hand) > 1)", "if found"]
