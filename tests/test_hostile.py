"""A short run of the mutations of tests/fuzz.py, and strings that want to be code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle import dsl
from hoyle.compiler.pipeline import compile_game
from tests.fuzz import one, runs

RUNS = int(os.environ.get("HOYLE_FUZZ_RUNS", "40"))

HOSTILE = (
    "'; import os #",
    "\\\\",
    "\\n\\x00\\N{DIGIT ONE}",
    "{{ 7 * 7 }}{% raw %}",
    "'''",
    "%s %(x)s {0} ",
    "__import__('os').abort()",
    "\u202e\u2066\U0001f3b2",
)


def test_mutated_rulesets_are_diagnosed_or_compiled() -> None:
    for files, victim, start in runs(RUNS, seed=RUNS):
        assert one(files, start) in ("diagnosed", "compiled"), victim


@pytest.mark.parametrize("text", HOSTILE)
def test_strings_stay_strings(text: str) -> None:
    """Wherever the language takes words: title, labels, prompts, reasons, options, rows."""
    # Braces in prompts are holes; elsewhere they are letters.
    braced = text.replace("{", "(").replace("}", ")")
    rules = f'''game "{text}"
    players 2..2

kinds Colour: red "{text}", blue

option most: 1..3 = 2 "{text}"

player has
    score: 0..9 = 0

turn
    choose: "{braced}"
        "{braced}" when your score < most "{braced}": your score += 1
        "Stop": end game
'''
    sink = dsl.Sink()
    game = dsl.load(Path("x.rules"), sink, reader=dsl.MemoryReader({"x.rules": rules}))
    assert game is not None, [found.message for found in sink]
    made = compile_game(game, 2, sink)
    assert made is not None
    space: dict[str, object] = {"__name__": "hostile"}
    exec(compile(made.text, "hostile.py", "exec"), space)
    state = space["MODULE"].to_game().new_initial_state()  # type: ignore[attr-defined]
    assert state.action_to_string(0) == braced
    assert state.module_.game.title == text
