"""Who sees what lies in a field, as its line says; what contradicts itself is told."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.expressions import fitted, resolve_expr
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.types import PLAYER, Broken, Optional, Player


def sight_of(field: g.Field, node: nodes.Field, scope: Scope) -> g.Sight:
    """Who sees what lies there, as the line says, else as its kind of place is wont to."""
    sight = field.sight
    kind, seers, hidden = sight.kind, sight.seers, sight.count_hidden
    for seen in node.seen:
        match seen:
            case nodes.Facing(way):
                kind = "up" if way == "up" else "down"
            case nodes.SeenBy(who):
                kind, seers = "seen", _seers(field, who, scope)
            case nodes.CountHidden():
                hidden = True
            case nodes.RefilledFrom():
                pass
    found = g.Sight(kind, field.this, seers, hidden)
    _check(field, node, found, scope)
    return found


def _check(field: g.Field, node: nodes.Field, sight: g.Sight, scope: Scope) -> None:
    """One sight at most, of what can be hidden; and a number is hidden only with what it counts."""
    said = [x for x in node.seen if isinstance(x, nodes.Facing | nodes.SeenBy)]
    for other in said[1:]:
        _report(
            scope,
            other,
            f"Who sees `{field.name}` is said twice.",
            "Say it once: `face up`, `face down`, or `seen by …` and one seat.",
            Label(said[0].span, "it is said here, too"),
        )
    hides = next((x for x in node.seen if isinstance(x, nodes.CountHidden)), None)
    if field.role == "fact" and (said or hides):
        _report(
            scope,
            node.seen[0],
            f"`{field.name}` is printed, and seen by whoever sees the piece.",
            "Say of the places where the piece lies who sees them.",
        )
    elif hides is not None and field.role != "zone":
        _report(
            scope,
            hides,
            f"`{field.name}` is no place for pieces, so there is no number of them to hide.",
            "To hide the field itself, say who sees it: `seen by …`, or `face down`.",
        )
    elif hides is not None and sight.kind == "up":
        _report(
            scope,
            hides,
            f"All see what lies in `{field.name}`, so they see how many there are.",
            "Say who sees what lies there, `seen by …` or `face down`; "
            "else leave `count hidden` out.",
        )


def _report(scope: Scope, seen: nodes.Seen, message: str, help: str, *labels: Label) -> None:
    scope.world.sink.report(codes.WRONG_SIGHT, seen.span, message, labels=labels, help=help)


def _seers(field: g.Field, who: nodes.Expr, scope: Scope) -> g.Expr:
    """A player or none; the owner of a player's field is that player."""
    if isinstance(who, nodes.Name) and who.text == "owner" and field.owner == "player":
        assert field.this is not None
        return scope.ref(field.this, who.span)
    if isinstance(who, nodes.Name) and who.text == "owner" and field.owner == "table":
        scope.report(
            codes.UNKNOWN_NAME,
            who.span,
            "What lies on the table has no owner.",
            help="Name a field with a player: `seen by dealer`; or say `face up`, `face down`.",
        )
        return broken(who.span)
    found = resolve_expr(who, scope)
    if isinstance(found.type, Broken):
        return found
    if isinstance(found.type, Optional) and isinstance(found.type.of, Player):
        return found
    return fitted(found, PLAYER, scope)
