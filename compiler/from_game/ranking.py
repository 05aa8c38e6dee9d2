"""Counting, folding, ranking what a set holds."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import turn_orders
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.sets import (
    bind,
    element,
    lower_source,
    mask_of,
    walk_of,
)
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def count(e: g.Expr, ctx: Context) -> p.Expr:
    """How many there are."""
    from hoyle.compiler.from_game import zones

    if isinstance(e, g.FieldRead) and e.field.role == "zone":
        of = lower_expr(e.of, ctx) if e.of is not None else None
        index = lower_expr(e.index, ctx) if e.index is not None else None
        return _size(zones.read_zone(e.field, of, index, ctx))
    if isinstance(e.type, t.TallyOf):
        return b.comp("sum", walk_of(ctx, "number", "int", p.Items(lower_expr(e, ctx))))
    if isinstance(e.type, t.Optional):
        return b.if_(b.eq(lower_expr(e, ctx), ctx.forms.none_of(e.type)), b.ZERO, b.ONE)
    return count_of(lower_source(e, ctx))


def _size(content: p.Expr) -> p.Expr:
    """How many pieces lie in a zone, or in all of an indexed one."""
    if isinstance(content, p.Op) and content.name == "concat":
        one, other = content.args
        return b.add(_size(one), _size(other))
    return b.op("len" if b.form_of(content) == "ints" else "size", content)


def count_of(walk: b.Walk) -> p.Expr:
    """How many elements a walk has."""
    if not walk.distinct and not walk.ordered:
        return b.op("size", mask_of(walk))
    if walk.cond is None:
        match walk.source:
            case p.Bits(mask=value):
                return b.op("size", value)
            case p.Items(of):
                return b.op("len", of)
            case p.Range(low, high):
                return b.op("max", b.sub(high, low), b.ZERO)
    return b.comp("count", walk)


def once_each(walk: b.Walk, size: int, ctx: Context) -> b.Walk:
    """A walk on which no element comes twice (a cup's faces stay as they are)."""
    if walk.distinct or walk.ordered:
        return walk
    return walk_of(ctx, walk.var.name, walk.var.form, p.Bits(mask_of(walk), size))


def lower_fold(e: g.Fold, ctx: Context) -> p.Expr:
    """`sum(E of S)`, `min`, `max`, `distinct`, `sorted`."""
    walk = lower_source(
        e.over, ctx, e.op == "sorted", turn_orders.anchor(e.anchor, ctx), e.var.name
    )
    if e.op == "sum":
        walk = once_each(walk, ctx.forms.bits(element(e.over.type, ctx)), ctx)
    bind(e.var, walk, ctx)
    with ctx.guarded():
        body = lower_expr(e.body, ctx)
    match e.op:
        case "sum":
            return b.comp("sum", walk, body, form=_sum_form(body))
        case "min" | "max":
            return b.comp(e.op, walk, body)
        case "distinct":
            return _distinct(e, walk, body, ctx)
        case "sorted":
            return rank(walk, (b.op("neg", body),), True, "ints", ctx)


def _sum_form(body: p.Expr) -> p.Form:
    return "ratio" if b.form_of(body) == "ratio" else "int"


def _distinct(e: g.Fold, walk: b.Walk, body: p.Expr, ctx: Context) -> p.Expr:
    if ctx.forms.form_of(e.type) == "mask":
        if isinstance(e.body.type, t.Optional):
            none = ctx.forms.none_of(e.body.type)
            walk = walk.where(b.ne(body, none))
        return b.comp("mask", walk, body)
    return p.Library("once_each", (b.comp("ints", walk, body),), "ints")


def ranked(e: g.Ranked, ctx: Context) -> p.Expr:
    """`S with most E` (a set), `S by most E` (a list)."""
    walk = lower_source(e.over, ctx, e.all, turn_orders.anchor(e.anchor, ctx), e.var.name)
    bind(e.var, walk, ctx)
    with ctx.guarded():
        keys = tuple(key(way, value, ctx) for way, value in e.keys)
    form = ctx.forms.form_of(e.type)
    return rank(walk, keys, e.all, form, ctx)


def key(way: str, of: g.Expr, ctx: Context) -> p.Expr:
    """What is ranked by: a number, the greater the better."""
    value = lower_expr(of, ctx)
    if b.form_of(value) == "bool":
        value = b.if_(value, b.ONE, b.ZERO)
    return value if way == "most" else b.op("neg", value)


def rank(walk: b.Walk, keys: tuple[p.Expr, ...], all_: bool, form: p.Form, ctx: Context) -> p.Expr:
    """A ranking; one by printed keys of a fixed set is made in advance."""
    from hoyle.compiler.from_game import indexes

    found = p.RankComp(walk.var, walk.source, walk.cond, keys, all_, form)
    return indexes.ranked(found, ctx)
