"""Which rule does which clause: the rulebook's clauses against everything that cites them."""

from __future__ import annotations

from hoyle.dsl.game import Cited, Clause, Game
from hoyle.dsl.records import record

EXCUSED = "physical"  # clauses about boxes and table tops, which no rule can do


@record
class Trace:
    """A clause with what cites it. `missing`: neither cited nor of a kind that needs no rule."""

    source: str
    clause: Clause
    rules: tuple[Cited, ...]
    rulings: tuple[Cited, ...]
    examples: tuple[Cited, ...]

    @property
    def missing(self) -> bool:
        """Whether nothing speaks for the clause, not even a ruling."""
        return not self.rules and not self.rulings and self.clause.kind != EXCUSED

    @property
    def only_ruled(self) -> bool:
        """Whether only a ruling touches the clause."""
        return not self.rules and bool(self.rulings)


def traces(game: Game) -> list[Trace]:
    """Every clause of every source, in the order of its list."""
    by_clause: dict[str, list[Cited]] = {}
    for cited in game.cited:
        by_clause.setdefault(cited.clause, []).append(cited)
    return [
        _trace(title, clause, by_clause.get(clause.id, []))
        for title, clauses in game.sources.values()
        for clause in clauses.values()
    ]


def _trace(title: str, clause: Clause, cited: list[Cited]) -> Trace:
    def of(*ways: str) -> tuple[Cited, ...]:
        return tuple(one for one in cited if one.how in ways)

    return Trace(title, clause, of("rule", "data"), of("ruling"), of("example"))


def as_record(trace: Trace) -> dict[str, object]:
    """For JSON."""
    return {
        "clause": trace.clause.id,
        "section": trace.clause.section,
        "text": trace.clause.text,
        "kind": trace.clause.kind,
        "rules": [one.what for one in trace.rules],
        "rulings": [one.what for one in trace.rulings],
        "examples": [one.what for one in trace.examples],
        "missing": trace.missing,
    }
