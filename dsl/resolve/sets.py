"""Sets: written out, filtered, ranked."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.relations import cast, describe, is_many, join, optional, strip_none
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.types import (
    NOTHING,
    Broken,
    Cup,
    Kind,
    ListOf,
    Nothing,
    Number,
    Player,
    Ratio,
    SetOf,
    Type,
    holds_equal_ones,
)


def resolve_written(
    node: nodes.SetOf | nodes.RangeSet, scope: Scope, expected: Type | None
) -> g.Expr:
    """`{a, b}`, `{1..13}`."""
    if isinstance(node, nodes.RangeSet):
        return expressions.resolve_range(node.range, scope)
    like = expected.of if isinstance(expected, SetOf | ListOf) else None
    items = [_item(item, scope, like) for item in node.elements]
    some = tuple(item for item in items if not isinstance(item.type, Nothing))
    of = _common(some, scope) if like is None else like
    if of is None or any(isinstance(item.type, Broken) for item in some):
        return broken(node.span)
    return g.SetLiteral(SetOf(of), node.span, tuple(_as_member(item, of) for item in some))


def _item(node: nodes.Expr, scope: Scope, like: Type | None) -> g.Expr:
    """One member; one that may be none is left out where it is."""
    found = expressions.resolve_expr(node, scope, None if like is None else optional(like))
    if is_many(found.type):
        return scope.report(
            codes.WRONG_TYPE,
            found.span,
            f"This is {describe(found.type)}, and single things stand in braces.",
            help="Join sets with `+`: `A + {b}`.",
        )
    return found


def _as_member(item: g.Expr, of: Type) -> g.Expr:
    """A member in the type of all; that it may be none stays seen."""
    if isinstance(item, g.Cast) and item.type == optional(of) and item.a.type == of:
        return item.a
    if strip_none(item.type) == of or isinstance(of, Number):
        return item
    return cast(item, optional(of) if item.type != strip_none(item.type) else of)


def _common(items: tuple[g.Expr, ...], scope: Scope) -> Type | None:
    """The type of all members; None and a report if they have none in common."""
    common: Type = NOTHING
    for item in items:
        one = strip_none(item.type)
        both = one if isinstance(common, Nothing) else join(common, one)
        if both is None:
            expressions.mismatch(item, common, scope)
            return None
        common = both
    return common


# ---------------------------------------------------------------------------------- some of a set


def resolve_filtered(node: nodes.Filtered, scope: Scope, expected: Type | None) -> g.Expr:
    """`S where C with most E, then fewest F`, `S by most E`."""
    like = expected if isinstance(expected, SetOf) else None
    over = expressions.resolve_set(node.set, scope, like)
    var, inner = element_scope(over, node.name, node.set, scope)
    if node.where is not None:
        over = filtered(over, var, node.where, inner)
        if isinstance(over, g.Filtered):
            inner.learn(shown(over.cond, True))
    if node.ranking is not None:
        over = _ranked(node, node.ranking, over, var, inner)
    return over


def element_scope(
    over: g.Expr, name: nodes.Name | None, node: nodes.Expr, scope: Scope
) -> tuple[g.Local, Scope]:
    """The element of a set as a local, and the scope in which it is looked at."""
    of = expressions.elements(over.type, scope)
    if name is None:
        var = g.Local("it", of, node.span, "it")
        return var, scope.element(var, named=False, over=over)
    var = g.Local(name.text, of, name.span, "bound")
    scope.block().add(var)  # reports a name that is taken
    return var, scope.element(var, named=True, over=over)


def filtered(over: g.Expr, var: g.Local, where: nodes.Expr, inner: Scope) -> g.Expr:
    """`S where C`."""
    cond = expressions.resolve_condition(where, inner)
    if isinstance(over.type, Broken) or isinstance(cond.type, Broken):
        return broken(over.span.to(cond.span))
    type_: Type = SetOf(var.type)
    if isinstance(over.type, SetOf | ListOf):
        type_ = over.type
    elif isinstance(over.type, Cup):
        type_ = ListOf(var.type)
    return g.Filtered(type_, over.span.to(cond.span), over, var, cond)


def _ranked(
    node: nodes.Filtered, ranking: nodes.Ranking, over: g.Expr, var: g.Local, inner: Scope
) -> g.Expr:
    keys = tuple((key.order, ranking_key(key.value, inner)) for key in ranking.keys)
    if isinstance(over.type, Broken) or any(isinstance(key.type, Broken) for _, key in keys):
        return broken(node.span)
    all_ = ranking.word == "by"
    several = all_ or holds_equal_ones(over.type)
    type_: Type = ListOf(var.type) if several else SetOf(var.type)
    return g.Ranked(type_, node.span, over, var, keys, all_, anchor_of(var.type, inner))


def ranking_key(node: nodes.Expr, inner: Scope) -> g.Expr:
    """What elements are compared by: a number, or a value of a kind."""
    key = expressions.resolve_expr(node, inner)
    if isinstance(key.type, Number | Ratio | Kind | Broken):
        return key
    return inner.report(
        codes.WRONG_TYPE,
        key.span,
        f"This is {describe(key.type)}, and things are ranked by a number or a kind.",
        help="Write a number, such as `count(…)`.",
    )


def anchor_of(of: Type, scope: Scope) -> g.Expr | None:
    """From whom players are counted: from you, or from the starter."""
    if not isinstance(of, Player):
        return None
    return scope.you
