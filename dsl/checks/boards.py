"""Boards with spaces that nobody reaches, or that nobody leaves."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.walk import every

MOST_NAMED = 6


def check_boards(graph: Graph, sink: Sink) -> None:
    """Spaces that nobody comes to, and such that nobody leaves."""
    for table in graph.game.tables.values():
        if table.board is None or table.board.shape != "roads" or not table.board.roads:
            continue
        named = _named(table.name, graph)
        _check_lonely(table, table.board, named, graph, sink)
        _check_dead_ends(table, table.board, named, sink)


def _check_lonely(
    table: g.Table, board: g.Board, named: set[int], graph: Graph, sink: Sink
) -> None:
    """No road leads to a space, no rule names it, and nobody chooses among all spaces."""
    reached = _reached(board, named)
    lonely = [row.name for index, row in enumerate(table.rows) if index not in reached]
    if lonely and not _chosen_from(table.name, graph):
        sink.report(
            codes.LONELY_SPACE,
            table.span,
            f"Nobody ever comes to {_listed(lonely)}: no road leads there, and no rule names it.",
            help="Add a road to the table of roads, or take the space out.",
        )


def _reached(board: g.Board, named: set[int]) -> set[int]:
    """Where roads lead from the spaces that rules name; if they name none, where any road leads."""
    if not named:
        return {to for _, to, _ in board.roads}
    found = set(named)
    waiting = sorted(named)
    while waiting:
        here = waiting.pop()
        further = {to for start, to, _ in board.roads if start == here} - found
        found |= further
        waiting += sorted(further)
    return found


def _check_dead_ends(table: g.Table, board: g.Board, named: set[int], sink: Sink) -> None:
    """A road leads to a space, none leads on, and no rule names it."""
    left = {start for start, _, _ in board.roads}
    ends = sorted({to for _, to, _ in board.roads} - left - named)
    if ends:
        sink.report(
            codes.DEAD_END,
            table.span,
            f"No road leads on from {_listed([table.rows[end].name for end in ends])}.",
            help="Add a road to the table of roads, or name the space in a rule that says what "
            "happens there.",
        )


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(f"“{name}”" for name in names[:MOST_NAMED]) + more


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
