"""The list of constructs is whole: no rule of the grammar, no word, no page is missing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import hoyle
from hoyle import api, manual, reference
from hoyle.cli import program
from hoyle.dsl import constructs
from hoyle.dsl.constructs import CONSTRUCTS, Construct, construct, forms
from hoyle.dsl.words import RESERVED
from hoyle.find import find

DOCS = Path(__file__).parent.parent / "docs"


def test_every_rule_of_the_grammar_belongs_to_one_construct() -> None:
    owned = Counter(rule for one in CONSTRUCTS for rule in one.rules)
    assert [rule for rule, times in owned.items() if times > 1] == []
    assert sorted(set(forms()) - set(owned)) == []
    assert sorted(set(owned) - set(forms())) == []


def test_every_reserved_word_stands_in_a_construct() -> None:
    assert sorted(RESERVED - {word for one in CONSTRUCTS for word in one.words}) == []


@pytest.mark.parametrize("one", CONSTRUCTS, ids=lambda one: one.name)
def test_a_construct_is_written_somehow_and_explained_somewhere(one: Construct) -> None:
    assert one.written
    assert "_NL" not in one.written and '"' not in one.written
    page, _, anchor = one.page.partition("#")
    text = (DOCS / page).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }
    assert not anchor or anchor in slugs, sorted(slugs)


def test_names_and_titles_are_their_own() -> None:
    for part in ("name", "title"):
        assert max(Counter(getattr(one, part) for one in CONSTRUCTS).values()) == 1


def test_a_construct_is_found_by_its_name_and_by_its_words() -> None:
    for word, name in (("choose", "choose"), ("whenever", "whenever"), ("skipping", "go-round")):
        found = construct(word)
        assert found is not None and found.name == name
    assert construct("nonsense") is None


def test_explain_tells_of_words_too() -> None:
    told = CliRunner().invoke(program, ["explain", "offer"]).output
    assert "until all pass in a row" in told
    assert "offer occurrence" in told
    assert "A pass is not final" in told


@pytest.mark.parametrize("word", ["instead of", "until", "otherwise", "may_choose", "go round"])
def test_explain_knows_a_construct_by_a_part_of_its_title(word: str) -> None:
    one = constructs.named(word)
    assert one is not None and word in f"{one.title} {one.name.replace('-', '_')}"


@pytest.mark.parametrize(
    ("word", "near"), [("offr", "offer"), ("unknown-tipe", "unknown-type"), ("", "")]
)
def test_explain_says_what_may_be_meant(word: str, near: str) -> None:
    result = CliRunner().invoke(program, ["explain", word])
    assert result.exit_code == 2 and "There is no code and no word" in result.output
    assert ("Did you mean" in result.output) is bool(near) and near in result.output


def test_explain_leads_nowhere_that_a_reader_does_not_have() -> None:
    for one in CONSTRUCTS:
        told = CliRunner().invoke(program, ["explain", one.name]).output
        assert one.about in told and "docs/" not in told and ".md" not in told
        assert manual.part(one.page.removeprefix("language/")), one.name


def test_a_part_of_a_page_ends_where_the_next_begins() -> None:
    assert manual.part("verbs.md#swap").startswith("## swap\n")
    assert "## shuffle" not in manual.part("verbs.md#swap")
    assert "### Types" in manual.part("box.md#fields")
    assert "## Tables" not in manual.part("box.md#fields")
    assert manual.part("box.md#nowhere") == ""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return reference.pages([find("kuhn_poker"), find("oware")], "../../rulebooks/")


def test_every_construct_has_a_page_and_all_are_listed(pages: dict[str, str]) -> None:
    assert set(pages) == {"index.md", *(f"{one.name}.md" for one in CONSTRUCTS)}
    for one in CONSTRUCTS:
        assert f"({one.name}.md)" in pages["index.md"]
        assert one.about in pages[f"{one.name}.md"]


def test_a_page_shows_where_games_use_it(pages: dict[str, str]) -> None:
    page = pages["choose-way.md"]
    assert "](../../rulebooks/kuhn_poker/source.md#line-kuhn-poker-rules-" in page
    shown = re.findall(r"```rules[^\n]*\n(.*?)```", page, re.DOTALL)
    text = find("kuhn_poker").read_text(encoding="utf-8")
    lines = {line.strip() for line in text.split("\n")}
    assert all(line.strip() in lines for line in shown[0].strip().split("\n"))


def test_everything_that_python_offers_is_told() -> None:
    told = "\n".join(api.offered())
    assert all(f"## `hoyle.{name}`" in told for name in hoyle.__all__)
    for name in ("legal_actions", "apply_action", "view", "playout"):
        assert f"### `{name}`" in told
    assert "hoyle.load(game: str | os.PathLike[str], players: int | None = None" in told
