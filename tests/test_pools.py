"""Pools: nature decides what a card is when somebody sees it, and the odds are as if all had been
shuffled at once. Trap 2 of the semantics: mixing without a split gives wrong odds.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product

import pytest

from hoyle.compiler.from_game import lower
from hoyle.compiler.ir import program as p
from hoyle.dsl import MemoryReader, load
from hoyle.dsl.diagnostics import Sink
from tests import eager
from tests.eager import ZONES, Deed, Odds, Position
from tests.interpret import Machine, Question, explore

HEAD = """game "Cards"
    players 2..2
    asks always

component Card from "cards.csv"
    rank: 1..9

table has
    deck: pile of Card
    heap: pile of Card
    shelf: row of Card, face down
    display: row of Card
    aside: set of Card, face down
    sack: bag of Card
    memory = 0

player has
    fan: set of Card, seen by owner

setup
    put every Card into deck, shuffled

play
    as first(players): deeds
    end game

to deeds
"""
FAN = ("from fan", "to fan", "move fan", "shuffle fan", "reveal fan")


def rules_of(deeds: list[Deed], copies: tuple[int, ...]) -> dict[str, str]:
    """The files of a game of some deeds, on a deck with so many cards of each rank."""
    lines = [deed.line for deed in deeds] or ["shuffle deck"]
    for words in FAN:
        lines = [line.replace(words, words.replace("fan", "your fan")) for line in lines]
    rows = "".join(f"c{i},{i},{count}\n" for i, count in enumerate(copies, 1))
    return {
        "cards.rules": HEAD + "".join(f"    {line}\n" for line in lines),
        "cards.csv": f"name,rank,copies\n{rows}",
    }


def compiled(deeds: list[Deed], copies: tuple[int, ...]) -> p.Program:
    """The program of that game."""
    sink, reader = Sink(), MemoryReader(rules_of(deeds, copies))
    game = load("cards.rules", sink, reader=reader)
    assert game is not None and not sink.has_errors, list(sink)
    program = lower(game, 2, False, sink, reader.sources)
    assert not sink.has_errors, list(sink)
    return program


def ranks(copies: tuple[int, ...]) -> tuple[int, ...]:
    """The rank of each row."""
    return tuple(rank for rank, count in enumerate(copies, 1) for _ in range(count))


def never(question: Question) -> int:
    raise AssertionError(question)


# ------------------------------------------------------------------------------------- both odds


def at_once(deeds: list[Deed], copies: tuple[int, ...]) -> Odds:
    """The distribution where everything is shuffled at once."""
    empty: Position = (*(() for _ in ZONES), (0,))
    start = {eager.put(empty, "deck", ranks(copies)): Fraction(1)}
    return eager.run(start, [eager.shuffle("deck"), *deeds])


def lazily(deeds: list[Deed], copies: tuple[int, ...], most: int = 1500) -> Odds | None:
    """The distribution of the program; None if it has too many paths for a test."""
    found: dict[Position, Fraction] = defaultdict(Fraction)
    for number, (odds, machine) in enumerate(explore(compiled(deeds, copies), never)):
        if number > most:
            return None
        check(machine, copies)
        for position, share in settled(machine, copies):
            found[position] += odds * share
    return dict(found)


def contents(machine: Machine) -> list[tuple[int, ...]]:
    """Rows and marks by zone."""
    cells = machine.cells
    fan = tuple(row for row in range(9) if cells["fan"][0] >> row & 1)
    return [fan if zone == "fan" else cells[zone] for zone in ZONES]


def settled(machine: Machine, copies: tuple[int, ...]) -> list[tuple[Position, Fraction]]:
    """Every way to put the pieces of pools behind their marks, each as likely."""
    of, held, pools = ranks(copies), contents(machine), machine.cells["pools_card"]
    found: list[Position] = []
    for orders in product(*(set(permutations(pool)) for pool in pools)):
        left = [list(order) for order in orders]
        position: Position = (*(() for _ in ZONES), (machine.cells["memory"],))
        for zone, slots in zip(ZONES, held, strict=True):
            faces = (slot if slot >= 0 else left[-2 - slot].pop() for slot in slots)
            position = eager.put(position, zone, tuple(of[row] for row in faces))
        found.append(position)
    counted = Counter(found)
    return [(position, Fraction(n, len(found))) for position, n in counted.items()]


def check(machine: Machine, copies: tuple[int, ...]) -> None:
    """Marks are as many as pieces in the pool; every piece is somewhere once, and known to be."""
    held, pools = contents(machine), machine.cells["pools_card"]
    marks = Counter(slot for slots in held for slot in slots if slot < -1)
    assert marks == Counter({-2 - k: len(pool) for k, pool in enumerate(pools) if pool})
    rows = [slot for slots in held for slot in slots if slot >= 0]
    assert sorted([*rows, *(row for pool in pools for row in pool)]) == list(range(sum(copies)))
    for number, pool in enumerate(pools):
        assert list(pool) == sorted(pool)
        assert all(machine.cells["at_card"][row] == -2 - number for row in pool)
    assert all(machine.cells["at_card"][row] >= 0 for row in rows)


# ------------------------------------------------------------------------------- random programs

TARGETS = ("heap", "shelf", "display", "fan", "aside", "sack")


def random_deed(rng: random.Random) -> Deed:
    """A deed of some kind."""
    match rng.randrange(9):
        case 0 | 1:
            source = rng.choice(("deck", "heap", "sack"))
            return eager.draw(rng.randint(1, 2), source, any_target(rng))
        case 2:
            return eager.shuffle(rng.choice(("deck", "heap", "shelf", "display")))
        case 3:
            source = rng.choice(("shelf", "display", "fan", "heap"))
            return eager.move(source, "deck", under=rng.random() < 0.5)
        case 4:
            source = rng.choice(("shelf", "display", "fan", "aside", "sack", "deck"))
            return eager.move(source, "heap", shuffled=True)
        case 5:
            return eager.top(rng.choice(("deck", "heap")), any_target(rng))
        case 6:
            return eager.draw(1, rng.choice(("fan", "aside")), any_target(rng))
        case 7:
            return eager.seen(rng.choice(SHOWING))
        case _:
            return eager.if_high(rng.randint(2, 3), eager.draw(1, "deck", any_target(rng)))


SHOWING = ("reveal shelf", "look at 1 from deck", "look at 2 from heap", "look at 1 from sack")


def any_target(rng: random.Random) -> str:
    return rng.choice(TARGETS)


def random_program(seed: int) -> tuple[list[Deed], tuple[int, ...]]:
    """Deeds and a deck; no deed goes from a zone to itself.

    Some cards lie out face down, some have been seen and go back, before anything else happens.
    """
    rng = random.Random(seed)
    copies = rng.choice([(1, 1, 1), (1, 1, 1, 1), (2, 1, 1), (2, 2), (1, 3), (2, 2, 1)])
    deeds = [
        eager.draw(1, "deck", rng.choice(("shelf", "aside", "heap", "sack"))),
        eager.draw(1, "deck", "display"),
        eager.move("display", "deck", shuffled=True),
        *(random_deed(rng) for _ in range(rng.randint(1, 4))),
        eager.draw(1, "deck", "display"),
    ]
    return remembered([deed for deed in deeds if not to_itself(deed.line)], copies), copies


def remembered(deeds: list[Deed], copies: tuple[int, ...]) -> list[Deed]:
    """Deeds with a note of what is seen behind each."""
    note = eager.remember(tuple(range(len(copies) + 1)))
    return [line for deed in deeds for line in (deed, note)]


def to_itself(line: str) -> bool:
    words = line.replace("(", " ").replace(")", " ").replace(",", " ").split()
    named = [word for word in words if word in ZONES]
    return len(named) > 1 and len(set(named[-2:])) == 1


@pytest.mark.parametrize("block", range(6))
def test_lazy_odds_are_those_of_an_eager_shuffle(block: int) -> None:
    compared = 0
    for seed in range(block * 12, block * 12 + 12):
        deeds, copies = random_program(seed)
        found = lazily(deeds, copies)
        if found is not None:
            assert found == at_once(deeds, copies), [deed.line for deed in deeds]
            compared += 1
    assert compared > 8


# ------------------------------------------------------------------------------------ by hand


def test_a_seen_card_mixed_back_under_a_card_that_lies_out() -> None:
    """Without the split, the odds are off by 5/24."""
    deeds = [
        eager.draw(1, "deck", "shelf"),
        eager.draw(1, "deck", "display"),
        eager.move("display", "deck"),
        eager.shuffle("deck"),
        eager.draw(1, "deck", "display"),
    ]
    deeds = remembered(deeds, (1, 1, 1))
    assert lazily(deeds, (1, 1, 1)) == at_once(deeds, (1, 1, 1))


def test_a_pool_that_comes_whole_needs_no_chance() -> None:
    deeds = [eager.move("deck", "heap", shuffled=True)]
    paths = list(explore(compiled(deeds, (1, 1, 1, 1)), never))
    assert len(paths) == 1
    assert paths[0][1].cells["heap"] == (paths[0][1].cells["heap"][0],) * 4


def test_moving_marks_face_down_needs_no_chance() -> None:
    deeds = [
        eager.draw(2, "deck", "shelf"),
        eager.draw(1, "deck", "aside"),
        eager.top("deck", "heap"),
    ]
    assert len(list(explore(compiled(deeds, (1, 1, 1, 1)), never))) == 1


def test_equal_cards_are_one_outcome() -> None:
    deeds = [eager.draw(2, "deck", "display")]
    assert len(list(explore(compiled(deeds, (3, 1)), never))) == 3
