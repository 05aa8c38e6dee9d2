"""The documentation says what is so: its rules parse, its games play, nothing is left out."""

import random
import re
from pathlib import Path

import pytest

import hoyle
from hoyle import build, dsl
from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.resolve.functions import FUNCTIONS
from hoyle.dsl.resolve.verbs import PUT_ON, VERBS, WALK, Verb
from hoyle.dsl.source import Source
from hoyle.dsl.words import RESERVED
from hoyle.examples import run_examples
from hoyle.terminal.play import HELP

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LANGUAGE = DOCS / "language"


def fenced(path: Path, kind: str, more: str = "") -> list[str]:
    """The blocks of a kind; `more` is a pattern for what stands behind the kind."""
    return re.findall(rf"```{kind}{more}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES = [page for page in PAGES if page.parent.name != "errors"]


def snippets(more: str) -> list[object]:
    return [
        pytest.param(text, id=f"{page.relative_to(ROOT).as_posix()}-{number}")
        for page in PAGES
        for number, text in enumerate(fenced(page, "rules", more), start=1)
    ]


@pytest.mark.parametrize("text", snippets(' title="[^"]*"'))
def test_rules_with_a_title_are_a_part_and_parse(text: str) -> None:
    sink = Sink()
    tree = parse(Source("snippet.rules", text), sink)
    assert tree is not None, "\n".join(found.message for found in sink.sorted())


#: A snippet has no tables, so its pieces are unknown, and some of its rules are never used.
MISSING = {
    codes.NO_COURSE,  # most are a part of a game
    codes.UNREADABLE_TABLE,
    codes.UNKNOWN_PIECE,
    codes.UNKNOWN_CLAUSE,
    codes.UNUSED,
    codes.UNREACHED,
}


@pytest.mark.parametrize("text", snippets(""))
def test_rules_in_the_documentation_have_no_mistake(text: str) -> None:
    head = "" if text.startswith("game ") else 'game "A snippet"\n    players 2..4\n'
    reader, sink = dsl.MemoryReader({"snippet.rules": head + text}), dsl.Sink()
    dsl.load(Path("snippet.rules"), sink, options={}, reader=reader)
    found = [one.message for one in sink.sorted() if one.code not in MISSING]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("verb", [*VERBS.values(), PUT_ON, WALK], ids=lambda verb: verb.usage)
def test_every_verb_is_on_the_page_of_verbs_as_the_compiler_shows_it(verb: Verb) -> None:
    assert f"`{verb.usage}`" in (LANGUAGE / "verbs.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_is_on_the_page_of_functions(name: str) -> None:
    assert f"`{name}(" in (LANGUAGE / "functions.md").read_text(encoding="utf-8")


def test_the_readme_shows_a_game_that_comes_along() -> None:
    (shown,) = fenced(ROOT / "README.md", "rules")
    shipped = (ROOT / "rulesets/classics/kuhn_poker.rules").read_text(encoding="utf-8")
    assert shipped.startswith(shown)


def test_the_page_of_words_lists_every_reserved_word_and_no_other() -> None:
    page = (LANGUAGE / "words.md").read_text(encoding="utf-8")
    reserved = page.split("## Known in one place only")[0]
    assert set(re.findall(r"`(\w+)`", reserved)) == RESERVED
    said = re.search(r"(\d+) words are \[reserved\]", (LANGUAGE / "file.md").read_text("utf-8"))
    assert said is not None
    assert int(said[1]) == len(RESERVED)


@pytest.mark.parametrize("code", codes.all_codes(), ids=lambda code: code.id)
def test_every_code_has_a_page_that_begins_with_its_name(code: codes.Code) -> None:
    page = DOCS / "errors" / f"{code.id}.md"
    assert page.exists(), f"write docs/errors/{code.id}.md ({code.name})"
    heading = page.read_text(encoding="utf-8").splitlines()[0]
    assert code.id in heading
    assert code.name in heading


def test_no_page_is_left_of_a_code_that_is_gone() -> None:
    pages = {path.stem for path in (DOCS / "errors").glob("R*.md")}
    assert pages <= {code.id for code in codes.all_codes()}


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the tutorial ends with."""
    folder = tmp_path_factory.mktemp("tutorial")
    page = DOCS / "tutorial.md"
    (folder / "finds.csv").write_text("".join(fenced(page, "csv")), encoding="utf-8")
    (folder / "dive.rules").write_text(fenced(page, "rules")[-1], encoding="utf-8")
    (bonus,) = fenced(page, "rules", ' title="bonus.rules"')
    (folder / "bonus.rules").write_text(bonus, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["dive", "bonus"])
def test_the_game_of_the_tutorial_keeps_its_promises(tutorial: Path, name: str) -> None:
    path = tutorial / f"{name}.rules"
    checkup = build.check(path)
    assert not checkup.diagnostics
    assert checkup.game is not None
    results = list(run_examples(path, checkup.game))
    assert results
    assert not [result.problem for result in results if not result.held]
    ends = hoyle.load(str(path)).playout(random.Random(1))
    assert len(ends) >= 2


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_python_of_the_page_about_python_runs(number: int) -> None:
    exec(compile(fenced(DOCS / "python.md", "python")[number], "python.md", "exec"), {})


def test_the_python_of_the_page_about_bots_runs() -> None:
    exec(compile(fenced(DOCS / "bots.md", "python")[0], "bots.md", "exec"), {})


def test_a_save_loads_as_the_page_about_saves_says() -> None:
    game = hoyle.load("kuhn_poker")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[1])
    names: dict[str, object] = {"game": game, "state": state}
    exec(compile(fenced(DOCS / "saves.md", "python")[0], "saves.md", "exec"), names)
    assert names["state"] is not state
    assert names["state"] == state


def test_what_undo_does_is_said_in_the_same_words_at_the_table_and_on_the_page() -> None:
    said = re.search(r"^  undo +(.+)$", HELP, re.MULTILINE)
    assert said is not None
    assert f"| `undo` | {said[1]} |" in (DOCS / "commands.md").read_text(encoding="utf-8")
