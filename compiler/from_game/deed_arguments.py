"""The arguments of deeds as hooks know them: any piece for verbs, any figure for steps and puts.

Where the game has several components, a piece is one of them all (`Either`), and its row is widened
to the rows of them all.
"""

from __future__ import annotations

from hoyle.compiler.from_game.casts import widen
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.occurrences import Kind
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def types_of(kind: Kind, name: str, whole: Whole) -> tuple[t.Type, ...]:
    """The types of a deed's arguments, as hooks know them."""
    if kind not in ("verb", "step", "leave"):
        return ()
    match name:
        case "put" | "take" | "step" | "leave" if standing_things(whole.game):
            return (any_figure(whole.game),)
        case "move" | "spend" | "remove" | "reveal" | "hide":
            return (any_piece(whole.game),)
        case "eliminate":
            return (t.PLAYER,)
        case "pay" | "gain" | "lose":
            return (t.NUMBER,)
        case _:
            return ()


def any_piece(game: g.Game) -> t.Type:
    """The type of a piece of any component."""
    return _any_of([name for name, table in game.tables.items() if table.form == "component"])


def standing_things(game: g.Game) -> list[str]:
    """The components whose pieces stand on boards."""
    return sorted(name for name, table in game.tables.items() if table.stands_on is not None)


def any_figure(game: g.Game) -> t.Type:
    """The type of any figure."""
    return _any_of(standing_things(game))


def _any_of(names: list[str]) -> t.Type:
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(sorted(names)))


def widened_figure(row: p.Expr, thing: str, ctx: Context) -> p.Expr:
    """A figure as the argument of a deed."""
    return _widened(row, thing, any_figure(ctx.whole.game), ctx)


def piece(pieces: Pieces, row: p.Expr, ctx: Context) -> tuple[p.Expr, ...]:
    """A piece as the argument of a verb."""
    return (_widened(row, pieces.thing, any_piece(ctx.whole.game), ctx),)


def _widened(row: p.Expr, thing: str, type_: t.Type, ctx: Context) -> p.Expr:
    return widen(row, t.Thing(thing), type_.names, ctx) if isinstance(type_, t.Either) else row
