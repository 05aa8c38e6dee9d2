"""Conditions: comparisons, membership, `and`, `or`, `not`, claims about all of a set."""

from __future__ import annotations

from typing import Literal as Word
from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions, values
from hoyle.dsl.resolve.attributes import find_attribute, of_the_whole, use_attribute
from hoyle.dsl.resolve.copies import has_a_copy, is_a_copy, with_copies
from hoyle.dsl.resolve.facts import may_be_none, of_elements, shown
from hoyle.dsl.resolve.relations import describe, fit, is_many, overlap, strip_none
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    FLAG,
    NUMBER,
    Broken,
    Flag,
    Kind,
    Nothing,
    Number,
    Optional,
    Ratio,
    SetOf,
    Type,
)

Test = nodes.Compare | nodes.Is | nodes.IsNot | nodes.IsFacing


def resolve_test(node: Test, scope: Scope) -> g.Expr:
    """`a < b`, `a is b`, `a is not b`, `chip is face up`."""
    match node:
        case nodes.Compare():
            return _compare(node, scope)
        case nodes.Is():
            return _is(node.left, node.right, node.span, scope)
        case nodes.IsNot():
            return negated(_is(node.left, node.right, node.span, scope))
        case nodes.IsFacing():
            return _facing(node, scope)
        case _:
            assert_never(node)


def negated(cond: g.Expr) -> g.Expr:
    """The opposite of a condition."""
    if isinstance(cond.type, Broken):
        return cond
    if isinstance(cond, g.Binary) and cond.op == "==":
        return g.Binary(FLAG, cond.span, "!=", cond.a, cond.b)
    return g.Unary(FLAG, cond.span, "not", cond)


# ---------------------------------------------------------------------------------- comparing


def _compare(node: nodes.Compare, scope: Scope) -> g.Expr:
    """Numbers by size, values of one kind by their order."""
    a = expressions.resolve_expr(node.left, scope)
    b = expressions.resolve_expr(node.right, scope)
    if isinstance(a.type, Broken) or isinstance(b.type, Broken):
        return broken(node.span)
    if isinstance(a.type, Kind) and a.type == b.type:
        return g.Binary(FLAG, node.span, node.operator, a, b)
    sides = [_measured(side, scope) for side in (a, b)]
    if any(isinstance(side.type, Broken) for side in sides):
        return broken(node.span)
    return g.Binary(FLAG, node.span, node.operator, sides[0], sides[1])


def _measured(side: g.Expr, scope: Scope) -> g.Expr:
    if isinstance(side.type, Number | Ratio):
        return side
    if is_many(side.type):
        return scope.report(
            codes.WRONG_TYPE,
            side.span,
            f"This is {describe(side.type)}, and a number is meant.",
            help="Write `count(…)` around it.",
        )
    return expressions.fitted(side, NUMBER, scope)


def _is(left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope) -> g.Expr:
    """`a is b`: equality, or a flag of a: `chip is fainted`."""
    if isinstance(left, nodes.Text) and not isinstance(right, nodes.Text):
        left, right = right, left
    a = expressions.resolve_expr(left, scope)
    if isinstance(right, nodes.Name):
        claimed = a if isinstance(a.type, Broken) else _claimed(a, right, span, scope)
        if claimed is not None:
            return claimed
    like = strip_none(a.type) if isinstance(right, nodes.Text | nodes.SetOf) else None
    b = expressions.resolve_expr(right, scope, like)
    return equality(a, b, span, scope)


def _claimed(a: g.Expr, word: nodes.Name, span: Span, scope: Scope) -> g.Expr | None:
    """A flag of `a` by its name, said of it; None if it has none of that name."""
    found = find_attribute(scope.world, a.type, word.text)
    whole = scope.world.game.values.get((None, word.text))
    if found is None and whole is not None and not isinstance(a.type, Flag):
        of_whole = values.type_of_value(scope.world, whole)
        return of_the_whole(whole, a.type, word, scope) if isinstance(of_whole, Flag) else None
    if found is None or scope.find_local(word.text) is not None:
        return None
    match found:
        case g.Lasting():
            type_: Type = FLAG
        case g.ValueDecl(params=params):
            type_ = FLAG if params else values.type_of_value(scope.world, found)
        case _:
            type_ = found.type
    if isinstance(type_, Broken):
        return broken(span)
    return use_attribute(a, found, span, scope) if isinstance(type_, Flag) else None


