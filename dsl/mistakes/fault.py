"""Where the parser stumbled."""

from __future__ import annotations

import re

from hoyle.dsl.lines import Line, masked
from hoyle.dsl.mistakes.forms import form_of
from hoyle.dsl.records import record
from hoyle.dsl.source import Source, Span

_WORD = re.compile(r"[A-Za-z_]\w*")


@record
class Fault:
    """Where the parser stumbled: over which token, in which of the lines that hold something."""

    source: Source
    lines: tuple[Line, ...]
    index: int
    token: str
    value: str
    offset: int
    accepts: frozenset[str]
    structural: bool

    @property
    def line(self) -> Line:
        """The line to blame; lines that go on with it belong to it."""
        return self.lines[self.index]

    @property
    def above(self) -> Line | None:
        """The line before it."""
        before = [line for line in self.lines[: self.index] if not line.joined]
        return before[-1] if before else None

    def masked(self) -> str:
        """The whole line, without its indentation, with strings and comments blotted out."""
        end = self.index + 1
        while end < len(self.lines) and self.lines[end].joined:
            end += 1
        start = self.line.start + self._indentation()
        return masked(self.source.text[start : self.lines[end - 1].end])

    def span(self, start: int, end: int) -> Span:
        """A stretch of what `masked` gives."""
        first = self.line.start + self._indentation()
        return self.source.span(first + start, first + end)

    def here(self) -> Span:
        """The token that was not expected; for an end of line, the end of the line."""
        end = self.offset + len(self.value.strip() or " ")
        return self.source.span(self.offset, end)

    def line_span(self, line: Line) -> Span:
        """A line without its indentation."""
        return self.source.span(line.start + len(line.text) - len(line.text.lstrip()), line.end)

    @property
    def first_word(self) -> str:
        """What the line begins with."""
        return first_word(self.line)

    @property
    def heading(self) -> str:
        """What the declaration begins with in which it stands."""
        return first_word(self.lines[0])

    @property
    def form(self) -> str | None:
        """A sentence that shows how such a line looks."""
        return form_of(self.first_word, self.heading, self.line.depth)

    def _indentation(self) -> int:
        return len(self.line.text) - len(self.line.text.lstrip())


def first_word(line: Line) -> str:
    """What a line begins with, if that is a word."""
    found = _WORD.match(line.code)
    return found.group() if found else ""
