"""Rules that meet others: hooks, actions, adjustments, lasting effects, lifts, versions of a `to`.

At the left margin they hold for everybody; under a piece they are in force with it.
"""

from __future__ import annotations

from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve.adjusts import Carried, resolve_adjust
from hoyle.dsl.resolve.carriers import Piece, find_pieces
from hoyle.dsl.resolve.events import event_of
from hoyle.dsl.resolve.expressions import resolve_condition, resolve_expr
from hoyle.dsl.resolve.hooks import add_hook, resolve_action, resolve_hook
from hoyle.dsl.resolve.places import Place, new_you
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.versions import check_versions, resolve_version
from hoyle.dsl.resolve.world import World, did_you_mean


def prepare_pieces(world: World) -> tuple[Piece, ...]:
    """Who carries what, before any body: the effects among a piece's rules belong to it."""
    pieces = find_pieces(world)
    for piece in pieces:
        for rule in piece.node.rules:
            if isinstance(rule, n.Lasting):
                effect = world.lastings.get(rule.head.name.text)
                if effect is not None and world.node_of.get(effect) is rule:
                    effect.carrier = piece.carrier
                    effect.bearer = piece.bearer(rule)
    return pieces


def resolve_rules(world: World, pieces: tuple[Piece, ...]) -> None:
    """Everything but actions: those need to know which windows are opened, in hooks as well."""
    for hook, in_variant in world.all(n.Hook):
        add_hook(world, hook, Place(world, None, in_variant))
    for adjust, in_variant in world.all(n.Adjust):
        resolve_adjust(adjust, top(world), Carried(in_variant=in_variant))
    for lasting, in_variant in world.all(n.Lasting):
        _lasting(world, lasting, Place(world, None, in_variant))
    for piece in pieces:
        place = Place(world, piece, piece.in_variant)
        for rule in piece.node.rules:
            _piece_rule(world, rule, place)
    for proc in world.game.procs.values():
        check_versions(world, proc)


def resolve_actions(world: World, pieces: tuple[Piece, ...]) -> None:
    """The actions of all windows; those whose windows other actions open come last."""
    waiting = [(node, Place(world, None, late)) for node, late in world.all(n.Action)]
    for piece in pieces:
        for rule in piece.node.rules:
            if isinstance(rule, n.Action):
                waiting.append((rule, Place(world, piece, piece.in_variant)))
    found: dict[int, g.Action] = {}
    left = list(range(len(waiting)))
    while left:
        ready = [i for i in left if _opened(world, waiting[i][0])] or left
        for i in ready:
            action = resolve_action(*waiting[i])
            if action is not None:
                found[i] = action
        left = [i for i in left if i not in ready]
    world.game.actions += [found[i] for i in sorted(found)]


def _opened(world: World, node: n.Action) -> bool:
    return all(window.name.text in world.game.windows for window in node.windows)


# ---------------------------------------------------------------------------------- under a piece


def _piece_rule(world: World, rule: n.PieceRule | n.Doc, place: Place) -> None:
    match rule:
        case n.Hook():
            add_hook(world, rule, place)
        case n.Adjust():
            _borne_adjust(rule, place)
        case n.Lasting():
            _lasting(world, rule, place)
        case n.Lift():
            world.game.lifts.append(_lift(rule, place))
        case n.Procedure():
            resolve_version(world, rule, place)
        case n.Value():
            world.sink.report(
                codes.WRONG_VERSION,
                rule.span,
                "A value does not stand among the rules of a piece.",
                help="Write it at the left margin, `value NAME of TYPE`, and `adjust` it here.",
            )
        case n.Action() | n.Ruling() | n.Example() | n.PrintedFact() | n.Doc():
            return  # actions come later, the others are read with others of their sort


def _borne_adjust(rule: n.Adjust, place: Place) -> g.Adjust | None:
    you = new_you(rule.span) if place.piece is not None else None
    bearer = place.bearer(rule)
    carried = Carried(place.carrier, you, bearer, place.in_variant, place.effect)
    return resolve_adjust(rule, place.scope(you, bearer), carried)


