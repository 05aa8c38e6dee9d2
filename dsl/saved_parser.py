"""The LALR parser, built once and kept in the cache: building takes a second, loading a tenth."""

from __future__ import annotations

import io
import pickle
import sys
from functools import cache
from typing import Any

import lark
from lark import Lark

from hoyle import grammars
from hoyle.dsl import cache as store
from hoyle.dsl.layout import Layout
from hoyle.dsl.lexer import Lexer

STARTS = ("file", "expr")
_LAYOUT_TOKENS = frozenset(("_NL", "_CONT", "_INDENT", "_DEDENT"))


def parser() -> Lark:
    """The parser of the language, with the starts `file` and `expr`."""
    return _parser(grammars.text())


@cache
def _parser(grammar: str) -> Lark:
    name = f"parser-{store.key(grammar, *STARTS, lark.__version__, sys.version)}.pickle"
    return _loaded(store.read(name)) or _built(grammar, name)


def _loaded(saved: bytes | None) -> Lark | None:
    """The parser from its saved form; None if there is none or it is damaged."""
    if saved is None:
        return None
    try:
        parts: dict[str, Any] = pickle.loads(saved)
        # Lark.load leaves no way to give back what is not saved.
        loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            parts["data"], parts["memo"], **_parts_not_saved(), **_lexer()
        )
        return loaded
    except Exception:  # whatever a damaged file makes pickle or Lark do, we can build anew
        return None


def _built(grammar: str, name: str) -> Lark:
    built = build(grammar, **_lexer())
    saved = io.BytesIO()
    built.save(saved, exclude_options=("postlex", "propagate_positions", "_plugins"))
    store.write(name, saved.getvalue())
    return built


def build(grammar: str, **options: Any) -> Lark:
    """Build the parser from the text of its grammar; `strict=True` looks for conflicts."""
    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        maybe_placeholders=True,
        **_parts_not_saved(),
        **options,
    )


def _parts_not_saved() -> dict[str, Any]:
    return {"postlex": Layout(), "propagate_positions": _has_place}


def _lexer() -> dict[str, Any]:
    return {"_plugins": {"ContextualLexer": Lexer}}


def _has_place(part: object) -> bool:
    """Ends of lines do not belong to the place of a rule."""
    return not (isinstance(part, lark.Token) and part.type in _LAYOUT_TOKENS)
