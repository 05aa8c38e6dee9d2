"""Hand-written Kuhn poker: three cards, one is dealt to each player, then they pass or bet."""

from __future__ import annotations
from typing import List, Callable
import random

PASS_OR_BET: List[int] = [0, 1]


class KuhnPoker:
    __slots__ = ("cards", "bets", "player", "over", "results")

    def __init__(self, rnd: Callable[[], float]) -> None:
        deck = [0, 1, 2]
        self.cards: List[int] = [deck.pop(int(rnd() * 3)), deck.pop(int(rnd() * 2))]
        self.bets: List[int] = []
        self.player: int = 0
        self.over: bool = False
        self.results: List[int] = [0, 0]

    def clone(self) -> "KuhnPoker":
        s = KuhnPoker.__new__(KuhnPoker)
        s.cards = self.cards[:]
        s.bets = self.bets[:]
        s.player = self.player
        s.over = self.over
        s.results = self.results[:]
        return s

    def legal(self) -> List[int]:
        return PASS_OR_BET

    def is_over(self) -> bool:
        return self.over

    def apply(self, a: int) -> None:
        b = self.bets
        b.append(a)
        if len(b) == 1 or b == [0, 1]:
            self.player = 1 - self.player
            return
        self.over = True
        if b[-1] == 0 and 1 in b:
            winner = b.index(1) % 2
            stake = 1
        else:
            winner = 0 if self.cards[0] > self.cards[1] else 1
            stake = 2 if a else 1
        self.results[winner] = stake
        self.results[1 - winner] = -stake


def playouts(n: int, seed: int) -> int:
    rnd = random.Random(seed).random
    moves = 0
    for _ in range(n):
        s = KuhnPoker(rnd)
        while not s.is_over():
            l = s.legal()
            s.apply(l[int(rnd() * len(l))])
            moves += 1
    return moves


def clones(n: int, seed: int) -> int:
    s = KuhnPoker(random.Random(seed).random)
    s.apply(0)
    for _ in range(n):
        s.clone()
    return n


def legals(n: int, seed: int) -> int:
    s = KuhnPoker(random.Random(seed).random)
    s.apply(0)
    for _ in range(n):
        s.legal()
    return n
