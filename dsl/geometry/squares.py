"""Squares by column and row."""

from __future__ import annotations


def distance(a: tuple[int, int], b: tuple[int, int], diagonals: bool) -> int:
    """Fewest steps from one square to another, as if none were missing."""
    across, down = abs(b[0] - a[0]), abs(b[1] - a[1])
    return max(across, down) if diagonals else across + down
