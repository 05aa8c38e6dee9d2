"""Writing statements into the open block: branches and loops with bodies written by functions."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl.source import Span

Write = Callable[[], None]


def nothing() -> None:
    """Writes nothing."""


def when(
    ctx: Context, cond: p.Expr, then: Write, otherwise: Write = nothing, *, span: Span
) -> None:
    """A branch; where the condition is known, what is taken stands there alone."""
    if isinstance(cond, p.Const):
        (then if cond.value else otherwise)()
        return
    first, second = written(ctx, then), written(ctx, otherwise)
    if first or second:
        ctx.emit(p.If(cond, first, second, span))


def written(ctx: Context, write: Write) -> p.Block:
    """What is written, as a block of its own."""
    with ctx.block() as body:
        write()
    return tuple(body)


def each(
    ctx: Context,
    name: str,
    source: p.Source,
    write: Callable[[p.Var, str], None],
    *,
    span: Span,
    domain: str = "",
) -> None:
    """A loop over a snapshot; the body gets the variable and the label."""
    var, label = ctx.fresh(name, "int", domain), ctx.label("each")
    body = written(ctx, lambda: write(var, label))
    if body:
        ctx.emit(p.For(label, var, source, body, span))


def assign(ctx: Context, var: p.Var, value: p.Expr, span: Span) -> None:
    """Bind a variable."""
    ctx.emit(p.Assign(var, value, span))


def store(ctx: Context, cell: p.Cell, index: p.Expr | None, value: p.Expr, span: Span) -> None:
    """Write a cell."""
    ctx.emit(p.Store(cell, index, value, span))
