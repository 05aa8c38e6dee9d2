"""Bots that think: what they decide in positions where it is known, budgets, and whole games."""

from __future__ import annotations

import gc
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.build import load
from hoyle.runtime import bots, chance
from hoyle.runtime.errors import BadBot, RuleError
from hoyle.runtime.search import budget, playouts
from hoyle.runtime.search.budget import Budget
from hoyle.runtime.search.flat import FlatBot
from hoyle.runtime.search.ismcts import TreeBot
from hoyle.runtime.search.quiet import uncollected
from hoyle.runtime.search.seats import named
from hoyle.runtime.search.tree import Choice, Point
from hoyle.runtime.state import State
from hoyle.runtime.table import Table
from tests.benchmarks.strength import Perfect, at_random, kuhn_value, match
from tests.benchmarks.strength import tree as strength_tree

KINDS: list[Any] = [FlatBot, TreeBot]


def at(game: str, *names: str, drawn: tuple[str, ...] = ()) -> State:
    """The position after these decisions and, before them, draws."""
    state = load(game, 2).new_initial_state()
    for name in (*drawn, *names):
        state.apply_action(state.string_to_action(name))
    return state


def chosen(bot: bots.Bot, state: State) -> str:
    """The name of what a bot decides."""
    asked = bots.question(state)
    return asked.options[bot.choose(asked)]


def tree(games: int, seed: int = 1) -> TreeBot:
    return TreeBot(random.Random(seed).random, Budget(games))


# ---------------------------------------------------------------------------------- known positions


@pytest.mark.parametrize("kind", KINDS)
def test_a_win_is_taken(kind: Any) -> None:
    bot = kind(random.Random(2).random, Budget(140))
    assert chosen(bot, at("connect_four", "4", "1", "4", "1", "4", "1")) == "4"


def test_a_loss_is_blocked() -> None:
    assert chosen(tree(140), at("connect_four", "1", "4", "1", "4", "7", "4")) == "4"


@pytest.mark.parametrize("corner", ["a1", "c3"])
def test_a_corner_is_answered_in_the_middle(corner: str) -> None:
    """Everything else loses, five moves later."""
    for seed in range(2):
        assert chosen(tree(500, seed), at("tic_tac_toe", corner)) == "b2"


def test_tic_tac_toe_is_not_lost() -> None:
    for other in (Perfect(), at_random):
        assert match("tic_tac_toe", strength_tree(500), other, 4).lost == 0


def test_what_is_settled_ends_the_search() -> None:
    search = tree(100_000).grown(bots.question(at("tic_tac_toe", "a1", "b2", "c3", "a3")))
    assert search.done and search.favourite() == at("tic_tac_toe").string_to_action("c1")


def test_poker_is_played_at_its_value() -> None:
    """Exactly reckoned against an equilibrium; seat 1 is worth -1/18, seat 2 as much to the
    other."""
    values = kuhn_value(strength_tree(400), times=2)
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=0.03)


def test_pig_is_held_when_that_wins() -> None:
    state = load("pig", 2, {"goal": 12}).new_initial_state()
    for name in ("Roll", "6", "Roll", "6"):
        state.apply_action(state.string_to_action(name))
    assert chosen(tree(60), state) == "Hold"


# ------------------------------------------------------------------------------------ how they work


def test_an_option_that_was_often_impossible_keeps_its_chance() -> None:
    """Two options are alike, but one was there only half of the time: it is not held against it."""
    point, draw = Point(), random.Random(1).random
    taken = {1: 0, 2: 0}
    for number in range(4000):
        option, choice = point.select(0, (1, 2) if number % 2 else (1,), 1.4, draw)
        choice.taken += 1
        taken[option] += number % 2
    assert 0.9 < taken[1] / max(1, taken[2]) + 1 < 1.6
    assert point.choices[1].offered == 4000 and point.choices[2].offered == 2000


def test_a_sure_loss_is_taken_only_where_all_is_lost() -> None:
    point = Point()
    for option, result in ((1, -1.0), (2, 0.0), (3, -1.0)):
        point.end(option, (result, -result))
    assert point.favourite(0, (1, 2, 3), 1.0, -1.0) == 2
    assert point.favourite(0, (1, 3), 1.0, -1.0) == 1
    assert point.settled(0, 3, 1.0) == (0.0, 0.0)
    assert point.settled(0, 4, 1.0) is None
    assert point.settled(1, 4, 1.0) == (-1.0, 1.0)


def test_nodes_are_small() -> None:
    assert not hasattr(Point(), "__dict__") and not hasattr(Choice(), "__dict__")


def test_a_game_that_is_cut_off_is_worth_the_middle() -> None:
    game = load("pig", 2)
    state = game.new_initial_state()
    assert playouts.worth(state.clone(), random.Random(1).random, longest=5) == [0.0, 0.0]
    assert sorted(playouts.worth(state.clone(), random.Random(1).random)) == [-1.0, 1.0]
    poker = load("kuhn_poker", 2)
    assert playouts.even(poker) == [0.0, 0.0]


