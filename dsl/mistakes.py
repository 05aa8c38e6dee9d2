"""Syntax errors in the words of the game: what a designer meant where the parser stumbled."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.lines import Line
from hoyle.dsl.source import Source


@dataclass(frozen=True, slots=True)
class Fault:
    """Where the parser stumbled: at which token, in which of the lines that hold something."""

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
        """The line to blame."""
        return self.lines[self.index]


def explain(fault: Fault) -> Diagnostic:
    """The message for a fault."""
    end = fault.offset + max(1, len(fault.value.strip()))
    span = fault.source.span(fault.offset, end)
    return Diagnostic(codes.MISREAD_LINE, span, f"This line is no rule: `{fault.line.code}`.")
