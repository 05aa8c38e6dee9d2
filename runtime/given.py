"""What callers give, tested: a mistake there gets words before it can do harm deep inside."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from random import Random
from typing import Any

from hoyle.runtime.errors import WrongKind


def whole(value: Any, what: str) -> int:
    """A whole number as a plain int: numpy's must not get into a position, and no flag is one."""
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise WrongKind(f"{what} is a whole number, not {shown(value)}.")


def numbers(random: Any) -> Callable[[], float]:
    """The function that gives numbers in [0, 1): given itself, or what has it as `random`."""
    draw = random.random if isinstance(random, Random) else getattr(random, "random", random)
    if not callable(draw):
        text = "Chance needs a `random.Random`, or a function that gives numbers in [0, 1)"
        raise WrongKind(f"{text}, not {shown(random)}.")
    found: Callable[[], float] = draw
    return found


def refuse_others(draw: Callable[[], float]) -> None:
    """After a fault: whether it comes from random numbers that are none."""
    number: Any = draw()
    if not isinstance(number, (float, int)) or not 0 <= number < 1:
        raise WrongKind(f"random() should give numbers in [0, 1), and gave {shown(number)}.")


def shown(value: object) -> str:
    """A value as Python writes it, cut short."""
    try:
        text = repr(value)
    except Exception:  # a number too long to be written, or whatever a class does
        text = f"some {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:40]}…"
