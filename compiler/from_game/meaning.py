"""What the operations of expressions mean, for what is known before the game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any


def _tuple_of(*items: Any) -> tuple[Any, ...]:
    return tuple(items)


def members_of(mask: int) -> tuple[int, ...]:
    """The members of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _mask_of(items: tuple[int, ...]) -> int:
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


def _index_of(items: tuple[Any, ...], item: Any) -> int:
    return items.index(item) if item in items else -1


MEANING: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "floordiv": lambda a, b: a // b,
    "ceildiv": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % abs(b),
    "min": min,
    "max": max,
    "abs": abs,
    "ratio": lambda a, b: Fraction(a, b),
    "radd": lambda a, b: a + b,
    "rsub": lambda a, b: a - b,
    "rmul": lambda a, b: a * b,
    "rdiv": lambda a, b: Fraction(a) / b,
    "round_up": lambda a: -(-a // 1),
    "round_down": lambda a: a // 1,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "not": lambda a: not a,
    "bit": lambda a: 1 << a,
    "has": lambda m, i: i >= 0 and bool(m >> i & 1),
    "union": lambda a, b: a | b,
    "inter": lambda a, b: a & b,
    "minus": lambda a, b: a & ~b,
    "shift": lambda m, n: m << n,
    "unshift": lambda m, n: m >> n,
    "size": lambda m: m.bit_count(),
    "lowest": lambda m: (m & -m).bit_length() - 1,
    "highest": lambda m: m.bit_length() - 1,
    "item": lambda t, i: t[i],
    "len": len,
    "contains": lambda t, x: x in t,
    "concat": lambda a, b: a + b,
    "slice": lambda t, lo, hi: t[lo:hi],
    "replace": lambda t, i, v: (*t[:i], v, *t[i + 1 :]),
    "index_of": _index_of,
    "count_of": lambda t, x: t.count(x),
    "tuple": _tuple_of,
    "mask_of": _mask_of,
    "members": members_of,
    "sorted": lambda t: tuple(sorted(t)),
}
"""What the operations mean, for folding. (`and`, `or`, `if` are folded by their builders.)"""
