"""Tests that name a piece of which there are several: any of them is meant."""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl import game as g
from hoyle.dsl.copies import each_copy
from hoyle.dsl.resolve.relations import strip_none
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.source import Span
from hoyle.dsl.types import FLAG, Either, SetOf


def is_a_copy(a: g.Expr, b: g.Expr, scope: Scope) -> g.Expr | None:
    """`card is "Potion"`, where there are several copies."""
    every = _every_copy(b, scope)
    if every is None or isinstance(a, g.Literal):
        return None
    return g.Member(FLAG, a.span.to(b.span), a, every)


def has_a_copy(a: g.Expr, over: g.Expr, span: Span, scope: Scope) -> g.Expr | None:
    """`"Potion" is in your hand`, where there are several copies."""
    every = _every_copy(a, scope)
    if every is None or isinstance(a.type, Either):
        return None
    one = g.Local("copy", strip_none(a.type), a.span, "bound")
    among = g.Member(FLAG, span, g.LocalRef(one.type, a.span, one), every)
    return g.Quantified(FLAG, span, False, one, over, among)


def _every_copy(name: g.Expr, scope: Scope) -> g.SetLiteral | None:
    """All pieces of a name, as a set; None where there are not several."""
    under = name.a if isinstance(name, g.Cast) else name
    same = each_copy(under, scope.world.game)
    return g.SetLiteral(SetOf(under.type), name.span, same) if len(same) > 1 else None


def with_copies(over: g.Expr, scope: Scope) -> g.Expr:
    """`{"Potion", "Fly"}` behind `is in`: all pieces of these names."""
    if not isinstance(over, g.SetLiteral):
        return over
    game = scope.world.game
    return replace(over, items=tuple(one for item in over.items for one in each_copy(item, game)))
