"""What is folded: claims about all of a set that hang on nothing of it, and contradictions."""

from __future__ import annotations

from typing import Literal

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.fold import fold_expr

PLACE = p.Var("place", "int")
SPACES = p.Library(".spaces", (p.Var("field", "int"), PLACE), "mask")
MASK = p.Var("mask", "mask")


def claim(kind: Literal["any", "every"], mask: p.Expr, body: p.Expr) -> p.Expr:
    comp = p.Comp(kind, p.Var("it", "int"), p.Bits(mask, 40), body, b.TRUE, "bool")
    return fold_expr(comp)


def test_a_claim_that_hangs_on_no_member_asks_whether_there_is_one() -> None:
    assert claim("every", MASK, b.FALSE) == p.Op("eq", (MASK, b.NO_MASK), "bool")
    assert claim("any", MASK, b.TRUE) == p.Op("ne", (MASK, b.NO_MASK), "bool")
    assert claim("every", MASK, b.TRUE) == b.TRUE
    assert claim("any", MASK, b.FALSE) == b.FALSE


def test_whoever_stands_has_spaces() -> None:
    assert claim("every", SPACES, b.FALSE) == b.op("lt", PLACE, b.ZERO)
    assert claim("any", SPACES, b.TRUE) == b.op("ge", PLACE, b.ZERO)


def test_a_contradiction_is_no_where_nothing_before_it_can_fail() -> None:
    stands, free = b.op("ge", PLACE, b.ZERO), b.op("lt", PLACE, b.ZERO)
    fails = b.op("eq", p.Lookup(p.StaticTable("t", 1, "int", (1, 2)), (PLACE,)), b.ONE)
    assert fold_expr(p.Op("and", (stands, free), "bool")) == b.FALSE
    assert fold_expr(p.Op("and", (stands, fails, free), "bool")) == b.and_(stands, fails, free)
    assert fold_expr(p.Op("and", (stands, b.FALSE), "bool")) == b.FALSE
    assert fold_expr(p.Op("and", (fails, b.FALSE), "bool")) == b.and_(fails, b.FALSE)
