"""Reactions and windows: who is asked, in which order, and what the others can notice."""

from __future__ import annotations

import pytest

from tests.interpret import Machine
from tests.scripted import Script, compiled

AGAIN = """game "Rolling"
    players 2..4
    asks always

component Card from "cards.csv"
    name: text
    when spent: move this to discards

die d6: 1..6

table has
    deck: pile of Card, face up
    discards: set of Card

player has
    hand: set of Card, seen by owner
    score: 0..99 = 0

setup
    put every Card into deck
    each player: draw 2 from deck to your hand

turn
    your score += roll d6 for moving
    end game

Card "Again"
    may after roll by anyone for moving: roll again
"""
CARDS = "name,copies\nAgain,6\n"
YES, NO = "Again", "pass"


def test_nobody_is_asked_about_a_void_roll() -> None:
    """Trap 6: three players with two cards each."""
    answers = [NO, YES, NO, NO, YES, YES, NO, NO, NO]
    script = Script(compiled(AGAIN, 3, cards=CARDS), answers, [1, 2, 3, 4])
    machine = script.play()
    seats = [seat for seat, _ in script.asked]
    ann, ben, cat = 0, 1, 2
    first, second, third = [ann, ben], [ann, ben, cat], [ann]
    assert seats == [*first, *second, *third, ann, ben, cat]
    assert machine.cells["score"] == [4, 0, 0]
    assert machine.cells["discards"].bit_count() == 3
    assert [hand.bit_count() for hand in machine.cells["hand"]] == [1, 1, 1]


def test_who_has_no_card_is_not_asked() -> None:
    script = Script(compiled(AGAIN, 2, cards="name,copies\nAgain,1\nOther,3\n"), [NO], [5])
    script.play()
    assert script.asked == [(0, {YES, NO})]


def test_equal_cards_are_one_option() -> None:
    script = Script(compiled(AGAIN, 2, cards="name,copies\nAgain,2\nOther,2\n"), [YES, NO], [5, 6])
    script.play()
    assert script.asked == [(0, {YES, NO}), (0, {YES, NO})]


# ------------------------------------------------------------------------------------ hidden asks

STOPPING = """game "Stopping"
    players 3..3
    asks always

component Card from "cards.csv"
    name: text
    when spent: move this to discards

table has
    deck: pile of Card
    discards: set of Card

player has
    hand: set of Card, seen by owner
    score: 0..99 = 0

setup
    put every Card into deck, shuffled

turn
    as ben_of(you): draw 1 from deck to your hand
    gain_point
    choose: "And now?"
        "One"
        "Two"
    end game

value ben_of(p: player) = left_of(p)

to gain_point: your score += 1

Card "Stop"
    may instead of gain_point by others
"""


def stopping(card: int, answers: list[str]) -> tuple[Script, Machine]:
    program = compiled(STOPPING, 3, cards="name\nStop\nPlain\n")
    script = Script(program, answers, [card])
    return script, script.play()


def seen_by(machine: Machine, seat: int) -> list[tuple[object, ...]]:
    return [words for audience, words in machine.notes if audience >> seat & 1]


def test_a_hidden_ask_shows_nothing_to_the_others() -> None:
    """Trap 4: ben can stop it, or cannot; the others get the same."""
    able, with_card = stopping(0, [NO, "One"])
    unable, without = stopping(1, ["One"])
    assert [seat for seat, _ in able.asked] == [1, 0]
    assert [seat for seat, _ in unable.asked] == [0]
    for seat in (0, 2):
        assert seen_by(with_card, seat) == seen_by(without, seat)
    assert with_card.cells["score"] == without.cells["score"] == [1, 0, 0]


def test_a_hidden_ask_says_who_could_be_asked_as_far_as_all_can_see() -> None:
    able, machine = stopping(0, [NO, "One"])
    question = able.questions[0]
    assert question.ask.hidden and question.ask.could is not None
    assert machine.value(question.ask.could, question.env) == 0b010
    assert not able.questions[1].ask.hidden
    assert (0b111, ("Instead of gain point: open to ", (1,))) in machine.notes


def test_what_is_replaced_does_not_happen() -> None:
    _, machine = stopping(0, ["Stop", "One"])
    assert machine.cells["score"] == [0, 0, 0]
    assert machine.cells["discards"] == 0b01


# --------------------------------------------------------------------------- order, bounds, answers

ORDER = """game "Order"
    players 2..2
    asks always

component Charm from "charms.csv"
    name: text

table has
    deck: pile of Charm, face up
    trail: list of 0..9 = {}

player has
    charms: set of Charm
    notes: 0..999999 = 0

setup
    put every Charm into deck
    each player: draw 2 from deck to your charms

turn
    act(3)
    if asked(4): note(8)
    end game

to act(n: 0..9): note(n)

to asked(n: 0..9) gives well: flag
    return n > 0

to note(n: 0..9): your notes = your notes * 10 + n

before act: note(1)
after act(3): note(5)
after act(4): note(9)

Charm "Early"
    before act: note(2)
Charm "Late"
    after act: note(6)
Charm "Twice"
    may once after act by anyone: note(7)
Charm "Never"
    instead of asked(n) by others
"""


