"""Lasting effects: state that ends by itself.

A cell holds a phase for each tuple of arguments: 0 off, 1 on, 2 on and in the run with whose end it
ends (`end of next NAME`). An effect of whoever bears a piece has the bearer as its first argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import prod

from hoyle.compiler.from_game import bearing
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place, Whole
from hoyle.compiler.from_game.expressions import lower_as, lower_expr
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

OFF, ON, LAST = b.const(0), b.const(1), b.const(2)

Known = Mapping[g.Local, p.Expr]


def locals_of(effect: g.Lasting) -> tuple[g.Local, ...]:
    """What tells one running of an effect from another: the bearer, if it has one, and its
    parameters."""
    return effect.params if effect.bearer is None else (effect.bearer, *effect.params)


def _cell(effect: g.Lasting, whole: Whole) -> p.Cell:
    """The phases of an effect, one for each tuple of arguments."""
    many = prod(_counts(effect, whole))
    return whole.machine_cell(f"lasting_{effect.name}", "int", many, (0,) * many)


def _counts(effect: g.Lasting, whole: Whole) -> list[int]:
    return [whole.forms.domain(local.type).count for local in locals_of(effect)]


def _index(effect: g.Lasting, args: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    """The number of a tuple of arguments."""
    pairs = zip(locals_of(effect), args, strict=True)
    return _number(effect, [lower_as(arg, local.type, ctx) for local, arg in pairs], ctx)


def _number(effect: g.Lasting, values: Sequence[p.Expr], ctx: Context) -> p.Expr:
    """The number of a tuple of values."""
    found: p.Expr = b.ZERO
    places = zip(locals_of(effect), values, _counts(effect, ctx.whole), strict=True)
    for local, value, count in places:
        low = ctx.forms.domain(local.type).low
        found = b.add(b.mul(found, b.const(count)), b.shifted(value, -low))
    return found


def _walks(effect: g.Lasting, known: Known, ctx: Context) -> tuple[list[b.Walk], p.Expr]:
    """Loops over what is not known of a tuple, and its number; binds what tells it apart."""
    walks, values = [], []
    for local in locals_of(effect):
        value = known.get(local)
        if value is None:
            domain = ctx.forms.domain(local.type)
            var = ctx.fresh(local.name, "int", ctx.forms.rows_in(local.type))
            walks.append(b.Walk(var, p.Range(b.const(domain.low), b.const(domain.end)), None))
            value = var
        ctx.bind(local, value)
        values.append(value)
    return walks, _number(effect, values, ctx)


def any_on(effect: g.Lasting, known: Known, test: Callable[[], p.Expr], ctx: Context) -> p.Expr:
    """Whether an effect is on for any tuple that has a test; `known` are some of its arguments."""
    walks, number = _walks(effect, known, ctx)
    with ctx.guarded():
        found = b.and_(b.ne(b.get(_cell(effect, ctx.whole), number), OFF), test())
    for walk in reversed(walks):
        found = b.any_of(walk, found)
    return found


# ------------------------------------------------------------------------------------- begin, end


def lower_begin(stmt: g.Begin, ctx: Context) -> None:
    """`begin L(…)`, `end L(…)`: begun twice it is on once."""
    index = _index(stmt.effect, stmt.args, ctx)
    phase = OFF if stmt.ends else ON
    store(ctx, _cell(stmt.effect, ctx.whole), index, phase, stmt.span)
    ctx.moment(stmt.span)


def lower_with(stmt: g.With, ctx: Context) -> None:
    """`with L(…)`: on for the block, however that is left; then what it was before."""
    from hoyle.compiler.from_game.statements import lower_body

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


def is_on(effect: g.Lasting, known: Known, ctx: Context) -> p.Expr:
    """Whether an effect is on for these arguments (any, of those that are not known)."""
    return any_on(effect, known, lambda: b.TRUE, ctx)


def holding(effect: g.Lasting, known: Known, ctx: Context) -> tuple[list[b.Walk], p.Expr]:
    """Loops over the tuples for which an effect is on, and what still must hold; binds what tells
    them apart. `known` are some of the arguments."""
    walks, number = _walks(effect, known, ctx)
    on = b.ne(b.get(_cell(effect, ctx.whole), number), OFF)
    if not walks:
        return [], on
    return [*walks[:-1], walks[-1].where(on)], b.TRUE


def begun(e: g.Function, ctx: Context) -> p.Expr:
    """`x.lasting(…)`: the first argument is the name of the effect."""
    name, *args = e.args
    assert isinstance(name, g.Literal)
    effect = next(x for x in ctx.whole.game.lastings if x.name == name.value)
    pairs = zip(locals_of(effect), args, strict=False)
    known = {local: lower_as(arg, local.type, ctx) for local, arg in pairs}
    if e.name == "begun":
        return is_on(effect, known, ctx)
    walks, number = _walks(effect, known, ctx)
    on = b.ne(b.get(_cell(effect, ctx.whole), number), OFF)
    found: p.Expr = b.if_(on, b.ONE, b.ZERO)
    for walk in reversed(walks):
        found = b.comp("sum", walk, found, form="int")
    return found


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
    known: dict[g.Local, p.Expr] = {}
    tests: list[tuple[g.Expr, p.Expr]] = []
    for arg, is_ in zip(ending.args, given, strict=False):
        local = next((x for x in locals_of(effect) if bearing.is_local(arg, x)), None)
        if local is None or local in known:
            tests.append((arg, is_))
        else:
            known[local] = is_
    _each_tuple(effect, known, tests, phases, ctx, span)


def _each_tuple(
    effect: g.Lasting,
    known: dict[g.Local, p.Expr],
    tests: list[tuple[g.Expr, p.Expr]],
    phases: dict[p.Const, p.Const],
    ctx: Context,
    span: Span,
) -> None:
    """Loops over what is not known of the tuples, one inside the other."""
    missing = next((x for x in locals_of(effect) if x not in known), None)
    if missing is not None:
        domain = ctx.forms.domain(missing.type)
        source = p.Range(b.const(domain.low), b.const(domain.end))
        each(
            ctx,
            missing.name,
            source,
            lambda value, _: _each_tuple(
                effect, {**known, missing: value}, tests, phases, ctx, span
            ),
            span=span,
            domain=ctx.forms.rows_in(missing.type),
        )
        return
    cell = _cell(effect, ctx.whole)
    for local, value in known.items():
        ctx.bind(local, value)
    index = _number(effect, [known[local] for local in locals_of(effect)], ctx)
    matches = b.and_(*(b.eq(lower_expr(arg, ctx), is_) for arg, is_ in tests))
    for before, after in phases.items():
        there = b.and_(b.eq(b.get(cell, index), before), matches)
        change = p.Store(cell, index, after, span)
        when(ctx, there, partial(ctx.emit, change), span=span)
