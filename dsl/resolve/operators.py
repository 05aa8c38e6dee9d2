"""Arithmetic, sets joined and cut, `A if C otherwise B`, and one of several: `x[i]`."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal as Word
from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions
from hoyle.dsl.resolve.attributes import narrowed
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.relations import (
    cast,
    describe,
    elements_fit,
    is_many,
    is_wide,
    join,
    join_elements,
    number,
    strip_none,
)
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    BROKEN,
    NUMBER,
    RATIO,
    Broken,
    Cup,
    ListOf,
    Number,
    Ratio,
    SetOf,
    TallyOf,
    Type,
)

Arithmetic = nodes.Signed | nodes.Sum | nodes.Times | nodes.Over | nodes.Except


def resolve_arithmetic(node: Arithmetic, scope: Scope, expected: Type | None) -> g.Expr:
    """`a + b`, `a - b`, `a * b`, `a / b`, `(- a)`, `a except b`."""
    match node:
        case nodes.Signed():
            return _signed(node, scope)
        case nodes.Sum():
            return _sum(node, scope, expected)
        case nodes.Times():
            return _numbers("*", node.left, node.right, node.span, scope)
        case nodes.Over():
            return _numbers("/", node.left, node.right, node.span, scope)
        case nodes.Except():
            return _except(node, scope, expected)
        case _:
            assert_never(node)


# ---------------------------------------------------------------------------------- numbers


def _signed(node: nodes.Signed, scope: Scope) -> g.Expr:
    inner = _a_number(expressions.resolve_expr(node.value, scope), scope)
    if node.sign == "+" or isinstance(inner.type, Broken):
        return inner
    if isinstance(inner, g.Literal) and isinstance(inner.value, int):
        return g.Literal(Number(-inner.value, -inner.value), node.span, -inner.value)
    if isinstance(inner.type, Number):
        return g.Unary(number(-inner.type.high, -inner.type.low), node.span, "-", inner)
    return g.Unary(inner.type, node.span, "-", inner)


def _a_number(found: g.Expr, scope: Scope) -> g.Expr:
    if isinstance(found.type, Number | Ratio | Broken):
        return found
    return expressions.fitted(found, NUMBER, scope)


Op = Word["+", "-", "*", "/"]


def _numbers(op: Op, left: nodes.Expr, right: nodes.Expr, span: Span, scope: Scope) -> g.Expr:
    a = _a_number(expressions.resolve_expr(left, scope), scope)
    b = _a_number(expressions.resolve_expr(right, scope), scope)
    return arithmetic(op, a, b, span)


def arithmetic(op: Op, a: g.Expr, b: g.Expr, span: Span) -> g.Expr:
    """An operation on two numbers, with the range of its result."""
    if isinstance(a.type, Broken) or isinstance(b.type, Broken):
        return broken(span)
    return g.Binary(_result(op, a.type, b.type), span, op, a, b)


def _result(op: Op, a: Type, b: Type) -> Type:
    if op == "/" or not (isinstance(a, Number) and isinstance(b, Number)):
        return RATIO
    if is_wide(a) or is_wide(b):
        return NUMBER
    match op:
        case "+":
            return number(a.low + b.low, a.high + b.high)
        case "-":
            return number(a.low - b.high, a.high - b.low)
        case "*":
            ends = [one * other for one in (a.low, a.high) for other in (b.low, b.high)]
            return number(min(ends), max(ends))
        case _:
            assert_never(op)


# ---------------------------------------------------------------------------------- sets


def _sum(node: nodes.Sum, scope: Scope, expected: Type | None) -> g.Expr:
    """A sum of numbers, or two sets (or single things) in one."""
    wanted = expected if expected is not None and is_many(expected) else None
    a = _part(node.left, scope, wanted)
    b = _part(node.right, scope, a.type if is_many(a.type) else wanted)
    if isinstance(a.type, Broken) or isinstance(b.type, Broken):
        return broken(node.span)
    if all(isinstance(part.type, Number | Ratio) for part in (a, b)):
        return arithmetic(node.sign, a, b, node.span)
    if node.sign == "-":
        return _no_minus(a, b, node, scope)
    if any(isinstance(part.type, Number | Ratio) for part in (a, b)) and not (
        is_many(a.type) or is_many(b.type)
    ):
        _a_number(a, scope)
        _a_number(b, scope)
        return broken(node.span)
    return joined(expressions.as_set(a), expressions.as_set(b), node.span, scope)


def _part(node: nodes.Expr, scope: Scope, like: Type | None) -> g.Expr:
    """One side of a join: names in quotes are pieces like those of the other side."""
    if like is not None and isinstance(node, nodes.Text | nodes.SetOf):
        return expressions.resolve_set(node, scope, _set_like(like))
    return expressions.resolve_expr(node, scope)


def _set_like(type_: Type) -> Type | None:
    return type_ if isinstance(type_, SetOf) else None


def _no_minus(a: g.Expr, b: g.Expr, node: nodes.Sum, scope: Scope) -> g.Expr:
    if is_many(a.type):
        return scope.report(
            codes.WRONG_TYPE,
            node.span,
            "A set is not made smaller with `-`.",
            help="Write `A except B`.",
        )
    _a_number(a, scope)
    _a_number(b, scope)
    return broken(node.span)


def joined(a: g.Expr, b: g.Expr, span: Span, scope: Scope) -> g.Expr:
    """Two sets in one; their elements take on a common type."""
    of = join_elements(_elements(a, scope), _elements(b, scope))
    if of is None:
        return scope.report(
            codes.WRONG_TYPE,
            b.span,
            f"{describe(b.type).capitalize()} cannot be joined to {describe(a.type)}.",
            help="Join sets of pieces with sets of pieces, numbers with numbers.",
        )
    whole = SetOf(of)
    return g.Join(whole, span, "+", _as(a, whole), _as(b, whole))


def _as(part: g.Expr, whole: SetOf) -> g.Expr:
    """A part of a join as a set of the whole's type."""
    if isinstance(part, g.SetLiteral) and len(part.items) == 0:
        return replace(part, type=whole)
    if part.type == whole or isinstance(part.type, Broken):
        return part
    return cast(part, whole)


