"""Seats have one name each, the same in examples and in whatever is shown."""

from pathlib import Path

from hoyle.build import check
from hoyle.dsl.seats import seat_names
from hoyle.examples import run_examples
from hoyle.runtime.labels import seat_name

MANY = """game "Crowd"
    players 2..{most}
player has
    score: 0..9 = 0
turn
    may "Score": your score += 1
    if your score > 3: end game
example "The last seat can be named"
    given {last}.score is 2
    when {last} does turn
        {last} chooses "Score"
    then {last}.score is 3
"""


def test_the_names_of_all_seats_are_those_that_are_shown() -> None:
    assert seat_names(64) == tuple(seat_name(seat) for seat in range(64))
    assert seat_names(3) == ("ann", "ben", "cat")
    assert len(set(seat_names(64))) == 64


def test_every_seat_can_be_named_in_an_example(tmp_path: Path) -> None:
    path = tmp_path / "crowd.rules"
    for most, last in ((10, "jon"), (12, "player_12")):
        path.write_text(MANY.format(most=most, last=last), encoding="utf-8")
        checkup = check(path)
        assert checkup.game is not None, checkup.diagnostics
        (result,) = run_examples(path, checkup.game)
        assert (result.held, result.example.seats) == (True, most), result.problem


def test_who_is_not_there_is_told_who_is(tmp_path: Path) -> None:
    path = tmp_path / "crowd.rules"
    path.write_text(MANY.format(most=8, last="ida"), encoding="utf-8")
    told = [one for one in check(path).diagnostics if "Nobody is called `ida`" in one.message]
    assert told and told[0].help == "Seats are ann, ben, cat, dan, eve, fay, gus, hal."
