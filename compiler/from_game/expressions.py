"""Expressions of the rules as expressions of the program.

What decides, rolls or draws is lifted in front, into the block that is open, from left to right.
"""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import casts, sets
from hoyle.compiler.from_game.arms import Arms, halved
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.forms import datum
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def lower_expr(e: g.Expr, ctx: Context) -> p.Expr:
    """The value of an expression."""
    match e:
        case g.Literal():
            return p.Const(datum(e.value, e.type, ctx.forms), ctx.forms.form_of(e.type))
        case g.LocalRef(local=local):
            if local not in ctx.env:  # the line that names it was refused
                raise ctx.not_yet(f"What is done with `{local.name}`", e.span)
            return ctx.env[local]
        case g.Nobody():
            return b.NONE
        case g.OptionRead(option=option):
            return p.Const(datum(option.value, e.type, ctx.forms), ctx.forms.form_of(e.type))
        case g.SettingRead(value=value):
            return p.Const(datum(value, e.type, ctx.forms), ctx.forms.form_of(e.type))
        case g.FieldRead():
            from hoyle.compiler.from_game import reading

            return reading.read_field(e, ctx)
        case g.ValueOf():
            return _value_of(e, ctx)
        case g.Unary() | g.Binary() | g.Between() | g.IfElse() | g.Pick() | g.Cast() | g.Member():
            return _plain(e, ctx)
        case g.Quantified():
            return quantified(e, ctx)
        case g.Join() | g.Filtered() | g.Ranked() | g.SetLiteral() | g.RangeSet() | g.AllOf():
            return sets.lower_set(e, ctx)
        case g.Fold():
            from hoyle.compiler.from_game import ranking

            return ranking.lower_fold(e, ctx)
        case g.Function():
            return _function(e, ctx)
        case g.Rolled() | g.RolledOff() | g.Agreed() | g.Called() | g.Drawn():
            return _impure(e, ctx)
        case _:
            raise TypeError(f"unknown expression {type(e).__name__}")


def lower_as(e: g.Expr, type_: t.Type, ctx: Context) -> p.Expr:
    """The value of an expression in the form that a variable of some type has."""
    return coerce(lower_expr(e, ctx), e, type_, ctx)


def coerce(value: p.Expr, e: g.Expr, type_: t.Type, ctx: Context) -> p.Expr:
    """A value in another form that can hold it."""
    wanted, have = ctx.forms.form_of(type_), b.form_of(value)
    if wanted == have:
        return value
    if wanted == "mask" and have == "ints":
        return b.op("mask_of", value)
    if wanted == "mask" and have == "int":
        return b.maybe_bit(value) if isinstance(e.type, t.Optional) else b.bit(value)
    if wanted == "ints" and have == "mask":
        return b.op("members", value)
    if value == b.NO_ITEMS or value == b.NO_MASK:
        return ctx.forms.empty_of(type_)
    return value


# ---------------------------------------------------------------------------------- plain operators


def _plain(e: g.Expr, ctx: Context) -> p.Expr:
    match e:
        case g.Unary(op="not"):
            return b.not_(lower_expr(e.a, ctx))
        case g.Unary():
            return b.op("neg", lower_expr(e.a, ctx))
        case g.Binary():
            return _binary(e, ctx)
        case g.Member():
            from hoyle.compiler.from_game import membership

            return membership.member(e, ctx)
        case g.Between():
            value = lower_expr(e.a, ctx)
            low, high = lower_expr(e.low, ctx), lower_expr(e.high, ctx)
            return between(ctx.keep("value", value, e.span), low, high)
        case g.IfElse():
            return _if_else(e, ctx)
        case g.Pick():
            return pick(e, ctx)
        case g.Cast():
            return cast(e, ctx)
        case _:
            raise TypeError(f"unknown operator {type(e).__name__}")


def between(value: p.Expr, low: p.Expr, high: p.Expr) -> p.Expr:
    """low <= value <= high."""
    return b.and_(b.op("ge", value, low), b.op("le", value, high))


_COMPARE = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}


