"""The pages on the language, as they come with the package: whole, or a part of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

FOLDER = "hoyle.language_pages"
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


def part(place: str) -> str:
    """What stands at `page.md#heading`, down to the next heading that is no deeper; without a
    heading the whole page. Links are left out: they lead nowhere at a terminal."""
    name, _, anchor = place.partition("#")
    return _LINK.sub(r"\1", "\n".join(_lines(_page(name), anchor)).strip())


def headed(title: str) -> str:
    """The first part of any page with this heading, or nothing."""
    if not title:
        return ""
    for path in sorted(resources.files(FOLDER).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".md") and any(
            words.casefold() == title.casefold() for _, words in _headings(_page(path.name))
        ):
            return part(f"{path.name}#{slug(title)}")
    return ""


def slug(heading: str) -> str:
    """How a link calls a heading."""
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")


def _page(name: str) -> list[str]:
    path = resources.files(FOLDER).joinpath(name)
    return path.read_text(encoding="utf-8").split("\n") if path.is_file() else []


def _lines(page: list[str], anchor: str) -> Iterator[str]:
    """The lines of a part, its heading among them."""
    inside = 0 if anchor else 7
    for line, (level, words) in zip(page, _headings(page), strict=True):
        if inside and level and inside < 7 and level <= inside:
            return
        if not inside and level and slug(words) == anchor:
            inside = level
        if inside:
            yield line


def _headings(page: list[str]) -> Iterator[tuple[int, str]]:
    """For each line how deep a heading it is, and its words; 0 where it is none."""
    code = False
    for line in page:
        code ^= line.lstrip().startswith("```")
        found = None if code else re.match(r"(#+) (.+)", line)
        yield (len(found[1]), found[2]) if found else (0, "")
