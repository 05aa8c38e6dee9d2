"""The course of a game: setup, play or turns, the limit."""

from __future__ import annotations

from hoyle.compiler.from_game import bounds, layout, leaving, victory
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.source import NOWHERE, Span


def write_main(whole: Whole) -> None:
    """The procedure of a whole game."""
    ctx = Context(whole, returns=False)
    span = span_of(whole.game)
    whole.unit = "the game"
    with ctx.block() as body:
        flow_setup(ctx, span)
        if "play" in whole.game.procs:
            run("play", None, ctx, span)
            victory.end_game(ctx, span)
        elif "turn" in whole.game.procs:
            _turns(ctx, span)
        else:
            victory.end_game(ctx, span)
    name = whole.name("main")
    rule = whole.rule(span)
    whole.program.procedures[name] = p.Procedure(name, (), tuple(body), None, rule, span)
    whole.program.entries["main"] = name


def span_of(game: g.Game) -> Span:
    """Where the course of a game stands in the text."""
    for name in ("play", "turn", "setup"):
        if name in game.procs:
            return game.procs[name].span
    return NOWHERE


def flow_setup(ctx: Context, span: Span) -> None:
    """The setup; its end is one moment, with one full look at what is watched."""
    with ctx.block() as body:
        if "setup" in ctx.whole.game.procs:
            run("setup", None, ctx, span)
    ctx.emit(p.AtOnce(tuple(body), span))
    ctx.test_signal(span)


def run(name: str, you: p.Expr | None, ctx: Context, span: Span) -> None:
    """Call setup, play, turn."""
    from hoyle.compiler.from_game import hooks

    hooks.call_proc(ctx.whole.game.procs[name], (), you, ctx, span)


# ------------------------------------------------------------------------------------------- turns


def _turns(ctx: Context, span: Span) -> None:
    """One turn after the other, round the table."""
    whole = ctx.whole
    active = layout.active(whole)
    ctx.emit(p.Store(active, None, layout.starter(whole), span))
    with ctx.block() as body:
        one_turn(ctx, span)
        count_limit("turns", ctx, span)
        _next_turn(ctx, span)
    ctx.emit(p.Loop(ctx.label("turns"), tuple(body), False, span))


def one_turn(ctx: Context, span: Span) -> None:
    """The turn of the active player."""
    seat = ctx.keep("seat", b.get(layout.active(ctx.whole)), span)
    turn = ctx.whole.game.procs["turn"]
    with leaving.addressed(seat, turn.body, ctx, span):
        run("turn", seat, ctx, span)


def _next_turn(ctx: Context, span: Span) -> None:
    """Hand on to the next who is still in; round once is a round, where there is no `to round`."""
    whole = ctx.whole
    active = layout.active(whole)
    seat = b.get(active)
    out = layout.out_mask(whole)
    if out is None:
        following = b.op("mod", b.shifted(seat, 1), b.const(whole.players))
        ctx.emit(p.Store(active, None, following, span))
        _count_round(ctx, span)
        return
    following = next_in(seat, ctx)
    with ctx.block() as nobody:
        victory.end_game(ctx, span)
    ctx.emit(p.If(b.eq(layout.players_in(whole), b.NO_MASK), tuple(nobody), (), span))
    if _rounds_are_turns(whole):
        old = ctx.keep("old", seat, span)
        ctx.emit(p.Store(active, None, following, span))
        with ctx.block() as body:
            count_limit("rounds", ctx, span)
        wrapped = b.op("le", _from_starter(b.get(active), ctx), _from_starter(old, ctx))
        ctx.emit(p.If(wrapped, tuple(body), (), span))
    else:
        ctx.emit(p.Store(active, None, following, span))


def _from_starter(seat: p.Expr, ctx: Context) -> p.Expr:
    starter = layout.starter(ctx.whole)
    return b.op("mod", b.sub(seat, starter), b.const(ctx.whole.players))


def next_in(seat: p.Expr, ctx: Context) -> p.Expr:
    """The next player after a seat who is still in."""
    whole = ctx.whole
    out = layout.out_mask(whole)
    after = b.op("mod", b.shifted(seat, 1), b.const(whole.players))
    if out is None:
        return after
    walk = b.Walk(ctx.fresh("next_seat", "int"), p.Items(layout.seat_order(whole, after)), None)
    return b.comp("first", walk.where(b.not_(b.has(b.get(out), walk.var))))


def _rounds_are_turns(whole: Whole) -> bool:
    limit = whole.game.limit
    return limit is not None and limit[1] == "rounds" and "round" not in whole.game.procs


def _count_round(ctx: Context, span: Span) -> None:
    """A round is over when the turn comes back to the starter."""
    if not _rounds_are_turns(ctx.whole):
        return
    back = b.eq(b.get(layout.active(ctx.whole)), layout.starter(ctx.whole))
    with ctx.block() as body:
        count_limit("rounds", ctx, span)
    ctx.emit(p.If(back, tuple(body), (), span))


# ------------------------------------------------------------------------------------------- limit


def count_limit(unit: str, ctx: Context, span: Span) -> None:
    """Count a turn or round; at the limit `time_up` runs, then the game ends."""
    limit = ctx.whole.game.limit
    if limit is None or limit[1] != unit:
        return
    cell = ctx.whole.machine_cell(unit, "int", None, 0)
    ctx.emit(p.Store(cell, None, b.add(b.get(cell), b.ONE), span))
    with ctx.block() as body:
        time_up(ctx, span)
    reached = b.op("ge", b.get(cell), b.const(limit[0]))
    ctx.emit(p.If(reached, tuple(body), (), span))


def time_up(ctx: Context, span: Span) -> None:
    """The moment `time_up`, then the end."""
    from hoyle.compiler.from_game import hooks

    hooks.around("proc", "time_up", (), None, ctx, span, lambda: None)
    victory.end_game(ctx, span)


def end_pass(stmt: g.Repeat, ctx: Context) -> None:
    """In a game with only `play` and no `to round`, a pass of its outermost loop is a round."""
    game = ctx.whole.game
    play = game.procs.get("play")
    if play is None or "round" in game.procs or "turn" in game.procs:
        return
    outermost = next((x for x in play.body or () if isinstance(x, g.Repeat)), None)
    if stmt is outermost:
        count_limit("rounds", ctx, stmt.span)


# ------------------------------------------------------------------- running `turn` and `round`


def begin_running(name: str, params: tuple[g.Local, ...], ctx: Context, span: Span) -> None:
    """A `turn` in a game with `play`: whoever it speaks to is active."""
    if name == "turn" and "play" in ctx.whole.game.procs:
        ctx.emit(p.Store(layout.active(ctx.whole), None, ctx.env[params[0]], span))


def end_running(name: str, ctx: Context, span: Span) -> None:
    """Behind a turn or round: the limit, where turns do not go round by themselves."""
    if name == "round" and "round" in ctx.whole.game.procs:
        count_limit("rounds", ctx, span)
    if name == "turn" and "play" in ctx.whole.game.procs:
        count_limit("turns", ctx, span)
        ctx.emit(p.Store(layout.active(ctx.whole), None, b.NONE, span))


def declare(whole: Whole) -> None:
    """Cells that other parts ask for by name."""
    victory.declare(whole)
    bounds.declare(whole)
    if "turn" in whole.game.procs:
        layout.active(whole)
