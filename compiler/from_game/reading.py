"""What a field is: a printed fact, a changing cell, money, a cup, what lies in a zone."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, slots, zones
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import fitting, lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def read_field(e: g.FieldRead, ctx: Context) -> p.Expr:
    """A fact, a cell, money, a cup, what lies in a zone."""
    if e.field.role == "zone" and ctx.forms.form_of(e.type) == "int":
        return slots.single(zones.spot_of(e, ctx), ctx, e.span)
    of = lower_expr(e.of, ctx) if e.of is not None else None
    index = index_of(e, ctx)
    match e.field.role:
        case "zone":
            return zones.value_of(e, of, index, ctx)
        case "fact":
            return _fact(e, of, index, ctx)
        case "cell" | "coins" | "cup":
            if e.field.index is not None and index is None:
                return _whole_cell(e, of, ctx)
            cell = ctx.whole.cell_of(e.field)
            return b.get(cell, layout.instance(e.field, of, index, ctx.whole))


def _fact(e: g.FieldRead, of: p.Expr | None, index: p.Expr | None, ctx: Context) -> p.Expr:
    if of is None:
        raise ctx.not_yet("A printed value of the table", e.span)
    return layout.fact(e.field, of, index, ctx.whole)


def index_of(e: g.FieldRead, ctx: Context) -> p.Expr | None:
    """Which of an indexed field is meant; None: all of it, or there is only one."""
    if e.index is None or e.field.index is None:
        return None
    return fitting(e.index, e.field.index, e.field.name, ctx)


def _whole_cell(e: g.FieldRead, of: p.Expr | None, ctx: Context) -> p.Expr:
    """All instances that one owner has of an indexed cell, as a tuple."""
    size, cell = layout.index_size(e.field, ctx.whole), ctx.whole.cell_of(e.field)
    first = b.ZERO if of is None else b.mul(of, b.const(size))
    items = tuple(b.get(cell, b.shifted(first, i)) for i in range(size))
    return p.Op("tuple", items, "ints")
