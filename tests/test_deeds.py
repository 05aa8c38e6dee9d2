"""The verbs, each in a small game: where pieces and money are afterwards, and who has seen what."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evaluate import RuleError
from tests.interpret import Machine
from tests.scripted import Script, compiled

BOX = """game "Deeds"
    players 2..3
    asks always

component Card from "cards.csv"
    name: text
    rank: 1..9
    when spent: move this to bottom of heap

component Token for each colour in Colour
kinds Colour: red, blue

supply bank: 20 coins "Coin"
die d6: 1..6

board of Space, track of 4
    card: one Card, face down

table has
    deck: pile of Card, refilled from heap
    heap: pile of Card, face up
    pool: set of Card
    stand: set of Token

player has
    coins = 5 from bank
    hand: set of Card up to 3, seen by owner
    bench: set of Card
    secret: one Card, seen by owner
    pawn: Space = "1"
    score: -9..99 = 0
    bid: 0..9 = 0, seen by owner

"""
CARDS = "name,rank\na,1\nb,2\nc,3\nd,4\ne,5\nf,6\n"
ROWS = "abcdef"


def play(
    deeds: str, answers: tuple[str, ...] = (), chances: tuple[Any, ...] = (), extra: str = ""
) -> Machine:
    """Deeds of the first player, after the cards were laid face up on the heap, then the end."""
    lines = "".join(f"    {line}\n" for line in deeds.strip().splitlines())
    setup = "setup\n    put every Card into heap\n    put every Token into stand\n\n"
    rules = (
        f"{BOX}{setup}play\n    as first(players): deeds\n    end game\n\nto deeds\n{lines}{extra}"
    )
    return Script(compiled(rules, 2, cards=CARDS), answers, chances).play()


def cards(mask: int) -> str:
    return "".join(name for row, name in enumerate(ROWS) if mask >> row & 1)


def slots(held: tuple[int, ...]) -> str:
    return "".join(ROWS[slot] if slot >= 0 else "?" for slot in held)


# ---------------------------------------------------------------------------------- moving, room


def test_a_pile_is_drawn_from_the_top_and_filled_at_both_ends() -> None:
    machine = play("draw 2 from heap to your bench\nmove your bench to bottom of heap\n")
    assert slots(machine.cells["heap"]) == "cdefab"
    machine = play(
        "draw 2 from heap to your bench\nmove only(your bench where rank is 2) to heap\n"
    )
    assert slots(machine.cells["heap"]) == "bcdef"


def test_a_pile_laid_on_another_keeps_its_order() -> None:
    machine = play("draw 3 from heap to deck\nmove deck to heap\n")
    assert slots(machine.cells["heap"]) == "cbadef"
    machine = play("draw 3 from heap to deck\nmove deck to bottom of heap\n")
    assert slots(machine.cells["heap"]) == "defcba"


def test_what_has_no_room_goes_to_the_other_place_or_stays() -> None:
    machine = play("draw 5 from heap to your hand, else your bench\n")
    assert (cards(machine.cells["hand"][0]), cards(machine.cells["bench"][0])) == ("abc", "de")
    machine = play("draw 5 from heap to your hand\n")
    assert (cards(machine.cells["hand"][0]), slots(machine.cells["heap"])) == ("abc", "def")
    machine = play("draw 5 from heap to pool\nmove pool to your hand, else your bench\n")
    assert (cards(machine.cells["hand"][0]), cards(machine.cells["bench"][0])) == ("abc", "de")


def test_a_draw_tries_its_sources_in_order_and_yields_fewer() -> None:
    deeds = (
        "draw 2 from heap to pool\nmove pool to bottom of deck\ndraw 9 from deck, else heap to pool"
    )
    machine = play(deeds.replace("deck,", "deck,"), chances=(2, 3, 4))
    assert cards(machine.cells["pool"]) == "abcdef"


def test_a_pile_found_empty_is_mixed_from_its_discards_in_the_middle_of_a_draw() -> None:
    deeds = "move top(heap) to deck\ndraw 3 from deck to your hand"
    machine = play(deeds, chances=(3, 5))
    assert cards(machine.cells["hand"][0]) == "adf"
    assert machine.cells["deck"] == (-2,) * 3 and machine.cells["pools_card"][0] == (1, 2, 4)


def test_let_answers_what_was_drawn() -> None:
    deeds = (
        "let got = draw 2 from heap to your hand\nyour score = sum(rank of got) * 10 + count(got)"
    )
    assert play(deeds).cells["score"] == [32, 0]


def test_owner_space_and_box() -> None:
    deeds = """draw 1 from heap to Space "3".card
