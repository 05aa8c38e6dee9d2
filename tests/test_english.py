"""The English of the constructs: golden cases, and a run over every ruleset.

`cases/english` holds small games and, beside each, what is said of it. Every kind of node stands in
one of them or in a ruleset. `pytest tests/test_english.py --update` writes what is said today; read
the difference aloud before you keep it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle import build
from hoyle.compiler.to_docs.english import (
    Point,
    Reference,
    Said,
    Speaker,
    Text,
    declaration,
    plain,
    words,
)
from hoyle.compiler.to_docs.english.deeds import VERBS as SAID_VERBS
from hoyle.compiler.to_docs.english.functions import SAYINGS
from hoyle.compiler.to_docs.english.said import capital, link, listed, sentence, text
from hoyle.dsl import nodes
from hoyle.dsl.records import field_names
from hoyle.dsl.resolve.functions import FUNCTIONS
from hoyle.dsl.resolve.verbs import VERBS
from hoyle.find import shipped

CASES = Path(__file__).parent / "cases" / "english"
SMALL = sorted(CASES.glob("*.rules"))
GAMES = [*SMALL, *shipped().values()]


@cache
def checked(path: Path) -> build.Checkup:
    return build.check(path)


@cache
def told(path: Path) -> tuple[Said, ...]:
    checkup = checked(path)
    assert checkup.game is not None, [one.message for one in checkup.diagnostics]
    speaker = Speaker(checkup.game, checkup.pages)
    return tuple(said for _, file in checkup.pages for said in speaker.file(file))


def lines(said: Said) -> Iterator[str]:
    """A declaration as it may be printed."""
    yield f"### {said.kind}: {plain(said.title)}"
    yield from _points(said.points, said.numbered, "")


def _points(points: Iterable[Point], numbered: bool, indent: str) -> Iterator[str]:
    for number, point in enumerate(points, 1):
        if point.prose:
            yield f"{indent}({point.prose})"
        yield f"{indent}{f'{number}.' if numbered else '-'} {plain(point.text)}"
        yield from _points(point.points, point.numbered, f"{indent}  ")


def texts(said: Said) -> Iterator[Text]:
    """Every text of a declaration."""
    yield said.title
    waiting = list(said.points)
    while waiting:
        point = waiting.pop()
        yield point.text
        waiting += point.points


# ---------------------------------------------------------------------------------- golden cases


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_games_are_said_like_this(path: Path, request: pytest.FixtureRequest) -> None:
    now = "\n\n".join("\n".join(lines(said)) for said in told(path)) + "\n"
    expected = path.with_suffix(".said.md")
    if request.config.getoption("--update"):
        expected.write_text(now, encoding="utf-8", newline="\n")
    assert now == expected.read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------- all rulesets


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_code_is_seen(path: Path) -> None:
    for said in told(path):
        for one in texts(said):
            shown = plain(one)
            assert not re.search(r"[_{}\[\]`<>\ue000-\ue002]|  |\bNoun\(", shown), shown
            assert not re.search(r"\b(\w+) \1\b(?<!had had)", _unquoted(shown)), shown
            assert shown == shown.strip() and shown, (said.kind, shown)
            assert not re.search(r"\b(?:is|are|to|from|for|by) None\b", shown), shown


def _unquoted(shown: str) -> str:
    return re.sub(r"[“(][^”)]*[”)]", "", shown)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_points_are_sentences(path: Path) -> None:
    waiting = [point for said in told(path) for point in said.points]
    while waiting:
        point = waiting.pop()
        shown = plain(point.text)
        assert not shown.lstrip("“(").startswith(tuple("abcdefghijklmnopqrstuvwxyz")), shown
        assert shown.endswith(":" if point.points else (".", "!", "?", ".”", "!”", "?”")), shown
        waiting += point.points


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_references_lead_somewhere(path: Path) -> None:
    game = checked(path).game
    assert game is not None
    for said in told(path):
        for one in texts(said):
            for part in one:
                if isinstance(part, Reference):
                    _leads_somewhere(game, part)


def _leads_somewhere(game: object, part: Reference) -> None:
    from hoyle.dsl import game as g

    assert isinstance(game, g.Game)
    match part.kind:
        case "table":
            assert part.target in game.tables or part.target in game.kinds
        case "piece":
            table, _, name = part.target.partition("/")
            assert any(row.name == name for row in game.tables[table].rows), part
        case "option":
            assert part.target in game.options
        case "field":
            owner, _, name = part.target.partition(".")
            assert owner in ("table", "player") or owner in game.tables, part
            assert name
        case "value" | "rule" | "window" | "lasting" | "scenario":
            assert part.target
        case _:
            raise AssertionError(part)


def test_every_kind_of_node_is_said() -> None:
    seen = set[str]()
    for path in GAMES:
        for _, file in checked(path).pages:
            seen |= {type(node).__name__ for node in inside(file)}
    every = {
        name
        for name, made in vars(nodes).items()
        if isinstance(made, type) and issubclass(made, nodes.Node)
    }
    assert every - seen == {"Node", "Line", "Expression"}, "only what others are made from"


def inside(root: object) -> Iterator[nodes.Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif isinstance(node, nodes.Node):
            yield node
            waiting += [getattr(node, name) for name in field_names(type(node))]


def test_every_function_and_verb_has_its_english() -> None:
    assert set(SAYINGS) == set(FUNCTIONS)
    assert set(SAID_VERBS) | {"end"} >= set(VERBS)


def test_the_same_game_is_said_in_the_same_words() -> None:
    checkup = checked(SMALL[0])
    assert checkup.game is not None
    again = Speaker(checkup.game, checkup.pages)
    said = [one for _, file in checkup.pages for one in again.file(file)]
    assert tuple(said) == told(SMALL[0])
    (_, file), *_ = checkup.pages
    first = next(one for one in file.items if isinstance(one, nodes.Kinds))
    assert declaration(checkup.game, checkup.pages, first) in said


# ---------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("card", "cards"),
        ("box", "boxes"),
        ("city", "cities"),
        ("die", "dice"),
        ("won Goal", "won Goals"),
        ("hero", "heroes"),
        ("pass", "passes"),
        ("toy", "toys"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert words.plural(one) == many
    assert words.singular(many) == one
    assert words.is_plural(many)
    assert not words.is_plural(one)


def test_articles() -> None:
    named = {word: words.article(word) for word in ("Item", "unit", "hour", "8", "Card", "umpire")}
    assert named == {
        "Item": "an",
        "unit": "a",
        "hour": "an",
        "8": "an",
        "Card": "a",
        "umpire": "an",
    }


@pytest.mark.parametrize(
    ("verb", "form"),
    [("deal", "dealing"), ("give up", "giving up"), ("run", "running"), ("see", "seeing"),
     ("tie", "tying"), ("travel", "travelling")],
)  # fmt: skip
def test_gerunds(verb: str, form: str) -> None:
    assert words.gerund(verb) == form


def test_flags_by_their_sort_of_word() -> None:
    assert words.is_adjective("fainted") and words.is_adjective("stackable")
    assert not words.is_adjective("city") and not words.is_adjective("bed")
    assert words.is_prepositional("in jail") and not words.is_prepositional("in")
    assert words.does("wins ties", True, False) == "do not win ties"
    assert words.does("can fight", False, False) == "cannot fight"


def test_texts_with_references() -> None:
    said = sentence(f"{link('rule', 'go', 'go')} on, {listed(['a', 'b', 'c'])}")
    assert text(said) == (Reference("rule", "go", "Go"), " on, a, b and c.")
    assert plain(text(said)) == "Go on, a, b and c."
    assert capital("“quoted”") == "“Quoted”"
    assert plain(text(link("rule", "x", "\ue000evil\ue002"))) == "evil"