def equality(a: g.Expr, b: g.Expr, span: Span, scope: Scope) -> g.Expr:
    """Whether two things are equal; what can never be equal is reported."""
    if isinstance(a.type, Broken) or isinstance(b.type, Broken):
        return broken(span)
    for one, other in ((a, b), (b, a)):
        if isinstance(other.type, Nothing):
            return _is_none(one, other, span, scope)
    if not overlap(a.type, b.type):
        return _never_equal(a, b, span, scope)
    copies = is_a_copy(a, b, scope) or is_a_copy(b, a, scope)
    return copies or _equal(a, b, span)


def _equal(a: g.Expr, b: g.Expr, span: Span) -> g.Expr:
    """Both sides in one type."""
    for one, other in ((a, b), (b, a)):
        if fit(other, one.type) is not None and not isinstance(one.type, Number | Ratio):
            fits = fit(other, one.type)
            assert fits is not None
            sides = (one, fits) if one is a else (fits, one)
            return g.Binary(FLAG, span, "==", *sides)
    return g.Binary(FLAG, span, "==", a, b)


def _is_none(one: g.Expr, none: g.Expr, span: Span, scope: Scope) -> g.Expr:
    under = expressions.bare(one)
    if may_be_none(under):
        return g.Binary(FLAG, span, "==", under, g.Literal(under.type, none.span, None))
    many = is_many(one.type)
    return scope.report(
        codes.NEVER_NONE,
        one.span,
        f"This is never none: it is {describe(one.type)}.",
        help="Write `count(…) is 0`." if many else "Leave the test out.",
    )


def _never_equal(a: g.Expr, b: g.Expr, span: Span, scope: Scope) -> g.Expr:
    one, other = describe(strip_none(a.type)), describe(strip_none(b.type))
    many = is_many(a.type) != is_many(b.type)
    return scope.report(
        codes.NEVER_EQUAL,
        span,
        f"{one[:1].upper()}{one[1:]} is never {other}.",
        help="Write `is in` to ask whether something is in a set."
        if many
        else "Compare two things of one type.",
    )


def _facing(node: nodes.IsFacing, scope: Scope) -> g.Expr:
    """Whether a piece shows its face."""
    piece = expressions.resolve_expr(node.left, scope)
    if isinstance(piece.type, Broken):
        return piece
    if not scope.world.owners_of(piece.type) or isinstance(piece.type, Optional):
        return scope.report(
            codes.WRONG_TYPE,
            piece.span,
            f"This is {describe(piece.type)}, and only a piece lies face up or down.",
            help="Name a single piece.",
        )
    up = g.Function(FLAG, node.span, "facing_up", (piece,))
    return up if node.way == "up" else negated(up)


# ---------------------------------------------------------------------------------- membership


def resolve_member(node: nodes.IsIn | nodes.IsNotIn, scope: Scope) -> g.Expr:
    """`a is in S`, `n is in 1..4`, and their opposites."""
    if isinstance(node.right, nodes.Range):
        found = _between(node.left, node.right, node.span, scope)
    else:
        found = _member(node.left, node.right, node.span, scope)
    return found if isinstance(node, nodes.IsIn) else negated(found)


def _between(left: nodes.Expr, span_of: nodes.Range, span: Span, scope: Scope) -> g.Expr:
    a, low, high = (
        _measured(expressions.resolve_expr(part, scope), scope)
        for part in (left, span_of.low, span_of.high)
    )
    if any(isinstance(part.type, Broken) for part in (a, low, high)):
        return broken(span)
    return g.Between(FLAG, span, a, low, high)


