"""`--seat K=WHO`, as `play` and `simulate` take it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hoyle.runtime.bots import Bot

F = Callable[..., Any]

HUMAN = "human"


def seat_option(kinds: str) -> Callable[[F], F]:
    """`--seat K=WHO`, for each seat that is said."""
    told = f"Who sits there: {kinds}; how long a bot thinks: mcts:500 games, mcts:2s."
    return click.option("--seat", "seats", multiple=True, metavar="K=WHO[:BUDGET]", help=told)


def read(seats: tuple[str, ...], count: int) -> Iterator[tuple[int, str]]:
    """The seats that are named, from 0 on, and who shall sit there."""
    said: set[int] = set()
    for seat in seats:
        number, between, who = seat.partition("=")
        if not between:
            raise click.UsageError(f"--seat takes K=WHO, like 2=random, not {seat!r}")
        plain = number.isascii() and number.isdecimal() and len(number) < 5
        if not plain or not 1 <= int(number) <= count:
            raise click.UsageError(f"--seat {seat}: seats go from 1 to {count}")
        if int(number) in said:
            raise click.UsageError(f"--seat {int(number)} is given twice")
        said.add(int(number))
        yield int(number) - 1, who


def bot(seat: int, who: str, seed: int | None, random: Random, *, persons: bool = False) -> Bot:
    """The bot that the words name; `persons`: they might sit there, too.

    Who thinks has random numbers of its own, so that it changes nothing of what chance brings; they
    follow from the seed and the seat.
    """
    from hoyle.runtime.errors import BadBot
    from hoyle.runtime.search.seats import named

    own = Random() if seed is None else Random(f"{seed} {seat}")
    try:
        return named(who, random.random if who == "random" else own.random)
    except BadBot as error:
        also = " A person is `human`." if persons else ""
        raise click.UsageError(f"--seat {seat + 1}={who}: {error}{also}") from None
