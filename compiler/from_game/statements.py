"""Deeds, one after the other."""

from __future__ import annotations

from hoyle.compiler.from_game import (
    branches,
    choosing,
    flow,
    layout,
    leaving,
    nature,
    procedures,
    victory,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.arms import Arms, halved
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_args, lower_as, lower_expr, one_of
from hoyle.compiler.from_game.reading import index_of
from hoyle.compiler.from_game.whole import NotYet
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def lower_body(body: g.Body, ctx: Context) -> None:
    """Statements in order. What cannot be compiled is reported and left out."""
    at = 0
    while at < len(body):
        stmt = body[at]
        try:
            used = lower_stmt(stmt, body[at + 1 :], ctx)
        except NotYet as missing:
            ctx.whole.refuse(missing.what, missing.span)
            used = 0
        _test_guard(stmt, ctx)
        at += 1 + used


def _test_guard(stmt: g.Stmt, ctx: Context) -> None:
    """`to NAME(…) while C` is tested whenever control comes back to its own lines."""
    if ctx.guard is None:
        return
    which, cond = ctx.guard
    holds = lower_expr(cond, ctx)
    fails = b.not_(holds) if which == "while" else holds
    with ctx.block() as body:
        leaving.return_(ctx, None, stmt.span)
    ctx.emit(p.If(fails, tuple(body), (), stmt.span))


def lower_stmt(stmt: g.Stmt, following: g.Body, ctx: Context) -> int:
    """One statement; answers how many of those that follow it has lowered as well."""
    match stmt:
        case g.Choose() | g.ChooseBranch() | g.May() | g.Offer():
            return _choice(stmt, following, ctx)
        case g.EachPlayer() | g.EachOf() | g.EachIn() | g.Repeat() | g.GoRound() | g.As():
            flow.lower_flow(stmt, ctx)
        case g.If() | g.Match() | g.AtOnce() | g.With():
            _block(stmt, ctx)
        case g.Let() | g.Assign() | g.Call() | g.Evaluate() | g.RollCup() | g.RollAgain():
            _simple(stmt, ctx)
        case g.Stop() | g.Until() | g.Return() | g.End() | g.Victory():
            _leaving(stmt, ctx)
        case _:
            from hoyle.compiler.from_game import verbs

            verbs.lower_verb(stmt, ctx)
    return 0


def _choice(
    stmt: g.Choose | g.ChooseBranch | g.May | g.Offer, following: g.Body, ctx: Context
) -> int:
    match stmt:
        case g.Choose():
            return choosing.lower_choose(stmt, following, ctx)
        case g.ChooseBranch():
            branches.lower_choose_branch(stmt, ctx)
        case g.May():
            branches.lower_may(stmt, ctx)
        case g.Offer():
            from hoyle.compiler.from_game import windows

            windows.lower_offer(stmt, ctx)
    return 0


# ------------------------------------------------------------------------------------------ blocks


def _block(stmt: g.If | g.Match | g.AtOnce | g.With, ctx: Context) -> None:
    match stmt:
        case g.If():
            lower_if(stmt, ctx)
        case g.Match():
            _match(stmt, ctx)
        case g.AtOnce():
            with ctx.block() as body:
                lower_body(stmt.body, ctx)
            ctx.emit(p.AtOnce(tuple(body), stmt.span))
            ctx.test_signal(stmt.span)
        case g.With():
            from hoyle.compiler.from_game import verbs

            verbs.lower_verb(stmt, ctx)


def lower_if(stmt: g.If, ctx: Context) -> None:
    """`if`; what an option or the number of players decides is not there."""
    cond = lower_expr(stmt.cond, ctx)
    if isinstance(cond, p.Const):
        lower_body(stmt.then if cond.value else stmt.otherwise, ctx)
        return
    with ctx.block() as then:
        lower_body(stmt.then, ctx)
    with ctx.block() as otherwise:
        lower_body(stmt.otherwise, ctx)
    ctx.emit(p.If(cond, tuple(then), tuple(otherwise), stmt.span))


def _match(stmt: g.Match, ctx: Context) -> None:
    """A chain of tests; the last arm needs none."""
    subject = ctx.keep("subject", lower_expr(stmt.subject, ctx), stmt.span)
    _arms(stmt, subject, stmt.arms, ctx)


def _arms(
    stmt: g.Match,
    subject: p.Expr,
    arms: Arms[g.Body],
    ctx: Context,
) -> None:
    if halves := halved(arms):
        low, high, first = halves
        with ctx.block() as before:
            _arms(stmt, subject, low, ctx)
        with ctx.block() as behind:
            _arms(stmt, subject, high, ctx)
        below = b.op("lt", subject, b.const(first))
        ctx.emit(p.If(below, tuple(before), tuple(behind), stmt.span))
        return
    constants, body = arms[0]
    test = b.TRUE if len(arms) == 1 else one_of(subject, constants, stmt.subject.type, ctx)
    if test == b.TRUE:
        lower_body(body, ctx)
        return
    with ctx.block() as then:
        lower_body(body, ctx)
    with ctx.block() as otherwise:
        _arms(stmt, subject, arms[1:], ctx)
    ctx.emit(p.If(test, tuple(then), tuple(otherwise), stmt.span))


# ------------------------------------------------------------------------------------ simple deeds


def _simple(
    stmt: g.Let | g.Assign | g.Call | g.Evaluate | g.RollCup | g.RollAgain, ctx: Context
) -> None:
    match stmt:
        case g.Let():
            let(stmt.local, lower_as(stmt.value, stmt.local.type, ctx), ctx, stmt)
        case g.Assign():
            assign(stmt, ctx)
        case g.Call():
            call(stmt, ctx)
        case g.Evaluate():
            lower_expr(stmt.value, ctx)
        case g.RollCup():
            nature.roll_cup(stmt, ctx)
        case g.RollAgain():
            nature.roll_again(stmt, ctx)


def let(local: g.Local, value: p.Expr, ctx: Context, stmt: g.Stmt) -> None:
    """A name for a value; constants that never change are written where they are read."""
    if isinstance(value, p.Const) and local not in ctx.whole.assigned:
        ctx.bind(local, value)
        return
    value = procedures.in_range(value, local.type, local.name, ctx, stmt.span)
    ctx.emit(p.Assign(ctx.local(local), value, stmt.span))


def assign(stmt: g.Assign, ctx: Context) -> None:
    """`t = E`, `t += E`, `t -= E`."""
    match stmt.target:
        case g.LocalRef(local=local):
            var = ctx.env[local]
            assert isinstance(var, p.Var)
            value = _changed(stmt, var, local.type, ctx)
            value = procedures.in_range(value, local.type, local.name, ctx, stmt.span)
            ctx.emit(p.Assign(var, value, stmt.span))
        case g.FieldRead():
            _assign_field(stmt, stmt.target, ctx)


def _assign_field(stmt: g.Assign, target: g.FieldRead, ctx: Context) -> None:
    field = target.field
    if field.role not in ("cell", "coins", "cup"):
        raise ctx.not_yet("Changing this field", stmt.span)
    of = lower_expr(target.of, ctx) if target.of is not None else None
    index = index_of(target, ctx)
    place = layout.instance(field, of, index, ctx.whole)
    if place is not None and (stmt.op != "=" or not _is_pure(stmt.value)):
        place = ctx.keep("place", place, stmt.span)
    cell = ctx.whole.cell_of(field)
    value = _changed(stmt, b.get(cell, place), field.type, ctx)
    if field.type == t.Number():
        value = procedures.in_range(value, field.type, field.name, ctx, stmt.span)
    ctx.emit(p.Store(cell, place, value, stmt.span))
    ctx.moment(stmt.span)


def _is_pure(e: g.Expr) -> bool:
    from hoyle.dsl import walk

    impure = (g.Rolled, g.RolledOff, g.Agreed, g.Called, g.Drawn)
    return not any(isinstance(node, impure) for node in walk.every(e))


def _changed(stmt: g.Assign, old: p.Expr, type_: t.Type, ctx: Context) -> p.Expr:
    """The new value of a target."""
    from hoyle.compiler.from_game import sets
    from hoyle.compiler.from_game.expressions import arithmetic

    if stmt.op == "=":
        return lower_as(stmt.value, type_, ctx)
    if isinstance(type_, t.SetOf):
        change = lower_as(stmt.value, type_, ctx)
        if b.form_of(old) == "mask":
            return b.union(old, change) if stmt.op == "+" else b.minus(old, change)
        return sets.changed_tuple(old, change, stmt.op, ctx)
    return arithmetic(stmt.op, old, lower_expr(stmt.value, ctx))


def call(stmt: g.Call, ctx: Context) -> None:
    """A `to` called as a statement."""
    from hoyle.compiler.from_game import hooks

    you = lower_expr(stmt.you, ctx) if stmt.you is not None else None
    args = lower_args(stmt.proc, stmt.args, ctx)
    hooks.call_proc(stmt.proc, args, you, ctx, stmt.span, original=stmt.original)


# ----------------------------------------------------------------------------------------- leaving


def _leaving(stmt: g.Stop | g.Until | g.Return | g.End | g.Victory, ctx: Context) -> None:
    match stmt:
        case g.Stop():
            leaving.stop(ctx, stmt.span)
        case g.Until():
            cond = lower_expr(stmt.cond, ctx)
            with ctx.block() as body:
                leaving.stop(ctx, stmt.span)
            ctx.emit(p.If(cond, tuple(body), (), stmt.span))
        case g.Return():
            value = None if stmt.value is None else lower_answer(stmt.value, ctx)
            leaving.return_(ctx, value, stmt.span)
        case g.End(name="game"):
            victory.end_game(ctx, stmt.span)
        case g.End():
            leaving.end(ctx, stmt.name, stmt.span)
        case g.Victory():
            victory.victory(stmt, ctx)


def lower_answer(value: g.Expr, ctx: Context) -> p.Expr:
    """An answer in the form that the `to` gives."""
    answer = lower_expr(value, ctx)
    if ctx.gives == "mask" and b.form_of(answer) == "ints":
        return b.op("mask_of", answer)
    return answer
