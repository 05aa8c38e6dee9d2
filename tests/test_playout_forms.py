"""Playouts that know more than the steps do: only where it is sound, and the same games."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from hoyle.compiler.passes.playouts import for_playouts, ranges_of
from hoyle.compiler.passes.ranges import find
from hoyle.compiler.pipeline import compile_game
from hoyle.dsl import MemoryReader, Sink, load
from tests import builds
from tests.agreement import loaded
from tests.test_builds_agree import shipped

LINES = """\
game "Lines"
    players 2..3
    {asks}limit 60 turns

board of Cell, grid {grid}
    mark: player or none = none

turn
    choose cell from Cell where mark is none, if any: "Mark a cell"
        cell.mark = you
{more}
whenever any p in players has any line in lines(3) has every cell in line has cell.mark is p
    {end}

whenever count(Cell where mark is none) is {rest}: end game
"""

PIG = """\
game "Twice"
    players 2..2
    asks always
    limit 40 turns

die d6: 1..6

player has
    score: number = 0

turn
    choose: "Which?"
        "First"
            let n = roll d6
            your score += n
        "Second"
            {second}

whenever any p in players has p.score >= 30: victory for p
"""


def lines(**given: str) -> str:
    """A game of lines, with some of it another way."""
    usual = {"asks": "asks always\n    ", "grid": "3 by 3", "more": "", "end": "victory for p"}
    return LINES.format(**{**usual, "rest": "0", **given})


@cache
def compiled(rules: str, players: int) -> str:
    """The module of a game."""
    sink = Sink()
    reader = MemoryReader({"lines.rules": rules})
    game = load("lines.rules", sink, reader=reader)
    assert game is not None and not sink.has_errors, list(sink)
    found = compile_game(game, players, sink, sources=reader.sources)
    assert found is not None, list(sink)
    return found.text if found else ""


def playout_of(rules: str, players: int = 2) -> str:
    """The text of its fused playout."""
    text = compiled(rules, players)
    return text[text.index("def playout(") : text.index("# ---", text.index("def playout("))]


class Text:
    """What `loaded` takes."""

    def __init__(self, text: str) -> None:
        self.text = text


def same_games(rules: str, players: int = 2, games: int = 60) -> None:
    """The playout ends where the steps end, by the same numbers."""
    text: Any = Text(compiled(rules, players))
    module = loaded(text, "playing")
    for seed in range(games):
        _, end = builds.sampled(module, seed)
        state = module.fresh()
        module.playout(state, random.Random(seed).random)
        assert builds.position(state) == builds.position(end), seed
        from_the_middle(module, seed)


def from_the_middle(module: Any, seed: int) -> None:
    """A playout goes on from some decision as the steps do."""
    rnd = random.Random(seed).random
    state = module.fresh()
    module.start_sampled(state, "main", rnd)
    for _ in range(seed % 7):
        if state.pc >= 0:
            module.advance_sampled(state, builds.decision(module, state, rnd)[3], rnd)
    other = state.clone()
    module.playout(other, random.Random(seed + 1).random)
    begun = random.Random(seed + 1).random
    while state.pc >= 0:
        module.advance_sampled(state, builds.decision(module, state, begun)[3], begun)
    assert builds.position(state) == builds.position(other) and not other.options, seed


def test_sets_tell_whether_a_line_is_whole() -> None:
    assert "HOLDS[" in playout_of(lines())
    same_games(lines())
    assert "HOLDS[" in playout_of(lines(), 3)
    same_games(lines(), 3)


FREED = """\
        if cell is Cell "a1"
            each other in Cell where mark is you: other.mark = none
