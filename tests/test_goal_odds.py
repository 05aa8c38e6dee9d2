"""The odds of every goal, three ways: counted here, written in a table, and played by the compiler.

The game draws 10 of 15 balls; what a goal is worth depends on how often it comes off. A variant
of the ruleset counts, in many rounds, which goals were achieved when they were checked.
HOYLE_ROUNDS=200000 makes the long run.
"""

from __future__ import annotations

import csv
import math
import os
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hoyle import dsl
from hoyle.compiler.pipeline import compile_game

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "rulesets" / "chips"
BALLS = ("poke", "premier", "great", "ultra", "master")
SUPPLY = (5, 4, 3, 2, 1)
ROUNDS = int(os.environ.get("HOYLE_ROUNDS", "20000"))

COUNTING = """\
game "Which goals are achieved how often"
    extends "chips.rules"

component Goal from "goals.csv"
    hits = 0

after place_balls
    each goal in Goal where achieved: goal.hits += 1
"""


def goals() -> list[dict[str, str]]:
    with (FOLDER / "goals.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def draws() -> Iterator[tuple[tuple[int, ...], int, Fraction]]:
    """(counts of the ten drawn, kind of the last, odds): the last is any of the ten."""
    total = math.comb(15, 10)
    for counts in product(*(range(n + 1) for n in SUPPLY)):
        if sum(counts) == 10:
            ways = math.prod(map(math.comb, SUPPLY, counts))
            for last, count in enumerate(counts):
                yield counts, last, Fraction(ways * count, total * 10)


def tally(words: str) -> tuple[int, ...]:
    return tuple(words.split().count(ball) for ball in BALLS)


def achieved(goal: dict[str, str], counts: tuple[int, ...], last: int) -> bool:
    """The leaflet's six conditions, by hand."""
    left, right = tally(goal["left"]), tally(goal["right"])
    shown_left = sum(n for n, wanted in zip(counts, left, strict=True) if wanted)
    shown_right = sum(n for n, wanted in zip(counts, right, strict=True) if wanted)
    match goal["colour"]:
        case "green":
            return all(n >= wanted for n, wanted in zip(counts, left, strict=True))
        case "yellow":
            return shown_left > shown_right
        case "blue":
            return shown_left == shown_right
        case "gray":
            return left[last] > 0
        case "purple":
            return shown_left == 0
        case "orange":
            return all(counts[k] == SUPPLY[k] for k in range(5) if left[k])
    raise AssertionError(goal["colour"])


@pytest.fixture(scope="module")
def exact() -> dict[str, Fraction]:
    every = list(draws())
    assert sum(odds for _, _, odds in every) == 1
    return {
        goal["name"]: sum((o for c, last, o in every if achieved(goal, c, last)), Fraction(0))
        for goal in goals()
    }


def test_the_table_of_odds_is_exact(exact: dict[str, Fraction]) -> None:
    with (ROOT / "tests" / "data" / "goal_odds.csv").open(encoding="utf-8", newline="") as file:
        table = {row["name"]: float(row["odds"]) for row in csv.DictReader(file)}
    assert {name: round(float(odds), 4) for name, odds in exact.items()} == table


def test_rounds_played_agree_with_the_odds(exact: dict[str, Fraction]) -> None:
    module = counting()
    rng = random.Random(20)
    rounds, hits = 0, [0] * len(exact)
    while rounds < ROUNDS:
        state = module.fresh()
        module.playout(state, rng.random)
        rounds += state.rounds + 1
        hits = [a + b for a, b in zip(hits, state.goal_hits, strict=True)]
    for name, count in zip(exact, hits, strict=True):
        odds = float(exact[name])
        spread = math.sqrt(max(odds * (1 - odds), 1e-6) / rounds)
        assert abs(count / rounds - odds) < 5 * spread, (name, count / rounds, odds)


def counting() -> Any:
    """The compiled variant, from memory."""
    files = {
        path.name: path.read_text(encoding="utf-8")
        for path in FOLDER.iterdir()
        if path.suffix in (".rules", ".csv")
    }
    sink = dsl.Sink()
    reader = dsl.MemoryReader({**files, "counting.rules": COUNTING})
    game = dsl.load(Path("counting.rules"), sink, reader=reader)
    assert game is not None, [found.message for found in sink]
    made = compile_game(game, 2, sink)
    assert made is not None
    space: dict[str, Any] = {"__name__": "counting"}
    exec(compile(made.text, "counting.py", "exec"), space)
    return space["MODULE"]