draw 1 from heap to your bench
if Card "a".space is "3": your score += 1
if Card "b".owner is you: your score += 10
remove Card "b"
if Card "b".owner is none: your score += 20"""
    machine = play(deeds)
    assert machine.cells["score"] == [31, 0]
    assert machine.cells["at_card"][1] == -1 and machine.cells["bench"] == [0, 0]


def test_a_piece_in_a_pool_is_found_where_nature_says() -> None:
    deeds = """move heap to deck, shuffled
draw 1 from deck to Space "1".card
move Card "c" to your bench"""
    machine = play(deeds, chances=(0,))
    assert cards(machine.cells["bench"][0]) == "c"
    assert len(machine.cells["pools_card"][0]) == 5
    left = [*machine.cells["deck"], *(x for slots in machine.cells["space_card"] for x in slots)]
    assert left == [-2] * 5


# ------------------------------------------------------------------------- swap, spend, versions


def test_swap_gives_each_to_the_zone_of_the_same_name() -> None:
    deeds = """let rival = left_of(you)
draw 1 from heap to your bench
draw 1 from heap to your hand
as rival: draw 2 from heap to your bench
swap your bench + your hand with rival.bench of rival"""
    machine = play(deeds)
    assert [cards(mask) for mask in machine.cells["bench"]] == ["cd", "a"]
    assert [cards(mask) for mask in machine.cells["hand"]] == ["", "b"]


def test_swap_of_you_changes_places() -> None:
    deeds = """draw 1 from heap to your bench
draw 1 from heap to your secret
swap your bench with your secret of you"""
    machine = play(deeds)
    assert (cards(machine.cells["bench"][0]), cards(machine.cells["secret"][0])) == ("b", "a")


def test_spending_runs_when_spent_and_can_be_met() -> None:
    machine = play("draw 2 from heap to your hand\nspend your hand\n")
    assert slots(machine.cells["heap"]) == "cdefab"
    extra = '\nbefore spend(c) when c is Card "a": your score += 7\n'
    machine = play("draw 2 from heap to your hand\nspend your hand\n", extra=extra)
    assert machine.cells["score"] == [7, 0]


def test_versions_of_a_piece_by_name_condition_and_all() -> None:
    extra = """
to worth(c: Card) gives points: 0..9
    return 1

Card "a"
    to worth: return 9
Card where rank < 3
    to worth: return 5
Card where rank > 4
    to worth: return 7
"""
    deeds = "each c in Card: your score = your score + worth(c)"
    assert play(deeds, extra=extra).cells["score"] == [9 + 5 + 1 + 1 + 7 + 7, 0]


# ------------------------------------------------------------------------------------------ money


def test_money_goes_from_purse_to_purse() -> None:
    deeds = """let rival = left_of(you)
pay 3 to rival
gain 9 from bank
pay 2 from rival to bank"""
    machine = play(deeds)
    assert machine.cells["coins"] == [5 - 3 + 9, 5 + 3 - 2] and machine.cells["bank"] == 3


def test_a_gain_is_no_more_than_there_is_and_none_pays_the_other() -> None:
    deeds = """let nobody: player or none = none
