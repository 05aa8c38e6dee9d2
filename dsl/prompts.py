"""Prompts: words with names in braces, `"After draw {n}"`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.dsl.records import record

_IN_BRACES = re.compile(r"\{([^{}]*)\}")


@record
class Stretch:
    """A part of a prompt: plain words, or what stands between braces; `start` is its offset."""

    text: str
    start: int
    in_braces: bool


def braces(text: str) -> Iterator[Stretch]:
    """The parts of a prompt in order."""
    end = 0
    for found in _IN_BRACES.finditer(text):
        yield Stretch(text[end : found.start()], end, False)
        yield Stretch(found.group(1), found.start(1), True)
        end = found.end()
    yield Stretch(text[end:], end, False)
