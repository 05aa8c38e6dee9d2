"""What pages are made of: sections with entries, tables, pictures, lists and listings.

A text is a tuple of words and references, as `english` makes them. Further kinds of references:
`at` leads to an anchor, `clause` to a clause of a source, `line` to a line of the rules
(`file.rules:12`), `page` to a page of this game, `game` to the pages of another one.
`code` are words of the rules as they are written, and lead nowhere.
"""

from __future__ import annotations

from typing import Literal

from hoyle.compiler.to_docs.drawing.board import Drawn
from hoyle.compiler.to_docs.english.said import Point, Reference, Text
from hoyle.dsl.records import record

Words = tuple[str, ...]


def at(anchor: str, words: str) -> Reference:
    """A reference to an anchor of this game."""
    return Reference("at", anchor, words)


def clause(id_: str) -> Reference:
    """A reference to a clause."""
    return Reference("clause", id_, id_)


def line(place: str) -> Reference:
    """A reference to a line of the rules."""
    return Reference("line", place, place)


def listed(texts: list[Text], between: str = ", ", none: str = "–") -> Text:
    """Texts one behind the other."""
    if not texts:
        return (none,)
    return tuple(part for n, text in enumerate(texts) for part in ((between, *text) if n else text))


@record
class Entry:
    """A declaration of the rules under its heading. `badge` says what it is or changes, `more`
    where else something is said of it; `also` are anchors of what is told with it."""

    anchor: str
    title: Text
    badge: str
    prose: Words
    points: tuple[Point, ...]
    numbered: bool
    clauses: Words
    place: str
    excerpt: str = ""
    drawn: Drawn | None = None
    more: Text = ()
    also: Words = ()


@record
class Sheet:
    """A table: titles of its columns, rows of texts, an anchor for each row or none at all."""

    columns: Words
    rows: tuple[tuple[Text, ...], ...]
    caption: str = ""
    anchors: Words = ()


@record
class Figure:
    """A board as a picture."""

    drawn: Drawn


@record
class Steps:
    """A list with lists in it."""

    points: tuple[Point, ...]
    numbered: bool = False


@record
class Paragraph:
    """A text by itself; `prose` if it is the designer's own."""

    text: Text
    prose: bool = False


@record
class Listing:
    """A file of the rules, line by line."""

    name: str
    lines: Words


Block = Entry | Sheet | Figure | Steps | Paragraph | Listing


@record
class Section:
    """A heading with what stands below it; without a title it begins the page. `paper` says
    where it is printed: with its page, in the appendix, or nowhere."""

    title: str
    blocks: tuple[Block, ...]
    anchor: str = ""
    paper: Literal["page", "appendix", ""] = "page"


@record
class Page:
    """A page: the name of its file, its title, what it is about in a line, its sections."""

    name: str
    title: str
    about: str
    sections: tuple[Section, ...]
    printed: bool = True  # also stands on the one page that is printed
    appendix: bool = False  # at the end of that page

    @property
    def empty(self) -> bool:
        """Whether there is nothing to read on it."""
        return not any(section.blocks for section in self.sections)


@record
class Book:
    """All pages of a game."""

    folder: str
    title: str
    about: str
    pages: tuple[Page, ...]
    homes: dict[str, str]  # anchor -> page of this game
    elsewhere: dict[str, tuple[str, str]]  # anchor -> folder and page of the game it varies
    keys: dict[tuple[str, str], str]  # (kind, target) of a reference -> anchor
    terms: dict[str, str]  # a term in small letters -> its anchor in the glossary
    hints: dict[tuple[str, str], str]  # (kind, target) of a reference -> what it is, in a line


def line_anchor(name: str, number: int) -> str:
    """The anchor of a line of the rules."""
    stem = "".join(c if c.isascii() and c.isalnum() else "-" for c in name)
    return f"line-{stem}-{number}"
