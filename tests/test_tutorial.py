"""The tutorial, read from top to bottom: every snippet is written where it says, every command is
run, and what the page says of them is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import program

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"
FENCE = re.compile(
    r'^```(\w+)(?: title="([^"]*)")?\n(.*?)^```|^## ([^\n]*)$', re.MULTILINE | re.DOTALL
)
#: Where the page says in its text what is changed, not in a snippet.
EDITS = {
    "5. Options and house rules": (
        ("sum(count(net) + count(boat) of players) + count(sea) is 22", "is 22", "is 24"),
        ("after turn when count(sea) < 6", "< 6", "< last_finds"),
    )
}


class Reader:
    """Does what the page says, in a folder that was empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rules = folder / "dive.rules"
        self.table = folder / "finds.csv"
        self.ran: list[str] = []
        self.chapter = ""

    def read(self) -> None:
        for kind, title, text, heading in FENCE.findall(PAGE.read_text(encoding="utf-8")):
            if heading:
                self.begin(heading)
            elif kind == "console":
                self.console(text)
            else:
                self.write(kind, title, text)

    def begin(self, heading: str) -> None:
        """A chapter; the one before has said what is changed by hand."""
        if self.chapter.startswith("4"):
            told = self.run("simulate dive.rules -n 1 --checked")
            assert "broken invariant: Nothing is lost at sea" in told.output
        self.chapter = heading
        for line, old, new in EDITS.get(heading, ()):
            text = self.rules.read_text(encoding="utf-8")
            assert line in text
            self.rules.write_text(text.replace(line, line.replace(old, new)), encoding="utf-8")

    def write(self, kind: str, title: str, text: str) -> None:
        """A snippet, where its title says."""
        match kind, title:
            case "csv", "":
                before = self.table.read_text(encoding="utf-8") if self.table.exists() else ""
                self.table.write_text(before + text, encoding="utf-8")
            case "rules", "":
                self.rules.write_text(text, encoding="utf-8")
            case "rules", "bonus.rules":
                (self.folder / title).write_text(text, encoding="utf-8")
                assert self.run("test bonus.rules").exit_code == 0
            case "rules", "in place of the component":
                old = re.compile(r"^component Find .*?(?=^\S)", re.MULTILINE | re.DOTALL)
                rules = self.rules.read_text(encoding="utf-8")
                assert old.search(rules)
                self.rules.write_text(old.sub(f"{text}\n", rules), encoding="utf-8")
            case "rules", "below the rest" | "below lose_net" | "below the pieces":
                rules = self.rules.read_text(encoding="utf-8")
                self.rules.write_text(f"{rules}\n{text}", encoding="utf-8")
            case _:
                raise AssertionError(f"where does this go? {kind} {title}")

    def console(self, text: str) -> None:
        for command in re.findall(r"^\$ hoyle (.*)$", text, re.MULTILINE):
            self.ran.append(command)
            if "--serve" in command:  # shows pages until Ctrl-C
                continue
            result = self.run(command.replace("-n 1000", "-n 10"))
            assert result.exit_code == 0, f"{command}\n{result.output}"

    def run(self, command: str) -> Result:
        words = [self.path(word) for word in command.split()]
        return CliRunner().invoke(program, words, input="quit\n")

    def path(self, word: str) -> str:
        named = word.endswith(".rules") or word == "rulebook"
        return str(self.folder / word) if named else word


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    found = Reader(tmp_path_factory.mktemp("tutorial"))
    found.read()
    return found


def test_every_command_of_the_tutorial_runs(reader: Reader) -> None:
    verbs = {command.split()[0] for command in reader.ran}
    assert verbs == {"play", "test", "simulate", "docs"}


def test_the_game_ends_as_the_whole_file(reader: Reader) -> None:
    whole = PAGE.read_text(encoding="utf-8").split("## 6.")[1].split("```rules\n")[1]
    assert reader.rules.read_text(encoding="utf-8") == whole.split("```")[0]
    assert CliRunner().invoke(program, ["fmt", "--check", str(reader.rules)]).exit_code == 0


def test_the_rulebook_is_printed(reader: Reader) -> None:
    book = reader.folder / "rulebook" / "dive"
    assert "Dive as often as you dare" in (book / "turn.md").read_text(encoding="utf-8")
    assert "as a diagram" in (book / "turn.md").read_text(encoding="utf-8")
    assert (book / "print.md").exists()
