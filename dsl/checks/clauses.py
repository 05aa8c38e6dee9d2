"""Every clause of a source is cited by some line of the rules."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import NOWHERE, Span

MOST_NAMED = 12


def uncited(game: g.Game, key: str) -> tuple[g.Clause, ...]:
    """The clauses of a source that nothing cites, in the order of the source."""
    cited = {citation.clause for citation in game.cited}
    return tuple(clause for id_, clause in game.sources[key][1].items() if id_ not in cited)


def check_clauses(graph: Graph, sink: Sink) -> None:
    """One report for each source that lacks something."""
    for key, (title, _) in graph.game.sources.items():
        missing = uncited(graph.game, key)
        if missing:
            names = ", ".join(clause.id for clause in missing[:MOST_NAMED])
            more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
            sink.report(
                codes.CLAUSE_NOT_CITED,
                _head(graph.game),
                f"Nothing cites {names}{more} of “{title}”.",
                help="Cite each where its rule stands, or say in a `ruling` why it makes no rule.",
            )


def _head(game: g.Game) -> Span:
    """The first thing that cites anything, else no place: clauses stand in no text of ours."""
    path = game.files[0] if game.files else ""
    return Span(path, 0, 0) if path else NOWHERE
