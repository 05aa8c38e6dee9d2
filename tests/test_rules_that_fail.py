"""Rules that fail while a game is played: said with rule and line, and nothing has happened."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.cli.play_command import command as play
from hoyle.errors import RulesInvalid
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.table import Table

HEAD = """\
game "Failing"
    players 2..2
    asks always

player has
    score: 0..9 = 0
    zero: 0..9 = 0
    count_of: number = 2

turn
    choose: "What"
        "Add": your score += 1
        "Fail": fail

"""
UNIT = (HEAD.count("\n") + 1, HEAD.count("\n") + 2)

FAILING = {
    "divided by zero": "your score = round_down(5 / your zero)",
    "divided by zero: a": "your score = 2 if your score / your zero > 1 otherwise 1",
    "out of range": "your score += 10",
    "out of range: count_of": "repeat 40 times: your count_of = your count_of * your count_of",
    "nothing there: `max`": "your score = max(score of (players where score > 5))",
    "nothing there: `only`": "only(players).score = 1",
    "too deep": "fail",
}


def made(tmp_path: Path, rules: str) -> Game:
    path = tmp_path / "failing.rules"
    path.write_text(rules, encoding="utf-8")
    return hoyle.load(str(path))


@pytest.mark.parametrize("message", FAILING)
def test_the_rule_and_its_line_are_named_and_the_position_is_as_before(
    tmp_path: Path, message: str
) -> None:
    game = made(tmp_path, f"{HEAD}to fail\n    {FAILING[message]}\n")
    state = game.new_initial_state()
    state.apply_action(0)
    before = (state.key(), state.history(), state.legal_actions(), state.serialize())
    with pytest.raises(RuleError, match=message) as failed:
        state.apply_action(1)
    assert failed.value.file == "failing.rules" and failed.value.line in UNIT
    assert (state.key(), state.history(), state.legal_actions(), state.serialize()) == before
    state.apply_action(0)
    with pytest.raises(RuleError, match=message):
        game.playout(random.Random(1).random, state)


def test_a_local_number_does_not_grow_for_ever(tmp_path: Path) -> None:
    body = "    let n = 99\n    repeat 50 times: n = n * n\n    your score = n\n"
    with pytest.raises(RuleError, match="out of range: n would become"):
        made(tmp_path, f"{HEAD}to fail\n{body}").new_initial_state().child(1)


def test_words_that_cannot_be_filled_name_the_question(tmp_path: Path) -> None:
    rules = HEAD.replace('"Add"', '"Add {5 / your zero}"') + "to fail: your score = 1\n"
    state = made(tmp_path, rules).new_initial_state()
    with pytest.raises(RuleError, match=r"failing\.rules:11: divided by zero"):
        state.names()


ROLLED = HEAD.replace("player has", "die dd: 10..12\n\nplayer has")
FAIL_BY_ROLL = "to fail\n    let n = roll dd\n    your score += n\n"


def test_where_chance_makes_the_rules_fail_the_answer_is_taken_back(tmp_path: Path) -> None:
    table = Table(made(tmp_path, ROLLED + FAIL_BY_ROLL), lambda: 0.5)
    table.choose(0, "Add")
    before = (table.state.key(), table.save(), table.log(0), table.screens.now)
    with pytest.raises(RuleError, match="out of range"):
        table.choose(1, "Fail")
    assert (table.state.key(), table.save(), table.log(0), table.screens.now) == before
    table.choose(1, "Add")


@pytest.mark.parametrize("seats", [["--seat", "2=human"], []], ids=["people", "bots"])
def test_the_terminal_says_so_and_keeps_the_game(tmp_path: Path, seats: list[str]) -> None:
    rules = ROLLED.replace('"Add"', '"Add" when your seat is 1')
    path, saved = tmp_path / "failing.rules", tmp_path / "saved.txt"
    path.write_text(rules + FAIL_BY_ROLL, encoding="utf-8")
    words = [str(path), "--save", str(saved), *seats]
    result = CliRunner().invoke(play, words, input="Add\nFail\n")
    assert "out of range" in result.output + str(result.exception)
    assert isinstance(result.exception, RuleError) == (not seats)
    assert saved.read_text(encoding="utf-8").startswith("hoyle save 1")


NAMED = """\
game "Named"
    players 2..2

component Card from "cards.csv"
    name: text

player has
    hand: set of Card, face up

setup
    as first(players): put every Card into your hand

turn
    choose card from first(players).hand, if any: "Which"
        remove card
    after_all

to after_all
    if count(first(players).hand) is 0: end game
"""


def named(tmp_path: Path, table: str) -> Game:
    (tmp_path / "cards.csv").write_text(table, encoding="utf-8", newline="")
    return made(tmp_path, NAMED)


def test_names_with_broken_lines_are_whole_in_saves(tmp_path: Path) -> None:
    game = named(tmp_path, 'name\n"A ""x"" \n b"\n"  [turn]"\nchance: 1\n')
    state = game.new_initial_state()
    assert list(state.names().values()) == ['A "x" b', "  [turn]", "chance: 1"]
    for action in state.legal_actions():
        after = state.child(action)
        assert game.deserialize_state(after.serialize()) == after


@pytest.mark.parametrize("mark", ["\x1b[2J", "\x85", "\x9b", "\u2028", "\x00"])
def test_no_name_steers_a_terminal(tmp_path: Path, mark: str) -> None:
    with pytest.raises(RulesInvalid) as refused:
        named(tmp_path, f"name\nA{mark}\nB\n")
    assert [one.code.id for one in refused.value.diagnostics] == ["R0102"]


def test_a_name_that_looks_like_the_second_of_another(tmp_path: Path) -> None:
    rules = HEAD.replace('"Add": your score += 1', '"A #2": your score = 1') + (
        "to fail\n    each x in 1..2\n        your score = x\n"
    )
    rules = rules.replace('"Fail": fail', '"A": fail\n        "{word}": your score = 2').replace(
        'choose: "What"', 'let word = "A"\n    choose: "What"'
    )
    state = made(tmp_path, rules).new_initial_state()
    names = list(state.names().values())
    assert len(set(names)) == 3, names
    assert [state.string_to_action(name) for name in names] == state.legal_actions()
