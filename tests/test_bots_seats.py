"""`--seat`: bots by name, and words that name none."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from hoyle.cli.simulate_command import command


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("1=mtcs", "no bot `mtcs`"),
        ("1=mcts:0", "`200ms`"),
        ("1=human", "nobody sits"),
        ("3=flat", "1 to 2"),
        ("1", "K=WHO"),
    ],
)
def test_words_that_seat_nobody(seat: str, told: str) -> None:
    result = CliRunner().invoke(command, ["kuhn_poker", "-n", "1", "--seat", seat])
    assert result.exit_code == 2 and told in result.output


def test_nobody_is_seated_twice() -> None:
    words = ["kuhn_poker", "-n", "1", "--seat", "1=flat", "--seat", "1=random"]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 2 and "--seat 1 is given twice" in result.output


def test_a_seed_gives_the_same_games_with_bots() -> None:
    words = ["kuhn_poker", "-n", "5", "--seat", "1=mcts:20", "--seat", "2=flat:20", "--seed", "3"]
    first, again = (CliRunner().invoke(command, words) for _ in range(2))
    assert first.exit_code == 0 and "5 games finished" in first.output
    assert first.output == again.output
