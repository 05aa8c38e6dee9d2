"""What stands in a block or statement is looked for once while a game is compiled.

Neither ever changes, and every pass asks the same of what the one before it left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

Of = TypeVar("Of")
Found = TypeVar("Found")

_memories: list[dict[int, tuple[Any, Any]]] = []
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


def remembered(find: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """The function, which does not look twice at the very same object."""
    memory: dict[int, tuple[Of, Found]] = {}  # with the object: no other gets its number meanwhile
    _memories.append(memory)

    @wraps(find)
    def ask(of: Of) -> Found:
        known = memory.get(id(of))
        if known is None:
            known = (of, find(of))
            if _compiling[0]:
                memory[id(of)] = known
        return known[1]

    return ask
