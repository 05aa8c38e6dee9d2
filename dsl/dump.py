"""Prints any tree of dataclasses, one node a line: what `hoyle show tree` and `show game` show.

Spans are left out. Declarations that are reached a second time (fields, locals, procedures) are
printed by their name, so that a game, which is a graph, ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from hoyle.dsl.source import Span

_BLANKS = "  "


def dump(node: object) -> str:
    """A tree as indented lines."""
    return "\n".join(_lines("", node, 0, set())) + "\n"


def _lines(label: str, value: Any, depth: int, seen: set[int]) -> Iterator[str]:
    """The lines of a value that stands behind a label."""
    pad = _BLANKS * depth + (f"{label}: " if label else "")
    if is_dataclass(value) and not isinstance(value, type):
        yield from _node(pad, value, depth, seen)
    elif isinstance(value, dict) and value:
        yield pad.rstrip()
        for key, item in value.items():
            yield from _lines(_key(key), item, depth + 1, seen)
    elif isinstance(value, list | tuple) and any(_has_parts(item) for item in value):
        yield pad.rstrip()
        for item in value:
            yield from _lines("", item, depth + 1, seen)
    else:
        yield pad + _plain(value)


def _node(pad: str, node: Any, depth: int, seen: set[int]) -> Iterator[str]:
    kind = type(node).__name__
    by_identity = "__eq__" not in vars(type(node))
    if by_identity and id(node) in seen:
        yield f"{pad}{kind} {_name(node)}"
        return
    if by_identity:
        seen.add(id(node))
    simple: list[tuple[str, Any]] = []
    deep: list[tuple[str, Any]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Span) or value in (None, (), [], {}, False):
            continue
        (deep if _has_parts(value) else simple).append((field.name, value))
    words = " ".join(f"{name}={_plain(value)}" for name, value in simple)
    yield f"{pad}{kind} {words}".rstrip()
    for name, value in deep:
        yield from _lines(name, value, depth + 1, seen)


def _has_parts(value: Any) -> bool:
    """Whether a value needs lines of its own."""
    if is_dataclass(value) and not isinstance(value, Span | type):
        return True
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list | tuple) and any(_has_parts(item) for item in value)


def _name(node: Any) -> str:
    return str(getattr(node, "name", getattr(node, "title", "…")))


def _key(key: object) -> str:
    if isinstance(key, tuple):
        return " of ".join(str(part) for part in reversed(key) if part is not None)
    return str(key)


def _plain(value: Any) -> str:
    match value:
        case str():
            return repr(value)
        case Enum():
            return str(value.value)
        case list() | tuple():
            return "[" + ", ".join(_plain(item) for item in value) + "]"
        case _:
            return str(value)