LONG = """\
game "A long way"
    players 2..3
player has
    gone: 0..999 = 0
value standing of player = your gone
turn
    choose: "How?"
        "Walk": your gone += 3
        "Rest"
        "Give up" when your gone > 500: eliminate you
whenever any p in players has p.gone > 990: victory for players where gone > 990
"""


@pytest.fixture
def long_way(tmp_path: Path) -> Path:
    path = tmp_path / "long_way.rules"
    path.write_text(LONG, encoding="utf-8")
    return path


def test_where_the_rules_tell_how_one_stands_no_game_is_played_to_its_end(long_way: Path) -> None:
    game = load(str(long_way), 2)
    state: Any = game.new_initial_state()
    before = playouts.worth(state.clone(), random.Random(1).random)
    assert sum(before) == pytest.approx(0) and all(abs(worth) < 1 for worth in before)
    state.gone[:] = [90, 10]
    ahead = playouts.worth(state.clone(), random.Random(1).random)
    assert ahead[0] > 0.5 and sum(ahead) == pytest.approx(0)
    for kind in KINDS:
        assert chosen(kind(random.Random(1).random, Budget(40)), state) == "Walk"


def test_whoever_is_out_stands_at_nothing(long_way: Path) -> None:
    game = load(str(long_way), 3)
    state: Any = game.new_initial_state()
    state.gone[:] = [600, 60, 60]
    for name in ("Rest", "Rest", "Rest", "Give up", "Rest"):
        state.apply_action(state.string_to_action(name))
    assert playouts.promised(state, game) == pytest.approx([-0.5, 0.25, 0.25])
    state.gone[:] = [0, 0, 0]
    assert playouts.promised(state, game) == [0, 0, 0]


def test_what_is_no_number_of_a_player_is_no_standing() -> None:
    assert not load("pig", 2).schema.standing
    assert load("monopoly", 2).schema.standing


def test_rules_that_fail_in_the_head_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at("connect_four", "4")

    def broken(*_: object) -> None:
        raise RuleError("out of range", "as if")

    monkeypatch.setattr(playouts, "chance", type("Broken", (), {"settle": broken}))
    for kind in KINDS:
        assert chosen(kind(random.Random(1).random, Budget(9)), state) in state.names().values()


def test_the_collector_rests_and_goes_on() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_one_game(kind: Any) -> None:
    def game(seed: int) -> list[int]:
        state, rng = load("goofspiel", 2).new_initial_state(), random.Random(seed)
        bot = kind(random.Random(seed).random, Budget(8))
        while not state.is_terminal():
            if state.is_chance_node():
                chance.step(state, rng.random)
            else:
                state.apply_action(bot.choose(bots.question(state)))
        return state.history()

    assert game(1) == game(1) != game(2)


def test_bots_sit_at_tables_of_several() -> None:
    seats = [tree(3), FlatBot(random.Random(2).random, Budget(3)), tree(3, 3)]
    table = Table(load("pig", 3), random.Random(4).random, seats)
    for _ in range(400):
        table.play_bots()
    assert table.state.is_terminal()


def test_one_option_needs_no_thought() -> None:
    asked = bots.question(at("connect_four"))
    sole = replace(asked, options={3: "4"}, deal=lambda random: pytest.fail("it thought"))
    for kind in KINDS:
        assert kind(random.random).choose(sole) == 3


# ------------------------------------------------------------------------------------------ budgets


@pytest.mark.parametrize(
    ("words", "meant"),
    [("500", Budget(500)), ("2s", Budget(seconds=2.0)), ("0.5s", Budget(seconds=0.5)),
     ("200ms", Budget(seconds=0.2))],
)  # fmt: skip
def test_budgets_in_words(words: str, meant: Budget) -> None:
    assert budget.read(words) == meant and budget.read(str(meant)) == meant


@pytest.mark.parametrize("words", ["", "0", "-3", "2.5", "0s", "s", "5m", "1e9", "9999999s", "٣"])
def test_words_that_are_no_budget(words: str) -> None:
    with pytest.raises(BadBot, match="200ms"):
        budget.read(words)


def test_there_is_always_a_first_round() -> None:
    assert list(Budget(3).rounds()) == [0, 1, 2]
    assert next(iter(Budget(seconds=1e-9).rounds())) == 0


def test_bots_in_words() -> None:
    draw = random.Random(1).random
    assert named("random", draw) == bots.RandomBot(draw)
    assert named("flat", draw) == FlatBot(draw) and named("mcts:7", draw) == TreeBot(
        draw, Budget(7)
    )
    for words in ("", "mtcs", "mcts:", "flat:x", "random:5", "human", "mcts:5:5"):
        with pytest.raises(BadBot):
            named(words, draw)
