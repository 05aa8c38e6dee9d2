"""Copies that are alike: one number a kind and place, whichever rows of the table they are."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hoyle.build import load
from hoyle.runtime import chance
from hoyle.runtime.copies import copy_among, offered
from hoyle.runtime.game import Game
from hoyle.runtime.remap import NOBODY, Remap
from hoyle.runtime.schema import Thing
from hoyle.runtime.state import State

CARDS = "name,worth\nAce,3\nTwo,2\nAce,3\nTwo,2\nAce,3\nKing,9\n"
RULES = """
game "Copies"
    players 2..2
component Card from "cards.csv"
    name: text
    worth: 1..9
table has
    deck: pile of Card, face down
    shown: set of Card, face up
player has
    hand: set of Card, seen by owner
    score: 0..99 = 0
setup
    put every Card into deck, shuffled
    draw 2 from deck to shown
    each player: draw 2 from deck to your hand
"""
ONE_PLACE = """turn
    choose card from your hand: "Play which?"
        remove card
    if count(your hand) is 0: end game
"""
TWO_PLACES = """turn
    choose card from your hand + shown: "Take which?"
        if card is in shown: your score += card.worth
        remove card
    if count(your hand) is 0: end game
"""
SUBSETS = """turn
    choose 2 taken from your hand + shown: "Take two"
        each card in taken: your score += card.worth
    end game
"""


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """A game with copies that do not stand together in their table."""
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    path = tmp_path / "copies.rules"
    path.write_text(RULES + request.param, encoding="utf-8")
    return load(str(path), 2)


def other_copies(state: State, rng: random.Random) -> State:
    """The same position, with other copies of each kind in its places."""
    after = state.clone()
    Remap(after, {t.name: swapped(t, rng) for t in state.module_.game.things}).all(NOBODY)
    return after


def swapped(thing: Thing, rng: random.Random) -> tuple[int, ...]:
    """A permutation of the rows among those that are alike."""
    moved = list(range(len(thing.names)))
    for kind in set(thing.classes):
        rows = [row for row, other in enumerate(thing.classes) if other == kind]
        for row, to in zip(rows, rng.sample(rows, len(rows)), strict=True):
            moved[row] = to
    return tuple(moved)


def positions(game: Game, seeds: range) -> list[State]:
    """Where somebody is asked, in random games."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            chance.settle(state, rng.random)
            if not state.is_terminal():
                found.append(state.clone())
                chance.step(state, rng.random)
    return found


ALL = pytest.mark.parametrize("game", [ONE_PLACE, TWO_PLACES, SUBSETS], indirect=True)


@ALL
def test_numbers_and_names_do_not_hang_on_which_copies_lie_where(game: Game) -> None:
    rng = random.Random(1)
    for state in positions(game, range(30)):
        after = other_copies(state, rng)
        for seat in range(2):
            assert after.information_state_string(seat) == state.information_state_string(seat)
        assert after.names() == state.names()
        for action in state.legal_actions():
            one, other = state.child(action), after.child(action)
            assert one.view(0) == other.view(0) and one.view(1) == other.view(1)


@ALL
def test_every_build_takes_the_same_copies(game: Game) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        slow = game.new_initial_state()
        while not slow.is_terminal():
            chance.step(slow, rng.random)
        fast = game.played(random.Random(seed).random)
        marks = {thing.known for thing in game.module.game.things}
        for cell in set(slow.cells_) - marks:
            assert getattr(fast, cell) == getattr(slow, cell), cell


@pytest.mark.parametrize("game", [TWO_PLACES], indirect=True)
def test_copies_in_two_places_are_two_options(game: Game) -> None:
    """From the table it scores, from the hand it does not."""
    for state in positions(game, range(30)):
        seat = state.current_player()
        view = state.view(seat)
        hand, shown = set(view["players"][("ann", "ben")[seat]]["hand"]), view["table"]["shown"]
        both = hand & set(shown)
        assert len(state.legal_actions()) == len(hand) + len(set(shown))
        for name in both:
            assert {name, f"{name} #2"} <= set(state.names().values())
            scores = {
                state.child(state.string_to_action(n)).view(seat)["players"]["ann"]["score"]
                for n in (name, f"{name} #2")
            }
            assert len(scores) == 2 or seat == 1


