"""What can be said of a text before it is parsed: characters, depths, numbers."""

from __future__ import annotations

import re

from hoyle.dsl import codes
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.layout import TAB
from hoyle.dsl.lines import Line, masked
from hoyle.dsl.source import UNSEEN, Source, Span
from hoyle.dsl.words import LONGEST_NUMBER

_CONTROL = re.compile(UNSEEN.pattern + r"|\r(?!\n)")
_NUMBER = re.compile(rf"\b[0-9]{{{LONGEST_NUMBER + 1},}}")


def readable(text: str) -> str:
    """The text as the parser takes it: as long, without marks that no line of rules has."""
    plain = "\n" + text[1:] if text.startswith("\ufeff") else text
    return _CONTROL.sub(" ", plain)


def precheck(source: Source, lines: tuple[Line, ...], sink: Sink) -> bool:
    """Report what a look at the characters shows; whether it is worth while to parse them."""
    if not _characters(source, sink):
        return False
    _tabs(source, lines, sink)
    _depths(source, lines, sink)
    _numbers(source, lines, sink)
    return True


def _characters(source: Source, sink: Sink) -> bool:
    found = list(_CONTROL.finditer(source.text))
    if found:
        first = found[0]
        sink.report(
            codes.UNKNOWN_CHARACTER,
            source.span(first.start(), first.end()),
            f"A character that cannot be seen (U+{ord(first.group()):04X}) stands here"
            f"{_and_more(found, 'place')}.",
            help="Delete it; it was probably pasted in with other text.",
        )
    return not found


def _tabs(source: Source, lines: tuple[Line, ...], sink: Sink) -> None:
    found = [line for line in lines if line.code and "\t" in _blanks(line)]
    if found:
        sink.report(
            codes.TABS,
            _indentation(source, found[0]),
            f"This line is indented with a tab{_and_more(found, 'line')}.",
            help="Use four blanks for every level; `hoyle fmt` does it.",
        )


def _depths(source: Source, lines: tuple[Line, ...], sink: Sink) -> None:
    written = [line for line in lines if line.code and not line.joined]
    if written and written[0].depth:
        sink.report(
            codes.UNEVEN_DEPTH,
            _indentation(source, written[0]),
            "The first line is indented.",
            help="Declarations such as `game` begin at the left margin.",
        )
        return
    found = uneven(lines)
    if found:
        sink.report(
            codes.UNEVEN_DEPTH,
            _indentation(source, found[0]),
            f"This line is indented by {found[0].depth} blanks{_and_more(found, 'line')}.",
            help="Every level is four blanks deeper than the one around it.",
        )


def uneven(lines: tuple[Line, ...]) -> list[Line]:
    """The lines that are not indented by a multiple of four."""
    return [line for line in lines if line.code and not line.joined and line.depth % TAB]


def _numbers(source: Source, lines: tuple[Line, ...], sink: Sink) -> None:
    for line in lines:
        for found in _NUMBER.finditer(masked(line.text)):
            sink.report(
                codes.LONG_NUMBER,
                source.span(line.start + found.start(), line.start + found.end()),
                f"This number has {len(found.group())} digits.",
                help=f"A number has at most {LONGEST_NUMBER} digits.",
            )


def _blanks(line: Line) -> str:
    return line.text[: len(line.text) - len(line.text.lstrip(" \t"))]


def _indentation(source: Source, line: Line) -> Span:
    return source.span(line.start, line.start + len(_blanks(line)))


def _and_more(found: list[re.Match[str]] | list[Line], what: str) -> str:
    more = len(found) - 1
    return f", and {more} more {what}{'s' * (more > 1)} of the file too" if more else ""