def _elements(part: g.Expr, scope: Scope) -> Type:
    return expressions.elements(part.type, scope) if not isinstance(part.type, Broken) else BROKEN


def _except(node: nodes.Except, scope: Scope, expected: Type | None) -> g.Expr:
    """A set without some."""
    a = expressions.resolve_set(node.left, scope)
    if isinstance(a.type, Broken):
        return a
    of = expressions.elements(a.type, scope)
    like = of if isinstance(node.right, nodes.Text) else None
    b = expressions.as_set(expressions.resolve_expr(node.right, scope, like))
    if isinstance(b.type, Broken):
        return b
    without = expressions.elements(b.type, scope)
    if not (elements_fit(without, of) or elements_fit(of, without)):
        return scope.report(
            codes.WRONG_TYPE,
            b.span,
            f"No {describe(without)} is in {describe(a.type)}.".replace("No a ", "No "),
            help="Take away what can be in the set.",
        )
    whole: Type = ListOf(of) if isinstance(a.type, ListOf | Cup) else SetOf(of)
    left = a if a.type == whole or isinstance(a.type, Cup) else cast(a, whole)
    return g.Join(whole, node.span, "except", left, b)


# ---------------------------------------------------------------------------------- choosing


def resolve_if_else(node: nodes.IfElse, scope: Scope, expected: Type | None) -> g.Expr:
    """`A if C otherwise B`; in A what C shows is known, in B what its opposite shows."""
    cond = expressions.resolve_condition(node.condition, scope)
    why = "only one side of `if` is looked at"
    yes = scope.if_(shown(cond, True)).pure(why)
    no = scope.if_(shown(cond, False)).pure(why)
    then = expressions.resolve_expr(node.value, yes, expected)
    otherwise = expressions.resolve_expr(node.alternative, no, expected)
    if expected is None:
        then, otherwise = _alike(then, otherwise)
    type_ = expected or join(then.type, otherwise.type)
    if type_ is None:
        return expressions.mismatch(otherwise, then.type, scope)
    if isinstance(type_, Number):
        type_ = join(then.type, otherwise.type) or type_
    then, otherwise = (expressions.fitted(part, type_, scope) for part in (then, otherwise))
    return g.IfElse(type_, node.span, then, cond, otherwise)


def _alike(a: g.Expr, b: g.Expr) -> tuple[g.Expr, g.Expr]:
    """If one side is a set, the other is one, too."""
    if is_many(a.type) and not is_many(b.type):
        return a, expressions.as_set(b)
    if is_many(b.type) and not is_many(a.type):
        return expressions.as_set(a), b
    return a, b


# ---------------------------------------------------------------------------------- one of several


def resolve_index(node: nodes.Index, scope: Scope) -> g.Expr:
    """`tray[red]`, `bonus[your shown]`, `left[poke]`."""
    owner = expressions.resolve_expr(node.owner, scope)
    inner = expressions.bare(owner)
    if isinstance(inner, g.FieldRead) and inner.field.index is not None and inner.index is None:
        return _one_field(inner, inner.field.index, node, scope)
    if isinstance(owner.type, TallyOf):
        key = expressions.resolve_expr(node.key, scope, owner.type.of)
        return g.Function(number(0, 1000), node.span, "times_in", (owner, key))
    expressions.resolve_expr(node.key, scope)
    if isinstance(owner.type, Broken):
        return broken(node.span)
    return scope.report(
        codes.WRONG_TYPE,
        node.span,
        f"This is {describe(strip_none(owner.type))}, and only fields with an index and tallies "
        "are asked for one of several.",
        help="Declare the field with an index, such as `tray[Colour]`, or use `first(…)`.",
    )


def _one_field(read: g.FieldRead, index: Type, node: nodes.Index, scope: Scope) -> g.Expr:
    key = expressions.resolve_expr(node.key, scope, index)
    found = g.FieldRead(read.field.type, node.span, read.field, read.of, key)
    return narrowed(found, scope)
