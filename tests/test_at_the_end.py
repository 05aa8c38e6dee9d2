"""Where pieces lie is written down at the end of a playout, where nobody asks before: only then,
and as the steps have it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import print_procedure
from hoyle.compiler.ir.verify import verify_program
from hoyle.compiler.passes.at_the_end import at_the_end
from hoyle.dsl.source import NOWHERE
from tests.test_playout_forms import compiled, playout_of, same_games

GAME = """\
game "Round"
    players 2..3
    asks always
    limit 30 turns

component Card for each worth in 1..9
component Chip for each colour in 1..6

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face down
    shown: row of Card, face up
    bag: bag of Chip

player has
    hand: set of Card, seen by owner
    purse: bag of Chip
    won: set of Chip

setup
    put every Card into deck, shuffled
    put every Chip into bag

turn
    draw 2 from deck to your hand
    choose card from your hand, if any: "Which?"
        {deed}
    draw 1 from bag to your {chips}
    {more}

whenever count(bag) is 0
    each player
        move your purse to bag
        move your won to bag

whenever any p in players has count(p.hand) >= {most}: victory for p
"""


def game(**given: str) -> str:
    """A game in which pieces go round, with some of it another way."""
    usual = {"deed": "move card to discards", "chips": "purse", "more": "", "most": "6"}
    return GAME.format(**{**usual, **given})


def end_of(rules: str, players: int = 2) -> str:
    """What the playout writes down at its end."""
    text = compiled(rules, players)
    return text[text.index("def places_at_end(") : text.index("def playout(")]


def test_places_are_written_down_once() -> None:
    rules = game(chips="won")
    assert "at_card" not in playout_of(rules) and "at_chip" not in playout_of(rules)
    assert playout_of(rules).count("places_at_end(s)") == playout_of(rules).count("s.pc = -1")
    assert '"""Write down where pieces lie' in end_of(rules)
    same_games(rules)


def test_a_procedure_that_steps_have_as_well_is_another_in_playouts() -> None:
    rules = game(more="shuffle deck\n    each card in discards: reveal card")
    text = compiled(rules, 2)
    body = text[text.index("def mix_deck_playout(") :]
    assert "at_card" not in body[: body.index("def places_at_end(")]
    assert "at_card[" in text[text.index("def mix_deck(") :]
    same_games(rules)


