"""The command line as a person uses it: words in, words out, exit codes."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import program, test_command
from hoyle.compiler.passes import LOWERED, NAMES
from hoyle.find import shipped

ROOT = Path(__file__).resolve().parent.parent

SMALL = """\
game "Nim"
    players 2..2

table has
    sticks: 0..7 = 7

turn
    choose n in 1..2 where it <= sticks: "Take how many sticks?"
    sticks -= n
    if sticks is 0: victory for others

example "Who takes the last stick loses"
    given sticks is 1
    when ann does turn
    then victory for ben
"""

ROLLS = """\
game "Rolls"
    players 2..2

die d6: 1..6

table has
    total: 0..12 = 0

turn
    total += roll d6
    total += roll d6
    victory for you

example "Two rolls"
    when ann does turn
        ann rolls 3, 4
    then total is 7
"""


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(program, words, input=stdin)


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    path = tmp_path / "nim.rules"
    path.write_text(SMALL, encoding="utf-8")
    return path


CARDS = """\
game "Cards"
    players 2..2

component Item for each rank in 1..2
    when spent: remove this

player has
    held: set of Item, seen by owner
    score: 0..9 = 0

setup
    put every Item into first(players).held

turn
    choose at my_turn: "What now?"
        "Rest"
    victory for you

Item "2"
    may in my_turn: your score += 2
"""


def test_the_rule_behind_an_option(tmp_path: Path) -> None:
    path = tmp_path / "cards.rules"
    path.write_text(CARDS, encoding="utf-8")
    told = run("play", str(path), stdin="rules 2\nrules rest\nrules 9\nquit\n").output
    assert "my_turn (" in told and "may in my_turn: your score += 2" in told
    assert "turn (" in told and 'choose at my_turn: "What now?"' in told
    assert "`9` is no option here; `why 9` says more." in told


LONE = """\
game "Lone"
    players 2..2

player has
    score: 0..9 = 0

turn
    each player
        choose n in 1 .. 1 + your score: "How many?"
        your score += n
    victory for you

example "One way goes without a question"
    given ben.score is 1
    when ann does turn
        ann chooses 1
        ben chooses 2
    then ben.score is 3
