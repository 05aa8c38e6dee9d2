"""Syntax errors in the words of the game: what was meant where the parser stumbled.

The readers below are asked in turn; the first that knows what was meant speaks. Lines that other
languages and rulebooks write differently are data, in misreadings.py; how lines look, in forms.py.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.mistakes import places, signs, words
from hoyle.dsl.mistakes.expected import expected_in_words
from hoyle.dsl.mistakes.fault import Fault

__all__ = ["Fault", "explain"]

Reader = Callable[[Fault], Diagnostic | None]

_READERS: tuple[Reader, ...] = (
    signs.open_quote,
    places.unexpected_block,
    places.missing_block,
    signs.brackets,
    signs.parameter,
    words.in_without_is,
    signs.prose,
    places.otherwise,
    places.label,
    words.misreading,
    words.script_word,
    signs.block_behind_colon,
    signs.equals_in_condition,
    signs.range_alone,
    signs.minus,
    signs.change,
    signs.no_otherwise,
    signs.citation,
    signs.colon_after_heading,
    places.first_word_elsewhere,
    signs.missing_colon,
    signs.missing_quotes,
    signs.unquoted_piece,
    words.two_words,
    words.with_what,
    words.keyword,
    words.capital,
    words.reserved,
)


def explain(fault: Fault) -> Diagnostic:
    """The message for a fault."""
    for reader in _READERS:
        found = reader(fault)
        if found is not None:
            return found
    return _misread(fault)


def _misread(fault: Fault) -> Diagnostic:
    """Nobody knows what was meant: say what may stand there, and how such a line looks."""
    wanted = expected_in_words(fault.accepts)
    if fault.token in ("_NL", "_INDENT", "_DEDENT", "$END", "CITE"):
        if fault.line.code.rstrip().endswith("="):
            return _broken_line(fault)
        message = "This line is not finished."
    else:
        message = f"`{fault.value}` makes no sense here."
    if wanted:
        message += f" Here may stand {wanted}."
    return Diagnostic(codes.MISREAD_LINE, fault.here(), message, (), fault.form)


def _broken_line(fault: Fault) -> Diagnostic:
    """The line was broken behind `=`, where it does not go on by itself."""
    return Diagnostic(
        codes.MISREAD_LINE,
        fault.here(),
        "This line is not finished. What stands behind `=` begins on the same line.",
        (),
        "Go on with a deeper line that begins with `and`, `or`, `when`, `where`, `with most`, "
        "`by most` or `otherwise`, or open a bracket: inside brackets a line may break anywhere.",
    )
