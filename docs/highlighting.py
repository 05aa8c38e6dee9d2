"""The rules language in colours: a lexer for Pygments, which mkdocs asks for the code of pages."""

from __future__ import annotations

from typing import Any

from pygments import lexers
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from hoyle.dsl.words import RESERVED


class RulesLexer(RegexLexer):
    """Tells words of the language from names, prose from rules."""

    name = "hoyle rules"
    aliases = ("rules",)
    filenames = ("*.rules",)
    tokens = {  # noqa: RUF012 - as Pygments wants it
        "root": [
            (r"##[^\n]*", String.Doc),
            (r"#[^\n]*", Comment),
            (r"==[^\n]*==", Comment.Special),
            (r'"[^"\n]*"', String),
            (r"\[[A-Z][A-Z0-9]*-[^\]\n]*\]", Comment),
            (words(sorted(RESERVED), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b\d+\b", Number),
            (r"\b[A-Z]\w*", Name.Class),
            (r"\b[a-z_]\w*", Name),
            (r"\.\.|->|<=|>=|[-+*/<>=]", Operator),
            (r"[\[\](){},.:]", Punctuation),
            (r"\s+", Text),
        ]
    }


def on_config(config: Any) -> Any:
    """Called by mkdocs first; from then on Pygments finds the lexer by its name."""
    known = (__name__, RulesLexer.name, RulesLexer.aliases, RulesLexer.filenames, ())
    lexers.LEXERS["RulesLexer"] = known
    lexers._lexer_cache[RulesLexer.name] = RulesLexer  # a hook is no module that can be imported
    return config
