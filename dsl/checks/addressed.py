"""`your` where nobody may be addressed: through every chain of calls from who speaks to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from typing import TypeGuard

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph, verb_of
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, every, locals_read

WAYS = ("exits", "neighbours", "distance", "steps_to_next", "landings")
"""Functions that look along roads; they carry in `anchor` who asks."""

PASSED_ON = ("you", "anchor", "asker")
"""Slots that hold whom a deed or an order belongs to: nobody will do there."""


@record
class _Reached:
    """How a unit is reached with nobody addressed: from which unit, at which line."""

    by: Unit
    at: Span


@record(frozen=False)
class _Unaddressed:
    """The units that can run while nobody is addressed."""

    graph: Graph
    found: dict[Unit, _Reached | None] = field(default_factory=dict)

    def spread(self) -> None:
        """From what speaks to nobody, along all calls that pass nobody on."""
        for unit in self.graph.units:
            if _speaks_to_nobody(unit):
                self.found[unit] = None
        for unit in self.graph.roots():
            if isinstance(unit.of, g.Hook) and self._on_flow(unit.of):
                self.found.setdefault(unit, None)
        for unit in (waiting := list(self.found)):
            for node in unit.nodes():
                if _by_nobody(node, unit):
                    for callee in self._started(node):
                        if callee not in self.found:
                            self.found[callee] = _Reached(unit, _span(node, unit))
                            waiting.append(callee)

    def _on_flow(self, hook: g.Hook) -> bool:
        """A rule for everybody on `setup`, `play` or the end of time is nobody's doing."""
        names = {event.name for event in hook.events}
        return hook.carrier is None and bool(names & {"setup", "play", "time_up"})

    def _started(self, node: Node) -> Iterator[Unit]:
        """What a node starts that speaks to whoever does it."""
        for unit in self.graph.runs(node):
            carried = isinstance(unit.of, (g.Hook, g.Action)) and unit.of.carrier is not None
            if not carried and not isinstance(unit.of, g.Action):
                yield unit

    def chain(self, unit: Unit) -> Iterator[tuple[Unit, Span]]:
        """The calls that lead to a unit, the last one first."""
        step = self.found[unit]
        while step is not None:
            yield step.by, step.at
            step = self.found[step.by]


def check_addressed(graph: Graph, sink: Sink) -> None:
    """Report the first line of each unit that needs somebody where there may be nobody."""
    reach = _Unaddressed(graph)
    reach.spread()
    closed = _closed_to_some(graph.game)
    for unit in reach.found:
        if unit.speaks_to is None or _speaks_to_nobody(unit):
            continue
        needed = next(_needs(unit, closed, graph.game), None)
        if needed is not None:
            _report(unit, needed, reach, sink)
    for unit in graph.units:
        for node in unit.nodes() if closed else ():
            if _asks_the_way(node, closed) and node.anchor is None:
                _report_way(node, sink)


def _closed_to_some(game: g.Game) -> frozenset[str]:
    """The boards whose roads are closed to some players and open to others."""
    return frozenset(
        table.name
        for table in game.tables.values()
        if table.board is not None
        and any(you in locals_read(cond) for _, _, _, you, cond in table.board.closed)
    )


def _asks_the_way(node: Node, closed: frozenset[str]) -> TypeGuard[g.Function]:
    """Whether a function looks along roads that are open or closed to whoever asks."""
    if not isinstance(node, g.Function) or node.name not in WAYS:
        return False
    spaces = (getattr(arg.type, "of", arg.type) for arg in node.args)
    return any(isinstance(space, t.Thing) and space.name in closed for space in spaces)


def _report_way(node: g.Function, sink: Sink) -> None:
    sink.report(
        codes.NOBODY_ADDRESSED,
        node.span,
        f"Nobody is addressed here, and `{node.name}` finds roads closed to some players.",
        help="Put it into `each player`, `as P`, `turn` or a `value … of player`.",
    )


def _speaks_to_nobody(unit: Unit) -> bool:
    if isinstance(unit.of, g.Proc):
        return not unit.of.addressed
    return unit.kind == "whenever"


def _by_nobody(node: Node, unit: Unit) -> bool:
    """Whether nobody does this, or whoever the unit speaks to, who may be nobody."""
    if not isinstance(node, (g.Call, g.Called, g.Rolled, g.RolledOff)) and not (
        isinstance(node, g.Stmt) and verb_of(node)
    ):
        return False
    you = getattr(node, "you", None)
    return you is None or isinstance(you, g.Nobody) or _is(you, unit.speaks_to)


def _is(expr: object, local: g.Local | None) -> bool:
    while isinstance(expr, g.Cast):
        expr = expr.a
    return isinstance(expr, g.LocalRef) and local is not None and expr.local is local


def _span(node: Node, unit: Unit) -> Span:
    return node.span if isinstance(node, (g.Expr, g.Stmt)) else unit.span


def _needs(unit: Unit, closed: frozenset[str], game: g.Game) -> Iterator[Span]:
    """Where a unit's own `you` must be somebody, in what is claimed as it begins as well."""
    claimed = (claim.cond for claim in game.invariants if claim.before == unit.name)
    for node in every(*unit.tests, *unit.body, *claimed):
        for slot in fields(node):
            value = getattr(node, slot.name)
            values = value if isinstance(value, tuple) else (value,)
            for item in values:
                if _is(item, unit.speaks_to) and not _may_be_nobody(node, slot.name, closed):
                    yield _span(node, unit)


def _may_be_nobody(node: Node, slot: str, closed: frozenset[str]) -> bool:
    if _asks_the_way(node, closed):
        return slot != "anchor"
    if isinstance(node, (g.Choose, g.ChooseBranch, g.May, g.Cast)):
        return isinstance(node, g.Cast)
    if isinstance(node, g.Offer) and slot == "asker":
        return node.each_player or node.of is not None
    return slot in PASSED_ON


def _report(unit: Unit, span: Span, reach: _Unaddressed, sink: Sink) -> None:
    calls = tuple(reach.chain(unit))
    labels = [Label(at, f"`{by.name}` does it here") for by, at in calls]
    message = "Nobody is addressed here: what this meets is nobody's doing."
    if calls:
        message = f"Nobody is addressed here when `{calls[-1][0].name}` leads to `{unit.name}`."
    sink.report(
        codes.MAYBE_NOBODY,
        span,
        message,
        labels=labels,
        help="Call it under `each player` or `as P`, or give it the player as a parameter.",
    )
