"""Quotes, brackets, colons, citations: signs that are missing or too many."""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.mistakes.fault import Fault
from hoyle.dsl.mistakes.forms import DEEDS, FIELDS, STATEMENTS, expected_under
from hoyle.dsl.words import RESERVED

_EDGE = r"(?:your )?(?:[\w()]|\.(?!\.))+"
_RANGE = re.compile(rf"(?:(=|\bis not|\bis) +)?({_EDGE} *\.\. *{_EDGE})")
_CITE = re.compile(r"\[ *[A-Z][A-Z0-9]* *[ _:.-]? *[0-9]")


def open_quote(fault: Fault) -> Diagnostic | None:
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


def brackets(fault: Fault) -> Diagnostic | None:
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


def citation(fault: Fault) -> Diagnostic | None:
    found = _CITE.search(fault.masked())
    if fault.token == "CITE":
        message = "A citation ends its line, and a line has one."
    elif found and fault.span(found.start(), found.start()).start <= fault.offset:
        message = "This is no citation."
    else:
        return None
    help_ = "Several clauses stand in one pair of brackets: `[RB-001, RB-014..RB-016]`."
    return Diagnostic(codes.BROKEN_CITATION, fault.here(), message, (), help_)


def colon_after_heading(fault: Fault) -> Diagnostic | None:
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


def missing_colon(fault: Fault) -> Diagnostic | None:
    if "COLON" not in fault.accepts or not _could_follow_a_colon(fault):
        return None
    return Diagnostic(
        codes.MISSING_COLON,
        fault.here(),
        f"A colon is missing before `{fault.value}`.",
        (),
        fault.form,
    )


def _could_follow_a_colon(fault: Fault) -> bool:
    deed = fault.value in STATEMENTS or fault.value in DEEDS
    kinds = ("NAME", "CALL", "TYPE", "NUMBER", "STRING")
    return deed or fault.token in kinds or _is_type_word(fault.value)


def _is_type_word(word: str) -> bool:
    return word in ("flag", "text", "number", "player", "one", "set", "pile", "row", "bag", "list")


def missing_quotes(fault: Fault) -> Diagnostic | None:
    word = fault.token in ("NAME", "TYPE", "CALL", "NUMBER") or fault.value in RESERVED
    others = {"NAME", "TYPE", "NUMBER", "LPAR"} & fault.accepts
    if not word or "STRING" not in fault.accepts or others:
        return None
    return Diagnostic(
        codes.MISSING_QUOTES,
        fault.here(),
        f"`{fault.value}` wants quotes.",
        (),
        fault.form or 'Titles, labels and file names stand in quotes: `"…"`.',
    )


def range_alone(fault: Fault) -> Diagnostic | None:
    """`..` where a value stands: a range is none, the set of its numbers is."""
    at = fault.offset - fault.span(0, 0).start
    around = (found for found in _RANGE.finditer(fault.masked()) if at in range(*found.span()))
    found = next(around, None) if fault.value == ".." else None
    if found is None:
        return None
    before, written = found.groups()
    if before == "=" and expected_under(fault.heading, fault.line.depth) is FIELDS:
        help_ = f"A type stands behind a colon, and the start behind it: `score: {written} = 0`."
    elif before in ("is", "is not"):
        help_ = f"Whether a number is one of these is asked by `{before} in {written}`."
    else:
        help_ = f"The set of these numbers is written `{{{written}}}`."
    span = fault.span(*found.span(2))
    return Diagnostic(codes.MISREAD_LINE, span, "A range is no value.", (), help_)


def equals_in_condition(fault: Fault) -> Diagnostic | None:
    if fault.value != "=" or "IS" not in fault.accepts:
        return None
    help_ = "`is` compares, `=` defines or changes."
    return Diagnostic(codes.FOREIGN_WORD, fault.here(), "`=` compares nothing.", (), help_)


def prose(fault: Fault) -> Diagnostic | None:
    if fault.token != "DOC":
        return None
    message = "Prose for the rulebook stands on a line of its own."
    help_ = "`##` begins a line; a note for designers, behind a line too, begins with `#`."
    return Diagnostic(codes.OUT_OF_PLACE, fault.here(), message, (), help_)