@pytest.mark.parametrize(
    "given",
    [
        {"deed": "move card to shown"},
        {"deed": "move card to bottom of deck"},
        {"more": "if count(shown) > 2: move shown to discards", "deed": "move card to shown"},
        {"more": "shuffle deck"},
        {"more": "if count(deck) > 3: draw count(deck) - 2 from deck to your hand", "most": "9"},
        {"chips": "won", "more": "move your won to your purse"},
        {"chips": "purse", "more": "draw 1 from your purse to your won"},
        {"more": "let top = top(deck)\n    move top to shown"},
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_they_are_where_the_steps_have_them(given: dict[str, str], players: int) -> None:
    rules = game(**given)
    assert "places_at_end(s)" in playout_of(rules, players)
    same_games(rules, players)


def test_what_went_back_to_the_box_lies_nowhere() -> None:
    rules = game(deed="remove card")
    assert "at_card[:] = (-1,) * 9" in end_of(rules) and "at_chip[:]" not in end_of(rules)
    same_games(rules)


def test_where_a_playout_asks_for_a_place_all_are_kept() -> None:
    rules = game(deed='choose other from Card where it is in shown or it is card: "And?"'
                      "\n            move other to discards")  # fmt: skip
    text = playout_of(rules)
    assert "at_card[" in text and "at_card" not in end_of(rules)
    assert "at_chip" in end_of(rules)
    same_games(rules)


# ----------------------------------------------------------------------------- of single programs

AT = p.Cell("at", "int", 3, (-2, -2, -2))
DECK = p.Cell("deck", "ints", None, (-2, -2, -2))
HAND = p.Cell("hand", "mask", 2, (0, 0))
POOLS = p.Cell("pools", "ints", 1, ((0, 1, 2),))
PIECE, SEAT = p.Var("piece", "int"), p.Var("seat", "int")


def record(of: str, /, **fields: object) -> p.Record:
    return p.Record(of, tuple(fields.items()))


SCHEMA = record(
    "Game",
    things=(record("Thing", name="Card", at="at", pools="pools"),),
    zones=(
        record("Zone", attribute="deck", thing="Card", first=0),
        record("Zone", attribute="hand", thing="Card", first=1),
    ),
)


def store(value: p.Expr, index: p.Expr | None = b.ZERO) -> p.Store:
    return p.Store(AT, index, value, NOWHERE)


MIXED = store(b.const(-2))


def program(*body: p.Stmt) -> p.Program:
    main = p.Procedure("main", (), body, None, 0, NOWHERE)
    seen = p.Fn("seen", (), b.get(AT, b.ONE), 0, NOWHERE)
    found = p.Program(id="small", players=2, cells=[AT, DECK, HAND, POOLS], schema=SCHEMA)
    return replace(
        found, functions={"seen": seen}, procedures={"main": main}, entries={"main": "main"}
    )


def after(*body: p.Stmt) -> list[str]:
    """The lines of main behind the pass."""
    new = verify_program(at_the_end(program(*body)))
    return [line.strip() for line in print_procedure(new.procedures["main"])[1:]]


def test_what_is_written_at_the_end() -> None:
    new = at_the_end(program(MIXED, p.Over(NOWHERE)))
    assert print_procedure(new.procedures[new.at_end]) == [
        "proc places_at_end()",
        "    at := (-2, -2, -2)",
        "    for each: slot in deck",
        "        if (slot >= 0)",
        "            at[slot] := 0",
        "    for places: place in 0..<2",
        "        for each_2: piece in bits hand[place]",
        "            at[piece] := (place + 1)",
    ]


def test_loops_and_tests_that_did_nothing_else_go() -> None:
    loop = p.For("each", PIECE, p.Items(b.get(DECK)), (store(b.ZERO, PIECE),), NOWHERE)
    test = p.If(b.eq(SEAT, b.ZERO), (store(b.ONE),), (MIXED,), NOWHERE)
    assert after(p.Assign(SEAT, b.ONE, NOWHERE), loop, test, p.Over(NOWHERE)) == [
        "over",
    ]


def test_what_may_fail_stays() -> None:
    might = p.Op("eq", (p.Op("item", (b.get(DECK), b.ZERO), "int"), b.ZERO), "bool")
    test = p.If(might, (store(b.ONE),), (), NOWHERE)
    assert after(MIXED, test) == ["if (deck[0] is 0)", "nothing"]


@pytest.mark.parametrize(
    "body",
    [
        (MIXED, p.Assign(SEAT, b.get(AT, b.ZERO), NOWHERE)),  # it is asked for
        (MIXED, p.Assign(SEAT, p.CallFn("seen", (), "int"), NOWHERE)),  # by a value
        (MIXED, p.Assign(SEAT, p.Library("f", (p.Lambda(PIECE, b.get(AT, PIECE), "int"),), "int"),
                         NOWHERE)),  # by a search
        (store(b.ONE), store(b.ZERO)),  # nothing is mixed: pieces move but seldom
        (MIXED, store(b.const(3))),  # the number of no zone
        (store(b.const(-3)),),  # the mark of no pool
        (MIXED, store(b.const((-2, -2, -2)), None)),  # all at once
    ],
)  # fmt: skip
def test_where_it_is_left_alone(body: tuple[p.Stmt, ...]) -> None:
    before = program(*body)
    assert at_the_end(before) is before


def test_sets_of_places_ask_for_them() -> None:
    before = program(MIXED)
    sets = p.Cell("at_sets", "mask", 2, 0, scratch=True, sets_of="at")
    assert at_the_end(before) is not before
    before = replace(before, cells=[*before.cells, sets])
    assert at_the_end(before) is before


def test_what_has_other_entries_is_left_alone() -> None:
    before = program(MIXED)
    before = replace(before, entries={**before.entries, "step": "main"})
    assert at_the_end(before) is before
