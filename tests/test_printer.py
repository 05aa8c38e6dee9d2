"""The canonical form: the same rules, always printed in the same way."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.printer import format_source
from hoyle.dsl.source import Source

ROOT = Path(__file__).parent.parent
RULES = sorted([*(ROOT / "rulesets").rglob("*.rules"), *(ROOT / "tests/scenes").rglob("*.rules")])


def formatted(text: str) -> str:
    sink = Sink()
    printed = format_source(Source("page.rules", text), sink)
    assert printed is not None, [found.message for found in sink]
    return printed


def tree_of(text: str) -> nodes.File:
    sink = Sink()
    tree = parse(Source("page.rules", text), sink)
    assert tree is not None, [found.message for found in sink]
    return tree


def stays(text: str) -> None:
    """The form of a text means the same, and its form is itself."""
    printed = formatted(text)
    assert tree_of(printed) == tree_of(text)
    assert formatted(printed) == printed


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rulesets_stay_what_they_are(path: Path) -> None:
    stays(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rulesets").rglob("*.rules")), ids=lambda path: path.stem
)
def test_the_rulesets_stand_in_their_canonical_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text, "run hoyle fmt"


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_lines_fit_the_page_and_citations_are_flush(path: Path) -> None:
    for line in formatted(path.read_text(encoding="utf-8")).splitlines():
        body, bracket, _ = line.rpartition("  [")
        assert len(line) <= 100 or (bracket and "  " not in body.strip()), line
        if bracket and line.endswith("]"):
            assert len(line) == 100 or not body.endswith(" "), line


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_words_and_comments_are_kept(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "".join(sorted(formatted(text).split())) == "".join(sorted(text.split())) or sorted(
        _letters(formatted(text))
    ) == sorted(_letters(text))


def _letters(text: str) -> list[str]:
    """All letters; colons and blanks may come and go with a broken line."""
    return [letter for letter in text if letter.isalnum()]


UGLY = """\
# The first note.

game   "Page"   # beside
    players 2..3   [A-1,A-2 .. A-3]
kinds Colour:red,green
# above
to deal( n:1..4 )   # how many
    # inside
    if n>1 : draw n-1 from   deck to your hand     [A-4]
    otherwise
        # in the block
        stop
# between


value x = (((a)))+b
value y=a
to z
"""


def test_an_ugly_page() -> None:
    # Two dots in a citation take no blanks, which is not for the printer to mend.
    text = UGLY.replace(" .. ", "..")
    stays(text)
    assert formatted(text) == (
        """\
# The first note.

game "Page"  # beside
    players 2..3                                                                     [A-1, A-2..A-3]

kinds Colour: red, green

# above
to deal(n: 1..4)  # how many
    # inside
    if n > 1: draw n - 1 from deck to your hand                                                [A-4]
    otherwise
        # in the block
        stop

# between

value x = (a) + b
value y = a
to z
"""
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("value x = a and (b or c)\n", "value x = a and (b or c)\n"),
        ("value x = (any p in a has b) and c\n", "value x = (any p in a has b) and c\n"),
        ("value x = a - (b - c)\n", "value x = a - (b - c)\n"),
        ("value x = (a if b otherwise c) + (- 1)\n", "value x = (a if b otherwise c) + (- 1)\n"),
        ("value x = a where b with most c,then fewest d\n", None),
        ("value x = 1/2+a/b\n", "value x = 1/2 + a / b\n"),
        ("value x = n is in 1 .. 4\n", "value x = n is in 1..4\n"),
        ("value x = n is in 1..n+1\n", "value x = n is in 1 .. n + 1\n"),
    ],
)
def test_expressions(text: str, printed: str | None) -> None:
    stays(text)
    assert printed is None or formatted(text) == printed


def test_a_long_line_is_broken_where_it_reads_best() -> None:
    condition = " and ".join(f"number_{i} is not none" for i in range(4))
    text = f'may "Label" in some_moment when {condition} "you have none left"\n    stop\n'
    stays(text)
    first, second = formatted(text).splitlines()[:2]
    assert first.endswith("is not none")
    assert second.startswith("        and ")


def test_within_brackets_a_line_is_broken_at_the_outermost_operator() -> None:
    parts = " except ".join(f"line(some_cell, way_{i})" for i in range(4))
    text = f"value x = a + ({parts} if some_flag otherwise {{}})\n"
    stays(text)
    first, second = formatted(text).splitlines()
    assert first.startswith("value x = a + (line(some_cell, way_0)")
    assert second.split()[0] in ("except", "if", "otherwise")


def test_the_condition_of_a_long_invariant_stands_below_its_sentence() -> None:
    short = 'invariant "Nobody is left" count(players) > 0\n'
    assert formatted(short) == formatted(short.replace('" ', '"\n    ')) == short
    sentence = "Whatever else may happen in the course of the game, somebody is always left in it"
    long = f'invariant "{sentence}" count(players) > 0\n'
    broken = f'invariant "{sentence}"\n        count(players) > 0\n'
    assert formatted(long) == formatted(broken) == broken


def test_a_statement_that_does_not_fit_behind_its_heading_goes_below() -> None:
    heading = "each player where " + " and ".join(f"ready_{i}" for i in range(6))
    text = f"to x\n    {heading}: draw 1 from deck to your hand\n"
    stays(text)
    assert formatted(text).splitlines()[1:] == [
        f"    {heading}",
        "        draw 1 from deck to your hand",
    ]


NOTES = ["# one\n", "    # deeper\n", "\n", "# two\n\n"]


@st.composite
def with_notes(draw: st.DrawFn) -> str:
    """A ruleset with comments wherever they may stand."""
    text = draw(st.sampled_from(RULES[:6])).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        if draw(st.booleans()) or "##" in lines[place] or lines[place].startswith("=="):
            lines.insert(place, draw(st.sampled_from(NOTES)))
        else:
            lines[place] = lines[place].rstrip("\n") + "  # beside\n"
    return "".join(lines)


@given(with_notes())
@settings(max_examples=int(os.environ.get("HOYLE_FUZZ", "30")), derandomize=True)
def test_comments_survive_anywhere(text: str) -> None:
    stays(text)
