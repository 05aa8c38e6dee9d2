"""`hoyle check` tells what the compiler cannot do yet, and remembers that there was nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.cli import program
from hoyle.compiler import from_game

RULES = """game "Words"
    players 2..2

turn
    choose word in {WORDS}: "Which?"
    end game
"""


def checked(path: Path, words: str) -> str:
    """What `hoyle check` says of a choice among these."""
    path.write_text(RULES.replace("{WORDS}", words), encoding="utf-8")
    return CliRunner().invoke(program, ["check", str(path)]).output


def test_check_says_what_cannot_be_compiled(tmp_path: Path) -> None:
    found = checked(tmp_path / "words.rules", '{"one", "two"}')
    assert "R0801: Choosing a text is not compiled yet." in found
    assert "words.rules:5" in found


def test_what_was_found_whole_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    find = from_game.find_missing

    def counted(*args: object) -> None:
        looked.append(args)
        find(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(from_game, "find_missing", counted)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    for words in ("1..3", "1..3", "1..4"):
        assert "R0801" not in checked(tmp_path / "words.rules", words)
    assert len(looked) == 2
