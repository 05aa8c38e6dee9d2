"""Pieces are counted once before the loops that ask how many there are, where that is sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.ir.verify import verify_program
from hoyle.compiler.passes.ranges import find
from hoyle.compiler.passes.tally import tally
from hoyle.dsl.source import NOWHERE
from tests.test_playout_forms import playout_of, same_games

ROWS = p.Cell("rows", "ints", 2, ((0, 3), (1,)))
HAND = p.Cell("hand", "mask", None, 31, 0, 31)
LINE = p.Cell("line", "ints", None, (2,))
FAR = p.Cell("far", "ints", None, (0,))
POOLS = p.Cell("pools", "ints", 1, ((4,),))
MET = p.Cell("met", "int", None, 0, 0, 99)
COLOUR = p.StaticTable("COLOUR", 1, "int", (0, 1, 2, 0, 1))
DEBT = p.StaticTable("DEBT", 1, "int", (0, -1, 2, 0, 1))
WILD = p.StaticTable("WILD", 1, "bool", (True, False, False, True, False))
WORTH = p.StaticTable("WORTH", 1, "int", (0, 100, 2, 0, 1))
NEEDS = p.StaticTable("NEEDS", 1, "ints", ((1, 0, 0), (0, 2, 1), (1, 1, 1)))
SHORT = p.StaticTable("SHORT", 1, "ints", ((1, 0, 0), (0, 2), (1, 1, 1)))
IT, SEAT, GOAL, C = (p.Var(name, "int") for name in ("piece", "seat", "goal", "c"))
N = p.Var("n", "int")


def look(table: p.StaticTable, *indexes: p.Expr) -> p.Expr:
    return p.Lookup(table, indexes)


def count(source: p.Source, cond: p.Expr) -> p.Comp:
    return p.Comp("count", IT, source, cond, IT, "int")


ROW = p.Items(p.Get(ROWS, b.ZERO))
OF_COLOUR = b.eq(look(COLOUR, IT), C)
BY_COLOUR = p.Comp(
    "sum", C, p.Range(b.ZERO, b.const(3)), None, count(ROW, OF_COLOUR), "int"
)  # of each colour how many there are
NEEDED = p.Op("gt", (p.Op("item", (look(NEEDS, GOAL), look(COLOUR, IT)), "int"), b.ZERO), "bool")


def by_goal(inner: p.Expr) -> p.Comp:
    return p.Comp("sum", GOAL, p.Range(b.ZERO, b.const(3)), None, inner, "int")


def assign(value: p.Expr) -> p.Stmt:
    return p.Assign(N, value, NOWHERE)


def seats(*body: p.Stmt) -> p.Stmt:
    return p.For("seats", SEAT, p.Range(b.ZERO, b.const(2)), body, NOWHERE)


def program(*body: p.Stmt, fn: p.Fn | None = None, deed: p.Block = ()) -> p.Program:
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    called = p.Procedure("deed", (), deed, None, 0, NOWHERE)
    return p.Program(
        id="small",
        players=2,
        cells=[ROWS, HAND, LINE, replace(FAR, given=True), POOLS, MET],
        tables=[COLOUR, DEBT, WILD, WORTH, NEEDS, SHORT],
        functions={} if fn is None else {fn.name: fn},
        procedures={"main": main, "deed": called},
        entries={"main": "main"},
    )


def text(*body: p.Stmt, fn: p.Fn | None = None, deed: p.Block = ()) -> list[str]:
    """The lines of main behind the pass."""
    made = verify_program(tally(program(*body, fn=fn, deed=deed)))
    return [line.strip() for line in print_procedure(made.procedures["main"])[1:]]


COUNTED = [
    "tally = (0, 0, 0)",
    "for each: it in rows[0]",
    "tally = replace(tally, COLOUR[it], (tally[COLOUR[it]] + 1))",
]


def test_what_a_loop_asks_for_is_counted_before_the_statement() -> None:
    assert text(assign(BY_COLOUR)) == [*COUNTED, "n = sum(c in 0..<3 -> tally[c])"]


def test_any_condition_adds_up_the_values_that_meet_it() -> None:
    assert text(assign(by_goal(count(ROW, NEEDED)))) == [
        *COUNTED,
        "n = sum(goal in 0..<3 -> "
        "sum(value in 0..<3 where (NEEDS[goal][value] > 0) -> tally[value]))",
    ]


def test_a_condition_that_is_printed_is_met_by_values_that_are_known() -> None:
    printed = count(ROW, p.Op("ge", (look(COLOUR, IT), b.ONE), "bool"))
    both = text(assign(b.add(printed, count(ROW, b.eq(look(COLOUR, IT), b.ZERO)))))
    assert both == [*COUNTED, "n = ((tally[1] + tally[2]) + tally[0])"]


def test_flags_that_are_printed_are_counted_as_flags() -> None:
    wild = look(WILD, IT)
    both = text(assign(b.add(count(ROW, wild), count(ROW, b.not_(wild)))))
    assert both[-1] == "n = (tally[1] + tally[0])"
    asked = b.eq(wild, p.Op("gt", (SEAT, b.ZERO), "bool"))  # by a flag that is not known
    assert text(seats(assign(count(ROW, asked))))[0] == "for seats: seat in 0..<2"


def test_what_stays_while_a_loop_turns_is_counted_before_it() -> None:
    of_seat = count(ROW, b.eq(look(COLOUR, IT), SEAT))
    store = p.Store(ROWS, b.ZERO, p.Const((), "ints"), NOWHERE)
    assert text(seats(assign(of_seat)), store) == [
        *COUNTED, "for seats: seat in 0..<2", "n = tally[seat]", "rows[0] := ()"
    ]  # fmt: skip


def test_loops_in_loops_have_one_tally_before_all() -> None:
    inner = p.For("more", GOAL, p.Range(b.ZERO, SEAT), (assign(BY_COLOUR),), NOWHERE)
    lines = text(seats(inner))
    assert lines[:4] == [*COUNTED, "for seats: seat in 0..<2"] and len(lines) == 6


def test_rows_one_behind_the_other_are_walked_so() -> None:
    whole = p.Items(p.Op("concat", (p.Get(ROWS, b.ZERO), p.Get(LINE, None)), "ints"))
    lines = text(assign(by_goal(count(whole, NEEDED))))
    assert [line for line in lines if line.startswith("for ")] == [
        "for each: it in rows[0]", "for each_2: it in line"
    ]  # fmt: skip


def test_members_of_a_set() -> None:
    assert "for each: it in bits hand" in text(
        assign(by_goal(count(p.Bits(p.Get(HAND, None), 5), NEEDED)))
    )


def test_functions_that_count_are_written_out_where_it_pays() -> None:
    fn = p.Fn("drawn", (C,), count(ROW, OF_COLOUR), 0, NOWHERE)
    call = p.CallFn("drawn", (GOAL,), "int")
    assert text(assign(by_goal(call)), fn=fn) == [
        *COUNTED, "n = sum(goal in 0..<3 -> tally[goal])"
    ]  # fmt: skip
    once = p.CallFn("drawn", (b.ONE,), "int")
    assert text(assign(once), fn=fn) == ["n = drawn(1)"]


def test_a_value_that_nothing_may_have_printed_keeps_its_test() -> None:
    lines = text(assign(by_goal(count(ROW, b.eq(look(COLOUR, IT), b.add(GOAL, b.ONE))))))
    assert lines[-1].endswith("sum(value in 0..<3 where (value is (goal + 1)) -> tally[value]))")


def test_how_many_there_are_is_known_to_be_little() -> None:
    """So native builds have numbers of the machine for them."""
    known = find(tally(program(assign(BY_COLOUR))))
    assert known.locals["main", "tally"].low == 0 and known.locals["main", "n"].high < 1 << 60


OF_SEAT = assign(count(ROW, b.eq(look(COLOUR, IT), SEAT)))
MOVED = p.Store(ROWS, b.ONE, p.Const((0,), "ints"), NOWHERE)
DRAWN = p.Nature(
    N, "pool", (b.ZERO,), None, POOLS, None, b.NO_MASK, "number", NOWHERE, 0
)  # fmt: skip


def test_a_row_that_a_loop_may_change_is_not_counted_before_it() -> None:
    call = p.CallProc("deed", (), None, NOWHERE)
    for body, deed in (((OF_SEAT, MOVED), ()), ((OF_SEAT, call), (MOVED,))):
        lines = text(seats(*body), deed=deed)
        assert lines[0] == "for seats: seat in 0..<2" and not any("tally" in x for x in lines)
    pooled = p.Items(p.Get(POOLS, b.ZERO))
    drawn = assign(count(pooled, b.eq(look(COLOUR, IT), SEAT)))
    assert text(seats(drawn))[0] == COUNTED[0]
    assert text(seats(drawn, DRAWN))[0] == "for seats: seat in 0..<2"
    of_seat = assign(count(p.Items(p.Get(ROWS, SEAT)), b.eq(look(COLOUR, IT), b.ONE)))
    assert text(seats(of_seat)) == [
        "for seats: seat in 0..<2", "n = count(piece in rows[seat] where (COLOUR[piece] is 1))"
    ]  # fmt: skip


def test_inside_of_such_a_loop_a_statement_may_have_its_own() -> None:
    lines = text(seats(assign(BY_COLOUR), MOVED))
    assert lines == ["for seats: seat in 0..<2", *COUNTED, "n = sum(c in 0..<3 -> tally[c])",
                     "rows[1] := (0,)"]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        count(ROW, b.eq(look(COLOUR, IT), b.ONE)),  # asked once
        by_goal(count(ROW, b.eq(look(DEBT, IT), GOAL))),  # may be below 0
        by_goal(count(ROW, b.eq(look(WORTH, IT), GOAL))),  # too many values
        by_goal(count(ROW, b.and_(b.eq(look(COLOUR, IT), GOAL), b.ne(IT, GOAL)))),  # the piece
        by_goal(count(ROW, b.eq(look(COLOUR, IT), look(WORTH, IT)))),  # two columns
        by_goal(count(p.Items(p.Get(ROWS, GOAL)), b.eq(look(COLOUR, IT), b.ONE))),  # other rows
        # there may be no such value, or no such piece
        by_goal(
            count(ROW, b.eq(p.Op("item", (look(SHORT, GOAL), look(COLOUR, IT)), "int"), b.ONE))
        ),
        by_goal(count(p.Items(p.Get(FAR, None)), b.eq(look(COLOUR, IT), GOAL))),
    ],
    ids=["once", "negative", "large", "piece", "two", "own", "short", "far"],
)
def test_what_is_not_counted(value: p.Expr) -> None:
    assert len(text(assign(value))) == 1


def test_what_there_is_to_choose_stays_as_it_is_asked_for() -> None:
    """The test whether there is anything to choose is that of the choice."""
    some = b.eq(count(ROW, b.eq(look(COLOUR, IT), GOAL)), b.ONE)
    source = p.Range(b.ZERO, b.const(3))
    options = p.Comp("ints", GOAL, source, some, GOAL, "ints")
    choice = p.Choice(0, options, GOAL)
    ask = p.Ask(p.Var("answer", "int"), b.ZERO, (choice,), True, (), NOWHERE, 0)
    found = p.Comp("any", GOAL, source, some, GOAL, "bool")
    given = program(p.If(found, (ask,), (), NOWHERE))
    given.sites.append((0, 3))
    assert tally(given).procedures == given.procedures


GAME = """\
game "Rows"
    players 2..3
    limit 12 turns

component Ball for each colour in 0..2, copy in 1..3
component Goal for each need in 0..2

table has
    pouch: bag of Ball
    line: row of Ball, face up

player has
    points: number = 0

setup
    put every Ball into pouch

turn
    draw 1 from pouch to line
    each p in players
        let met = count(Goal where drawn(need) > p.points)
        p.points += met
        {more}
    if count(line) is 4: move line to pouch

value drawn(n: number) = count(line where colour is n)

whenever any p in players has p.points >= 9: victory for p
"""


@pytest.mark.parametrize("more", ["", "if met > 1 and count(pouch) > 0: draw 1 from pouch to line"])
def test_the_same_games(more: str) -> None:
    rules = GAME.format(more=more)
    same_games(rules)
    text = playout_of(rules)
    assert (text.index("tally = ") < text.index("for p_2 in ")) == (not more)
