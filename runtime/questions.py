"""What a search asks about edges, and what is known of the answers.

Of most questions a part hangs on the edge alone: it is asked once an edge, and kept for all
searches in which what it hangs on is the same. What stays the same while one search lasts is kept
by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.runtime.fields import Field

Test = Callable[[int], object] | bool

Known = list[Any]
"""Answers by edge, None where nobody has asked yet."""

Question = tuple[Known, Callable[[int], object] | None, Callable[[int], object] | None]
"""Known answers, how they come to be known, and what may make a no a yes all the same."""


class Split:
    """A question about edges in two parts. `steady` hangs on nobody's place: its answers are kept
    for all searches with the same `key` (of one `name`). `moving`: what bars a step all the same,
    or makes a no a yes; asked with the walker standing there, if `needed` holds for this search.
    `occupied`: only where somebody stands on the space behind the edge.
    """

    __slots__ = ("key", "moving", "name", "occupied", "steady")

    def __init__(
        self,
        name: str,
        steady: Callable[[int], Any] | Any,
        key: Callable[[int], tuple[object, ...]] | bool,
        moving: Test,
        needed: Callable[[int], object] | bool = True,
        occupied: bool = False,
    ) -> None:
        self.name, self.steady, self.key, self.occupied = name, steady, key, occupied
        self.moving = moving if callable(moving) and _may_hold(needed) else None

    def answers(self, field: Field, many: int = 0) -> Known:
        """What is known of it, by edge (or whatever there are so many of)."""
        many = many or field.size * field.ways
        if not callable(self.steady):
            return field.answers("", (self.steady, many), lambda: [self.steady] * many)
        if not callable(self.key):
            return [None] * many
        try:
            key = self.key(0)
        except Exception:  # what it would be made of has no value now, and may never be asked for
            return [None] * many
        return field.answers(self.name, key, lambda: [None] * many)


def either(
    case: Callable[[int], object], then: Callable[[int], Any], other: Callable[[int], Any]
) -> Any:
    """A question for a case, or for all others."""
    return then(0) if _may_hold(case, False) else other(0)


def _may_hold(needed: Test, unknown: bool = True) -> bool:
    """Whether something holds, as far as it can be told now."""
    try:
        return bool(needed(0)) if callable(needed) else needed
    except Exception:  # it has no value now, and may never be asked for
        return unknown


def question(given: Test | Split, field: Field) -> Question:
    """A test as a question."""
    if isinstance(given, Split):
        steady = given.steady if callable(given.steady) else None
        return given.answers(field), steady, given.moving
    no_one = Split("", False, False, False)
    if callable(given):
        return no_one.answers(field), None, given
    no_one.steady = given
    return no_one.answers(field), None, None


def kept_in(count: int, make: Callable[[Any], Any]) -> Any:
    """A search whose questions share so many values that stay the same while it lasts; each is
    worked out when it is first needed, and None till then."""
    return make([None] * count)


def keep(kept: list[Any], number: int, value: Any) -> Any:
    """Note a value that stays."""
    kept[number] = value
    return value


def keep_of(kept: list[Any], number: int, of: int, value: Any) -> Any:
    """Note a value that stays, of one of several."""
    if kept[number] is None:
        kept[number] = {}
    kept[number][of] = value
    return value
