"""Prints pages with their templates. Words of a game are never taken for Markdown or HTML."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment

from hoyle.compiler.templates import environment
from hoyle.compiler.to_docs.blocks import Book, Page, line_anchor
from hoyle.compiler.to_docs.english.said import Reference, Text
from hoyle.compiler.to_docs.paper import TABLES, on_paper, page_anchor

_MEANT = re.compile(r"([\\`*_{}\[\]#~])")
_STARTS = re.compile(r"^(\s*)([-+]|\d+(?=[.)]))")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})


def escaped(words: str) -> str:
    """Words as they are: what Markdown or HTML would take for its own is escaped."""
    return _MEANT.sub(r"\\\1", words).translate(_ENTITIES)


def line_start(markdown: str) -> str:
    """A line that would begin a list does not."""
    return _STARTS.sub(lambda found: f"{found[1]}{_entity(found[2])}", markdown)


def _entity(words: str) -> str:
    return "".join(f"&#{ord(letter)};" for letter in words)


class Writer:
    """Writes texts of a book for one of its pages, or for the one page that holds them all."""

    def __init__(self, book: Book, page: str, alone: bool = False) -> None:
        self.book = book
        self.page = page
        self.alone = alone
        self.here = ""  # the entry that is being written
        self.printed = {TABLES, *(page.name for page in book.pages if page.printed)}
        words = sorted(book.terms, key=lambda term: (-len(term), term))
        pattern = "|".join(re.escape(word) for word in words if len(word) > 2)
        self._terms = re.compile(rf"\b({pattern})(?:s|es)?\b", re.IGNORECASE) if pattern else None

    def text(self, text: Text) -> str:
        """A text with its links."""
        return "".join(escaped(part) if isinstance(part, str) else self.link(part) for part in text)

    def cell(self, text: Text) -> str:
        """A text in a cell of a table."""
        return " ".join(self.text(text).split())

    def link(self, reference: Reference) -> str:
        """A reference as a link; as its words alone where there is nothing to lead to."""
        words = escaped(reference.words)
        if reference.kind == "code":
            return f"<code>{words}</code>" if words else ""
        target = self.target(reference)
        if not target or not words.strip() or target == f"#{self.here}":
            return words
        return f"[{words}]({target}{self.hint(reference)})"

    def hint(self, reference: Reference) -> str:
        """The title of a link, for those who stop at it; paper has none."""
        hint = self.book.hints.get((reference.kind, reference.target), "")
        return f' "{escaped(hint).replace(chr(34), "&quot;")}"' if hint and not self.alone else ""

    def enter(self, anchor: str) -> str:
        """From here on the text is that of an entry: it does not lead to itself."""
        self.here = anchor
        return f'<a id="{anchor}"></a>'

    def target(self, reference: Reference) -> str:
        """Where a reference leads, from this page."""
        match reference.kind:
            case "page":
                return self.at_page(reference.target)
            case "game":
                return "" if self.alone else f"../{reference.target}/index.md"
            case "line":
                name, _, number = reference.target.rpartition(":")
                return self.at(line_anchor(name, int(number)))
            case "at" | "row":
                return self.at(reference.target)
            case kind:
                return self.at(self.book.keys.get((kind, reference.target), ""))

    def at_page(self, name: str) -> str:
        """The link to a page of this game."""
        if self.alone:
            return f"#{page_anchor(name)}" if name in self.printed else ""
        return f"{name}.md"

    def at(self, anchor: str) -> str:
        """The link to an anchor, of this game or the one that it varies; "" if it is nowhere."""
        home = self.book.homes.get(anchor)
        if home is None:
            folder, name = self.book.elsewhere.get(anchor, ("", ""))
            return f"../{folder}/{name}.md#{anchor}" if name and not self.alone else ""
        if self.alone:
            return f"#{anchor}" if home in self.printed else ""
        return f"#{anchor}" if home == self.page else f"{home}.md#{anchor}"

    def prose(self, words: str) -> str:
        """The designer's words; the first mention of each term leads to the glossary."""
        if self._terms is None:
            return line_start(escaped(words))
        parts: list[str | Reference] = []
        seen: set[str] = set()
        start = 0
        for found in self._terms.finditer(words):
            anchor = self.book.terms[found[1].casefold()]
            if anchor not in seen:
                seen.add(anchor)
                parts += [words[start : found.start()], Reference("at", anchor, found[0])]
                start = found.end()
        return line_start(self.text((*parts, words[start:])))

    def place(self, place: str) -> str:
        """A line of the rules."""
        return self.link(Reference("line", place, place))

    def clauses(self, clauses: tuple[str, ...]) -> str:
        """`CH-001, CH-003..CH-005`, each leading to the (first) clause.

        A file that games share cites the clauses of each; those of other games are left out.
        """
        known = (one for one in clauses if ("clause", one.partition("..")[0]) in self.book.keys)
        return ", ".join(
            self.link(Reference("clause", one.partition("..")[0], one)) for one in known
        )


def page(book: Book, page_: Page) -> str:
    """A page as Markdown."""
    template = _environment().get_template("rulebook/page.md.j2")
    return _tidy(template.render(book=book, page=page_, to=Writer(book, page_.name), level=1))


def one_page(book: Book) -> str:
    """All that is printed, on one page: what one plays by, then what one looks up."""
    template = _environment().get_template("rulebook/print.md.j2")
    first, body, appendix = on_paper(book)
    to = Writer(book, "print", alone=True)
    return _tidy(template.render(book=book, first=first, body=body, appendix=appendix, to=to))


def games_page(books: list[Book]) -> str:
    """The page that leads to the rulebooks of several games."""
    return _tidy(_environment().get_template("rulebook/games.md.j2").render(books=books))


def _tidy(printed: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", printed).strip() + "\n"


@cache
def _environment() -> Environment:
    made = environment()
    made.filters |= {
        "escaped": escaped,
        "kind": lambda block: type(block).__name__.lower(),
        "html": lambda words: words.translate(_ENTITIES),
        "line_anchor": line_anchor,
        "page_anchor": page_anchor,
        "dashes": lambda _: "---",
    }
    return made
