"""What is said: texts with references, in points and points below them.

While a sentence is put together it is a plain string, in which a reference stands between three
characters that no text of a designer has. `text` takes it apart at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span

Kind = Literal[
    "rule", "value", "table", "piece", "field", "option", "window", "lasting", "scenario"
]
"""What a reference leads to; the package says how each names its target."""

_OPEN, _MIDDLE, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile(f"[{_OPEN}{_MIDDLE}{_CLOSE}]")
_LINK = re.compile(f"{_OPEN}([^{_MIDDLE}]*){_MIDDLE}([^{_CLOSE}]*){_CLOSE}")


@record
class Reference:
    """Words that lead somewhere."""

    kind: str
    target: str
    words: str


Text = tuple[str | Reference, ...]


@record
class Point:
    """A sentence, or a heading with points below it; `numbered` if their order matters."""

    text: Text
    points: tuple[Point, ...] = ()
    numbered: bool = False
    prose: str = ""
    clauses: tuple[str, ...] = ()
    span: Span = NOWHERE


@record
class Said:
    """A declaration in English."""

    kind: str
    title: Text
    points: tuple[Point, ...]
    numbered: bool = False
    clauses: tuple[str, ...] = ()
    span: Span = NOWHERE


def link(kind: Kind, target: str, words: str) -> str:
    """Words that lead somewhere, inside a string that `text` takes apart."""
    return f"{_OPEN}{kind}:{target}{_MIDDLE}{clean(words)}{_CLOSE}"


def clean(words: str) -> str:
    """Words of a designer, without what only `link` may write."""
    return _MARKS.sub("", words)


def bare(words: str) -> str:
    """A string without its references, for looking at its letters."""
    return _LINK.sub(r"\2", words)


def text(words: str) -> Text:
    """A string as a text."""
    parts: list[str | Reference] = []
    at = 0
    for found in _LINK.finditer(words):
        if found.start() > at:
            parts.append(words[at : found.start()])
        kind, _, target = found[1].partition(":")
        parts.append(Reference(kind, target, found[2]))
        at = found.end()
    if at < len(words):
        parts.append(words[at:])
    return tuple(parts)


def plain(said: Text) -> str:
    """The words of a text alone."""
    return "".join(part if isinstance(part, str) else part.words for part in said)


def capital(words: str) -> str:
    """With a capital letter in front, inside a reference as well."""
    at = 0
    while at < len(words) and words[at] in f'“(‘"{_OPEN}':
        at = words.index(_MIDDLE, at) + 1 if words[at] == _OPEN else at + 1
    return words[:at] + words[at : at + 1].upper() + words[at + 1 :]


def sentence(words: str, end: str = ".") -> str:
    """With a capital letter, and with a full stop unless it has an end of its own."""
    words = capital(" ".join(words.split(" ")).strip())
    shown = bare(words)
    if end == "." and shown.endswith((".", "!", "?", ".”", "!”", "?”", ":")):
        return words
    return words + end


def listed(items: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    all_ = list(items)
    if len(all_) < 2:
        return "".join(all_)
    if len(all_) == 2 and any(", " in bare(item) for item in all_):
        return f"{all_[0]}, {word} {all_[1]}"
    return f"{', '.join(all_[:-1])} {word} {all_[-1]}"
