"""Pieces that the rules describe themselves: the block of a piece is its row.

Where a component has neither a table nor `for each`, `Card "Windfall"` and its block make a piece;
lines like `boost = 3` say what is printed on it. Here are their names, in `printed` their facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.cells import least
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import Text

COPIES = "copies"
MOST_COPIES = 500
PROVENANCE = ("status", "source")


def name_written(world: World) -> None:
    """A row for every name that a block of rules gives, as often as it has copies."""
    written = set(written_tables(world))
    for node, piece in blocks(world):
        table = world.game.tables.get(piece.type.text)
        if table is None or table.name not in written or rows_of(table, piece.name):
            continue
        copies = _copies(world, printed_lines(node, COPIES), table)
        table.rows += [g.Row(piece.name, _unsaid(table, piece.name), 0) for _ in range(copies)]


def written_tables(world: World) -> Iterator[str]:
    """The components that no page gives rows in another way."""
    rows = {node.name.text for node, _ in world.by_level(n.Component) if node.rows is not None}
    for table in world.game.tables.values():
        if table.form == "component" and table.name not in rows:
            yield table.name


def blocks(world: World) -> Iterator[tuple[n.PieceRules, n.Piece]]:
    for node, _ in world.by_level(n.PieceRules):
        if isinstance(node.subject, n.Piece):
            yield node, node.subject


def printed_lines(node: n.PieceRules, *names: str) -> list[n.PrintedFact]:
    """The lines of a block that say what is printed; only those of some names, if any are given."""
    lines = [rule for rule in node.rules if isinstance(rule, n.PrintedFact)]
    return [line for line in lines if not names or line.name.text in names]


def rows_of(table: g.Table, name: str) -> list[g.Row]:
    return [row for row in table.rows if row.name == name]


def _copies(world: World, lines: list[n.PrintedFact], table: g.Table) -> int:
    if not lines or COPIES in table.fields:
        return 1
    value = lines[0].value
    if isinstance(value, n.Number) and 0 < value.value <= MOST_COPIES:
        return value.value
    world.sink.report(
        codes.WRONG_FACT,
        value.span,
        "This is not a number of copies.",
        help=f"Write a number 1..{MOST_COPIES}.",
    )
    return 1


def _unsaid(table: g.Table, name: str) -> dict[str, g.Value]:
    """What is printed where nothing is said: the name, no, 0, none."""
    facts = {field.name: least(field.type) for field in facts_of(table)}
    if "name" in facts and isinstance(table.fields["name"].type, Text):
        facts["name"] = name
    return facts


def facts_of(table: g.Table) -> Iterator[g.Field]:
    yield from (field for field in table.fields.values() if field.role == "fact")
