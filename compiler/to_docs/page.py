"""Prints a rulebook with its template. Words of a game are never taken for Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from hoyle.compiler.to_docs.rulebook import Rulebook
from hoyle.dsl.game import Cited, Option

_MEANT = re.compile(r"([\\`*_{}\[\]<>#|])")


def text(words: str) -> str:
    """Words as they are: what Markdown or HTML would take for its own is escaped."""
    return _MEANT.sub(r"\\\1", words).replace("&", "&amp;")


def cell(words: str) -> str:
    """Words in a table cell."""
    return text(" ".join(words.split()))


def cites(clauses: Sequence[str]) -> str:
    """`CH-001, CH-003..CH-005` behind what they stand for."""
    return f" ({', '.join(clauses)})" if clauses else ""


def whats(cited: Sequence[Cited]) -> str:
    """The constructs that cite a clause, each once."""
    return ", ".join(dict.fromkeys(cell(one.what) for one in cited)) or "–"


def default_words(option: Option) -> str:
    """What an option is if nobody sets it."""
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return cell(str(option.default))


def page(book: Rulebook) -> str:
    """The rulebook as one Markdown page."""
    environment = Environment(
        loader=PackageLoader("hoyle.compiler", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "text": text,
        "cell": cell,
        "cites": cites,
        "whats": whats,
        "default_words": default_words,
        "dashes": lambda _: "---",
    }
    printed = environment.get_template("rulebook.md.j2").render(book=book)
    return re.sub(r"\n{3,}", "\n\n", printed).strip() + "\n"
