"""From a checked game to the pages of its rulebook: `book` decides, `written` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs import (
    blocks,
    cards,
    components,
    decisions,
    extras,
    glossary,
    overview,
    playing,
    reckoning,
    references,
)
from hoyle.compiler.to_docs.anchors import Key, clause_anchor, row_keys
from hoyle.compiler.to_docs.decisions import window_anchor
from hoyle.compiler.to_docs.diagrams import diagrams
from hoyle.compiler.to_docs.hints import hints
from hoyle.compiler.to_docs.items import Pages
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.page import one_page, page
from hoyle.dsl.game import Game
from hoyle.dsl.reader import Reader


def book(
    game: Game,
    pages: Pages,
    base: blocks.Book | None = None,
    folder: str = "",
    reader: Reader | None = None,
    scenes: Iterable[Game] = (),
) -> blocks.Book:
    """The rulebook of a game. `pages` are its files with their trees, a parent before its
    variant; `base` is the rulebook of the game that a variant changes. `folder`: where it goes,
    if not into one called like its file. `reader` finds maps beside it. `scenes` is the game in its
    other scenarios, for what is told of those."""
    matter = Matter(game, pages, reader, scenes)
    terms_page, terms = glossary.glossary(matter)
    told = [
        components.components(matter),
        components.board(matter),
        components.places(matter),
        playing.setup(matter),
        playing.playing(matter, tuple(diagrams(matter))),
        decisions.actions(matter),
        cards.cards(matter),
        reckoning.values(matter),
        reckoning.scoring(matter),
        extras.options(matter),
        extras.rulings(matter),
        extras.examples(matter),
        references.clauses(matter),
        references.assumed(matter),
        terms_page,
        references.sources(matter),
    ]
    first = overview.overview(matter, told, base)
    filled = tuple(page for page in (first, *told) if not page.empty)
    return blocks.Book(
        folder or matter.folder,
        game.title,
        first.about,
        filled,
        dict(_homes(filled)),
        _elsewhere(base),
        dict(_keys(matter)),
        terms,
        hints(matter),
    )


def _homes(pages: tuple[blocks.Page, ...]) -> Iterator[tuple[str, str]]:
    """The page of each anchor."""
    for page_ in pages:
        for section in page_.sections:
            for block in section.blocks:
                yield from ((anchor, page_.name) for anchor in _anchors(block) if anchor)


def _anchors(block: blocks.Block) -> tuple[str, ...]:
    match block:
        case blocks.Entry(anchor, also=also):
            return anchor, *also
        case blocks.Sheet(anchors=anchors):
            return anchors
        case blocks.Listing(name, lines):
            return tuple(blocks.line_anchor(name, number) for number in range(1, len(lines) + 1))
        case _:
            return ()


def _elsewhere(base: blocks.Book | None) -> dict[str, tuple[str, str]]:
    """Where the anchors of the game are that a variant changes."""
    if base is None:
        return {}
    return base.elsewhere | {anchor: (base.folder, name) for anchor, name in base.homes.items()}


def _keys(matter: Matter) -> Iterator[tuple[Key, str]]:
    """What references lead to, by their kind and target."""
    anchors = matter.anchors
    for name in matter.game.tables:
        yield from row_keys(matter.game, name)
    for name, table in matter.game.tables.items():
        for field in table.fields:
            yield ("field", f"{name}.{field}"), anchors.keys.get(("table", name), "")
    for name in matter.game.windows:
        yield ("window", name), window_anchor(name)
    for _, clauses in matter.game.sources.values():
        yield from ((("clause", id_), clause_anchor(id_)) for id_ in clauses)
    yield from anchors.keys.items()


def written(book_: blocks.Book) -> dict[str, str]:
    """The files of a rulebook: their names in its folder, and their Markdown."""
    files = {f"{page_.name}.md": page(book_, page_) for page_ in book_.pages}
    return files | {"print.md": one_page(book_)}
