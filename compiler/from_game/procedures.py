"""Bodies of the rules as procedures of the program."""

from __future__ import annotations

from hoyle.compiler.from_game import bounds, intervals
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


@record
class Written:
    """What a procedure is written from. `runs`: the `to` whose running this is, for `end NAME`."""

    name: str
    params: tuple[g.Local, ...]
    body: g.Body
    gives: t.Type | None
    span: Span
    cites: tuple[str, ...] = ()
    runs: str | None = None
    guard: tuple[str, g.Expr] | None = None
    you: g.Local | None = None  # whom it speaks to, where that counts as a running block


def plain(proc: g.Proc, whole: Whole) -> str:
    """The procedure of a `to` as it stands, without hooks and versions: (you, *params)."""
    written = Written(
        proc.name,
        (proc.you, *proc.params) if proc.addressed else proc.params,
        proc.body or (),
        proc.gives[1] if proc.gives else None,
        proc.span,
        proc.cites,
        proc.name,
        proc.guard,
    )
    return procedure(("proc", proc), written, whole)


def procedure(key: object, written: Written, whole: Whole) -> str:
    """The name of a procedure made of a body; its parameters are the locals given."""
    return whole.procedure(key, written.name, lambda made: _write(made, written, whole))


def _write(made: str, written: Written, whole: Whole) -> p.Procedure:
    whole.unit = written.name
    gives = whole.forms.form_of(written.gives) if written.gives else None
    ctx = Context(whole, gives=gives, answer=answer_of(written.gives, whole))
    params = tuple(ctx.local(local) for local in written.params)
    with ctx.block() as body:
        try:
            _body(written, ctx)
        except NotYet as missing:
            whole.refuse(missing.what, missing.span)
    if gives is not None:
        body.append(p.Return(ctx.answer, written.span))
    rule = whole.rule(written.span, written.cites, written.name)
    return p.Procedure(made, params, tuple(body), gives, rule, written.span)


def answer_of(gives: t.Type | None, whole: Whole) -> p.Expr | None:
    """What a `to` answers that ends without an answer: no, none or 0."""
    if gives is None:
        return None
    return b.ZERO if isinstance(gives, t.Number) else whole.forms.empty_of(gives)


def _body(written: Written, ctx: Context) -> None:
    """The statements, inside the region that `end NAME` leaves."""
    from hoyle.compiler.from_game import lasting, main, statements, watches

    span = written.span
    if written.runs is None:
        statements.lower_body(written.body, ctx)
        return
    watches.invariants_before(written.runs, ctx, span)
    bounds.reset(written.runs, ctx, span)
    lasting.as_it_begins(written.runs, written.params, ctx, span)
    main.begin_running(written.runs, written.params, ctx, span)
    ctx.guard = written.guard
    label = ctx.label(written.runs)
    place = Place(label, signal=ctx.whole.signal(written.runs))
    with ctx.block() as inside, ctx.inside(place):
        statements.lower_body(written.body, ctx)
    ctx.emit(p.Region(label, tuple(inside), span))
    lasting.as_it_ends(written.runs, written.params, ctx, span)
    main.end_running(written.runs, ctx, span)


def arguments(
    params: tuple[g.Local, ...], args: tuple[p.Expr, ...], ctx: Context, span: Span
) -> tuple[p.Expr, ...]:
    """Arguments, tested against the ranges of their parameters where they may leave them."""
    return tuple(
        in_range(arg, param.type, param.name, ctx, span)
        for param, arg in zip(params, args, strict=True)
    )


def _grows(value: p.Expr) -> bool:
    """Whether a number may soon be too large to count with: sums grow slowly, products do not."""
    return any(isinstance(e, p.Op) and e.name in ("mul", "rmul") for e in walk.inside(value))


def in_range(value: p.Expr, type_: t.Type, name: str, ctx: Context, span: Span) -> p.Expr:
    """A number, tested against the range of what it goes into, where it is not sure to fit."""
    if not isinstance(type_, t.Number) or b.form_of(value) != "int":
        return value
    if (type_.low, type_.high) == (t.LEAST, t.MOST) and not _grows(value):
        return value
    have = intervals.range_of(value, ctx)
    if have is not None and type_.low <= have[0] and have[1] <= type_.high:
        return value
    limits = (b.const(type_.low), b.const(type_.high), b.const(name))
    return p.Library("in_range", (value, *limits, b.const(ctx.rule(span))), "int")
