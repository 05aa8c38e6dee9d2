"""Rules that meet others: hooks, actions, adjustments, lasting effects, lifts, versions of a `to`.

At the left margin they hold for everybody; under a piece they are in force with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.adjusts import Carried, resolve_adjust
from hoyle.dsl.resolve.carriers import Piece, find_pieces
from hoyle.dsl.resolve.choices import resolve_bound, resolve_when
from hoyle.dsl.resolve.common import Flow, cites
from hoyle.dsl.resolve.events import event_of, resolve_events, resolve_windows
from hoyle.dsl.resolve.expressions import resolve_condition, resolve_expr, resolve_prompt
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.relations import describe
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.statements import resolve_whole
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span

BY: dict[str, str] = {"anyone": "anyone", "others": "others"}


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
        _add_hook(world, hook, _Place(world, None, in_variant))
    for adjust, in_variant in world.all(n.Adjust):
        resolve_adjust(adjust, top(world), Carried(in_variant=in_variant))
    for lasting, in_variant in world.all(n.Lasting):
        _lasting(world, lasting, _Place(world, None, in_variant))
    for piece in pieces:
        place = _Place(world, piece, piece.in_variant)
        for rule in piece.node.rules:
            _piece_rule(world, rule, place)
    for proc in world.game.procs.values():
        _check_versions(world, proc)


def resolve_actions(world: World, pieces: tuple[Piece, ...]) -> None:
    """The actions of all windows; those whose windows other actions open come last."""
    waiting = [(node, _Place(world, None, late)) for node, late in world.all(n.Action)]
    for piece in pieces:
        for rule in piece.node.rules:
            if isinstance(rule, n.Action):
                waiting.append((rule, _Place(world, piece, piece.in_variant)))
    found: dict[int, g.Action] = {}
    left = list(range(len(waiting)))
    while left:
        ready = [i for i in left if _opened(world, waiting[i][0])] or left
        for i in ready:
            action = _action(*waiting[i])
            if action is not None:
                found[i] = action
        left = [i for i in left if i not in ready]
    world.game.actions += [found[i] for i in sorted(found)]


def _opened(world: World, node: n.Action) -> bool:
    return all(window.name.text in world.game.windows for window in node.windows)


# ------------------------------------------------------------------------------ where a rule stands


@dataclass(frozen=True, slots=True)
class _Place:
    """The margin, a piece or an effect: makes the scope and the locals of each rule there."""

    world: World
    piece: Piece | None
    in_variant: bool
    effect: g.Lasting | None = None

    @property
    def carrier(self) -> g.Selector | None:
        """The pieces whose rule it is."""
        return self.piece.carrier if self.piece is not None else None

    def bearer(self, rule: n.Node) -> g.Local | None:
        """The figure that bears the piece; inside an effect it is the effect's."""
        if self.effect is not None:
            return self.effect.bearer
        return self.piece.bearer(rule) if self.piece is not None else None

    def scope(self, you: g.Local | None, bearer: g.Local | None) -> Scope:
        """Where a rule is read."""
        if self.piece is not None:
            scope = self.piece.scope(self.world, you, bearer)
        else:
            scope = top(self.world)
            scope = scope.addressed(you) if you is not None else scope
        if self.effect is not None:
            scope = scope.block()
            for param in self.effect.params:
                scope.locals[param.name] = param
        return scope

    def label(self, given: n.Prompt | None, span: Span, scope: Scope, else_: str) -> g.Prompt:
        """What is shown to whoever may take it: its words, or the name of the piece."""
        if given is not None:
            return resolve_prompt(given, scope)
        if self.piece is None:
            return g.Prompt((else_,), span)
        if isinstance(self.piece.node.subject, n.Piece):
            return g.Prompt((self.piece.node.subject.name,), span)
        this = scope.ref(self.piece.carrier.this, span)
        return g.Prompt((g.Function(t.TEXT, span, "name_of", (this,)),), span)


def new_you(span: Span) -> g.Local:
    """Whose rule it is."""
    return g.Local("you", t.PLAYER, span.first(), "you")


# ---------------------------------------------------------------------------------- hooks


def _add_hook(world: World, node: n.Hook, place: _Place) -> None:
    hook = resolve_hook(world, node, place)
    if hook is not None:
        world.game.hooks.append(hook)


def resolve_hook(world: World, node: n.Hook, place: _Place) -> g.Hook | None:
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
    body = resolve_whole(node.body, inside, Flow(name, rolled=rolled)) if node.body else None
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


def _action(node: n.Action, place: _Place) -> g.Action | None:
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


def _action_label(node: n.Action, place: _Place, scope: Scope) -> g.Prompt:
    if node.label is None and place.piece is None:
        scope.report(
            codes.WRONG_WINDOW,
            node.span,
            "What may be done here has no name to be shown.",
            help=f'Write `may "…" in {node.windows[0].name}`; only a piece lends its own name.',
        )
    return place.label(node.label, node.span, scope, "")


# ---------------------------------------------------------------------------------- under a piece


def _piece_rule(world: World, rule: n.PieceRule | n.Doc, place: _Place) -> None:
    match rule:
        case n.Hook():
            _add_hook(world, rule, place)
        case n.Adjust():
            _borne_adjust(rule, place)
        case n.Lasting():
            _lasting(world, rule, place)
        case n.Lift():
            world.game.lifts.append(_lift(rule, place))
        case n.Procedure():
            _version(world, rule, place)
        case n.Value():
            world.sink.report(
                codes.WRONG_VERSION,
                rule.span,
                "A value does not stand among the rules of a piece.",
                help="Write it at the left margin, `value NAME of TYPE`, and `adjust` it here.",
            )
        case n.Action() | n.Ruling() | n.Example() | n.Doc():
            return  # actions come later, the others are read where all rulings and examples are


