"""Adjustments of values: `adjust V by + E for each x in S when C`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal as Word
from typing import assert_never

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.resolve.common import cites, element_of, is_container
from hoyle.dsl.resolve.events import Bound, resolve_pattern_list
from hoyle.dsl.resolve.expressions import resolve_condition, resolve_expr, resolve_set
from hoyle.dsl.resolve.facts import of_elements, shown
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span

Op = Word["by", "less", "to", "times", "floor", "cap", "those"]
Tests = tuple[tuple[int, g.Expr], ...]
SUBJECT = -1


@record
class Carried:
    """Among whose rules an adjustment stands: the piece, who has it, who bears it, the effect."""

    carrier: g.Selector | None = None
    you: g.Local | None = None
    bearer: g.Local | None = None
    in_variant: bool = False
    effect: g.Lasting | None = None


@record
class _Target:
    """The value, its subject and parameters as the adjustment calls them, and what they must be."""

    value: g.ValueDecl
    this: g.Local | None
    params: tuple[g.Local, ...]
    tests: Tests
    scope: Scope


def resolve_adjust(node: n.Adjust, scope: Scope, carried: Carried) -> g.Adjust | None:
    """One adjustment, entered with its value; None if it was reported."""
    target = _target(node.target, scope, carried)
    if target is None:
        return None
    each, inner = _for_each(node.for_each, target.scope)
    pure = inner.pure("a value decides and rolls nothing")
    when = resolve_condition(node.when.condition, pure) if node.when else None
    told = pure.if_(shown(when, True)) if when is not None else pure
    op, amount, it = _change(node.change, target.value, told)
    if_any = isinstance(node.change, n.ChangeToThose) and node.change.if_any
    adjust = g.Adjust(
        op,
        amount,
        target.this,
        target.params,
        target.tests,
        each,
        when,
        it,
        if_any,
        carried.carrier,
        carried.you,
        carried.bearer,
        node.span,
        cites(node),
        carried.in_variant,
        carried.effect,
    )
    target.value.adjusts.append(adjust)
    return adjust


# ---------------------------------------------------------------------------------- whose value


def _target(node: n.AdjustTarget, scope: Scope, carried: Carried) -> _Target | None:
    match node:
        case n.Your(name):
            return _own(name, node.span, scope)
        case n.ValueTarget(name, owner):
            return _plain(name, owner, node.span, scope)
        case n.Call(name, arguments):
            return _with_arguments(name, arguments, node.span, scope)
        case _:
            assert_never(node)


def _own(name: n.Name, span: Span, scope: Scope) -> _Target | None:
    """`adjust your score`: of the player who has the piece."""
    value = _lookup("player", name, span, scope)
    if value is None:
        return None
    if scope.you is None:
        scope.report(
            codes.WRONG_ADJUST,
            span,
            "Nobody is `you` here.",
            help=f"Write `adjust {name} of player`, or put it among the rules of a piece.",
        )
        return None
    this = _subject(value, span)
    params = _anonymous(value.params, span)
    return _Target(value, this, params, ((SUBJECT, scope.you),), scope.block())


def _plain(
    name: n.Name, owner: n.TypeName | n.BuiltinType | None, span: Span, scope: Scope
) -> _Target | None:
    """`adjust might of player`, `adjust NAME`: of all of them."""
    of = None if owner is None else owner.text if isinstance(owner, n.TypeName) else owner.word
    value = _lookup(of, name, span, scope)
    if value is None:
        return None
    this = _subject(value, span)
    params = _anonymous(value.params, span)
    return _Target(value, this, params, (), _seen_from(this, scope))


def _seen_from(this: g.Local | None, scope: Scope) -> Scope:
    """`this` is the subject, its attributes are bare; among a piece's rules `this` is the piece."""
    if this is None:
        return scope.block()
    if scope.this is not None:
        inner = scope.block()
        inner.elements = (this, *scope.elements)
        return inner
    inner = scope.about(this)
    if isinstance(this.type, t.Player):
        inner.you = g.LocalRef(this.type, this.span, this)
    return inner


def _with_arguments(
    name: n.Name, arguments: Sequence[n.Argument], span: Span, scope: Scope
) -> _Target | None:
    """`adjust stat(f, k)`: the subject stands first, arguments go as in hooks."""
    value = _value_called(name, arguments, span, scope)
    if value is None:
        return None
    types = [param.type for param in value.params]
    if value.this is not None:
        types.insert(0, value.this.type)
    bound = Bound()
    patterns = resolve_pattern_list(arguments, types, scope, bound, span, name.text)
    if len(patterns) < len(types):
        return None
    shift = 0 if value.this is None else SUBJECT
    inner = scope.block()
    bound.enter(inner)
    tests = [(i + shift, p.equals) for i, p in enumerate(patterns) if p.equals is not None]
    locals_ = [_local_of(p, type_, span) for p, type_ in zip(patterns, types, strict=True)]
    this = locals_.pop(0) if value.this is not None else None
    return _Target(value, this, tuple(locals_), tuple(tests), inner)


def _local_of(pattern: g.Pattern, type_: t.Type, span: Span) -> g.Local:
    return pattern.binds or g.Local("anyone", type_, span, "bound")


def _subject(value: g.ValueDecl, span: Span) -> g.Local | None:
    return g.Local("this", value.this.type, span, "this") if value.this is not None else None


def _anonymous(params: tuple[g.Local, ...], span: Span) -> tuple[g.Local, ...]:
    return tuple(g.Local(param.name, param.type, span, "bound") for param in params)


# ---------------------------------------------------------------------------------- by name


def _lookup(of: str | None, name: n.Name, span: Span, scope: Scope) -> g.ValueDecl | None:
    value = scope.world.lookup_value(of, name.text)
    if value is None:
        _report_no_value(of, name, span, scope)
    return value


