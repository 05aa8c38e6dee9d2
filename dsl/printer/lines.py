"""Lines that fit the page: where a long one may be broken, and where its citation goes."""

from __future__ import annotations

import re
from functools import partial

from hoyle.dsl import nodes
from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span

WIDTH = 100
LEVEL = 4
GOES_ON = 8  # a broken line goes on two levels deeper

# Where a line may be broken there is a mark and a letter that says how well; A is best. A text
# that parses has no such marks.
_MARK = "\x01"
_BREAK = re.compile(f"{_MARK}(.)")
SENTENCE = f"{_MARK}A"  # behind the sentence of an invariant
WHEN = f"{_MARK}A"
OTHERWISE = f"{_MARK}B"
WHERE = f"{_MARK}C"
OR = f"{_MARK}D"
AND = f"{_MARK}E"
COMMA = f",{_MARK}G"
_IN_BRACKETS = 7
# Before an operator a line may be broken within brackets alone.
OPERATOR = "\x02"
_OPERATOR_IN_BRACKETS = f"{_MARK}F"


@record
class Printed:
    """A line of the page that may have to be broken; `origin` is what it was in the text."""

    depth: int
    text: str
    cite: nodes.Cite | None = None
    origin: Span = NOWHERE
    blank_before: bool = False

    def fits(self) -> bool:
        """Whether it fits on one line with its citation."""
        return self.depth * LEVEL + len(flat(self.text)) + _room_for(self.cite) <= WIDTH

    def pieces(self) -> list[str]:
        """The lines of the page."""
        rest, indent = self.text, self.depth * LEVEL
        done: list[str] = []
        while indent + len(flat(rest)) + _room_for(self.cite) > WIDTH:
            cut = self._best_break(rest, WIDTH - indent)
            if cut is None:
                break
            done.append(" " * indent + flat(rest[: cut.start()]))
            rest, indent = rest[cut.end() :], self.depth * LEVEL + GOES_ON
        done.append(_cited(" " * indent + flat(rest), self.cite))
        return done

    def _best_break(self, text: str, room: int) -> re.Match[str] | None:
        """Where to break a text: best so that the rest fits, then so that its parts stay whole."""
        breaks = list(_BREAK.finditer(text))
        near = [found for found in breaks if len(flat(text[: found.start()])) <= room]
        return min(near, key=partial(self._badness, text)) if near else next(iter(breaks), None)

    def _badness(self, text: str, place: re.Match[str]) -> tuple[bool, str, int]:
        width = self.depth * LEVEL + GOES_ON + len(flat(text[place.end() :]))
        return width + _room_for(self.cite) > WIDTH, place.group(1), -place.start()


def flat(text: str) -> str:
    """A text on one line."""
    return _BREAK.sub(" ", text).replace(OPERATOR, " ")


def bracketed(text: str, brackets: str = "()") -> str:
    """A text in brackets; it is better to break the line outside of them."""
    text = text.replace(OPERATOR, _OPERATOR_IN_BRACKETS)
    inner = _BREAK.sub(lambda found: _MARK + chr(ord(found.group(1)) + _IN_BRACKETS), text)
    return brackets[0] + inner + brackets[1]


def cite_text(cite: nodes.Cite) -> str:
    """A citation in its brackets."""
    return f"[{', '.join(reference.text for reference in cite.references)}]"


def _room_for(cite: nodes.Cite | None) -> int:
    return 0 if cite is None else 2 + len(cite_text(cite))


def _cited(line: str, cite: nodes.Cite | None) -> str:
    if cite is None:
        return line
    text = cite_text(cite)
    return line + " " * max(2, WIDTH - len(line) - len(text)) + text
