"""What a command says of rules and options, in the words that it was given."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import program
from hoyle.errors import BadOption

BROKEN = """\
game "Nim"
    players 2..2

table has
    sticks: 0..7 = 7

turn
    sticks -= 1
    if stick is 0: victory for others
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(program, words)


def test_every_command_tells_mistakes_by_the_path_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.rules").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    commands = (["check"], ["test"], ["trace"], ["simulate"], ["play"], ["docs", "-o", "book"])
    for command, *more in commands:
        told = run(command, "bad.rules", *more).output
        assert "\n  bad.rules:9:8\n" in told, (command, told)


def test_a_scenario_that_is_not_there_is_the_only_mistake() -> None:
    told = run("simulate", "pokescape", "-n", "1", "--scenario", "wild_onyx")
    assert told.exit_code == 1
    assert isinstance(told.exception, BadOption)
    assert str(told.exception) == (
        "The game has no scenario `wild_onyx`. Write `wild_onix` if you mean that."
    )


def test_a_flag_is_asked_for_in_words() -> None:
    told = run("simulate", "chips", "-n", "1", "--option", "blue_needs_one=1")
    assert str(told.exception).endswith("it is a flag. Give it yes or no.")
