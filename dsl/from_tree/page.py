"""The page that is read: places in it, and what stands alike in all rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeGuard, TypeVar

from lark import Token, Tree

from hoyle.dsl import nodes
from hoyle.dsl.codes import BROKEN_CITATION, FOREIGN_WORD, RESERVED_WORD
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.suggest import SAID_DIFFERENTLY
from hoyle.dsl.words import LONGEST_NUMBER, RESERVED, help_with

Branch = Tree[Token]
Child = Tree[Token] | Token | None
Made = TypeVar("Made")

_CITE_AT_END = re.compile(r"\[[A-Z][A-Z0-9]*-[^\]]*\]$")
_CLAUSE = r"[A-Z][A-Z0-9]*-[A-Za-z0-9]+"
_REFERENCE = re.compile(rf"({_CLAUSE})(?:\.\.({_CLAUSE}))?")


@record
class Page:
    """A text that is turned into nodes; `shift` is where its first character stands in the file."""

    path: str
    sink: Sink
    shift: int
    parse_expression: Callable[[str, int], nodes.Expr | None]

    def place(self, start: int, end: int) -> Span:
        """The span of a stretch of this text."""
        return Span(self.path, self.shift + start, self.shift + end)

    def span(self, branch: Branch) -> Span:
        """The span of a tree; of an empty one, the start of the text."""
        meta = branch.meta
        return self.place(0, 0) if meta.empty else self.place(meta.start_pos, meta.end_pos)

    def token_span(self, token: Token) -> Span:
        """The span of a token."""
        start = token.start_pos or 0
        return self.place(start, start + len(token))

    def any_name(self, child: Child) -> nodes.Name:
        """A name that may be a word of the language, too: `end game`."""
        token = as_token(child)
        return nodes.Name(str(token), span=self.token_span(token))

    def name(self, child: Child) -> nodes.Name:
        """A name in small letters; a reserved word there is reported."""
        name = self.any_name(child)
        if name.text in RESERVED:
            self.sink.report(
                RESERVED_WORD,
                name.span,
                f"`{name.text}` is a word of the language and cannot be a name.",
                help=help_with(name.text),
            )
        elif name.text in ("true", "false"):
            self.sink.report(
                FOREIGN_WORD,
                name.span,
                f"`{name.text}` is written {SAID_DIFFERENTLY[name.text]}.",
                help="A flag is `yes` or `no`; `if card is fainted` asks whether it is `yes`.",
            )
        return name

    def names(self, children: list[Child]) -> tuple[nodes.Name, ...]:
        """Several names."""
        return tuple(self.name(child) for child in children)

    def type_name(self, child: Child) -> nodes.TypeName:
        """A name with a capital."""
        token = as_token(child)
        return nodes.TypeName(str(token), span=self.token_span(token))

    def piece(self, child: Child) -> nodes.Piece:
        """A piece by its printed name: `Card "Ace"`."""
        token = as_token(child)
        type_text, _, rest = token.partition('"')
        start = token.start_pos or 0
        stem = type_text.rstrip()
        type_name = nodes.TypeName(stem, span=self.place(start, start + len(stem)))
        return nodes.Piece(type_name, rest.removesuffix('"'), span=self.token_span(token))

    def text(self, child: Child) -> nodes.Text:
        """A string."""
        token = as_token(child)
        return nodes.Text(unquoted(token), span=self.token_span(token))

    def number(self, child: Child) -> nodes.Number:
        """A whole number."""
        token = as_token(child)
        return nodes.Number(integer(token), span=self.token_span(token))

    def cite(self, child: Child) -> nodes.Cite | None:
        """A citation, if there is one."""
        if child is None:
            return None
        token = as_token(child)
        return self.citation(str(token), token.start_pos or 0)

    def citation(self, written: str, start: int) -> nodes.Cite:
        """A citation with its brackets."""
        references: list[nodes.Reference] = []
        position = start + 1
        for entry in written[1:-1].split(","):
            first = position + len(entry) - len(entry.lstrip())
            reference = self._reference(
                entry.strip(), self.place(first, first + len(entry.strip()))
            )
            references += [reference] if reference else []
            position += len(entry) + 1
        return nodes.Cite(tuple(references), span=self.place(start, start + len(written)))

    def _reference(self, entry: str, span: Span) -> nodes.Reference | None:
        found = _REFERENCE.fullmatch(entry)
        if found:
            first, last = found.groups()
            return nodes.Reference(first, last or first, span=span)
        self.sink.report(
            BROKEN_CITATION,
            span,
            f"`{entry}` names no clause.",
            help="Clauses are cited as `[RB-001, RB-014..RB-016]`.",
        )
        return None

    def doc(self, branch: Branch) -> nodes.Doc:
        """A line of printed prose; its citation stands at its end."""
        token = as_token(branch.children[0])
        text = token.removeprefix("##").strip()
        found = _CITE_AT_END.search(text)
        cite = None
        if found:
            start = (token.start_pos or 0) + token.index(found.group(), 2)
            cite = self.citation(found.group(), start)
            text = text[: found.start()].rstrip()
        return nodes.Doc(text, cite=cite, span=self.span(branch))

    def bounds(self, branch: Branch) -> nodes.Bounds:
        """A range of numbers written out."""
        low, high = (_edge(as_branch(child)) for child in branch.children)
        return nodes.Bounds(low, high, span=self.span(branch))

    def with_docs(
        self, children: list[Child], make: Callable[[Page, Child], Made]
    ) -> tuple[Made | nodes.Doc, ...]:
        """The lines of a block, prose among them."""
        return tuple(
            self.doc(child) if is_branch(child, "doc") else make(self, child) for child in children
        )


def unquoted(child: Child) -> str:
    """What stands between quotes."""
    return as_token(child)[1:-1]


def as_token(child: Child) -> Token:
    """A part that the grammar says is a token."""
    if not isinstance(child, Token):
        raise TypeError(f"the grammar changed: no token but {child!r}")
    return child


def as_branch(child: Child) -> Branch:
    """A part that the grammar says is a tree."""
    if not isinstance(child, Tree):
        raise TypeError(f"the grammar changed: no tree but {child!r}")
    return child


def is_branch(child: Child, rule: str) -> TypeGuard[Branch]:
    """Whether a part is a tree of this rule."""
    return isinstance(child, Tree) and child.data == rule


def parts(child: Child) -> list[Child]:
    """The parts of a tree."""
    return list(as_branch(child).children)


def word(child: Child) -> str:
    """The only token of a rule that is a word."""
    return str(as_token(as_branch(child).children[0]))


def integer(child: Child) -> int:
    """A number token as a number. Longer ones than any game needs were reported before."""
    return int(as_token(child)[:LONGEST_NUMBER])


def _edge(branch: Branch) -> int:
    sign, number = branch.children
    return -integer(number) if sign == "-" else integer(number)