"""


def test_a_line_for_a_choice_that_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "lone.rules"
    path.write_text(LONE, encoding="utf-8")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert "somebody else is asked; a lone option is taken silently" in result.output


def test_check_of_clean_rules(nim: Path) -> None:
    result = run("check", str(nim))
    assert result.exit_code == 0, result.output
    assert "no mistakes found" in result.output


def test_check_names_the_place(nim: Path) -> None:
    nim.write_text(SMALL.replace("sticks -= n", "sticsk -= n"), encoding="utf-8")
    result = run("check", str(nim))
    assert result.exit_code == 1
    assert f"{nim}:9:5" in result.output
    assert "sticks" in result.output


def test_check_as_json(nim: Path) -> None:
    nim.write_text(SMALL.replace("sticks -= n", "sticsk -= n"), encoding="utf-8")
    result = run("check", str(nim), "--format", "json")
    (found,) = json.loads(result.output)
    assert (found["line"], found["column"], found["severity"]) == (9, 5, "error")


def test_check_of_nothing(tmp_path: Path) -> None:
    assert run("check", str(tmp_path)).exit_code == 2
    assert run("check", str(tmp_path / "none.rules")).exit_code == 1


def test_unknown_game_has_a_suggestion() -> None:
    result = run("play", "chisp")
    assert result.exception is not None
    assert "did you mean chips" in str(result.exception)


def test_fmt_goes_on_behind_files_that_it_cannot_lay_out(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_bytes(b'game "Caf\xe9"\n    players 2..2\n')
    (tmp_path / "b.rules").write_text(SMALL.replace("sticks -= n", "-= n"), encoding="utf-8")
    (tmp_path / "c.rules").write_text(SMALL.replace("\n\n", "\n\n\n"), encoding="utf-8")
    result = run("fmt", str(tmp_path))
    assert result.exit_code == 1
    assert "a.rules is no UTF-8 text (line 1, column 10): save it as UTF-8" in result.output
    assert "R0103" in result.output
    assert (tmp_path / "c.rules").read_text(encoding="utf-8") == SMALL


def test_fmt_of_an_empty_folder_says_so(tmp_path: Path) -> None:
    assert "there are no .rules files here" in str(run("fmt", str(tmp_path)).output)


def test_fmt_changes_and_then_does_not(nim: Path) -> None:
    nim.write_text(SMALL.replace("sticks -= n", "sticks   -=   n"), encoding="utf-8")
    assert run("fmt", "--check", str(nim)).exit_code == 1
    assert run("fmt", str(nim)).exit_code == 0
    assert nim.read_text(encoding="utf-8") == SMALL
    assert run("fmt", "--check", str(nim)).exit_code == 0


def test_explain() -> None:
    assert "R0101" in run("explain", "R0101").output
    assert run("explain", "R9999").exit_code == 2


@pytest.mark.parametrize("phase", ["tree", "game", "ir", "machine", "python", "graph"])
def test_show_every_phase(nim: Path, phase: str) -> None:
    result = run("show", phase, str(nim))
    assert result.exit_code == 0, result.output
    assert len(result.output) > 100


def test_compile_writes_a_module(nim: Path, tmp_path: Path) -> None:
    result = run("compile", str(nim), "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    text = (tmp_path / "out" / "nim_2p.py").read_text(encoding="utf-8")
    compile(text, "nim_2p.py", "exec")


def test_examples_hold_and_fail(nim: Path) -> None:
    assert run("test", str(nim)).exit_code == 0
    nim.write_text(SMALL.replace("victory for ben", "victory for ann"), encoding="utf-8")
    result = run("test", str(nim))
    assert result.exit_code == 1
    assert "FAIL" in result.output
    assert f"{nim}:15" in result.output
    assert "victory for ann" in result.output


def test_separate_rolls_want_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "rolls.rules"
    path.write_text(ROLLS, encoding="utf-8")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert "one roll of one die is wanted here: write one line each" in result.output


@pytest.mark.parametrize("game", shipped())
def test_examples_of_rulesets_hold(game: str) -> None:
    result = run("test", game)
    assert result.exit_code == 0, result.output


def test_without_a_name_the_examples_of_all_rulesets_are_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tested = list[Path]()
    monkeypatch.setattr(test_command, "_test", lambda path, _: tested.append(path) or 0)
    assert run("test").exit_code == 0
    assert tested == list(shipped().values())


def test_scores_stand_beside_the_names_and_with_the_results() -> None:
    result = run("play", "chips", "--seat", "1=random", "--seed", "3")
    table, over, results = result.output.rpartition("The game is over.")
    assert over and result.exit_code == 0
    assert " score " in table.rpartition("ann (you)")[2]
    told = [line.split("(")[1].rstrip(")") for line in results.splitlines() if "(" in line]
    assert len(told) == 2
    for scores in told:
        assert [word for word in scores.split() if word.isalpha()] == ["score", "trophies"]


def test_play_with_a_script(nim: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("2\n2\n2\n", encoding="utf-8")
    seats = ("--seat", "1=human", "--seat", "2=human")
    result = run("play", str(nim), *seats, "--moves", str(moves))
    assert result.exit_code == 0, result.output
    assert "The game is over." in result.output
    assert "\x1b[" not in result.output


def test_show_a_program_behind_each_pass(nim: Path) -> None:
    texts = {}
    for name in (LOWERED, *NAMES):
        result = run("show", "ir", str(nim), "--pass", name)
        assert result.exit_code == 0 and result.output.startswith("program "), result.output
        texts[name] = result.output
    assert texts["sieve"] == run("show", "ir", str(nim)).output
    assert len(set(texts.values())) > 4


def test_show_says_which_passes_there_are(nim: Path) -> None:
    result = run("show", "ir", str(nim), "--pass", "magic")
    assert result.exit_code == 2 and "There is no pass `magic`" in result.output
    assert all(name in result.output for name in (LOWERED, *NAMES))
    result = run("show", "python", str(nim), "--pass", "fold")
    assert result.exit_code == 2 and "`ir`" in result.output


def test_a_board_of_roads_is_shown_around_you() -> None:
    roads = Path(__file__).parent / "cases" / "lowering" / "roads.rules"
    result = run("play", str(roads), "--seat", "2=human", stdin="2\n")
    assert result.exit_code == 0, result.output
    assert "  here  Start: ann; ben\n     1  Fork: ·\n" in result.output
    assert "  here  Start: ben\n     1  Fork: ·\n     2  Hill: ann\n" in result.output


def test_end_of_input_loses_nothing(nim: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    seats = ("--seat", "1=human", "--seat", "2=human")
    result = run("play", str(nim), *seats, "--save", str(save), stdin="2\n")
    assert result.exit_code == 0, result.output
    again = run("play", str(nim), *seats, "--load", str(save), stdin="2\n2\n")
    assert "The game is over." in again.output, again.output


def test_words_at_the_table(nim: Path) -> None:
    stdin = "help\nwhy 9\nrules\nlog\nundo\nnonsense\n2\nundo\n1\nquit\n"
    seats = ("--seat", "1=human", "--seat", "2=human")
    result = run("play", str(nim), *seats, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert "not offered" in result.output
    assert "nim.rules" in result.output


def test_simulate(nim: Path) -> None:
    result = run("simulate", str(nim), "-n", "50", "--checked", "--format", "json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["finished"] == 50


def test_trace_of_a_game_without_a_source_says_so() -> None:
    result = run("trace", "pig")
    assert result.exit_code == 0
    assert "no source" in result.output and "0 clauses" not in result.output


def test_trace_of_chips_is_complete() -> None:
    result = run("trace", "chips", "--format", "json")
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.output)) == 37


def test_docs(tmp_path: Path) -> None:
    result = run("docs", "chips", "pig", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    page = (tmp_path / "chips" / "clauses.md").read_text(encoding="utf-8")
    assert page.startswith("# Where each clause lives")
    assert "CH-037 |" in page
    assert (tmp_path / "pig" / "print.md").exists()


def test_a_broken_option_is_told(nim: Path) -> None:
    assert run("play", "pig", "--option", "gaol=50").exit_code != 0
    assert run("play", "pig", "--option", "goal").exit_code == 2
    assert run("play", "pig", "--players", "99").exit_code != 0
    assert run("play", "pig", "--seat", "9=human").exit_code == 2


def test_a_file_that_is_not_of_rules_is_told_from_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.csv").write_text("name,points\n")
    monkeypatch.chdir(tmp_path)
    result = run("check", "cards.csv")
    assert result.exit_code == 1 and "no file of rules" in str(result.exception)


@pytest.mark.parametrize("port", ["0", "99999", "-1"])
def test_a_port_that_cannot_be(port: str) -> None:
    assert run("docs", "pig", "--serve", "--port", port).exit_code == 2


def test_a_port_that_is_taken_is_told_before_anything_is_built() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        result = run("docs", "pig", "--serve", "--port", str(other.getsockname()[1]))
    assert result.exit_code == 2 and "name another one" in result.output
    assert "http://" not in result.output


def test_a_game_for_so_many_players_and_no_other() -> None:
    told = str(run("play", "kuhn_poker", "--players", "3").exception)
    assert "is for 2 players, not 3" in told


def test_no_traceback_from_the_real_command(nim: Path) -> None:
    """Errors end as one line on the error stream."""
    command = [sys.executable, "-m", "hoyle", "play", "chisp"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("hoyle: there is no ruleset called chisp")
    assert "Traceback" not in done.stderr
