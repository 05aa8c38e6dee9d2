"""What lies on pieces, such as a team, is seen at the terminal."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

import hoyle
from hoyle.cli import program

RULES = """\
game "Two teams"
    players 1..2

component Side for each number in 1..2
    chief: player or none = none
    team: set of Hero, face up
    coins: 0..9 = 0
component Hero for each rank in 1..3
    hurt = no

table has
    pool: set of Hero, face up

setup
    put every Hero into pool

turn
    choose hero from pool: "Whom?"
    Side "1".chief = you
    Side "1".coins = 3
    move hero to Side "1".team
    hero.hurt = yes
"""


def test_a_row_with_something_on_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "teams.rules"
    path.write_text(RULES)
    assert hoyle.check(path).game is not None
    told = CliRunner().invoke(program, ["play", str(path)], input="2\nquit\n").output
    before, after = told.split("ann: Whom?")[:2]
    assert "1: chief" not in before
    assert "1: chief ann; coins 3; team 2" in after.replace(" (hurt)", "")
    assert "ann (you)" not in told  # players have nothing that could be shown
