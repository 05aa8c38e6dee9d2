"""Elements of an SVG as text, and the picture that they make.

Lines and letters have the colour of the text around the picture, fills lie over its ground: so one
picture suits light pages, dark pages and paper.
"""

from __future__ import annotations

from html import escape

from hoyle.dsl.records import record

Point = tuple[float, float]

SIZE = 12  # of letters
LARGE = 1000  # width of a picture that is not made much smaller
WIDTH = 0.56  # of a letter, on the average


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(tag: str, inner: str = "", **attributes: float | str) -> str:
    """`<tag …>inner</tag>`; an underline in a name is a hyphen, one at its end is dropped."""
    words = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value != ""
    )
    return f"<{tag}{words}>{inner}</{tag}>" if inner else f"<{tag}{words}/>"


def _value(value: float | str) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def visible(words: str) -> str:
    """Words inside an element."""
    return escape(" ".join(words.split()), quote=False)


def letters(at: Point, words: str, size: float = SIZE, anchor: str = "middle", **more: str) -> str:
    """A line of text around (or from) a point."""
    x, y = at
    low = y + size * 0.35
    return element("text", visible(words), x=x, y=low, text_anchor=anchor, font_size=size, **more)


def polygon(points: list[Point], **attributes: float | str) -> str:
    """A closed figure."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", "", points=corners, **attributes)


def arrow(start: Point, end: Point, size: float = 5, colour: str = "") -> str:
    """The head of an arrow in the middle of a line; of a colour with an edge, or without."""
    (x, y), (u, v) = start, end
    across, down = u - x, v - y
    length = (across * across + down * down) ** 0.5 or 1.0
    dx, dy = across / length * size, down / length * size
    mx, my = (x + u) / 2, (y + v) / 2
    tip, left, right = (
        (mx + dx, my + dy),
        (mx - dx - dy, my - dy + dx),
        (mx - dx + dy, my - dy - dx),
    )
    if colour:
        return polygon([tip, left, right], fill=colour, stroke_width="0.9")
    return polygon([tip, left, right], fill="currentColor", stroke="none")


def wrapped(words: str, width: float, most: int, size: float = SIZE) -> list[str]:
    """Words on at most so many lines of a width; what does not fit ends in a dot dot dot."""
    room = max(2, int(width / (size * WIDTH)))
    found: list[str] = []
    for word in words.split():
        if found and len(found[-1]) + 1 + len(word) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    cut = [line if len(line) <= room else f"{line[: room - 1]}…" for line in found[:most]]
    if len(found) > most and not cut[-1].endswith("…"):
        cut[-1] = f"{cut[-1][: room - 1]}…"
    return cut


def token(at: Point, words: str, room: float, size: float = 9) -> str:
    """What stands on a space: a plate with words, on at most two lines."""
    lines = wrapped(words, room - 6, 2, size)
    x, y = at
    wide = min(room, max(len(line) for line in lines) * size * (WIDTH + 0.04) + 8)
    high = len(lines) * (size + 1.5) + 4
    plate = element(
        "rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=3,
        fill="var(--md-default-bg-color, Canvas)",
    )  # fmt: skip
    told = [
        letters(
            (x, y + (n - (len(lines) - 1) / 2) * (size + 1.5)),
            line,
            size,
            stroke="none",
            fill="currentColor",
            font_weight="bold",
        )
        for n, line in enumerate(lines)
    ]
    return plate + "".join(told)


@record
class Picture:
    """What is drawn on a sheet of a size."""

    width: float
    height: float
    body: tuple[str, ...]
    least: float = 0  # width below which it is not made smaller, but scrolled
    whole: bool = False  # whether it wants the whole width of a page

    def svg(self, title: str, description: str, name: str) -> str:
        """The whole, with words for whoever cannot see it; `name` makes their ids its own."""
        frame = f"0 0 {number(self.width)} {number(self.height)}"
        said = f'<title id="{name}-title">{visible(title)}</title>'
        said += f'<desc id="{name}-desc">{visible(description)}</desc>'
        # A large board is looked at piece by piece, not made so small that nothing can be read.
        least = self.least or (self.width * 0.8 if self.width > LARGE else 0)
        wide = f' style="min-width:{number(least)}px"' if least else ""
        # What holds links is no single picture to whoever listens.
        role = "group" if any("<a " in part for part in self.body) else "img"
        whole = ' data-wide=""' if self.whole else ""
        head = (
            f'<svg class="board"{whole} xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" '
            f'width="{number(self.width)}" height="{number(self.height)}" role="{role}"{wide} '
            f'aria-labelledby="{name}-title {name}-desc" fill="none" stroke="currentColor" '
            f'font-family="inherit" font-size="{SIZE}">'
        )
        return "\n".join((head, said, *filter(None, self.body), "</svg>"))
