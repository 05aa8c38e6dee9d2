"""What all parts of a game are made of: values, locals, expressions, deeds, words with holes."""

from __future__ import annotations

from dataclasses import field
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Type

Value = int | bool | str | None | tuple["Value", ...]


@record(eq=False)
class Local:
    """A name bound in a body: a `let`, a parameter, a chosen thing, or an implicit `you`, `it`,
    `this`.

    Compared by identity: two locals of one name are two locals.
    """

    name: str
    type: Type
    span: Span
    role: Word["let", "param", "choice", "loop", "you", "it", "this", "bearer", "bound"] = "let"


@record
class Expr:
    """An expression with its type. Pure, unless it is `Rolled`, `Agreed`, `Called`, `RolledOff`,
    `Drawn`."""

    type: Type
    span: Span = field(compare=False)


@record
class Prompt:
    """Words with holes: text and expressions in turn. Names in braces are shown to whoever is
    asked."""

    parts: tuple[str | Expr, ...]
    span: Span = field(compare=False)


@record
class Stmt:
    """A deed. `cites` are the clauses on its line, `doc` the `##` lines above it."""

    span: Span = field(compare=False)
    cites: tuple[str, ...] = field(compare=False)


Body = tuple["Stmt", ...]