def _binary(e: g.Binary, ctx: Context) -> p.Expr:
    match e.op:
        case "and" | "or":
            first = lower_expr(e.a, ctx)
            join = b.and_ if e.op == "and" else b.or_
            with ctx.guarded():
                return join(first, lower_expr(e.b, ctx))
        case "==" | "!=":
            same = equal(e.a, e.b, ctx)
            return same if e.op == "==" else b.not_(same)
        case "<" | "<=" | ">" | ">=":
            return b.op(_COMPARE[e.op], lower_expr(e.a, ctx), lower_expr(e.b, ctx))
        case "+" | "-" | "*" | "/":
            return arithmetic(e.op, lower_expr(e.a, ctx), lower_expr(e.b, ctx))
        case _:
            assert_never(e.op)


def arithmetic(op: str, a: p.Expr, c: p.Expr) -> p.Expr:
    """Numbers and fractions."""
    fraction = "ratio" in (b.form_of(a), b.form_of(c))
    if op == "/":
        return b.op("rdiv" if fraction else "ratio", a, c)
    if fraction:
        return b.op("r" + _ARITHMETIC[op], a, c)
    return {"+": b.add, "-": b.sub, "*": b.mul}[op](a, c)


def equal(a: g.Expr, c: g.Expr, ctx: Context) -> p.Expr:
    """a is c, for values of every type."""
    if _is_none(c):
        return is_none(a, ctx)
    if _is_none(a):
        return is_none(c, ctx)
    one, other = _alike(a, c, ctx)
    return b.eq(one, other)


def _is_none(e: g.Expr) -> bool:
    while isinstance(e, g.Cast):
        e = e.a
    return isinstance(e, g.Literal) and e.value is None


def is_none(e: g.Expr, ctx: Context) -> p.Expr:
    """Whether an expression has no value."""
    from hoyle.compiler.from_game import zones

    inner = e
    while isinstance(inner, g.Cast):
        inner = inner.a
    if isinstance(inner, g.FieldRead) and inner.field.role == "zone":
        return zones.spot_of(inner, ctx).is_empty()
    none = ctx.forms.none_of(e.type)
    return b.eq(lower_expr(e, ctx), none)


def _alike(a: g.Expr, c: g.Expr, ctx: Context) -> tuple[p.Expr, p.Expr]:
    """Two values in one form, so that they can be compared."""
    if _is_place(a.type) is not _is_place(c.type):
        return _lead(a, ctx), _lead(c, ctx)
    names = {*t.things_of(a.type), *t.things_of(c.type)}
    one, other = lower_expr(a, ctx), lower_expr(c, ctx)
    if len(names) > 1:
        all_names = tuple(sorted(names))
        one, other = (casts.widen(x, y.type, all_names, ctx) for x, y in ((one, a), (other, c)))
    if isinstance(a.type, t.SetOf | t.ListOf) and b.form_of(one) != b.form_of(other):
        both = t.SetOf(a.type.of)
        return coerce(one, a, both, ctx), coerce(other, c, both, ctx)
    return one, other


def _is_place(type_: t.Type) -> bool:
    return isinstance(type_.of if isinstance(type_, t.Optional) else type_, t.Place)


def _lead(e: g.Expr, ctx: Context) -> p.Expr:
    """The leading space of a placement, where it is compared with a space."""
    from hoyle.compiler.from_game import standing

    value, board = lower_expr(e, ctx), standing.board_under(e.type, ctx)
    return value if board is None or not _is_place(e.type) else standing.lead(value, board, ctx)


def cast(e: g.Cast, ctx: Context) -> p.Expr:
    """An expression seen as another type."""
    value = lower_expr(e.a, ctx)
    have, wanted = casts.element(e.a.type), casts.element(e.type)
    if isinstance(wanted, t.Either) and isinstance(have, t.Thing):
        value = casts.widen(value, e.a.type, wanted.names, ctx)
    elif isinstance(have, t.Either) and isinstance(wanted, t.Thing):
        value = casts.narrow(value, isinstance(e.type, t.SetOf), have, wanted, ctx)
    elif isinstance(have, t.Either) and isinstance(wanted, t.Either) and have != wanted:
        value = casts.wider(ctx.keep("thing", value, e.span), e.a.type, have, wanted, ctx)
    if isinstance(e.type, t.SetOf | t.ListOf):
        return coerce(value, e.a, e.type, ctx)
    return value


def _if_else(e: g.IfElse, ctx: Context) -> p.Expr:
    cond = lower_expr(e.cond, ctx)
    if isinstance(cond, p.Const):
        return lower_as(e.then if cond.value else e.otherwise, e.type, ctx)
    with ctx.guarded():
        return b.if_(cond, lower_as(e.then, e.type, ctx), lower_as(e.otherwise, e.type, ctx))


