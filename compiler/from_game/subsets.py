"""Choosing several: picks in rising order, with `done` where fewer would do. One path a subset.

Of dice, equal faces are one option as long as some are left, and there is one path a multiset.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import (
    choices,
    choosing,
    completion,
    copies,
    leaving,
    secrets,
    sets,
    sites,
)
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record


@record
class _Picking:
    """The variables of a subset being picked. `most` None: as many as there are.

    `last` is the last thing picked; of dice, what can still be picked. `declined`: whether nothing
    is chosen after all, where that may be.
    """

    pool: p.Expr
    least: p.Expr
    most: p.Expr | None
    chosen: p.Var
    last: p.Var
    declined: p.Var | None
    of_dice: bool = False

    def size(self, e: p.Expr) -> p.Expr:
        """How many there are of what can be picked or is."""
        return b.op("len" if self.of_dice else "size", e)

    @property
    def needed(self) -> p.Expr:
        """How many more must be picked."""
        return b.sub(self.least, self.size(self.chosen))

    @property
    def nothing(self) -> p.Expr:
        """Nothing picked."""
        return b.NO_ITEMS if self.of_dice else b.NO_MASK


def lower_subset(stmt: g.Choose, following: g.Body, ctx: Context, do: choices.Way) -> None:
    """`choose 3 cards from S`, `1..3`, `up to n`, `one or more`, `any number of`."""
    if stmt.unseen:
        raise ctx.not_yet("`choose unseen` of several", stmt.span)
    picking = _start(stmt, ctx)
    enough = b.and_(
        b.op("ge", picking.size(picking.pool), picking.least),
        completion.after_several(stmt, following, ctx),
    )
    if stmt.may:
        enough = b.and_(enough, b.ne(picking.pool, picking.nothing))
    with ctx.block() as asked:
        _pick_all(stmt, picking, ctx)
        _then(stmt, picking, ctx, do)
    if enough == b.TRUE or id(stmt) in ctx.sure:
        ctx.blocks[-1].extend(asked)
        return
    with ctx.block() as nothing:
        _too_few(stmt, ctx, do)
    ctx.emit(p.If(enough, tuple(asked), tuple(nothing), stmt.span))


def _then(stmt: g.Choose, picking: _Picking, ctx: Context, do: choices.Way) -> None:
    """The block, or what is done instead where it was declined."""
    with ctx.block() as chosen:
        do(stmt.body)()
    if picking.declined is None:
        ctx.blocks[-1].extend(chosen)
        return
    with ctx.block() as declined:
        do(stmt.otherwise or ())()
    ctx.emit(p.If(picking.declined, tuple(declined), tuple(chosen), stmt.span))


def _start(stmt: g.Choose, ctx: Context) -> _Picking:
    """What is picked from, how many, and nothing picked yet."""
    assert stmt.count is not None
    low, high = stmt.count
    least = ctx.keep("least", lower_expr(low, ctx), stmt.span)
    if high is None:
        most = None
    else:
        most = least if high is low else ctx.keep("most", lower_expr(high, ctx), stmt.span)
    if t.holds_equal_ones(stmt.source.type):
        return _start_with_dice(stmt, least, most, ctx)
    walk = sets.lower_source(stmt.source, ctx, name=stmt.local.name)
    if not ctx.forms.is_mask(sets.element(stmt.source.type, ctx)):
        raise ctx.not_yet("Choosing several of these", stmt.span)
    domain = ctx.forms.rows_in(stmt.local.type)
    pool = ctx.keep("pool", sets.mask_of(walk), stmt.span, domain)
    chosen = ctx.local(stmt.local)
    last = ctx.fresh("last", "int", domain.removeprefix("set:"))
    ctx.emit(p.Assign(chosen, b.NO_MASK, stmt.span))
    ctx.emit(p.Assign(last, b.NONE, stmt.span))
    return _Picking(pool, least, most, chosen, last, _declined(stmt, ctx))


def _start_with_dice(stmt: g.Choose, least: p.Expr, most: p.Expr | None, ctx: Context) -> _Picking:
    """Faces, rising; equal ones as often as they lie there."""
    faces = b.op("sorted", lower_expr(stmt.source, ctx))
    pool = ctx.keep("pool", faces, stmt.span)
    chosen, left = ctx.local(stmt.local), ctx.fresh("left", "ints")
    ctx.emit(p.Assign(chosen, b.NO_ITEMS, stmt.span))
    ctx.emit(p.Assign(left, pool, stmt.span))
    return _Picking(pool, least, most, chosen, left, _declined(stmt, ctx), True)


def _declined(stmt: g.Choose, ctx: Context) -> p.Var | None:
    """Whether nothing is chosen after all, where that may be: not yet."""
    declined = ctx.fresh("declined", "bool") if stmt.may else None
    if declined is not None:
        ctx.emit(p.Assign(declined, b.FALSE, stmt.span))
    return declined


def _too_few(stmt: g.Choose, ctx: Context, do: choices.Way) -> None:
    if stmt.otherwise is not None:
        do(stmt.otherwise)()
    elif not stmt.if_any and not stmt.may:
        rule = ctx.rule(stmt.span, stmt.cites)
        text = f"there are fewer {stmt.local.name} than must be chosen"
        ctx.emit(p.Fail("nothing to choose", text, stmt.span, rule))


def _pick_all(stmt: g.Choose, picking: _Picking, ctx: Context) -> None:
    """Picks until it is done, or all that may be are picked."""
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    so_far = p.Hole(picking.chosen, f"picked:{ctx.forms.words(stmt.local.type)}")
    prompt = (*choosing.prompt_of(stmt, ctx), so_far)
    label = ctx.label("picking")
    place = Place(label)
    with ctx.block() as body, ctx.inside(place):
        if picking.most is not None:
            full = b.op("ge", picking.size(picking.chosen), picking.most)
            ctx.emit(p.If(full, (p.Leave(label, stmt.span),), (), stmt.span))
        offer = _faces if picking.of_dice else _candidates
        offered = [offer(stmt, picking, ctx)]
        if not _is_exact(stmt):
            offered.append(_done(stmt, picking, place, ctx))
        if picking.declined is not None:
            offered.append(_no(stmt, picking, place, ctx))
        choices.decide(
            ctx,
            you,
            offered,
            prompt,
            stmt.span,
            lambda: leaving.leave(ctx, place, stmt.span),
            cites=stmt.cites,
            unclear=secrets.shows_number(stmt.source, ctx.whole),
        )
    ctx.emit(p.Loop(label, tuple(body), True, stmt.span))


def _is_exact(stmt: g.Choose) -> bool:
    """Whether exactly so many are chosen: `done` is never an answer."""
    assert stmt.count is not None
    return stmt.count[1] is stmt.count[0]


def _candidates(stmt: g.Choose, picking: _Picking, ctx: Context) -> choices.Offered:
    """What may be picked next: nothing before the last, with enough left from there on."""
    of = sets.element(stmt.source.type, ctx)
    there = _copies(stmt, picking, of, ctx)
    if there is None or there.is_simple:
        walk = _next_ones(stmt, picking, there, ctx)
        able = b.any_of(walk)
        options = b.comp("ints", walk) if there is None else copies.offered(walk, there, ctx)
    else:
        options = there.numbers(ctx.whole)
        able = b.op("gt", b.op("len", options), b.ZERO)
    number = sites.site(ctx.whole, stmt, "choose")
    choice = p.Choice(number, options, ctx.fresh("value", "int"))

    def take(value: p.Expr) -> None:
        ctx.emit(p.Assign(picking.last, value, stmt.span))
        more = b.union(picking.chosen, b.bit(picking.last))
        ctx.emit(p.Assign(picking.chosen, more, stmt.span))

    return choices.Offered(choice, able, take, named=choosing.named(stmt, ctx), copies=there)


def _next_ones(
    stmt: g.Choose, picking: _Picking, there: copies.Copies | None, ctx: Context
) -> b.Walk:
    """Those behind the last; of copies, the first that is left of its kind and of those behind."""
    var = ctx.fresh(stmt.local.name, "int")
    bits = ctx.forms.bits(sets.element(stmt.source.type, ctx))
    left, last = picking.pool, picking.last
    behind = b.op("gt", var, last)
    if there is not None:
        left = b.minus(picking.pool, picking.chosen)
        kind = copies.kind(last, there.kinds, ctx.whole)
        behind = b.op("ge", var, b.if_(b.op("ge", last, b.ZERO), kind, last))
    walk = b.Walk(var, p.Bits(left, bits), None).where(behind)
    if picking.least != b.ZERO:
        walk = walk.where(b.op("ge", b.op("size", b.op("unshift", left, var)), picking.needed))
    if there is None:
        return walk
    return walk.where(copies.first_of_each(var, left, there.kinds, ctx.whole))


def _copies(stmt: g.Choose, picking: _Picking, of: t.Type, ctx: Context) -> copies.Copies | None:
    """What is picked from and has been picked, where some of the pieces are alike."""
    kinds = copies.kinds(of, ctx.whole.game)
    if kinds is None:
        return None
    places = copies.places(stmt.source, kinds, ctx.whole)
    picked = (picking.chosen, picking.last, picking.needed)
    return copies.Copies(kinds, picking.pool, places, *picked)


def _faces(stmt: g.Choose, picking: _Picking, ctx: Context) -> choices.Offered:
    """Which face may be picked next: one not below the last, with enough left behind it."""
    left, span = picking.last, stmt.span
    var = ctx.fresh(stmt.local.name, "int")
    walk = b.Walk(var, p.Items(p.Library("once_each", (left,), "ints")), None)
    if picking.least != b.ZERO:
        behind = b.sub(b.op("len", left), b.op("index_of", left, var))
        walk = walk.where(b.op("ge", behind, picking.needed))
    number = sites.site(ctx.whole, stmt, "choose")
    choice = p.Choice(number, b.comp("ints", walk), ctx.fresh("value", "int"))

    def take(value: p.Expr) -> None:
        face = ctx.fresh("face", "int")
        ctx.emit(p.Assign(face, value, span))
        more = b.op("concat", picking.chosen, b.op("tuple", face))
        ctx.emit(p.Assign(picking.chosen, more, span))
        at = b.shifted(b.op("index_of", left, face), 1)
        ctx.emit(p.Assign(left, b.op("slice", left, at, b.op("len", left)), span))

    return choices.Offered(choice, b.any_of(walk), take)


def _no(stmt: g.Choose, picking: _Picking, place: Place, ctx: Context) -> choices.Offered:
    """`no`, as long as nothing is picked."""

    def take() -> None:
        assert picking.declined is not None
        ctx.emit(p.Assign(picking.declined, b.TRUE, stmt.span))
        leaving.leave(ctx, place, stmt.span)

    return choices.word(ctx, stmt, "no", take, b.eq(picking.chosen, picking.nothing))


def _done(stmt: g.Choose, picking: _Picking, place: Place, ctx: Context) -> choices.Offered:
    """`done`, once enough are picked; offered only beside something that could still be picked."""
    enough = b.op("ge", picking.size(picking.chosen), picking.least)
    if picking.declined is not None:
        enough = b.and_(enough, b.ne(picking.chosen, picking.nothing))
    return choices.word(ctx, stmt, "done", lambda: leaving.leave(ctx, place, stmt.span), enough)
