"""Examples: facts are resolved against seats; the script stays words, matched as it runs."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Expr, Value
    from hoyle.dsl.game.rules import Proc


@record
class Fact:
    """A fact of `given` or `then`. kind "set"/"is": `target` FieldRead/Function against `values`;
    "cond": a condition; "wins", "out", "answer"; "odds": (num, den, cond); "flow": setup/play/turn
    is run; "map": text."""

    kind: Word["is", "cond", "wins", "out", "answer", "odds", "flow", "map"]
    target: Expr | None
    values: tuple[Expr, ...]
    text: str
    odds: tuple[int, int] | None
    span: Span = field(compare=False)


@record
class Line:
    """A line of a script: who (None: nobody named), the verb word, what is got in words ("+2", "6",
    "Oddish")."""

    who: int | None
    verb: Word["rolls", "chooses", "plays", "draws", "passes", "agrees"]
    got: tuple[str, ...]
    span: Span = field(compare=False)


@record
class Deed:
    """`when P does CALL` with its script; `proc` by name ("turn", "play", a `to`)."""

    who: int
    proc: Proc
    args: tuple[Expr, ...]
    script: tuple[Line, ...]
    span: Span = field(compare=False)


@record
class ButNot:
    """`but not with OPTION = E`."""

    option: str
    value: Value
    span: Span = field(compare=False)


@record(eq=False)
class Example:
    """Steps in order: ("given", Fact), ("then", Fact), ("does", Deed), ("but", ButNot)."""

    title: str
    seats: int
    steps: tuple[tuple[str, Fact | Deed | ButNot], ...]
    cites: tuple[str, ...]
    span: Span = field(compare=False)
    scenario: str = ""  # whose it is, if it stands among the lines of one
    map: str = ""  # the board that it draws
