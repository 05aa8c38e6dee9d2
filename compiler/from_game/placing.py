"""Choosing a placement: the leading space, then the direction of the tail where several fit."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import choices, completion, fields, guards, sets, sites, standing
from hoyle.compiler.from_game.choices import Offered, Way
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import assign, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def in_two_parts(type_: t.Type, game: g.Game) -> bool:
    """Whether placements of a type are chosen by space and direction."""
    match type_:
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return in_two_parts(of, game)
        case t.Place(figure):
            return game.tables[figure].trail is not None
        case _:
            return False


def directions(whole: Whole) -> int:
    """How many directions there are."""
    return len(whole.game.kinds["Direction"].values)


def candidates(stmt: g.Choose, following: g.Body, ctx: Context, way: Way) -> Offered:
    """The leading spaces of all placements that can be chosen."""
    board = standing.board_under(sets.element(stmt.source.type, ctx), ctx)
    assert board is not None
    walk, _ = completion.candidates(stmt, following, ctx)
    places = ctx.keep("places", b.comp("mask", walk), stmt.span)
    options = fields.asked("leads", board, (places,), "ints", ctx)
    var = ctx.fresh("value", "int")
    number = sites.site(ctx.whole, stmt, "choose")
    choice = p.Choice(number, options, var, guards.of_choice(stmt, walk, var, ctx))

    def take(value: p.Expr) -> None:
        space = ctx.keep("space", value, stmt.span)
        there = fields.asked("led_by", board, (space, places), "mask", ctx)
        tail(stmt, space, ctx.keep("tails", there, stmt.span), board, ctx)
        way(stmt.body)()

    return Offered(choice, b.ne(places, b.NO_MASK), take)


def tail(stmt: g.Choose, space: p.Expr, there: p.Expr, board: g.Table, ctx: Context) -> None:
    """Ask for the direction of the tail, if it has one; binds what is chosen."""
    local = ctx.local(stmt.local)
    you = ctx.keep("you", _you(stmt, ctx), stmt.span)

    def ask() -> None:
        options = fields.asked("tails", board, (space, there), "ints", ctx)
        number = sites.site(ctx.whole, stmt, "tail")
        choice = p.Choice(number, options, ctx.fresh("value", "int"))

        def take(way: p.Expr) -> None:
            place = fields.asked("trailing", board, (space, way), "int", ctx)
            assign(ctx, local, place, stmt.span)

        prompt = ("Which way does its tail point?",)
        choices.decide(ctx, you, [Offered(choice, b.TRUE, take)], prompt, stmt.span, None)

    alone = b.has(there, space)
    when(ctx, alone, lambda: assign(ctx, local, space, stmt.span), ask, span=stmt.span)


def _you(stmt: g.Choose, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game.expressions import lower_expr

    return lower_expr(stmt.you, ctx)
