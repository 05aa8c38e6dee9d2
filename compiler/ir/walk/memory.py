"""What stands in a block or statement is looked for once while a game is compiled.

Neither ever changes, and every pass asks the same of what the one before it left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

Find = TypeVar("Find", bound=Callable[..., Any])

_memories: list[dict[int, tuple[object, object, Any]]] = []
_compiling = [0]  # so many games at this moment


@contextmanager
def remembering() -> Iterator[None]:
    """Inside of this block what was found is remembered; behind it all is forgotten."""
    _compiling[0] += 1
    try:
        yield
    finally:
        _compiling[0] -= 1
        if not _compiling[0]:
            for memory in _memories:
                memory.clear()


def remembered(find: Find) -> Find:
    """The function, which does not look twice at the very same object with the same to go by."""
    memory: dict[int, tuple[object, object, Any]] = {}  # holds the object: its number stays its own
    _memories.append(memory)

    @wraps(find)
    def ask(of: object, *rest: object) -> Any:
        known = memory.get(id(of))
        if known is None or known[1] != rest:
            known = (of, rest, find(of, *rest))
            if _compiling[0]:
                memory[id(of)] = known
        return known[2]

    return cast(Find, ask)
