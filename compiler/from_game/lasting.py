"""Lasting effects: state that ends by itself.

A cell holds a phase for each tuple of arguments: 0 off, 1 on, 2 on and in the run with whose end it
ends (`end of next NAME`). Effects of figures that bear pieces are not lowered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place, Whole
from hoyle.compiler.from_game.expressions import lower_as, lower_expr
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

OFF, ON, LAST = b.const(0), b.const(1), b.const(2)


def _cell(effect: g.Lasting, whole: Whole) -> p.Cell:
    """The phases of an effect, one for each tuple of arguments."""
    many = prod(_counts(effect, whole))
    return whole.machine_cell(f"lasting_{effect.name}", "int", many, (0,) * many)


def _counts(effect: g.Lasting, whole: Whole) -> list[int]:
    return [whole.forms.domain(param.type).count for param in effect.params]


def _checked(effect: g.Lasting, ctx: Context, span: Span) -> None:
    if effect.bearer is not None or effect.lifts:
        raise ctx.not_yet(f"The effect `{effect.name}` of whoever bears a piece", span)


def _index(effect: g.Lasting, args: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    """The number of a tuple of arguments."""
    found: p.Expr = b.ZERO
    for param, arg, count in zip(effect.params, args, _counts(effect, ctx.whole), strict=True):
        low = ctx.forms.domain(param.type).low
        value = b.shifted(lower_as(arg, param.type, ctx), -low)
        found = b.add(b.mul(found, b.const(count)), value)
    return found


def _bind(effect: g.Lasting, index: p.Expr, ctx: Context) -> None:
    """The parameters of the tuple with a number."""
    counts = _counts(effect, ctx.whole)
    for at, param in enumerate(effect.params):
        below = prod(counts[at + 1 :])
        part = b.op("floordiv", index, b.const(below)) if below > 1 else index
        if at:
            part = b.op("mod", part, b.const(counts[at]))
        ctx.bind(param, b.shifted(part, ctx.forms.domain(param.type).low))


# ------------------------------------------------------------------------------------- begin, end


def lower_begin(stmt: g.Begin, ctx: Context) -> None:
    """`begin L(…)`, `end L(…)`: begun twice it is on once."""
    _checked(stmt.effect, ctx, stmt.span)
    index = _index(stmt.effect, stmt.args, ctx)
    phase = OFF if stmt.ends else ON
    store(ctx, _cell(stmt.effect, ctx.whole), index, phase, stmt.span)
    ctx.moment(stmt.span)


def lower_with(stmt: g.With, ctx: Context) -> None:
    """`with L(…)`: on for the block, however that is left; then what it was before."""
    from hoyle.compiler.from_game.statements import lower_body

    _checked(stmt.effect, ctx, stmt.span)
    cell, span = _cell(stmt.effect, ctx.whole), stmt.span
    index = ctx.keep("index", _index(stmt.effect, stmt.args, ctx), span)
    before = ctx.fresh("before", "int")
    assign(ctx, before, b.get(cell, index), span)
    store(ctx, cell, index, ON, span)

    def end() -> None:
        store(ctx, cell, index, before, span)

    label = ctx.label("with")
    with ctx.block() as inside, ctx.inside(Place(label, closing=end)):
        lower_body(stmt.body, ctx)
        end()
    ctx.emit(p.Region(label, tuple(inside), span))
    ctx.moment(span)


# --------------------------------------------------------------------------------------- while on


def is_on(effect: g.Lasting, ctx: Context) -> p.Expr:
    """Whether an effect without arguments is on."""
    if effect.params:
        raise ctx.not_yet(f"A hook of the effect `{effect.name}`, which has arguments", effect.span)
    _checked(effect, ctx, effect.span)
    return b.ne(b.get(_cell(effect, ctx.whole), b.ZERO), OFF)


def walk_on(effect: g.Lasting, ctx: Context) -> b.Walk:
    """The tuples for which an effect is on; binds its parameters."""
    _checked(effect, ctx, effect.span)
    cell = _cell(effect, ctx.whole)
    index = ctx.fresh("index", "int")
    _bind(effect, index, ctx)
    numbers = p.Range(b.ZERO, b.const(cell.length or 1))
    return b.Walk(index, numbers, b.ne(b.get(cell, index), OFF))


def begun(e: g.Function, ctx: Context) -> p.Expr:
    """`x.lasting(…)`: the first argument is the name of the effect."""
    name, *args = e.args
    assert isinstance(name, g.Literal)
    effect = next(x for x in ctx.whole.game.lastings if x.name == name.value)
    _checked(effect, ctx, e.span)
    cell = _cell(effect, ctx.whole)
    if len(args) == len(effect.params):
        return b.ne(b.get(cell, _index(effect, tuple(args), ctx)), OFF)
    raise ctx.not_yet(f"Asking for some of the arguments of `{effect.name}`", e.span)


# ----------------------------------------------------------------------------------------- ending


def as_it_begins(name: str, params: tuple[g.Local, ...], ctx: Context, span: Span) -> None:
    """As a `to` (or turn) begins: what lasts until then ends, what lasts through it goes on."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form in ("next", "deed"):
            _change(effect, ending, params, {ON: OFF, LAST: OFF}, ctx, span)
        elif ending.form == "end next":
            _change(effect, ending, params, {ON: LAST}, ctx, span)


def as_it_ends(name: str, params: tuple[g.Local, ...], ctx: Context, span: Span) -> None:
    """As it ends."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form == "end":
            _change(effect, ending, params, {ON: OFF, LAST: OFF}, ctx, span)
        elif ending.form == "end next":
            _change(effect, ending, params, {LAST: OFF}, ctx, span)


def after_verb(name: str, args: tuple[p.Expr, ...], ctx: Context, span: Span) -> None:
    """Behind a verb: what lasts until such a deed ends."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form == "deed":
            _end_where(effect, ending, args, {ON: OFF, LAST: OFF}, ctx, span)


def _endings(whole: Whole, name: str) -> Iterator[tuple[g.Lasting, g.Ending]]:
    for effect in whole.game.lastings:
        if effect.bearer is None and not effect.lifts:
            for ending in effect.endings:
                if ending.name == name:
                    yield effect, ending


def _change(
    effect: g.Lasting,
    ending: g.Ending,
    params: tuple[g.Local, ...],
    phases: dict[p.Const, p.Const],
    ctx: Context,
    span: Span,
) -> None:
    given = [ctx.env[param] for param in params if param.role != "you"]
    _end_where(effect, ending, tuple(given), phases, ctx, span)


def _end_where(
    effect: g.Lasting,
    ending: g.Ending,
    given: tuple[p.Expr, ...],
    phases: dict[p.Const, p.Const],
    ctx: Context,
    span: Span,
) -> None:
    """Change the phase of every tuple whose arguments match."""
    cell = _cell(effect, ctx.whole)

    def one(index: p.Expr) -> None:
        _bind(effect, index, ctx)
        matches = b.and_(
            *(b.eq(lower_expr(arg, ctx), is_) for arg, is_ in zip(ending.args, given, strict=False))
        )
        for before, after in phases.items():
            there = b.and_(b.eq(b.get(cell, index), before), matches)
            change = p.Store(cell, index, after, span)
            when(ctx, there, partial(ctx.emit, change), span=span)

    if not effect.params:
        one(b.ZERO)
        return
    numbers = p.Range(b.ZERO, b.const(cell.length or 1))
    each(ctx, "index", numbers, lambda index, _: one(index), span=span)