"""


@pytest.mark.parametrize(
    "rules",
    [
        lines(grid="4 by 3"),  # too many places for a table
        lines(more=FREED),  # what is taken can become free again
        lines(end="eliminate p"),  # the game goes on behind a line
    ],
    ids=["large", "freed", "going on"],
)
def test_no_sets_where_they_would_not_be_sound(rules: str) -> None:
    assert "HOLDS[" not in playout_of(rules)
    same_games(rules)


def test_options_that_are_left_are_known_from_the_start() -> None:
    text = playout_of(lines())
    assert "left = [0, 1, 2, 3, 4, 5, 6, 7, 8]" in text and "left.pop(" in text
    assert "if not left:" in text and "nothing to choose" not in text


def test_another_end_is_not_taken_for_that_no_option_is_left() -> None:
    text = playout_of(lines(rest="2"))
    assert "if not left:" not in text or "count(-1)" in text
    same_games(lines(rest="2"))


def test_a_playout_begins_where_a_turn_begins() -> None:
    assert "while s.pc > 0:" in playout_of(lines())


def test_a_lone_option_is_taken_without_a_draw() -> None:
    rules = lines(asks="")
    assert "if len(left) > 1 else 0" in playout_of(rules)
    same_games(rules)


def test_a_choice_of_two_is_one_test_of_the_number_drawn() -> None:
    rules = PIG.format(second="your score += 3")
    assert "if random() < 0.5:" in playout_of(rules)
    same_games(rules)


PILES = """\
game "Heap"
    players 2..2
    asks always
    limit 40 turns

component Card for each worth in 1..9
component Chip for each colour in 1..6

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face down
    bag: bag of Chip
    row: row of Chip, face up

player has
    hand: set of Card, seen by owner

setup
    put every Card into deck, shuffled
    put every Chip into bag

turn
    draw 2 from deck to your hand
    draw 2 from bag to row
    choose card from your hand: "Which?"
        move card to discards
    if count(bag) is 0: move row to bag
    {more}

whenever any p in players has count(p.hand) >= {most}: victory for p
"""


def piles(more: str = "", most: int = 5) -> str:
    return PILES.format(more=more, most=most)


def test_piles_are_lists_meanwhile() -> None:
    text = playout_of(piles("draw 1 from discards to deck"))
    assert "deck = [*s.deck]" in text and "s.deck = (*deck,)" in text
    assert "del deck[0]" in text and "discards.insert(0, " in text and "row.append(" in text
    assert ".pop(" in text and "s.deck[" not in text
    same_games(piles("draw 1 from discards to deck"))


@pytest.mark.parametrize(
    "more",
    [
        "",
        "move deck to discards",
        "let card = top(deck)\n    move card to discards",
        "each card in discards: move card to your hand",
        "if count(deck) > 3: draw count(deck) - 2 from deck to your hand",
        "shuffle deck",
        "each chip in row: move chip to bag",
    ],
)
def test_piles_that_are_lists_are_the_same_game(more: str) -> None:
    rules = piles(more, most=9)
    assert "= [*s.d" in playout_of(rules) or "= [[*it] for it in s." in playout_of(rules)
    same_games(rules)


BIDS = """\
game "Bids"
    players 2..3
    asks always
    limit 30 turns

die d6: 1..6

table has
    pot: number = 0

player has
    coins: 0..99 = 20

turn
    together each {seats}: bid

to bid
    choose n in 0..{most}: "How much?"
    {deed}

