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
        if _is_open(fault):
            return None
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


def _is_open(fault: Fault) -> bool:
    """Whether the bracket that closes here has been opened on this line."""
    before = fault.masked()[: fault.offset - fault.span(0, 0).start]
    return any(before.count(one) > before.count(other) for one, other in ("()", "[]", "{}"))


def parameter(fault: Fault) -> Diagnostic | None:
    """`to deal(n)`, `to deal()`: what stands in the brackets of a heading."""
    if fault.value != ")" or fault.first_word not in ("to", "value", "lasting"):
        return None
    name = re.search(r"(\w*) *$", fault.masked()[: fault.offset - fault.span(0, 0).start])
    assert name is not None
    if not name[1] and "NAME" in fault.accepts:
        return Diagnostic(
            codes.MISREAD_LINE,
            fault.here(),
            "Nothing stands in these brackets.",
            (),
            "Leave them out, here and where it is called.",
        )
    if "COLON" not in fault.accepts:
        return None
    return Diagnostic(
        codes.MISREAD_LINE,
        fault.span(*name.span(1)),
        f"`{name[1]}` does not say what it is.",
        (),
        f"Write its type behind a colon: `{name[1]}: 1..4`, `{name[1]}: player`.",
    )


def minus(fault: Fault) -> Diagnostic | None:
    """A minus sign before a single number."""
    if fault.value != "-" or "LPAR" not in fault.accepts:
        return None
    message = "A minus sign stands between two numbers."
    help_ = "Write `0 - x`, or put the number in brackets: `(- 1)`."
    return Diagnostic(codes.MISREAD_LINE, fault.here(), message, (), help_)


def change(fault: Fault) -> Diagnostic | None:
    """`your score + 1`: a field stands alone, and nothing is done with it."""
    if not fault.accepts >= {"EQUAL", "__ANON_3", "__ANON_4"}:
        return None
    named = re.match(r"(?:.*: *)?((?:your )?[\w.]+)", fault.masked())
    if named is None or fault.value not in ("+", "-", "is"):
        return None
    message = f"Nothing is done with `{named[1]}` here."
    help_ = f"A field changes by `=`, `+=` or `-=`: `{named[1]} += 1`."
    return Diagnostic(codes.MISREAD_LINE, fault.here(), message, (), help_)


def no_otherwise(fault: Fault) -> Diagnostic | None:
    """`A if C` without `otherwise`, as a value."""
    ends = ("_NL", "_INDENT", "_DEDENT", "$END", "CITE")
    found = list(re.finditer(r"\bif\b", fault.masked()))
    if fault.token not in ends or "OTHERWISE" not in fault.accepts or not found:
        return None
    message = "This `if` does not say what there is otherwise."
    help_ = "`A if C otherwise B` is A or B; the part of a set for which C holds is `S where C`."
    return Diagnostic(codes.MISREAD_LINE, fault.span(*found[-1].span()), message, (), help_)


def citation(fault: Fault) -> Diagnostic | None:
    found = _CITE.search(fault.masked())
    if fault.token == "CITE" and len(_CITE.findall(fault.masked())) == 1:
        return None  # the line ends there, too early
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


_BLOCK_BEHIND = re.compile(
    r"(:) +(each|if|may|choose|repeat|go round|offer|as|match|together|with|at once)\b"
)


def block_behind_colon(fault: Fault) -> Diagnostic | None:
    """`after turn: each player: …`: only a deed without a block stands behind a colon."""
    found = _BLOCK_BEHIND.search(fault.masked())
    if found is None or fault.offset < fault.span(*found.span(2)).start:
        return None
    return Diagnostic(
        codes.MISREAD_LINE,
        fault.span(*found.span(2)),
        f"`{found[2]}` has a block of its own, and behind a colon stands what has none.",
        (),
        f"Leave the colon out, and put `{found[2]} …` on the next line, one level deeper.",
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


def unquoted_piece(fault: Fault) -> Diagnostic | None:
    """`Cell a6`: the name of a piece behind its type."""
    before = fault.masked()[: fault.offset - fault.span(0, 0).start]
    type_ = re.search(r"\b([A-Z][A-Za-z0-9]*) +$", before)
    if fault.token not in ("NAME", "NUMBER", "TYPE") or type_ is None or fault.value in RESERVED:
        return None
    message = f"`{fault.value}` wants quotes."
    help_ = f'A piece is named by its type and its name: `{type_[1]} "{fault.value}"`.'
    return Diagnostic(codes.MISSING_QUOTES, fault.here(), message, (), help_)


def range_alone(fault: Fault) -> Diagnostic | None:
    """`..` where a value stands: a range is none, the set of its numbers is."""
    at = fault.offset - fault.span(0, 0).start
    around = (found for found in _RANGE.finditer(fault.masked()) if at in range(*found.span()))
    found = next(around, None) if fault.value == ".." else None
    if found is None:
        return None
    before, written = found.groups()
    written = written[: len(written) - max(0, written.count(")") - written.count("("))]
    if before == "=" and expected_under(fault.heading, fault.line.depth) is FIELDS:
        help_ = f"A type stands behind a colon, and the start behind it: `score: {written} = 0`."
    elif before in ("is", "is not"):
        help_ = f"Whether a number is one of these is asked by `{before} in {written}`."
    else:
        help_ = f"The set of these numbers is written `{{{written}}}`."
    span = fault.span(found.start(2), found.start(2) + len(written))
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
