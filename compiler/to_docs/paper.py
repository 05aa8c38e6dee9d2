"""The rulebook on paper: what one plays by, and behind it an appendix of what one looks up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.to_docs.anchors import slug
from hoyle.compiler.to_docs.blocks import Block, Book, Entry, Page, Paragraph, Section, Sheet
from hoyle.compiler.to_docs.english.said import Reference, plain

LONG = 24  # rows from which on a table stands in the appendix
TABLES = "tables"


def page_anchor(name: str) -> str:
    """The anchor of a page on the one page that is printed."""
    return f"page-{name}"


def on_paper(book: Book) -> tuple[Page, list[Page], list[Page]]:
    """The first page, the chapters, the appendix."""
    printed = [page for page in book.pages if page.printed]
    first, *chapters = [_chapter(page) for page in printed]
    tables = tuple(table for page in printed if not page.appendix for table in _tables(page))
    told = [page for page in chapters if any(section.blocks for section in page.sections)]
    body = [page for page in told if not page.appendix]
    appendix = [Page(TABLES, "Tables", "", tables)] if tables else []
    appendix += [further for page in printed for further in _further(page)]
    return first, body, appendix + [page for page in told if page.appendix]


def _chapter(page: Page) -> Page:
    """A page without what is not printed with it."""
    sections = (section for section in page.sections if section.paper == "page")
    if page.appendix:
        return replace(page, sections=tuple(sections))
    return replace(page, sections=tuple(_shortened(section) for section in sections))


def _further(page: Page) -> Iterator[Page]:
    """Sections of a page that stand in the appendix, each as a chapter."""
    for section in page.sections:
        if section.paper == "appendix" and section.blocks:
            yield Page(slug(section.title), section.title, "", (replace(section, title=""),))


def _is_long(block: Block) -> bool:
    return isinstance(block, Sheet) and len(block.rows) > LONG


def _shortened(section: Section) -> Section:
    """A section that names its long tables."""
    link = Reference("page", TABLES, "the appendix")
    told = Paragraph(("The table stands in ", link, "."))
    return replace(
        section, blocks=tuple(told if _is_long(block) else block for block in section.blocks)
    )


def _tables(page: Page) -> Iterator[Section]:
    """The long tables of a page, each under the name of what it is of."""
    for section in page.sections:
        title = page.title
        for block in section.blocks if section.paper == "page" else ():
            if isinstance(block, Entry):
                title = plain(block.title)
            elif _is_long(block):
                yield Section(title, (block,))
