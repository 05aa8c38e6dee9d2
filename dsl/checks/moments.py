"""Watched conditions, adjustments that meet, ends of what is not running, orders from you."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.checks.loops import everything
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.walk import Node, Unit, all_values, every

# ---------------------------------------------------------------------------------- whenever


def check_whenevers(graph: Graph, sink: Sink) -> None:
    """The block of a `whenever` must make its condition false, or end the game."""
    for watched in graph.game.whenevers:
        nodes = tuple(everything(watched.body, graph))
        if any(isinstance(node, (g.Victory, g.End)) for node in nodes):
            continue
        read = graph.reads(watched.cond, *(over for _, over in watched.binds))
        written = graph.writes(watched.body)
        if not any(token in written for token in read):
            sink.report(
                codes.WHENEVER_STAYS,
                watched.span,
                "This `whenever` runs for ever: its block changes nothing that it looks at.",
                help="Let the block change what the condition reads, or end the game.",
            )


# ---------------------------------------------------------------------------------- adjust … to


def check_adjusts(graph: Graph, sink: Sink) -> None:
    """Two `adjust … to` of one value that surely hold at once."""
    for value in all_values(graph.game):
        given = [adjust for adjust in value.adjusts if adjust.op == "to"]
        for one, other in combinations(given, 2):
            if one.in_variant == other.in_variant and _surely_meet(one, other):
                sink.report(
                    codes.TWO_TO,
                    other.span,
                    f"`{value.name}` is set to two things at once.",
                    labels=(Label(one.span, "this is the other one"),),
                    help="Give one of them a `when` that keeps them apart.",
                )


def _surely_meet(one: g.Adjust, other: g.Adjust) -> bool:
    """Nothing keeps them apart: no condition, no effect, no argument."""
    if any(adjust.when is not None or adjust.lasting is not None for adjust in (one, other)):
        return False
    if _tests_differ(one, other):
        return False
    if one.carrier is None or other.carrier is None:
        return True
    shared = one.carrier.thing == other.carrier.thing
    dynamic = one.carrier.where is not None or other.carrier.where is not None
    return shared and not dynamic and bool(set(one.carrier.rows) & set(other.carrier.rows))


def _tests_differ(one: g.Adjust, other: g.Adjust) -> bool:
    """Whether they ask different constants of one parameter, or something that is not known."""
    mine, theirs = dict(one.tests), dict(other.tests)
    for index in {*mine, *theirs}:
        a, b = mine.get(index), theirs.get(index)
        for test in (a, b):
            if test is not None and not isinstance(test, (g.Literal, g.LocalRef)):
                return True
        if isinstance(a, g.Literal) and isinstance(b, g.Literal) and a.value != b.value:
            return True
    return False


# ---------------------------------------------------------------------------------- end NAME


def check_ends(graph: Graph, sink: Sink) -> None:
    """`end NAME`, and what lasts until the end of NAME, stand where NAME is running on some way."""
    ended = {name for unit in graph.units for node in unit.nodes() for name in _ended(node)}
    for proc in graph.game.procs.values():
        if proc.name not in ended:
            continue
        inside = graph.reach(graph.of(proc) + graph.hooks_on("proc", proc.name))
        if any(unit.body for unit in inside):  # then a watched condition may be met
            inside = graph.reach((*inside, *_watched(graph)))
        for unit in graph.units:
            if unit not in inside and unit.kind != "example":
                _report_ends(unit, proc.name, sink)


def _ended(node: Node) -> Iterator[str]:
    """The running deeds that a node counts on."""
    match node:
        case g.End() if node.name != "game":
            yield node.name
        case g.Begin() if not node.ends:
            yield from (end.name for end in node.effect.endings if end.form == "end")
        case _:
            return


def _watched(graph: Graph) -> Iterator[Unit]:
    return (unit for unit in graph.units if unit.kind == "whenever")


def _report_ends(unit: Unit, name: str, sink: Sink) -> None:
    for node in unit.nodes():
        if name not in _ended(node) or not isinstance(node, g.Stmt):
            continue
        if isinstance(node, g.Begin):
            code, message = codes.WRONG_LASTING, f"`{node.effect.name}` would not end with it"
            help_ = f"Begin it in what `{name}` does, or let it last until something else."
        else:
            code, message = codes.NOT_RUNNING, "it cannot be ended"
            help_ = f"`end {name}` belongs into what `{name}` does, or into what that calls."
        text = f"`{name}` is never running here, so {message}."
        sink.report(code, node.span, text, help=help_)


# ---------------------------------------------------------------------------------- first(players)


def check_first(graph: Graph, sink: Sink) -> None:
    """`first(players)` in a turn is you."""
    for unit in graph.units:
        own = {unit.speaks_to} if unit.name == "turn" or unit.kind in ("hook", "action") else set()
        addressed = own | {node.you for node in unit.nodes() if isinstance(node, _ADDRESS)}
        for node in unit.nodes():
            if not isinstance(node, g.Function) or node.name != "first":
                continue
            anchor = node.anchor
            if _is_players(node) and isinstance(anchor, g.LocalRef) and anchor.local in addressed:
                sink.report(
                    codes.FIRST_IS_YOU,
                    node.span,
                    "Players go in turn order from you here, so this is you.",
                    help="Write `you`, or keep the player in a field; `seat` never changes.",
                )


_ADDRESS = (g.EachPlayer, g.EachOf, g.GoRound, g.As, g.Offer)


def _is_players(node: g.Function) -> bool:
    over = node.args[-1]
    return isinstance(over, g.AllOf) and over.of == "players"


# ---------------------------------------------------------------------------------- your, as


def check_shifts(graph: Graph, sink: Sink) -> None:
    """`your f` right above `as P`, and `your f` of P in its first line."""
    for unit in graph.units:
        for body in _bodies(unit):
            for above, below in pairwise(body):
                if isinstance(below, g.As) and below.body:
                    _check_shift(above, below, sink)


def _bodies(unit: Unit) -> Iterator[g.Body]:
    yield unit.body
    for node in unit.deeds():
        match node:
            case g.If():
                yield node.then
                yield node.otherwise
            case g.EachPlayer() | g.EachOf() | g.EachIn() | g.Repeat() | g.GoRound() | g.As():
                yield node.body
            case g.AtOnce() | g.With() | g.Choose() | g.Branch():
                yield node.body
            case _:
                pass


_ONE_LINE = (g.Assign, g.Let, g.Move, g.MovePawn, g.Draw, g.Pay, g.Show, g.Spend, g.Remove)


def _check_shift(above: g.Stmt, below: g.As, sink: Sink) -> None:
    if not isinstance(above, _ONE_LINE):
        return
    before = {field: read for field, you, read in _yours(above) if you is not below.you}
    for field, you, read in _yours(below.body[0]):
        if you is below.you and field in before:
            sink.report(
                codes.YOUR_SHIFTS,
                read.span,
                f"`your {field.name}` is another player's here than in the line above.",
                labels=(Label(before[field].span, "this one is the outer player's"),),
                help=f"Name the player: `p.{field.name}`.",
            )


def _yours(stmt: g.Stmt) -> Iterator[tuple[g.Field, g.Local, g.FieldRead]]:
    for node in every(stmt):
        match node:
            case g.FieldRead(of=g.LocalRef(local=local)) if local.role == "you":
                yield node.field, local, node
            case _:
                pass
