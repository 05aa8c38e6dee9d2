"""Syntax errors in the words of the game: what was meant where the parser stumbled.

The readers below are asked in turn; the first that knows what was meant speaks. Lines that other
languages and rulebooks write differently are data, in dsl/misreadings.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic, Label
from hoyle.dsl.expected import expected_in_words
from hoyle.dsl.fault import Fault, first_word
from hoyle.dsl.forms import (
    DECLARATIONS,
    DEEDS,
    FIELDS,
    HEAD,
    SCRIPT,
    STATEMENTS,
    STEPS,
    expected_under,
)
from hoyle.dsl.lines import Line
from hoyle.dsl.misreadings import MISREADINGS
from hoyle.dsl.suggest import SAID_DIFFERENTLY, nearest
from hoyle.dsl.words import RESERVED, help_with

_CITE = re.compile(r"\[ *[A-Z][A-Z0-9]* *[ _:.-]? *[0-9]")
_NAME_AND_MORE = re.compile(r"[a-z_]\w*(?: +[a-zA-Z0-9{\"(]|:| *$)")


Reader = Callable[[Fault], Diagnostic | None]


def explain(fault: Fault) -> Diagnostic:
    """The message for a fault."""
    for reader in _READERS:
        found = reader(fault)
        if found is not None:
            return found
    return _misread(fault)


# ---- lines that are deeper than they may be, or not deep enough
def _unexpected_block(fault: Fault) -> Diagnostic | None:
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
        "`when`, `where`, `and`, `or`, `otherwise`, `with most`, `by most`, `for each`.",
    )


def _missing_block(fault: Fault) -> Diagnostic | None:
    if fault.accepts != {"_INDENT"} or fault.token == "_INDENT":
        return None
    form = _form(fault.first_word, fault)
    return Diagnostic(
        codes.MISSING_BLOCK,
        fault.line_span(fault.line),
        "Nothing stands below this heading.",
        (),
        form or "Write its lines below it, four blanks deeper.",
    )


# ---- quotes, brackets, colons, citations
def _open_quote(fault: Fault) -> Diagnostic | None:
    position = fault.masked().rfind('"')
    if fault.value != '"' or fault.token:
        return None
    return Diagnostic(
        codes.OPEN_QUOTE,
        fault.span(position, position + 1),
        "These quotes are not closed on their line.",
        (),
        'Words stand between two signs `"` on one line.',
    )


def _brackets(fault: Fault) -> Diagnostic | None:
    if fault.token in ("RPAR", "RSQB", "RBRACE"):
        message = f"No bracket is open that `{fault.value}` could close."
        return Diagnostic(codes.OPEN_BRACKET, fault.here(), message, (), "Delete it.")
    if fault.token not in ("_NL", "_INDENT", "_DEDENT", "$END", "COLON"):
        return None
    opened: list[int] = []
    for position, character in enumerate(fault.masked()):
        if character in "({[":
            opened.append(position)
        elif character in ")}]" and opened:
            opened.pop()
    if not opened:
        return None
    span = fault.span(opened[-1], opened[-1] + 1)
    message = f"The bracket `{fault.source.excerpt(span)}` is not closed."
    help_ = "Within brackets a line goes on if it is deeper than the one where they open."
    return Diagnostic(codes.OPEN_BRACKET, span, message, (), help_)


def _citation(fault: Fault) -> Diagnostic | None:
    found = _CITE.search(fault.masked())
    if fault.token == "CITE":
        message = "A citation ends its line, and a line has one."
    elif found and fault.span(found.start(), found.start()).start <= fault.offset:
        message = "This is no citation."
    else:
        return None
    help_ = "Several clauses stand in one pair of brackets: `[CH-001, CH-014..CH-016]`."
    return Diagnostic(codes.BROKEN_CITATION, fault.here(), message, (), help_)


def _colon_after_heading(fault: Fault) -> Diagnostic | None:
    whole = fault.masked().rstrip()
    ends = re.search(r":(?: *\[[^\]]*\])?$", whole)
    if not ends or fault.token not in ("_NL", "CITE", "COLON"):
        return None
    position = ends.start()
    return Diagnostic(
        codes.COLON_AFTER_HEADING,
        fault.span(position, position + 1),
        "A heading has no colon if its block stands below.",
        (),
        "Delete the colon; it opens what stands on the same line.",
    )


def _missing_colon(fault: Fault) -> Diagnostic | None:
    if "COLON" not in fault.accepts or not _could_follow_a_colon(fault):
        return None
    return Diagnostic(
        codes.MISSING_COLON,
        fault.here(),
        f"A colon is missing before `{fault.value}`.",
        (),
        _form(fault.first_word, fault),
    )


def _could_follow_a_colon(fault: Fault) -> bool:
    deed = fault.value in STATEMENTS or fault.value in DEEDS
    kinds = ("NAME", "CALL", "TYPE", "NUMBER", "STRING")
    return deed or fault.token in kinds or _is_type_word(fault.value)


def _is_type_word(word: str) -> bool:
    return word in ("flag", "text", "number", "player", "one", "set", "pile", "row", "bag", "list")


def _missing_quotes(fault: Fault) -> Diagnostic | None:
    word = fault.token in ("NAME", "TYPE", "CALL", "NUMBER") or fault.value in RESERVED
    others = {"NAME", "TYPE", "NUMBER", "LPAR"} & fault.accepts
    if not word or "STRING" not in fault.accepts or others:
        return None
    return Diagnostic(
        codes.MISSING_QUOTES,
        fault.here(),
        f"`{fault.value}` wants quotes.",
        (),
        _form(fault.first_word, fault) or 'Titles, labels and file names stand in quotes: `"…"`.',
    )


# ---- words
def _misreading(fault: Fault) -> Diagnostic | None:
    whole = fault.masked()
    for misreading in MISREADINGS:
        found = misreading.pattern.search(whole)
        if found:
            words = (found.group(), *found.groups())
            start, end = found.span(1 if found.re.groups and found.group(1) else 0)
            return Diagnostic(
                misreading.code,
                fault.span(start, end),
                misreading.message.format(*words),
                (),
                misreading.help.format(*words),
            )
    return None


def _in_without_is(fault: Fault) -> Diagnostic | None:
    if fault.value != "in" or "IS" not in fault.accepts:
        return None
    return Diagnostic(
        codes.IN_WITHOUT_IS,
        fault.here(),
        "A test of a set is written `is in`.",
        (),
        "For example `card is in your hand`; `in` alone stands after `each`, `any`, `choose`.",
    )


def _equals_in_condition(fault: Fault) -> Diagnostic | None:
    if fault.value != "=" or "IS" not in fault.accepts:
        return None
    help_ = "`is` compares, `=` defines or changes."
    return Diagnostic(codes.FOREIGN_WORD, fault.here(), "`=` compares nothing.", (), help_)


def _capital(fault: Fault) -> Diagnostic | None:
    names, types = "NAME" in fault.accepts, "TYPE" in fault.accepts
    if fault.token in ("NAME", "CALL") and types and not names:
        message = f"`{fault.value}` must begin with a capital: `{fault.value.capitalize()}`."
    elif fault.token == "TYPE" and names and not types:
        message = f"`{fault.value}` must begin with a small letter: `{fault.value.lower()}`."
    else:
        return None
    help_ = "Kinds and components begin with a capital, all other names do not."
    return Diagnostic(codes.WRONG_CAPITAL, fault.here(), message, (), help_)


def _first_word(fault: Fault) -> Diagnostic | None:
    """A line whose first word belongs somewhere else, or nowhere."""
    word, line = fault.first_word, fault.line
    expected = expected_under(fault.heading, line.depth)
    if not word or word in expected or _in_script(fault):
        return None
    near = _near_heading(line, fault.heading)
    if near and fault.heading in ("game", "example"):
        return _unknown_word(fault, line, near)
    if word in SAID_DIFFERENTLY:
        return _differently(fault, line)
    everything = DECLARATIONS | STATEMENTS | DEEDS | HEAD | STEPS
    if word in everything or (line.depth == 0 and word in FIELDS):
        return _out_of_place(fault, line, everything.get(word))
    return _unknown_word(fault, line, near) if near or line.depth == 0 else None


def _otherwise(fault: Fault) -> Diagnostic | None:
    """`otherwise` where nothing is that it could follow: it was read as a name."""
    if not re.fullmatch(r"otherwise(?: *:.*)?", fault.masked()) or fault.value != ":":
        return None
    return _out_of_place(fault, fault.line, None)


def _label(fault: Fault) -> Diagnostic | None:
    """A branch where none can stand."""
    if fault.value != ":" or not re.fullmatch(r'"[^"]*"(?: *:.*)?', fault.masked()):
        return None
    message = "A branch with a label cannot stand here."
    help_ = 'Branches stand below `choose: "Prompt"` or `offer moment`, four blanks deeper.'
    return Diagnostic(codes.OUT_OF_PLACE, fault.line_span(fault.line), message, (), help_)


def _in_script(fault: Fault) -> bool:
    return fault.heading == "example" and fault.line.depth > 4


def _script_word(fault: Fault) -> Diagnostic | None:
    """The second word of a line in the script of an example."""
    words = fault.masked().split()
    if not _in_script(fault) or len(words) < 2 or words[1] in SCRIPT:
        return None
    near = nearest(words[1], SCRIPT) or tuple(SCRIPT)
    start = fault.masked().index(words[1], len(words[0]))
    return Diagnostic(
        codes.UNKNOWN_FIRST_WORD,
        fault.span(start, start + len(words[1])),
        f"Nobody `{words[1]}` anything in an example.",
        (),
        f"Did you mean {' or '.join(f'`{name}`' for name in near)}?",
    )


def _prose(fault: Fault) -> Diagnostic | None:
    if fault.token != "DOC":
        return None
    message = "Prose for the rulebook stands on a line of its own."
    help_ = "`##` begins a line; a note for designers, behind a line too, begins with `#`."
    return Diagnostic(codes.OUT_OF_PLACE, fault.here(), message, (), help_)


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


def _reserved(fault: Fault) -> Diagnostic | None:
    if fault.value not in RESERVED or not fault.accepts & {"NAME", "CALL"}:
        return None
    return Diagnostic(
        codes.RESERVED_WORD,
        fault.here(),
        f"`{fault.value}` is a word of the language and cannot be a name.",
        (),
        help_with(fault.value),
    )


# ---- the rest
def _misread(fault: Fault) -> Diagnostic:
    wanted = expected_in_words(fault.accepts)
    if fault.token in ("_NL", "_INDENT", "_DEDENT", "$END"):
        message = "This line is not finished."
    else:
        message = f"`{fault.value}` makes no sense here."
    if wanted:
        message += f" Here may stand {wanted}."
    return Diagnostic(codes.MISREAD_LINE, fault.here(), message, (), _form(fault.first_word, fault))


def _form(word: str, fault: Fault) -> str | None:
    """How a line looks that begins with a word."""
    expected = expected_under(fault.heading, fault.line.depth)
    form = expected.get(word) or DECLARATIONS.get(word)
    if form:
        return f"A line with `{word}` looks like this: {form}."
    return f"A field looks like this: {FIELDS['name']}." if expected is FIELDS else None


_READERS: tuple[Reader, ...] = (
    _open_quote,
    _unexpected_block,
    _missing_block,
    _brackets,
    _in_without_is,
    _prose,
    _otherwise,
    _label,
    _misreading,
    _script_word,
    _equals_in_condition,
    _citation,
    _colon_after_heading,
    _first_word,
    _missing_colon,
    _missing_quotes,
    _capital,
    _reserved,
)