whenever any p in players has p.coins <= 3: victory for players with most coins
"""

BID = "your coins -= n"


def bids(deed: str = BID, most: str = "3", seats: str = "player") -> str:
    return BIDS.format(deed=deed, most=most, seats=seats)


@pytest.mark.parametrize(
    "rules",
    [
        bids(),
        bids(most="min(3, your coins)"),
        bids(f"{BID}\n    pot += n"),
        bids(BID, "min(3, your coins)", "of you, first(players)"),
    ],
    ids=["plain", "own", "common", "named twice"],
)
@pytest.mark.parametrize("players", [2, 3])
def test_each_acts_as_soon_as_it_has_decided(rules: str, players: int) -> None:
    text = playout_of(rules, players)
    assert "_of[" not in text and "_of =" not in text
    assert text.count("for you_2 in ") == 1
    same_games(rules, players)


@pytest.mark.parametrize(
    "rules",
    [
        bids(most="min(3, sum(coins of players))"),
        bids(f"{BID}\n    pot += n", most="max(0, min(3, 20 - pot))"),
        bids(f"{BID}\n    let r = roll d6\n    pot += r"),
        bids(f"{BID}\n    if your coins < 9: eliminate you"),
    ],
    ids=["all", "pot", "rolled", "other"],
)
def test_all_decide_before_anybody_acts_where_it_matters(rules: str) -> None:
    text = playout_of(rules, 3)
    assert text.count("for you_2 in ") == 2
    same_games(rules, 3)


AGAIN = """
to pay_more(n: 0..3)
    let r = roll d6
    your coins -= min(your coins, n)
    if r > 4: pay_more(n)
"""


def test_nobody_acts_before_all_have_decided_where_a_deed_that_is_called_draws() -> None:
    rules = bids("pay_more(n)") + AGAIN
    assert playout_of(rules, 3).count("for you_2 in ") == 2
    same_games(rules, 3)


CLAIMS = """\
game "Claims"
    players 2..2
    limit 40 turns

player has
    seen: set of 0..9 = {{}}
    score: 0..9999 = 0

turn
    choose n in 0..9: "Which?"
    your seen += n
    if {claims}
    otherwise: your score += 1
"""


def test_claims_one_behind_the_other_are_not_as_many_loops_in_loops() -> None:
    """Python has twenty."""
    claims = "\n    otherwise if ".join(
        f"every k in your seen has k + n > {number % 13}: your score += {number}"
        for number in range(1, 25)
    )
    rules = CLAIMS.format(claims=claims)
    assert playout_of(rules).count("break") > 2
    same_games(rules, games=10)


ROUNDS = """\
game "Rounds"
    players 2..3
    limit 12 turns

die d6: 1..6

player has
    steps: 0..99 = 0
    rounds: 0..99 = 0

turn
    walk_round

to walk_round
    go round
        {ask}
        your steps += roll d6
        until your steps > 9
        if your steps is 7 and count(players) > 1: eliminate you
    each p in players: p.rounds += 1
    each p in players: p.steps = 0
"""


@pytest.mark.parametrize("ask", ['may "Hop": your steps += 1', "your steps += 1"])
def test_a_loop_that_is_left_is_not_the_way_out_of_what_holds_it(ask: str) -> None:
    """Not in a playout either, and not where the steps are a plain function."""
    rules = ROUNDS.format(ask=ask)
    same_games(rules, 3)
    text: Any = Text(compiled(rules, 3))
    module = loaded(text, "rounds")
    state = module.fresh()
    module.playout(state, random.Random(1).random)
    assert any(state.rounds)


def test_what_is_known_holds_in_playouts_and_elsewhere() -> None:
    """The text of both is written by the same ranges; the tuple is there in one form alone."""
    sink = Sink()
    game = load("lines.rules", sink, reader=MemoryReader({"lines.rules": bids()}))
    assert game is not None
    found = compile_game(game, 2, sink)
    assert found is not None
    program = found.program
    known = ranges_of(program, for_playouts(program))
    assert known.locals["main", "n_2"] == (-1, 3) == known.locals["main", "n_2_of"]
    assert ("main", "n_2_of") not in find(for_playouts(program)).locals


def test_no_build_but_the_explicit_one_notes_what_seats_know() -> None:
    text = shipped("chips/chips_advanced", 2).text
    explicit, others = text.split("step by step, chance at once")
    others = others[: others.index("about the nodes")]
    told = explicit[explicit.index("def lift_goal(") :]
    assert "s.note(" in told[: told.index("\ndef ", 5)]
    assert "lift_goal_sampled(s, " in others and "lift_goal(s, " not in others
    assert not any(name in others for name in ("known_", "s.note(", "s.reveals"))
