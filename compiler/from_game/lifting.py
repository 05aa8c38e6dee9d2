"""A known piece leaves the place where it is, whichever that is."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import halves, known, layout, slots
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import store, when
from hoyle.compiler.from_game.zones import Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span


def cover(pieces: Pieces, mask: p.Expr, ctx: Context, span: Span) -> None:
    """What was turned up for all is not any more."""
    if pieces.shown is not None:
        store(ctx, pieces.shown, None, b.minus(b.get(pieces.shown), mask), span)


def lift(pieces: Pieces, row: p.Expr, ctx: Context, span: Span, guess: Spot | None = None) -> None:
    """A known piece leaves the place where it is, whichever that is."""
    whole = ctx.whole
    name = whole.procedure(
        ("lift", pieces.thing),
        f"lift_{layout.snake(pieces.thing)}",
        lambda made: _lift_procedure(made, pieces, whole),
    )

    def search() -> None:
        ctx.emit(p.CallProc(name, (row,), None, span))

    if guess is None or guess.zone.thing != pieces.thing:
        search()
    else:
        there = b.eq(b.get(pieces.at, row), guess.number())
        when(ctx, there, lambda: slots.take_out(guess, row, ctx, span), search, span=span)
    cover(pieces, b.bit(row), ctx, span)


def _lift_procedure(made: str, pieces: Pieces, whole: Whole) -> p.Procedure:
    ctx = Context(whole)
    row = ctx.fresh("row", "int", pieces.domain)
    span = whole.game.tables[pieces.thing].span
    with ctx.block() as body:
        if pieces.named and pieces.pools is not None:
            locate(pieces, row, ctx, span)
        here = ctx.keep("here", b.get(pieces.at, row), span)
        if pieces.pools is not None and not pieces.named:
            lost = p.Fail("none", "Nobody knows where this piece lies.", span, ctx.rule(span))
            when(ctx, slots.is_mark(here), lambda: ctx.emit(lost), span=span)
        halves.at_number(
            pieces.zones, here, lambda zone: _from_zone(zone, row, here, ctx, span), ctx, span
        )
    return p.Procedure(made, (row,), tuple(body), None, whole.rule(span, (), pieces.thing), span)


def _from_zone(zone: Zone, row: p.Expr, here: p.Expr, ctx: Context, span: Span) -> None:
    spot = Spot(zone, None if zone.cell.length is None else b.shifted(here, -zone.first))
    inside = b.op("ge", here, b.ZERO) if zone.first == 0 else b.TRUE
    when(ctx, inside, lambda: slots.take_out(spot, row, ctx, span), span=span)


def locate(pieces: Pieces, row: p.Expr, ctx: Context, span: Span) -> None:
    """If nobody has seen where a piece of a pool lies, nature says where, seen by nobody."""
    here = ctx.keep("here", b.get(pieces.at, row), span)

    def search() -> None:
        for home in pieces.homes:
            low, high = -2 - _pool(home, home.count - 1), -2 - _pool(home, 0)
            ours = b.and_(b.op("ge", here, b.const(low)), b.op("le", here, b.const(high)))
            _when_ours(ours, pieces, home, row, here, ctx, span)

    when(ctx, slots.is_mark(here), search, span=span)


def _when_ours(
    ours: p.Expr, pieces: Pieces, home: Zone, row: p.Expr, here: p.Expr, ctx: Context, span: Span
) -> None:
    when(ctx, ours, lambda: _search(pieces, home, row, here, ctx, span), span=span)


def _pool(home: Zone, instance: int) -> int:
    assert home.pool is not None
    return home.pool + instance


def _search(
    pieces: Pieces, home: Zone, row: p.Expr, mark: p.Expr, ctx: Context, span: Span
) -> None:
    """One of all slots with a mark, each as likely, turns out to be the piece."""
    assert pieces.pools is not None
    where = [home, *(ctx.whole.zones[x] for x in pieces.strays[home.field] if x is not home.field)]
    found = ctx.fresh("found", "int")
    places = _places(where, mark, ctx)
    domain = "number"
    ctx.emit(
        p.Nature(
            found, "among", (places,), None, None, None, b.NO_MASK, domain, span, ctx.rule(span)
        )
    )
    pool = ctx.keep("pool", slots.pool_of(mark), span)
    before = b.get(pieces.pools, pool)
    index = b.op("index_of", before, row)
    known.keep_only(pieces, p.Items(before), b.NO_MASK, ctx, span)
    store(ctx, pieces.pools, pool, b.op("drop", before, index, form="ints"), span)
    for zone in where:
        _found_in(zone, pieces, row, found, ctx, span)


def _places(where: list[Zone], mark: p.Expr, ctx: Context) -> p.Expr:
    """Every slot that holds a mark, as instance number * width + place."""
    found: p.Expr = b.NO_ITEMS
    for zone in where:
        for instance in range(zone.count):
            spot = Spot(zone, None if zone.cell.length is None else b.const(instance))
            place = ctx.fresh("place", "int")
            walk = b.Walk(
                place,
                p.Range(b.ZERO, spot.size()),
                b.eq(b.op("item", spot.read(), place), mark),
            )
            base = (zone.first + instance) * WIDTH
            found = b.op("concat", found, b.comp("ints", walk, b.shifted(place, base)))
    return found


WIDTH = 4096
"""More than a zone has slots."""


def _found_in(
    zone: Zone, pieces: Pieces, row: p.Expr, found: p.Expr, ctx: Context, span: Span
) -> None:
    low, high = zone.first * WIDTH, (zone.first + zone.count) * WIDTH
    inside = b.and_(b.op("ge", found, b.const(low)), b.op("lt", found, b.const(high)))

    def put() -> None:
        number = b.op("floordiv", found, b.const(WIDTH))
        instance = None if zone.cell.length is None else b.shifted(number, -zone.first)
        spot = Spot(zone, None if instance is None else ctx.keep("instance", instance, span))
        place = b.op("mod", found, b.const(WIDTH))
        replaced = b.op("replace", spot.read(), place, row)
        replaced = replaced if zone.ordered else b.op("sorted", replaced)
        store(ctx, zone.cell, spot.instance, replaced, span)
        store(ctx, pieces.at, row, spot.number(), span)

    when(ctx, inside, put, span=span)
