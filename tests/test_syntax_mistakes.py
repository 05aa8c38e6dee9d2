"""One mistake, one message: malformed rules, and what is said of them.

The cases are in cases/syntax/mistakes.txt: lines with `----` say code, place and message, the rules
follow. `HOYLE_REWRITE=1 pytest tests/test_syntax_mistakes.py` writes what is said now.
"""

import os
import re
from pathlib import Path

import pytest

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Source
from hoyle.dsl.suggest import nearest

CASES = Path(__file__).parent / "cases" / "syntax" / "mistakes.txt"
_CASE = re.compile(r"((?:^----.*\n)+)((?:^(?!----).*\n)+)", re.MULTILINE)


def said(rules: str) -> str:
    sink = Sink()
    source = Source("case.rules", rules)
    parse(source, sink)
    return "".join(
        f"---- {found.code.id} {found.code.name} "
        f"{':'.join(map(str, source.position(found.span.start)))} {found.message}\n"
        for found in sink
    )


def cases() -> list[tuple[str, str]]:
    found = _CASE.findall(CASES.read_text(encoding="utf-8"))
    if os.environ.get("HOYLE_REWRITE"):
        found = [(said(rules), rules) for _, rules in found]
        CASES.write_text("".join(told + rules for told, rules in found), encoding="utf-8")
    return found


@pytest.mark.parametrize(("told", "rules"), cases())
def test_a_mistake_is_told_in_the_words_of_the_game(told: str, rules: str) -> None:
    assert said(rules) == told


def test_every_code_of_the_syntax_has_a_case() -> None:
    shown = set(re.findall(r"^---- (R\d+)", CASES.read_text(encoding="utf-8"), re.MULTILINE))
    elsewhere = {codes.UNREADABLE_FILE.id, codes.TOO_DEEP.id}  # not to be written in a line
    syntax = {code.id for code in codes.all_codes() if code.id.startswith("R01")}
    assert syntax - elsewhere == shown


def test_every_message_helps() -> None:
    for _, rules in cases():
        sink = Sink()
        parse(Source("case.rules", rules), sink)
        for found in sink:
            assert found.message.endswith("."), found.message
            assert "Token" not in found.message
            assert found.code is codes.MISREAD_LINE or found.help, found.message


def test_the_same_mistake_twice_is_told_twice() -> None:
    assert said("to x\n    a == b\n\nto y\n    a == b\n").count("R0116") == 2


def test_a_file_full_of_mistakes_ends() -> None:
    sink = Sink()
    parse(Source("case.rules", "to x\n    a == b\n" * 500), sink)
    assert 50 < len(sink) < 150


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("mvoe", ["move", "more", "remove"], ("move",)),
        ("chose", ["choose", "close"], ("choose", "close")),
        ("xyz", ["move", "draw"], ()),
        ("rihgt_of", ["left_of", "right_of"], ("right_of",)),
    ],
)
def test_the_nearest_names(word: str, known: list[str], found: tuple[str, ...]) -> None:
    assert nearest(word, known) == found


def test_words_of_other_languages_are_translated() -> None:
    assert did_you_mean("true", ["hand"]) == "Write `yes`."
    assert did_you_mean("hadn", ["hand"]) == "Write `hand` if you mean that."
    assert did_you_mean("qqq", ["hand"]) is None