def _borne_adjust(rule: n.Adjust, place: _Place) -> g.Adjust | None:
    you = new_you(rule.span) if place.piece is not None else None
    bearer = place.bearer(rule)
    carried = Carried(place.carrier, you, bearer, place.in_variant, place.effect)
    return resolve_adjust(rule, place.scope(you, bearer), carried)


def _lift(rule: n.Lift, place: _Place) -> g.Lift:
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


# ---------------------------------------------------------------------------------- versions


def _version(world: World, rule: n.Procedure, place: _Place) -> None:
    """A piece's version of a `to`: `this` is its first argument, the others follow by name."""
    proc, carrier = world.lookup_proc(rule.head.name.text), place.carrier
    if carrier is None or not _fits_version(world, rule, proc, carrier) or proc is None:
        return
    you = new_you(rule.span)
    params = tuple(
        g.Local(param.name, param.type, rule.head.span, "param") for param in proc.params[1:]
    )
    params = _named_params(world, rule, proc, params)
    scope = place.scope(you, None)
    for param in params:
        scope.add(param)
    answer = proc.gives[1] if proc.gives else None
    body = resolve_whole(rule.body, scope, Flow(proc.name, answer))
    if place.in_variant:
        _replace_versions(proc, carrier)
    proc.versions.append(g.Version(carrier, you, params, body, rule.span, cites(rule)))


def _fits_version(
    world: World, rule: n.Procedure, proc: g.Proc | None, carrier: g.Selector
) -> bool:
    name = rule.head.name
    if proc is None:
        world.sink.report(
            codes.WRONG_VERSION,
            name.span,
            f"There is no `to {name}` of which this could be {carrier.thing}'s version.",
            help=did_you_mean(name.text, world.game.procs)
            or f"Declare it at the left margin: `to {name}(x: {carrier.thing})`.",
        )
        return False
    first = proc.params[0].type if proc.params else None
    names = first.names if isinstance(first, t.Either) else ()
    if first == t.Thing(carrier.thing) or carrier.thing in names:
        return True
    takes = describe(first) if first is not None else "nothing"
    world.sink.report(
        codes.WRONG_VERSION,
        name.span,
        f"`{name}` is about {takes}, not about a {carrier.thing}.",
        labels=(Label(proc.span, f"`to {name}` is declared here"),),
        help="Its first parameter must be the piece.",
    )
    return False


def _named_params(
    world: World, rule: n.Procedure, proc: g.Proc, own: tuple[g.Local, ...]
) -> tuple[g.Local, ...]:
    """The parameters behind the piece, under the names that the version gives them."""
    given = [name for parameter in rule.head.parameters for name in parameter.names]
    if not given:
        return own
    if len(given) == len(own):
        pairs = zip(given, own, strict=True)
        return tuple(g.Local(name.text, local.type, name.span, "param") for name, local in pairs)
    world.sink.report(
        codes.WRONG_VERSION,
        rule.head.span,
        f"`{proc.name}` has {len(own)} parameters behind the piece, and {len(given)} stand here.",
        labels=(Label(proc.span, f"`to {proc.name}` is declared here"),),
        help=f"Write `to {proc.name}` alone: the parameters keep their names.",
    )
    return own


def _replace_versions(proc: g.Proc, carrier: g.Selector) -> None:
    """A variant's version stands in the place of its parent's of the same rank."""
    for index, version in enumerate(proc.versions):
        old = version.selector
        if (old.thing, old.rank) == (carrier.thing, carrier.rank) and old.where is None:
            rows = tuple(row for row in old.rows if row not in carrier.rows)
            proc.versions[index] = replace(version, selector=replace(old, rows=rows))
    proc.versions[:] = [v for v in proc.versions if v.selector.rows]


def _check_versions(world: World, proc: g.Proc) -> None:
    """Two versions of one rank for one piece are an error."""
    for one, other in combinations(proc.versions, 2):
        a, b = one.selector, other.selector
        if (a.thing, a.rank) != (b.thing, b.rank) or a.where or b.where:
            continue
        both = [row for row in a.rows if row in b.rows]
        if not both:
            continue
        name = world.game.tables[a.thing].rows[both[0]].name
        world.sink.report(
            codes.TWO_VERSIONS,
            other.span,
            f"{a.thing} “{name}” has two versions of `{proc.name}`.",
            labels=(Label(one.span, "this is the other one"),),
            help="Narrow one of the two conditions, or name the piece for its own version.",
        )


# ---------------------------------------------------------------------------------- effects


def _lasting(world: World, node: n.Lasting, place: _Place) -> None:
    effect = world.lastings.get(node.head.name.text)
    if effect is None or world.node_of.get(effect) is not node:
        return
    inner = _Place(world, place.piece, place.in_variant, effect)
    scope = inner.scope(None, effect.bearer)
    endings = [_ending(ending, scope) for ending in node.endings]
    effect.endings = tuple(ending for ending in endings if ending is not None)
    for rule in node.rules:
        _effect_rule(world, rule, effect, inner)
    world.game.lastings.append(effect)


EffectRule = n.Adjust | n.Hook | n.Action | n.Lift | n.Doc


def _effect_rule(world: World, rule: EffectRule, effect: g.Lasting, place: _Place) -> None:
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
