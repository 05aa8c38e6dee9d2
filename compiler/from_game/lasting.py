"""Lasting effects: state that ends by itself.

A cell holds the tuples of arguments for which an effect is on, another those of them that are in
the run with whose end they end (`end of next NAME`). An effect of whoever bears a piece has the
bearer as its first argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Literal

from hoyle.compiler.from_game import bearing
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.expressions import lower_as, lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span

Known = Mapping[g.Local, p.Expr]
Ends = Literal["begun", "run", "begun becomes run"]
"""What changes: all that is on ends, what is in its last run ends, what is on enters that run."""


def locals_of(effect: g.Lasting) -> tuple[g.Local, ...]:
    """What tells one running of an effect from another: the bearer, if it has one, and its
    parameters."""
    return effect.params if effect.bearer is None else (effect.bearer, *effect.params)


def _on(effect: g.Lasting, whole: Whole) -> p.Cell:
    """The tuples of arguments for which an effect is on."""
    return whole.machine_cell(f"lasting_{effect.name}", "mask", None, 0)


def _last(effect: g.Lasting, whole: Whole) -> p.Cell | None:
    """Those of them that are in the run with whose end they end, if there may be some."""
    if not any(ending.form == "end next" for ending in effect.endings):
        return None
    return whole.machine_cell(f"lasting_{effect.name}_last", "mask", None, 0)


def _counts(effect: g.Lasting, whole: Whole) -> list[int]:
    return [whole.forms.domain(local.type).count for local in locals_of(effect)]


def _index(effect: g.Lasting, args: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    """The number of a tuple of arguments."""
    pairs = zip(locals_of(effect), args, strict=True)
    return _number(effect, [lower_as(arg, local.type, ctx) for local, arg in pairs], ctx)


def _number(effect: g.Lasting, values: Sequence[p.Expr], ctx: Context) -> p.Expr:
    """The number of a tuple of values, or of the first values of tuples."""
    found: p.Expr = b.ZERO
    places = zip(locals_of(effect), values, _counts(effect, ctx.whole), strict=False)
    for local, value, count in places:
        low = ctx.forms.domain(local.type).low
        found = b.add(b.mul(found, b.const(count)), b.shifted(value, -low))
    return found


def holding(effect: g.Lasting, known: Known, ctx: Context) -> tuple[list[b.Walk], p.Expr]:
    """Loops over the tuples for which an effect is on, and what still must hold; binds what tells
    them apart. `known` are some of the arguments."""
    locals_, on = locals_of(effect), b.get(_on(effect, ctx.whole))
    first = next((n for n, local in enumerate(locals_) if local not in known), len(locals_))
    for local in locals_[:first]:
        ctx.bind(local, known[local])
    if first == len(locals_):
        return [], b.has(on, _number(effect, [known[local] for local in locals_], ctx))
    if any(local in known for local in locals_[first:]):
        return _each_unknown(effect, known, ctx)
    rest = prod(_counts(effect, ctx.whole)[first:])
    if first:
        before = b.mul(_number(effect, [known[x] for x in locals_[:first]], ctx), b.const(rest))
        on = b.inter(b.op("unshift", on, before), b.mask_const((1 << rest) - 1))
    index = ctx.fresh("index", "int")
    _bind_rest(effect, first, index, ctx)
    return [b.Walk(index, p.Bits(on, rest), None)], b.TRUE


def _bind_rest(effect: g.Lasting, first: int, index: p.Expr, ctx: Context) -> None:
    """The arguments from some place on, of the tuple with a number among those."""
    counts = _counts(effect, ctx.whole)
    for at, local in enumerate(locals_of(effect)[first:], start=first):
        below = prod(counts[at + 1 :])
        part = b.op("floordiv", index, b.const(below)) if below > 1 else index
        if at > first:
            part = b.op("mod", part, b.const(counts[at]))
        ctx.bind(local, b.shifted(part, ctx.forms.domain(local.type).low))


def _each_unknown(effect: g.Lasting, known: Known, ctx: Context) -> tuple[list[b.Walk], p.Expr]:
    """Loops over everything that is not known, where that does not stand at the end."""
    walks: list[b.Walk] = []
    values: list[p.Expr] = []
    some = b.ne(b.get(_on(effect, ctx.whole)), b.NO_MASK)
    for local in locals_of(effect):
        value = known.get(local)
        if value is None:
            domain = ctx.forms.domain(local.type)
            var = ctx.fresh(local.name, "int", ctx.forms.rows_in(local.type))
            low, end = b.const(domain.low), b.const(domain.end)
            source = p.Range(low, end if walks else b.if_(some, end, low))
            walks.append(b.Walk(var, source, None))
            value = var
        ctx.bind(local, value)
        values.append(value)
    on = b.has(b.get(_on(effect, ctx.whole)), _number(effect, values, ctx))
    return [*walks[:-1], walks[-1].where(on)], b.TRUE


def any_on(effect: g.Lasting, known: Known, test: Callable[[], p.Expr], ctx: Context) -> p.Expr:
    """Whether an effect is on for any tuple that has a test; `known` are some of its arguments."""
    walks, on = holding(effect, known, ctx)
    with ctx.guarded():
        found = b.and_(on, test())
    for walk in reversed(walks):
        found = b.any_of(walk, found)
    return found


# ------------------------------------------------------------------------------------- begin, end


def lower_begin(stmt: g.Begin, ctx: Context) -> None:
    """`begin L(…)`, `end L(…)`: begun twice it is on once, and ends later."""
    index = ctx.keep("index", _index(stmt.effect, stmt.args, ctx), stmt.span)
    _put(stmt.effect, index, b.const(not stmt.ends), b.FALSE, ctx, stmt.span)
    ctx.moment(stmt.span)


def _put(
    effect: g.Lasting, index: p.Expr, on: p.Expr, last: p.Expr, ctx: Context, span: Span
) -> None:
    """Whether a tuple is on, and in its last run, from now on."""
    for cell, there in ((_on(effect, ctx.whole), on), (_last(effect, ctx.whole), last)):
        if cell is not None:
            bit, now = b.bit(index), b.get(cell)
            value = b.if_(there, b.union(now, bit), b.minus(now, bit))
            store(ctx, cell, None, value, span)


def lower_with(stmt: g.With, ctx: Context) -> None:
    """`with L(…)`: on for the block, however that is left; then what it was before."""
    from hoyle.compiler.from_game.statements import lower_body

    effect, span = stmt.effect, stmt.span
    index = ctx.keep("index", _index(effect, stmt.args, ctx), span)
    before, run = ctx.fresh("before", "bool"), ctx.fresh("run", "bool")
    assign(ctx, before, b.has(b.get(_on(effect, ctx.whole)), index), span)
    last = _last(effect, ctx.whole)
    assign(ctx, run, b.FALSE if last is None else b.has(b.get(last), index), span)
    _put(effect, index, b.TRUE, b.FALSE, ctx, span)

    def end() -> None:
        _put(effect, index, before, run, ctx, span)

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


def begun(e: g.Function, ctx: Context) -> p.Expr:
    """`x.lasting(…)`: the first argument is the name of the effect."""
    name, *args = e.args
    assert isinstance(name, g.Literal)
    effect = next(x for x in ctx.whole.game.lastings if x.name == name.value)
    pairs = zip(locals_of(effect), args, strict=False)
    known = {local: lower_as(arg, local.type, ctx) for local, arg in pairs}
    if e.name == "begun":
        return is_on(effect, known, ctx)
    walks, on = holding(effect, known, ctx)
    found: p.Expr = b.if_(on, b.ONE, b.ZERO)
    for walk in reversed(walks):
        found = b.comp("sum", walk, found, form="int")
    return found


# ----------------------------------------------------------------------------------------- ending


def as_it_begins(name: str, params: tuple[g.Local, ...], ctx: Context, span: Span) -> None:
    """As a `to` (or turn) begins: what lasts until then ends, what lasts through it goes on."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form in ("next", "deed"):
            _change(effect, ending, params, "begun", ctx, span)
        elif ending.form == "end next":
            _change(effect, ending, params, "begun becomes run", ctx, span)


