"""Numbers that a printed row tells to be meant are found beforehand, where it alone tells."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.ir.verify import verify_program
from hoyle.compiler.passes.printed import printed
from hoyle.dsl.source import NOWHERE
from tests import builds
from tests.agreement import loaded
from tests.test_builds_agree import shipped
from tests.test_playout_forms import from_the_middle

HAVE = p.Cell("have", "int", 6, (0,) * 6, 0, 9)
AT, FAR = p.Cell("at", "int", None, 0, 0, 2), p.Cell("far", "int", None, 0, -9, 9)
ROWS = ((1, 0, 0, 2, 0), (0, 2, 1, 0, 0), (1, 1, 1, 1, 1))
NEEDS = p.StaticTable("NEEDS", 1, "ints", ROWS)
FULL = p.StaticTable("FULL", 1, "ints", ((1, 1, 1, 1, 1),) * 3)
IT, N = p.Var("it", "int"), p.Var("n", "int")
FIVE = p.Range(b.ZERO, b.const(5))
HERE = p.Get(AT, None)
OF_IT = p.Get(HAVE, IT)


def need(table: p.StaticTable = NEEDS, row: p.Expr = HERE) -> p.Expr:
    return p.Op("item", (p.Lookup(table, (row,)), IT), "int")


def op(name: str, *args: p.Expr) -> p.Expr:
    return p.Op(name, args, "bool")


def loop(kind: str, cond: p.Expr, source: p.Source = FIVE) -> p.Comp:
    form: p.Form = "bool" if kind in ("any", "every") else "int"
    return p.Comp(kind, IT, source, cond, OF_IT, form)  # type: ignore[arg-type]


NEEDED = op("gt", need(), b.ZERO)


def program(value: p.Expr) -> p.Program:
    main = p.Procedure("main", (), (p.Assign(N, value, NOWHERE),), None, 0, NOWHERE)
    return p.Program(
        id="small",
        players=2,
        cells=[HAVE, AT, replace(FAR, given=True)],
        tables=[NEEDS, FULL],
        procedures={"main": main},
        entries={"main": "main"},
    )


def text(value: p.Expr) -> str:
    """What is assigned in main behind the pass."""
    made = verify_program(printed(program(value)))
    (line,) = print_procedure(made.procedures["main"])[1:]
    return line.strip()


def test_a_condition_on_a_row_is_a_row_of_its_own() -> None:
    whole = loop("sum", NEEDED)
    assert text(whole) == "n = sum(it in NEEDS_met[at] -> have[it])"
    made = printed(program(b.add(whole, loop("sum", NEEDED))))
    (table,) = made.tables[2:]
    assert table.data == ((0, 3), (1, 2), (0, 1, 2, 3, 4))


def test_what_else_is_asked_is_asked_of_these() -> None:
    some = op("gt", OF_IT, b.ONE)
    assert text(loop("any", op("and", some, NEEDED))) == (
        "n = any(it in NEEDS_met[at] where (have[it] > 1))"
    )
    every = op("or", op("le", need(), b.ZERO), some)
    assert text(loop("every", every)) == "n = every(it in NEEDS_met[at] where (have[it] > 1))"


def test_what_is_asked_of_a_row_alone_needs_no_loop() -> None:
    assert text(loop("every", NEEDED)) == "n = (NEEDS_met[at] is ())"
    assert text(loop("any", NEEDED)) == "n = (NEEDS_met[at] is not ())"
    assert text(loop("count", NEEDED)) == "n = len(NEEDS_met[at])"


def test_what_is_never_below_nothing_is_enough_where_nothing_is_needed() -> None:
    """For `every` the others need not be looked at, for `any` none of them can be meant."""
    assert text(loop("every", op("ge", OF_IT, need()))) == (
        "n = every(it in NEEDS_met[at] where (have[it] >= NEEDS[at][it]))"
    )
    assert text(loop("sum", op("lt", OF_IT, need()))) == (
        "n = sum(it in NEEDS_met[at] where (have[it] < NEEDS[at][it]) -> have[it])"
    )
    assert "NEEDS_met[at]" in text(loop("any", op("gt", need(), OF_IT)))


@pytest.mark.parametrize(
    "value",
    [
        loop("sum", op("eq", need(), OF_IT)),  # something else tells it
        loop("any", op("ge", need(), OF_IT)),  # of all as much is printed at least
        loop("any", op("gt", need(), p.Get(FAR, None))),  # that may be anything
        loop("sum", op("gt", need(row=p.Get(FAR, None)), b.ZERO)),  # there may be no such row
        loop("sum", op("gt", need(row=p.Op("mod", (IT, b.const(3)), "int")), b.ZERO)),
        loop("sum", op("gt", need(FULL), b.ZERO)),  # all meet it
        loop("sum", NEEDED, p.Range(b.ZERO, HERE)),  # another range each time
        loop("any", NEEDED, p.Range(b.ZERO, b.const(3))),  # written out anyway
        loop("sum", NEEDED, p.Bits(b.mask_const(31), 5)),
    ],
    ids=["cell", "least", "anything", "far", "own", "all", "range", "few", "set"],
)
def test_what_stays_as_it_is(value: p.Expr) -> None:
    assert "_met" not in text(value)


def test_what_there_is_to_choose_stays_as_it_is_asked_for() -> None:
    ask = p.Ask(
        N, b.ZERO, (p.Choice(0, p.Comp("ints", IT, FIVE, NEEDED, IT, "ints"), IT),), True, (),
        NOWHERE, 0,
    )  # fmt: skip
    offer = p.If(loop("any", NEEDED), (ask,), (), NOWHERE)
    main = p.Procedure("main", (), (offer,), None, 0, NOWHERE)
    given = replace(program(N), procedures={"main": main}, sites=[(0, 5)])
    assert printed(given).procedures == given.procedures


def test_the_same_games() -> None:
    game = shipped("chips/chips", 3)
    assert " in GOAL_LEFT_MET[" in game.text
    module = loaded(game, "printed")
    for seed in range(20):
        _, end = builds.sampled(module, seed)
        state = module.fresh()
        module.playout(state, random.Random(seed).random)
        assert builds.position(state) == builds.position(end), seed
        from_the_middle(module, seed)
