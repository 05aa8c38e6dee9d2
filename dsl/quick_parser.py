"""Lark's LALR parser over its own tables, in half of its time, for texts without a mistake.

Lark looks rules up by their content at every step, and notes lines and columns that only messages
need. Where a text cannot be parsed here, Lark parses it from the beginning and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.parse_tree_builder import ExpandSingleChild, PropagatePositions
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser import LALR_Parser

from hoyle.dsl.layout import LAYOUT_TOKENS

Build = Callable[[list[Any]], Any]
Step = int | tuple[int, Build | None, str]
"""A state to go on with, or a rule: how many parts it has, what makes one of them (nothing where
its only part is handed on), its name."""


class Parser(LALR_Parser):
    """Tries the quick way first."""

    def parse(self, lexer: Any, start: str, on_error: Any = None) -> Any:
        """The tree of a text."""
        whole = copy(lexer)
        try:
            return self._quickly(lexer, start)
        except (UnexpectedInput, KeyError):
            return super().parse(whole, start, on_error)  # type: ignore[no-untyped-call]

    def _quickly(self, lexer: Any, start: str) -> Any:
        table: Any = self._parse_table
        steps: dict[int, dict[str, Any]] = self._steps
        stack: list[int] = [table.start_states[start]]
        values: list[Any] = []
        place = _Place(stack[0])
        for token in lexer.lex(place):
            _reduce(token.type, stack, values, steps)
            state = steps[stack[-1]][token.type]
            stack.append(state)
            values.append(token)
            place.position = state
        _reduce("$END", stack, values, steps)
        if stack[-1] != table.end_states[start]:
            raise KeyError("$END")
        return values[-1]

    @property
    def _steps(self) -> _Steps:
        """The steps of each state; made when it is come to, and kept."""
        kept: _Steps | None = self.__dict__.get("kept_steps")
        if kept is None:
            kept = self.__dict__["kept_steps"] = _Steps(self._parse_table, self.parser.callbacks)
        return kept


def _reduce(
    token: str, stack: list[int], values: list[Any], steps: dict[int, dict[str, Any]]
) -> None:
    """Put together what is whole before a token."""
    while True:
        step = steps[stack[-1]].get(token)
        if step.__class__ is not tuple:
            return
        size, build, name = step
        if build is None:
            stack.pop()
        else:
            parts = []
            if size:
                parts = values[-size:]
                del stack[-size:], values[-size:]
            values.append(build(parts))
        stack.append(steps[stack[-1]][name])


class _Place:
    """What a lexer asks a parser for."""

    __slots__ = ("position",)

    def __init__(self, position: int) -> None:
        self.position = position


class _Steps(dict[int, dict[str, Any]]):
    """By state and by name of a token or rule, what is done."""

    def __init__(self, table: Any, callbacks: Any) -> None:
        super().__init__()
        self._table, self._callbacks = table, callbacks

    def __missing__(self, state: int) -> dict[str, Any]:
        row = self._table.states[state].items()
        found = self[state] = {name: self._step(action, to) for name, (action, to) in row}
        return found

    def _step(self, action: Any, to: Any) -> Step:
        if action is Shift:
            return int(to)
        build = self._callbacks[to]
        assert isinstance(build, PropagatePositions)
        size, inner = len(to.expansion), build.node_builder
        handed_on = size == 1 and isinstance(inner, ExpandSingleChild)
        return size, None if handed_on else _placed(inner), to.origin.name


def _placed(build: Build) -> Build:
    """What makes a tree of its parts, with its place in the text and without line and column."""

    def placed(parts: list[Any]) -> Any:
        made = build(parts)
        if made.__class__ is Tree:
            _put(made.meta, parts)
        return made

    return placed


def _put(meta: Any, parts: list[Any]) -> None:
    """A tree begins where its first part does and ends with its last, those not kept included."""
    first = _place_of(parts)
    if first is None:
        return
    last = first if len(parts) == 1 else _place_of(reversed(parts)) or first
    if meta.empty:  # else it is a part handed on, and has its own place
        meta.start_pos, meta.end_pos, meta.empty = first[0], last[1], False
    meta.around = first[0], last[1]


def _place_of(parts: Iterable[Any]) -> tuple[int, int] | None:
    """Where the first of some parts begins and ends that stands anywhere."""
    place: Any = None
    for part in parts:
        if part.__class__ is Token:
            if part.type not in LAYOUT_TOKENS:
                place = part.start_pos, part.end_pos
                break
        elif part.__class__ is Tree and not part.meta.empty:
            place = vars(part.meta)["around"]
            break
    return place  # type: ignore[no-any-return]
