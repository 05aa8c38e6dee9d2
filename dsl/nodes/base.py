"""What all nodes share, and what stands between the rules: names, citations, prose, comments."""

from __future__ import annotations

from dataclasses import field

from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span


@record
class Node:
    """A part of a page, and where it stands."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@record
class Line(Node):
    """A node that ends a line and may cite the clauses it comes from."""

    cite: Cite | None = field(default=None, kw_only=True)


@record
class Expression(Node):
    """A node that stands for a value; `bracketed` keeps the writer's own brackets for print."""

    bracketed: bool = field(default=False, kw_only=True, compare=False, repr=False)


@record
class Reference(Node):
    """A clause, or a range of clauses: `RB-001`, `RB-001..RB-003`. One clause: first is last."""

    first: str
    last: str

    def clauses(self) -> tuple[str, ...]:
        """Every clause of a range, named like its ends; both ends if they do not count up."""
        stem, _, low = self.first.rpartition("-")
        last_stem, _, high = self.last.rpartition("-")
        if stem != last_stem or not (low.isdecimal() and high.isdecimal()):
            return (self.first,) if self.first == self.last else (self.first, self.last)
        numbers = range(int(low), int(high) + 1)
        return tuple(f"{stem}-{number:0{len(low)}}" for number in numbers)

    @property
    def text(self) -> str:
        """As it is written."""
        return self.first if self.first == self.last else f"{self.first}..{self.last}"


@record
class Cite(Node):
    """The clauses that a line rests on: `[RB-001, RB-014..RB-016]`."""

    references: tuple[Reference, ...]

    def clauses(self) -> tuple[str, ...]:
        """Every clause named, ranges written out."""
        return tuple(clause for reference in self.references for clause in reference.clauses())


@record
class Doc(Line):
    """A line of printed prose, `## …`; it belongs to what follows."""

    text: str


@record
class Heading(Node):
    """The title of a chapter, `== … ==`."""

    title: str


@record
class Comment(Node):
    """A designer's note, `# …`; `alone` if nothing else stands on its line."""

    text: str
    alone: bool = field(compare=False)


@record
class Name(Expression):
    """A name in small letters: of a field, a deed, a local; as an expression, what it names."""

    text: str

    def __str__(self) -> str:
        return self.text


@record
class TypeName(Expression):
    """A name that begins with a capital: a kind or a component; as an expression, all of it."""

    text: str

    def __str__(self) -> str:
        return self.text


@record
class Piece(Expression):
    """A piece or row by its printed name: `Card "Ace"`."""

    type: TypeName
    name: str
