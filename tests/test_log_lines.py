"""What the log says of a decision whose name alone says little."""

from __future__ import annotations

from pathlib import Path

import hoyle
from hoyle.runtime import labels, log

RULES = """\
game "Lines"
    players 3..3
    asks always
    limit 9 turns

player has
    score: 0..99 = 3
    secret: 0..9 = 4, seen by owner

turn
    may "Rest at {your score}": your score += 1
    choose rival from others: "Whom do you ask, with {your secret}?"
    if rival agrees "Do you give one?": your score += 1
    choose n in 1..3: "How many?"
    your score += n
"""


def said_of(tmp_path: Path, *answers: str) -> list[str]:
    """The lines of these answers, one after the other."""
    path = tmp_path / "lines.rules"
    path.write_text(RULES, encoding="utf-8")
    state = hoyle.load(path, players=3).new_initial_state()
    lines = []
    for answer in answers:
        action = labels.find(state, answer)
        lines.append(str(log.decision(state, action)))
        state.apply_action(action)
    return lines


def test_a_bare_answer_stands_with_its_question(tmp_path: Path) -> None:
    assert said_of(tmp_path, "no", "cat", "no", "2") == [
        "ann: Rest at …: no",
        "ann: Whom do you ask, with …: cat",
        "cat: Do you give one: no",
        "ann: How many: 2",
    ]


def test_what_says_enough_stands_alone(tmp_path: Path) -> None:
    assert said_of(tmp_path, "Rest at 3", "ben", "yes")[::2] == [
        "ann: Rest at 3",
        "ben: Do you give one: yes",
    ]
