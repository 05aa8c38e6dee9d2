"""What a condition shows to those who see whether it holds: whether it reads what is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.from_game.context import Whole
from hoyle.dsl import game as g
from hoyle.dsl import walk


def reads_hidden(e: walk.Node | None, whole: Whole) -> bool:
    """Whether a condition reads anything that somebody may not see."""
    if e is None:
        return False
    return any(_is_hidden(node) for node in _reads(e, set()))


def _reads(e: walk.Node, seen: set[g.ValueDecl]) -> Iterator[walk.Node]:
    """All nodes of an expression and of the values it asks for; mere counts are left out."""
    waiting = [e]
    while waiting:
        node = waiting.pop()
        if _is_count(node):
            continue
        yield node
        waiting.extend(walk.parts(node))
        if isinstance(node, g.ValueOf) and node.value not in seen:
            seen.add(node.value)
            waiting.extend(_bodies(node.value))


def _bodies(value: g.ValueDecl) -> Iterator[walk.Node]:
    if value.body is not None:
        yield value.body
    for adjust in value.adjusts:
        yield adjust.amount
        if adjust.when is not None:
            yield adjust.when


def _is_count(node: walk.Node) -> bool:
    """How many lie in a zone is public, unless it says otherwise."""
    if not isinstance(node, g.Function) or node.name != "count":
        return False
    arg = node.args[0]
    return isinstance(arg, g.FieldRead) and not arg.field.sight.count_hidden


def _is_hidden(node: walk.Node) -> bool:
    return isinstance(node, g.FieldRead) and node.field.sight.kind != "up"


def can_be_hidden(carrier: g.Selector | None, whole: Whole) -> bool:
    """Whether a piece can lie with a player where others do not see which one it is."""
    if carrier is None:
        return False
    pieces = whole.pieces.get(carrier.thing)
    if pieces is None:
        return False
    return any(z.field.owner != "table" and z.field.sight.kind != "up" for z in pieces.zones)


def shows_number(e: g.Expr, whole: Whole) -> bool:
    """Whether it is a secret how many a set holds: hidden things decide who belongs to it."""
    match e:
        case g.Cast(a=a):
            return shows_number(a, whole)
        case g.FieldRead() if e.field.role == "zone":
            return e.field.sight.count_hidden
        case g.Filtered():
            return reads_hidden(e, whole)
        case g.Ranked(over=over):
            return shows_number(over, whole)
        case g.Join(a=a, b=b):
            return shows_number(a, whole) or shows_number(b, whole)
        case _:
            return reads_hidden(e, whole)
