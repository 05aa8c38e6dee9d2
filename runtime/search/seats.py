"""Bots from words, as `--seat` takes them: `random`, `flat`, `mcts`, `mcts:500`, `mcts:2s`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.runtime.bots import Bot, RandomBot
from hoyle.runtime.errors import BadBot
from hoyle.runtime.search import budget
from hoyle.runtime.search.flat import FlatBot
from hoyle.runtime.search.ismcts import TreeBot

Random = Callable[[], float]

#: Those that think, and take a budget.
THINKERS: Final[dict[str, Callable[[Random, budget.Budget], Bot]]] = {
    "flat": FlatBot,
    "mcts": TreeBot,
}

KINDS: Final = (
    "`random`, `flat` or `mcts`; the last two with a budget, like `mcts:500` or `mcts:2s`"
)


def named(words: str, random: Random) -> Bot:
    """The bot that the words name; `random` gives it numbers in [0, 1)."""
    name, colon, time = words.partition(":")
    if words == "random":
        return RandomBot(random)
    if name not in THINKERS:
        raise BadBot(f"There is no bot `{words}`. A bot is {KINDS}.")
    return THINKERS[name](random, budget.read(time) if colon else budget.DEFAULT)
