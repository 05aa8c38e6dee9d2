"""Words that are written or meant in another way."""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.articles import ARTICLES
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.mistakes.expected import expected_words
from hoyle.dsl.mistakes.fault import Fault
from hoyle.dsl.mistakes.forms import SCRIPT
from hoyle.dsl.mistakes.misreadings import MISREADINGS
from hoyle.dsl.suggest import nearest
from hoyle.dsl.words import RESERVED, help_with

_AFTER_TWO = frozenset(("RANK", "BY_RANK", "WHERE"))
_MOST = ("most", "fewest", "highest", "lowest", "greatest", "least", "best", "biggest", "smallest")
_LONGEST = 2000  # longer lines are no rules, and some patterns would take long


def misreading(fault: Fault) -> Diagnostic | None:
    whole = fault.masked()[:_LONGEST]
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


def in_without_is(fault: Fault) -> Diagnostic | None:
    if fault.value != "in" or "IS" not in fault.accepts:
        return None
    return Diagnostic(
        codes.IN_WITHOUT_IS,
        fault.here(),
        "A test of a set is written `is in`.",
        (),
        "For example `card is in your hand`; `in` alone stands after `each`, `any`, `choose`.",
    )


def two_words(fault: Fault) -> Diagnostic | None:
    """Two names in a row, which only begin something where a filter follows."""
    if not fault.accepts or not fault.accepts <= _AFTER_TWO:
        return None
    before = fault.masked()[: fault.offset - fault.span(0, 0).start]
    found = re.search(r"([a-z_]\w*) +([a-z_]\w*) *$", before)
    if found is None:
        return None
    one, two = found.groups()
    if one in ("each", "all"):
        help_ = (
            f"What holds of all is written `every {two} in S has C`, of one `any {two} in S has C`."
        )
    elif one in _MOST:
        help_ = f"Who has most of something is `players with most {two}`, or `with fewest {two}`."
    elif one == "with":
        help_ = "Rank by `with most E` or `with fewest E`, filter by `where C`."
    elif one == "if":
        help_ = "`A if C otherwise B`: the condition stands behind what holds then."
    elif two == "in" or one == "in":
        help_ = (
            "Whether something is in a set is asked by `x is in S`; a part of it is `S where C`."
        )
    else:
        help_ = "A name is one word; a part of a set is `S where C`, a sum `sum(E of S)`."
    span = fault.span(*found.span(2))
    return Diagnostic(
        codes.MISREAD_LINE, span, f"`{two}` makes no sense behind `{one}`.", (), help_
    )


def with_what(fault: Fault) -> Diagnostic | None:
    """`players with highest score`: a set is ranked by two words."""
    if fault.value != "with":
        return None
    help_ = "Rank by `with most E` or `with fewest E`, filter by `where C`."
    message = "Behind `with` stands `most` or `fewest`."
    return Diagnostic(codes.MISREAD_LINE, fault.here(), message, (), help_)


def keyword(fault: Fault) -> Diagnostic | None:
    """A slip of the pen in a word of the language that could stand here."""
    if "NAME" in fault.accepts or not re.fullmatch(r"[a-z_]{3,}", fault.value):
        return None
    near = nearest(fault.value, expected_words(fault.accepts))
    if not near:
        return None
    return Diagnostic(
        codes.MISREAD_LINE,
        fault.here(),
        f"`{fault.value}` makes no sense here.",
        (),
        f"Did you mean {' or '.join(f'`{name}`' for name in near)}?",
    )


def capital(fault: Fault) -> Diagnostic | None:
    names, types = "NAME" in fault.accepts, "TYPE" in fault.accepts
    if fault.token in ("NAME", "CALL") and types and not names:
        if not _is_declared(fault.value.capitalize(), fault):
            return _no_type(fault)
        message = f"`{fault.value}` must begin with a capital: `{fault.value.capitalize()}`."
    elif fault.token in ("TYPE", "PIECE") and names and not types:
        if (article := _article_before(fault)) is not None:
            return article
        word = fault.value.split()[0]
        message = f"`{word}` must begin with a small letter: `{word.lower()}`."
    else:
        return None
    help_ = "Kinds and components begin with a capital, all other names do not."
    return Diagnostic(codes.WRONG_CAPITAL, fault.here(), message, (), help_)


def _article_before(fault: Fault) -> Diagnostic | None:
    """`draw a Card from deck`."""
    before = fault.masked()[: fault.offset - fault.span(0, 0).start]
    found = re.search(rf"\b({'|'.join(ARTICLES)}) +$", before)
    if found is None:
        return None
    message = f"`{found[1]}` is no word of this language."
    span = fault.span(*found.span(1))
    return Diagnostic(codes.FOREIGN_WORD, span, message, (), fault.form or "Leave it out.")


def _is_declared(name: str, fault: Fault) -> bool:
    """Whether a kinds or component of a name is declared in this text, or right here."""
    declares = rf"^(?:kinds|component|chart|board of) +{re.escape(name)}\b"
    here = re.match(r"(?:kinds|component|chart|board of) +", fault.masked())
    at_name = here is not None and fault.span(here.end(), here.end()).start == fault.offset
    return at_name or re.search(declares, fault.source.text, re.MULTILINE) is not None


def _no_type(fault: Fault) -> Diagnostic:
    """A word where a type is meant."""
    if fault.token == "CALL" and fault.first_word == "value":
        message = "What a value is stands behind `=`; behind a colon stands a type."
        help_ = "For example `value shown(b: Ball) = count(row where ball is b)`."
    elif fault.value in ARTICLES:
        message = f"`{fault.value}` is no type."
        help_ = f"Leave `{fault.value}` out."
    else:
        message = f"`{fault.value}` is no type."
        help_ = (
            "Types are `flag`, `text`, `number`, ranges such as `0..9`, `player`, and the kinds "
        )
        help_ += "and components of the game, which begin with a capital."
    return Diagnostic(codes.WRONG_CAPITAL, fault.here(), message, (), help_)


def reserved(fault: Fault) -> Diagnostic | None:
    if fault.value not in RESERVED or not fault.accepts & {"NAME", "CALL"}:
        return None
    return Diagnostic(
        codes.RESERVED_WORD,
        fault.here(),
        f"`{fault.value}` is a word of the language and cannot be a name.",
        (),
        help_with(fault.value),
    )


def script_word(fault: Fault) -> Diagnostic | None:
    """The second word of a line in the script of an example."""
    words = fault.masked().split()
    if not in_script(fault) or len(words) < 2 or words[1] in SCRIPT:
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


def in_script(fault: Fault) -> bool:
    return fault.heading == "example" and fault.line.depth > 4
