"""The documentation says what is so: its rules parse, its games play, nothing is left out."""

import re
from pathlib import Path

import pytest

from hoyle.dsl import codes
from hoyle.dsl.words import RESERVED

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LANGUAGE = DOCS / "language"


def fenced(path: Path, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


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