def pick(e: g.Pick, ctx: Context) -> p.Expr:
    """`match` with arrows: a chain of tests, the last arm without one."""
    subject = ctx.keep("subject", lower_expr(e.subject, ctx), e.span)
    with ctx.guarded():
        return _picked(e, subject, e.arms, ctx)


def _picked(e: g.Pick, subject: p.Expr, arms: Arms[g.Expr], ctx: Context) -> p.Expr:
    if halves := halved(arms):
        low, high = (_picked(e, subject, half, ctx) for half in halves[:2])
        return b.if_(b.op("lt", subject, b.const(halves[2])), low, high)
    *tested, (_, last) = arms
    answer = lower_as(last, e.type, ctx)
    for constants, then in reversed(tested):
        test = one_of(subject, constants, e.subject.type, ctx)
        answer = b.if_(test, lower_as(then, e.type, ctx), answer)
    return answer


def one_of(subject: p.Expr, constants: tuple[g.Value, ...], type_: t.Type, ctx: Context) -> p.Expr:
    """Whether the subject is one of some constants."""
    form = ctx.forms.form_of(type_)
    values = [datum(value, type_, ctx.forms) for value in constants]
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) == len(values) > 2:
        numbers.sort()
        if numbers[-1] - numbers[0] == len(numbers) - 1:
            return between(subject, b.const(numbers[0]), b.const(numbers[-1]))
    return b.or_(*(b.eq(subject, p.Const(value, form)) for value in values))


def quantified(e: g.Quantified, ctx: Context) -> p.Expr:
    """`any x in S has C`, `every x in S has C`."""
    from hoyle.compiler.from_game import figure_functions, inlined, placed

    there = figure_functions.stands_there(e, ctx)
    if there is not None:
        return there
    few = None if e.every else placed.walk(e.over, e.var, e.cond, ctx, e.var.name)
    if few is not None:
        sets.bind(e.var, few, ctx)
        with ctx.guarded():
            return b.any_of(few, lower_expr(e.cond, ctx))
    if not e.every:
        return inlined.exists(e.over, e.var, lambda: lower_expr(e.cond, ctx), ctx)
    walk = sets.lower_source(e.over, ctx, name=e.var.name)
    sets.bind(e.var, walk, ctx)
    with ctx.guarded():
        return b.every_of(walk, lower_expr(e.cond, ctx))


# ------------------------------------------------------------------------------------------ calls


def _value_of(e: g.ValueOf, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game import standing, values

    of = lower_expr(e.of, ctx) if e.of is not None else None
    params = zip(e.args, e.value.params, strict=True)
    args = tuple(fitting(arg, param.type, param.name, ctx) for arg, param in params)
    given = e.args if e.of is None else (e.of, *e.args)
    places = tuple(standing.asked_at(arg, ctx) for arg in given)
    return values.call(e.value, of, args, ctx, base=e.base, original=e.original, places=places)


def fitting(e: g.Expr, type_: t.Type, name: str, ctx: Context) -> p.Expr:
    """An argument or index, tested against the range it must be in where that is not sure."""
    from hoyle.compiler.from_game import procedures

    return procedures.in_range(lower_as(e, type_, ctx), type_, name, ctx, e.span)


def _function(e: g.Function, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game import functions

    return functions.lower_function(e, ctx)


def _impure(e: g.Expr, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game import choices, hooks, nature, verbs

    match e:
        case g.Rolled():
            return nature.lower_roll(e, ctx)
        case g.RolledOff():
            return nature.lower_roll_off(e, ctx)
        case g.Agreed():
            return choices.lower_agreed(e, ctx)
        case g.Drawn():
            return verbs.lower_drawn(e.draw, ctx)
        case g.Called():
            you = lower_expr(e.you, ctx) if e.you is not None else None
            args = lower_args(e.proc, e.args, ctx)
            answer = hooks.call_proc(e.proc, args, you, ctx, e.span, original=e.original)
            return b.NONE if answer is None else answer
        case _:
            raise TypeError(f"unknown expression {type(e).__name__}")


def lower_args(proc: g.Proc, args: tuple[g.Expr, ...], ctx: Context) -> tuple[p.Expr, ...]:
    """Arguments in the forms of the parameters."""
    return tuple(
        lower_as(arg, param.type, ctx) for arg, param in zip(args, proc.params, strict=True)
    )
