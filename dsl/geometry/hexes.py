"""Hexes by column and row (counted from 1, as drawn) and in axial coordinates (q, r).

Pointy hexes stand in rows, of which the second, fourth … lie half a hex further to the right. Flat
hexes stand in columns, of which the second, fourth … lie half a hex further down.
"""

from __future__ import annotations

Axial = tuple[int, int]


def axial(column: int, row: int, flat: bool = False) -> Axial:
    """Axial coordinates of a hex."""
    across, down = column - 1, row - 1
    if flat:
        return across, down - across // 2
    return across - down // 2, down


def distance(a: Axial, b: Axial) -> int:
    """Fewest steps from one hex to another, as if none were missing."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))
