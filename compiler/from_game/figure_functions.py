"""The functions of figures and placements, and those of boards where figures are asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import fields, standing
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t

ON_PLACEMENTS = ("distance", "adjacent", "within", "neighbours", "exits", "rise")


def lower(e: g.Function, ctx: Context) -> p.Expr | None:
    """A call of a function, if it is about figures or placements; else None."""
    lowering = _TABLE.get(e.name)
    if lowering is not None:
        return lowering(e, ctx)
    if not is_about_figures(e, ctx):
        return None
    if e.name in ON_PLACEMENTS:
        return _ON_PLACEMENTS[e.name](e, ctx)
    if e.name == "space_of" and isinstance(_type(e.args[0]), t.Place):
        return _lead_of(e.args[0], ctx)
    if e.name in _OF_SPACES:
        return _of_leads(e, ctx)
    return None


_OF_SPACES = ("beside", "line", "steps_to_next", "landings", "between", "arc")


def is_about_figures(e: g.Function, ctx: Context) -> bool:
    """Whether an argument is a figure or a placement."""
    return any(
        isinstance(_type(arg), t.Place) or standing.stands(arg.type, ctx.whole) for arg in e.args
    )


def _type(e: g.Expr) -> t.Type:
    return e.type.of if isinstance(e.type, t.Optional) else e.type


def _of_leads(e: g.Function, ctx: Context) -> p.Expr:
    """A function of spaces, asked of the leading space of each figure and placement."""
    from hoyle.compiler.from_game import functions

    def space(arg: g.Expr) -> g.Expr:
        board = standing.board_under(arg.type, ctx)
        lone = g.Function(arg.type, arg.span, "x", (arg,))
        if board is None or not is_about_figures(lone, ctx):
            return arg
        return g.Function(t.Thing(board.name), arg.span, "space_of", (arg,))

    return functions.lower_function(replace(e, args=tuple(map(space, e.args))), ctx)


def _board(e: g.Expr, ctx: Context) -> g.Table:
    found = standing.board_under(e.type, ctx)
    if found is None or found.board is None:
        raise ctx.not_yet("This function of something that stands on no board", e.span)
    return found


def _lead_of(e: g.Expr, ctx: Context) -> p.Expr:
    place, type_ = standing.place_of(e, ctx), _type(e)
    if isinstance(type_, t.Place):
        return standing.lead_of(type_.figure, place, ctx)
    if isinstance(type_, t.Thing):
        figure = standing.stands(type_, ctx.whole)
        return standing.lead_of(type_.name, place, ctx) if figure else place
    return standing.lead(place, _board(e, ctx), ctx)


# ---------------------------------------------------------------------------- where a figure stands


def _place_of(e: g.Function, ctx: Context) -> p.Expr:
    return standing.place_of(e.args[0], ctx)


def _spaces_of(e: g.Function, ctx: Context) -> p.Expr:
    """The spaces of a figure or placement."""
    return standing.spaces(standing.place_of(e.args[0], ctx), _board(e.args[0], ctx), ctx)


def _at(e: g.Function, ctx: Context) -> p.Expr:
    """`at(f, p)` is the figure; where it is asked about stands beside it (`standing.asked_at`)."""
    from hoyle.compiler.from_game.expressions import lower_expr

    return lower_expr(e.args[0], ctx)


def _level_ground(e: g.Function, ctx: Context) -> p.Expr:
    """Whether all spaces of a figure are of one level."""
    board = _board(e.args[0], ctx)
    if not standing.may_trail(board, ctx.whole):
        return b.TRUE
    place = standing.place_of(e.args[0], ctx)
    lead, tail = (fields.asked(end, board, (place,), "int", ctx) for end in ("lead", "tail"))
    levels = [fields.levels(board, space, ctx.whole) for space in (lead, tail)]
    return b.or_(b.op("lt", tail, b.ZERO), b.eq(*levels))


# ------------------------------------------------------------------------------------ who is where


def _alone(e: g.Function, ctx: Context) -> p.Expr:
    """`alone(f)`: nobody else stands on its spaces."""
    from hoyle.compiler.from_game.expressions import lower_expr

    figure, board = _type(e.args[0]), _board(e.args[0], ctx)
    if not isinstance(figure, t.Thing):
        raise ctx.not_yet("`alone` of one of several sorts of figures", e.span)
    row, place = lower_expr(e.args[0], ctx), standing.place_of(e.args[0], ctx)
    tests = []
    for thing in standing.figures_on(board.name, ctx.whole):
        there = standing.on_place(thing, place, board, ctx)
        others = b.minus(there, b.bit(row)) if thing == figure.name else there
        tests.append(b.eq(others, b.NO_MASK))
    return b.and_(*tests)


def _on(e: g.Function, ctx: Context) -> p.Expr:
    """`on(s)`: the figures on a space or placement."""
    assert isinstance(e.type, t.SetOf) and isinstance(e.type.of, t.Thing)
    place, board = standing.place_of(e.args[0], ctx), _board(e.args[0], ctx)
    if isinstance(_type(e.args[0]), t.Thing) and not standing.stands(e.args[0].type, ctx.whole):
        return b.get(standing.of_thing(e.type.of.name, ctx.whole).on, place)
    return standing.on_place(e.type.of.name, place, board, ctx)


def stands_there(e: g.Quantified, ctx: Context) -> p.Expr | None:
    """`any t in T has t.space is s`, looked up at the space; None of any other claim."""
    from hoyle.compiler.from_game.expressions import lower_expr
    from hoyle.dsl import walk

    if e.every or not isinstance(e.over, g.AllOf) or not isinstance(e.cond, g.Binary):
        return None
    table = ctx.whole.game.tables.get(e.over.of)
    if table is None or table.stands_on is None or table.trail is not None or e.cond.op != "==":
        return None
    for space, other in ((e.cond.a, e.cond.b), (e.cond.b, e.cond.a)):
        where = _uncast(other)
        asked = isinstance(where.type, t.Thing) and e.var not in walk.locals_read(where)
        if asked and _is_space_of(space, e.var):
            on = standing.of_thing(table.name, ctx.whole).on
            return b.ne(b.get(on, lower_expr(where, ctx)), b.NO_MASK)
    return None


def _uncast(e: g.Expr) -> g.Expr:
    while isinstance(e, g.Cast):
        e = e.a
    return e


def _is_space_of(e: g.Expr, var: g.Local) -> bool:
    match e:
        case g.Cast(a=a):
            return _is_space_of(a, var)
        case g.Function(
            name="space_of", args=(g.LocalRef(local=local) | g.Cast(a=g.LocalRef(local=local)),)
        ):
            return local is var
        case _:
            return False


def _places(e: g.Function, ctx: Context) -> p.Expr:
    """`places(f)`: the placements where a figure fits and nobody stands."""
    from hoyle.compiler.from_game.expressions import lower_expr

    figure, board = _type(e.args[0]), _board(e.args[0], ctx)
    assert isinstance(figure, t.Thing)
    trailing = standing.trails(figure.name, lower_expr(e.args[0], ctx), ctx.whole)
    taken = standing.occupied(board, ctx)
    return fields.asked("free", board, (taken, trailing), "mask", ctx)


# ------------------------------------------------------------------------------- distance and so on


def _distance(e: g.Function, ctx: Context) -> p.Expr:
    """The least distance between spaces of two placements."""
    board = _board(e.args[0], ctx)
    one, other = (standing.place_of(arg, ctx) for arg in e.args)
    if fields.is_hexes(board) and not standing.may_trail(board, ctx.whole):
        return b.lookup(fields.distance_table(board, ctx.whole), one, other)
    return fields.asked("apart", board, (one, other), "int", ctx)


def _adjacent(e: g.Function, ctx: Context) -> p.Expr:
    return b.eq(_distance(e, ctx), b.ONE)


def _within(e: g.Function, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game.expressions import lower_expr

    steps, place = lower_expr(e.args[0], ctx), standing.place_of(e.args[1], ctx)
    return fields.asked("near", _board(e.args[1], ctx), (steps, place), "mask", ctx)


def _neighbours(e: g.Function, ctx: Context) -> p.Expr:
    place = standing.place_of(e.args[0], ctx)
    return fields.asked("around_place", _board(e.args[0], ctx), (place,), "mask", ctx)


def _rise(e: g.Function, ctx: Context) -> p.Expr:
    """Levels from the lead of one up to the lead of the other."""
    board = _board(e.args[0], ctx)
    low, high = (fields.levels(board, _lead_of(arg, ctx), ctx.whole) for arg in e.args)
    return b.sub(high, low)


_ON_PLACEMENTS: dict[str, Callable[[g.Function, Context], p.Expr]] = {
    "distance": _distance,
    "adjacent": _adjacent,
    "within": _within,
    "neighbours": _neighbours,
    "exits": _neighbours,
    "rise": _rise,
}


def _sees(e: g.Function, ctx: Context) -> p.Expr:
    from hoyle.compiler.from_game import sights

    return sights.sees(e, ctx)


# ------------------------------------------------------------------------------------------- walks


def _search(e: g.Function, ctx: Context) -> p.Expr:
    """A search for the walks of a figure from where it stands, by its first movement."""
    from hoyle.compiler.from_game import movements
    from hoyle.compiler.from_game.expressions import lower_expr

    figure = _type(e.args[0])
    movement = (
        movements.of_thing(figure.name, ctx.whole.game) if isinstance(figure, t.Thing) else None
    )
    if movement is None:
        raise ctx.not_yet(f"`{e.name}` of a figure without a movement", e.span)
    row = lower_expr(e.args[0], ctx)
    return movements.search(movement, row, movements.NO_LIMIT, b.NONE, ctx.whole)


def _ends(e: g.Function, ctx: Context) -> p.Expr:
    """`ends(f)`: where a walk could end, whatever comes on the way."""
    return p.Library("walks.ends", (_search(e, ctx),), "mask")


def _cost_to(e: g.Function, ctx: Context) -> p.Expr:
    """`cost_to(f, s)`: the least cost of a walk there."""
    space = standing.lead(standing.place_of(e.args[1], ctx), _board(e.args[1], ctx), ctx)
    return p.Library("walks.cost_to", (_search(e, ctx), space), "int")


# ----------------------------------------------------------------------------- the step being made


def _of_step(e: g.Function, ctx: Context) -> p.Expr:
    """`here`, `there`, `walk_start`, `rise`."""
    here, there, start = ctx.step or tuple(b.get(cell) for cell in step_cells(ctx))
    match e.name:
        case "here":
            return here
        case "there":
            return there
        case "walk_start":
            return start
        case _:
            (standing_,) = [*standing.every(ctx.whole)][:1]
            board = standing_.board
            low, high = (fields.levels(board, space, ctx.whole) for space in (here, there))
            return b.sub(high, low)


def step_cells(ctx: Context) -> tuple[p.Cell, p.Cell, p.Cell]:
    """The spaces left and entered by the step in hand, and where its walk began."""
    names = ("step_here", "step_there", "walk_start")
    here, there, start = (ctx.whole.machine_cell(name, "int", None, -1) for name in names)
    return here, there, start


_TABLE: dict[str, Callable[[g.Function, Context], p.Expr]] = {
    "place_of": _place_of,
    "spaces_of": _spaces_of,
    "at": _at,
    "level_ground": _level_ground,
    "alone": _alone,
    "on": _on,
    "places": _places,
    "sees": _sees,
    "ends": _ends,
    "cost_to": _cost_to,
    "here": _of_step,
    "there": _of_step,
    "walk_start": _of_step,
    "rise_of_step": _of_step,
}
