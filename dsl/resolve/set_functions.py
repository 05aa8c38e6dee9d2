"""How calls of functions on sets, numbers and players are typed."""

from __future__ import annotations

from typing import Literal as Word
from typing import cast as as_word

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions, rolls
from hoyle.dsl.resolve.relations import is_many, is_wide, join, number, strip_none
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.sets import anchor_of, element_scope, ranking_key
from hoyle.dsl.resolve.sizes import counted, summed
from hoyle.dsl.types import (
    NUMBER,
    PLAYER,
    Broken,
    Kind,
    ListOf,
    Number,
    Optional,
    Player,
    Ratio,
    SetOf,
    Type,
)

# ---------------------------------------------------------------------------------- arguments


def plain(node: nodes.Call, scope: Scope, *wanted: Type | None) -> list[g.Expr] | None:
    """The arguments of a call, one for each type that is meant; None and a report if there are
    more or fewer."""
    if len(node.arguments) != len(wanted):
        wrong_form(node, scope)
        return None
    return [
        expressions.resolve_argument(argument, type_, scope)
        for argument, type_ in zip(node.arguments, wanted, strict=True)
    ]


def wrong_form(node: nodes.Call, scope: Scope) -> g.Expr:
    """Report a call that is not written as the reference says."""
    from hoyle.dsl.resolve.functions import FUNCTIONS

    forms = " or ".join(f"`{form}`" for form in FUNCTIONS[node.name.text].forms)
    return scope.report(
        codes.WRONG_ARGUMENTS,
        node.span,
        f"`{node.name}` is not called like this.",
        help=f"Write {forms}.",
    )


def any_broken(parts: list[g.Expr] | None) -> bool:
    """Whether a part was reported."""
    return parts is None or any(isinstance(part.type, Broken) for part in parts)


def one_set(node: nodes.Call, scope: Scope, expected: Type | None = None) -> g.Expr | None:
    """The only argument of a call, a set."""
    if len(node.arguments) != 1:
        wrong_form(node, scope)
        return None
    argument = node.arguments[0]
    if isinstance(argument, nodes.OfArgument | nodes.TypedArgument):
        wrong_form(node, scope)
        return None
    found = expressions.resolve_set(argument, scope, expected)
    return None if isinstance(found.type, Broken) else found


# ---------------------------------------------------------------------------------- sets


