"""Texts that the compiler reads, and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from itertools import accumulate
from typing import NamedTuple

from hoyle.dsl.records import record

UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What steers a terminal or a printer, and stands in no text that people write."""


class Position(NamedTuple):
    """A line and a column as an editor shows them, both counted from 1."""

    line: int
    column: int


@record
class Span:
    """A stretch of one text: offsets of its first character and of the one behind its last."""

    path: str
    start: int
    end: int

    def __lt__(self, other: Span) -> bool:
        return (self.path, self.start, self.end) < (other.path, other.start, other.end)

    def to(self, other: Span) -> Span:
        """The stretch from the start of this to the end of another in the same text."""
        return Span(self.path, self.start, max(self.end, other.end))

    def first(self) -> Span:
        """The empty stretch at the start of this one."""
        return Span(self.path, self.start, self.start)


NOWHERE = Span("", 0, 0)
"""The place of what stands in no text."""


@record
class Source:
    """A text with the name it was read under; knows where its lines begin."""

    path: str
    text: str
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        starts = (0, *accumulate(lengths))[:-1]
        object.__setattr__(self, "line_starts", starts)

    def position(self, offset: int) -> Position:
        """Line and column of an offset."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].removesuffix("\r")

    def excerpt(self, span: Span) -> str:
        """The characters of a span."""
        return self.text[span.start : span.end]

    def span(self, start: int, end: int) -> Span:
        """A span of this text."""
        return Span(self.path, start, end)

    def whole(self) -> Span:
        """The span of the whole text."""
        return Span(self.path, 0, len(self.text))
