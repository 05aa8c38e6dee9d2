"""Blocks by indentation: turns the ends of lines into tokens that open and close blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

_OPENING = frozenset(("LPAR", "LBRACE", "LSQB"))
_CLOSING = frozenset(("RPAR", "RBRACE", "RSQB"))
LAYOUT_TOKENS = frozenset(("_NL", "_CONT", "_INDENT", "_DEDENT"))
_BLANKS = re.compile(r"[ \t]*")
TAB = 4


def depth(line: str) -> int:
    """How many columns a line is indented; a tab goes on to the next fourth column."""
    blanks = _BLANKS.match(line)
    return len(blanks.group().expandtabs(TAB)) if blanks else 0


class Layout(PostLex):
    """What Lark calls a postlexer. It keeps no state between texts, so that threads may share it.

    A deeper line that begins with `when`, `where`, `and`, `or` … goes on with the line above
    (the lexer gives such a line end as `_CONT`); within brackets, and below an `invariant`, any
    deeper line does.
    Depths that fit no open block count as those of the next block outside; dsl/lines.py
    reports them.
    """

    always_accept = ("_NL", "_CONT")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of the grammar, from those of the lexer."""
        levels = [0]
        brackets = 0
        first: str | None = None
        for token in stream:
            if token.type not in self.always_accept:
                first = first or token.type
                brackets = max(0, brackets + (token.type in _OPENING) - (token.type in _CLOSING))
                yield token
            elif not _goes_on(token, levels[-1], brackets > 0, first):
                brackets, first = 0, None
                yield from _line_end(token, levels)
        yield from (Token("_DEDENT", "") for _ in levels[1:])


def _goes_on(token: Token, level: int, in_brackets: bool, first: str | None) -> bool:
    """Whether the line behind this line end belongs to the line before it."""
    # The lines of an example's body begin with `when` and `and` themselves.
    may = in_brackets or first == "INVARIANT" or (token.type == "_CONT" and first != "EXAMPLE")
    return may and _depth_behind(token) > level


def _depth_behind(token: Token) -> int:
    return depth(token.value.rpartition("\n")[2])


def _line_end(token: Token, levels: list[int]) -> Iterator[Token]:
    """The end of a line, and the blocks that open or close there."""
    yield Token.new_borrow_pos("_NL", token.value, token)
    deep = _depth_behind(token)
    if deep > levels[-1]:
        levels.append(deep)
        yield Token.new_borrow_pos("_INDENT", "", token)
    while deep < levels[-1]:
        levels.pop()
        yield Token.new_borrow_pos("_DEDENT", "", token)
