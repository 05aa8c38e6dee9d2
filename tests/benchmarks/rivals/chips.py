"""Hand-written Chips for two, for its playouts alone: cards and balls are drawn from lists that
nobody shuffles, balls are counted by kind, points and trophies as they are gained."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from pathlib import Path

TABLES = Path(__file__).parents[3] / "rulesets" / "chips"
BALLS = ("poke", "premier", "great", "ultra", "master")
TOTALS = (5, 4, 3, 2, 1)
POUCH = [ball for ball, total in enumerate(TOTALS) for _ in range(total)]


def kinds(words: str) -> tuple[int, ...]:
    return tuple(BALLS.index(word) for word in dict.fromkeys(words.split()))


with (TABLES / "goals.csv").open(encoding="utf-8") as file:
    GOALS = list(csv.DictReader(file))
COLOUR = [row["colour"] for row in GOALS]
POINTS = [int(row["points"]) for row in GOALS]
TROPHY = [row["trophy"] == "yes" for row in GOALS]
LEFT, RIGHT = ([kinds(row[side]) for row in GOALS] for side in ("left", "right"))
COPIES = [[row["left"].split().count(ball) for ball in BALLS] for row in GOALS]


def achieved(goal: int, drawn: list[int], last: int) -> bool:
    colour, left = COLOUR[goal], LEFT[goal]
    if colour == "green":
        copies = COPIES[goal]
        for ball in left:
            if drawn[ball] < copies[ball]:
                return False
        return True
    if colour == "gray":
        return last in left
    if colour == "orange":
        for ball in left:
            if drawn[ball] != TOTALS[ball]:
                return False
        return True
    shown = other = 0
    for ball in left:
        shown += drawn[ball]
    for ball in RIGHT[goal]:
        other += drawn[ball]
    return shown > other if colour == "yellow" else shown == other


def gained(hand: list[int], drawn: list[int], last: int, rnd: Callable[[], float]) -> int:
    """The goal that is gained, -1 for none."""
    met = [goal for goal in hand if achieved(goal, drawn, last)]
    if len(met) > 1:
        met = [goal for goal in met if TROPHY[goal]] or met
    if not met:
        return -1
    return met[int(rnd() * len(met)) if len(met) > 1 else 0]


def playout(rnd: Callable[[], float]) -> list[float]:
    deck, discards = list(range(len(GOALS))), list[int]()
    score, trophies = [0, 0], [0, 0]
    for _ in range(200):
        hands: tuple[list[int], list[int]] = ([], [])
        share = min(5, (len(deck) + len(discards)) // 2)
        for hand in hands:
            for _ in range(share):
                if not deck:
                    deck, discards = discards, []
                at = int(rnd() * len(deck))
                hand.append(deck[at])
                deck[at] = deck[-1]
                deck.pop()
        pouch, drawn, ball = POUCH[:], [0] * 5, 0
        for n in (4, 3, 2, 1):
            for _ in range(n):
                at = int(rnd() * len(pouch))
                ball = pouch[at]
                pouch[at] = pouch[-1]
                pouch.pop()
                drawn[ball] += 1
            if n > 1:
                for hand in hands:
                    if len(hand) > n:
                        discards.append(hand.pop(int(rnd() * len(hand))))
        over = False
        for seat, hand in enumerate(hands):
            goal = gained(hand, drawn, ball, rnd)
            if goal >= 0:
                hand.remove(goal)
                score[seat] += POINTS[goal]
                trophies[seat] += TROPHY[goal]
                over = over or trophies[seat] > 0 or score[seat] >= 10
            discards += hand
        if over:
            one, other = (trophies[0], score[0]), (trophies[1], score[1])
            return [1, -1] if one > other else [-1, 1] if other > one else [0.5, 0.5]
    return [0, 0]


def playouts(n: int, seed: int) -> None:
    rnd = random.Random(seed).random
    for _ in range(n):
        playout(rnd)
