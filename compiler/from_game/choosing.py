"""`choose x from S`, `may choose`, `choose unseen`."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import completion, copies, guards, placing, secrets, sets, sites
from hoyle.compiler.from_game.choices import (
    Offered,
    Way,
    Words,
    decide,
    doing,
    otherwise_of,
    told,
    word,
    words,
)
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def lower_choose(stmt: g.Choose, following: g.Body, ctx: Context, way: Way | None = None) -> int:
    """`choose x from S` and its kin; answers how many following statements it has lowered."""
    from hoyle.compiler.from_game import subsets

    do = way or doing(ctx)
    if stmt.count is not None:
        subsets.lower_subset(stmt, following, ctx, do)
        return 0
    you = ctx.keep("you", lower_expr(stmt.you, ctx), stmt.span)
    find = unseen_places if stmt.unseen else candidates
    offered = [find(stmt, following, ctx, do)]
    otherwise = otherwise_of(stmt, do)
    if stmt.may:
        offered.append(word(ctx, stmt, "no", otherwise or (lambda: None)))
    prompt = prompt_of(stmt, ctx)
    hidden = not ctx.secret and may_be_skipped(stmt, ctx)
    could = told(hidden, you, stmt, prompt, ctx)
    decide(
        ctx,
        you,
        offered,
        prompt,
        stmt.span,
        otherwise,
        cites=stmt.cites,
        hidden=hidden,
        could=could,
        unclear=not stmt.unseen and secrets.hides_options(stmt, following, ctx.whole),
    )
    return 0


def may_be_skipped(stmt: g.Choose, ctx: Context) -> bool:
    """Whether others may not know if somebody is asked: hidden things may leave no option."""
    always = not (stmt.may or stmt.if_any or stmt.otherwise)
    return not always and not stmt.unseen and secrets.shows_number(stmt.source, ctx.whole)


def prompt_of(stmt: g.Choose, ctx: Context) -> Words:
    """The prompt of a choice, made of its name where none is written."""
    if stmt.prompt is not None:
        return words(stmt.prompt, ctx)
    return (f"Choose {stmt.local.name.replace('_', ' ')}",)


def candidates(stmt: g.Choose, following: g.Body, ctx: Context, way: Way) -> Offered:
    """What can be chosen, as one site."""
    if placing.in_two_parts(stmt.source.type, ctx.whole.game):
        return placing.candidates(stmt, following, ctx, way)
    walk, there = completion.candidates(stmt, following, ctx)
    var = ctx.fresh("value", "int")
    number = sites.site(ctx.whole, stmt, "choose")
    options = b.comp("ints", walk) if there is None else copies.offered(walk, there, ctx)
    choice = p.Choice(number, options, var, guards.of_choice(stmt, walk, var, ctx))

    def take(value: p.Expr) -> None:
        ctx.emit(p.Assign(ctx.local(stmt.local), value, stmt.span))
        way(stmt.body)()

    able = b.TRUE if id(stmt) in ctx.sure else b.any_of(walk)
    return Offered(choice, able, take, named=named(stmt, ctx), copies=there)


def named(stmt: g.Choose, ctx: Context) -> Pieces | None:
    """The pieces that a choice names."""
    of = sets.element(stmt.source.type, ctx)
    return ctx.whole.pieces.get(of.name) if isinstance(of, t.Thing) else None


def unseen_places(stmt: g.Choose, following: g.Body, ctx: Context, way: Way) -> Offered:
    """`choose unseen`: the places of a zone; what lies in the place taken is settled unseen."""
    from hoyle.compiler.from_game import slots, zones

    source = stmt.source
    while isinstance(source, g.Cast):
        source = source.a
    if not isinstance(source, g.FieldRead) or source.field.role != "zone":
        raise ctx.not_yet("`choose unseen` from anything but a zone", stmt.span)
    spot = zones.spot_of(source, ctx)
    if not spot.zone.slots:
        raise ctx.not_yet("`choose unseen` from what is seen", stmt.span)
    walk = b.Walk(ctx.fresh("place", "int"), p.Range(b.ZERO, spot.size()), None)
    number = sites.site(ctx.whole, stmt, "choose")
    choice = p.Choice(number, b.comp("ints", walk), ctx.fresh("value", "int"))

    def take(value: p.Expr) -> None:
        place = ctx.keep("place", value, stmt.span)
        row = slots.pin(spot, place, ctx, stmt.span)
        ctx.emit(p.Assign(ctx.local(stmt.local), row, stmt.span))
        way(stmt.body)()

    return Offered(choice, b.op("gt", spot.size(), b.ZERO), take)
