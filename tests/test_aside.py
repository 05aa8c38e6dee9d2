"""What stays in a loop of an expression is worked out before it, where that is sound."""

from __future__ import annotations

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.passes.aside import aside
from hoyle.compiler.passes.decide import decide
from hoyle.dsl.source import NOWHERE

POOL, TAKEN = p.Cell("pool", "mask", None, 31, 0, 31), p.Cell("taken", "mask", None, 0, 0, 31)
AT = p.Cell("at", "int", None, 0, 0, 2)
FAR = p.Cell("far", "int", None, 0, -9, 9)
WORTH = p.StaticTable("WORTH", 1, "int", (3, 1, 2))
IT, OTHER = p.Var("it", "int"), p.Var("other", "int")
LEFT = p.Op("minus", (p.Get(POOL, None), p.Get(TAKEN, None)), "mask")
SUM = b.add(p.Get(AT, None), p.Get(FAR, None))
OF_BOTH = p.Op("ge", (OTHER, b.add(IT, p.Get(FAR, None))), "bool")


def loop(cond: p.Expr) -> p.Comp:
    return p.Comp("count", IT, p.Bits(p.Get(POOL, None), 5), cond, IT, "int")


def program(*body: p.Stmt) -> p.Program:
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    return p.Program(
        id="small",
        players=2,
        cells=[POOL, TAKEN, AT, FAR],
        tables=[WORTH],
        functions={},
        procedures={"main": main},
        entries={"main": "main"},
    )


def text(*body: p.Stmt) -> list[str]:
    """The lines of main behind the pass."""
    return [line.strip() for line in print_procedure(aside(program(*body)).procedures["main"])[1:]]


def kept(value: p.Expr) -> list[str]:
    return text(p.Assign(p.Var("n", "int"), value, NOWHERE))


def test_what_stays_is_worked_out_once() -> None:
    both = b.and_(p.Op("ge", (IT, SUM), "bool"), p.Op("ne", (IT, SUM), "bool"))
    assert kept(loop(both)) == [
        "fixed = (at + far)",
        "n = count(it in bits pool where ((it >= fixed) and (it is not fixed)))",
    ]


def test_the_source_of_a_loop_is_not_in_it() -> None:
    source = p.Comp("count", IT, p.Bits(LEFT, 5), p.Op("ge", (IT, SUM), "bool"), IT, "int")
    first, second = kept(source)
    assert first == "fixed = (at + far)" and "bits (pool \\ taken)" in second


def test_it_is_read_in_the_source_of_a_loop_as_well() -> None:
    cond = p.Op("has", (LEFT, b.add(IT, b.ONE)), "bool")
    whole = p.Comp("count", IT, p.Bits(LEFT, 5), cond, IT, "int")
    assert kept(whole) == [
        "fixed = (pool \\ taken)",
        "n = count(it in bits fixed where has(fixed, (it + 1)))",
    ]


@pytest.mark.parametrize(
    "value",
    [
        p.Op("ge", (IT, p.Lookup(WORTH, (p.Get(FAR, None),))), "bool"),  # there may be no such row
        p.Op("ge", (IT, p.Op("mod", (b.ONE, p.Get(FAR, None)), "int")), "bool"),  # by 0
        p.Op("ge", (IT, b.add(IT, p.Get(FAR, None))), "bool"),  # another for each
        p.Op("ge", (IT, p.Get(FAR, None)), "bool"),  # as short as a local
        p.Op(
            "ge", (IT, p.Library("only_bit", (p.Get(POOL, None), b.ONE), "int")), "bool"
        ),  # may fail
        p.Comp("any", OTHER, p.Bits(p.Get(POOL, None), 5), OF_BOTH, OTHER, "bool"),
    ],
    ids=["row", "zero", "own", "short", "fails", "inner"],
)
def test_what_is_left_where_it_stands(value: p.Expr) -> None:
    assert len(kept(loop(value))) == 1


def test_what_is_in_no_loop_stays() -> None:
    assert kept(SUM) == ["n = (at + far)"]


def test_a_row_that_is_surely_there() -> None:
    worth = p.Lookup(WORTH, (p.Get(AT, None),))
    both = b.add(worth, p.Get(FAR, None))
    assert kept(loop(p.Op("ge", (IT, both), "bool")))[0] == "fixed = (WORTH[at] + far)"


def test_of_what_a_member_counts_itself_there_is_one() -> None:
    """A set from one of its members on has one member at least."""
    from_here = p.Op("size", (p.Op("unshift", (p.Get(POOL, None), IT), "mask"),), "int")
    cond = b.and_(p.Op("ne", (IT, p.Get(AT, None)), "bool"), p.Op("ge", (from_here, b.ONE), "bool"))
    two = b.and_(cond, p.Op("ge", (from_here, b.const(2)), "bool"))
    for given, left in ((cond, 0), (two, 1)):
        made = program(p.Assign(p.Var("n", "int"), loop(given), NOWHERE))
        lines = print_procedure(decide(made).procedures["main"])
        assert sum(line.count("unshift") for line in lines) == left
