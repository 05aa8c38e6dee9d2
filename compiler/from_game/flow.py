"""Loops and blocks addressed to somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, leaving, sets, turn_orders
from hoyle.compiler.from_game.constant import is_static
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl import types as t

Flow = g.EachPlayer | g.EachOf | g.EachIn | g.Repeat | g.GoRound | g.As


def lower_flow(stmt: Flow, ctx: Context) -> None:
    """A loop or an addressed block."""
    match stmt:
        case g.EachPlayer() | g.EachOf() if stmt.together:
            from hoyle.compiler.from_game import together

            together.lower_together(stmt, ctx)
        case g.EachPlayer():
            each_player(stmt, ctx)
        case g.EachOf():
            each_of(stmt, ctx)
        case g.EachIn():
            each_in(stmt, ctx)
        case g.Repeat():
            repeat(stmt, ctx)
        case g.GoRound():
            go_round(stmt, ctx)
        case g.As():
            as_player(stmt, ctx)
        case _:
            assert_never(stmt)


def _body(body: g.Body, ctx: Context) -> None:
    from hoyle.compiler.from_game import statements

    statements.lower_body(body, ctx)


def anchor(first: g.Expr | None, ctx: Context) -> p.Expr:
    """Where an order of seats begins: with whoever is said, else with the starter."""
    return turn_orders.anchor(first, ctx)


def still_in(ctx: Context) -> Callable[[p.Expr], p.Expr]:
    """The test whether a seat is still in the game."""
    out = layout.out_mask(ctx.whole)
    return lambda seat: b.TRUE if out is None else b.not_(b.has(b.get(out), seat))


# ------------------------------------------------------------------------------------- each player


def each_player(stmt: g.EachPlayer, ctx: Context) -> None:
    """Everybody still in, in order; `where` and being in are tested at each visit."""
    start = ctx.keep("first", turn_orders.anchor_from(stmt.start, stmt.anchor, ctx), stmt.span)
    source = turn_orders.seats_from(start, ctx)
    you, label = ctx.local(stmt.you), ctx.label("each")
    with ctx.block() as inside, ctx.inside(Place(label, stops=True)):
        with ctx.block() as visit, leaving.addressed(you, stmt.body, ctx, stmt.span):
            _body(stmt.body, ctx)
        test = visited(stmt, you, ctx)
        _when(test, tuple(visit), stmt, ctx)
    ctx.emit(p.For(label, you, source, tuple(inside), stmt.span))


def visited(stmt: g.EachPlayer, you: p.Var, ctx: Context) -> p.Expr:
    """Whether a player is visited: still in, and of those meant."""
    out = layout.out_mask(ctx.whole)
    still = b.TRUE if out is None else b.not_(b.has(b.get(out), you))
    if stmt.where is None:
        return still
    with ctx.guarded():
        return b.and_(still, lower_expr(stmt.where, ctx))


def _when(test: p.Expr, body: p.Block, stmt: g.Stmt, ctx: Context) -> None:
    """The body where the test holds."""
    if test == b.TRUE:
        for inner in body:
            ctx.emit(inner)
    elif test != b.FALSE:
        ctx.emit(p.If(test, body, (), stmt.span))


def each_of(stmt: g.EachOf, ctx: Context) -> None:
    """Each of the players named, in the order given."""
    items = players_named(stmt, ctx)
    you, label = ctx.local(stmt.you), ctx.label("each")
    with ctx.block() as inside, ctx.inside(Place(label, stops=True)):
        with ctx.block() as visit, leaving.addressed(you, stmt.body, ctx, stmt.span):
            _body(stmt.body, ctx)
        out = layout.out_mask(ctx.whole)
        still = b.TRUE if out is None else b.not_(b.has(b.get(out), you))
        _when(b.and_(somebody(stmt, you), still), tuple(visit), stmt, ctx)
    ctx.emit(p.For(label, you, p.Items(items), tuple(inside), stmt.span))


def somebody(stmt: g.EachOf, you: p.Var) -> p.Expr:
    """Whether a player named is one, where one of them may be none."""
    optional = any(isinstance(who.type, t.Optional) for who in stmt.who)
    return b.op("ge", you, b.ZERO) if optional else b.TRUE


def players_named(stmt: g.EachOf, ctx: Context) -> p.Expr:
    """The players named, as a tuple; a set counts as its members, in turn order."""
    start = anchor(stmt.anchor, ctx)
    found: p.Expr = b.NO_ITEMS
    singles: list[p.Expr] = []
    for who in stmt.who:
        if not isinstance(who.type, t.SetOf | t.ListOf):
            singles.append(lower_expr(who, ctx))
            continue
        walk = sets.lower_source(who, ctx, ordered=True, anchor=start, name="seat")
        members = sets.gathered(walk, t.ListOf(t.PLAYER), ctx)
        found = _concat(_concat(found, b.op("tuple", *singles)), members)
        singles = []
    return _concat(found, b.op("tuple", *singles))


def seats_named(stmt: g.EachOf, ctx: Context) -> p.Expr:
    """The players named, each once, where it is named first."""
    named = players_named(stmt, ctx)
    one = len(stmt.who) == 1 and not isinstance(stmt.who[0].type, t.ListOf)
    return named if one else p.Library("without_repeats", (named,), "ints")


def _concat(a: p.Expr, c: p.Expr) -> p.Expr:
    if a == b.NO_ITEMS:
        return c
    return a if c == b.NO_ITEMS else b.op("concat", a, c)


# ----------------------------------------------------------------------------------------- each in


def each_in(stmt: g.EachIn, ctx: Context) -> None:
    """Each element of a snapshot; only that a player is still in is tested at each visit."""
    if len(stmt.pairs) > 1:
        _each_pair(stmt, ctx)
        return
    ((local, over),) = stmt.pairs
    start = anchor(stmt.anchor, ctx)
    walk = sets.lower_source(over, ctx, ordered=True, anchor=start, name=local.name)
    source, test = snapshot(walk, over, ctx, stmt)
    var = ctx.local(local)
    test = ir.substitute(test, {walk.var.name: var})
    if isinstance(local.type, t.Player) and not isinstance(over, g.AllOf):
        test = b.and_(test, still_in(ctx)(var))
    label = ctx.label("each")
    with ctx.block() as inside, ctx.inside(Place(label, stops=True)):
        with ctx.block() as visit:
            _body(stmt.body, ctx)
        _when(test, tuple(visit), stmt, ctx)
    ctx.emit(p.For(label, var, source, tuple(inside), stmt.span))


def snapshot(walk: b.Walk, over: g.Expr, ctx: Context, stmt: g.Stmt) -> tuple[p.Source, p.Expr]:
    """What is walked, fixed on entry, and what is tested at each visit.

    A test that never changes may as well be made at the visit, without a snapshot of its own.
    """
    if walk.cond is None:
        return walk.source, b.TRUE
    if is_static(walk.cond, ctx.whole.program) or _same_at_visits(over):
        return walk.source, walk.cond
    items = b.comp("ints", walk, form="texts" if walk.var.form == "str" else "ints")
    return p.Items(items), b.TRUE


def _same_at_visits(over: g.Expr) -> bool:
    """Whether only being still in the game is tested: that is looked at at each visit anyway."""
    return isinstance(over, g.AllOf)


def _each_pair(stmt: g.EachIn, ctx: Context) -> None:
    """Two (or more) snapshots walked together, until the shortest ends."""
    start = anchor(stmt.anchor, ctx)
    tuples: list[p.Expr] = []
    for local, over in stmt.pairs:
        walk = sets.lower_source(over, ctx, ordered=True, anchor=start, name=local.name)
        items = sets.gathered(walk, t.ListOf(sets.element(over.type, ctx)), ctx)
        if b.form_of(items) == "mask":
            items = b.op("members", items)
        tuples.append(ctx.keep("walked", items, stmt.span))
    shortest = b.op("len", tuples[0])
    for items in tuples[1:]:
        shortest = b.op("min", shortest, b.op("len", items))
    number, label = ctx.fresh("number", "int"), ctx.label("each")
    with ctx.block() as inside, ctx.inside(Place(label, stops=True)):
        players: list[p.Expr] = []
        for (local, _), items in zip(stmt.pairs, tuples, strict=True):
            var = ctx.local(local)
            ctx.emit(p.Assign(var, b.op("item", items, number, form=var.form), stmt.span))
            if isinstance(local.type, t.Player):
                players.append(var)
        with ctx.block() as visit:
            _body(stmt.body, ctx)
        _when(b.and_(*map(still_in(ctx), players)), tuple(visit), stmt, ctx)
    ctx.emit(p.For(label, number, p.Range(b.ZERO, shortest), tuple(inside), stmt.span))


# ------------------------------------------------------------------------------------------ repeat


def repeat(stmt: g.Repeat, ctx: Context) -> None:
    """`repeat`, `repeat until C`, `repeat n times`."""
    from hoyle.compiler.from_game import main

    label = ctx.label("repeat")
    place = Place(label, stops=True)
    if stmt.times is not None:
        times = lower_expr(stmt.times, ctx)
        with ctx.block() as inside, ctx.inside(place):
            _body(stmt.body, ctx)
        number = ctx.fresh("time", "int")
        ctx.emit(p.For(label, number, p.Range(b.ZERO, times), tuple(inside), stmt.span))
        return
    with ctx.block() as inside, ctx.inside(place):
        if stmt.until is not None:
            cond = lower_expr(stmt.until, ctx)
            ctx.emit(p.If(cond, (p.Leave(label, stmt.span),), (), stmt.span))
        _body(stmt.body, ctx)
        main.end_pass(stmt, ctx)
    ctx.emit(p.Loop(label, tuple(inside), False, stmt.span))


def go_round(stmt: g.GoRound, ctx: Context) -> None:
    """Seat by seat, round and round, until it is said, or nobody is left for a whole round."""
    whole, span = ctx.whole, stmt.span
    you, passed = ctx.local(stmt.you), ctx.fresh("passed_over", "int")
    ctx.emit(p.Assign(you, turn_orders.anchor_from(stmt.start, stmt.anchor, ctx), span))
    ctx.emit(p.Assign(passed, b.ZERO, span))
    label = ctx.label("round")
    with ctx.block() as inside, ctx.inside(Place(label, stops=True)):
        _leave_if(b.op("ge", passed, b.const(whole.players)), label, stmt, ctx)
        if stmt.until is not None:
            _leave_if(lower_expr(stmt.until, ctx), label, stmt, ctx)
        with ctx.block() as visit:
            ctx.emit(p.Assign(passed, b.ZERO, span))
            with leaving.addressed(you, stmt.body, ctx, span):
                _body(stmt.body, ctx)
        over = (p.Assign(passed, b.shifted(passed, 1), span),)
        test = _goes_on(stmt, you, ctx)
        if test == b.TRUE:
            inside.extend(visit)
        else:
            ctx.emit(p.If(test, tuple(visit), over, span))
        step = b.op("mod", b.shifted(you, 1), b.const(whole.players))
        ctx.emit(p.Assign(you, step, span))
    ctx.emit(p.Loop(label, tuple(inside), False, span))


def _leave_if(cond: p.Expr, label: str, stmt: g.Stmt, ctx: Context) -> None:
    if cond != b.FALSE:
        ctx.emit(p.If(cond, (p.Leave(label, stmt.span),), (), stmt.span))


def _goes_on(stmt: g.GoRound, you: p.Var, ctx: Context) -> p.Expr:
    """Whether a seat is not passed over."""
    out = layout.out_mask(ctx.whole)
    still = b.TRUE if out is None else b.not_(b.has(b.get(out), you))
    if stmt.skipping is None:
        return still
    with ctx.guarded():
        return b.and_(still, b.not_(lower_expr(stmt.skipping, ctx)))


def as_player(stmt: g.As, ctx: Context) -> None:
    """`as P`: nothing where P is none."""
    who = lower_expr(stmt.who, ctx)
    you = ctx.local(stmt.you)
    ctx.emit(p.Assign(you, who, stmt.span))
    with ctx.block() as body, leaving.addressed(you, stmt.body, ctx, stmt.span):
        _body(stmt.body, ctx)
    optional = isinstance(stmt.who.type, t.Optional)
    _when(b.op("ge", you, b.ZERO) if optional else b.TRUE, tuple(body), stmt, ctx)
