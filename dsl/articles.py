"""`a` or `an`, by how a word is spoken: `a Unit`, `an Amphora`, `an hour`."""

from __future__ import annotations

import re

ARTICLES = ("a", "an", "the")
"""Words that no line of rules has before a name."""

_VOWELS = re.compile(r"(?i)(?:[aeioà-æè-ïò-ö]|u(?!n[ai]|s[aeiu]|ti|r[ai])|8|11\b|18\b|hour|hono)")


def article(words: str) -> str:
    """`a` or `an`."""
    return "an" if _VOWELS.match(words) else "a"
