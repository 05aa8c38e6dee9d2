"""What several games share stands in a file of its own: every command knows where its lines are."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle import build, dsl
from hoyle.cli import program
from hoyle.find import shipped

SHARED = """\
include "dice.rules"

== What both games have ==

## A shared rule.                                                                 [AA-001, ZZ-009]
to score(n: 1..6): your score += n

player has
    score: 0..90 = 0

example "A throw counts"
    when ann does score(3)
    then ann.score is 3
"""

GAME = """\
game "One of two"
    players 2..3
    source AA "A leaflet" clauses "clauses.csv"

== Before ==

ruling gap "Who begins is the eldest."

include "../shared/scores.rules"

== Behind ==

turn
    score(roll d6)
    if your score > 8: victory for you
"""

FILES = {
    "one/game.rules": GAME,
    "one/clauses.csv": "id,clause\nAA-001,Throws count.\n",
    "shared/scores.rules": SHARED,
    "shared/dice.rules": "die d6: 1..6\n",
}


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    for name, text in FILES.items():
        path = tmp_path / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "games")
    return tmp_path / "games"


def hoyle(*arguments: str) -> str:
    result = CliRunner().invoke(program, [*arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_folder_is_checked_game_by_game(games: Path) -> None:
    assert "3 files: no mistakes found" in hoyle("check", ".")
    assert "1 file: no mistakes found" in hoyle("check", "one/game.rules")


def test_a_part_is_no_game(games: Path) -> None:
    result = CliRunner().invoke(program, ["check", "shared/scores.rules"])
    assert result.exit_code == 1
    assert "has no head" in result.output
    assert "games include" in result.output


def test_the_file_is_found_from_the_folder_of_the_game(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(games / "one")
    assert "no mistakes" in hoyle("check", "game.rules")
    reader = dsl.FolderReader(Path())
    assert reader.read("../one/game.rules") is reader.read("game.rules")
    assert reader.read("../shared/dice.rules").path == "../shared/dice.rules"


def test_a_message_names_the_file_and_the_line(games: Path) -> None:
    shared = games / "shared" / "scores.rules"
    shared.write_text(SHARED.replace("+= n", "+= m"), encoding="utf-8")
    result = CliRunner().invoke(program, ["check", "one/game.rules"])
    line = 1 + SHARED.split("\n").index("to score(n: 1..6): your score += n")
    assert f"shared/scores.rules:{line}:" in result.output


def test_a_rulebook_prints_the_lines_where_they_are_included(games: Path) -> None:
    hoyle("docs", "one/game.rules", "-o", "pages")
    pages = games / "pages" / "game"
    page = (pages / "turn.md").read_text(encoding="utf-8")
    order = ["## What both games have", "../shared/scores.rules:6", "## Behind", "[game.rules"]
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert "ZZ" not in page.replace("[AA-001, ZZ-009]", "")
    assert "to score(n: 1..6)" in (pages / "source.md").read_text(encoding="utf-8")
    assert "d6" in (pages / "components.md").read_text(encoding="utf-8")


def test_clauses_are_traced_into_the_file(games: Path) -> None:
    traced = hoyle("trace", "one/game.rules")
    assert "0 without a rule" in traced
    assert "ZZ" not in traced


def test_examples_of_the_file_are_run_and_it_is_laid_out_alone(games: Path) -> None:
    assert "A throw counts" in hoyle("test", "one/game.rules")
    hoyle("fmt", ".")
    assert 'include "dice.rules"' in (games / "shared/scores.rules").read_text(encoding="utf-8")
    assert hoyle("fmt", "--check", ".") == ""


def test_a_game_is_compiled_anew_when_an_included_file_is_another(games: Path) -> None:
    game = build.load("one/game.rules")
    assert "scores.rules" in build.compiled(Path("one/game.rules"), 2, {}).text
    state = game.new_initial_state()
    assert state.chance_outcomes()[-1][1] == pytest.approx(1 / 6)
    (games / "shared" / "dice.rules").write_text("die d6: 1..4\n", encoding="utf-8")
    state = build.load("one/game.rules").new_initial_state()
    assert state.chance_outcomes()[-1][1] == pytest.approx(1 / 4)


def test_a_variant_and_its_parent_may_include_the_same_file(games: Path) -> None:
    variant = 'game "The other"\n    extends "game.rules"\n\ninclude "../shared/dice.rules"\n'
    variant += "\nto score(n: 1..6): your score += 9\n"
    (games / "one" / "variant.rules").write_text(variant, encoding="utf-8")
    assert "no mistakes" in hoyle("check", "one/variant.rules")
    assert "twice" not in hoyle("show", "game", "one/variant.rules")


def test_nothing_else_is_read_outside_of_the_folder(games: Path) -> None:
    os.symlink(games.parent, games / "shared" / "up")
    (games.parent / "outside.rules").write_text("die d8: 1..8\n", encoding="utf-8")
    reader = dsl.FolderReader(games / "one")
    for name in ("../shared/up/outside.rules", "../../outside.rules", "../outside.rules"):
        with pytest.raises(dsl.Unreadable):
            reader.read(name)
    text = GAME.replace("clauses.csv", "../shared/clauses.csv")
    (games / "one" / "game.rules").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(program, ["check", "one/game.rules"])
    assert "lies outside the folder of the rules" in result.output


def test_parts_are_not_offered_as_games() -> None:
    assert "common" not in shipped()
