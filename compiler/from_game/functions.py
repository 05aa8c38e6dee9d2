"""The functions of the language, one lowering each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, ranking, sets, space_functions, turn_orders
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.seats import seat_names

Lowering = Callable[[g.Function, Context], p.Expr]


def lower_function(e: g.Function, ctx: Context) -> p.Expr:
    """A call of a function."""
    from hoyle.compiler.from_game import figure_functions

    of_figures = figure_functions.lower(e, ctx)
    if of_figures is not None:
        return of_figures
    lowering = _TABLE.get(e.name) or space_functions.TABLE.get(e.name)
    if lowering is not None:
        return lowering(e, ctx)
    if e.name in ("owner_of", "space_of", "placed", "facing_up", "top"):
        from hoyle.compiler.from_game import attributes

        return attributes.attribute(e.name, e.args, ctx)
    if e.name in ("begun", "count_begun"):
        from hoyle.compiler.from_game import lasting

        return lasting.begun(e, ctx)
    raise ctx.not_yet(f"`{e.name}`", e.span)


def _args(e: g.Function, ctx: Context) -> list[p.Expr]:
    return [lower_expr(arg, ctx) for arg in e.args]


def _anchor(e: g.Function, ctx: Context) -> p.Expr:
    return turn_orders.anchor(e.anchor, ctx)


# ------------------------------------------------------------------------------------- arithmetic


def _round(e: g.Function, ctx: Context) -> p.Expr:
    value = lower_expr(e.args[0], ctx)
    if b.form_of(value) != "ratio":
        return value
    if isinstance(value, p.Op) and value.name == "ratio":
        return b.op("ceildiv" if e.name == "round_up" else "floordiv", *value.args)
    return b.op(e.name, value)


def _remainder(e: g.Function, ctx: Context) -> p.Expr:
    return b.op("mod", *_args(e, ctx))


def _of_two(e: g.Function, ctx: Context) -> p.Expr:
    one, other = _args(e, ctx)
    fraction = "ratio" in (b.form_of(one), b.form_of(other))
    return b.op(e.name, one, other, form="ratio" if fraction else "int")


# ------------------------------------------------------------------------------ elements of a set


def _count(e: g.Function, ctx: Context) -> p.Expr:
    return ranking.count(e.args[0], ctx)


def _times_in(e: g.Function, ctx: Context) -> p.Expr:
    """`left[red]`: how often a value is in a tally."""
    tally, key = _args(e, ctx)
    return b.op("item", tally, key)


def _first(e: g.Function, ctx: Context) -> p.Expr:
    """`first(S)`, `last(S)`, `first(n, S)`."""
    if len(e.args) == 2:
        return _first_few(e, ctx)
    over = e.args[0]
    if isinstance(over, g.FieldRead) and over.field.role == "zone" and e.name == "first":
        from hoyle.compiler.from_game import attributes

        if isinstance(over.type, t.ListOf):
            return attributes.attribute("top", e.args, ctx)
    walk = sets.lower_source(over, ctx, ordered=True, anchor=_anchor(e, ctx))
    if isinstance(e.type, t.Optional) and e.name == "first":
        return b.comp("first", walk)
    rule = b.const(ctx.rule(e.span))
    ascending = isinstance(walk.source, p.Range | p.Bits)
    if ascending and walk.var.form == "int":
        found = sets.mask_of(walk)
        folded = _known_end(found, e.name)
        return folded or p.Library(f"{e.name}_bit", (found, rule), "int")
    items = sets.gathered(walk, t.ListOf(sets.element(over.type, ctx)), ctx)
    if isinstance(items, p.Const) and isinstance(items.value, tuple) and items.value:
        end: Any = items.value[0 if e.name == "first" else -1]
        return p.Const(end, walk.var.form)
    return p.Library(f"{e.name}_item", (items, rule), walk.var.form)


def _known_end(mask: p.Expr, which: str) -> p.Expr | None:
    """The first or last of a set known in advance."""
    if isinstance(mask, p.Const) and isinstance(mask.value, int) and mask.value:
        return b.op("lowest" if which == "first" else "highest", mask)
    return None


def _first_few(e: g.Function, ctx: Context) -> p.Expr:
    number, over = e.args
    walk = sets.lower_source(over, ctx, ordered=True, anchor=_anchor(e, ctx))
    items = sets.gathered(walk, t.ListOf(sets.element(over.type, ctx)), ctx)
    count = lower_expr(number, ctx)
    few = b.op("slice", items, b.ZERO, count, form=b.form_of(items))
    return b.op("mask_of", few) if ctx.forms.form_of(e.type) == "mask" else few


def _only(e: g.Function, ctx: Context) -> p.Expr:
    rule = b.const(ctx.rule(e.span))
    best = _best_of_all(e.args[0], rule, ctx)
    if best is not None:
        return best
    walk = sets.lower_source(e.args[0], ctx)
    single = _single(walk, ctx)
    if single is not None:
        return single
    if walk.var.form == "int" and not isinstance(walk.source, p.Items):
        return p.Library("only_bit", (sets.mask_of(walk), rule), "int")
    if walk.var.form == "int" and _is_mask_like(e.args[0], ctx):
        return p.Library("only_bit", (b.comp("mask", walk), rule), "int")
    items = b.comp("ints", walk, form="texts" if walk.var.form == "str" else "ints")
    return p.Library("only_item", (items, rule), walk.var.form)


def _best_of_all(e: g.Expr, rule: p.Expr, ctx: Context) -> p.Expr | None:
    """`only(S with most E)` by printed keys that all differ: the first in an order made before."""
    from hoyle.compiler.from_game import indexes

    if not isinstance(e, g.Ranked) or e.all:
        return None
    walk = sets.lower_source(e.over, ctx, name=e.var.name)
    sets.bind(e.var, walk, ctx)
    with ctx.guarded():
        keys = tuple(ranking.key(way, value, ctx) for way, value in e.keys)
    order = indexes.in_order(walk, keys, ctx)
    if order is None:
        return None
    return p.Library("some", (b.comp("first", order), rule), "int")


def _is_mask_like(e: g.Expr, ctx: Context) -> bool:
    return ctx.forms.is_mask(sets.element(e.type, ctx)) and not isinstance(e.type, t.Cup)


def _single(walk: b.Walk, ctx: Context) -> p.Expr | None:
    """The one of a printed set that has exactly one, whatever it hangs on."""
    match walk:
        case b.Walk(source=p.Items(of=p.Lookup(table=table, indexes=(index,))), cond=None):
            rows: Any = table.data
            if table.depth == 2 and all(len(row) == 1 for row in rows):
                only = tuple(row[0] for row in rows)
                name = f"ONLY_{table.name}"
                made = ctx.whole.table(("only", table.name), name, 1, table.form, lambda: only)
                return b.lookup(made, index)
        case _:
            pass
    return None


def _starting(e: g.Function, ctx: Context) -> p.Expr:
    """`starting(S, x)`: S in its order, beginning with x."""
    over, first = e.args
    if isinstance(over.type, t.SetOf) and isinstance(over.type.of, t.Player):
        start = turn_orders.anchor_from(first, e.anchor, ctx)
    else:
        start = lower_expr(first, ctx)
    walk = sets.lower_source(over, ctx, ordered=True, anchor=start)
    if isinstance(sets.element(over.type, ctx), t.Player) and not isinstance(over.type, t.ListOf):
        return b.comp("ints", walk)
    items = sets.gathered(walk, t.ListOf(sets.element(over.type, ctx)), ctx)
    return p.Library("starting", (items, start), b.form_of(items))


# ----------------------------------------------------------------------------------------- players


def _beside_player(e: g.Function, ctx: Context) -> p.Expr:
    """`left_of(p)`, `right_of(p)`: the next player still in."""
    whole, (player,) = ctx.whole, _args(e, ctx)
    step = 1 if e.name == "left_of" else -1
    count = b.const(whole.players)
    next_ = b.op("mod", b.shifted(player, step), count)
    out = layout.out_mask(whole)
    if out is None:
        return next_
    seats = range(whole.players)
    around = tuple(
        tuple((seat + step * i) % whole.players for i in range(1, whole.players + 1))
        for seat in seats
    )
    name = "SEATS_TO_THE_LEFT" if step == 1 else "SEATS_TO_THE_RIGHT"
    table = whole.table(("around", step), name, 2, "int", lambda: around)
    walk = b.Walk(ctx.fresh("seat", "int"), p.Items(b.lookup(table, player)), None)
    return b.comp("first", walk.where(b.not_(b.has(b.get(out), walk.var))))


def _seat_of(e: g.Function, ctx: Context) -> p.Expr:
    """1, 2, … counted from the starter."""
    (player,) = _args(e, ctx)
    starter = layout.starter(ctx.whole)
    if starter == b.ZERO:
        return b.shifted(player, 1)
    turned = b.op("mod", b.sub(player, starter), b.const(ctx.whole.players))
    return b.shifted(turned, 1)


def _active(e: g.Function, ctx: Context) -> p.Expr:
    (player,) = _args(e, ctx)
    return b.eq(player, b.get(layout.active(ctx.whole)))


def _name_of(e: g.Function, ctx: Context) -> p.Expr:
    """The printed name of a thing, or of a seat."""
    (thing,) = _args(e, ctx)
    of = e.args[0].type
    of = of.of if isinstance(of, t.Optional) else of
    match of:
        case t.Thing(name):
            return b.lookup(layout.name_table(name, ctx.whole), thing)
        case t.Either(names):
            printed = tuple(row.name for n in names for row in ctx.whole.game.tables[n].rows)
            key = ("names", *names)
            table = ctx.whole.table(key, "NAMES_OF_EITHER", 1, "str", lambda: printed)
            return b.lookup(table, thing)
        case t.Player():
            many = seat_names(ctx.whole.players)
            table = ctx.whole.table("seat names", "SEAT_NAMES", 1, "str", lambda: many)
            return b.lookup(table, thing)
        case _:
            raise ctx.not_yet("The name of this", e.span)


_TABLE: dict[str, Lowering] = {
    "count": _count,
    "times_in": _times_in,
    "first": _first,
    "last": _first,
    "only": _only,
    "starting": _starting,
    "round_up": _round,
    "round_down": _round,
    "remainder": _remainder,
    "min": _of_two,
    "max": _of_two,
    "left_of": _beside_player,
    "right_of": _beside_player,
    "seat_of": _seat_of,
    "active": _active,
    "name_of": _name_of,
}
