"""What the seats are called in examples, prompts, logs and saves."""

from __future__ import annotations

_FIRST = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon")


def seat_names(count: int) -> tuple[str, ...]:
    """The names of so many seats; `runtime/labels.py` has the same."""
    return (*_FIRST[:count], *(f"player_{seat}" for seat in range(len(_FIRST) + 1, count + 1)))
