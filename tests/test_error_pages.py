"""Every message has a page, and the examples on it are true: the wrong one is refused so, the
mended one is not. Examples of syntax are parsed; all others are whole games and are checked.
"""

import re
from pathlib import Path

import pytest

from hoyle.dsl import MemoryReader, check
from hoyle.dsl.diagnostics import Diagnostic, Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.source import Source

PAGES = sorted((Path(__file__).parent.parent / "docs" / "errors").glob("R*.md"))
FENCE = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)
NO_EXAMPLE = {"R0101", "R0703", "R0704", "R0801"}  # what no check of a text can show


def examples(page: Path) -> tuple[list[str], dict[str, str]]:
    """The rules of a page, and its tables and parents by their names."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    rules = [text for kind, name, text in found if kind == "rules" and not name]
    return rules, {name: text for _, name, text in found if name}


def messages(code: str, text: str, tables: dict[str, str]) -> tuple[Diagnostic, ...]:
    sink = Sink()
    source = Source("example.rules", text)
    if code.startswith("R01"):
        parse(source, sink)
    else:
        check(source, sink, reader=MemoryReader(dict(tables)))
    return sink.sorted()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    rules, tables = examples(page)
    if page.stem in NO_EXAMPLE:
        assert not rules
        return
    *wrong, mended = rules
    assert wrong, "a page has a wrong example and a mended one"
    for text in wrong:
        codes = [found.code.id for found in messages(page.stem, text, tables)]
        assert page.stem in codes
    assert [found.message for found in messages(page.stem, mended, tables)] == []
