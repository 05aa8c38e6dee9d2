"""Words that are written or meant in another way."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.mistakes.fault import Fault
from hoyle.dsl.mistakes.forms import SCRIPT
from hoyle.dsl.mistakes.misreadings import MISREADINGS
from hoyle.dsl.suggest import nearest
from hoyle.dsl.words import RESERVED, help_with

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


def capital(fault: Fault) -> Diagnostic | None:
    names, types = "NAME" in fault.accepts, "TYPE" in fault.accepts
    if fault.token in ("NAME", "CALL") and types and not names:
        message = f"`{fault.value}` must begin with a capital: `{fault.value.capitalize()}`."
    elif fault.token == "TYPE" and names and not types:
        message = f"`{fault.value}` must begin with a small letter: `{fault.value.lower()}`."
    else:
        return None
    help_ = "Kinds and components begin with a capital, all other names do not."
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