def test_musts_run_in_the_order_of_the_text_and_mays_come_after_them() -> None:
    program = compiled(ORDER, 2, charms="name\nEarly\nLate\nTwice\nOther\nNever\n")
    script = Script(program, ["Twice"])
    machine = script.play()
    assert script.asked == [(1, {"Twice", NO})]
    assert machine.cells["notes"] == [1_235_68, 7]


def test_a_must_instead_of_a_to_with_an_answer_answers_no() -> None:
    program = compiled(ORDER, 2, charms="name\nEarly\nLate\nOther\nNever\nTwice\n")
    machine = Script(program).play()
    assert machine.cells["notes"] == [1_235_6, 0]


BOUNDED = """game "Bounded"
    players 2..2
    asks always

component Charm from "charms.csv"
    name: text

table has
    deck: pile of Charm, face up
    played: 0..4 = 0

player has
    charms: set of Charm
    score: 0..9 = 0

setup
    put every Charm into deck
    each player: draw 1 from deck to your charms

turn
    repeat 3 times: act
    act
    played += 1
    if played is 4: end game

to act: your score += 0

Charm "Lucky"
    may BOUND after act: your score += 1
"""


@pytest.mark.parametrize(
    ("bound", "taken"), [("once", 1), ("2 times", 2), ("once per turn", 2), ("2 times per turn", 4)]
)
def test_a_bound_counts_what_a_seat_has_taken(bound: str, taken: int) -> None:
    program = compiled(BOUNDED.replace("BOUND", bound), 2, charms="name\nLucky\nOther\n")
    script = Script(program, ["Lucky"] * taken)
    assert script.play().cells["score"] == [taken, 0]


COUNTERS = """game "Counters"
    players 2..3
    asks always

component Card from "cards.csv"
    name: text
    when spent: move this to discards

table has
    deck: pile of Card, face up
    discards: set of Card
    denied: 0..9 = 0

player has
    hand: set of Card, seen by owner
    score: 0..9 = 0

setup
    put every Card into deck
    each player: draw 2 from deck to your hand

turn
    strike
    end game

to strike: your score += 1
to deny: denied += 1

Card "Counter"
    may instead of strike, deny by others: deny
"""


def test_counters_are_countered_in_turn() -> None:
    """Windows nest: every answer can be answered, by calls within calls."""
    program = compiled(COUNTERS, 2, cards="name,copies\nCounter,4\n")
    script = Script(program, ["Counter", "Counter", "Counter", NO])
    machine = script.play()
    assert [seat for seat, _ in script.asked] == [1, 0, 1, 0]
    assert machine.cells["denied"] == 1 and machine.cells["score"] == [0, 0]
    assert machine.cells["discards"].bit_count() == 3


def test_a_deed_that_nobody_counters_happens() -> None:
    program = compiled(COUNTERS, 2, cards="name,copies\nCounter,4\n")
    assert Script(program, [NO]).play().cells["score"] == [1, 0]


# --------------------------------------------------------------------------------------- offers

AUCTION = """game "Auction"
    players 3..3

player has
    coins: 0..9 = 5
    won: 0..9 = 0

turn
    let high: 0..9 = 0
    let leader: player or none = none
    offer bidding for each player: "The bid is {high}"
        "Bid" when you is not leader and your coins > high
            choose n in high + 1 .. your coins: "How much?"
            high = n
            leader = you
    if leader is not none
        as leader: your won = high
    end game
"""


def test_an_auction_goes_round_until_all_have_passed_since_the_last_bid() -> None:
    script = Script(
        compiled(AUCTION, 3),
        ["pass", "Bid", "2", "Bid", "4", "pass", "Bid"],
    )
    machine = script.play()
    seats = [seat for seat, options in script.asked if "pass" in options]
    assert seats == [0, 1, 2, 0, 1]
    assert machine.cells["won"] == [0, 5, 0]


DEALS = """game "Deals"
    players 2..2
    asks always

player has
    score: 0..99 = 0

turn
    offer tricks for each player
    end game

may 2 times per turn "Trick" in tricks: your score += 1
"""


def test_an_action_is_bounded_for_each_seat() -> None:
    script = Script(compiled(DEALS, 2), ["Trick", "pass", "Trick", "pass"])
    machine = script.play()
    assert [seat for seat, _ in script.asked] == [0, 1, 0, 1]
    assert machine.cells["score"] == [2, 0]
