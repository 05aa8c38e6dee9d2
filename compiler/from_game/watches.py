"""`whenever`: conditions that are looked at in every moment, and invariants."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import procedures, sets
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import Span


def write(whole: Whole) -> None:
    """A watch and a handler for each `whenever`, in the order of the text; tests of invariants."""
    for number, watched in enumerate(whole.game.whenevers, start=1):
        whole.unit = f"whenever {number}"
        try:
            whole.program.watches.append(_watch(watched, number, whole))
        except NotYet as missing:
            whole.refuse(missing.what, missing.span)
    for number, invariant in enumerate(whole.game.invariants, start=1):
        whole.unit = f"invariant {number}"
        _invariant(invariant, number, whole)


def _watch(watched: g.Whenever, number: int, whole: Whole) -> p.Watch:
    ctx = Context(whole)
    binds, tests = [], []
    for local, over in watched.binds:
        walk = sets.lower_source(over, ctx, name=local.name)
        sets.bind(local, walk, ctx)
        binds.append((walk.var, walk.source))
        if walk.cond is not None:
            tests.append(walk.cond)
    cond = b.and_(*tests, lower_expr(watched.cond, ctx))
    written = procedures.Written(
        f"whenever_{number}",
        tuple(local for local, _ in watched.binds),
        watched.body,
        None,
        watched.span,
        watched.cites,
    )
    handler = procedures.procedure(("whenever", watched), written, whole)
    rule = whole.rule(watched.span, watched.cites)
    watch = p.Watch(tuple(binds), cond, handler, rule, watched.span)
    whole.program.tests[f"whenever_{number}"] = _whether(watch, number, whole)
    return watch


def _whether(watch: p.Watch, number: int, whole: Whole) -> str:
    """A test that tells whether a watched condition holds for anything."""

    def make(made: str) -> p.Fn:
        found = watch.cond
        for var, source in reversed(watch.binds):
            found = b.any_of(b.Walk(var, source, None), found)
        return p.Fn(made, (), found, watch.rule, watch.span)

    return whole.function(("watch test", number), f"whenever_{number}_holds", make)


def _invariant(invariant: g.Invariant, number: int, whole: Whole) -> None:
    """A test; those that hold at one moment only are looked at there."""
    name = f"invariant_{number}"
    if invariant.before is None:
        whole.program.tests[name] = test_function(name, invariant.cond, whole)


def test_function(name: str, cond: g.Expr, whole: Whole) -> str:
    """A function without parameters that says whether a condition holds."""

    def make(made: str) -> p.Fn:
        ctx = Context(whole, knows=True)
        return p.Fn(made, (), lower_expr(cond, ctx), whole.rule(cond.span), cond.span)

    return whole.function(("test", name), name, make)


def invariants_before(name: str, ctx: Context, span: Span) -> None:
    """`invariant "…" before NAME`: looked at as NAME begins, in the explicit build."""
    if ctx.whole.examples:
        return  # the table of an example is bare
    for invariant in ctx.whole.game.invariants:
        if invariant.before == name:
            rule = ctx.rule(invariant.span, invariant.cites)
            fail = p.Fail("broken invariant", invariant.text, span, rule)
            with ctx.guarded(), ctx.all_known():
                broken = b.not_(lower_expr(invariant.cond, ctx))
            ctx.emit(p.Only((p.If(broken, (fail,), (), span),), span))
