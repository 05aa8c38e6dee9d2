"""What the compiler has to say about a text: facts in plain words, collected, never raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from hoyle.dsl.codes import Code, Severity
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


@record
class Label:
    """A second place that belongs to a diagnostic, and what it has to do with it."""

    span: Span
    text: str


@record
class Diagnostic:
    """One mistake: what, where, which other places matter, and what to try."""

    code: Code
    span: Span
    message: str
    labels: tuple[Label, ...] = ()
    help: str | None = None

    @property
    def severity(self) -> Severity:
        """An error, a warning or a note; the code says which."""
        return self.code.severity

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """In the order of the text, then of the codes."""
        return (self.span.path, self.span.start, self.span.end, self.code.id, self.message)


@record(frozen=False)
class Sink:
    """Collects diagnostics of all phases; gives them back sorted and each only once."""

    _found: dict[Diagnostic, None] = field(default_factory=dict)

    def add(self, diagnostic: Diagnostic) -> None:
        """Take one in; saying the same thing again changes nothing."""
        self._found.setdefault(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take several in."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def report(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        labels: Iterable[Label] = (),
        help: str | None = None,
    ) -> None:
        """Say what is wrong at a place."""
        self.add(Diagnostic(code, span, message, tuple(labels), help))

    @property
    def errors(self) -> int:
        """How many of those that stop the build."""
        return sum(found.severity is Severity.ERROR for found in self._found)

    @property
    def has_errors(self) -> bool:
        """Whether anything found stops the build."""
        return any(found.severity is Severity.ERROR for found in self._found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order of the text."""
        return tuple(sorted(self._found, key=Diagnostic.sort_key))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._found)
