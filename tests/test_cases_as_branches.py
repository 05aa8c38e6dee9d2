"""Filters that look long at each item are loops of statements, with their cases as branches."""

from __future__ import annotations

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.ir.verify import verify_program
from hoyle.compiler.passes.cases import cases
from hoyle.dsl.source import NOWHERE
from tests.test_playout_forms import playout_of, same_games

POOL, TAKEN = p.Cell("pool", "mask", None, 31, 0, 31), p.Cell("taken", "mask", None, 0, 0, 31)
MANY = p.Cell("many", "int", 5, (0,) * 5, 0, 9)
COLOUR = p.StaticTable("COLOUR", 1, "int", (0, 1, 2, 0, 1))
FEW = p.StaticTable("FEW", 1, "int", (0, 1))
IT, OTHER = p.Var("it", "int"), p.Var("other", "int")
MET, N = p.Var("met", "mask"), p.Var("n", "int")
BITS, TAKEN_BITS = p.Bits(p.Get(POOL, None), 5), p.Bits(p.Get(TAKEN, None), 5)
OF_COLOUR = p.Lookup(COLOUR, (IT,))


def op(name: str, *args: p.Expr) -> p.Expr:
    return p.Op(name, args, "bool")


ONE = b.eq(OF_COLOUR, b.ONE)
SOME = p.Comp("any", OTHER, TAKEN_BITS, op("gt", OTHER, IT), OTHER, "bool")
EACH = p.Comp("every", OTHER, TAKEN_BITS, op("gt", OTHER, OF_COLOUR), OTHER, "bool")
HELD = p.Comp("sum", OTHER, TAKEN_BITS, op("gt", OTHER, IT), p.Get(MANY, OTHER), "int")


def mask(cond: p.Expr, source: p.Source = BITS) -> p.Comp:
    return p.Comp("mask", IT, source, cond, IT, "mask")


def text(value: p.Expr, var: p.Var = MET, *more: p.Stmt) -> list[str]:
    """The lines of main behind the pass."""
    body = (p.Assign(var, value, NOWHERE), *more)
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    program = p.Program(
        id="small",
        players=2,
        cells=[POOL, TAKEN, MANY],
        tables=[COLOUR, FEW],
        procedures={"main": main},
        entries={"main": "main"},
    )
    made = verify_program(cases(program))
    return [line[4:] for line in print_procedure(made.procedures["main"])[1:]]


def test_a_claim_is_asked_in_a_branch() -> None:
    assert text(mask(SOME)) == [
        "met = {0}",
        "for each: it in bits pool",
        "    if any(other in bits taken where (other > it))",
        "        met = (met | bit(it))",
    ]


def test_cases_are_branches_and_what_is_printed_is_looked_up_once() -> None:
    either = p.Op("if", (ONE, EACH, op("ge", HELD, b.const(3))), "bool")
    assert text(mask(op("and", op("ne", IT, b.ZERO), either))) == [
        "met = {0}",
        "for each_2: it in bits pool",
        "    if (it is not 0)",
        "        colour = COLOUR[it]",
        "        if (colour is 1)",
        "            if every(other in bits taken where (other > colour))",
        "                met = (met | bit(it))",
        "        else",
        "            total = 0",
        "            for each: other_2 in bits taken",
        "                if (other_2 > it)",
        "                    total = (total + many[other_2])",
        "            if (total >= 3)",
        "                met = (met | bit(it))",
    ]


def test_what_holds_either_way_is_asked_one_way_after_the_other() -> None:
    assert text(mask(op("or", SOME, ONE)))[2:] == [
        "    if any(other in bits taken where (other > it))",
        "        met = (met | bit(it))",
        "    else",
        "        if (COLOUR[it] is 1)",
        "            met = (met | bit(it))",
    ]


def test_counts_and_sums() -> None:
    count = p.Comp("count", IT, BITS, SOME, IT, "int")
    assert text(count, N)[0] == "n = 0" and text(count, N)[-1].strip() == "n = (n + 1)"
    whole = p.Comp("sum", IT, BITS, SOME, p.Get(MANY, IT), "int")
    assert text(whole, N)[-1].strip() == "n = (n + many[it])"


def test_a_local_that_is_read_meanwhile_is_written_behind() -> None:
    lines = text(mask(op("and", op("has", MET, IT), SOME)))
    assert lines[0] == "met_2 = {0}" and lines[-1] == "met = met_2"


def test_a_variable_that_other_loops_bind_gets_a_name_of_its_own() -> None:
    again = p.Assign(N, p.Comp("count", IT, BITS, ONE, IT, "int"), NOWHERE)
    lines = text(mask(SOME), MET, again)
    assert lines[1] == "for each: it_2 in bits pool"
    assert lines[-1] == "n = count(it in bits pool where (COLOUR[it] is 1))"


def test_a_look_that_may_fail_stays_where_it_stands() -> None:
    far = p.Lookup(FEW, (IT,))
    twice = op("and", op("ne", IT, b.ZERO), p.Op("if", (b.eq(far, b.ONE), SOME, EACH), "bool"))
    both = mask(op("and", twice, b.eq(far, b.ZERO)))
    assert not any("few = " in line for line in text(both))


@pytest.mark.parametrize(
    "value",
    [
        mask(ONE),  # a short look
        mask(p.Op("if", (ONE, op("gt", IT, b.ONE), op("gt", b.ONE, IT)), "bool")),
        mask(p.Comp("any", OTHER, p.Items(b.const((1, 2))), op("gt", OTHER, IT), OTHER, "bool")),
        p.Comp("ints", IT, BITS, SOME, IT, "ints"),
        op("ne", mask(SOME), b.NO_MASK),  # a part of something
    ],
    ids=["test", "cases", "few", "list", "part"],
)
def test_what_stays_an_expression(value: p.Expr) -> None:
    assert len(text(value, p.Var("found", b.form_of(value)))) == 1


def test_loops_do_not_get_deeper_than_python_has_them() -> None:
    cond: p.Expr = op("gt", OTHER, b.ONE)
    for number in range(12):
        var = p.Var(f"v{number}", "int")
        cond = op("ge", p.Comp("count", var, BITS, cond, var, "int"), b.const(2))
    lines = text(mask(cond), MET, p.Assign(OTHER, b.ZERO, NOWHERE))
    assert sum(line.strip().startswith("for ") for line in lines) == 5
    ways = op("or", *(SOME for _ in range(9)))
    assert len(text(mask(ways))) == 4


GAME = """\
game "Cases"
    players 2..3
    limit 12 turns

component Card for each colour in 0..3, rank in 1..4

table has
    pouch: bag of Card
    line: row of Card, face up

player has
    hand: set of Card
    points: number = 0

setup
    put every Card into pouch
    each player: draw 3 from pouch to your hand

turn
    draw 1 from pouch to line
    let met = your hand where fits
    your points += count(met)
    if every card in your hand has card.rank > count(line): your points += 1
    otherwise: your points += 2
    if any card in line has card.rank is roll_of(you): your points += 2
    if count(line) is 4: move line to pouch

value roll_of(p: player) = 1 + remainder(p.points, 4)

value fits of Card = match colour
    0 -> any c in line has c.rank > rank
    1 -> every c in line has c.rank > rank
    2 -> count(line c where c.rank > rank) > 1
    otherwise -> count(line c where c.colour is 0) is 0

whenever any p in players has p.points >= 30: victory for p
"""


def test_the_same_games() -> None:
    same_games(GAME)
    same_games(GAME, 3)
    text = playout_of(GAME)
    assert "met |= 1 << " in text and "any(" not in text and "all(" not in text
