"""The first page of a rulebook: for whom, what it is about, how it ends, and all pages."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.english.said import Point, Reference
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.reckoning import ends, leading
from hoyle.dsl import nodes
from hoyle.dsl.game import End, Victory


def overview(matter: Matter, pages: list[blocks.Page], base: blocks.Book | None) -> blocks.Page:
    """The first page: for whom, what it is about, how it ends, where everything is told."""
    return blocks.Page(
        "index",
        matter.game.title,
        _players(matter),
        (
            blocks.Section("", tuple(_head(matter, base))),
            blocks.Section("How it ends", tuple(_ending(matter))),
            blocks.Section("The pages", tuple(_contents(matter, pages)), paper=""),
        ),
    )


def _players(matter: Matter) -> str:
    least, most = matter.game.players
    if least == most:
        return f"For {least} player{'' if least == 1 else 's'}."
    return f"For {least} to {most} players."


def _head(matter: Matter, base: blocks.Book | None) -> Iterator[blocks.Block]:
    if matter.is_variant:
        yield blocks.Paragraph(
            (
                "These pages tell only what is different from ",
                Reference("game", base.folder, base.title) if base else "the game it changes",
                "; everything else is as it is there.",
            )
        )
    yield blocks.Paragraph((_players(matter),))
    for words in _aim(matter):
        yield blocks.Paragraph((words,), prose=True)
    for key, (title, clauses) in matter.game.sources.items():
        yield blocks.Paragraph(
            (f"Clauses marked {key} are those of “{title}”: {len(clauses)} in all.",)
        )


def _aim(matter: Matter) -> Iterator[str]:
    """The prose of the head, and what stands before the first chapter by itself."""
    _source, file = next(page for page in matter.pages if page[0].path == matter.roots[-1])
    for node in file.items:
        if isinstance(node, nodes.Game):
            docs = [line.text for line in node.lines if isinstance(line, nodes.Doc)]
            if docs:
                yield " ".join(docs)
    for item in matter.own:
        if item.node is None and not item.chapter:
            yield from item.texts


def _ending(matter: Matter) -> Iterator[blocks.Block]:
    points: list[Point] = []
    for item in dict.fromkeys(matter.anchors.item_at(unit.span) for unit in ends(matter)):
        if item is None:
            continue
        if isinstance(item.node, nodes.Whenever) and not item.texts:  # has no name to lead by
            points += _wins(matter, item)
            continue
        points.append(Point(matter.reference(item.span), tuple(_wins(matter, item))))
    if matter.game.limit and not matter.is_variant:
        count, unit = matter.game.limit
        points.append(Point((f"After {count} {unit} it is over at the latest.",)))
    if points:
        yield blocks.Steps(tuple(points))


def _wins(matter: Matter, item: Item) -> Iterator[Point]:
    """What its designer says of an end, and the lines that lead to it."""
    named = not isinstance(item.node, nodes.Whenever)
    if item.texts and named:
        yield Point((item.texts[0],))
    deeds = [node for unit in ends(matter) for node in unit.deeds()]
    spans = [node.span for node in deeds if isinstance(node, Victory | End)]
    said = matter.said(item)
    yield from leading(said.points if said else (), spans)


def _contents(matter: Matter, pages: list[blocks.Page]) -> Iterator[blocks.Block]:
    told = [page for page in pages if not page.empty]
    yield blocks.Steps(
        tuple(Point((Reference("page", page.name, page.title), f": {page.about}")) for page in told)
    )
