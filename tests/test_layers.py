"""What a machine can keep of the house rules: no game in the machinery, short functions."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.find import has_head

ROOT = Path(__file__).resolve().parent.parent
MACHINERY = ("hoyle", "dsl", "compiler", "runtime", "grammars")
LONGEST_FUNCTION = 50
LONGEST_MODULE = 400


def machinery(*endings: str) -> list[Path]:
    return sorted(
        path
        for folder in MACHINERY
        for path in (ROOT / folder).rglob("*")
        if path.suffix in endings and path.is_file() and not crosses_a_link(path)
    )


def crosses_a_link(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents)


def games() -> list[str]:
    """Names of the rulesets that come along, and of what is in their boxes."""
    rules = list(filter(has_head, (ROOT / "rulesets").rglob("*.rules")))
    stems = {path.stem for path in rules} | {path.parent.name for path in rules}
    titles = {title for path in rules for title in titles_in(path)}
    return sorted((stems | titles) - {"classics", "rulesets"})


def titles_in(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r'game "([^",]+)', line):
            yield match[1]


# Words that are no name of a ruleset here, but give a particular game away.
GIVEAWAYS = ("pokemon", "pokémon", "poké", "pikachu", "monopoly", "heroscape", "trainer")


def test_there_are_games_to_look_for() -> None:
    assert {"chips", "tic_tac_toe", "Kuhn poker"} <= set(games())


def test_no_game_is_named_in_the_machinery() -> None:
    names = "|".join(re.escape(name) for name in (*games(), *GIVEAWAYS))
    named = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in machinery(".py", ".j2", ".lark")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if named.search(line)
    ]
    assert not found, "a game is named where only general ideas belong:\n" + "\n".join(found)


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize(
    "path", machinery(".py"), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_functions_and_modules_stay_short(path: Path) -> None:
    """Plain declarations may be long lists; it is the code in functions that is counted."""
    lengths = list(functions(path))
    long = [f"{name} ({lines} lines)" for name, lines in lengths if lines > LONGEST_FUNCTION]
    assert not long, f"functions over {LONGEST_FUNCTION} lines: {', '.join(long)}"
    total = sum(lines for _, lines in lengths)
    assert total <= LONGEST_MODULE, f"{total} lines of functions: two ideas in one module?"
