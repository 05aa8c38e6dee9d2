"""Hand-written game of estates for three: forty spaces in a ring, buying, rent, going broke.

As small as such a game can be: no cards, no deals, no hidden things. It is no rival of a whole
ruleset, only a measure of what plain Python does with dice, money and a board.
"""

from __future__ import annotations

import random
from collections.abc import Callable

SPACES = 40
SEATS = 3
MOST_TURNS = 300
PRICES = [0 if at % 4 == 0 else 60 + 8 * at for at in range(SPACES)]
BUY_OR_NOT = [0, 1]


class Estates:
    """One game; the dice are thrown as the turn begins."""

    __slots__ = ("cash", "owner", "pawn", "player", "rnd", "turns")

    def __init__(self, rnd: Callable[[], float]) -> None:
        self.cash = [1500] * SEATS
        self.pawn = [0] * SEATS
        self.owner = [-1] * SPACES
        self.player = self.turns = 0
        self.rnd = rnd
        self.roll()

    def legal(self) -> list[int]:
        return BUY_OR_NOT

    def is_over(self) -> bool:
        return self.turns >= MOST_TURNS or sum(money >= 0 for money in self.cash) < 2

    def apply(self, action: int) -> None:
        """Buy where the pawn stands, or not; then the next one who is asked."""
        if action:
            at = self.pawn[self.player]
            self.cash[self.player] -= PRICES[at]
            self.owner[at] = self.player
        self.next_player()
        self.roll()

    def roll(self) -> None:
        """Turns go by until somebody may buy."""
        while not self.is_over():
            player = self.player
            at = self.pawn[player] + int(self.rnd() * 6) + int(self.rnd() * 6) + 2
            if at >= SPACES:
                at -= SPACES
                self.cash[player] += 200
            self.pawn[player] = at
            owner = self.owner[at]
            if owner < 0 and 0 < PRICES[at] <= self.cash[player]:
                return
            if owner >= 0 and owner != player:
                self.pay_rent(player, owner, PRICES[at] // 5)
            self.next_player()

    def pay_rent(self, player: int, owner: int, rent: int) -> None:
        """Whoever cannot pay is out, and what was theirs is free again."""
        paid = min(rent, self.cash[player])
        self.cash[owner] += paid
        self.cash[player] -= rent
        if self.cash[player] < 0:
            self.owner = [-1 if seat == player else seat for seat in self.owner]

    def next_player(self) -> None:
        self.turns += 1
        self.player = (self.player + 1) % SEATS
        while self.cash[self.player] < 0:
            self.player = (self.player + 1) % SEATS


def playouts(n: int, seed: int) -> int:
    """So many random games; how many decisions they took."""
    rnd = random.Random(seed).random
    moves = 0
    for _ in range(n):
        s = Estates(rnd)
        while not s.is_over():
            o = s.legal()
            s.apply(o[int(rnd() * len(o))])
            moves += 1
    return moves
