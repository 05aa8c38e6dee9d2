"""Directions by name, in their order around, and where one step in each of them leads."""

from __future__ import annotations

Steps = dict[str, tuple[int, int]]

#: On squares: columns to the right, rows down. Clockwise.
SQUARES: Steps = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SQUARES_DIAGONALLY: Steps = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
#: On hexes, in axial coordinates (q, r). Counterclockwise.
POINTY: Steps = {
    "east": (1, 0),
    "northeast": (1, -1),
    "northwest": (0, -1),
    "west": (-1, 0),
    "southwest": (-1, 1),
    "southeast": (0, 1),
}
FLAT: Steps = {
    "north": (0, -1),
    "northwest": (-1, 0),
    "southwest": (-1, 1),
    "south": (0, 1),
    "southeast": (1, 0),
    "northeast": (1, -1),
}
#: On rings and tracks.
ALONG = ("forward", "back")


def turned(direction: int, by: int, count: int) -> int:
    """The direction so many steps further in the order around."""
    return (direction + by) % count
