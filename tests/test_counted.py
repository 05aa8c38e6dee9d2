"""Piles of which nobody knows any piece as numbers while a playout lasts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.passes.counted import counted
from hoyle.dsl.source import NOWHERE
from tests import builds
from tests.agreement import loaded
from tests.test_playout_forms import Text, compiled, piles, playout_of, same_games

NUMBER = "deck = library.unknown(s.deck, -2)"


@pytest.mark.parametrize("more", ["", "each player: draw 1 from bag to row"])
def test_a_pile_that_is_always_mixed_is_a_number(more: str) -> None:
    rules = piles(more, most=9)
    text = playout_of(rules)
    assert NUMBER in text and "s.deck = (-2,) * deck" in text and "deck -= 1" in text
    assert "bag = library.unknown(s.bag, -2)" in text
    same_games(rules)


@pytest.mark.parametrize(
    "more",
    [
        "draw 1 from discards to deck",  # stays known where it lies
        'choose card from your hand: "Back?"\n        move card to bottom of deck',
        "each player: reveal top(deck)",
        "shuffle deck",  # a procedure of its own mixes it
        "move discards to deck, shuffled",
        "if count(deck) > 3: draw count(deck) - 2 from deck to your hand",
    ],
)
def test_another_pile_stays_one(more: str) -> None:
    rules = piles(more, most=9)
    assert NUMBER not in playout_of(rules)
    same_games(rules)


DECK = p.Cell("deck", "ints", None, (-2, -2, -2))
HEAP = p.Cell("heap", "ints", None, ())
POOLS = p.Cell("pools", "ints", 1, ((0, 1, 2),))
AT = p.Cell("at", "int", 5, -2)
MOVED, SEEN, ROW, IT = (
    p.Var("moved", "ints"),
    p.Var("seen", "ints"),
    p.Var("row", "int"),
    p.Var("it", "int"),
)
NOW = p.Get(DECK, None)
PUT = p.Store(DECK, None, b.concat([MOVED, NOW]), NOWHERE)
KNOWN = p.Comp("ints", IT, p.Items(NOW), b.op("ge", IT, b.ZERO), IT, "ints")
SEE = p.Assign(SEEN, KNOWN, NOWHERE)
POOL = p.Get(POOLS, b.ZERO)
GATHER = p.Store(POOLS, b.ZERO, b.op("sorted", b.concat([POOL, SEEN])), NOWHERE)
MIX = p.Store(DECK, None, p.Comp("ints", IT, p.Items(NOW), None, b.const(-2), "ints"), NOWHERE)
TAKE = p.Store(DECK, None, b.op("slice", NOW, b.ONE, b.op("len", NOW)), NOWHERE)
GOOD = p.Fn("good", (ROW,), b.eq(p.Get(AT, ROW), b.ONE), 0, NOWHERE)
SCHEMA = p.Record(
    "Game",
    (
        ("things", (p.Record("Thing", (("name", "Card"), ("at", "at"))),)),
        ("zones", (p.Record("Zone", (("attribute", "deck"), ("thing", "Card"), ("first", 0))),)),
    ),
)


def text(*body: p.Stmt) -> list[str]:
    """The lines of main behind the pass."""
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    program = p.Program(
        id="small",
        players=2,
        cells=[DECK, HEAP, POOLS, AT],
        functions={"good": GOOD},
        procedures={"main": main},
        entries={"main": "main"},
        schema=SCHEMA,
    )
    return [line.strip() for line in print_procedure(counted(program).procedures["main"])[1:]]


def test_what_is_put_in_and_mixed_is_only_counted() -> None:
    moved = p.Assign(MOVED, p.Get(HEAP, None), NOWHERE)
    assert text(moved, PUT, SEE, GATHER, MIX) == [
        "moved = heap",
        "seen = moved",
        "pools[0] := sorted(concat(pools[0], seen))",
        "deck_counted := (deck_counted + len(moved))",
    ]


def test_a_pile_that_may_be_empty_does_not_go_below_nothing() -> None:
    assert text(MIX, TAKE) == ["deck_counted := max(0, (deck_counted + -1))"]
    look = p.Assign(ROW, b.op("item", NOW, b.ZERO), NOWHERE)
    assert text(MIX, look, TAKE) == ["deck_counted := (deck_counted + -1)"]
    branch = p.If(b.eq(p.Get(AT, b.ZERO), b.ZERO), (TAKE,), (), NOWHERE)
    assert text(MIX, look, branch, TAKE)[-1] == "deck_counted := max(0, (deck_counted + -1))"


@pytest.mark.parametrize(
    "between",
    [
        p.Assign(MOVED, b.const(()), NOWHERE),  # what was put in is something else now
        p.Over(NOWHERE),  # nobody ever mixes it
        p.Assign(IT, b.op("item", NOW, b.ZERO), NOWHERE),  # is looked at before
        TAKE,
    ],
)
def test_a_pile_that_is_looked_at_half_mixed_stays_one(between: p.Stmt) -> None:
    moved = p.Assign(MOVED, p.Get(HEAP, None), NOWHERE)
    assert not any("counted" in line for line in text(moved, PUT, between, SEE, GATHER, MIX))


def test_pieces_known_may_be_among_those_put_in() -> None:
    moved = p.Assign(MOVED, b.const((-3, 4)), NOWHERE)
    assert "seen = ints(it in moved where (it >= 0))" in text(moved, PUT, SEE, GATHER, MIX)


def test_what_is_put_in_may_hang_on_a_function() -> None:
    cond = p.CallFn("good", (ROW,), "bool")
    some = p.Comp("ints", ROW, p.Items(p.Get(HEAP, None)), cond, ROW, "ints")
    put = p.Store(DECK, None, b.concat([some, NOW]), NOWHERE)
    assert any("deck_counted" in line for line in text(put, SEE, GATHER, MIX))
    moves = p.Store(AT, b.ZERO, b.ONE, NOWHERE)  # what the function reads
    assert not any("deck_counted" in line for line in text(put, moves, SEE, GATHER, MIX))


DRAWN = """\
game "Drawn"
    players 2..2
    asks always
    limit 20 turns

component Card for each worth in 1..9, copy in 1..3

table has
    deck: pile of Card
    discards: pile of Card, face up

player has
    hand: set of Card, seen by owner
    points: number = 0

setup
    put every Card into deck, shuffled

turn
    choose: "What?"
        "Draw": draw 1 from deck to your hand
        "Score"
            your points += 1
            move your hand to discards

whenever any p in players has p.points >= 6: victory for p
"""


@pytest.mark.parametrize("seat", [0, 1])
def test_playouts_go_on_from_what_a_seat_can_think_of(seat: int) -> None:
    rules: Any = Text(compiled(DRAWN, 2))
    assert NUMBER in playout_of(DRAWN) and "while s.pc > 0" in playout_of(DRAWN)
    module = loaded(rules, "drawn")
    for seed in range(1, 40):
        rnd = random.Random(seed).random
        state = module.fresh()
        module.start_sampled(state, "main", rnd)
        for _ in range(seed % 9):
            module.advance_sampled(state, builds.decision(module, state, rnd)[3], rnd)
        state = state.resample_from_infostate(seat, rnd)
        other = state.clone()
        module.playout(state, random.Random(seed).random)
        rnd = random.Random(seed).random
        while other.pc >= 0:
            module.advance_sampled(other, builds.decision(module, other, rnd)[3], rnd)
        assert builds.position(state) == builds.position(other), seed