def count(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`count(S)`; of a lasting effect, how many of it are on a figure."""
    over = _begun(node, scope) or one_set(node, scope)
    if over is None:
        return broken(node.span)
    if isinstance(over, g.Function) and over.name == "begun":
        return g.Function(number(0, 1000), node.span, "count_begun", over.args)
    return g.Function(counted(over, scope.world), node.span, "count", (over,))


def _begun(node: nodes.Call, scope: Scope) -> g.Expr | None:
    """`count(f.raged)`."""
    match node.arguments:
        case (nodes.Attribute(name=name) as asked,) if name.text in scope.world.lastings:
            found = expressions.resolve_expr(asked, scope)
            return found if isinstance(found, g.Function) else None
        case _:
            return None


FoldOp = Word["sum", "min", "max", "distinct", "sorted"]


def fold(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`sum(E of S)` and its like; `min(a, b)`, `max(a, b)` of two."""
    name = as_word(FoldOp, node.name.text)
    match node.arguments:
        case (nodes.OfArgument(value, domain),):
            over = expressions.resolve_set(domain, scope)
            var, inner = element_scope(over, None, domain, scope)
            body = _folded(name, value, inner)
            return _fold(name, over, var, body, node, inner)
        case (a, b) if name in ("min", "max"):
            return _of_two(name, a, b, node, scope)
        case (single,) if not isinstance(single, nodes.OfArgument | nodes.TypedArgument):
            over = expressions.resolve_set(single, scope)
            var, inner = element_scope(over, None, single, scope)
            itself = scope.ref(var, single.span)
            body = itself if name == "distinct" else _ranked(name, itself, inner)
            return _fold(name, over, var, body, node, inner)
        case _:
            return wrong_form(node, scope)


def _folded(name: FoldOp, value: nodes.Expr, inner: Scope) -> g.Expr:
    if name == "distinct":
        return expressions.resolve_expr(value, inner)
    if name == "sum":
        return _number(expressions.resolve_expr(value, inner), inner)
    return ranking_key(value, inner)


def _ranked(name: FoldOp, body: g.Expr, inner: Scope) -> g.Expr:
    if isinstance(body.type, Kind) and name != "sum":
        return body
    return _number(body, inner)


def _number(body: g.Expr, scope: Scope) -> g.Expr:
    if isinstance(body.type, Number | Ratio | Broken):
        return body
    return expressions.fitted(body, NUMBER, scope)


def _fold(
    name: FoldOp, over: g.Expr, var: g.Local, body: g.Expr, node: nodes.Call, inner: Scope
) -> g.Expr:
    if isinstance(over.type, Broken) or isinstance(body.type, Broken):
        return broken(node.span)
    anchor = anchor_of(var.type, inner)
    match name:
        case "sum":
            type_ = summed(over, body.type, inner.world)
        case "min" | "max":
            type_ = body.type
        case "sorted":
            type_ = ListOf(var.type)
        case "distinct":
            if is_many(body.type):
                return expressions.mismatch(body, NUMBER, inner)
            type_ = SetOf(strip_none(body.type))
    return g.Fold(type_, node.span, name, over, var, body, anchor)


def _of_two(
    name: FoldOp, a: nodes.Argument, b: nodes.Argument, node: nodes.Call, scope: Scope
) -> g.Expr:
    parts = [_number(expressions.resolve_argument(part, None, scope), scope) for part in (a, b)]
    if any_broken(parts):
        return broken(node.span)
    one, other = (part.type for part in parts)
    type_ = join(one, other) or NUMBER
    if isinstance(one, Number) and isinstance(other, Number):
        pick = min if name == "min" else max
        type_ = Number(pick(one.low, other.low), pick(one.high, other.high))
    return g.Function(type_, node.span, name, tuple(parts))


def first_or_last(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`first(S)`, `last(S)` and `first(n, S)`, which is a list."""
    if len(node.arguments) == 2 and node.name.text == "first":
        return _first_few(node, scope)
    over = one_set(node, scope)
    if over is None:
        return broken(node.span)
    of = expressions.elements(over.type, scope)
    return g.Function(of, node.span, node.name.text, (over,), anchor_of(of, scope))


def _first_few(node: nodes.Call, scope: Scope) -> g.Expr:
    number_of, many = node.arguments
    if isinstance(many, nodes.OfArgument | nodes.TypedArgument):
        return wrong_form(node, scope)
    count = expressions.resolve_argument(number_of, NUMBER, scope)
    over = expressions.resolve_set(many, scope)
    if isinstance(count.type, Broken) or isinstance(over.type, Broken):
        return broken(node.span)
    of = expressions.elements(over.type, scope)
    return g.Function(ListOf(of), node.span, "first", (count, over), anchor_of(of, scope))


def top(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`top(Z)`: the top of a pile or row, or none."""
    over = one_set(node, scope)
    if over is None:
        return broken(node.span)
    if not isinstance(over, g.FieldRead) or over.field.zone is None:
        return scope.report(
            codes.WRONG_TYPE,
            over.span,
            "Only a pile has a top.",
            help="Write `first(…)` for the first of a set.",
        )
    of = expressions.elements(over.type, scope)
    return g.Function(Optional(of), node.span, "top", (over,))


def only(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`only(S)`."""
    like = SetOf(strip_none(expected)) if expected is not None and not is_many(expected) else None
    over = one_set(node, scope, like if _is_written(node) else None)
    if over is None:
        return broken(node.span)
    of = expressions.elements(over.type, scope)
    return g.Function(of, node.span, "only", (over,), anchor_of(of, scope))


def _is_written(node: nodes.Call) -> bool:
    return isinstance(node.arguments[0], nodes.SetOf) if node.arguments else False


def starting(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`starting(S, x)`."""
    if len(node.arguments) != 2 or isinstance(
        node.arguments[0], nodes.OfArgument | nodes.TypedArgument
    ):
        return wrong_form(node, scope)
    over = expressions.resolve_set(node.arguments[0], scope)
    if isinstance(over.type, Broken):
        return broken(node.span)
    of = expressions.elements(over.type, scope)
    begin = _beginning(node.arguments[1], of, over, scope)
    return g.Function(ListOf(of), node.span, "starting", (over, begin), anchor_of(of, scope))


def _beginning(node: nodes.Argument, of: Type, over: g.Expr, scope: Scope) -> g.Expr:
    """What an order begins with; players begin as always where it is none."""
    players = isinstance(of, Player) and isinstance(over.type, SetOf)
    if players and not isinstance(node, nodes.OfArgument | nodes.TypedArgument):
        return expressions.resolve_player(node, scope)
    return expressions.resolve_argument(node, of, scope)


def roll_off(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`roll_off(S, die)`."""
    match node.arguments:
        case (over_node, die_node) if not isinstance(
            over_node, nodes.OfArgument | nodes.TypedArgument
        ) and not isinstance(die_node, nodes.OfArgument | nodes.TypedArgument):
            over = expressions.resolve_set(over_node, scope, SetOf(PLAYER))
            die = rolls.die_named(die_node, scope)
        case _:
            return wrong_form(node, scope)
    if die is None:
        return wrong_form(node, scope)
    if isinstance(over.type, Broken) or not rolls.may_decide("A roll", node.span, scope):
        return broken(node.span)
    return g.RolledOff(PLAYER, node.span, over, die, scope.you)


def printed(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`printed(V)`: a value's base."""
    parts = plain(node, scope, None)
    if parts is None or any_broken(parts):
        return broken(node.span)
    value = expressions.bare(parts[0])
    if not isinstance(value, g.ValueOf):
        return wrong_form(node, scope)
    return g.ValueOf(value.type, node.span, value.value, value.of, value.args, base=True)


# ---------------------------------------------------------------------------------- numbers


def rounded(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`round_up(x)`, `round_down(x)`."""
    if len(node.arguments) != 1:
        return wrong_form(node, scope)
    inner = _number(expressions.resolve_argument(node.arguments[0], None, scope), scope)
    if isinstance(inner.type, Broken):
        return broken(node.span)
    up = node.name.text == "round_up"
    return g.Function(_range_of(inner, up), node.span, node.name.text, (inner,))


def _range_of(inner: g.Expr, up: bool) -> Type:
    """The range of a rounded number, known if a ranged number is divided by a constant."""
    if isinstance(inner.type, Number):
        return inner.type
    if not (isinstance(inner, g.Binary) and inner.op == "/"):
        return NUMBER
    top_, bottom = inner.a.type, inner.b.type
    if not (isinstance(top_, Number) and isinstance(bottom, Number)) or is_wide(top_):
        return NUMBER
    if bottom.low <= 0:
        return NUMBER
    ends = [_divided(one, other, up) for one in (top_.low, top_.high)
            for other in (bottom.low, bottom.high)]  # fmt: skip
    return number(min(ends), max(ends))


def _divided(a: int, b: int, up: bool) -> int:
    return -(-a // b) if up else a // b


def remainder(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`remainder(a, b)`."""
    parts = plain(node, scope, NUMBER, NUMBER)
    if parts is None or any_broken(parts):
        return broken(node.span)
    by = parts[1].type
    high = by.high - 1 if isinstance(by, Number) else 0
    return g.Function(number(0, max(0, high)), node.span, "remainder", tuple(parts))


# ---------------------------------------------------------------------------------- players


def neighbour(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`left_of(p)`, `right_of(p)`."""
    parts = plain(node, scope, PLAYER)
    if parts is None or any_broken(parts):
        return broken(node.span)
    return g.Function(PLAYER, node.span, node.name.text, tuple(parts))
