"""Draws a map of hexes: what each is of, how high it lies, and what stands on it.

Rows of pointy hexes are shifted by half a hex to the right, columns of flat ones by half a hex
down. A hex has two lines: `g2^4` is the first letter of its terrain, its level, the height of an
obstacle; below stands what is on it.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from hoyle.runtime import labels, schema

WIDEST, NARROWEST = 10, 5


def draw(thing: schema.Thing, game: schema.Game, told: Mapping[str, str]) -> Text:
    """The whole map; `told`: what is on a space, by its name."""
    ground = [_ground(game, thing, row) for row in range(len(thing.names))]
    texts = [*ground, *told.values()]
    width = min(WIDEST, max(NARROWEST, *(len(text) + 1 for text in texts)))
    width += width % 2  # half of it is a whole number
    canvas = _Canvas(width)
    for row, (column, line) in enumerate(thing.coordinates):
        right, down = _corner(column, line, width, thing.shifted)
        canvas.write(right, down, ground[row], "dim")
        canvas.write(right, down + 1, told.get(thing.names[row], ""), "bold")
    return _labelled(canvas.lines(), thing)


def _corner(column: int, line: int, width: int, shifted: str) -> tuple[int, int]:
    """Where the text of a hex begins: characters to the right, lines down."""
    right, down = (column - 1) * width, (line - 1) * 2
    if shifted == "columns":
        return right, down + (column - 1) % 2
    return right + (line - 1) % 2 * (width // 2), down


def _ground(game: schema.Game, thing: schema.Thing, row: int) -> str:
    """Terrain, level and obstacle of a space, short."""
    facts = {name: (domain, values[row]) for name, domain, values in thing.facts}
    domain, value = facts.get("terrain", ("", None))
    letter = "" if value is None else str(labels.plain(game, domain, value))[:1]
    obstacle = facts.get("obstacle", ("", 0))[1]
    level = facts.get("level", ("", ""))[1]
    return f"{letter}{level}" + (f"^{obstacle}" if obstacle else "")


class _Canvas:
    """Texts at places, put together into lines."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.written: dict[int, list[tuple[int, str, str]]] = {}

    def write(self, right: int, down: int, text: str, style: str) -> None:
        """Write a text from a place on; what is longer than a hex is cut."""
        self.written.setdefault(down, []).append((right, text[: self.width - 1], style))

    def lines(self) -> list[Text]:
        """All lines, from the top."""
        return [self._line(down) for down in range(max(self.written) + 1)]

    def _line(self, down: int) -> Text:
        line = Text()
        for right, text, style in sorted(self.written.get(down, [])):
            line.append(" " * (right - len(line))).append(text, style=style)
        return line


def _labelled(lines: list[Text], thing: schema.Thing) -> Text:
    """With the number of each row beside it."""
    found = Text()
    for down, line in enumerate(lines):
        number = f"{down // 2 + 1:>3} " if down % 2 == 0 else "    "
        found.append(number, style="dim").append(line).append("\n")
    return found
