"""Lines of Python with the rule that each stands for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field

from hoyle.compiler.ir import program as p
from hoyle.dsl.records import record
from hoyle.dsl.source import Source, Span


@record
class Line:
    """One line: how deep it stands, its text, and the number of its rule (-1: none)."""

    depth: int
    text: str
    rule: int = -1


@record(frozen=False)
class Places:
    """Which rule stands at a place of the text, and how a comment names it."""

    program: p.Program
    sources: Mapping[str, Source] = field(default_factory=dict)
    by_file: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, (_, file, line, _) in enumerate(self.program.rules):
            self.by_file.setdefault(_name(file), []).append((line, number))
        for found in self.by_file.values():
            found.sort()

    def rule(self, span: Span, otherwise: int = -1) -> int:
        """The rule whose first line is the last not behind the place; where several begin there,
        `otherwise` if it is one of them."""
        source = self.sources.get(span.path)
        rules = self.by_file.get(_name(span.path))
        if source is None or not rules:
            return otherwise
        at = bisect_right(rules, (source.position(span.start).line, len(self.program.rules)))
        if not at:
            return otherwise
        line, found = rules[at - 1]
        _, file, begins, _ = self.program.rules[otherwise] if otherwise >= 0 else ("", "", 0, ())
        return otherwise if (_name(file), begins) == (_name(span.path), line) else found

    def comment(self, rule: int) -> str:
        """How a comment names a rule."""
        name, file, line, _ = self.program.rules[rule]
        return one_line(f"{name} ({_name(file)}, line {line})")


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def one_line(text: str) -> str:
    """A text that cannot end the comment it stands in, nor change how it is read."""
    return "".join(c if c.isprintable() else " " for c in text)


@record(frozen=False)
class Lines:
    """A function's body as it is written, line by line."""

    places: Places
    depth: int = 1
    rule: int = -1
    said: int = -1
    found: list[Line] = field(default_factory=list)

    def add(self, text: str) -> None:
        """One more line; a comment before it if its rule is another."""
        if self.rule != self.said:
            self.said = self.rule
            self.found.append(Line(self.depth, f"# {self.places.comment(self.rule)}", self.rule))
        self.found.append(Line(self.depth, text, self.rule))

    def at(self, span: Span, otherwise: int = -1) -> None:
        """The next lines stand for the rule at this place."""
        rule = self.places.rule(span, otherwise if otherwise >= 0 else self.rule)
        self.rule = rule if rule >= 0 else self.rule

    def left(self) -> bool:
        """Whether the last line, standing as deep as the next would, already goes elsewhere."""
        last = self.found[-1] if self.found else None
        ways = ("return", "break", "continue", "raise", "library.fail(")
        return last is not None and last.depth == self.depth and last.text.startswith(ways)

    def finished(self) -> tuple[Line, ...]:
        """All lines; a `return` at the very end says nothing."""
        last = self.found[-1] if self.found else None
        if last is not None and last.text == "return" and last.depth == 1 and len(self.found) > 1:
            return tuple(self.found[:-1])
        return tuple(self.found)

    @contextmanager
    def deeper(self, head: str = "") -> Iterator[None]:
        """Lines inside stand deeper, below a head; an empty inside is `pass`."""
        if head:
            self.add(head)
        self.depth += 1
        before = len(self.found)
        yield
        if all(line.text.startswith("#") for line in self.found[before:]):
            self.add("pass")
        self.depth -= 1
