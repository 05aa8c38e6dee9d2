"""The verbs: each deed of the table of verbs, with the hooks that meet it."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import (
    deed_arguments,
    draws,
    figures,
    flows,
    hooks,
    lasting,
    layout,
    money,
    moves,
    pools,
    showing,
    slots,
    spending,
    swaps,
    whereabouts,
    zones,
)
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.every_piece import each_piece
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.from_game.zones import BOX, Pieces, Spot
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g

_Plain = g.PutEvery | g.Draw | g.Swap | g.Shuffle


def lower_verb(stmt: g.Stmt, ctx: Context) -> None:
    """One verb as a statement."""
    match stmt:
        case g.PutEvery():
            _met("put", stmt, lambda: _put_every(stmt, ctx), ctx)
        case g.Move():
            _move(stmt, ctx)
        case g.MovePawn():
            _move_pawn(stmt, ctx)
        case g.Draw():
            _met("draw", stmt, lambda: draws.lower_draw(stmt, ctx, None), ctx)
        case g.Swap():
            _met("swap", stmt, lambda: swaps.lower_swap(stmt, ctx), ctx)
        case g.Shuffle():
            _met("shuffle", stmt, lambda: _shuffle(stmt, ctx), ctx)
        case g.Show():
            showing.lower_show(stmt, ctx)
        case g.Pay():
            money.lower_pay(stmt, ctx)
        case g.Lose():
            money.lower_lose(stmt, ctx)
        case g.Spend():
            spending.lower_spend(stmt, ctx)
        case g.Remove():
            _remove(stmt, ctx)
        case g.Eliminate():
            spending.lower_eliminate(stmt, ctx)
        case g.StartWith():
            _start_with(stmt, ctx)
        case g.Begin():
            lasting.lower_begin(stmt, ctx)
        case g.With():
            lasting.lower_with(stmt, ctx)
        case g.FigureDeed():
            figures.lower_deed(stmt, ctx)
        case _:
            raise TypeError(f"unknown verb {type(stmt).__name__}")


def lower_drawn(draw: g.Draw, ctx: Context) -> p.Expr:
    """`let x = draw …`: the pieces drawn, as a mask."""
    thing = ctx.whole.zones[draw.to.field].thing
    drawn = ctx.fresh("drawn", "mask", f"set:thing:{thing}")
    assign(ctx, drawn, b.NO_MASK, draw.span)
    _met("draw", draw, lambda: draws.lower_draw(draw, ctx, drawn), ctx)
    return drawn


def _met(name: str, stmt: _Plain, write: Callable[[], None], ctx: Context) -> None:
    """A deed without arguments, with what meets it, and its moment."""
    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    hooks.around("verb", name, (), you, ctx, stmt.span, write)
    ctx.moment(stmt.span)


# ---------------------------------------------------------------------------------- put, shuffle


def _put_every(stmt: g.PutEvery, ctx: Context) -> None:
    """All pieces of a sort that lie in the box."""
    pieces, span = ctx.whole.pieces[stmt.thing], stmt.span
    target = zones.spot_of(stmt.to, ctx)
    row = ctx.fresh("row", "int")
    ctx.bind(stmt.it, row)
    with ctx.guarded():
        wanted = b.TRUE if stmt.where is None else lower_expr(stmt.where, ctx)
    in_box = b.eq(b.get(pieces.at, row), BOX)
    walk = b.Walk(row, p.Range(b.ZERO, b.const(pieces.rows)), None).where(b.and_(wanted, in_box))
    rows = ctx.keep("rows", b.comp("ints", walk), span)
    each(
        ctx,
        "row",
        p.Items(rows),
        lambda one, _: store(ctx, pieces.at, one, target.number(), span),
        span=span,
    )
    if target.zone.slots:
        slots.add_slots(target, rows, ctx, span, under=True)
    else:
        added = b.union(target.read(), b.op("mask_of", rows))
        store(ctx, target.zone.cell, target.instance, added, span)
    moves.after_arrival(target, stmt.shuffled, ctx, span)


def _shuffle(stmt: g.Shuffle, ctx: Context) -> None:
    for spot in zones.spots_of(stmt.zone, ctx):
        pools.shuffle(spot, ctx, stmt.span)


# ------------------------------------------------------------------------------------------ move


def _move(stmt: g.Move, ctx: Context) -> None:
    """Pieces, or all that lies in zones, to a zone."""
    target = zones.spot_of(stmt.to, ctx)
    otherwise = None if stmt.otherwise is None else zones.spot_of(stmt.otherwise, ctx)
    if flows.zones_named(stmt.what) and not (
        hooks.is_met("verb", "move", ctx) and not stmt.quietly
    ):
        for read in _parts(stmt.what):
            _move_slots(read, stmt, target, otherwise, ctx)
    else:
        _move_pieces(stmt, target, otherwise, ctx)
    for there in (target, otherwise):
        if there is not None:
            moves.after_arrival(there, stmt.shuffled, ctx, stmt.span)
    ctx.moment(stmt.span)


def _move_pieces(stmt: g.Move, target: Spot, otherwise: Spot | None, ctx: Context) -> None:
    span = stmt.span
    guess = whereabouts.guess(stmt.what, ctx)

    def one(pieces: Pieces, row: p.Expr) -> None:
        def put(there: Spot) -> None:
            moves.move_row(pieces, row, there, ctx, span, under=stmt.bottom, guess=guess)

        def deed() -> None:
            moves.with_room(target, otherwise, put, lambda: None, ctx, span)

        if stmt.quietly:
            deed()
        else:
            you = None if stmt.you is None else lower_expr(stmt.you, ctx)
            args = deed_arguments.piece(pieces, row, ctx)
            hooks.around("verb", "move", args, you, ctx, span, deed)

    each_piece(stmt.what, ctx, span, one)


def _parts(what: g.Expr) -> list[g.Expr]:
    """The zones, and tops of zones, that are joined in an expression."""
    match what:
        case g.Join(a=a, b=c):
            return _parts(a) + _parts(c)
        case g.Cast(a=a):
            return _parts(a)
        case g.SetLiteral(items=(item,)):
            return _parts(item)
        case _:
            return [what]


def _move_slots(
    read: g.Expr, stmt: g.Move, target: Spot, otherwise: Spot | None, ctx: Context
) -> None:
    span, under = stmt.span, stmt.bottom
    if isinstance(read, g.FieldRead):
        for source in zones.spots_of(read, ctx):
            moves.move_all(source, target, ctx, span, otherwise=otherwise, under=under)
        return
    assert isinstance(read, g.Function) and isinstance(read.args[0], g.FieldRead)
    source = zones.spot_of(read.args[0], ctx)

    def put(there: Spot) -> None:
        if source.zone.slots:
            moves.take_and_lay(source, b.ZERO, there, ctx, span, under=under)
        else:
            pieces = slots.pieces_of(source.zone, ctx)
            row = ctx.keep("row", b.op("lowest", source.read()), span, pieces.domain)
            moves.move_row(pieces, row, there, ctx, span, under=under, guess=source)

    def some() -> None:
        moves.with_room(target, otherwise, put, lambda: None, ctx, span)

    when(ctx, b.not_(source.is_empty()), some, span=span)


def _move_pawn(stmt: g.MovePawn, ctx: Context) -> None:
    """A pawn is a cell that holds a space."""
    read = stmt.pawn
    of = None if read.of is None else lower_expr(read.of, ctx)
    index = None if read.index is None else lower_expr(read.index, ctx)
    space = ctx.keep("space", lower_expr(stmt.to, ctx), stmt.span)
    place = layout.instance(read.field, of, index, ctx.whole)
    store(ctx, ctx.whole.cell_of(read.field), place, space, stmt.span)
    ctx.moment(stmt.span)


# ----------------------------------------------------------------------------------------- others


def _remove(stmt: g.Remove, ctx: Context) -> None:
    """Back to the box."""
    guess = whereabouts.guess(stmt.what, ctx)

    def one(pieces: Pieces, row: p.Expr) -> None:
        you = None if stmt.you is None else lower_expr(stmt.you, ctx)
        args = deed_arguments.piece(pieces, row, ctx)
        hooks.around(
            "verb",
            "remove",
            args,
            you,
            ctx,
            stmt.span,
            lambda: moves.to_box(pieces, row, ctx, stmt.span, guess),
        )

    each_piece(stmt.what, ctx, stmt.span, one)
    ctx.moment(stmt.span)


def _start_with(stmt: g.StartWith, ctx: Context) -> None:
    who = lower_expr(stmt.who, ctx)
    starter = ctx.whole.machine_cell("starter", "int", None, 0)
    store(ctx, starter, None, who, stmt.span)
    ctx.moment(stmt.span)
