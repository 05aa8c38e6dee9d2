"""What is generated does what the program says: the explicit build against the interpreter."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from hoyle.compiler.pipeline import Compiled, compile_game
from hoyle.dsl import FolderReader, MemoryReader, load
from hoyle.dsl.diagnostics import Sink
from tests.agreement import Pair, loaded
from tests.test_pools import random_program, rules_of
from tests.test_windows import AGAIN, AUCTION, CARDS, COUNTERS, DEALS, ORDER, STOPPING

RULESETS = Path(__file__).parent.parent / "rulesets"
GAMES = [
    ("chips/chips_advanced", 4),
    ("classics/breakthrough", 2),
    ("classics/connect_four", 2),
    ("classics/goofspiel", 3),
    ("classics/kuhn_poker", 2),
    ("classics/oware", 2),
    ("classics/pig", 2),
    ("classics/tic_tac_toe", 2),
]


@cache
def shipped(name: str, players: int) -> Compiled:
    """A ruleset that comes along, compiled."""
    path = RULESETS / f"{name}.rules"
    return compiled(path, FolderReader(path.parent), players)


def compiled(path: Path | str, reader: FolderReader | MemoryReader, players: int) -> Compiled:
    """A game that must compile."""
    sink = Sink()
    game = load(path, sink, reader=reader)
    assert game is not None and not sink.has_errors, list(sink)
    found = compile_game(game, players, sink, sources=reader.sources)
    assert found is not None, list(sink)
    return found


def agree(game: Compiled, name: str, seeds: int, most: int = 150) -> None:
    """Some random games, node by node."""
    module = loaded(game, f"agreeing_{name}")
    for seed in range(seeds):
        Pair(game, module, random.Random(seed), most).play()


@pytest.mark.parametrize(("name", "players"), GAMES, ids=[name for name, _ in GAMES])
def test_shipped_games(name: str, players: int) -> None:
    agree(shipped(name, players), name.split("/")[1], 4)


@pytest.mark.parametrize("seed", range(6))
def test_draws_and_mixing(seed: int) -> None:
    deeds, copies = random_program(seed)
    files = rules_of(deeds, copies)
    game = compiled("cards.rules", MemoryReader(files), 2)
    agree(game, f"pools_{seed}", 8)


@pytest.mark.parametrize(
    ("rules", "players", "tables"),
    [
        (AGAIN, 3, {"cards.csv": CARDS}),
        (STOPPING, 3, {"cards.csv": "name\nStop\nPlain\n"}),
        (ORDER, 2, {"charms.csv": "name\nEarly\nLate\nTwice\nOther\nNever\n"}),
        (COUNTERS, 3, {"cards.csv": "name,copies\nCounter,6\n"}),
        (AUCTION, 3, {}),
        (DEALS, 2, {}),
    ],
    ids=["rolling", "stopping", "order", "counters", "auction", "deals"],
)
def test_windows(rules: str, players: int, tables: dict[str, str]) -> None:
    game = compiled("game.rules", MemoryReader({"game.rules": rules, **tables}), players)
    agree(game, f"windows_{len(rules)}", 12)
