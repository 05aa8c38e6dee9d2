"""What is in the box: kinds, pieces with their tables, dice, supplies; where things lie; boards."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import row_anchor
from hoyle.compiler.to_docs.drawing.board import draw
from hoyle.compiler.to_docs.english.said import Point, Reference
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.sheets import sheet
from hoyle.dsl import nodes


def components(matter: Matter) -> blocks.Page:
    """The page of pieces, kinds, dice and money."""
    pieces = matter.of(nodes.Component, nodes.Chart)
    small = matter.of(nodes.Kinds, nodes.Die, nodes.Supply)
    return blocks.Page(
        "components",
        "What is in the box",
        "cards, tiles and other pieces with their tables, dice, money",
        (
            blocks.Section("", tuple(_summary(matter))),
            blocks.Section("Pieces and tables", tuple(_many(matter, pieces))),
            blocks.Section("Kinds, dice, money", tuple(_many(matter, small))),
        ),
    )


def _summary(matter: Matter) -> Iterator[blocks.Block]:
    """How many there are of each component."""
    own = {str(item.node.name) for item in matter.own if isinstance(item.node, nodes.Component)}
    tables = [table for name, table in matter.game.tables.items() if name in own]
    if tables:
        rows = tuple(
            ((Reference("table", table.name, matter.thing(table.name)),), (str(len(table.rows)),))
            for table in tables
        )
        yield blocks.Sheet(("component", "pieces"), rows)


def _many(matter: Matter, found: list[Item]) -> Iterator[blocks.Block]:
    for items, entry in matter.whole(found):
        yield from _with_table(matter, items[-1], entry)


def _with_table(matter: Matter, item: Item, entry: blocks.Entry) -> Iterator[blocks.Block]:
    """A declaration and the rows of it."""
    match item.node:
        case nodes.Component(name) | nodes.Chart(name) | nodes.Board(name):
            table = sheet(matter, str(name))
        case _:
            table = None
    if isinstance(item.node, nodes.Kinds):
        yield kinds(matter, item)
        return
    yield entry
    if table is not None:
        yield table


def kinds(matter: Matter, item: Item) -> blocks.Entry:
    """A kinds: its values in order, as players read them."""
    entry = matter.entry(item, excerpt=False)
    assert isinstance(item.node, nodes.Kinds)
    labels = matter.game.kinds[str(item.node.name)].labels
    if entry.points:
        return entry
    points = (Point((", ".join(labels),)),)
    return blocks.Entry(
        entry.anchor, entry.title, entry.badge, entry.prose, points, False,
        entry.clauses, entry.place,
    )  # fmt: skip


def board(matter: Matter) -> blocks.Page:
    """The page of the board: its picture, legend and spaces."""
    boards = matter.of(nodes.Board)
    sections = tuple(
        section for item in boards for section in (_board(matter, item), *_maps(matter, item))
    )
    moving = tuple(matter.entry(item) for item in matter.of(nodes.Movement, nodes.Sight))
    return blocks.Page(
        "board",
        "The board",
        "the spaces and the ways between them, as a picture",
        (*sections, *([blocks.Section("Moving and seeing", moving)] if moving else [])),
    )


def _board(matter: Matter, item: Item) -> blocks.Section:
    assert isinstance(item.node, nodes.Board)
    name = str(item.node.space)
    table = matter.game.tables[name]
    spaces = sheet(matter, name)
    linked = spaces is not None

    def link(row: int) -> str:
        return row_anchor(name, table.rows[row].name) if linked else ""

    drawn = draw(matter.game, table, f"board-{name.lower()}", link)
    return blocks.Section(
        "",
        (
            *([blocks.Figure(drawn)] if drawn else []),
            matter.entry(item),
            *([spaces] if spaces else []),
        ),
    )


def _maps(matter: Matter, item: Item) -> Iterator[blocks.Section]:
    """The maps of scenarios other than the one that is told, each once."""
    assert isinstance(item.node, nodes.Board)
    match item.node.origin:
        case nodes.Attribute(owner=nodes.Name("scenario"), name=name):
            setting = name.text
        case _:
            return
    table, game = matter.game.tables[str(item.node.space)], matter.game
    played = game.scenarios.get(game.scenario)
    seen = {played.settings.get(setting)} if played else set()
    for scenario in game.scenarios.values():
        wanted = scenario.settings.get(setting)
        other = matter.map(table, wanted) if wanted and wanted not in seen else None
        seen.add(wanted)
        name_ = f"board-{table.name.lower()}-{scenario.name}"
        title = f"The map of “{scenario.title}”"
        drawn = draw(game, other, name_, lambda _: "", title) if other else None
        if drawn:
            yield blocks.Section(title, (blocks.Figure(drawn),))


def places(matter: Matter) -> blocks.Page:
    """The page of what lies on the table and before each player."""
    found = matter.of(nodes.TableHas, nodes.PlayerHas)
    return blocks.Page(
        "places",
        "Where things lie",
        "what lies on the table and before each player, and who may see it",
        (blocks.Section("", tuple(entry for _, entry in matter.whole(found))),),
    )
