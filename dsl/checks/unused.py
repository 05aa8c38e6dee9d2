"""What never runs and what is never used: deeds, values, fields, parameters, effects, windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph, things_of
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, all_fields, all_values, every

READ_BY_ITSELF = {"returns", "standing", "owner", "name", "ends"}
"""Values and fields that the game reads without being told to."""


@record(frozen=False)
class _Uses:
    """Everything that the rules look at, run or begin; examples do not count."""

    fields: set[g.Field] = field(default_factory=set)
    values: set[g.ValueDecl] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    locals: set[g.Local] = field(default_factory=set)
    effects: set[g.Lasting] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def note(self, node: Node) -> None:
        """Take in one node."""
        match node:
            case g.FieldRead():
                self.fields.add(node.field)
            case g.ValueOf():
                self.values.add(node.value)
            case g.OptionRead():
                self.options.add(node.option.name)
            case g.LocalRef():
                self.locals.add(node.local)
            case g.Begin() | g.With():
                self.effects.add(node.effect)
            case g.AllOf():
                self.names.add(node.of)
            case g.Literal():
                self.names.update(things_of(node.type))
            case _:
                pass


def check_unused(graph: Graph, sink: Sink) -> None:
    """All sorts of things that are there for nothing."""
    uses = _collect(graph)
    _check_moments(graph, sink)
    _check_locals(graph, uses, sink)
    if len(graph.game.scenarios) > 1:
        return  # what one scenario does not need, another may
    found = Sink()
    check_unreached(graph, found)
    _check_values(graph, uses, found)
    _check_fields(graph, uses, found)
    _check_rest(graph, uses, found)
    shared = set(graph.game.includes.values())  # what this game does not need, another may
    sink.extend(one for one in found if one.span.path not in shared)


def _collect(graph: Graph) -> _Uses:
    uses = _Uses()
    for unit in graph.units:
        if unit.kind != "example":
            for node in unit.nodes():
                uses.note(node)
            for assigned in _assigned(unit):
                uses.locals.discard(assigned)
    for constant in graph.game.constants:
        for part in every(constant):
            uses.note(part)
    for table in graph.game.tables.values():
        if table.stands_on is not None:
            uses.names.add(table.stands_on)
        for place in table.fields.values():
            uses.names.update(things_of(place.type))
    for place in (*graph.game.table_fields.values(), *graph.game.player_fields.values()):
        uses.names.update(things_of(place.type))
    return uses


def _assigned(unit: Unit) -> Iterator[g.Local]:
    """Locals that only get values: each is mentioned by its own changes alone."""
    mentions: dict[g.Local, int] = {}
    changes: dict[g.Local, int] = {}
    for node in unit.nodes():
        if isinstance(node, g.LocalRef):
            mentions[node.local] = mentions.get(node.local, 0) + 1
        elif isinstance(node, g.Assign) and isinstance(node.target, g.LocalRef):
            changes[node.target.local] = changes.get(node.target.local, 0) + 1
    return (local for local, times in changes.items() if mentions.get(local) == times)


def _warn(sink: Sink, span: Span, message: str, help_: str) -> None:
    sink.report(codes.UNUSED, span, message, help=help_)


# ---------------------------------------------------------------------------------- deeds


def check_unreached(graph: Graph, sink: Sink) -> None:
    """Every `to` must be run by something that the game runs by itself.

    What only such a one would run is not told.
    """
    reached = dict(graph.reach(graph.roots()))
    lonely = [
        proc
        for proc in graph.game.procs.values()
        if proc.name not in ("setup", "play", "turn") and graph.of(proc)
    ]
    called = {unit for proc in lonely for unit in _called(graph, proc)}
    # First those that nobody calls, then the rest: of a circle one is told.
    for proc in sorted(lonely, key=lambda proc: any(unit in called for unit in graph.of(proc))):
        units = graph.of(proc)
        if any(unit in reached for unit in units):
            continue
        reached |= graph.reach(units)
        sink.report(
            codes.UNREACHED,
            proc.span,
            f"`{proc.name}` never runs: nothing that is played calls it.",
            help="Call it, or take it out.",
        )


def _called(graph: Graph, proc: g.Proc) -> Iterator[Unit]:
    """What a deed runs, but itself."""
    own = graph.of(proc)
    return (callee for unit in own for callee in graph.callees(unit) if callee not in own)


def _check_moments(graph: Graph, sink: Sink) -> None:
    """A `to` at which nothing happens is a moment, and some rule must meet it."""
    for proc in graph.game.procs.values():
        if proc.body is None and not proc.versions and not graph.hooks_on("proc", proc.name):
            _warn(
                sink,
                proc.span,
                f"Nothing ever happens at `{proc.name}`.",
                "Write its body, a version for some piece, or a rule that meets it.",
            )


# ---------------------------------------------------------------------------------- values, fields


def _check_values(graph: Graph, uses: _Uses, sink: Sink) -> None:
    for value in all_values(graph.game):
        if value in uses.values or value.name in READ_BY_ITSELF or _replaced(value, uses):
            continue
        whose = f" of {value.of}" if value.of else ""
        _warn(
            sink, value.span, f"No rule looks at `{value.name}`{whose}.", "Take it out, or use it."
        )


def _replaced(value: g.ValueDecl, uses: _Uses) -> bool:
    """The parent of a value that is used need not be."""
    return any(used.parent is value for used in uses.values)


def _check_fields(graph: Graph, uses: _Uses, sink: Sink) -> None:
    kept = {name for c in graph.game.campaigns.values() for names, _ in c.carries for name in names}
    for place in all_fields(graph.game):
        if place in uses.fields or place.name in READ_BY_ITSELF or place.name in kept:
            continue
        if place.role == "fact" or _is_refill(place, graph) or place.role == "coins":
            continue
        _warn(
            sink,
            place.span,
            f"No rule reads or changes `{place.name}`.",
            "Take it out, or use it.",
        )


def _is_refill(place: g.Field, graph: Graph) -> bool:
    zones = (other.zone for other in all_fields(graph.game))
    return any(zone is not None and zone.refill is place for zone in zones)


# ---------------------------------------------------------------------------------- locals


def _check_locals(graph: Graph, uses: _Uses, sink: Sink) -> None:
    for unit in graph.units:
        if unit.kind == "to" and not unit.body:
            continue
        params = unit.params if unit.kind in ("to", "value", "lasting") else ()
        for param in _unread(params, uses, _borrowed(unit, graph)):
            what = f"`{param.name}` of `{unit.name}` is never used."
            _warn(sink, param.span, what, "Take the parameter out, or use it.")
        for local in _unread(_made_in(unit), uses, ()):
            _warn(sink, local.span, f"`{local.name}` is never used.", "Take it out, or use it.")


def _borrowed(unit: Unit, graph: Graph) -> tuple[g.Local, ...]:
    """Parameters that others need: versions, rules that meet a `to`, adjustments of a value."""
    match unit.of:
        case g.Proc() as proc:
            hooks = (hook.of for hook in graph.hooks_on("proc", proc.name))
            events = (e for hook in hooks if isinstance(hook, g.Hook) for e in hook.events)
            met = any(event.name == proc.name and event.args for event in events)
            return unit.params if met or proc.versions or proc.parent is not None else ()
        case g.ValueDecl() as value:
            return unit.params if value.adjusts or value.parent is not None else ()
        case g.Lasting():
            return unit.params
        case _:
            return ()


def _made_in(unit: Unit) -> Iterator[g.Local]:
    for node in unit.deeds():
        match node:
            case g.Let() | g.Choose():
                yield node.local
            case _:
                pass


def _unread(
    locals_: Iterable[g.Local], uses: _Uses, kept: tuple[g.Local, ...]
) -> Iterator[g.Local]:
    return (local for local in locals_ if local not in uses.locals and local not in kept)


# ---------------------------------------------------------------------------------- the rest


def _check_rest(graph: Graph, uses: _Uses, sink: Sink) -> None:
    for option in graph.game.options.values():
        if option.name not in uses.options:
            _warn(sink, option.span, f"No rule looks at the option `{option.name}`.", "Use it.")
    for effect in graph.game.lastings:
        if effect not in uses.effects:
            _warn(sink, effect.span, f"`{effect.name}` never begins.", "Write `begin` somewhere.")
    for table in graph.game.tables.values():
        if table.name not in uses.names and not _has_rules(table.name, graph):
            _warn(sink, table.span, f"No rule ever names {table.name}.", "Take it out, or use it.")
    _check_windows(graph, sink)
    _check_endings(graph, sink)


def _has_rules(thing: str, graph: Graph) -> bool:
    carriers = (getattr(unit.of, "carrier", None) for unit in graph.units)
    named = any(carrier is not None and carrier.thing == thing for carrier in carriers)
    return named or any(t.Thing(thing) == param.type for u in graph.units for param in u.params)


def _check_windows(graph: Graph, sink: Sink) -> None:
    """An offer in which nothing can be done is no offer."""
    for unit in graph.units:
        for node in unit.nodes():
            if not isinstance(node, g.Offer) or node.branches:
                continue
            if not graph.actions_in(node.window.name):
                name = node.window.name
                _warn(
                    sink,
                    node.span,
                    f"Nothing can be done in `{name}`.",
                    f"Give it branches, or write `may … in {name}` somewhere.",
                )


def _check_endings(graph: Graph, sink: Sink) -> None:
    """An effect that is begun must end some time."""
    ended = {n.effect for u in graph.units for n in u.nodes() if isinstance(n, g.Begin) and n.ends}
    for unit in graph.units:
        for node in unit.nodes():
            if not isinstance(node, g.Begin) or node.ends or node.effect.endings:
                continue
            if node.effect not in ended:
                sink.report(
                    codes.WRONG_LASTING,
                    node.span,
                    f"`{node.effect.name}` begins here and never ends.",
                    help=f"Write `lasting {node.effect.name} until …`, "
                    f"`with {node.effect.name}(…)` over a block, or `end {node.effect.name}(…)`.",
                )
