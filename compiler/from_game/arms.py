"""The arms of a `match`: a long chain of them is cut into halves, so that it is not deep."""

from __future__ import annotations

from typing import TypeVar

from hoyle.compiler.from_game import build as b
from hoyle.dsl import game as g

Arm = TypeVar("Arm")
Arms = tuple[tuple[tuple[g.Value, ...], Arm], ...]


def halved(arms: Arms[Arm]) -> tuple[Arms[Arm], Arms[Arm], int] | None:
    """A long chain of arms for numbers in two halves, and the first number of the second.

    None where it is short, or where the numbers of the two would lie among each other. An arm for
    all the rest ends both.
    """
    rest = arms[-1:] if not arms[-1][0] else ()
    numbered = arms[: len(arms) - len(rest)]
    if len(numbered) <= b.LONGEST_CHAIN or not all(map(_is_of_numbers, numbered)):
        return None
    ordered = sorted(numbered, key=_least)
    middle = len(ordered) // 2
    low, high = tuple(ordered[:middle]), tuple(ordered[middle:])
    first = _least(high[0])
    if any(value >= first for constants, _ in low for value in _numbers(constants)):
        return None
    return (*low, *rest), (*high, *rest), first


def _is_of_numbers(arm: tuple[tuple[g.Value, ...], Arm]) -> bool:
    return len(_numbers(arm[0])) == len(arm[0])


def _numbers(constants: tuple[g.Value, ...]) -> list[int]:
    return [value for value in constants if isinstance(value, int) and type(value) is not bool]


def _least(arm: tuple[tuple[g.Value, ...], Arm]) -> int:
    return min(_numbers(arm[0]))
