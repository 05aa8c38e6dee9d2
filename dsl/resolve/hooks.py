"""Hooks that meet what happens, and actions that windows offer."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.carriers import Piece
from hoyle.dsl.resolve.choices import resolve_bound, resolve_when
from hoyle.dsl.resolve.common import Flow, cites
from hoyle.dsl.resolve.events import resolve_events, resolve_windows
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.places import Place, new_you
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.statements import resolve_whole
from hoyle.dsl.resolve.world import World, did_you_mean

BY: dict[str, str] = {"anyone": "anyone", "others": "others"}


# ---------------------------------------------------------------------------------- hooks


def add_hook(world: World, node: n.Hook, place: Place) -> None:
    hook = resolve_hook(world, node, place)
    if hook is not None:
        world.game.hooks.append(hook)


def resolve_hook(world: World, node: n.Hook, place: Place) -> g.Hook | None:
    """One hook; None if what it meets never happens."""
    you, bearer = new_you(node.span), place.bearer(node)
    scope = place.scope(you, bearer)
    events, bound = resolve_events(node.events, scope)
    inner = scope.block()
    bound.enter(inner)
    when, reason = resolve_when(node.when, inner)
    inside = inner.if_(shown(when, True)) if when is not None else inner
    name = f"{node.moment} {node.events[0].name}"
    rolled = node.moment == "after" and any(event.kind == "roll" for event in events)
    flow = Flow(name, rolled=rolled, purposes=tuple(x.text for x in node.purposes))
    body = resolve_whole(node.body, inside, flow) if node.body else None
    if len(events) < len(node.events):
        return None
    label = place.label(None, node.span, scope, name.replace("_", " ").capitalize())
    return g.Hook(
        node.moment,
        node.may,
        events,
        _by(node.by, scope),
        _purposes(node, events, scope),
        resolve_bound(node.limited, scope),
        when,
        reason,
        body,
        place.carrier,
        you,
        bearer,
        label,
        node.span,
        cites(node),
        place.effect,
    )


def _by(name: n.Name | None, scope: Scope) -> str:
    """Whose deeds are met: your own, anyone's, others'."""
    if name is None:
        return "own"
    if name.text not in BY:
        scope.report(
            codes.WRONG_HOOK,
            name.span,
            f"`by {name}` says nothing.",
            help="Write `by anyone`, `by others`, or leave it out: then it is your own doing.",
        )
    return BY.get(name.text, "anyone")


def _purposes(node: n.Hook, events: tuple[g.Event, ...], scope: Scope) -> tuple[str, ...]:
    """What a roll must be for."""
    if node.purposes and not all(event.kind == "roll" for event in events):
        scope.report(
            codes.WRONG_PURPOSE,
            node.purposes[0].span,
            "Only rolls have a purpose.",
            help="Write `after roll for` …, or leave the purpose out.",
        )
        return ()
    return tuple(name.text for name in node.purposes)


def check_purposes(world: World, purposes: tuple[str, ...], pieces: tuple[Piece, ...]) -> None:
    """Every purpose that a hook names must be one that some roll has."""
    hooks = [hook for hook, _ in world.all(n.Hook)]
    hooks += [r for piece in pieces for r in piece.node.rules if isinstance(r, n.Hook)]
    for hook in hooks:
        for name in hook.purposes:
            if name.text not in purposes:
                world.sink.report(
                    codes.WRONG_PURPOSE,
                    name.span,
                    f"No roll is made `for {name}`.",
                    help=did_you_mean(name.text, purposes)
                    or f"Write `roll … for {name}` where it is made.",
                )


# ---------------------------------------------------------------------------------- actions


def resolve_action(node: n.Action, place: Place) -> g.Action | None:
    you, bearer = new_you(node.span), place.bearer(node)
    scope = place.scope(you, bearer)
    windows, bound = resolve_windows(node.windows, scope)
    if not windows:
        return None
    inner = scope.block()
    bound.enter(inner)
    label = _action_label(node, place, inner)
    when, reason = resolve_when(node.when, inner)
    inside = inner.if_(shown(when, True)) if when is not None else inner
    flow = Flow(f"in {node.windows[0].name}")
    body = resolve_whole(node.body, inside, flow) if node.body else ()
    limit = resolve_bound(node.limited, scope)
    branch = g.Branch(label, limit, when, reason, body, node.span, cites(node))
    return g.Action(windows, branch, place.carrier, you, bearer, node.span, cites(node))


def _action_label(node: n.Action, place: Place, scope: Scope) -> g.Prompt:
    if node.label is None and place.piece is None:
        scope.report(
            codes.WRONG_WINDOW,
            node.span,
            "What may be done here has no name to be shown.",
            help=f'Write `may "…" in {node.windows[0].name}`; only a piece lends its own name.',
        )
    return place.label(node.label, node.span, scope, "")
