"""What hooks and actions meet: a `to`, a verb, a roll, a step, a window; and their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.records import record
from hoyle.dsl.resolve.common import inside, so_many_arguments
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.verbs import any_figure, verb_event, verb_names
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span

EventKind = Word["proc", "verb", "roll", "step", "leave"]


@record(frozen=False)
class Bound:
    """The new names that the arguments of some events bind, shared by all of them."""

    locals: dict[str, g.Local] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)

    def bind(self, name: n.Name, type_: t.Type) -> g.Local:
        """The local of a name: new, or that of an event before."""
        local = self.locals.get(name.text)
        if local is None:
            local = g.Local(name.text, type_, name.span, "bound")
            self.locals[name.text] = local
        self.times[name.text] = self.times.get(name.text, 0) + 1
        return local

    def enter(self, scope: Scope) -> None:
        """Make the names known in the body."""
        for local in self.locals.values():
            scope.add(local)

    def check_all(self, events: int, scope: Scope) -> None:
        """A name that only some of several events give would mean nothing at the others."""
        for name, local in self.locals.items():
            if self.times[name] < events:
                scope.report(
                    codes.HALF_BOUND_NAME,
                    local.span,
                    f"`{name}` is given by some of these events only.",
                    help=f"Name it in all of them, or write `anyone` in place of `{name}`.",
                )


# ---------------------------------------------------------------------------------- events


def resolve_events(
    nodes: Sequence[n.Occurrence], scope: Scope
) -> tuple[tuple[g.Event, ...], Bound]:
    """The events of a hook, and the names that they bind."""
    bound = Bound()
    found = [_event(node, scope, bound) for node in nodes]
    bound.check_all(len(nodes), scope)
    return tuple(event for event in found if event is not None), bound


def _event(node: n.Occurrence, scope: Scope, bound: Bound) -> g.Event | None:
    name = node.name.text
    what = event_of(name, scope.world)
    if what is None:
        _report_unknown(node, scope)
        return None
    kind, types = what
    if node.arguments is None:
        return g.Event(kind, name, ())
    args = resolve_pattern_list(node.arguments, types, scope, bound, node.span, name)
    return g.Event(kind, name, args)


def event_of(name: str, world: World) -> tuple[EventKind, tuple[t.Type, ...]] | None:
    """What happens under a name, and the types of its arguments."""
    proc = world.lookup_proc(name)
    if proc is not None:
        return "proc", tuple(param.type for param in proc.params)
    match name:
        case "roll":
            return "roll", ()
        case "step" | "leave":
            figure = any_figure(world)
            return (name, (figure,)) if not isinstance(figure, t.Broken) else None
        case "time_up":
            return ("proc", ()) if world.game.limit is not None else None
        case _:
            types = verb_event(name, world)
            return None if types is None else ("verb", types)


def _report_unknown(node: n.Occurrence, scope: Scope) -> None:
    name = node.name.text
    world = scope.world
    help_ = did_you_mean(name, (*world.game.procs, *verb_names(world), "roll", "step", "leave"))
    if name == "time_up":
        help_ = "Write `limit 200 rounds` in the head of the file: then `time_up` comes."
    if any(name == value for _, value in world.game.values):
        help_ = "Write `adjust` to change a value; only what is done can be met."
    scope.report(
        codes.WRONG_HOOK,
        node.name.span,
        f"Nothing called `{name}` ever happens.",
        help=help_ or f"Declare the moment with `to {name}`, or name a `to`, a verb, `roll`.",
    )


# ---------------------------------------------------------------------------------- windows


def resolve_windows(
    nodes: Sequence[n.Occurrence], scope: Scope
) -> tuple[tuple[tuple[str, tuple[g.Pattern, ...]], ...], Bound]:
    """The windows of an action, and the names that their arguments bind."""
    bound = Bound()
    found = []
    for node in nodes:
        types = scope.world.game.windows.get(node.name.text)
        if types is None:
            if not opened_elsewhere(node.name.text, scope.world):
                _report_closed(node, scope)
            continue
        patterns = _window_patterns(node, types, scope, bound)
        found.append((node.name.text, patterns))
    bound.check_all(len(nodes), scope)
    return tuple(found), bound


def opened_elsewhere(name: str, world: World) -> bool:
    """Whether a scenario that is not played now opens a window."""
    scenarios = (node for node, _ in world.all(n.Scenario))
    opened = (part for node in scenarios for part in inside(node))
    return any(
        isinstance(part, (n.Offer, n.ChooseBranch))
        and part.window is not None
        and part.window.name.text == name
        for part in opened
    )


def _window_patterns(
    node: n.Occurrence, types: tuple[t.Type, ...], scope: Scope, bound: Bound
) -> tuple[g.Pattern, ...]:
    if node.arguments is None:
        return ()
    return resolve_pattern_list(node.arguments, types, scope, bound, node.span, node.name.text)


def _report_closed(node: n.Occurrence, scope: Scope) -> None:
    name = node.name.text
    scope.report(
        codes.WRONG_WINDOW,
        node.span,
        f"Nobody ever opens a window `{name}`.",
        help=did_you_mean(name, scope.world.game.windows)
        or f"Open it with `offer {name}` or `choose at {name}: …`.",
    )


# ---------------------------------------------------------------------------------- arguments


def resolve_pattern_list(
    nodes: Sequence[n.Argument],
    types: Sequence[t.Type],
    scope: Scope,
    bound: Bound,
    span: Span,
    name: str,
) -> tuple[g.Pattern, ...]:
    """Arguments by position: each is anything, a new name, or what it must be."""
    if len(nodes) != len(types):
        scope.report(
            codes.WRONG_ARGUMENTS,
            span,
            f"`{name}` has {so_many_arguments(len(types))}, and {len(nodes)} stand here.",
            help="Write `anyone` for one that may be anything, or leave the brackets out.",
        )
    pairs = zip(nodes, types, strict=False)
    return tuple(resolve_pattern(node, type_, scope, bound) for node, type_ in pairs)


def resolve_pattern(node: n.Argument, type_: t.Type, scope: Scope, bound: Bound) -> g.Pattern:
    """One argument of a hook, an action or an adjustment."""
    match node:
        case n.TypedArgument(name, form):
            return g.Pattern(bound.bind(name, _narrowed(form, type_, scope)))
        case n.Name("anyone"):
            return g.Pattern()
        case n.Name() as name if _is_new(name, type_, scope, bound):
            return g.Pattern(bound.bind(name, _without_type(type_, scope.world)))
        case n.OfArgument():
            scope.report(
                codes.WRONG_HOOK,
                node.span,
                "`… of …` is no argument of a hook.",
                help="Bind a name and test it: `when count(x) > 2`.",
            )
            return g.Pattern()
        case _:
            return g.Pattern(None, resolve_expr(node, scope, type_))


def _without_type(type_: t.Type, world: World) -> t.Type:
    """A figure that is named without its type is of the first sort that the game declares."""
    if type_ != any_figure(world) or not isinstance(type_, t.Either):
        return type_
    return t.Thing(next(n for n, table in world.game.tables.items() if table.stands_on))


def _narrowed(form: n.TypeName, type_: t.Type, scope: Scope) -> t.Type:
    """`step(f: Runner)`: only these; the type must be one of those that come here."""
    found = resolve_type(form, scope.world)
    names = type_.names if isinstance(type_, t.Either) else ()
    if found != type_ and not (isinstance(found, t.Thing) and found.name in names):
        scope.report(
            codes.WRONG_HOOK,
            form.span,
            f"No {form} ever comes here.",
            labels=(Label(form.span, "this type never fits"),),
            help="Leave the type out, or take another event.",
        )
    return found


def _is_new(name: n.Name, type_: t.Type, scope: Scope, bound: Bound) -> bool:
    """Whether a bare name binds: it is no local here, and no value of the kind that is meant."""
    if name.text in bound.locals:
        return True
    if scope.find_local(name.text) is not None:
        return False
    kind = scope.world.kind_values.get(name.text)
    wanted = type_.of if isinstance(type_, t.Optional) else type_
    return kind is None or not isinstance(wanted, t.Kind) or wanted.name != kind[0]
