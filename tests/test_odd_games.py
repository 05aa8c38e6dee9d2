"""Small odd games: playouts end where the steps end, and every build does what the program says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.dsl import MemoryReader
from hoyle.runtime.errors import RuleError
from tests import builds
from tests.agreement import loaded
from tests.test_builds_agree import agree, compiled
from tests.test_playout_forms import same_games

BOX = """\
game "Odd"
    players 2..4
    asks always
    limit 24 turns

component Card for each rank in 1..6, copy in 1..2
component Gem for each colour in 1..4, copy in 1..3

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up
    market: row of Card, face up
    spare: pile of Card, face up
    bag: bag of Gem
    n: 0..99 = 0

player has
    hand: set of Card, seen by owner
    won: set of Card, face up
    stack: pile of Card, face up
    gems: set of Gem, face up
    score: 0..99999 = 0

setup
    put every Card into deck, shuffled
    put every Gem into bag
    draw 3 from deck to market
    each player: draw 2 from deck to your hand
    each player: draw 2 from bag to your gems

turn
    act
    n += 1
    each player: your score += 3 * count(your won) + 7 * count(your stack) + count(your gems)
    each player: your score += 13 * count(spare) + 17 * count(market) + 19 * count(discards)

whenever n is 22: victory for players with most score

"""

GAMES = {
    "two choose the same": """
to act
    together each player
        choose card from market, if any: "Which?"
            if card is in market: move card to your won
            draw 1 from deck to market
    if count(deck) + count(discards) < 2
        each player: move your won to discards
""",
    "out while others act": """
to act
    together each player
        choose up to 2 them from your hand: "Which?"
        if count(them) is 2 and count(players) > 1
            eliminate last(players)
        move them to discards
    each player: draw 1 from deck to your hand
    if count(players) is 1: end game
""",
    "a pile grows while it is walked": """
to act
    draw 1 from deck to discards
    each card in discards
        move card to spare
        if count(spare) > 2: move top(spare) to discards
    each s in spare, d in discards
        if s.rank > d.rank: move s to discards
        otherwise: move d to spare
    move spare to deck
""",
    "a pool is filled by one and drawn from by another": """
to act
    together each player
        choose any number of these from your gems: "Which?"
        move these to bag
        draw 2 from bag to your gems
    choose g from your gems, if any: "One more?"
        each p in players where it is not you: move g to p.gems
""",
    "hands change round": """
to act
    let mine = your hand
    each p in players where it is not you
        let theirs = p.hand
        move mine to p.hand
        move theirs to your hand
        mine = theirs
    draw 1 from deck to your hand
    choose card from your hand, if any: "Which?"
        move card to discards
""",
    "a watched condition waits for what is done at once": """
to act
    draw 1 from deck to your hand
    choose card from your hand, if any: "Which?"
        at once
            your score += 1
            bump
            move card to your stack
        if card is in your stack: move card to discards
to bump
    n += 0
    your score += 1
whenever any p in players has p.score is in 20..40
    each q in players: q.score += 21
    each q in players: move q.hand to discards
""",
    "the chosen is moved by who answers": """
to act
    draw 1 from deck to your hand
    choose card from your hand, if any: "Which?"
        show(card)
        move card to discards
to show(c: Card)
    n += 0
    each p in players where it is not you
        as p
            may "Take it": move c to your won
after show
    each p in players
        if count(p.won) > 2: move p.won to market
    if count(market) > 5: move market to discards
""",
    "a bag is drawn from of which all know what is in it": """
to act
    choose k in 0..3: "What?"
    if k is 1: reveal bag
    if k is 2: look at 2 from bag
    draw k from bag to your gems
    if count(bag) < 3: move your gems to bag
""",
    "a lasting effect from among those who decide": """
value power of player = count(your hand) + 2
lasting tired until end of turn
    adjust power of player by - 1
to act
    each player: draw 1 from deck to your hand
    together each player
        choose k in 0..min(4, max(0, your power)): "How many?"
        if k > 1: begin tired
    together each player
        choose j in 0..min(4, max(0, your power)): "How many again?"
        your score += j
    each player: move your hand to discards
""",
}

WAYS_OUT = """\
game "Ways Out"
    players 2..4
    limit 10 turns