def _lift(rule: n.Lift, place: Place) -> g.Lift:
    bearer = place.bearer(rule)
    scope = place.scope(None, bearer)
    names = tuple(name.text for name in rule.names)
    for name in rule.names:
        _check_lifted(name, scope)
    when = None
    if rule.when is not None:
        inner = _stepping(names, bearer, scope)
        when = resolve_condition(rule.when.condition, inner.pure("it is looked at for every step"))
    return g.Lift(names, when, place.carrier, bearer, rule.span)


def _check_lifted(name: n.Name, scope: Scope) -> None:
    """A bar or halt of some movement."""
    movements = scope.world.game.movements.values()
    known = [bar for move in movements for bar, _ in (*move.bars, *move.halts)]
    if name.text not in known:
        scope.report(
            codes.WRONG_MOVEMENT,
            name.span,
            f"No movement has a bar or halt `{name}`.",
            help=did_you_mean(name.text, known) or f"Write `bar {name} when …` in a movement.",
        )


def _stepping(names: tuple[str, ...], bearer: g.Local | None, scope: Scope) -> Scope:
    """`here`, `there`, `rise` are those of the movement whose bars are lifted."""
    inner = scope.block()
    for movement in scope.world.game.movements.values():
        mine = bearer is None or bearer.type == t.Thing(movement.thing)
        has = {bar for bar, _ in (*movement.bars, *movement.halts)} & set(names)
        if mine and has:
            for local in (movement.here, movement.there, movement.rise):
                inner.locals[local.name] = local
            break
    return inner


# ---------------------------------------------------------------------------------- effects


def _lasting(world: World, node: n.Lasting, place: Place) -> None:
    effect = world.lastings.get(node.head.name.text)
    if effect is None or world.node_of.get(effect) is not node:
        return
    inner = Place(world, place.piece, place.in_variant, effect)
    scope = inner.scope(None, effect.bearer)
    endings = [_ending(ending, scope) for ending in node.endings]
    effect.endings = tuple(ending for ending in endings if ending is not None)
    for rule in node.rules:
        _effect_rule(world, rule, effect, inner)
    world.game.lastings.append(effect)


EffectRule = n.Adjust | n.Hook | n.Action | n.Lift | n.Doc


def _effect_rule(world: World, rule: EffectRule, effect: g.Lasting, place: Place) -> None:
    match rule:
        case n.Adjust():
            adjust = _borne_adjust(rule, place)
            if adjust is not None:
                effect.adjusts.append(adjust)
        case n.Hook():
            hook = resolve_hook(world, rule, place)
            if hook is not None:
                effect.hooks.append(hook)
                world.game.hooks.append(hook)
        case n.Lift():
            effect.lifts = (*effect.lifts, _lift(rule, place))
        case n.Action():
            world.sink.report(
                codes.WRONG_LASTING,
                rule.span,
                "A lasting effect offers nothing.",
                help="Write the `may` outside, with `when` the effect holds.",
            )
        case n.Doc():
            return


def _ending(node: n.Ending, scope: Scope) -> g.Ending | None:
    """`end of turn`, `next turn(f)`, `end of next turn(f)`, or a deed."""
    name = node.what.name.text
    what = event_of(name, scope.world)
    if what is None:
        scope.report(
            codes.WRONG_LASTING,
            node.span,
            f"Nothing called `{name}` ever happens, so nothing ends with it.",
            help=did_you_mean(name, scope.world.game.procs) or "Name `turn`, a `to` or a deed.",
        )
        return None
    args = tuple(
        resolve_expr(arg, scope, type_)
        for arg, type_ in zip(node.what.arguments or (), what[1], strict=False)
        if not isinstance(arg, (n.OfArgument, n.TypedArgument))
    )
    return g.Ending(_form(node), name, args)


def _form(node: n.Ending) -> Word["end", "next", "end next", "deed"]:
    if node.end_of:
        return "end next" if node.next else "end"
    return "next" if node.next else "deed"
