"""What a condition shows to those who see whether it holds: whether it reads what is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.from_game.whole import Whole
from hoyle.dsl import game as g
from hoyle.dsl import walk


def reads_hidden(e: walk.Node | None, whole: Whole) -> bool:
    """Whether a condition reads anything that somebody may not see."""
    if e is None:
        return False
    return any(_is_hidden(node) for node in _reads(e, set(), whole))


def _reads(e: walk.Node, seen: set[object], whole: Whole) -> Iterator[walk.Node]:
    """All nodes of an expression, of the values it asks for and of what its names stand for; mere
    counts are left out."""
    waiting = [e]
    while waiting:
        node = waiting.pop()
        zone = _counted(node)
        if zone is not None:
            waiting.extend(walk.parts(zone))
            continue
        yield node
        waiting.extend(walk.parts(node))
        if isinstance(node, g.ValueOf) and node.value not in seen:
            seen.add(node.value)
            waiting.extend(_bodies(node.value))
        if isinstance(node, g.LocalRef) and node.local not in seen:
            seen.add(node.local)
            waiting.extend(named for named in [_stands_for(node, whole)] if named is not None)


def _stands_for(ref: g.LocalRef, whole: Whole) -> g.Expr | None:
    """What a name is given by `let`, where nothing is drawn, rolled or asked for it."""
    value = whole.origins.get(ref.local) if ref.local.role == "let" else None
    done = g.Drawn | g.Rolled | g.RolledOff | g.Agreed | g.Called
    if value is None or any(isinstance(node, done) for node in walk.every(value)):
        return None
    return value


def _bodies(value: g.ValueDecl) -> Iterator[walk.Node]:
    if value.body is not None:
        yield value.body
    for adjust in value.adjusts:
        yield adjust.amount
        if adjust.when is not None:
            yield adjust.when


def _counted(node: walk.Node) -> g.FieldRead | None:
    """The zone of which is asked how many lie there, or whether any: that is public, unless it says
    otherwise."""
    zone: walk.Node | None
    match node:
        case g.Function(name="count", args=(arg, *_)):
            zone = _uncast(arg)
        case g.Binary(op="==" | "!=", a=a, b=b):
            one, other = _uncast(a), _uncast(b)
            zone = one if _is_none(other) else other if _is_none(one) else None
        case _:
            return None
    if not isinstance(zone, g.FieldRead) or zone.field.role != "zone":
        return None
    return None if zone.field.sight.count_hidden else zone


def _uncast(e: walk.Node) -> walk.Node:
    """What an expression is about: `count` of a zone for one piece takes it as a set of one."""
    match e:
        case g.Cast(a=inner) | g.SetLiteral(items=(inner,)):
            return _uncast(inner)
        case _:
            return e


def _is_none(e: walk.Node | None) -> bool:
    return isinstance(e, g.Literal) and e.value is None


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
        case g.LocalRef():
            named = _stands_for(e, whole)
            return named is not None and shows_number(named, whole)
        case g.ValueOf(value=value) if value.body is not None and not value.adjusts:
            return shows_number(value.body, whole) or any(reads_hidden(a, whole) for a in e.args)
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


# ------------------------------------------------------------------------------- what silence tells


def hides_options(stmt: g.Choose, following: g.Body, whole: Whole) -> bool:
    """Whether others cannot tell how many options a choice has."""
    return any(shows_number(one.source, whole) for one in _in_one_action((stmt, *following)))


def hides_branch(branch: g.Branch, whole: Whole) -> bool:
    """Whether others cannot tell if a branch is offered: by its `when`, or what must be chosen."""
    if reads_hidden(branch.when, whole):
        return True
    return any(shows_number(one.source, whole) for one in _in_one_action(branch.body))


def hides_actions(window: str, whole: Whole) -> bool:
    """Whether others cannot tell which `may … in W` are offered."""
    return any(
        can_be_hidden(action.carrier, whole) or hides_branch(action.branch, whole)
        for action in whole.game.actions
        if any(name == window for name, _ in action.windows)
    )


def _in_one_action(body: g.Body) -> Iterator[g.Choose]:
    """The choices that belong to one action: none of them may be left without an option."""
    while body:
        first = body[0]
        if isinstance(first, g.Pay):
            body = body[1:]
            continue
        if not isinstance(first, g.Choose):
            return
        yield first
        if first.otherwise is not None or first.if_any or first.may:
            return
        body = first.body or body[1:]
