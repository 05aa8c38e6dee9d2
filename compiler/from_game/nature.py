"""Dice: rolls, cups, rolling again, rolling off."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, leaving, sets, sight, turn_orders
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk
from hoyle.dsl.source import Span


def lower_roll(e: g.Rolled, ctx: Context) -> p.Expr:
    """`roll [n] d [for P]`: a number, a picture, or a tally of pictures."""
    you = None if e.you is None else lower_expr(e.you, ctx)
    audience = _audience(e.audience, ctx)
    if e.count is None:
        var = ctx.fresh("rolled", "int")
        roll(ctx, e.die, var, None, you, audience, e.span, e.purpose)
        low, high = min(e.die.faces), max(e.die.faces)
        ctx.ranges[var] = (low, high)
        return var
    count = ctx.keep("dice", lower_expr(e.count, ctx), e.span)
    counts = ctx.fresh("rolled", "ints")
    roll(ctx, e.die, counts, count, you, audience, e.span, e.purpose)
    return _as_total(counts, e.die, e.type, ctx)


def _audience(landing: g.Expr | None, ctx: Context) -> p.Expr:
    """Who sees a result: everybody, or those who see what it is written into."""
    if not isinstance(landing, g.FieldRead):
        return sight.everybody(ctx.whole)
    owner = b.ZERO if landing.of is None else lower_expr(landing.of, ctx)
    return sight.seers(landing.field, owner, ctx.whole)


def roll(
    ctx: Context,
    die: g.Die,
    var: p.Var,
    count: p.Expr | None,
    you: p.Expr | None,
    audience: p.Expr,
    span: Span,
    purpose: str | None,
    landed: Callable[[], None] | None = None,
) -> None:
    """One roll into a variable, with what comes before and after; a void roll is made again.

    `landed` writes where the dice lie, before anybody can answer the roll.
    """
    from hoyle.compiler.from_game import hooks

    kept = _kept_dice(ctx, count, span)

    def rolled() -> None:
        _again_or_first(ctx, die, var, count, kept, audience, span, purpose, you)
        if landed is not None:
            landed()

    hooks.around(
        "roll",
        die.name,
        (),
        you,
        ctx,
        span,
        rolled,
        purpose=purpose,
        result=_result(var, die, count, audience, ctx),
    )


def _result(
    var: p.Var, die: g.Die, count: p.Expr | None, audience: p.Expr, ctx: Context
) -> p.Hole | None:
    """What was rolled, for who is asked about it, where all see it."""
    if audience != sight.everybody(ctx.whole):
        return None
    if count is None:
        return p.Hole(var, f"kind:{die.kinds}" if die.kinds else "number")
    return (
        p.Hole(var, f"tally:{die.kinds}")
        if die.kinds
        else p.Hole(_faces(var, die, ctx), "list:number")
    )


def _nature(
    ctx: Context,
    die: g.Die,
    var: p.Var,
    count: p.Expr | None,
    audience: p.Expr,
    span: Span,
    purpose: str | None,
    you: p.Expr | None,
) -> None:
    kind, args = ("die", ()) if count is None else ("dice", (count,))
    domain = f"kind:{die.kinds}" if die.kinds else "number"
    ctx.emit(
        p.Nature(
            var,
            "die" if kind == "die" else "dice",
            args,
            die.name,
            None,
            None,
            audience,
            domain,
            span,
            ctx.rule(span),
            purpose,
            you,
        )
    )


# --------------------------------------------------------------------------------------- roll again


def _partial(ctx: Context) -> bool:
    """Whether some rule rolls only some of the dice again."""

    nodes = (node for unit in ctx.whole.units for node in unit.nodes())
    return any(isinstance(node, g.RollAgain) and node.count is not None for node in nodes)


def _rolled_cell(ctx: Context) -> p.Cell:
    """What lies on the table while a roll can still be met: counts by face."""
    return ctx.whole.machine_cell("rolled_", "ints", None, ())


def _void_cell(ctx: Context) -> p.Cell:
    """Which of the dice are to be rolled again: counts by face; () is all of them."""
    return ctx.whole.machine_cell("void_", "ints", None, ())


def _kept_dice(ctx: Context, count: p.Expr | None, span: Span) -> bool:
    """Whether this roll keeps some dice when others are rolled again."""
    if count is None or not _partial(ctx):
        return False
    ctx.emit(p.Store(_void_cell(ctx), None, b.NO_ITEMS, span))
    return True


def _again_or_first(
    ctx: Context,
    die: g.Die,
    var: p.Var,
    count: p.Expr | None,
    kept: bool,
    audience: p.Expr,
    span: Span,
    purpose: str | None,
    you: p.Expr | None,
) -> None:
    """All dice, or those alone that were taken up again, beside the others."""
    if not kept:
        _nature(ctx, die, var, count, audience, span, purpose, you)
        return
    void, rolled = _void_cell(ctx), _rolled_cell(ctx)
    with ctx.block() as first:
        _nature(ctx, die, var, count, audience, span, purpose, you)
    with ctx.block() as again:
        number = b.comp("sum", b.Walk(ctx.fresh("face", "int"), p.Items(b.get(void)), None))
        fresh = ctx.fresh("anew", "ints")
        dice = ctx.keep("dice", number, span)
        _nature(ctx, die, fresh, dice, audience, span, purpose, you)
        left = p.Library("take_counts", (b.get(rolled), b.get(void)), "ints")
        ctx.emit(p.Assign(var, p.Library("add_counts", (left, fresh), "ints"), span))
        ctx.emit(p.Store(void, None, b.NO_ITEMS, span))
    ctx.emit(p.If(b.eq(b.get(void), b.NO_ITEMS), tuple(first), tuple(again), span))
    ctx.emit(p.Store(rolled, None, var, span))


def roll_again(stmt: g.RollAgain, ctx: Context) -> None:
    """`roll again [n where C]`: the roll is void."""
    if stmt.count is not None:
        _void_some(stmt, ctx)
    leaving.raise_roll(ctx, stmt.span)


def some_again(hook: g.Hook, result: p.Hole | None, ctx: Context) -> p.Expr:
    """Whether any of the dice that lie there is one that a hook begins by rolling again."""
    stmt = hook.body[0] if hook.body else None
    if not isinstance(stmt, g.RollAgain) or stmt.where is None or stmt.it is None:
        return b.TRUE
    kind, _, kinds = ("", "", "") if result is None else result.domain.partition(":")
    dice = [die for die in ctx.whole.game.dice.values() if die.kinds == kinds]
    if result is None or kind != "tally" or len(dice) != 1 or not _shows(dice[0], stmt):
        return b.TRUE
    fit = []
    for number, face in enumerate(dice[0].faces):
        ctx.bind(stmt.it, b.const(face))
        there = b.op("gt", b.op("item", result.value, b.const(number)), b.ZERO)
        fit.append(b.and_(lower_expr(stmt.where, ctx), there))
    return b.or_(*fit)


def _shows(die: g.Die, stmt: g.RollAgain) -> bool:
    """Whether a die may show what `it` is, or is compared with."""
    named = [x.type.name for x in _literals(stmt.where) if isinstance(x.type, t.Kind)]
    return die.kinds in named if named else True


def _literals(e: g.Expr | None) -> list[g.Literal]:
    return [x for x in walk.every(e) if isinstance(x, g.Literal)]


def _void_some(stmt: g.RollAgain, ctx: Context) -> None:
    """Take up n of the dice that show what C says, the first faces first."""
    span = stmt.span
    dice = [die for die in ctx.whole.game.dice.values() if _shows(die, stmt)]
    if len(dice) != 1:
        raise ctx.not_yet("Rolling some dice again where there are several kinds", span)
    (die,) = dice
    left, void = ctx.fresh("left", "int"), ctx.fresh("void", "ints")
    ctx.emit(p.Assign(left, b.const(stmt.count or 0), span))
    ctx.emit(p.Assign(void, b.const((0,) * len(die.faces)), span))
    for number, face in enumerate(die.faces):
        ctx.bind(stmt.it, b.const(face))
        test = b.TRUE if stmt.where is None else lower_expr(stmt.where, ctx)
        there = b.op("item", b.get(_rolled_cell(ctx)), b.const(number))
        taken = ctx.fresh("taken", "int")
        up = (
            p.Assign(taken, b.op("min", there, left), span),
            p.Assign(left, b.sub(left, taken), span),
            p.Assign(void, b.op("replace", void, b.const(number), taken), span),
        )
        if test != b.FALSE:
            ctx.emit(p.If(test, up, (), span) if test != b.TRUE else p.If(b.TRUE, up, (), span))
    ctx.emit(p.Store(_void_cell(ctx), None, void, span))


# ------------------------------------------------------------------------------------ several dice


def _as_total(counts: p.Var, die: g.Die, type_: t.Type, ctx: Context) -> p.Expr:
    """Counts by face as a sum of numbers, or as a tally of pictures."""
    if die.kinds is None:
        terms = [
            b.mul(b.const(face), b.op("item", counts, b.const(number)))
            for number, face in enumerate(die.faces)
        ]
        total: p.Expr = b.ZERO
        for term in terms:
            total = b.add(total, term)
        return ctx.keep("total", total)
    pictures = len(ctx.whole.game.kinds[die.kinds].values)
    if isinstance(type_, t.Kind):  # `roll 1 d`: the one face
        place = b.op("index_of", counts, b.ONE)
        plain = die.faces == tuple(range(len(die.faces)))
        return ctx.keep("face", place if plain else b.op("item", b.const(die.faces), place))
    if die.faces == tuple(range(pictures)):
        return counts
    by_picture = tuple(
        b.op("item", counts, b.const(die.faces.index(k))) if k in die.faces else b.ZERO
        for k in range(pictures)
    )
    assert isinstance(type_, t.TallyOf)
    return ctx.keep("tally", b.op("tuple", *by_picture))


def roll_cup(stmt: g.RollCup, ctx: Context) -> None:
    """`roll your cup [except kept]`: its dice, seen by whoever sees the cup."""
    field, span = stmt.cup.field, stmt.span
    of = None if stmt.cup.of is None else lower_expr(stmt.cup.of, ctx)
    index = None if stmt.cup.index is None else lower_expr(stmt.cup.index, ctx)
    place = layout.instance(field, of, index, ctx.whole)
    place = None if place is None else ctx.keep("place", place, span)
    cup = b.get(ctx.whole.cell_of(field), place)
    audience = sight.seers(field, of or b.ZERO, ctx.whole)
    if stmt.keep is None:
        _roll_dice(stmt, place, None, audience, ctx)
    else:
        kept = ctx.keep("kept", _kept_faces(stmt, cup, ctx), span)
        with ctx.block() as others:
            _roll_dice(stmt, place, kept, audience, ctx)
        some = b.op("gt", b.op("len", cup), b.op("len", kept))
        ctx.emit(p.If(some, tuple(others), (), span))
    ctx.moment(span)


def _kept_faces(stmt: g.RollCup, cup: p.Expr, ctx: Context) -> p.Expr:
    """What stays in the cup: all but what `cup except kept` leaves."""
    assert stmt.keep is not None
    of = t.ListOf(sets.element(stmt.cup.type, ctx))
    without = g.Join(of, stmt.span, "except", stmt.cup, stmt.keep)
    rest = sets.gathered(sets.lower_source(without, ctx), of, ctx)
    return p.Library("leave_out", (cup, rest), "ints")


def _roll_dice(
    stmt: g.RollCup, place: p.Expr | None, kept: p.Expr | None, audience: p.Expr, ctx: Context
) -> None:
    """All dice of a cup but those kept; they lie in the cup before anybody can answer the roll."""
    assert isinstance(stmt.cup.field.type, t.Cup)
    span, cell = stmt.span, ctx.whole.cell_of(stmt.cup.field)
    die = ctx.whole.game.dice[stmt.cup.field.type.die]
    counts = ctx.fresh("rolled", "ints")
    number = b.op("len", b.get(cell, place))
    if kept is not None:
        number = b.sub(number, b.op("len", kept))

    def landed() -> None:
        faces = _faces(counts, die, ctx)
        if kept is not None:
            faces = b.op("sorted", b.op("concat", kept, faces))
        ctx.emit(p.Store(cell, place, faces, span))

    you = None if stmt.you is None else lower_expr(stmt.you, ctx)
    roll(ctx, die, counts, number, you, audience, span, stmt.purpose, landed)


def _faces(counts: p.Var, die: g.Die, ctx: Context) -> p.Expr:
    """Counts by face as single faces, rising."""
    numbers = p.Library("faces_of", (counts,), "ints")
    if die.faces == tuple(range(len(die.faces))):
        return numbers
    name = f"{layout.snake(die.name)}_faces".upper()
    table = ctx.whole.table(("faces", die.name), name, 1, "int", lambda: die.faces)
    walk = b.Walk(ctx.fresh("face", "int"), p.Items(numbers), None)
    return b.comp("ints", walk, b.lookup(table, walk.var))


# ----------------------------------------------------------------------------------------- roll off


def lower_roll_off(e: g.RolledOff, ctx: Context) -> p.Expr:
    """`roll_off(S, die)`: each rolls, the highest wins, ties roll again."""
    span = e.span
    left = ctx.fresh("left", "mask")
    ctx.emit(p.Assign(left, sets.mask(e.over, ctx), span))
    first = layout.starter(ctx.whole) if e.you is None else lower_expr(e.you, ctx)
    first = ctx.keep("first", first, span)
    label = ctx.label("roll_off")
    with ctx.block() as body:
        alone = b.op("le", b.op("size", left), b.ONE)
        ctx.emit(p.If(alone, (p.Leave(label, span),), (), span))
        _one_round(e, left, first, ctx)
    ctx.emit(p.Loop(label, tuple(body), False, span))
    rule = b.const(ctx.rule(span))
    return ctx.keep("winner", p.Library("only_bit", (left, rule), "int"), span)


def _one_round(e: g.RolledOff, left: p.Var, first: p.Expr, ctx: Context) -> None:
    """Everybody who is left rolls; those with the highest stay."""
    span = e.span
    best, tied = ctx.fresh("best", "int"), ctx.fresh("tied", "mask")
    ctx.emit(p.Assign(best, b.const(min(e.die.faces) - 1), span))
    ctx.emit(p.Assign(tied, b.NO_MASK, span))
    seat, rolled = ctx.fresh("seat", "int"), ctx.fresh("rolled", "int")
    with ctx.block() as body:
        with ctx.block() as visit:
            roll(ctx, e.die, rolled, None, seat, sight.everybody(ctx.whole), span, None)
            higher = (p.Assign(best, rolled, span), p.Assign(tied, b.bit(seat), span))
            equal = p.Assign(tied, b.union(tied, b.bit(seat)), span)
            same = p.If(b.eq(rolled, best), (equal,), (), span)
            ctx.emit(p.If(b.op("gt", rolled, best), higher, (same,), span))
        ctx.emit(p.If(b.has(left, seat), tuple(visit), (), span))
    source = turn_orders.seats_from(first, ctx)
    ctx.emit(p.For(ctx.label("rolling"), seat, source, tuple(body), span))
    ctx.emit(p.Assign(left, tied, span))
