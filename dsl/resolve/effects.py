"""Lasting effects where they begin and end: `begin L(…)`, `end L(…)`, `with L(…)`."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.expressions import resolve_arguments
from hoyle.dsl.resolve.said import Said, complain
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span


def read_begin(said: Said, scope: Scope) -> g.Stmt | None:
    """`begin L(…)`."""
    match said.expression():
        case n.Name() as name:
            given: tuple[n.Argument, ...] = ()
        case n.Call(name, given):
            pass
        case _:
            complain(said, scope, "`begin` wants a lasting effect.", "Write `begin NAME(…)`.")
            return None
    effect = lookup_effect(name, scope)
    if effect is None:
        return None
    args = effect_arguments(effect, given, scope, said.span)
    return g.Begin(said.span, said.cites, effect, args)


def lookup_effect(name: n.Name, scope: Scope) -> g.Lasting | None:
    """The lasting effect of a name, reported if there is none."""
    effect = scope.world.lookup_lasting(name.text)
    if effect is None:
        scope.report(
            codes.WRONG_LASTING,
            name.span,
            f"There is no lasting effect `{name.text}`.",
            help=did_you_mean(name.text, scope.world.lastings)
            or f"Declare it with `lasting {name.text} until …`.",
        )
    return effect


def effect_arguments(
    effect: g.Lasting, given: tuple[n.Argument, ...], scope: Scope, span: Span
) -> tuple[g.Expr, ...]:
    """The arguments of an effect; one that belongs to a bearer has the bearer in front."""
    args = resolve_arguments(given, effect.params, scope, span, effect.name)
    if effect.bearer is None:
        return args
    if scope.bearer is None:
        scope.report(
            codes.WRONG_LASTING,
            span,
            f"`{effect.name}` belongs to whoever bears a piece, and nobody bears one here.",
            help="Begin it among the rules of that piece, or declare it at the left margin with "
            "the figure as a parameter.",
        )
        return args
    return (scope.ref(scope.bearer, span), *args)
