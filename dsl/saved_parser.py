"""The LALR parser: building it takes a second, loading it a tenth of one.

It comes with hoyle. While the grammar is worked on, or with another version of Lark, it is built
once and kept in the cache. `python -m hoyle.dsl.saved_parser` makes anew what comes with hoyle.
"""

from __future__ import annotations

import io
import pickle
import sys
import zlib
from functools import cache
from typing import Any

import lark
from lark import Lark

from hoyle import grammars
from hoyle.dsl import cache as store
from hoyle.dsl.layout import LAYOUT_TOKENS, Layout
from hoyle.dsl.lexer import Lexer
from hoyle.dsl.parse_tables import in_order
from hoyle.dsl.quick_parser import Parser

STARTS = ("file", "expr")


def parser() -> Lark:
    """The parser of the language, with the starts `file` and `expr`."""
    return _parser(grammars.text())


@cache
def _parser(grammar: str) -> Lark:
    name = f"parser-{key(grammar)}-{store.key(sys.version)}.pickle"
    shipped = grammars.tables(key(grammar))
    return _loaded(shipped) or _loaded(store.read(name)) or _built(grammar, name)


def key(grammar: str) -> str:
    """Another one for every grammar and every Lark: neither fits the tables of another."""
    return store.key(grammar, *STARTS, lark.__version__)


def _loaded(saved: bytes | None) -> Lark | None:
    """The parser from its saved form; None if there is none or it is damaged."""
    if saved is None:
        return None
    try:
        parts: dict[str, Any] = pickle.loads(zlib.decompress(saved))
        # Lark.load leaves no way to give back what is not saved.
        loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            parts["data"], parts["memo"], **_parts_not_saved(), **lexer()
        )
        return loaded
    except Exception:  # whatever a damaged file makes pickle or Lark do, we can build anew
        return None


def _built(grammar: str, name: str) -> Lark:
    built = build(grammar, **lexer())
    store.write(name, saved_form(built))
    return built


def saved_form(built: Lark) -> bytes:
    """A parser as bytes: the same ones whenever it is built."""
    saved = io.BytesIO()
    built.save(saved, exclude_options=("postlex", "propagate_positions", "_plugins"))
    parts = pickle.loads(saved.getvalue())
    parser = parts["data"]["parser"]
    parser["parser"] = in_order(parser["parser"])
    ordered = io.BytesIO()
    pickler = pickle.Pickler(ordered, protocol=4)
    pickler.fast = True  # does not tell which of equal texts are one object: that is chance
    pickler.dump(parts)
    return zlib.compress(ordered.getvalue(), 9)


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


def lexer() -> dict[str, Any]:
    """The option that gives a parser our lexer, and the quick way through its tables."""
    return {"_plugins": {"ContextualLexer": Lexer, "LALR_Parser": Parser}}


def _has_place(part: object) -> bool:
    """Ends of lines do not belong to the place of a rule."""
    return not (isinstance(part, lark.Token) and part.type in LAYOUT_TOKENS)


if __name__ == "__main__":
    text = grammars.text()
    grammars.ship(key(text), saved_form(build(text, **lexer())))
