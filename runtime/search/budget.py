"""How long a bot thinks about one decision: so many games in its head, or so many seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from hoyle.runtime.errors import BadBot

WRITTEN: Final = re.compile(r"(?P<number>\d{1,9}(?:\.\d{1,9})?)(?P<unit>|s|ms)", re.ASCII)

#: An hour: nobody waits longer for one decision.
LONGEST: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Budget:
    """So many iterations, or so many seconds where those are given. Only iterations make a bot
    decide alike every time."""

    iterations: int = 0
    seconds: float = 0.0

    def rounds(self, least: int = 1) -> Iterator[int]:
        """Numbers from 0 on until it is used up; there is always a first one, and of iterations at
        least so many."""
        if not self.seconds:
            yield from range(max(1, least, self.iterations))
            return
        end, number = perf_counter() + self.seconds, 0
        yield number
        while perf_counter() < end:
            number += 1
            yield number

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.iterations)


#: Where nothing is said: about a second in a small game, and the same every time.
DEFAULT: Final = Budget(iterations=500)


def read(text: str) -> Budget:
    """`500`: iterations; `2s`, `0.5s`, `200ms`: time."""
    found = WRITTEN.fullmatch(text)
    number = float(found["number"]) if found else 0.0
    if found and found["unit"]:
        seconds = number / 1000 if found["unit"] == "ms" else number
        if 0 < seconds <= LONGEST:
            return Budget(seconds=seconds)
    elif found and number >= 1 and number == int(number):
        return Budget(iterations=int(number))
    hint = "so many iterations, like `500`, or so long, like `2s` or `200ms`"
    raise BadBot(f"A bot thinks for {hint}; not `{text}`.")
