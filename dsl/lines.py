"""The lines of a text before it is parsed: their depth, their comments, what brackets join."""

from __future__ import annotations

import re

from hoyle.dsl.layout import depth
from hoyle.dsl.records import record
from hoyle.dsl.source import Source

_PIECES = re.compile(r'"[^"\n]*"|##[^\n]*|#[^\n]*|[({\[]|[)}\]]|"')
CONTINUES = re.compile(
    r"[ \t]+(?:when(?![ ]+spent)|where|and|or|otherwise|with[ ]+(?:most|fewest)"
    r"|by[ ]+(?:most|fewest)|for[ ]+each|skipping)[ ]"
)


@record
class Line:
    """A line, as long as it is written. If `joined`, it goes on with the line above."""

    number: int
    start: int
    text: str
    depth: int
    joined: bool
    comment: int | None

    @property
    def code(self) -> str:
        """The line without its comment and the blanks around."""
        return self.text[: self.comment].strip()

    @property
    def end(self) -> int:
        """Where its last character that is no comment ends."""
        return self.start + len(self.text[: self.comment].rstrip())

    @property
    def comment_alone(self) -> bool:
        """Whether there is nothing but a comment."""
        return self.comment is not None and not self.code


def lines(source: Source) -> tuple[Line, ...]:
    """All lines of a text."""
    found: list[Line] = []
    block_depth = brackets = 0
    heading = ""
    ends = (*(start - 1 for start in source.line_starts[1:]), len(source.text))
    for number, (start, end) in enumerate(zip(source.line_starts, ends, strict=True), 1):
        text = source.text[start:end].replace("\r", " ")
        deep = depth(text)
        comment, change = _scan(text)
        code = text[:comment].strip()
        joined = bool(code) and deep > block_depth and _goes_on(text, brackets, heading)
        if code and not joined:
            block_depth, brackets, heading = deep, 0, code.partition(" ")[0]
        brackets = max(0, brackets + change)
        found.append(Line(number, start, text, deep, joined, comment))
    return tuple(found)


def _goes_on(text: str, brackets: int, heading: str) -> bool:
    """Whether a deeper line goes on with the one above, that begins with `heading`."""
    if brackets > 0 or heading == "invariant":
        return True
    return heading != "example" and CONTINUES.match(text) is not None


def _scan(text: str) -> tuple[int | None, int]:
    """Where the comment of a line begins, and how many more brackets open than close."""
    opened = 0
    for piece in _PIECES.finditer(text):
        first = piece.group()
        if first.startswith("#"):
            is_doc = first.startswith("##")
            return (None if is_doc else piece.start()), opened
        opened += (first in "({[") - (first in ")}]")
    return None, opened


def masked(text: str) -> str:
    """A text, as long as it is, with strings, prose and comments blotted out."""
    return _PIECES.sub(_blot, text)


def _blot(piece: re.Match[str]) -> str:
    found = piece.group()
    if found.startswith("#"):
        return " " * len(found)
    return '"' + "_" * (len(found) - 2) + '"' if len(found) > 1 else found
