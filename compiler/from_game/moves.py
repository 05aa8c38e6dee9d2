"""Moving pieces: single ones from wherever they are, and all that lies somewhere."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import known, layout, pools, sight, slots
from hoyle.compiler.from_game.context import Context, Whole
from hoyle.compiler.from_game.writing import Write, assign, each, nothing, store, when
from hoyle.compiler.from_game.zones import BOX, Pieces, Spot, Zone
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span

Put = Callable[[Spot], None]


def move_row(
    pieces: Pieces, row: p.Expr, target: Spot, ctx: Context, span: Span, *, under: bool = False
) -> None:
    """A piece leaves where it is and lies somewhere else."""
    seats = sight.sees(target, ctx.whole)
    new = known.newly(pieces, row, seats, ctx, span)
    known.veil(pieces, row, seats, ctx, span)
    lift(pieces, row, ctx, span)
    slots.lay(target, row, ctx, span, under=under)
    known.learn(pieces, row, seats, ctx, span)
    known.tell(pieces, row, new, ctx, span)


def to_box(pieces: Pieces, row: p.Expr, ctx: Context, span: Span) -> None:
    """A piece goes back to the box."""
    known.veil(pieces, row, b.NO_MASK, ctx, span)
    lift(pieces, row, ctx, span)
    store(ctx, pieces.at, row, BOX, span)


def cover(pieces: Pieces, mask: p.Expr, ctx: Context, span: Span) -> None:
    """What was turned up for all is not any more."""
    if pieces.shown is not None:
        store(ctx, pieces.shown, None, b.minus(b.get(pieces.shown), mask), span)


def with_room(
    target: Spot, otherwise: Spot | None, put: Put, full: Write, ctx: Context, span: Span
) -> None:
    """Put something where there is room for it: in the target, else in the other, else nowhere."""

    def other() -> None:
        if otherwise is None:
            full()
        else:
            with_room(otherwise, None, put, full, ctx, span)

    when(ctx, has_room(target), lambda: put(target), other, span=span)


def has_room(target: Spot) -> p.Expr:
    """Whether another piece can lie there."""
    room = target.zone.room
    if room is None:
        return b.TRUE
    return target.is_empty() if room == 1 else b.op("lt", target.size(), b.const(room))


# ------------------------------------------------------------------------------------ single ones


def lift(pieces: Pieces, row: p.Expr, ctx: Context, span: Span) -> None:
    """A known piece leaves the place where it is, whichever that is."""
    whole = ctx.whole
    name = whole.procedure(
        ("lift", pieces.thing),
        f"lift_{layout.snake(pieces.thing)}",
        lambda made: _lift_procedure(made, pieces, whole),
    )
    ctx.emit(p.CallProc(name, (row,), None, span))
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
        _from_zones(pieces.zones, row, here, ctx, span)
    return p.Procedure(made, (row,), tuple(body), None, whole.rule(span, (), pieces.thing), span)


def move_to_number(pieces: Pieces, row: p.Expr, number: p.Expr, ctx: Context, span: Span) -> None:
    """A piece goes to the instance with a number."""
    name = ctx.whole.procedure(
        ("bring", pieces.thing),
        f"bring_{layout.snake(pieces.thing)}",
        lambda made: _bring_procedure(made, pieces, ctx.whole),
    )
    ctx.emit(p.CallProc(name, (row, number), None, span))


def _bring_procedure(made: str, pieces: Pieces, whole: Whole) -> p.Procedure:
    ctx = Context(whole)
    row, number = ctx.fresh("row", "int", pieces.domain), ctx.fresh("number", "int")
    span = whole.game.tables[pieces.thing].span
    with ctx.block() as body:
        _to_zones(pieces, pieces.zones, row, number, ctx, span)
    rule = whole.rule(span, (), pieces.thing)
    return p.Procedure(made, (row, number), tuple(body), None, rule, span)


def _to_zones(
    pieces: Pieces,
    zones: tuple[Zone, ...],
    row: p.Expr,
    number: p.Expr,
    ctx: Context,
    span: Span,
) -> None:
    """Move a piece to the zone that an instance number says, by halves."""
    if len(zones) > 1:
        half = len(zones) // 2
        low, high = zones[:half], zones[half:]
        when(
            ctx,
            b.op("lt", number, b.const(high[0].first)),
            lambda: _to_zones(pieces, low, row, number, ctx, span),
            lambda: _to_zones(pieces, high, row, number, ctx, span),
            span=span,
        )
        return
    zone = zones[0]
    instance = b.shifted(number, -zone.first)
    single = zone.cell.length is None
    spot = Spot(zone, None if single else ctx.keep("instance", instance, span))
    move_row(pieces, row, spot, ctx, span)
    after_arrival(spot, False, ctx, span)


def _from_zones(
    zones: tuple[Zone, ...], row: p.Expr, here: p.Expr, ctx: Context, span: Span
) -> None:
    """Take a piece out of the zone that its instance number says, by halves."""
    if len(zones) > 1:
        half = len(zones) // 2
        low, high = zones[:half], zones[half:]
        when(
            ctx,
            b.op("lt", here, b.const(high[0].first)),
            lambda: _from_zones(low, row, here, ctx, span),
            lambda: _from_zones(high, row, here, ctx, span),
            span=span,
        )
        return
    zone = zones[0]
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
            when(
                ctx, ours, lambda home=home: _search(pieces, home, row, here, ctx, span), span=span
            )

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


# -------------------------------------------------------------------------------------- all of it


def move_all(
    source: Spot,
    target: Spot,
    ctx: Context,
    span: Span,
    *,
    otherwise: Spot | None = None,
    under: bool = False,
) -> None:
    """Everything that lies in one place goes to another, in its order."""
    if target.zone.room is not None or otherwise is not None:
        _one_by_one(source, target, otherwise, ctx, span, under)
    elif target.zone.slots and sight.sees(target, ctx.whole) == b.NO_MASK:
        _as_they_are(source, target, ctx, span, under)
    elif source.zone.slots:
        _one_by_one(source, target, otherwise, ctx, span, under)
    else:
        _faces(source, target, ctx, span, under)


def _as_they_are(source: Spot, target: Spot, ctx: Context, span: Span, under: bool) -> None:
    """To where nobody sees: marks stay marks."""
    pieces = slots.pieces_of(target.zone, ctx)
    content = ctx.keep("moved", source.read(), span)
    rows = known.faces_in(content, source.zone, pieces, ctx)
    if source.zone.rows:
        _all_at(pieces, rows, target, ctx, span)
    cover(pieces, _mask(content, source.zone, ctx), ctx, span)
    added = content if source.zone.slots else b.op("members", content)
    _empty(source, ctx, span)
    slots.add_slots(target, added, ctx, span, under=under)


def _faces(source: Spot, target: Spot, ctx: Context, span: Span, under: bool) -> None:
    """From where faces are seen to where they are seen."""
    pieces = slots.pieces_of(target.zone, ctx)
    content = ctx.keep("moved", source.read(), span)
    seats = sight.sees(target, ctx.whole)
    _all_at(pieces, p.Bits(content, pieces.bits), target, ctx, span)
    cover(pieces, content, ctx, span)
    _empty(source, ctx, span)
    if target.zone.slots:
        slots.add_slots(target, b.op("members", content), ctx, span, under=under)
    else:
        store(ctx, target.zone.cell, target.instance, b.union(target.read(), content), span)
    known.learn_all(pieces, content, seats, ctx, span)
    new = b.minus(seats, sight.sees(source, ctx.whole))
    if new != b.NO_MASK and pieces.known is not None:
        each(
            ctx,
            "row",
            p.Bits(content, pieces.bits),
            lambda row, _: known.tell(pieces, row, new, ctx, span),
            span=span,
        )


def _all_at(pieces: Pieces, rows: p.Source, target: Spot, ctx: Context, span: Span) -> None:
    each(
        ctx,
        "row",
        rows,
        lambda row, _: store(ctx, pieces.at, row, target.number(), span),
        span=span,
    )


def _empty(source: Spot, ctx: Context, span: Span) -> None:
    nothing_left = b.NO_ITEMS if source.zone.slots else b.NO_MASK
    store(ctx, source.zone.cell, source.instance, nothing_left, span)


def _mask(content: p.Expr, zone: Zone, ctx: Context) -> p.Expr:
    """The known pieces of a content as a mask."""
    if not zone.slots:
        return content
    if not zone.marks:
        return b.op("mask_of", content)
    slot = ctx.fresh("slot", "int")
    return b.comp("mask", b.Walk(slot, p.Items(content), b.op("ge", slot, b.ZERO)))


def _one_by_one(
    source: Spot, target: Spot, otherwise: Spot | None, ctx: Context, span: Span, under: bool
) -> None:
    """Piece by piece while there is room; what is behind marks is settled where somebody sees."""
    pieces = slots.pieces_of(target.zone, ctx)
    stay = ctx.fresh("left", "int")
    limited = target.zone.room is not None
    if limited and source.zone.slots:
        assign(ctx, stay, b.ZERO, span)

    def put_slot(there: Spot) -> None:
        take_and_lay(source, stay if limited else b.ZERO, there, ctx, span, under=under)

    def full() -> None:
        assign(ctx, stay, b.add(stay, b.ONE), span)

    def piece(item: p.Var, _: str) -> None:
        def put(there: Spot) -> None:
            move_row(pieces, item, there, ctx, span, under=under)

        if source.zone.slots:
            with_room(target, otherwise, put_slot, full, ctx, span)
        else:
            with_room(target, otherwise, put, nothing, ctx, span)

    content = source.read()
    items = p.Items(content) if source.zone.slots else p.Bits(content, pieces.bits)
    each(ctx, "item", items, piece, span=span, domain=pieces.domain)


def take_and_lay(
    source: Spot, place: p.Expr, target: Spot, ctx: Context, span: Span, *, under: bool = False
) -> p.Expr:
    """The slot in a place goes to a target; the piece, or the mark where nobody sees it."""
    slot = slots.slot_at(source, place, ctx, span)
    seats = sight.sees(target, ctx.whole)
    pieces = slots.pieces_of(target.zone, ctx)
    if target.zone.slots and seats == b.NO_MASK:
        slots.take_place(source, place, ctx, span)
        slots.lay_slot(target, slot, source.zone, ctx, span, under=under)
        return slot
    new = b.minus(seats, sight.sees(source, ctx.whole))
    row = slots.face(source.zone, slot, seats, new, ctx, span)
    slots.take_place(source, place, ctx, span)
    cover(pieces, b.bit(row), ctx, span)
    slots.lay(target, row, ctx, span, under=under)
    return row


def after_arrival(target: Spot, shuffled: bool, ctx: Context, span: Span) -> None:
    """A bag, and what is shuffled in, is mixed at once."""
    if shuffled or target.zone.container == "bag":
        pools.mix(target, ctx, span)