def as_it_ends(name: str, params: tuple[g.Local, ...], ctx: Context, span: Span) -> None:
    """As it ends."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form == "end":
            _change(effect, ending, params, "begun", ctx, span)
        elif ending.form == "end next":
            _change(effect, ending, params, "run", ctx, span)


def after_verb(name: str, args: tuple[p.Expr, ...], ctx: Context, span: Span) -> None:
    """Behind a verb: what lasts until such a deed ends."""
    for effect, ending in _endings(ctx.whole, name):
        if ending.form == "deed":
            _end_where(effect, ending, args, "begun", ctx, span)


def _endings(whole: Whole, name: str) -> Iterator[tuple[g.Lasting, g.Ending]]:
    for effect in whole.game.lastings:
        for ending in effect.endings:
            if ending.name == name:
                yield effect, ending


def _change(
    effect: g.Lasting,
    ending: g.Ending,
    params: tuple[g.Local, ...],
    ends: Ends,
    ctx: Context,
    span: Span,
) -> None:
    given = [ctx.env[param] for param in params if param.role != "you"]
    _end_where(effect, ending, tuple(given), ends, ctx, span)


def _end_where(
    effect: g.Lasting,
    ending: g.Ending,
    given: tuple[p.Expr, ...],
    ends: Ends,
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
    cell = _last(effect, ctx.whole) if ends == "run" else _on(effect, ctx.whole)
    assert cell is not None
    some = b.ne(b.get(cell), b.NO_MASK)
    if not known and not tests:
        when(ctx, some, lambda: _all_of_them(effect, ends, ctx, span), span=span)
        return
    change = lambda: _each_tuple(effect, known, tests, ends, ctx, span)  # noqa: E731
    when(ctx, some, change, span=span)


def _all_of_them(effect: g.Lasting, ends: Ends, ctx: Context, span: Span) -> None:
    """The same change for every tuple."""
    on, last = _on(effect, ctx.whole), _last(effect, ctx.whole)
    if last is None:
        store(ctx, on, None, b.NO_MASK, span)
    elif ends == "begun becomes run":
        store(ctx, last, None, b.get(on), span)
    else:
        gone = b.get(on) if ends == "begun" else b.get(last)
        store(ctx, on, None, b.minus(b.get(on), gone), span)
        store(ctx, last, None, b.NO_MASK, span)


def _each_tuple(
    effect: g.Lasting,
    known: dict[g.Local, p.Expr],
    tests: list[tuple[g.Expr, p.Expr]],
    ends: Ends,
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
            lambda value, _: _each_tuple(effect, {**known, missing: value}, tests, ends, ctx, span),
            span=span,
            domain=ctx.forms.rows_in(missing.type),
        )
        return
    for local, value in known.items():
        ctx.bind(local, value)
    index = _number(effect, [known[local] for local in locals_of(effect)], ctx)
    index = ctx.keep("index", index, span)
    matches = b.and_(*(b.eq(lower_expr(arg, ctx), is_) for arg, is_ in tests))
    on, last = _on(effect, ctx.whole), _last(effect, ctx.whole)
    there = b.has(b.get(last if ends == "run" and last is not None else on), index)
    stays = b.const(ends == "begun becomes run")
    change = lambda: _put(effect, index, stays, stays, ctx, span)  # noqa: E731
    when(ctx, b.and_(there, matches), change, span=span)