def _report_no_value(of: str | None, name: n.Name, span: Span, scope: Scope) -> None:
    values = scope.world.game.values
    owners = [owner for owner, other in values if other == name.text]
    whose = f" of {of}" if of else ""
    if of is not None and name.text in scope.world.fields_of(of):
        message = f"`{name}`{whose} is a field: it is changed, not adjusted."
        help_: str | None = f"Write `{name} = …` in a deed, or make it a value."
    elif owners:
        message = f"There is no value `{name}`{whose}."
        wanted = f"{name} of {owners[0]}" if owners[0] else str(name)
        help_ = f"Write `adjust {wanted} …`."
    else:
        message = f"There is no value `{name}`{whose}."
        help_ = did_you_mean(name.text, [other for owner, other in values if owner == of])
    scope.report(codes.WRONG_ADJUST, span, message, help=help_ or "Only values can be adjusted.")


def _value_called(
    name: n.Name, arguments: Sequence[n.Argument], span: Span, scope: Scope
) -> g.ValueDecl | None:
    """The value meant by `NAME(…)`: of the game, or of the thing that stands first."""
    found = [value for (_, other), value in scope.world.game.values.items() if other == name.text]
    fitting = [value for value in found if _so_many(value) == len(arguments)]
    if len(fitting) > 1:
        first = _type_of_first(arguments, scope)
        fitting = [value for value in fitting if value.this and value.this.type == first] or fitting
    if len(fitting) == 1:
        return fitting[0]
    if len(found) == 1:
        return found[0]
    if not found:
        _report_no_value(None, name, span, scope)
    else:
        owners = " and ".join(str(value.of) for value in found)
        scope.report(
            codes.WRONG_ADJUST,
            span,
            f"Several things have a value `{name}`: {owners}.",
            help="Give the first argument its type: `f: TYPE`.",
        )
    return None


def _so_many(value: g.ValueDecl) -> int:
    return len(value.params) + (value.this is not None)


def _type_of_first(arguments: Sequence[n.Argument], scope: Scope) -> t.Type | None:
    match arguments[0] if arguments else None:
        case n.Word("bearer") if scope.bearer is not None:
            return scope.bearer.type
        case n.Word("this") if scope.this is not None:
            return scope.this.type
        case n.Word("you"):
            return t.PLAYER
        case n.TypedArgument(type=form):
            return t.Thing(form.text)
        case _:
            return None


# ---------------------------------------------------------------------------------- how much


def _for_each(
    node: n.AdjustEach | None, scope: Scope
) -> tuple[tuple[g.Local, g.Expr] | None, Scope]:
    if node is None:
        return None, scope
    over = resolve_set(node.set, scope.pure("a value decides and rolls nothing"))
    inner = scope.block()
    local = inner.declare(
        node.name.text, element_of(over.type, scope.world), node.name.span, "loop"
    )
    inner.learn(of_elements(over, local))
    return (local, over), inner


def _change(node: n.Change, value: g.ValueDecl, scope: Scope) -> tuple[Op, g.Expr, g.Local | None]:
    wanted = _amount_type(value)
    match node:
        case n.ChangeBy(sign, amount):
            _check_countable(node, value, scope)
            return "by" if sign == "+" else "less", resolve_expr(amount, scope, wanted), None
        case n.ChangeTo(amount):
            return "to", resolve_expr(amount, scope, value.type), None
        case n.ChangeTimes(factor):
            _check_number(node, value, scope)
            return "times", resolve_expr(factor, scope, t.RATIO), None
        case n.ChangeAtLeast(limit):
            _check_number(node, value, scope)
            return "floor", resolve_expr(limit, scope, t.NUMBER), None
        case n.ChangeAtMost(limit):
            _check_number(node, value, scope)
            return "cap", resolve_expr(limit, scope, t.NUMBER), None
        case n.ChangeToThose(condition):
            return _those(node, condition, value, scope)
        case _:
            assert_never(node)


def _amount_type(value: g.ValueDecl) -> t.Type | None:
    """What `by` puts in: a number, or a set."""
    match value.type:
        case t.Number():
            return t.NUMBER
        case t.SetOf() | t.ListOf():
            return t.SetOf(value.type.of)
        case _:
            return None


def _those(
    node: n.Change, condition: n.Expr, value: g.ValueDecl, scope: Scope
) -> tuple[Op, g.Expr, g.Local | None]:
    """`to those where C`: `it` is an element of the set."""
    if not is_container(value.type) and not isinstance(value.type, t.Broken):
        _report_kind(node, value, scope, "keeps some of a set", "a set")
    element = value.type.of if isinstance(value.type, (t.SetOf, t.ListOf)) else t.BROKEN
    it = g.Local("it", element, condition.span, "it")
    return "those", resolve_condition(condition, scope.element(it, named=False)), it


def _check_number(node: n.Change, value: g.ValueDecl, scope: Scope) -> None:
    if not isinstance(value.type, (t.Number, t.Ratio, t.Broken)):
        _report_kind(node, value, scope, "works on numbers", "a number")


def _check_countable(node: n.Change, value: g.ValueDecl, scope: Scope) -> None:
    if isinstance(value.type, (t.Number, t.Ratio, t.Broken)) or is_container(value.type):
        return
    _report_kind(node, value, scope, "works on numbers and sets", "one of them")


def _report_kind(node: n.Change, value: g.ValueDecl, scope: Scope, does: str, wanted: str) -> None:
    scope.report(
        codes.WRONG_ADJUST,
        node.span,
        f"This {does}, and `{value.name}` is not {wanted}.",
        help="Write `to E` to give it another value.",
    )
