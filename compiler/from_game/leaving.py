"""Leaving blocks from inside: `stop`, `return`, `end NAME`, `eliminate`, and the signals that carry
them out of called procedures.

Within one procedure a block is left directly. From inside a called procedure the cell `signal_`
says what is to be left; after every call and moment the caller looks at it and goes on outwards.
Tests where no signal can be up are taken out when the program is whole (`signals.prune`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import walk
from hoyle.dsl.source import Span

ELIMINATE, ROLL = "eliminate", "roll"


def signal_cell(whole: Whole) -> p.Cell:
    """What is being left: 0 nothing, else the number of a signal."""
    return whole.machine_cell("signal_", "int", None, 0)


def _running(whole: Whole) -> p.Cell:
    """How many running blocks are addressed to each seat."""
    return whole.machine_cell("running_", "int", whole.players, (0,) * whole.players)


def _gone(whole: Whole) -> p.Cell:
    """Who is being eliminated."""
    return whole.machine_cell("gone_", "int", None, -1)


# ------------------------------------------------------------------------------------ inside a body


def stop(ctx: Context, span: Span) -> None:
    """`stop`: out of the innermost loop."""
    for place in reversed(ctx.places):
        if place.stops:
            leave(ctx, place, span)
            return
    return_(ctx, None, span)


def leave(ctx: Context, place: Place, span: Span) -> None:
    """Out of a place around; the addressed blocks in between end."""
    for inner in reversed(ctx.places):
        if inner is place:
            break
        _end_address(inner, ctx, span)
    if place.again:
        ctx.emit(p.Again(place.label, span))
    else:
        ctx.emit(p.Leave(place.label, span))


def return_(ctx: Context, value: p.Expr | None, span: Span) -> None:
    """`return`: out of the procedure, or of the `to` that is written out in it."""
    for place in reversed(ctx.places):
        if place.returns:
            leave(ctx, place, span)
            return
    go_out(ctx, value, span)


def go_out(ctx: Context, value: p.Expr | None, span: Span) -> None:
    """Out of the procedure."""
    if value is not None and any(place.seat is not None or place.closing for place in ctx.places):
        value = ctx.keep("answer", value, span)
    for place in reversed(ctx.places):
        _end_address(place, ctx, span)
    ctx.emit(p.Return(value if value is not None else ctx.answer, span))


def end(ctx: Context, name: str, span: Span) -> None:
    """`end NAME`: out of the innermost running `to` of that name."""
    number = ctx.whole.signal(name)
    for place in reversed(ctx.places):
        if place.signal == number:
            leave(ctx, place, span)
            return
    ctx.emit(p.Store(signal_cell(ctx.whole), None, b.const(number), span))
    go_out(ctx, None, span)


def raise_roll(ctx: Context, span: Span) -> None:
    """`roll again`: out of everything up to the loop around the roll."""
    end(ctx, ROLL, span)


def eliminate(who: p.Expr, ctx: Context, span: Span) -> None:
    """Mark a player out. `unwind` comes after what follows an elimination."""
    out = layout.out_mask(ctx.whole)
    assert out is not None
    ctx.emit(p.Store(out, None, b.union(b.get(out), b.bit(who)), span))


def unwind(who: p.Expr, ctx: Context, span: Span) -> None:
    """Out of every running block addressed to a player who is out."""
    whole = ctx.whole
    running = b.op("gt", b.get(_running(whole), who), b.ZERO)
    with ctx.block() as body:
        ctx.emit(p.Store(_gone(whole), None, who, span))
        number = b.const(whole.signal(ELIMINATE))
        ctx.emit(p.Store(signal_cell(whole), None, number, span))
        _go_on_outwards(ctx, span)
    ctx.emit(p.If(running, tuple(body), (), span))


# ------------------------------------------------------------------------------------------ signals


def test_signal(ctx: Context, span: Span) -> None:
    """Go on outwards if a signal is up."""
    up = b.ne(b.get(signal_cell(ctx.whole)), b.ZERO)
    with ctx.block() as body:
        _go_on_outwards(ctx, span)
    ctx.emit(p.If(up, tuple(body), (), span))


def _go_on_outwards(ctx: Context, span: Span) -> None:
    """Where a signal leads: to the place that it ends in, else out of the procedure."""
    signal = signal_cell(ctx.whole)
    for place in reversed(ctx.places):
        if place.signal:
            test = b.eq(b.get(signal), b.const(place.signal))
            ctx.emit(p.If(test, (_clear(signal, span), _jump(place, span)), (), span))
        _end_address(place, ctx, span)
        if place.seat is not None:
            ends = _ends_elimination(place, ctx)
            ctx.emit(p.If(ends, (_clear(signal, span), _jump(place, span)), (), span))
    if ctx.returns:
        ctx.emit(p.Return(ctx.answer, span))
    else:
        ctx.emit(_clear(signal, span))


def _clear(signal: p.Cell, span: Span) -> p.Stmt:
    return p.Store(signal, None, b.ZERO, span)


def _jump(place: Place, span: Span) -> p.Stmt:
    return p.Again(place.label, span) if place.again else p.Leave(place.label, span)


def _ends_elimination(place: Place, ctx: Context) -> p.Expr:
    """Whether an elimination ends here: the outermost block addressed to who is out."""
    assert place.seat is not None
    whole = ctx.whole
    return b.and_(
        b.eq(b.get(signal_cell(whole)), b.const(whole.signal(ELIMINATE))),
        b.eq(b.get(_gone(whole)), place.seat),
        b.eq(b.get(_running(whole), place.seat), b.ZERO),
    )


def _end_address(place: Place, ctx: Context, span: Span) -> None:
    if place.closing is not None:
        place.closing()
    if place.seat is not None:
        running = _running(ctx.whole)
        one_less = b.sub(b.get(running, place.seat), b.ONE)
        ctx.emit(p.Store(running, place.seat, one_less, span))


@contextmanager
def addressed(seat: p.Expr, body: g.Body | None, ctx: Context, span: Span) -> Iterator[None]:
    """What is emitted inside is a block addressed to a seat (`body` None: may do anything)."""
    place = address_place(body, seat, ctx)
    if place is None:
        yield
        return
    with ctx.block() as inside, ctx.inside(place):
        yield
    write_addressed(place, tuple(inside), ctx, span)


def address_place(body: g.Body | None, seat: p.Expr, ctx: Context) -> Place | None:
    """The place of a block addressed to a seat; None where nobody is eliminated in it."""
    if not may_eliminate(body, ctx.whole):
        return None
    return Place(ctx.label("addressed"), seat=seat)


def write_addressed(place: Place, inside: p.Block, ctx: Context, span: Span) -> None:
    """The block of such a place, counted while it runs."""
    assert place.seat is not None
    running = _running(ctx.whole)
    one_more = b.add(b.get(running, place.seat), b.ONE)
    ctx.emit(p.Store(running, place.seat, one_more, span))
    with ctx.block() as body:
        ctx.blocks[-1].extend(inside)
        _end_address(place, ctx, span)
    ctx.emit(p.Region(place.label, tuple(body), span))


def may_eliminate(body: g.Body | None, whole: Whole) -> bool:
    """Whether somebody may be eliminated while a body runs."""
    if not whole.uses(g.Eliminate):
        return False
    if body is None or _by_rules_elsewhere(whole):
        return True
    return any(_reaches(stmt, whole, set()) for stmt in body)


def _by_rules_elsewhere(whole: Whole) -> bool:
    """Whether hooks, actions, watched conditions, versions eliminate."""
    elsewhere = (
        unit
        for unit in whole.units
        if unit.kind in ("hook", "action", "whenever", "version", "spent", "lasting")
    )
    return any(_reaches(node, whole, set()) for unit in elsewhere for node in unit.body)


def _reaches(node: walk.Node, whole: Whole, seen: set[g.Proc]) -> bool:
    for inner in walk.every(node):
        if isinstance(inner, g.Eliminate):
            return True
        if isinstance(inner, g.Call | g.Called) and inner.proc not in seen:
            seen.add(inner.proc)
            if any(_reaches(stmt, whole, seen) for stmt in inner.proc.body or ()):
                return True
    return False
