"""What rules ask about a piece: whose it is, on which space it lies, whether its face is up."""

from __future__ import annotations

from itertools import pairwise

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def attribute(name: str, args: tuple[g.Expr, ...], ctx: Context) -> p.Expr:
    """owner_of, space_of, placed, facing_up of a piece; top of a zone."""
    from hoyle.compiler.from_game.expressions import lower_expr

    if name == "top":
        from hoyle.compiler.from_game import slots

        return slots.top(args[0], ctx)
    piece = lower_expr(args[0], ctx)
    return attribute_of(name, args[0].type, piece, ctx)


def attribute_of(name: str, type_: t.Type, piece: p.Expr, ctx: Context) -> p.Expr:
    """An attribute of a piece that is lowered already."""
    cases = [
        (low, _attribute_of_thing(name, thing, row, ctx))
        for thing, low, row in things_of(type_, piece, ctx)
    ]
    found = cases[-1][1]
    for (_, value), (above, _) in reversed(list(pairwise(cases))):
        found = b.if_(b.op("lt", piece, b.const(above)), value, found)
    if isinstance(type_, t.Optional):
        nothing = b.FALSE if b.form_of(found) == "bool" else b.NONE
        return b.if_(b.op("ge", piece, b.ZERO), found, nothing)
    return found


def things_of(type_: t.Type, piece: p.Expr, ctx: Context) -> list[tuple[str, int, p.Expr]]:
    """The components a piece may be of, where their rows begin, and the row there."""
    of = type_.of if isinstance(type_, t.Optional | t.SetOf | t.ListOf) else type_
    match of:
        case t.Thing(name):
            return [(name, 0, piece)]
        case t.Either(names):
            lows = [ctx.forms.offset(t.Thing(name), names) for name in names]
            return [
                (name, low, b.shifted(piece, -low)) for name, low in zip(names, lows, strict=True)
            ]
        case _:
            return []


def _attribute_of_thing(name: str, thing: str, row: p.Expr, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game import sight

    if ctx.whole.game.tables[thing].stands_on is not None and name in ("space_of", "placed"):
        from hoyle.compiler.from_game import standing

        place = standing.place_of_row(thing, row, ctx)
        if name == "placed":
            return b.op("ge", place, b.ZERO)
        return standing.lead_of(thing, place, ctx)
    match name:
        case "owner_of":
            return owner_of(thing, row, ctx.whole)
        case "space_of":
            return space_of(thing, row, ctx.whole)
        case "placed":
            return b.op("ge", space_of(thing, row, ctx.whole), b.ZERO)
        case "facing_up":
            return sight.faces_up(thing, row, ctx.whole)
        case _:
            raise AssertionError(f"pieces have no {name}")


def at(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """Where a piece is."""
    return b.get(whole.pieces[thing].at, row)


def through(thing: str, row: p.Expr, table: p.StaticTable, whole: Whole) -> p.Expr:
    """What a table of instances says about where a piece is; none in the box and in pools."""
    here = at(thing, row, whole)
    return b.if_(b.op("ge", here, b.ZERO), b.lookup(table, here), b.NONE)


def owners_table(thing: str, what: str, whole: Whole) -> p.StaticTable:
    """By instance: the owner of zones of `what` ("player", a thing), -1 of other zones."""

    def data() -> tuple[p.Datum, ...]:
        found: list[p.Datum] = []
        for zone in whole.pieces[thing].zones:
            ours = zone.field.owner == what
            found += [i // zone.size if ours else -1 for i in range(zone.count)]
        return tuple(found)

    name = f"{layout.snake(what)}_of_{layout.snake(thing)}_in".upper()
    return whole.table(("owners", thing, what), name, 1, "int", data)


def owner_of(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """The player in whose zone a piece lies, or none."""
    if not _lies_at(thing, "player", whole):
        return b.NONE
    return through(thing, row, owners_table(thing, "player", whole), whole)


def space_of(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """The space on whose zone a piece lies, or none."""
    boards = [name for name, table in whole.game.tables.items() if table.board is not None]
    for board in boards:
        if _lies_at(thing, board, whole):
            return through(thing, row, owners_table(thing, board, whole), whole)
    return b.NONE


def _lies_at(thing: str, what: str, whole: Whole) -> bool:
    """Whether pieces of a component can lie in zones of players, or of a thing."""
    pieces = whole.pieces.get(thing)
    return pieces is not None and any(zone.field.owner == what for zone in pieces.zones)
