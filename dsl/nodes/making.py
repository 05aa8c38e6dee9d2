"""The base of all nodes, and the decorator that makes a class one.

A hundred and more classes are made whenever a program starts. So the decorator makes only what
must differ from class to class; what is the same for all, comparing and printing, stands here.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from hoyle.dsl.source import NOWHERE, Span

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, eq_default=True, field_specifiers=(field,))
def node(class_: type[Made]) -> type[Made]:
    """Make a class a slotted dataclass whose fields are set once."""
    return dataclass(slots=True, eq=False, repr=False)(class_)


@node
class Node:
    """A part of a page, and where it stands."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise FrozenInstanceError(f"cannot change {name}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        own: Any = type(self)
        names = _compared(own)
        if own is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        own: Any = type(self)
        return hash((own, *(getattr(self, name) for name in _compared(own))))

    def __repr__(self) -> str:
        own: Any = type(self)
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _shown(own))
        return f"{own.__name__}({shown})"


@cache
def _compared(class_: Any) -> tuple[str, ...]:
    return tuple(part.name for part in fields(class_) if part.compare)


@cache
def _shown(class_: Any) -> tuple[str, ...]:
    return tuple(part.name for part in fields(class_) if part.repr)
