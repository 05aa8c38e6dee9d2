"""What the parser would have taken, in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from lark.lexer import PatternStr

from hoyle.dsl.saved_parser import parser

_IN_WORDS = {
    "NAME": "a name",
    "CALL": "a name",
    "TYPE": "a kind or component",
    "PIECE": "a piece with its name",
    "STRING": "words in quotes",
    "NUMBER": "a number",
    "SIGN": "`+` or `-`",
    "COMPARISON": "`<`, `>`",
    "FACING": "`face up`, `face down`",
    "IF_ANY": "`, if any`",
    "RANK": "`with most`",
    "BY_RANK": "`by most`",
    "_UP_TO": "`up to`",
    "_FOR_EACH": "`for each`",
    "_NL": "the end of the line",
}
_SILENT = frozenset(("_INDENT", "_DEDENT", "_CONT", "$END", "CITE", "COMMENT"))
_MOST = 6


def expected_in_words(accepts: Iterable[str]) -> str:
    """A list of what may stand there; nothing if that is too much to say."""
    words = dict.fromkeys(_in_words(name) for name in sorted(accepts))
    listed = [word for word in words if word]
    if not listed or len(listed) > _MOST:
        return ""
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def expected_words(accepts: Iterable[str]) -> tuple[str, ...]:
    """The words of the language that may stand there."""
    patterns = (
        parser().get_terminal(name).pattern for name in sorted(accepts) if name in _of_one_word()
    )
    return tuple(pattern.value for pattern in patterns)


@cache
def _of_one_word() -> frozenset[str]:
    """The names of the terminals that are one word each."""
    terminals = parser().terminals
    return frozenset(
        one.name
        for one in terminals
        if isinstance(one.pattern, PatternStr) and one.pattern.value.isalpha()
    )


def _in_words(name: str) -> str:
    if name in _IN_WORDS:
        return _IN_WORDS[name]
    if name in _SILENT:
        return ""
    pattern = parser().get_terminal(name).pattern
    return f"`{pattern.value}`" if isinstance(pattern, PatternStr) else ""