gain 40 from bank
pay 1 to nobody, else bank"""
    machine = play(deeds)
    assert machine.cells["coins"][0] == 14 and machine.cells["bank"] == 1


def test_paying_what_is_not_there_breaks_the_rules() -> None:
    with pytest.raises(RuleError, match="coins"):
        play("pay 6 to bank")


# ---------------------------------------------------------------------------------- what is seen


def entries(machine: Machine, seat: int) -> list[str]:
    """The faces told to a seat, with or without the place where they lie."""
    told = (words for audience, words in machine.notes if audience >> seat & 1)
    return [ROWS[words[-1]] for words in told if len(words) == 1 or words[0] == "pool"]


def test_a_card_laid_open_is_told_to_those_who_had_not_seen_it() -> None:
    deeds = "draw 1 from heap to your hand\nmove your hand to pool"
    machine = play(deeds)
    assert (entries(machine, 0), entries(machine, 1)) == ([], ["a"])
    assert machine.cells["known_card"] == [3] * 6


def test_reveal_shows_until_the_piece_moves() -> None:
    deeds = """draw 1 from heap to your hand
reveal your hand
if only(your hand) is face up: your score += 1
move your hand to your secret
if your secret is not none
    if only({your secret}) is face up: your score += 10"""
    machine = play(deeds)
    assert machine.cells["score"] == [1, 0]
    assert entries(machine, 1) == ["a"] and machine.reveals > 0


def test_looking_shows_to_one_alone_and_moves_nothing() -> None:
    deeds = "move heap to deck, shuffled\nlook at 2 from deck"
    machine = play(deeds, chances=(4, 2))
    assert slots(machine.cells["deck"]) == "ec????"
    assert machine.cells["known_card"] == [1] * 6


def test_a_counter_with_sight_is_revealed_and_hidden() -> None:
    machine = play("your bid = 4\nreveal your bid\n")
    assert machine.cells["shown_bid"] == [True, False]
    assert play("reveal your bid\nhide your bid\n").cells["shown_bid"] == [False, False]


def test_one_of_several_cards_moved_unseen_is_not_known_any_more() -> None:
    deeds = """draw 2 from heap to your hand
move only(your hand where rank is 1) to Space "1".card"""
    assert play(deeds).cells["known_card"] == [1, 1, 3, 3, 3, 3]


# ----------------------------------------------------------------------------------------- lasting

LASTING = """game "Lasting"
    players 2..2
    asks always

table has
    played: 0..4 = 0

player has
    score: 0..999 = 0

value power of player = 1

lasting strong(p: player) until end of turn
    adjust power of player by + 4 when this is p
lasting loud until next shout
    after shout: your score += 100
lasting calm until end of next shout
    adjust power of player by + 2

to shout

turn
    played += 1
    DEEDS
    if played is 2: end game
"""


def lasting(deeds: str) -> list[int]:
    lines = "\n    ".join(deeds.strip().splitlines())
    machine = Script(compiled(LASTING.replace("DEEDS", lines), 2)).play()
    scores: list[int] = machine.cells["score"]
    return scores


def test_an_effect_ends_by_itself() -> None:
    deeds = """your score += you.power
if played is 1: begin strong(you)
each p in players: p.score += p.power * 10"""
    assert lasting(deeds) == [1 + 50 + 10, 10 + 1 + 10]


def test_with_holds_for_its_block() -> None:
    deeds = """with strong(you)
    your score += you.power
your score += you.power * 10"""
    assert lasting(deeds) == [15, 15]


def test_with_ends_however_its_block_is_left() -> None:
    deeds = """if played is 1
    with strong(you)
        end turn
each p in players: p.score += p.power"""
    assert lasting(deeds) == [1, 1]


def test_an_effect_until_the_next_deed_is_off_when_that_begins() -> None:
    assert lasting("begin loud\nshout") == [0, 0]


def test_an_effect_until_the_end_of_the_next_deed_holds_through_it() -> None:
    deeds = """begin calm
your score += you.power
shout
your score += you.power * 10"""
    assert lasting(deeds) == [13, 13]
