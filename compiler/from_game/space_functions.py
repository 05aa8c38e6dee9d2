"""The functions of boards, from what is known of their shape in advance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compiler.from_game import boards, fields, landings, layout, sets
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def _args(e: g.Function, ctx: Context) -> list[p.Expr]:
    return [lower_expr(arg, ctx) for arg in e.args]


def _beside(e: g.Function, ctx: Context) -> p.Expr:
    """`beside(s, d)`: the next space or none."""
    space, direction = _args(e, ctx)
    table = boards.board_of(e.args[0].type, ctx, e.span)
    ways = boards.beside(table)
    name = f"{layout.snake(table.name)}_beside".upper()
    if isinstance(direction, p.Const) and isinstance(direction.value, int):
        which = direction.value
        way = boards.shape(table).directions[which]
        one = ctx.whole.table(
            ("beside", table.name, which), f"{name}_{way.upper()}", 1, "int", lambda: ways[which]
        )
        return b.lookup(one, space)
    found = ctx.whole.table(("beside", table.name), name, 2, "int", lambda: ways)
    return b.lookup(found, direction, space)


def _turned(e: g.Function, ctx: Context) -> p.Expr:
    """`left(d)`, `right(d)`, `opposite(d)`."""
    (direction,) = _args(e, ctx)
    of = e.args[0].type
    of = of.of if isinstance(of, t.Optional) else of
    assert isinstance(of, t.Kind)
    count = len(ctx.whole.game.kinds[of.name].values)
    against = any(
        table.board is not None and table.board.shape == "hexes"
        for table in ctx.whole.game.tables.values()
    )
    left = 1 if against else -1
    by = {"left": left, "right": -left, "opposite": count // 2}[e.name]
    turned = tuple((value + by) % count for value in range(count))
    name = f"{e.name}_of_direction".upper()
    table = ctx.whole.table(("turned", e.name), name, 1, "int", lambda: turned)
    return b.lookup(table, direction)


def _spaces(e: g.Function, ctx: Context) -> p.Expr:
    """`exits(s)`, `neighbours(s)`, `within(n, s)`, `between(a, b)`, `lines(n)`, `line(s, d)`."""
    if e.name in ("within", "between") and fields.is_hexes(_board(e, ctx)):
        return _of_field(e, ctx)
    walk = spaces_walk(e, ctx)
    if walk is None:
        return _open_steps(e, ctx)
    assert isinstance(walk.source, p.Items)
    if ctx.forms.form_of(e.type) != "mask" or e.name == "lines":
        return walk.source.of
    return _as_mask_table(walk.source.of, ctx)


def _as_mask_table(items: p.Expr, ctx: Context) -> p.Expr:
    """A static table of tuples, read as masks."""
    if not isinstance(items, p.Lookup):
        return b.op("mask_of", items)

    def masks(data: Any, depth: int) -> Any:
        if depth == 0:
            return sum(1 << item for item in data)
        return tuple(masks(part, depth - 1) for part in data)

    old, depth = items.table, len(items.indexes)
    name = f"{old.name}_SET"
    table = ctx.whole.table(
        ("masks", old.name), name, depth, "mask", lambda: masks(old.data, depth)
    )
    return p.Lookup(table, items.indexes)


def _open_steps(e: g.Function, ctx: Context) -> p.Expr:
    """Steps on a board whose roads can be closed."""
    table = boards.board_of(e.args[0].type, ctx, e.span)
    you = b.NONE if e.anchor is None else lower_expr(e.anchor, ctx)
    return boards.open_steps(table, lower_expr(e.args[0], ctx), you, e.name == "neighbours", ctx)


def _board(e: g.Function, ctx: Context) -> g.Table:
    """The board that a function is about."""
    return boards.board_of(e.args[-1].type, ctx, e.span)


def _of_field(e: g.Function, ctx: Context) -> p.Expr:
    """`within(n, s)`, `between(a, b)` on hexes."""
    form = ctx.forms.form_of(e.type)
    return fields.asked(e.name, _board(e, ctx), tuple(_args(e, ctx)), form, ctx)


def _arc(e: g.Function, ctx: Context) -> p.Expr:
    """`arc(s, d, w)`."""
    table = boards.board_of(e.args[0].type, ctx, e.span)
    if boards.shape(table).shape not in ("grid", "hexes"):
        raise ctx.not_yet("`arc` on a board without directions around", e.span)
    return fields.asked("arc", table, tuple(_args(e, ctx)), "mask", ctx)


def _rise(e: g.Function, ctx: Context) -> p.Expr:
    """`rise(a, b)`: levels from a up to b."""
    table = _board(e, ctx)
    low, high = (fields.levels(table, space, ctx.whole) for space in _args(e, ctx))
    return b.sub(high, low)


def spaces_walk(e: g.Function, ctx: Context) -> b.Walk | None:
    """The spaces of a function as a loop over a static table; None where roads can be closed, or
    the module looks for them."""
    from hoyle.compiler.from_game import figure_functions

    if figure_functions.is_about_figures(e, ctx):
        return None
    if e.name in ("within", "between") and fields.is_hexes(_board(e, ctx)):
        return None
    items = _spaces_items(e, ctx)
    if items is None:
        return None
    form: p.Form = "ints" if e.name == "lines" else "int"
    return b.Walk(ctx.fresh("line" if e.name == "lines" else "space", form), p.Items(items), None)


def _spaces_items(e: g.Function, ctx: Context) -> p.Expr | None:
    whole = ctx.whole
    match e.name:
        case "lines":
            return _lines(e, ctx)
        case "line":
            table = boards.board_of(e.args[0].type, ctx, e.span)
            name = f"{layout.snake(table.name)}_rays".upper()
            rays = whole.table(("rays", table.name), name, 3, "int", lambda: boards.rays(table))
            space, direction = _args(e, ctx)
            return b.lookup(rays, direction, space)
        case "within":
            return _within(e, ctx)
        case "between":
            return _between(e, ctx)
        case _:
            table = boards.board_of(e.args[0].type, ctx, e.span)
            if boards.closes(table):
                return None
            name = f"{layout.snake(table.name)}_{e.name}".upper()
            steps = boards.exits if e.name == "exits" else boards.neighbours
            found = whole.table((e.name, table.name), name, 2, "int", lambda: steps(table))
            return b.lookup(found, lower_expr(e.args[0], ctx))


def _lines(e: g.Function, ctx: Context) -> p.Expr:
    length = lower_expr(e.args[0], ctx)
    tables = [x for x in ctx.whole.game.tables.values() if x.board is not None]
    if not isinstance(length, p.Const) or not isinstance(length.value, int) or not tables:
        raise ctx.not_yet("`lines` of a length that is not known", e.span)
    number, table = length.value, tables[0]
    name = f"{layout.snake(table.name)}_lines_of_{number}".upper()
    found = ctx.whole.table(
        ("lines", table.name, number), name, 2, "int", lambda: boards.lines(table, number)
    )
    return p.Lookup(found, ())


def _within(e: g.Function, ctx: Context) -> p.Expr:
    number, space = e.args
    table = boards.board_of(space.type, ctx, e.span)
    steps = lower_expr(number, ctx)
    far = boards.distances(table)
    most = max((max(row) for row in far), default=0)
    low = steps.value if isinstance(steps, p.Const) and isinstance(steps.value, int) else None
    reach = range(most + 1) if low is None else (min(low, most),)
    data = tuple(
        tuple(tuple(i for i, count in enumerate(row) if count <= n) for row in far) for n in reach
    )
    name = f"{layout.snake(table.name)}_within".upper()
    found = ctx.whole.table(("within", table.name, low), name, 3, "int", lambda: data)
    level = b.ZERO if low is not None else b.op("min", steps, b.const(most))
    return b.lookup(found, level, lower_expr(space, ctx))


def _between(e: g.Function, ctx: Context) -> p.Expr:
    """The spaces between two on a straight line, in order from the first."""
    table = boards.board_of(e.args[0].type, ctx, e.span)
    if boards.shape(table).shape not in ("grid", "ring", "track"):
        raise ctx.not_yet("`between` on a board that is no grid, ring or track", e.span)
    if len(table.rows) > _MOST_BETWEEN:
        raise ctx.not_yet(f"`between` on a board of more than {_MOST_BETWEEN} spaces", e.span)
    name = f"{layout.snake(table.name)}_between".upper()
    found = ctx.whole.table(("between", table.name), name, 3, "int", lambda: boards.between(table))
    return b.lookup(found, *_args(e, ctx))


_MOST_BETWEEN = 400
"""Spaces of a board for which all pairs are looked through in advance."""


def _distance(e: g.Function, ctx: Context) -> p.Expr:
    table = boards.board_of(e.args[0].type, ctx, e.span)
    if boards.closes(table) and boards.shape(table).shape == "roads":
        raise ctx.not_yet("`distance` on a board whose roads can be closed", e.span)
    return b.lookup(fields.distance_table(table, ctx.whole), *_args(e, ctx))


def _adjacent(e: g.Function, ctx: Context) -> p.Expr:
    return b.eq(_distance(e, ctx), b.ONE)


def _steps_to_next(e: g.Function, ctx: Context) -> p.Expr:
    """Steps to the first of S ahead of s, never 0."""
    space, over = e.args
    table = boards.board_of(space.type, ctx, e.span)
    here = ctx.keep("space", lower_expr(space, ctx), e.span)
    many = len(table.rows)

    def data() -> boards.Rows:
        steps = (boards.steps_from(table, start) for start in range(many))
        return tuple(tuple(many if x is None else x for x in row) for row in steps)

    name = f"{layout.snake(table.name)}_steps".upper()
    found = ctx.whole.table(("steps", table.name), name, 2, "int", data)
    walk = sets.lower_source(over, ctx)
    return b.comp("min", walk, b.lookup(found, here, walk.var))


TABLE: dict[str, Callable[[g.Function, Context], p.Expr]] = {
    "beside": _beside,
    "lines": _spaces,
    "line": _spaces,
    "exits": _spaces,
    "neighbours": _spaces,
    "within": _spaces,
    "between": _spaces,
    "arc": _arc,
    "rise": _rise,
    "landings": landings.landings,
    "distance": _distance,
    "adjacent": _adjacent,
    "steps_to_next": _steps_to_next,
    "left": _turned,
    "right": _turned,
    "opposite": _turned,
}
