"""Rules that look at rules that look at rules: how deep that may go, and what is said beyond."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Span

_DEEP = 20_000
"""So many calls within each other, where Python would refuse a thousand."""


@contextmanager
def deep_calls(sink: Sink, span: Span) -> Iterator[None]:
    """Let calls go deep in this block. Where they go deeper still, the block ends there, and that
    is reported at a place."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEP))
    try:
        yield
    except RecursionError:
        report_too_deep(sink, span)
    finally:
        sys.setrecursionlimit(before)


def report_too_deep(sink: Sink, span: Span) -> None:
    """Report that rules lean on each other too deeply, at a place."""
    sink.report(
        codes.TOO_DEEP,
        span,
        "These rules lean on each other too deeply to be compiled.",
        help="Look for a `value` or `to` that uses another, which uses another, hundreds of times, "
        "and put a table, a field or a loop in its place.",
    )
