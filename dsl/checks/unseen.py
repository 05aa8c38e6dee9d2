"""Rules read no face that nobody sees: what lies in a bag or face down is a set of places only.

count(pouch where colour is red)        nobody knows: the bag has been mixed
let ball = draw 1 from pouch to tray    now it is seen
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.checks.graph import Graph
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Node, Unit, every, parts

_STATED = ("example", "invariant", "fork")
"""Units that are no rules: they may know everything."""

_OF_PLACES = ("owner_of", "space_of", "placed", "place_of", "spaces_of")
"""What is asked of where a piece lies, not of which it is."""


def check_unseen(graph: Graph, sink: Sink) -> None:
    """Every fact of a piece that a rule reads where it lies."""
    told = list(_told(sink))
    for unit in graph.units:
        if unit.kind not in _STATED:
            _check(unit, told, sink)


def _told(sink: Sink) -> Iterator[Span]:
    """What is reported already because it shows to a seat what nobody sees."""
    for diagnostic in sink:
        if diagnostic.code in (codes.HIDDEN_CONDITION, codes.HIDDEN_ACTOR, codes.HIDDEN_PROMPT):
            yield diagnostic.span
            yield from (label.span for label in diagnostic.labels)


def _check(unit: Unit, told: list[Span], sink: Sink) -> None:
    shown = set(_shown(unit))
    for node in unit.nodes():
        for read, zone in _faces_read(node):
            if zone not in shown and not any(_within(read.span, span) for span in told):
                sink.report(
                    codes.UNSEEN_FACE,
                    read.span,
                    f"Nobody sees what lies in `{zone.name}`, so no rule can read it there.",
                    help="Count them all, `draw` or `reveal` some first, or let somebody "
                    "`look at` them; or read it where it lies open.",
                )


def _within(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start and inner.end <= outer.end


def _shown(unit: Unit) -> Iterator[g.Field]:
    """The zones out of which the unit reveals something."""
    for node in unit.nodes():
        if isinstance(node, g.Show):
            for part in every(node.what):
                if isinstance(part, g.FieldRead) and part.field.role == "zone":
                    yield part.field


def _faces_read(node: Node) -> Iterator[tuple[g.Expr, g.Field]]:
    """What is read of pieces in zones that nobody sees, and where they lie."""
    match node:
        case (
            g.Filtered(over=over, var=var, cond=cond) | g.Quantified(over=over, var=var, cond=cond)
        ):
            yield from _about(var, over, cond)
        case g.Fold(over=over, var=var, body=body):
            yield from _about(var, over, body)
        case g.Ranked(over=over, var=var, keys=keys):
            for _, key in keys:
                yield from _about(var, over, key)
        case g.FieldRead(of=of) if of is not None and node.field.role != "zone":
            for zone in _unseen(of):
                yield node, zone
        case g.Function(name="name_of", args=(of,)):
            for zone in _unseen(of):
                yield node, zone
        case _:
            return


def _about(var: g.Local, over: g.Expr, body: g.Expr) -> Iterator[tuple[g.Expr, g.Field]]:
    """The first thing that is read of each element; nothing where only faces turned up count."""
    if any(_asks(part, var, ("facing_up",)) for part in every(body)):
        return
    found = next(_uses(var, body), None)
    if found is not None:
        for zone in _unseen(over):
            yield found, zone


def _uses(var: g.Local, node: Node) -> Iterator[g.Expr]:
    """Where an element is looked at, but for where it lies."""
    waiting: list[Node] = [node]
    while waiting:
        here = waiting.pop()
        if _asks(here, var, _OF_PLACES):
            continue
        if isinstance(here, g.LocalRef) and here.local is var:
            yield here
        waiting.extend(reversed(parts(here)))


def _asks(node: Node, var: g.Local, names: tuple[str, ...]) -> bool:
    match node:
        case g.Function(name=name, args=(g.LocalRef(local=local), *_)):
            return local is var and name in names
        case _:
            return False


def _unseen(e: g.Expr) -> Iterator[g.Field]:
    """The zones, seen by nobody, out of which pieces are named where they lie."""
    match e:
        case g.FieldRead(field=field) if field.role == "zone":
            if field.sight.kind == "down":
                yield field
        case g.Cast(a=over) | g.Filtered(over=over) | g.Ranked(over=over):
            yield from _unseen(over)
        case g.Join(a=a, b=b):
            yield from _unseen(a)
            if e.op == "+":
                yield from _unseen(b)
        case g.IfElse(then=a, otherwise=b):
            yield from (*_unseen(a), *_unseen(b))
        case g.SetLiteral(items=items):
            for item in items:
                yield from _unseen(item)
        case g.Function(name="first" | "last" | "top" | "only" | "starting", args=args):
            for arg in args:
                yield from _unseen(arg)
        case g.ValueOf(value=value) if value.body is not None:
            yield from _unseen(value.body)
        case _:
            return
