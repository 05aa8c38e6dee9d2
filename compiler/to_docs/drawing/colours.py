"""Colours for the values of a kinds: what their names say, else one of a row of colours.

The words are those of colours and of grounds in plain English.
"""

from __future__ import annotations

import re
from itertools import pairwise

NAMED = {
    "red": "#e53935",
    "orange": "#fb8c00",
    "yellow": "#fdd835",
    "green": "#43a047",
    "lime": "#c0ca33",
    "teal": "#00897b",
    "cyan": "#00acc1",
    "blue": "#1e88e5",
    "indigo": "#3949ab",
    "purple": "#8e24aa",
    "violet": "#8e24aa",
    "lilac": "#b39ddb",
    "magenta": "#d81b60",
    "pink": "#f06292",
    "brown": "#795548",
    "tan": "#bcaaa4",
    "ivory": "#efe3c2",
    "gray": "#9e9e9e",
    "grey": "#9e9e9e",
    "silver": "#b0bec5",
    "gold": "#ffb300",
    "white": "#fafafa",
    "black": "#424242",
}
GROUNDS = {
    "grass": "#7cb342",
    "meadow": "#7cb342",
    "turf": "#7cb342",
    "forest": "#2e7d32",
    "wood": "#2e7d32",
    "water": "#1e88e5",
    "sea": "#1565c0",
    "lake": "#1e88e5",
    "river": "#42a5f5",
    "ice": "#80deea",
    "snow": "#e0f7fa",
    "sand": "#fbc02d",
    "desert": "#fbc02d",
    "rock": "#8d8d8d",
    "stone": "#8d8d8d",
    "mountain": "#8d6e63",
    "hill": "#a1887f",
    "road": "#bcaaa4",
    "path": "#bcaaa4",
    "swamp": "#827717",
    "marsh": "#827717",
    "lava": "#f4511e",
    "fire": "#f4511e",
    "dungeon": "#6d4c41",
    "cave": "#6d4c41",
    "shadow": "#5e35b1",
    "city": "#ffa726",
}
IN_TURN = (
    "#1e88e5",
    "#fb8c00",
    "#43a047",
    "#8e24aa",
    "#e53935",
    "#00acc1",
    "#fdd835",
    "#795548",
    "#f06292",
    "#c0ca33",
    "#3949ab",
    "#9e9e9e",
)


LIGHT = {
    "blue": "#81d4fa",
    "green": "#aed581",
    "red": "#ef9a9a",
    "brown": "#bcaaa4",
    "gray": "#cfd8dc",
    "grey": "#cfd8dc",
}


DARK = {
    "blue": "#0d47a1",
    "green": "#1b5e20",
    "red": "#b71c1c",
    "brown": "#4e342e",
    "tan": "#8d6e63",
    "gray": "#616161",
    "grey": "#616161",
}


def _told(words: str) -> str:
    """The colour that words name, the last of them first."""
    found = re.findall(r"[a-z]+", words.lower())
    for before, word in pairwise(found):
        if before == "light" and word in LIGHT:
            return LIGHT[word]
        if before == "dark" and word in DARK:
            return DARK[word]
    for word in reversed(found):
        if colour := NAMED.get(word) or GROUNDS.get(word):
            return colour
    return ""


def palette(names: tuple[str, ...], labels: tuple[str, ...]) -> tuple[str, ...]:
    """A colour for each value, no two alike as long as there are enough."""
    found = [_told(name) or _told(label) for name, label in zip(names, labels, strict=True)]
    for index, colour in enumerate(found):
        if colour in found[:index]:
            found[index] = ""
    spare = iter([colour for colour in IN_TURN if colour not in found])
    return tuple(colour or next(spare, IN_TURN[-1]) for colour in found)


def told_by_names(names: tuple[str, ...], labels: tuple[str, ...]) -> bool:
    """Whether most values are called by colours or grounds."""
    told = sum(bool(_told(name) or _told(label)) for name, label in zip(names, labels, strict=True))
    return told * 2 > len(names)
