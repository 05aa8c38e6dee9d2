"""Deeds of figures: they are put on a board, step, change places, are taken off.

A step is an occurrence of its own: `before step(f)`, `after step(f)` meet it, and `here`, `there`
are the spaces left and entered while it lasts. A figure that comes onto the board steps from
nowhere. One that is taken off leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import (
    deed_arguments,
    fields,
    figure_functions,
    hooks,
    lasting,
    standing,
    walking,
)
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.occurrences import Occurrence
from hoyle.compiler.from_game.standing import Standing
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.source import Span


def lower_deed(stmt: g.FigureDeed, ctx: Context) -> None:
    """`put f on p`, `take f from BOARD`, a walk."""
    with leaving_out(stmt.without, ctx, stmt.span):
        match stmt.op:
            case "put":
                _put(stmt, ctx)
            case "take":
                _take(stmt, ctx)
            case _:
                walking.lower_walk(stmt, ctx)
    ctx.moment(stmt.span)


def _you(stmt: g.FigureDeed, ctx: Context) -> p.Expr:
    return b.NONE if stmt.you is None else ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)


def _figure(e: g.Expr, ctx: Context, span: Span) -> tuple[Standing, p.Expr]:
    """The sort of a figure, and its row."""
    type_ = e.type.of if isinstance(e.type, t.Optional) else e.type
    if not isinstance(type_, t.Thing):
        raise ctx.not_yet("A deed of one of several sorts of figures", span)
    row = ctx.keep("figure", lower_expr(e, ctx), span, ctx.forms.rows_in(type_))
    return standing.of_thing(type_.name, ctx.whole), row


def _put(stmt: g.FigureDeed, ctx: Context) -> None:
    """A figure comes onto the board, or to another place of it."""
    assert stmt.place is not None
    span, you = stmt.span, _you(stmt, ctx)
    sort, row = _figure(stmt.figure, ctx, span)
    place = ctx.keep("place", standing.place_of(stmt.place, ctx), span)
    if isinstance(stmt.place.type, t.Thing):
        place = _with_tail(sort, row, place, ctx, span)
    if stmt.quietly:
        stand(sort, row, place, ctx, span)
    else:

        def step() -> None:
            step_to(sort, row, place, you, ctx, span)

        figure = deed_arguments.widened_figure(row, sort.thing, ctx)
        hooks.around("verb", "put", (figure,), you, ctx, span, step)


def set_place(target: g.Function, where: g.Expr, ctx: Context, span: Span) -> None:
    """A figure stands there in an example: `given f.space is "b1"`."""
    sort, row = _figure(target.args[0], ctx, span)
    place = ctx.keep("place", standing.place_of(where, ctx), span)
    if target.name == "space_of":
        place = _with_tail(sort, row, place, ctx, span)
    stand(sort, row, place, ctx, span)


def _with_tail(sort: Standing, row: p.Expr, space: p.Expr, ctx: Context, span: Span) -> p.Expr:
    """A space as a placement: a tail goes where there is room first."""
    if ctx.whole.game.tables[sort.thing].trail is None:
        return space
    return _fitted(sort, row, space, ctx, span)


def _take(stmt: g.FigureDeed, ctx: Context) -> None:
    """A figure goes off the board."""
    span, you = stmt.span, _you(stmt, ctx)
    sort, row = _figure(stmt.figure, ctx, span)

    def go() -> None:
        _leave(sort, row, stmt.quietly, you, ctx, span)

    def deed() -> None:
        if stmt.quietly:
            go()
        else:
            figure = deed_arguments.widened_figure(row, sort.thing, ctx)
            hooks.around("verb", "take", (figure,), you, ctx, span, go)

    when(ctx, b.op("ge", b.get(sort.place, row), b.ZERO), deed, span=span)


def _leave(
    sort: Standing, row: p.Expr, quietly: bool, you: p.Expr, ctx: Context, span: Span
) -> None:

    def off() -> None:
        stand(sort, row, b.NONE, ctx, span)

    figure = deed_arguments.widened_figure(row, sort.thing, ctx)
    if quietly:
        off()
    else:
        hooks.around("leave", "leave", (figure,), you, ctx, span, off)
    lasting.after_verb("leave", (row,), ctx, span)


# ------------------------------------------------------------------------------------------- swaps


def lower_swap(stmt: g.Swap, ctx: Context) -> None:
    """Two figures change places; one of them may be off the board."""
    span = stmt.span
    you = b.NONE if stmt.you is None else ctx.keep("you", lower_expr(stmt.you, ctx), span)
    (one, a), (other, c) = _figure(stmt.a, ctx, span), _figure(stmt.b, ctx, span)
    first = ctx.keep("first", b.get(one.place, a), span)
    second = ctx.keep("second", b.get(other.place, c), span)
    _leave_swapped(one, a, second, you, ctx, span)
    _leave_swapped(other, c, first, you, ctx, span)
    _come(one, a, second, first, you, ctx, span)
    _come(other, c, first, b.NONE, you, ctx, span)
    ctx.moment(span)


def _come(
    sort: Standing,
    row: p.Expr,
    place: p.Expr,
    kept: p.Expr,
    you: p.Expr,
    ctx: Context,
    span: Span,
) -> None:
    """A figure comes to where another stood; its tail does not come to where that one goes."""
    there = _fitted(sort, row, place, ctx, span, kept)

    def step() -> None:
        step_to(sort, row, there, you, ctx, span)

    when(ctx, b.op("ge", there, b.ZERO), step, span=span)


def _leave_swapped(
    sort: Standing, row: p.Expr, to: p.Expr, you: p.Expr, ctx: Context, span: Span
) -> None:
    """Who comes to where nobody stood leaves the board; else the space is given up, quietly."""
    there = b.op("ge", b.get(sort.place, row), b.ZERO)

    def off() -> None:
        _leave(sort, row, False, you, ctx, span)

    def quietly() -> None:
        stand(sort, row, b.NONE, ctx, span)

    when(ctx, there, lambda: when(ctx, b.op("lt", to, b.ZERO), off, quietly, span=span), span=span)


def _fitted(
    sort: Standing, row: p.Expr, place: p.Expr, ctx: Context, span: Span, kept: p.Expr = b.NONE
) -> p.Expr:
    """Where a figure stands that comes to a place; its tail does not come onto a place kept."""
    if not standing.may_trail(sort.board, ctx.whole):
        return place
    trailing = standing.trails(sort.thing, row, ctx.whole)
    taken = standing.occupied(sort.board, ctx)
    if kept != b.NONE:
        taken = b.union(taken, standing.spaces(kept, sort.board, ctx))
    given = (place, taken, trailing)
    return ctx.keep("place", fields.asked("fitting", sort.board, given, "int", ctx), span)


# ------------------------------------------------------------------------------------------- steps


def stand(sort: Standing, row: p.Expr, place: p.Expr, ctx: Context, span: Span) -> None:
    """A figure stands there from now on (-1: off the board); nothing else happens."""
    ctx.call(stand_procedure(sort, ctx.whole), (row, place), None, span)


def stand_procedure(sort: Standing, whole: Whole) -> str:
    """The procedure that keeps who stands where."""
    return whole.procedure(
        ("stand", sort.thing),
        f"stand_{sort.placed.name.removesuffix('_placed')}",
        lambda made: _stand_procedure(made, sort, whole),
    )


def _stand_procedure(made: str, sort: Standing, whole: Whole) -> p.Procedure:
    ctx, span = Context(whole), sort.board.span
    row = ctx.fresh("figure", "int", f"thing:{sort.thing}")
    place = ctx.fresh("place", "int")
    with ctx.block() as body:
        before = b.get(sort.place, row)
        _mark(sort, before, lambda there: b.minus(there, b.bit(row)), ctx, span)
        store(ctx, sort.place, row, place, span)
        _mark(sort, place, lambda there: b.union(there, b.bit(row)), ctx, span)
        placed = b.get(sort.placed)
        with_it, without_it = b.union(placed, b.bit(row)), b.minus(placed, b.bit(row))
        store(ctx, sort.placed, None, b.if_(b.op("ge", place, b.ZERO), with_it, without_it), span)
    rule = whole.rule(span, (), sort.thing)
    return p.Procedure(made, (row, place), tuple(body), None, rule, span)


def _mark(
    sort: Standing, place: p.Expr, change: Callable[[p.Expr], p.Expr], ctx: Context, span: Span
) -> None:
    """Change who stands on each space of a placement."""
    if not standing.may_trail(sort.board, ctx.whole):

        def write() -> None:
            store(ctx, sort.on, place, change(b.get(sort.on, place)), span)

        when(ctx, b.op("ge", place, b.ZERO), write, span=span)
        return
    spaces = p.Bits(standing.spaces(place, sort.board, ctx), sort.size)
    each(
        ctx,
        "space",
        spaces,
        lambda space, _: store(ctx, sort.on, space, change(b.get(sort.on, space)), span),
        span=span,
    )


def step_to(
    sort: Standing, row: p.Expr, place: p.Expr, you: p.Expr, ctx: Context, span: Span
) -> None:
    """A figure steps to a placement, with what meets that."""
    if hooks.is_met("step", "step", ctx):
        ctx.call(step_procedure(sort, ctx.whole), (you, row, place), None, span)
    else:
        stand(sort, row, place, ctx, span)


def step_procedure(sort: Standing, whole: Whole) -> str:
    """The procedure of a step: (you, figure, placement)."""
    return whole.procedure(
        ("step", sort.thing),
        f"step_{sort.placed.name.removesuffix('_placed')}",
        lambda made: _step_procedure(made, sort, whole),
    )


def _step_procedure(made: str, sort: Standing, whole: Whole) -> p.Procedure:
    whole.unit = "step"
    ctx, span = Context(whole), sort.board.span
    you = ctx.fresh("you", "int")
    row = ctx.fresh("figure", "int", f"thing:{sort.thing}")
    place = ctx.fresh("place", "int")
    with ctx.block() as body:
        origin = ctx.keep("origin", b.get(sort.place, row), span)
        with _in_hand(sort, origin, place, ctx, span):
            figure = deed_arguments.widened_figure(row, sort.thing, ctx)
            type_ = deed_arguments.any_figure(whole.game)
            step = Occurrence("step", "step", (figure,), (type_,), you)
            at_start = b.eq(b.get(sort.place, row), origin)

            def go() -> None:
                stand(sort, row, place, ctx, span)

            hooks.around_if(step, ctx, span, at_start, go)
    rule = whole.rule(span, (), sort.thing)
    return p.Procedure(made, (you, row, place), tuple(body), None, rule, span)


@contextmanager
def _in_hand(
    sort: Standing, origin: p.Expr, place: p.Expr, ctx: Context, span: Span
) -> Iterator[None]:
    """`here` and `there` are those of this step; afterwards what they were before."""
    here, there, _ = figure_functions.step_cells(ctx)
    before = [ctx.keep("before", b.get(cell), span) for cell in (here, there)]
    for cell, at in ((here, origin), (there, place)):
        store(ctx, cell, None, standing.lead_of(sort.thing, at, ctx), span)

    def end() -> None:
        for cell, value in zip((here, there), before, strict=True):
            store(ctx, cell, None, value, span)

    label = ctx.label("step")
    with ctx.block() as inside, ctx.inside(Place(label, closing=end)):
        yield
        end()
    ctx.emit(p.Region(label, tuple(inside), span))


# ---------------------------------------------------------------------------------------- left out


def left_out(proc: g.Proc, ctx: Context) -> p.Expr:
    """Whether a `to` is left out of the deed that goes on (`without NAME`)."""
    names = ctx.whole.left_out
    if proc.name not in names:
        return b.FALSE
    return b.has(b.get(_left_out_cell(ctx.whole)), b.const(names.index(proc.name)))


def _left_out_cell(whole: Whole) -> p.Cell:
    return whole.machine_cell("left_out_", "mask", None, 0)


@contextmanager
def leaving_out(without: tuple[str, ...], ctx: Context, span: Span) -> Iterator[None]:
    """What is emitted inside happens without these `to`s."""
    if not without:
        yield
        return
    names, cell = ctx.whole.left_out, _left_out_cell(ctx.whole)
    before = ctx.keep("before", b.get(cell), span)
    these = b.mask_const(sum(1 << names.index(name) for name in set(without)))
    store(ctx, cell, None, b.union(before, these), span)

    def end() -> None:
        store(ctx, cell, None, before, span)

    label = ctx.label("without")
    with ctx.block() as inside, ctx.inside(Place(label, closing=end)):
        yield
        end()
    ctx.emit(p.Region(label, tuple(inside), span))
