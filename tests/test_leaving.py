"""Leaving a game loses nothing: in a real terminal, in a pipe, and where nothing can be written."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import program
from hoyle.runtime import labels
from hoyle.runtime.errors import HoyleError
from hoyle.terminal import keeping

if sys.platform == "win32":
    pytest.skip("has no terminals of this kind", allow_module_level=True)

import pty

CARDS = """\
game "Cards"
    players 2..2

component Card for each rank in 1..6

table has
    deck: pile of Card

player has
    hand: one Card, seen by owner

setup
    put every Card into deck, shuffled
    each player: draw 1 from deck to your hand

turn
    choose: "Your card is {your hand}"
        "Stay"
        "Leave": victory for others
"""


def listening() -> None:
    """Ctrl-C is heard, also where the tests themselves run in the background and do not hear it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *words: str, cache: Path, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "HOYLE_CACHE": str(cache), "TERM": "xterm", **env},
            start_new_session=True,
            preexec_fn=listening,
        )
        os.close(slave)
        self.shown = ""

    def read(self, seconds: float = 30) -> bool:
        """Some more of what is shown; whether there was any."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # nobody writes there any more
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, words: str) -> str:
        """What is shown until these words are; it is then no longer in `shown`."""
        end = time.monotonic() + 60
        while words not in self.shown:
            assert self.read(end - time.monotonic()), f"no {words!r} in {self.shown!r}"
        before, found, self.shown = self.shown.partition(words)
        return before + found

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def signal(self, number: int) -> None:
        """A signal, sent as there is no controlling terminal; and once more if nothing comes of it:
        Python does not hear a signal between its last look for one and the call that reads."""
        for _ in range(5):
            os.kill(self.process.pid, number)
            if self.read(2):
                break

    def press_ctrl_c(self) -> None:
        self.signal(signal.SIGINT)

    def end(self) -> int:
        """The exit code; everything that was shown is in `shown`."""
        while self.read():
            pass
        os.close(self.master)
        return self.process.wait(30)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all: the game is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def empty(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(cache))
    for path in kept(cache):
        path.unlink()


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("cards") / "cards.rules"
    path.write_text(CARDS, encoding="utf-8")
    return str(path)


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "games").glob("*"))


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(program, words, input=stdin)


BOTH = ("--seat", "2=human")
ENTER, CTRL_C, CTRL_D = "\n", "\x03", "\x04"


@pytest.mark.parametrize("leave, code", [(CTRL_D, 0), (CTRL_C, 130), ("hup", 129)])
def test_leaving_at_a_prompt(cards: str, cache: Path, leave: str, code: int) -> None:
    table = Terminal("play", cards, *BOTH, cache=cache)
    table.wait_for("only you can see it. ")
    table.type(ENTER)
    table.wait_for("> ")
    table.type("stay\n")
    table.wait_for("only you can see it. ")
    if leave == "hup":
        table.signal(signal.SIGHUP)
    elif leave == CTRL_C:
        table.press_ctrl_c()
    else:
        table.type(leave)
    assert table.end() == code, table.shown
    assert "Traceback" not in table.shown
    (save,) = kept(cache)
    assert "ann: Stay" in save.read_text(encoding="utf-8")
    assert f"Go on with: hoyle play {cards} --seat 2=human --load {save}" in table.shown


def test_between_two_players_nothing_is_left_on_the_screen(cards: str, cache: Path) -> None:
    table = Terminal("play", cards, *BOTH, cache=cache)
    table.wait_for("only you can see it. ")
    table.type(ENTER)
    seen = table.wait_for("> ")
    assert "Your card is" in seen
    table.type("stay\n")
    between = table.wait_for("only you can see it. ")
    assert "Your card is" not in between.partition("\x1b[3J")[2] and "\x1b[2J" in between
    table.type("quit\n")
    assert table.end() == 0


def test_a_terminal_that_cannot_be_wiped_gets_empty_lines(cards: str, cache: Path) -> None:
    table = Terminal("play", cards, *BOTH, cache=cache, TERM="dumb", COLUMNS="0")
    table.wait_for("only you can see it. ")
    table.type(ENTER)
    assert "Your card is" in table.wait_for("> ")
    table.type("stay\n")
    assert table.wait_for("only you can see it. ").count("\n") > 60
    table.type(CTRL_D)
    assert table.end() == 0 and "\x1b" not in table.shown


def test_a_reader_that_goes_away_loses_nothing(cards: str, cache: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hoyle", "play", cards, *BOTH],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("stay\n")
        process.stdin.flush()
        while "ben, it is your screen" not in process.stdout.readline():
            pass
        process.stdout.close()
        process.stdin.write("stay\n" * 500)
        process.stdin.close()
        assert process.stderr.read() == ""
    (save,) = kept(cache)
    assert "ann: Stay" in save.read_text(encoding="utf-8")


def test_letters_that_the_output_does_not_know() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "play", "tic_tac_toe"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        input=b"\xff\xfe\n\xc3",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == b"" and b"?" in done.stdout


def test_closed_streams_are_no_mistake(cards: str) -> None:
    for closed in ("<&-", "</dev/null >&-", "</dev/null 2>&-"):
        line = f'"{sys.executable}" -m hoyle play "{cards}" {closed}'
        done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "mistake" not in done.stdout + done.stderr


# ------------------------------------------------------------------------- games that were left


def test_a_game_that_was_left_goes_on_in_its_file(cards: str, cache: Path) -> None:
    run("play", cards, *BOTH, stdin="stay\nquit\n")
    (save,) = kept(cache)
    again = run("play", cards, *BOTH, "--load", str(save), stdin="stay\nquit\n")
    assert again.exit_code == 0, again.output
    assert kept(cache) == [save]
    assert "ben: Stay" in save.read_text(encoding="utf-8")
    end = run("play", cards, *BOTH, "--load", str(save), stdin="leave\n")
    assert "The game is over." in end.output and not kept(cache)


def test_a_game_nobody_decided_in_is_not_kept(cards: str, cache: Path) -> None:
    assert "Saved" not in run("play", cards).output and not kept(cache)


def test_a_game_nobody_went_on_with_is_not_kept_twice(
    cards: str, cache: Path, tmp_path: Path
) -> None:
    save = tmp_path / "x.save"
    run("play", cards, *BOTH, "--save", str(save), stdin="stay\n")
    assert "Saved" not in run("play", cards, "--load", str(save)).output and not kept(cache)


def test_the_newest_game_that_was_left_is_offered(cards: str, cache: Path) -> None:
    run("play", cards, *BOTH, stdin="stay\nquit\n")
    (save,) = kept(cache)
    table = Terminal("play", cards, cache=cache)
    assert f"Go on with: hoyle play {cards} --load {save}" in table.wait_for("Your card is")
    table.type(CTRL_D)
    table.end()


def test_a_cache_that_cannot_be_written_loses_nothing(
    cards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOYLE_CACHE", os.devnull)
    monkeypatch.chdir(tmp_path)
    result = run("play", cards, *BOTH, stdin="stay\n")
    assert "Saved in cards-1.save." in result.output and (tmp_path / "cards-1.save").exists()


def test_a_save_that_cannot_be_written_is_kept_elsewhere(
    cards: str, cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(path: Path, text: str) -> None:
        raise keeping.NotSaved(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(keeping, "write", full)
    result = run("play", cards, *BOTH, "--save", str(tmp_path / "x.save"), stdin="stay\n")
    assert "No space left" in result.output and len(kept(cache)) == 1


def test_only_saves_are_written_over(cards: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    for path in (notes, tmp_path, tmp_path / "no" / "x.save", Path(os.devnull)):
        assert run("play", cards, *BOTH, "--save", str(path)).exit_code == 2
        result = run("play", cards, stdin=f"save {path}\nquit\n")
        assert "Saved in" not in result.output, result.output
    assert notes.read_text(encoding="utf-8") == "mine"
    for _ in range(2):
        assert (
            run("play", cards, *BOTH, "--save", str(tmp_path / "x.save"), stdin="stay\n").exit_code
            == 0
        )


def test_at_the_end_several_persons_see_what_all_may_know(cards: str) -> None:
    end = run("play", cards, *BOTH, stdin="leave\n").output.partition("> leave")[2]
    assert "?" in end and "(you)" not in end and "ben: +1" in end


# ------------------------------------------------------------------------------ words and files


def test_dice_can_be_asked_about_and_taken_back() -> None:
    words = "roll\n\nhelp\n7\nundo\nhold\nquit\n"
    result = run("play", "pig", "--real-dice", "--seed", "2", stdin=words)
    assert result.exit_code == 0, result.output
    assert "Answer with what the dice or cards show" in result.output
    assert "`7` is not possible now" in result.output
    assert "ann: Hold" in result.output and "ann: Roll" not in result.output


def test_a_mistyped_die_is_taken_back_before_anybody_decides() -> None:
    words = "roll\n5\nundo\n6\nundo\nundo\nhold\nquit\n"
    result = run("play", "pig", *BOTH, "--real-dice", stdin=words)
    assert result.exit_code == 0, result.output
    assert result.output.count("What came up (ann’s d6)? 1, 2, 3, 4, 5, 6") == 3
    assert "nothing that can still be taken back" not in result.output
    assert "ann: Hold" in result.output and "chance: 5" not in result.output.rpartition("Hold")[2]


def test_faces_that_are_lists_are_told_apart() -> None:
    assert labels.several(["1, 1", "1, 2", "2, 2"]) == "1, 1; 1, 2; 2, 2"
    assert labels.several([str(n) for n in range(20)], 3) == "0, 1, 2 …"


@pytest.mark.parametrize("what", ["binary", "folder", "huge", "missing"])
@pytest.mark.parametrize("option", ["--load", "--moves"])
def test_files_that_are_none(cards: str, tmp_path: Path, option: str, what: str) -> None:
    path = tmp_path / "file"
    if what == "folder":
        path.mkdir()
    elif what != "missing":
        path.write_bytes(b"\xff\xfe" if what == "binary" else b"a" * (keeping.LARGEST + 1))
    result = run("play", cards, option, str(path))
    assert result.exit_code == 2 or isinstance(result.exception, HoyleError)


def test_answers_too_few_and_too_many(cards: str, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("\ufeff# ours\r\nrubbish\r\nstay\r\n\r\n", encoding="utf-8")
    few = run("play", cards, *BOTH, "--moves", str(moves), stdin="leave\n")
    assert "`rubbish` is not offered here" in few.output and "The game is over." in few.output
    moves.write_text("leave\nstay\nstay\n", encoding="utf-8")
    assert "2 answers were not asked for." in run("play", cards, "--moves", str(moves)).output


@pytest.mark.parametrize(
    "words",
    [("--option", "goal=50", "--option", "goal=60"), ("--option", "goal=" + "9" * 5000)]
    + [("--seat", seat) for seat in ("0=human", "x", "1=", "1=robot", "²=human", "9" * 5000)],
)
def test_words_of_play_that_are_not_understood(words: tuple[str, ...]) -> None:
    result = run("play", "pig", *words)
    assert result.exit_code == 2 or isinstance(result.exception, HoyleError)


def test_simulations_that_are_interrupted_show_what_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from hoyle.runtime import simulate

    one = simulate._one

    def interrupted(game: object, number: int, *rest: object) -> None:
        if number == 3:
            raise KeyboardInterrupt
        one(game, number, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(simulate, "_one", interrupted)
    result = run("simulate", "pig", "-n", "1000000000000", "--format", "json")
    assert result.exit_code == 130
    assert '"finished": 3' in result.output and '"stopped": true' in result.output


@pytest.fixture
def saved(cards: str, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "x.save"
    run("play", cards, *BOTH, "--save", str(path), stdin="stay\n")
    yield path


EDITS = [
    ("players: 2", "players: ²"),
    ("players: 2", "players: " + "9" * 5000),
    ("players: 2", "players: 7"),
    ("players: 2", "players: 2\nplayers: 2"),
    ("players: 2", "players: 2\ncolour: red"),
    ("players: 2", "players: 2\noption goal: 3"),
    ("players: 2", "players: 2\noption goal: " + "[" * 100_000),
    ("game: cards", "game: other"),
    ("version: ", "verzion: "),
    ("hoyle save 1", "hoyle save 2"),
    ("\n\n", "\nx\n"),
    ("ann: Stay", "ann: Sta"),
    ("ann: Stay", "ben: Stay"),
    ("ann: Stay", "ann"),
]


@pytest.mark.parametrize("before, after", EDITS)
def test_a_save_that_was_edited_is_refused_in_words(
    cards: str, saved: Path, before: str, after: str
) -> None:
    text = saved.read_text(encoding="utf-8")
    assert before in text
    saved.write_text(text.replace(before, after, 1), encoding="utf-8")
    result = run("play", cards, "--load", str(saved))
    assert isinstance(result.exception, HoyleError), result.output
    assert len(str(result.exception)) < 400
