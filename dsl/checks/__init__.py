"""What is checked on the finished game: one file for each family of mistakes."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl import game as g
from hoyle.dsl.checks.addressed import check_addressed
from hoyle.dsl.checks.boards import check_boards
from hoyle.dsl.checks.choices import (
    check_after_several,
    check_empty,
    check_otherwise,
    check_payments,
)
from hoyle.dsl.checks.clauses import check_clauses
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.checks.information import check_information
from hoyle.dsl.checks.loops import check_loops, check_offers
from hoyle.dsl.checks.moments import (
    check_adjusts,
    check_ends,
    check_first,
    check_shifts,
    check_whenevers,
)
from hoyle.dsl.checks.together import check_together
from hoyle.dsl.checks.told import check_told
from hoyle.dsl.checks.unseen import check_unseen
from hoyle.dsl.checks.unused import check_unused
from hoyle.dsl.diagnostics import Sink

Check = Callable[[Graph, Sink], None]

CHECKS: tuple[Check, ...] = (
    check_addressed,
    check_ends,
    check_together,
    check_loops,
    check_offers,
    check_empty,
    check_otherwise,
    check_payments,
    check_after_several,
    check_whenevers,
    check_adjusts,
    check_first,
    check_shifts,
    check_information,
    check_told,
    check_unseen,
    check_boards,
    check_unused,
    check_clauses,
)
"""In this order; each stands alone."""


def check_game(game: g.Game, sink: Sink) -> None:
    """All checks of a game that was resolved without a mistake."""
    graph = Graph(game)
    for check in CHECKS:
        check(graph, sink)
