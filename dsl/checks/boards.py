"""Boards with spaces that nobody reaches."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.walk import every

MOST_NAMED = 6


def check_boards(graph: Graph, sink: Sink) -> None:
    """No road leads to a space, no rule names it, and nobody chooses among all spaces."""
    for table in graph.game.tables.values():
        if table.board is None or table.board.shape != "roads" or not table.board.roads:
            continue
        lonely = _lonely(table, table.board, graph)
        if lonely and not _chosen_from(table.name, graph):
            names = ", ".join(f"“{name}”" for name in lonely[:MOST_NAMED])
            more = f" and {len(lonely) - MOST_NAMED} more" if len(lonely) > MOST_NAMED else ""
            sink.report(
                codes.LONELY_SPACE,
                table.span,
                f"Nobody ever comes to {names}{more}: no road leads there, and no rule names it.",
                help="Add a road to the table of roads, or take the space out.",
            )


def _lonely(table: g.Table, board: g.Board, graph: Graph) -> list[str]:
    reached = {to for _, to, _ in board.roads}
    reached |= _named(table.name, graph)
    return [row.name for index, row in enumerate(table.rows) if index not in reached]


def _named(board: str, graph: Graph) -> set[int]:
    """The spaces that a rule or a table names."""
    found = set()
    for unit in graph.units:
        for node in unit.nodes() if unit.kind != "example" else ():
            if isinstance(node, g.Literal) and node.type == t.Thing(board):
                found.add(node.value)
    for table in graph.game.tables.values():
        for field in table.fields.values():
            if t.Thing(board) in (field.type, getattr(field.type, "of", None)):
                found.update(row.facts.get(field.name) for row in table.rows)
    return {index for index in found if isinstance(index, int)}


def _chosen_from(board: str, graph: Graph) -> bool:
    """Whether somebody chooses a space of all that there are."""
    choices = (n for unit in graph.units for n in unit.nodes() if isinstance(n, g.Choose))
    parts = (part for choice in choices for part in every(choice.source))
    return any(isinstance(part, g.AllOf) and part.of == board for part in parts)
