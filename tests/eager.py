"""Cards shuffled at once: what a lazy distribution must equal.

A position is a tuple of zones, each a tuple of cards, top first, and of what has been seen; a
distribution maps positions to their odds. Every deed stands beside its line of the rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

ZONES = ("deck", "heap", "shelf", "display", "fan", "aside", "sack")
ORDERED = frozenset({"deck", "heap", "shelf", "display"})
PILES = frozenset({"deck", "heap"})
Position = tuple[tuple[int, ...], ...]
Odds = dict[Position, Fraction]
Step = Callable[[Position], Iterator[tuple[Position, Fraction]]]


@dataclass(frozen=True)
class Deed:
    """A line of the rules, and what it does to a position."""

    line: str
    step: Step


def run(start: Odds, deeds: list[Deed]) -> Odds:
    """The distribution behind some deeds."""
    for deed in deeds:
        behind: dict[Position, Fraction] = defaultdict(Fraction)
        for position, odds in start.items():
            for after, share in deed.step(position):
                behind[after] += odds * share
        start = dict(behind)
    return start


def at(position: Position, zone: str) -> tuple[int, ...]:
    """What lies in a zone."""
    return position[ZONES.index(zone)]


def put(position: Position, zone: str, cards: tuple[int, ...]) -> Position:
    """A position in which other cards lie in a zone."""
    number = ZONES.index(zone)
    kept = cards if zone in ORDERED else tuple(sorted(cards))
    return (*position[:number], kept, *position[number + 1 :])


def laid(position: Position, zone: str, cards: tuple[int, ...], under: bool = False) -> Position:
    """Cards come in: on top of a pile, behind anything else."""
    there = at(position, zone)
    first = zone in PILES and not under
    return put(position, zone, (*cards, *there) if first else (*there, *cards))


def orders(cards: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every order of some cards with its odds."""
    found = Counter(permutations(cards))
    total = sum(found.values())
    return ((order, Fraction(count, total)) for order, count in found.items())


# ------------------------------------------------------------------------------------------ deeds


def shuffle(zone: str) -> Deed:
    """`shuffle Z`."""

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        for order, odds in orders(at(position, zone)):
            yield put(position, zone, order), odds

    return Deed(f"shuffle {zone}", step)


def draw(count: int, source: str, target: str) -> Deed:
    """`draw n from Z to Z2`: the top of a pile, anything of a bag."""

    def once(position: Position) -> Iterator[tuple[Position, Fraction]]:
        there = at(position, source)
        if not there:
            yield position, Fraction(1)
            return
        places = [0] if source in PILES else range(len(there))
        for place in places:
            rest = (*there[:place], *there[place + 1 :])
            taken = put(position, source, rest)
            yield laid(taken, target, (there[place],)), Fraction(1, len(places))

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        found: Odds = {position: Fraction(1)}
        for _ in range(count):
            found = run(found, [Deed("", once)])
        yield from found.items()

    random = "" if source in PILES or source == "sack" else " at random"
    return Deed(f"draw {count}{random} from {source} to {target}", step)


def move(source: str, target: str, *, under: bool = False, shuffled: bool = False) -> Deed:
    """`move Z to Z2`: all that lies there."""

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        moved = laid(put(position, source, ()), target, at(position, source), under)
        if not shuffled:
            yield moved, Fraction(1)
            return
        yield from shuffle(target).step(moved)

    where = f"bottom of {target}" if under else target
    return Deed(f"move {source} to {where}{', shuffled' if shuffled else ''}", step)


def top(source: str, target: str, *, under: bool = False) -> Deed:
    """`move top(Z) to Z2`."""

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        there = at(position, source)
        if there:
            position = laid(put(position, source, there[1:]), target, there[:1], under)
        yield position, Fraction(1)

    return Deed(f"move top({source}) to {'bottom of ' if under else ''}{target}", step)


def seen(line: str) -> Deed:
    """Something that shows cards and moves none."""
    return Deed(line, lambda position: iter([(position, Fraction(1))]))


def remember(values: tuple[int, ...]) -> Deed:
    """What all have seen so far: the values of the display, one after the other."""

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        (before,) = position[-1]
        shown = sum(values[card] for card in at(position, "display"))
        yield (*position[:-1], ((before * 31 + shown) % 99991,)), Fraction(1)

    return Deed("memory = remainder(memory * 31 + sum(rank of display), 99991)", step)


def if_high(rank: int, deed: Deed) -> Deed:
    """A deed that hangs on what is seen on the display."""

    def step(position: Position) -> Iterator[tuple[Position, Fraction]]:
        if any(card >= rank for card in at(position, "display")):
            yield from deed.step(position)
        else:
            yield position, Fraction(1)

    return Deed(f"if any c in display has c.rank >= {rank}: {deed.line}", step)