def _member(left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope) -> g.Expr:
    """A thing among others; names in quotes are of the other side's type."""
    if isinstance(left, nodes.Text):
        over = expressions.resolve_set(right, scope)
        a = expressions.resolve_expr(left, scope, expressions.elements(over.type, scope))
    else:
        a = expressions.resolve_expr(left, scope)
        written = isinstance(right, nodes.SetOf | nodes.Text)
        like = SetOf(strip_none(a.type)) if written and not is_many(a.type) else None
        over = expressions.resolve_set(right, scope, like)
    if isinstance(a.type, Broken) or isinstance(over.type, Broken):
        return broken(span)
    of = expressions.elements(over.type, scope)
    if is_many(a.type) or not overlap(strip_none(a.type), of):
        return _never_in(a, of, span, scope)
    return has_a_copy(a, over, span, scope) or g.Member(FLAG, span, a, with_copies(over, scope))


def _never_in(a: g.Expr, of: Type, span: Span, scope: Scope) -> g.Expr:
    return scope.report(
        codes.NEVER_EQUAL,
        span,
        f"This asks for {describe(a.type)} among what is each {describe(of)}.",
        help="Write `every x in A has x is in B` for whole sets."
        if is_many(a.type)
        else "Look in a set of such things.",
    )


# ---------------------------------------------------------------------------------- logic


def resolve_logic(node: nodes.Not | nodes.And | nodes.Or, scope: Scope) -> g.Expr:
    """`not`, `and`, `or`; the right side stands only where the left has not decided."""
    match node:
        case nodes.Not():
            return negated(expressions.resolve_condition(node.condition, scope))
        case nodes.And():
            return _both("and", node.left, node.right, node.span, scope)
        case nodes.Or():
            if _is_value_after_or(node, scope):
                return broken(node.span)
            return _both("or", node.left, node.right, node.span, scope)
        case _:
            assert_never(node)


def _both(
    op: Word["and", "or"], left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope
) -> g.Expr:
    a = expressions.resolve_condition(left, scope)
    inner = scope.if_(shown(a, op == "and")).pure(f"`{op}` may stop before it")
    b = expressions.resolve_condition(right, inner)
    if isinstance(a.type, Broken) or isinstance(b.type, Broken):
        return broken(span)
    return g.Binary(FLAG, span, op, a, b)


def _is_value_after_or(node: nodes.Or, scope: Scope) -> bool:
    """`X is red or blue`: reported, since it would be read as `(X is red) or blue`."""
    test = node.left
    if isinstance(test, nodes.Or):
        if _names_a_value(test.right, scope):  # which is reported there
            resolve_logic(test, scope)
            return _names_a_value(node.right, scope)
        test = test.right
    if not isinstance(test, nodes.Is | nodes.IsNot) or not _names_a_value(node.right, scope):
        return False
    word = "is not in" if isinstance(test, nodes.IsNot) else "is in"
    scope.report(
        codes.OR_BETWEEN_VALUES,
        node.span,
        "`or` stands between conditions, and this is a value.",
        help=f"Write `… {word} {{a, b}}`.",
    )
    return True


def _names_a_value(node: nodes.Expr, scope: Scope) -> bool:
    """Whether an expression is surely no condition: a value of a kind, a piece, a number."""
    match node:
        case nodes.Text() | nodes.Number() | nodes.Piece():
            return True
        case nodes.Word(word="none" | "you"):
            return True
        case nodes.Name(text):
            return text in scope.world.kind_values and scope.find_local(text) is None
        case _:
            return False


# ---------------------------------------------------------------------------------- claims


def resolve_claim(node: nodes.AnyHas | nodes.EveryHas, scope: Scope) -> g.Expr:
    """`any x in S has C`, `every x in S has C`."""
    over = expressions.resolve_set(node.domain, scope)
    inner = scope.pure("it is asked of each")
    of = expressions.elements(over.type, scope)
    local = inner.declare(node.name.text, of, node.name.span, "bound")
    inner.learn(of_elements(over, local))
    claim = expressions.resolve_condition(node.claim, inner)
    if isinstance(over.type, Broken) or isinstance(claim.type, Broken):
        return broken(node.span)
    every = isinstance(node, nodes.EveryHas)
    return g.Quantified(FLAG, node.span, every, local, over, claim)
