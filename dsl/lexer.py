"""The tokens that Lark's contextual lexer gives, found in a tenth of its time on a cold start.

Which tokens there are depends on the place in the grammar: a word is a keyword only where the
grammar has it. Lark compiles one pattern for every such place, hundreds of them. Here one pattern
looks for all tokens; where what it finds cannot stand, and only there, Lark's own lexer for the
place decides. Both look in the same order, so what the one finds and the place takes, the other
would have found.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from copy import copy
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.lexer import BasicLexer, ContextualLexer, LexerState, LineCounter, PatternStr

_GLUED = re.compile(r"\w\w")


class Lexer(ContextualLexer):
    """Lark's contextual lexer with lexers that are made when a place is come to."""

    def __init__(
        self,
        conf: LexerConf,
        states: dict[int, Collection[str]],
        always_accept: Collection[str] = (),
    ) -> None:
        # Lark would compare all terminals with each other; a test does that for us.
        conf.skip_validation = True
        self.root_lexer = BasicLexer(conf)
        self.lexers = _Places(conf, states, always_accept, self.root_lexer)


class _Places(dict[int, Any]):
    """The lexer of every state of the parser; states that take the same tokens share one."""

    def __init__(
        self,
        conf: LexerConf,
        states: dict[int, Collection[str]],
        always_accept: Collection[str],
        root: BasicLexer,
    ) -> None:
        super().__init__()
        self._conf, self._states, self._root = conf, states, root
        self._always = frozenset((*conf.ignore, *always_accept))
        self._shared: dict[frozenset[str], _Place] = {}
        patterns = ((terminal.name, terminal.pattern) for terminal in conf.terminals)
        self._keywords = {p.value: name for name, p in patterns if isinstance(p, PatternStr)}

    def __missing__(self, state: int) -> _Place:
        takes = self._always.union(self._states[state])
        if takes not in self._shared:
            self._shared[takes] = _Place(self._conf, takes, self._root, self._keywords)
        place = self[state] = self._shared[takes]
        return place


class _Place:
    """Finds tokens where only some can stand."""

    def __init__(
        self, conf: LexerConf, takes: frozenset[str], root: BasicLexer, keywords: dict[str, str]
    ) -> None:
        self._conf, self._takes, self._root, self._keywords = conf, takes, root, keywords
        self._exact: BasicLexer | None = None

    def next_token(self, state: LexerState, parser_state: Any) -> Token:
        """The next token; raises what Lark's own lexer raises."""
        return self._quickly(state) or self._exactly(state, parser_state)

    def _quickly(self, state: LexerState) -> Token | None:
        """What the pattern of all tokens finds, if it can stand here."""
        root, counter = self._root, state.line_ctr
        while counter.char_pos < state.text.end:
            found = root.scanner.match(state.text, counter.char_pos)
            if found is None or (type_ := self._type(*found)) is None:
                return None
            token = Token(type_, found[0], counter.char_pos, counter.line, counter.column)
            counter.feed(token, type_ in root.newline_types)
            if type_ not in root.ignore_types:
                token.end_line, token.end_column = counter.line, counter.column
                token.end_pos = counter.char_pos
                state.last_token = token
                return token
        return None

    def _type(self, text: str, type_: str) -> str | None:
        """What a text that was found is here: a keyword, what its pattern says, or nothing."""
        if type_ in self._root.callback:
            keyword = self._keywords.get(text)
            if keyword in self._takes:
                return keyword
        return type_ if type_ in self._takes else None

    def _exactly(self, state: LexerState, parser_state: Any) -> Token:
        if self._exact is None:
            conf = copy(self._conf)
            names = self._conf.terminals_by_name
            conf.terminals = [names[name] for name in sorted(self._takes) if name in names]
            self._exact = BasicLexer(conf)
        before = copy(state.line_ctr)
        token = self._exact.next_token(state, parser_state)
        if self._keywords.get(token) == token.type and _goes_on(state, token):
            raise self._inside_a_word(state, before, parser_state)
        return token

    def _inside_a_word(
        self, state: LexerState, before: LineCounter, parser_state: Any
    ) -> UnexpectedCharacters:
        """What is found where a keyword is only the beginning of a word, such as `setup` of `set`:
        nothing."""
        state.line_ctr, at = before, before.char_pos
        return UnexpectedCharacters(  # type: ignore[no-untyped-call]
            state.text.text,
            at,
            before.line,
            before.column,
            allowed=self._takes - self._root.ignore_types.union(("_INDENT", "_DEDENT")),
            state=parser_state,
            token_history=state.last_token and [state.last_token],
            terminals_by_name=self._root.terminals_by_name,
        )


def _goes_on(state: LexerState, token: Token) -> bool:
    """Whether a letter follows a token that ends with one."""
    text, end = state.text, state.line_ctr.char_pos
    return end < text.end and bool(_GLUED.fullmatch(text.text[end - 1 : end + 1]))