die d6: 1..6
player has
    steps: 0..999 = 0
    rounds: 0..999 = 0
turn
    outer
    may "Go": your steps += 1
    your rounds += 5
to outer
    go round
        repeat
            let r = roll d6
            your steps += r
            if r is 6: end outer
            each k in 1..3
                let q = roll d6
                if q is 6: stop
                if q is 5: end turn
                if q is 4 and your steps > 20 and count(players) > 1: eliminate you
                inner(k)
                if q is 1: return
                your rounds += 1
            until your steps > 9
        until your rounds > 20
        your rounds += 2
    each p in players: p.rounds = max(0, p.rounds - 9)
to inner(k: number)
    go round
        your steps = min(500, your steps + k)
        let z = roll d6
        if z is 1: end outer
        if z is 2: return
        if z is 3 and your steps > 60 and count(players) > 1: eliminate you
        until your steps > 12
    each p in players: p.steps = max(0, p.steps - 30)
"""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_all_ways_to_play_agree(name: str, players: int) -> None:
    rules = BOX + GAMES[name]
    same_games(rules, players, games=25)
    game = compiled("game.rules", MemoryReader({"game.rules": rules}), players)
    agree(game, f"odd_{len(rules)}", 3)


@pytest.mark.parametrize("players", [2, 3])
def test_every_way_out_of_loops_in_loops(players: int) -> None:
    same_games(WAYS_OUT, players, games=25)
    game = compiled("game.rules", MemoryReader({"game.rules": WAYS_OUT}), players)
    agree(game, "ways_out", 10)


TAKEN_NAMES = """\
game "Taken Names"
    players 1..3
    asks always
    limit 20 turns

component Card for each rank in 1..6, copy in 1..2

table has
    deck: pile of Card, refilled from discards
    discards: pile of Card, face up
    deck_counted, pools_card_sole: 0..99 = 3

player has
    hand: set of Card, seen by owner
    won: set of Card, face up
    won_card_rank, hand_listed, won_listed, hand_of_p_2: 0..99 = 2

setup: put every Card into deck, shuffled

turn
    draw 2 from deck to your hand
    deck_counted = 7
    pools_card_sole = 8
    your won_card_rank = 5
    your hand_listed = 2 + count(your hand)
    choose card from your hand, if any: "Which?"
        move card to your won
    choose card from your hand, if any: "Which?"
        move card to discards
    each p in players
        draw 1 from deck to p.hand
        p.hand_of_p_2 = count(p.hand)

whenever any p in players has sum(rank of p.won) >= 17: victory for p
"""


@pytest.mark.parametrize("players", [1, 2, 3])
def test_fields_may_be_called_as_what_playouts_add(players: int) -> None:
    same_games(TAKEN_NAMES, players, games=25)


NARROW = """\
game "Narrow"
    players 2..2
    asks always
    limit 24 turns

component Card for each rank in 1..6, copy in 1..2

table has
    deck: pile of Card
    pot: set of Card
    bag: bag of Card
    most: 0..9 = 0

player has
    hand: set of Card, face up

setup
    put every Card into {full}

turn
    choose k in 0..3: "How many?"
    draw k {how} to your hand
    most = {what}
"""


@pytest.mark.parametrize(
    ("full", "how", "what"),
    [
        ("bag", "from bag", "count(bag)"),
        ("deck, shuffled", "from deck", "count(deck)"),
        ("pot", "at random from pot", "sum(rank of pot)"),
    ],
)
def test_what_is_full_at_first_may_leave_a_range(full: str, how: str, what: str) -> None:
    """Numbers that stand for a pile, or for a sum over a set, begin with what is there."""
    rules = NARROW.format(full=full, how=how, what=what)
    game = compiled("game.rules", MemoryReader({"game.rules": rules}), 2)
    module, told = loaded(game, f"narrow_{len(rules)}"), []
    for play in (builds.sampled, played):
        with pytest.raises(RuleError) as raised:
            play(module, 1)
        told.append(raised.value.text)
    assert told[0] == told[1] and "range of most (0..9)" in told[0]


def played(module: Any, seed: int) -> None:
    """A playout from the beginning."""
    module.playout(module.fresh(), random.Random(seed).random)