@pytest.mark.parametrize("game", [SUBSETS], indirect=True)
def test_a_subset_of_copies_has_one_path(game: Game) -> None:
    for start in positions(game, range(20)):
        if "so far" in str(start.module_.prompts[start.pc]):
            continue
        ends: list[str] = []
        waiting = [start.clone()]
        while waiting:
            state = waiting.pop()
            if state.is_terminal():
                ends.append(str([state.view(0), state.view(1), state.history()[-2:]]))
            else:
                waiting += [state.child(action) for action in state.legal_actions()]
        assert len(ends) == len(set(ends)) > 0


FIRST, AT = (0, 1, 0, 1, 0, 5), (7, 7, 8, 7, 7, 8)


def test_what_is_offered_of_copies() -> None:
    assert offered(0b111111, 0, -1, 0, FIRST, AT) == (0, 1, 2, 5)
    assert offered(0b111111, 0, -1, 0, FIRST, ()) == (0, 1, 5)
    assert [copy_among(n, 0b111111, 0, FIRST, AT) for n in (0, 1, 2, 5)] == [0, 1, 2, 5]
    assert copy_among(0, 0b111111, 0b1, FIRST, AT) == 4
    assert offered(0b111111, 0b000001, 0, 0, FIRST, AT) == (0, 1, 2, 5)
    assert offered(0b111111, 0b000010, 1, 0, FIRST, AT) == (1, 5)
    assert offered(0b111111, 0, -1, 3, FIRST, AT) == (0, 1, 2)


NAMED = """
game "Named"
    players 2..2
component Card from "cards.csv"
    name: text
    worth: 1..9
table has
    deck: pile of Card, face down
    seen: one Card, face up
    gone: set of Card, face up
player has
    aces: 0..9 = 0
    others_seen: 0..9 = 0
setup: put every Card into deck, shuffled
turn
    draw 1 from deck to seen
    if seen is "Ace": your aces += 1
    if seen is not "Ace" and seen is not none: your others_seen += 1
    move seen to gone
    if top(deck) is not "Ace" and top(deck) is not "Two" and top(deck) is not "King": end game
"""
OTHERWISE_SAID = (
    ('seen is "Ace"', 'seen is in {"Ace"}'),
    ('seen is "Ace"', '"Ace" is in seen'),
    ('seen is "Ace"', 'not "Ace" is not in seen'),
    ('seen is "Ace"', "seen.an_ace"),
    ('seen is not "Ace"', 'seen is in {"King", "Two"}'),
    ('if seen is "Ace": your aces += 1', "each card in seen: show(card)"),
    ('if seen is "Ace": your aces += 1', "each card in seen: your aces += ones(card)"),
)
AN_ACE = """
value an_ace of Card = match this
    "Ace" -> yes
    "Two", "King" -> no
to show(card: Card)
after show("Ace"): your aces += 1
value ones(card: Card): 0..1 = 0
adjust ones("Ace") by + 1
"""


@pytest.mark.parametrize(("usual", "other"), (("", ""), *OTHERWISE_SAID))
def test_a_name_is_any_of_its_copies(usual: str, other: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    rules = NAMED.replace(usual, other, 1).replace("if seen.an", "if seen is not none and seen.an")
    (tmp_path / "named.rules").write_text(rules + AN_ACE, encoding="utf-8")
    game = load(str(tmp_path / "named.rules"), 2)
    for seed in range(10):
        state = game.played(random.Random(seed))
        players = state.view(0)["players"].values()
        assert sum(player["aces"] for player in players) == 3
        assert sum(player["others_seen"] for player in players) == 3
