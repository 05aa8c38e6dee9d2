"""Cases that a designer can read: rules with the messages that must come out beside their lines.

A comment at the end of a line says what is reported there, as much of the message as matters:

    your scroe = 3    # error R0204: has no `scroe`

For a table that the rules name, it stands on a line of its own, anywhere:

    # cards.csv:3:6 error R0403: is not a Colour

What is not said must not come. `pytest tests/test_cases.py --update` writes what comes today.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from hoyle.dsl import FolderReader, load
from hoyle.dsl.diagnostics import Diagnostic, Sink
from hoyle.dsl.source import NOWHERE

FOLDER = Path(__file__).parent / "cases" / "checks"
CASES = sorted(FOLDER.glob("*/*.rules"))
EXPECTED = re.compile(
    r"#(?: (\S+\.(?:csv|map|rules)):(\d+):(\d+))? (error|warning|note) (R\d{4}): ([^#]*)"
)

Place = tuple[str, int]  # a file and a line; ("", line) is the case itself


def expectations(text: str) -> dict[Place, list[str]]:
    """What a case says must come, by place."""
    found: dict[Place, list[str]] = defaultdict(list)
    for number, line in enumerate(text.splitlines(), 1):
        for table, at, column, severity, code, words in EXPECTED.findall(line):
            place = (table, int(at)) if table else ("", number)
            start = f"{column} " if table else ""
            found[place].append(f"{start}{severity} {code}: {words.strip()}")
    return found


def outcome(path: Path) -> dict[Place, list[tuple[Diagnostic, int]]]:
    """What comes out, by place, with its column."""
    sink, reader = Sink(), FolderReader(path.parent)
    load(path, sink, reader=reader)
    found: dict[Place, list[tuple[Diagnostic, int]]] = defaultdict(list)
    for diagnostic in sink.sorted():
        if diagnostic.span == NOWHERE:
            found[("", 1)].append((diagnostic, 1))
            continue
        line, column = reader.sources[diagnostic.span.path].position(diagnostic.span.start)
        name = Path(diagnostic.span.path).relative_to(path.parent).as_posix()
        found[("" if name == path.name else name, line)].append((diagnostic, column))
    return found


def agrees(expected: str, diagnostic: Diagnostic, column: int) -> bool:
    """Whether a diagnostic is what a line says."""
    head, _, words = expected.partition(": ")
    place = f"{column} " if head[:1].isdigit() else ""
    wanted = f"{place}{diagnostic.severity.value} {diagnostic.code.id}"
    return head == wanted and words in diagnostic.message


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_says_what_comes_out(path: Path, request: pytest.FixtureRequest) -> None:
    text, found = path.read_text(encoding="utf-8"), outcome(path)
    if request.config.getoption("--update"):
        path.write_text(rewritten(text, found), encoding="utf-8")
        return
    expected = expectations(text)
    missing = [
        (place, line)
        for place, lines in expected.items()
        for line in lines
        if not any(agrees(line, *one) for one in found.get(place, ()))
    ]
    surprising = [
        (place, diagnostic.severity.value, diagnostic.code.id, diagnostic.message)
        for place, these in found.items()
        for diagnostic, column in these
        if not any(agrees(line, diagnostic, column) for line in expected.get(place, ()))
    ]
    assert (missing, surprising) == ([], [])


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_stands_in_the_right_folder(path: Path) -> None:
    has_messages = bool(expectations(path.read_text(encoding="utf-8")))
    assert has_messages is (path.parent.name == "bad")


def test_every_table_of_a_case_is_read() -> None:
    rules = "\n".join(path.read_text(encoding="utf-8") for path in CASES)
    for path in FOLDER.glob("*/*.*"):
        assert path.suffix == ".rules" or f'"{path.name}"' in rules


def rewritten(text: str, found: dict[Place, list[tuple[Diagnostic, int]]]) -> str:
    """A case with the messages that come out today; those that still agree stay as they are."""
    lines = [EXPECTED.sub("", line).rstrip() for line in text.splitlines()]
    before, tables = expectations(text), []
    for place, these in sorted(found.items()):
        for diagnostic, column in these:
            shown = f"{diagnostic.severity.value} {diagnostic.code.id}: {_words(diagnostic)}"
            kept = next((line for line in before[place] if agrees(line, diagnostic, column)), None)
            if place[0]:
                start = f"# {place[0]}:{place[1]}:"
                tables.append(f"{start}{kept or f'{column} {shown}'}")
            else:
                lines[place[1] - 1] += f"    # {kept or shown}"
    old = [line for line, was in zip(lines, text.splitlines(), strict=True) if line or not was]
    return "\n".join([*old, *tables]) + "\n"


def _words(diagnostic: Diagnostic) -> str:
    """Enough of a message to know it by."""
    return diagnostic.message.partition(". ")[0].partition(" #")[0].removesuffix(".")
