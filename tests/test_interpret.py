"""The judge itself: small programs with results that can be counted by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from hoyle.compiler.ir import program as p
from hoyle.dsl.source import NOWHERE
from tests.evaluate import RuleError
from tests.interpret import Machine, Question, explore

POOLS = p.Cell("pools", "ints", 1, (((0, 1, 2)),))
SEEN = p.Cell("seen", "ints", None, ())
X = p.Var("x", "int")


def const(value: int) -> p.Const:
    return p.Const(value, "int")


def draw() -> p.Stmt:
    classes = p.StaticTable("classes", 1, "int", (0, 0, 1))
    return p.Nature(X, "pool", (const(0),), None, POOLS, classes, const(0), "thing:C", NOWHERE, -1)


def note() -> p.Stmt:
    added = p.Op("concat", (p.Get(SEEN, None), p.Op("tuple", (X,), "ints")), "ints")
    return p.Store(SEEN, None, added, NOWHERE)


def program(*body: p.Stmt) -> p.Program:
    main = p.Procedure("main", (), body, None, -1, NOWHERE)
    start = p.Cell("pools", "ints", 1, ((0, 1, 2),))
    cells = [start, SEEN]
    return p.Program("test", 2, cells, procedures={"main": main}, sites=[(0, 3), (3, 2)])


def never(question: Question) -> int:
    raise AssertionError(question)


def test_equal_pieces_are_one_outcome_and_odds_are_exact() -> None:
    odds: Counter[tuple[int, ...]] = Counter()
    for chance, machine in explore(program(draw(), note(), draw(), note()), never):
        odds[machine.cells["seen"]] += chance  # type: ignore[assignment]
    third = Fraction(1, 3)
    assert odds == {(0, 1): third, (0, 2): third, (2, 0): third}


def test_an_ask_offers_the_actions_of_its_sites() -> None:
    choices = (
        p.Choice(0, p.Const((0, 2), "ints"), p.Var("o", "int")),
        p.Choice(1, p.Const((1,), "ints"), p.Var("o", "int")),
    )
    ask = p.Ask(p.Var("a", "int"), const(1), choices, True, (), NOWHERE, -1)
    answer = p.Return(p.Answer(p.Var("a", "int"), 1, True), NOWHERE)
    seen = []

    def decide(question: Question) -> int:
        seen.append((question.actor, question.actions))
        return 4

    machine = Machine(program(ask, answer), decide=decide, chance=lambda node: node)
    assert machine.run() == 1
    assert seen == [(1, (0, 2, 4))]


def test_a_loop_that_never_ends_is_an_error() -> None:
    loop = p.Loop("round", (), False, NOWHERE)
    with pytest.raises(RuleError, match="endless loop round"):
        Machine(program(loop), decide=never, chance=lambda node: node).run()


def test_a_moment_waits_for_the_end_of_what_happens_at_once() -> None:
    full = p.Op("eq", (p.Op("len", (p.Get(SEEN, None),), "int"), const(2)), "bool")
    empty = p.Store(SEEN, None, p.Const((), "ints"), NOWHERE)
    step = (p.Assign(X, const(7), NOWHERE), note(), p.Moment(NOWHERE))
    game = program(p.AtOnce((*step, *step, *step), NOWHERE), *step, *step)
    game.procedures["handler"] = p.Procedure("handler", (), (empty,), None, -1, NOWHERE)
    game.watches.append(p.Watch((), full, "handler", -1, NOWHERE))
    machine = Machine(game, decide=never, chance=lambda node: node)
    machine.run()
    assert machine.cells["seen"] == (7,) * 5
