"""Dice leave a cup for good: any, where equal, else those that its seat says."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import choices, layout, sites
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.writing import each, store
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def lose(stmt: g.Lose, count: p.Expr, you: p.Expr | None, ctx: Context) -> None:
    """One die after the other."""
    field, span = stmt.cup.field, stmt.span
    of = None if stmt.cup.of is None else lower_expr(stmt.cup.of, ctx)
    index = None if stmt.cup.index is None else lower_expr(stmt.cup.index, ctx)
    place = layout.instance(field, of, index, ctx.whole)
    place = None if place is None else ctx.keep("place", place, span)
    cell = ctx.whole.cell_of(field)
    cup = b.get(cell, place)

    def take_out(face: p.Expr) -> None:
        rest = b.op("drop", cup, b.op("index_of", cup, face), form="ints")
        store(ctx, cell, place, rest, span)

    def one(_: p.Var, __: str) -> None:
        if you is None:
            take_out(b.op("item", cup, b.ZERO))
            return
        choices.decide(
            ctx,
            you,
            [choices.Offered(_faces(stmt, cup, ctx), b.TRUE, take_out)],
            ("Which die leaves the cup?",),
            span,
            None,
            cites=stmt.cites,
        )

    few = b.op("min", count, b.op("len", cup))
    each(ctx, "turn", p.Range(b.ZERO, few), one, span=span)


def _faces(stmt: g.Lose, cup: p.Expr, ctx: Context) -> p.Choice:
    """The different faces in a cup."""
    number = sites.site(ctx.whole, stmt, "lose")
    faces = p.Library("once_each", (cup,), "ints")
    return p.Choice(number, b.op("sorted", faces), ctx.fresh("value", "int"))


def faces_of(stmt: g.Lose, game: g.Game) -> tuple[int, int, str]:
    """Least face, how many, and the domain of a cup's faces."""
    assert isinstance(stmt.cup.field.type, t.Cup)
    die = game.dice[stmt.cup.field.type.die]
    domain = f"kind:{die.kinds}" if die.kinds else "number"
    return min(die.faces), max(die.faces) - min(die.faces) + 1, domain
