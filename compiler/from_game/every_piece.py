"""One piece after the other of what an expression means: a piece, one of several things, a set."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import attributes, flows, slots, zones
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import each, when
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Span

One = Callable[[Pieces, p.Expr], None]


def each_piece(
    what: g.Expr, ctx: Context, span: Span, write: One, seats: p.Expr = b.NO_MASK
) -> None:
    """Write a deed for each piece. What nobody has seen is settled first; `seats` see it then."""
    if isinstance(what, g.FieldRead) and what.field.role == "zone":
        for spot in zones.spots_of(what, ctx):
            _each_at(spot, ctx, span, write, seats)
        return
    if isinstance(what, g.Join) and what.op == "+" and flows.zones_named(what):
        each_piece(what.a, ctx, span, write, seats)
        each_piece(what.b, ctx, span, write, seats)
        return
    value = ctx.keep("what", lower_expr(what, ctx), span, ctx.forms.rows_in(what.type))
    each_of_value(value, what.type, ctx, span, write)


def _each_at(spot: zones.Spot, ctx: Context, span: Span, write: One, seats: p.Expr) -> None:
    """Every piece that lies at a spot now."""
    pieces = slots.pieces_of(spot.zone, ctx)
    if spot.zone.marks:
        slots.pin_all(spot, seats, ctx, span)
    if spot.zone.slots:
        source: p.Source = p.Items(spot.read())
    else:
        source = p.Bits(spot.read(), pieces.bits)
    each(ctx, "row", source, lambda row, _: write(pieces, row), span=span, domain=pieces.domain)


def each_of_value(value: p.Expr, type_: t.Type, ctx: Context, span: Span, write: One) -> None:
    """The same for a value that is lowered already."""
    match type_:
        case t.Optional(of):
            some = b.op("ge", value, b.ZERO)
            when(ctx, some, lambda: each_of_value(value, of, ctx, span, write), span=span)
        case t.Thing(name):
            write(ctx.whole.pieces[name], value)
        case t.Either(names):
            _either(value, names, ctx, span, write)
        case t.SetOf(of) if b.form_of(value) == "mask":
            _masks(value, of, ctx, span, write)
        case t.SetOf(of) | t.ListOf(of):
            each(
                ctx,
                "row",
                p.Items(value),
                lambda row, _: each_of_value(row, of, ctx, span, write),
                span=span,
                domain=ctx.forms.rows_in(of),
            )
        case _:
            return  # `none`: nothing to do


def _either(value: p.Expr, names: tuple[str, ...], ctx: Context, span: Span, write: One) -> None:
    """One of several things, told apart by where its rows begin."""
    low = ctx.forms.offset(t.Thing(names[-1]), names)
    first, last = names[:-1], names[-1]

    def of_last() -> None:
        pieces = ctx.whole.pieces[last]
        write(pieces, ctx.keep("row", b.shifted(value, -low), span, pieces.domain))

    def before() -> None:
        _either(value, first, ctx, span, write)

    if first:
        when(ctx, b.op("ge", value, b.const(low)), of_last, before, span=span)
    else:
        of_last()


def _masks(mask: p.Expr, of: t.Type, ctx: Context, span: Span, write: One) -> None:
    """The members of a set, component by component."""
    for thing, low, _ in attributes.things_of(of, b.ZERO, ctx):
        pieces = ctx.whole.pieces.get(thing)
        if pieces is not None:
            part = mask_of_thing(mask, thing, low, of, ctx)
            _bits(part, pieces, ctx, span, write)


def mask_of_thing(mask: p.Expr, thing: str, low: int, of: t.Type, ctx: Context) -> p.Expr:
    """The rows of one component in a set of several."""
    if not isinstance(of, t.Either):
        return mask
    rows = b.mask_const((1 << ctx.whole.pieces[thing].rows) - 1)
    return b.inter(b.op("unshift", mask, b.const(low)) if low else mask, rows)


def _bits(mask: p.Expr, pieces: Pieces, ctx: Context, span: Span, write: One) -> None:
    source = p.Bits(mask, pieces.bits)
    each(ctx, "row", source, lambda row, _: write(pieces, row), span=span, domain=pieces.domain)
