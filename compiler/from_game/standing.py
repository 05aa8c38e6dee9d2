"""Which figure stands where: its cells, and what rules ask of a figure, a placement or a space.

A placement is an int: the number of a space, or for figures that may stand on two spaces the number
of the leading one with the direction of the tail, above all spaces. Each sort of figure has the
placement of every row (-1: off the board), the mask of rows that are placed, and by space the mask
of rows that stand there.

`ctx.stands` holds the figures that are asked about as if they stood elsewhere (`at(f, p)`), by the
variable of their row: values that such a figure is given to are written once more for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import fields, layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record


@record
class Standing:
    """One sort of figure on its board."""

    thing: str
    board: g.Table
    place: p.Cell
    placed: p.Cell
    on: p.Cell

    @property
    def size(self) -> int:
        """How many spaces the board has."""
        return len(self.board.rows)


def of_thing(thing: str, whole: Whole) -> Standing:
    """The cells of a sort of figure, made when first needed."""
    table = whole.game.tables[thing]
    assert table.stands_on is not None
    board, name = whole.game.tables[table.stands_on], layout.snake(thing)
    many, size = len(table.rows), len(board.rows)
    on = f"{name}_on_{layout.snake(board.name)}"
    return Standing(
        thing,
        board,
        whole.machine_cell(f"{name}_place", "int", many, (-1,) * many),
        whole.machine_cell(f"{name}_placed", "mask", None, 0),
        whole.machine_cell(on, "mask", size, (0,) * size),
    )


def stands(type_: t.Type, whole: Whole) -> bool:
    """Whether something is a figure."""
    return bool(_things(type_)) and all(
        whole.game.tables[name].stands_on is not None for name in _things(type_)
    )


def _things(type_: t.Type) -> tuple[str, ...]:
    match type_:
        case t.Optional(of):
            return _things(of)
        case t.Thing(name):
            return (name,)
        case t.Either(names):
            return names
        case _:
            return ()


def figures_on(board: str, whole: Whole) -> list[str]:
    """The sorts of figures that stand on a board."""
    return [name for name, table in whole.game.tables.items() if table.stands_on == board]


def may_trail(board: g.Table, whole: Whole) -> bool:
    """Whether anything on a board may stand on two spaces."""
    things = figures_on(board.name, whole)
    return any(whole.game.tables[name].trail is not None for name in things)


def trails(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """Whether a figure stands on two spaces when it stands."""
    table = whole.game.tables[thing]
    if table.trail is None:
        return b.FALSE
    name = f"{layout.snake(thing)}_trails"
    made = whole.function(("trails", thing), name, lambda made: _trails_fn(made, table, whole))
    return p.CallFn(made, (row,), "bool")


def _trails_fn(made: str, table: g.Table, whole: Whole) -> p.Fn:
    from hoyle.compiler.from_game.expressions import lower_expr

    assert table.trail is not None
    _, this, cond = table.trail
    ctx = Context(whole)
    row = ctx.local(this)
    body = lower_expr(cond, ctx)
    return p.Fn(made, (row,), body, whole.rule(table.span, (), table.name), table.span)


# ---------------------------------------------------------------------------------- placements


def place_of_row(thing: str, row: p.Expr, ctx: Context) -> p.Expr:
    """The placement of a figure, or the one it is asked about at."""
    if isinstance(row, p.Var) and row in ctx.stands:
        return ctx.stands[row]
    return b.get(of_thing(thing, ctx.whole).place, row)


def place_of(e: g.Expr, ctx: Context) -> p.Expr:
    """The placement of what an expression means: a space, a placement, a figure; -1 of nothing."""
    from hoyle.compiler.from_game.expressions import lower_expr

    elsewhere = asked_at(e, ctx)
    if elsewhere is not None:
        return elsewhere
    value = lower_expr(e, ctx)
    if not stands(e.type, ctx.whole):
        return value
    return _of_figure(e.type, value, ctx)


def _of_figure(type_: t.Type, value: p.Expr, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game.attributes import things_of

    cases = [
        (low, place_of_row(thing, row, ctx)) for thing, low, row in things_of(type_, value, ctx)
    ]
    found = cases[-1][1]
    for (_, place), (above, _) in reversed(list(pairwise(cases))):
        found = b.if_(b.op("lt", value, b.const(above)), place, found)
    if isinstance(type_, t.Optional):
        return b.if_(b.op("ge", value, b.ZERO), found, b.NONE)
    return found


def asked_at(e: g.Expr, ctx: Context) -> p.Expr | None:
    """Where a figure is asked about as if it stood there; None where it is as it is."""
    match e:
        case g.Function(name="at", args=(_, place)):
            return place_of(place, ctx)
        case g.Cast(a=a):
            return asked_at(a, ctx)
        case g.LocalRef(local=local):
            value = ctx.env.get(local)
            return ctx.stands.get(value) if isinstance(value, p.Var) else None
        case _:
            return None


def board_under(type_: t.Type, ctx: Context) -> g.Table | None:
    """The board of a space, a placement or a figure."""
    tables = ctx.whole.game.tables
    match type_:
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return board_under(of, ctx)
        case t.Place(figure):
            return tables[tables[figure].stands_on or figure]
        case t.Thing(name):
            return tables[tables[name].stands_on or name]
        case t.Either(names):
            return tables[tables[names[0]].stands_on or names[0]]
        case _:
            return None


def lead(place: p.Expr, board: g.Table, ctx: Context) -> p.Expr:
    """The leading space of a placement; that of none is none."""
    if not may_trail(board, ctx.whole):
        return place
    return fields.asked("lead", board, (place,), "int", ctx)


def lead_of(thing: str, place: p.Expr, ctx: Context) -> p.Expr:
    """The leading space of a figure of a sort."""
    if ctx.whole.game.tables[thing].trail is None:
        return place
    return lead(place, of_thing(thing, ctx.whole).board, ctx)


def spaces(place: p.Expr, board: g.Table, ctx: Context) -> p.Expr:
    """The spaces of a placement, nothing of none."""
    if not may_trail(board, ctx.whole):
        return b.maybe_bit(place)
    return fields.asked("spaces", board, (place,), "mask", ctx)


# ------------------------------------------------------------------------------------ who is there


def on_spaces(thing: str, spaces_: p.Expr, ctx: Context) -> p.Expr:
    """The figures of a sort that stand on any of some spaces."""
    standing = of_thing(thing, ctx.whole)
    space = ctx.fresh("space", "int")
    walk = b.Walk(space, p.Bits(spaces_, standing.size), None)
    return p.Library("unite", (b.comp("ints", walk, b.get(standing.on, space)),), "mask")


def on_place(thing: str, place: p.Expr, board: g.Table, ctx: Context) -> p.Expr:
    """The figures of a sort on a space or placement."""
    if not may_trail(board, ctx.whole):
        found = b.get(of_thing(thing, ctx.whole).on, place)
        return b.if_(b.op("ge", place, b.ZERO), found, b.NO_MASK)
    return on_spaces(thing, spaces(place, board, ctx), ctx)


def occupied(board: g.Table, ctx: Context) -> p.Expr:
    """The spaces on which anybody stands."""
    found: p.Expr = b.NO_MASK
    for thing in figures_on(board.name, ctx.whole):
        found = b.union(found, _occupied_by(thing, board, ctx))
    return found


def _occupied_by(thing: str, board: g.Table, ctx: Context) -> p.Expr:
    standing = of_thing(thing, ctx.whole)
    row = ctx.fresh("figure", "int")
    bits = ctx.forms.bits(t.Thing(thing))
    walk = b.Walk(row, p.Bits(b.get(standing.placed), bits), None)
    place = b.get(standing.place, row)
    if ctx.whole.game.tables[thing].trail is None:
        return b.comp("mask", walk, place)
    each = fields.asked("spaces", board, (place,), "mask", ctx)
    return p.Library("unite", (b.comp("ints", walk, each),), "mask")


def every(whole: Whole) -> Iterator[Standing]:
    """All sorts of figures."""
    for name, table in whole.game.tables.items():
        if table.stands_on is not None:
            yield of_thing(name, whole)
