"""Options, scenarios, rulings with their reasons, invariants, examples."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.drawing.board import Drawn
from hoyle.compiler.to_docs.drawing.positions import position
from hoyle.compiler.to_docs.english.said import Point, Text, plain
from hoyle.compiler.to_docs.items import Item, expanded
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.playing import chapters
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl.types import Flag, Kind, Number, Thing

BASES = {
    "gap": "Where the source is silent",
    "text": "Where the source is easily misread",
    "conflict": "Where the source says two things",
}


def options(matter: Matter) -> blocks.Page:
    """The page of what may be agreed before the game, and of scenarios."""
    rows, anchors = [], []
    for item in matter.of(nodes.Option):
        assert isinstance(item.node, nodes.Option)
        option = matter.game.options[str(item.node.name)]
        rows.append(_option(matter, option, item))
        anchors.append(matter.anchors.of_item[item])
    columns = ("option", "what it changes", "choices", "usually", "clauses")
    table = (blocks.Sheet(columns, tuple(rows), "", tuple(anchors)),) if rows else ()
    scenarios = matter.of(nodes.Scenario, nodes.Campaign)
    return blocks.Page(
        "options",
        "Options and scenarios",
        "what the players may agree on before they begin",
        (
            blocks.Section("Options", table),
            blocks.Section("Scenarios", tuple(matter.entry(item) for item in scenarios)),
        ),
    )


def _option(matter: Matter, option: g.Option, item: Item) -> tuple[Text, ...]:
    return (
        (option.name.replace("_", " "),),
        (f"{option.text}{_only_if(matter, item)}",),
        (_choices(matter.game, option),),
        (words(matter.game, option.type, option.default),),
        blocks.listed(matter.clause_texts(item.clauses)),
    )


def _only_if(matter: Matter, item: Item) -> str:
    """With which other options it goes, and why."""
    said = matter.said(item)
    for point in said.points if said else ():
        words_ = plain(point.text)
        if words_.startswith("It may be set only if "):
            return f" (only if {words_.removeprefix('It may be set only if ').removesuffix('.')})"
    return ""


def _choices(game: g.Game, option: g.Option) -> str:
    match option.type:
        case Flag():
            return "yes, no"
        case Number(low, high):
            return f"{low} to {high}"
        case Kind(name):
            return ", ".join(game.kinds[name].labels)
        case Thing(name):
            return f"any {name}"
        case _:
            return "–"


def rulings(matter: Matter) -> blocks.Page:
    """The page of rulings: each with the clauses that it decides, and of what always holds."""
    found = matter.of(nodes.Ruling)
    groups = tuple(
        blocks.Section(title, tuple(_ruling(matter, item) for item in _of(found, basis)))
        for basis, title in BASES.items()
    )
    always = tuple(matter.entry(item) for item in matter.of(nodes.Invariant))
    return blocks.Page(
        "rulings",
        "Rulings",
        "how the source was understood where it is silent, unclear or contradicts itself",
        (*groups, blocks.Section("What always holds", always, paper="appendix")),
    )


def _of(found: list[Item], basis: str) -> list[Item]:
    return [
        item for item in found if isinstance(item.node, nodes.Ruling) and item.node.basis == basis
    ]


def _ruling(matter: Matter, item: Item) -> blocks.Entry:
    """A ruling, and what the clauses say that it is about."""
    entry = matter.entry(item, excerpt=False)
    assert isinstance(item.node, nodes.Ruling)
    return blocks.Entry(
        entry.anchor, (item.node.sentence,), entry.badge, entry.prose,
        tuple(_reasons(matter, item)), False, (), entry.place,
    )  # fmt: skip


def _reasons(matter: Matter, item: Item) -> Iterator[Point]:
    for id_ in expanded(matter.game, item.clauses):
        known = matter.game.sources[id_.partition("-")[0]][1]
        yield Point((blocks.clause(id_), f": {known[id_].text}"))


def _position(matter: Matter, example: g.Example, name: str) -> Drawn | None:
    """What an example is given, on the first board where it can be drawn."""
    boards = (table for table in matter.game.tables.values() if table.board is not None)
    found = (
        position(matter.game, board, matter.looks(board), example, name)
        for table in boards
        if (board := matter.board(table, example)) is not None
    )
    return next(filter(None, found), None)


def examples(matter: Matter) -> blocks.Page:
    """The page of examples, in the designer's chapters."""
    found = matter.of(nodes.Example)
    by_span = {example.span: example for example in matter.game.examples}

    def told(item: Item) -> Iterator[blocks.Block]:
        example = by_span.get(item.node.span) if item.node else None
        name = f"position-{matter.anchors.of_item[item]}"
        yield matter.entry(item, drawn=_position(matter, example, name) if example else None)

    return blocks.Page(
        "examples",
        "Examples",
        "positions and what comes of them; each is run and holds",
        tuple(chapters(found, told)),
        appendix=True,
    )
