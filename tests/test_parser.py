"""Texts of every sort become trees or messages, never anything else."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Diagnostic, Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.source import Source, Span

ROOT = Path(__file__).parent.parent
RULES = sorted([*(ROOT / "rulesets").rglob("*.rules"), *(ROOT / "tests/scenes").rglob("*.rules")])
TEXTS = [path.read_text(encoding="utf-8") for path in RULES]


def read(text: str) -> tuple[nodes.File | None, tuple[Diagnostic, ...]]:
    sink = Sink()
    return parse(Source("page.rules", text), sink), sink.sorted()


def tree_of(text: str) -> nodes.File:
    tree, messages = read(text)
    assert tree is not None, [found.message for found in messages]
    assert messages == ()
    return tree


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_ruleset_parses(path: Path) -> None:
    assert tree_of(path.read_text(encoding="utf-8")).items


# ---- how a text may look
PAGE = "## Deal.\nto deal\n    draw 5 from deck to your hand\n\nsetup: deal\n"


@pytest.mark.parametrize(
    "text",
    [
        PAGE.removesuffix("\n"),
        "\n\n" + PAGE,
        "   \n# note\n" + PAGE,
        "\ufeff" + PAGE,
        PAGE.replace("\n", "\r\n"),
        PAGE.replace("\n\n", "\n   \n\n    # note\n\n"),
        PAGE + "\n\n\n",
        PAGE + "# the end",
        PAGE.replace("deck to", "deck\t to"),
    ],
    ids=["no end", "blank first", "note", "mark", "returns", "gaps", "tail", "last note", "tab"],
)
def test_ends_of_lines_and_blanks_change_nothing(text: str) -> None:
    assert tree_of(text).items == tree_of(PAGE).items


@pytest.mark.parametrize("text", ["", "\n", "   ", "# only a note", "\n\n# note\n\n# note\n"])
def test_nothing_is_an_empty_file(text: str) -> None:
    assert tree_of(text).items == ()


@pytest.mark.parametrize("text", ["\0", "to x\0y\n    stop\n", "to x\n    stop\rto y\n", "\ud800"])
def test_characters_nobody_sees_are_named(text: str) -> None:
    tree, messages = read(text)
    assert tree is None
    assert [found.code.name for found in messages] == ["unknown-character"]


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 3000 + "1" + ")" * 3000,
        " + ".join(["1"] * 3000),
        "not " * 3000 + "a",
        "a" + "[1" * 2000,
    ],
)
def test_what_is_nested_too_deeply_is_told(expression: str) -> None:
    tree, messages = read(f"value x = {expression}\n")
    assert tree is None
    assert messages


def test_blocks_may_be_deeper_than_anybody_writes_them() -> None:
    text = "to x\n" + "".join("    " * depth + "repeat\n" for depth in range(1, 400))
    tree, messages = read(text + "    " * 400 + "stop\n")
    assert tree is None
    assert [found.code.name for found in messages] == ["too-deep"]


# ---- lines that go on
def value_of(text: str) -> nodes.Expr:
    (item,) = tree_of(text).items
    assert isinstance(item, nodes.Value)
    assert not isinstance(item.body, nodes.Lookup)
    return item.body


@pytest.mark.parametrize(
    "text",
    [
        "value x = a\n    and b\n",
        "value x = a\n        and b\n",
        "value x = a  # first\n    # second\n    and b\n",
        "value x = (a\n  and\n    b)\n",
    ],
)
def test_a_deeper_line_goes_on(text: str) -> None:
    assert value_of(text) == nodes.And(nodes.Name("a"), nodes.Name("b"))


def test_the_steps_of_an_example_do_not_go_on_with_its_title() -> None:
    (example,) = tree_of('example "x"\n    when ann does turn\n    then a is 3\n').items
    assert isinstance(example, nodes.Example)
    assert [type(step) for step in example.steps] == [nodes.Does, nodes.Then]


KNOWN_ELSEWHERE = (
    "players source allow cost bar halt rest eye aim given then rolls chooses include brings"
)


@pytest.mark.parametrize("word", KNOWN_ELSEWHERE.split())
@pytest.mark.parametrize(
    "place", ["component Card", "table has", "player has", 'chart Card from "cards.csv"']
)
def test_a_word_known_elsewhere_is_a_field_with_words_above_it(word: str, place: str) -> None:
    (has,) = tree_of(f"{place}\n    ## Prose.\n    {word}: 1..4\n").items
    assert isinstance(has, nodes.Component | nodes.Chart | nodes.TableHas | nodes.PlayerHas)
    doc, field = has.lines
    assert isinstance(doc, nodes.Doc) and doc.text == "Prose."
    assert isinstance(field, nodes.Field) and field.slots[0].name.text == word


# ---- what nodes hold
def test_expressions_bind_as_the_reference_says() -> None:
    names = {letter: nodes.Name(letter) for letter in "abc"}
    a, b, c = names["a"], names["b"], names["c"]
    assert value_of("value x = not a and b or c\n") == nodes.Or(nodes.And(nodes.Not(a), b), c)
    assert value_of("value x = a + b is c\n") == nodes.Is(nodes.Sum(a, "+", b), c)
    assert value_of("value x = a + b * c\n") == nodes.Sum(a, "+", nodes.Times(b, c))
    assert value_of("value x = a except b + c\n") == nodes.Sum(nodes.Except(a, b), "+", c)
    claim = nodes.AnyHas(nodes.Name("p"), a, nodes.Or(b, c))
    assert value_of("value x = any p in a has b or c\n") == claim
    assert value_of("value x = c and any p in a has b or c\n") == nodes.And(c, claim)


def test_brackets_change_no_meaning_of_their_own() -> None:
    assert value_of("value x = (a and b) or c\n") == value_of("value x = a and b or c\n")
    assert value_of("value x = a and (b or c)\n") != value_of("value x = a and b or c\n")


def test_citations_are_taken_apart() -> None:
    text = "## Prose, with a note.  [CH-001, CH-003..CH-005]\nsetup: deal    [MT1-E01]\n"
    doc, setup = tree_of(text).items
    assert isinstance(doc, nodes.Doc)
    assert doc.text == "Prose, with a note."
    assert doc.cite is not None
    assert doc.cite.clauses() == ("CH-001", "CH-003", "CH-004", "CH-005")
    assert [reference.text for reference in doc.cite.references] == ["CH-001", "CH-003..CH-005"]
    assert isinstance(setup, nodes.Flow)
    (deal,) = setup.body.statements
    assert deal.cite is not None
    assert deal.cite.clauses() == ("MT1-E01",)


def test_prompts_know_what_they_show() -> None:
    text = 'to x\n    choose a from b: "Take {there.item} for {n}"\n'
    (item,) = tree_of(text).items
    assert isinstance(item, nodes.Procedure)
    assert item.body is not None
    (choose,) = item.body.statements
    assert isinstance(choose, nodes.Choose)
    assert choose.pick.prompt is not None
    there = nodes.Attribute(nodes.Name("there"), nodes.Name("item"))
    assert choose.pick.prompt.parts == ("Take ", there, " for ", nodes.Name("n"))
    (_, shown, _, name) = choose.pick.prompt.parts
    assert not isinstance(shown, str)
    assert not isinstance(name, str)
    assert text[shown.span.start : shown.span.end] == "there.item"
    assert text[name.span.start : name.span.end] == "n"


def spans(node: object) -> list[tuple[nodes.Node, Span]]:
    """Every node below one, with its place."""
    if isinstance(node, tuple):
        return [found for part in node for found in spans(part)]
    if not isinstance(node, nodes.Node):
        return []
    parts = (getattr(node, name) for name in type(node).__match_args__)
    inner = [found for part in parts for found in spans(part)]
    return [(node, node.span), *inner]


@pytest.mark.parametrize("text", TEXTS, ids=[path.stem for path in RULES])
def test_every_node_knows_its_place(text: str) -> None:
    for node, span in spans(tree_of(text).items):
        assert span.path == "page.rules"
        assert 0 <= span.start <= span.end <= len(text)
        written = text[span.start : span.end]
        assert written == written.strip(), node
        if isinstance(node, nodes.Name | nodes.TypeName):
            assert written.strip("()") == node.text


def test_the_place_of_a_node_holds_in_a_file_with_returns() -> None:
    text = PAGE.replace("\n", "\r\n")
    for node, span in spans(tree_of(text).items):
        if isinstance(node, nodes.Name):
            assert text[span.start : span.end] == node.text


# ---- texts by chance
RUNS = int(os.environ.get("HOYLE_FUZZ", "60"))
SPICE = [
    "\n",
    "    ",
    "\t",
    "(",
    ")",
    "[",
    '"',
    ":",
    "#",
    "##",
    "==",
    "\0",
    "é",
    "else",
    "1..2",
    "{",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(TEXTS))
    lines = text.splitlines(keepends=True)
    first = draw(st.integers(0, len(lines) - 1))
    part = "".join(lines[first : first + draw(st.integers(1, 40))])
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(part)))
        end = min(len(part), start + draw(st.integers(0, 12)))
        put = draw(st.one_of(st.sampled_from(SPICE), st.text(max_size=3), st.just(part[start:end])))
        part = part[:start] + put + part[end:]
    return part


@given(mutated())
@settings(max_examples=RUNS, derandomize=True)
def test_whatever_comes_there_is_a_tree_or_a_message(text: str) -> None:
    tree, messages = read(text)
    assert (tree is None) == bool(messages)
    for found in messages:
        assert 0 <= found.span.start <= len(text) + 1
        assert found.message
