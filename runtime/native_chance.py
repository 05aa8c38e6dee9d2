"""Chance of modules that are compiled to machine code.

It is compiled along with the module, as `natively` is; nothing else imports this.
"""

from __future__ import annotations

from random import Random as Twister
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from hoyle.runtime.natively import lowest, row, size

WORDS: Final = 624  # of the state of `random.Random`


class Chance:
    """Random numbers in [0, 1), from a function of Python.

    Between `begin` and `finish` those of a `random.Random` are worked out here, without a call:
    the very same numbers, and it goes on from there as if they had been drawn from it.
    """

    def __init__(self, outside: Any) -> None:
        self.outside: Any = outside
        self.twister: Any = None
        self.words: vec[i64] = vec[i64]()
        self.numbers: vec[float] = vec[float]()
        self.at: i64 = 0
        self.end: i64 = -1
        self.gauss: Any = None

    def begin(self) -> None:
        """Take over from a `random.Random`; an odd position, as `getrandbits` leaves, stays its."""
        twister: Any = getattr(self.outside, "__self__", None)
        if type(twister) is not Twister or self.outside != twister.random:
            return
        version, words, gauss = twister.getstate()
        if version != 3 or len(words) != WORDS + 1 or words[WORDS] % 2 != 0:
            return
        self.twister, self.gauss = twister, gauss
        self.words = row(words)
        self.numbers = vec[float]([0.0] * (WORDS // 2))
        self.at = self.words[WORDS] >> 1
        self.end = WORDS // 2
        self.work_out()

    def finish(self) -> None:
        """Give back how far it came."""
        if self.end >= 0:
            self.words[WORDS] = self.at << 1
            self.twister.setstate((3, tuple(self.words), self.gauss))
            self.end = -1

    def draw(self) -> float:
        """The next number."""
        if self.at >= self.end:
            if self.end < 0:
                number: float = self.outside()
                return number
            self.refill()
        number = self.numbers[self.at]
        self.at += 1
        return number

    def refill(self) -> None:
        """The next words, and the numbers that they make."""
        words = self.words
        for at in range(i64(227)):
            words[at] = words[at + 397] ^ mixed(words[at], words[at + 1])
        for at in range(i64(227), i64(623)):
            words[at] = words[at - 227] ^ mixed(words[at], words[at + 1])
        words[623] = words[396] ^ mixed(words[623], words[0])
        self.at = 0
        self.work_out()

    def work_out(self) -> None:
        """The numbers of the words as they are: two of them make one."""
        words, numbers = self.words, self.numbers
        for at in range(self.at, self.end):
            high: i64 = tempered(words[at << 1]) >> 5
            low: i64 = tempered(words[(at << 1) + 1]) >> 6
            numbers[at] = float((high << 26) + low) * (1.0 / 9007199254740992.0)


def mixed(word: i64, after: i64) -> i64:
    """What two words of the state make of a third; without a test, which would often go wrong."""
    both = (word & 0x80000000) | (after & 0x7FFFFFFF)
    return (both >> 1) ^ (0x9908B0DF & -(both & 1))


def tempered(word: i64) -> i64:
    """A word of the state, stirred."""
    word = word ^ (word >> 11)
    word = word ^ ((word << 7) & 0x9D2C5680)
    word = word ^ ((word << 15) & 0xEFC60000)
    return word ^ (word >> 18)


def below(bound: i64, random: Chance) -> i64:
    """A number below this one, by one `random()`."""
    return i64(random.draw() * float(bound))


def sole_or_below(bound: i64, random: Chance) -> i64:
    """The same; the only one needs none."""
    return i64(random.draw() * float(bound)) if bound > 1 else 0


def any_member(mask: i64, random: Chance) -> i64:
    """One of the members of a set, by one `random()`."""
    for _ in range(i64(random.draw() * float(size(mask)))):
        mask = mask & (mask - 1)
    return lowest(mask)


def sole_or_any(mask: i64, random: Chance) -> i64:
    """The same; the only one needs no number."""
    return any_member(mask, random) if mask & (mask - 1) != 0 else lowest(mask)


def take(row: vec[i64], random: Chance) -> i64:
    """One of the items, by one `random()`."""
    return row[i64(random.draw() * float(len(row)))]


def pick(row: vec[i64], random: Chance) -> i64:
    """One of the items; a lone one needs no number."""
    return row[0] if len(row) == 1 else row[i64(random.draw() * float(len(row)))]


def drawn_at(pool: vec[i64], classes: vec[i64], random: Chance) -> i64:
    """Where one of the pieces of a pool lies, the least of those that are alike, by one `random()`;
    none where all are alike. Those that are alike are neighbours."""
    if classes[pool[0]] == classes[pool[len(pool) - 1]]:
        return 0
    at = i64(random.draw() * float(len(pool)))
    while at > 0 and classes[pool[at - 1]] == classes[pool[at]]:
        at -= 1
    return at


def drawn(pool: vec[i64], classes: vec[i64], random: Chance) -> i64:
    """One of the pieces of a pool, the least of those that are alike, by one `random()`; none
    where all are alike."""
    first = classes[pool[0]]
    alike: i64 = 0
    counts = vec[i64]([0] * len(classes))
    for piece in pool:
        counts[classes[piece]] += 1
        if classes[piece] == first:
            alike += 1
    if alike == len(pool):
        return pool[0]
    at = i64(random.draw() * float(len(pool)))
    for piece in pool:  # a pool is sorted: the first of each class is its least
        at -= counts[classes[piece]]
        counts[classes[piece]] = 0
        if at < 0:
            return piece
    return -1
