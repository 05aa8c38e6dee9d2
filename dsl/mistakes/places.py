"""Lines that stand where they cannot: too deep, not deep enough, under the wrong heading."""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic, Label
from hoyle.dsl.lines import Line
from hoyle.dsl.mistakes.fault import Fault, first_word
from hoyle.dsl.mistakes.forms import (
    DECLARATIONS,
    DEEDS,
    FIELDS,
    HEAD,
    STATEMENTS,
    STEPS,
    expected_under,
)
from hoyle.dsl.mistakes.words import in_script
from hoyle.dsl.suggest import SAID_DIFFERENTLY, nearest

_NAME_AND_MORE = re.compile(r"[a-z_]\w*(?: +[a-zA-Z0-9{\"(]|:| *$)")


def unexpected_block(fault: Fault) -> Diagnostic | None:
    above = fault.above
    if fault.token != "_INDENT" or above is None:
        return None
    word = first_word(above)
    if word == "otherwise":
        return _out_of_place(fault, above, None)
    if word in SAID_DIFFERENTLY:
        return _differently(fault, above)
    near = _near_heading(above, fault.heading)
    if near:
        return _unknown_word(fault, above, near)
    return Diagnostic(
        codes.UNEXPECTED_BLOCK,
        fault.line_span(fault.line),
        "This line is deeper than the one above, which takes no block.",
        (Label(fault.line_span(above), "takes no block"),),
        "Indent it like the line above. A line that goes on with the one above begins with "
        "`when`, `where`, `and`, `or`, `otherwise`, `with most`, `by most`, `for each`, or "
        "stands in brackets that are opened above.",
    )


def missing_block(fault: Fault) -> Diagnostic | None:
    if fault.accepts != {"_INDENT"} or fault.token == "_INDENT":
        return None
    form = fault.form
    return Diagnostic(
        codes.MISSING_BLOCK,
        fault.line_span(fault.line),
        "Nothing stands below this heading.",
        (),
        form or "Write its lines below it, four blanks deeper.",
    )


def first_word_elsewhere(fault: Fault) -> Diagnostic | None:
    """A line whose first word belongs somewhere else, or nowhere."""
    word, line = fault.first_word, fault.line
    expected = expected_under(fault.heading, line.depth)
    if fault.value == "when" and _begins_a_line(fault):
        return _asks(fault, "when", fault.offset)
    if not word or word in expected or in_script(fault):
        return None
    near = _near_heading(line, fault.heading)
    if word in ("when", "if") and expected is not STEPS:
        return _asks(fault, word, fault.line_span(line).start)
    if near and fault.heading in ("game", "example"):
        return _unknown_word(fault, line, near)
    if word in SAID_DIFFERENTLY:
        return _differently(fault, line)
    everything = DECLARATIONS | STATEMENTS | DEEDS | HEAD | STEPS
    if word in everything or (line.depth == 0 and word in FIELDS):
        return _out_of_place(fault, line, everything.get(word))
    return _unknown_word(fault, line, near) if near or line.depth == 0 else None


def _begins_a_line(fault: Fault) -> bool:
    """Whether only blanks stand before it: it was read as more of the line above."""
    text = fault.source.text[: fault.offset]
    return bool(text) and not text[text.rfind("\n") + 1 :].strip() and not text.endswith("\n")


def _asks(fault: Fault, word: str, start: int) -> Diagnostic:
    """A condition that begins with the word of another place."""
    top = start == 0 or fault.source.text[start - 1] == "\n"
    written, example = ("whenever", "whenever C: …") if top else ("if", "if C: …")
    what = "is looked at in every moment" if top else "is looked at once, here"
    return Diagnostic(
        codes.OUT_OF_PLACE,
        fault.source.span(start, start + len(word)),
        f"`{word}` is written `{written}` here.",
        (),
        f"`{example}` {what}; `when C` stands behind what is done, offered or adjusted.",
    )


def capital_heading(fault: Fault) -> Diagnostic | None:
    """A declaration whose first word begins with a capital: it was read as rules of a piece."""
    line = fault.lines[0]
    word = first_word(line)
    if line.depth or not word[:1].isupper() or word.lower() not in DECLARATIONS:
        return None
    start = fault.line_span(line).start
    return Diagnostic(
        codes.WRONG_CAPITAL,
        fault.source.span(start, start + len(word)),
        f"`{word}` must begin with a small letter: `{word.lower()}`.",
        (),
        "Kinds and components begin with a capital, all other names do not.",
    )


def otherwise(fault: Fault) -> Diagnostic | None:
    """`otherwise` where nothing is that it could follow: it was read as a name."""
    if not re.fullmatch(r"otherwise(?: *:.*)?", fault.masked()) or fault.value != ":":
        return None
    return _out_of_place(fault, fault.line, None)


def label(fault: Fault) -> Diagnostic | None:
    """A branch where none can stand."""
    if fault.value != ":" or not re.fullmatch(r'"[^"]*"(?: *:.*)?', fault.masked()):
        return None
    message = "A branch with a label cannot stand here."
    help_ = 'Branches stand below `choose: "Prompt"` or `offer moment`, four blanks deeper.'
    return Diagnostic(codes.OUT_OF_PLACE, fault.line_span(fault.line), message, (), help_)


def _near_heading(line: Line, heading: str) -> tuple[str, ...]:
    """The words that the first word of a line may be a slip of the pen for."""
    word = first_word(line)
    expected = expected_under(heading, line.depth)
    if word in expected or not _NAME_AND_MORE.match(line.code):
        return ()
    return nearest(word, expected)


def _unknown_word(fault: Fault, line: Line, near: tuple[str, ...]) -> Diagnostic:
    word = first_word(line)
    start = fault.line_span(line).start
    if near:
        help_ = f"Did you mean {' or '.join(f'`{name}`' for name in near)}?"
    elif word[0].isupper():
        help_ = f'Rules of pieces stand below `{word} "Name"`, or `{word} where C`.'
    else:
        help_ = "At the left margin stand " + ", ".join(f"`{name}`" for name in DECLARATIONS) + "."
    return Diagnostic(
        codes.UNKNOWN_FIRST_WORD,
        fault.source.span(start, start + len(word)),
        f"No line begins with `{word}` here.",
        (),
        help_,
    )


def _differently(fault: Fault, line: Line) -> Diagnostic:
    word = first_word(line)
    start = fault.line_span(line).start
    return Diagnostic(
        codes.FOREIGN_WORD,
        fault.source.span(start, start + len(word)),
        f"`{word}` is no word of this language.",
        (),
        f"Write {SAID_DIFFERENTLY[word]}.",
    )


def _out_of_place(fault: Fault, line: Line, form: str | None) -> Diagnostic:
    word = first_word(line)
    start = fault.line_span(line).start
    return Diagnostic(
        codes.OUT_OF_PLACE,
        fault.source.span(start, start + len(word)),
        f"A line with `{word}` cannot stand here.",
        (),
        _place_of(word) if form is None else f"{_place_of(word)} It looks like this: {form}.",
    )


def _place_of(word: str) -> str:
    if word == "otherwise":
        return "It follows the block of an `if`, a `may` or a `choose`, as deep as that."
    if word in DECLARATIONS:
        return "It stands at the left margin."
    if word in STATEMENTS or word in DEEDS:
        return (
            "It is something that is done, and stands below `setup`, `turn`, `to …` and the like."
        )
    if word in HEAD:
        return "It stands below `game`."
    return "It stands below `example`."
