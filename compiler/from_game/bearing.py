"""Rules that a figure bears: which figures bear which pieces, and who owns a figure.

A rule of a piece is in force in one of three ways: for the player who has the piece; for every
figure that bears it; or, among the rules of a sort of figures, for each of them while it is placed.
"""

from __future__ import annotations

from hoyle.compiler.from_game import attributes, layout, membership, standing
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk


def is_figures_own(carrier: g.Selector | None, whole: Whole) -> bool:
    """Whether the piece that carries a rule is a figure itself."""
    return carrier is not None and whole.game.tables[carrier.thing].stands_on is not None


def sort_of(bearer: g.Local, ctx: Context) -> str:
    """The sort of figures that may bear a piece."""
    type_ = bearer.type.of if isinstance(bearer.type, t.Optional) else bearer.type
    if not isinstance(type_, t.Thing):
        raise ctx.not_yet("A rule of one of several sorts of figures", bearer.span)
    return type_.name


def may_be_none(bearer: g.Local) -> bool:
    """Whether a rule holds for players who have the piece, too."""
    return isinstance(bearer.type, t.Optional)


# ------------------------------------------------------------------------------------------ bears


def bears(figure_thing: str, figure: p.Expr, thing: str, row: p.Expr, ctx: Context) -> p.Expr:
    """Whether a figure bears a piece, a row of a chart."""
    whole = ctx.whole
    name = f"{layout.snake(figure_thing)}_bears_{layout.snake(thing)}"
    made = whole.function(
        ("bears", figure_thing, thing),
        name,
        lambda made: _bears_fn(made, figure_thing, thing, whole),
    )
    return p.CallFn(made, (figure, row), "bool")


def _bears_fn(made: str, figure_thing: str, thing: str, whole: Whole) -> p.Fn:
    table = whole.game.tables[figure_thing]
    ctx = Context(whole)
    figure, row = ctx.fresh("figure", "int"), ctx.fresh("row", "int")
    piece = g.Local("piece", t.Thing(thing), table.span, "bound")
    ctx.bind(piece, row)
    tests = []
    for this, what, when in table.bears:
        if thing in t.things_of(what.type):
            ctx.bind(this, figure)
            conds = [] if when is None else [lower_expr(when, ctx)]
            ref = g.LocalRef(piece.type, what.span, piece)
            with ctx.guarded():
                conds.append(membership.member(g.Member(t.FLAG, what.span, ref, what), ctx))
            tests.append(b.and_(*conds))
    rule = whole.rule(table.span, (), figure_thing)
    return p.Fn(made, (figure, row), b.or_(*tests), rule, table.span)


def figures(figure_thing: str, thing: str, ctx: Context, name: str = "figure") -> b.Walk:
    """The figures that may bear pieces of a component: where only placed ones do, those."""
    whole = ctx.whole
    table = whole.game.tables[figure_thing]
    lines = [(this, when) for this, what, when in table.bears if thing in t.things_of(what.type)]
    own = figure_thing == thing
    var = ctx.fresh(name, "int", f"thing:{figure_thing}")
    if own or all(when is not None and _asks_placed(when, this) for this, when in lines):
        placed = b.get(standing.of_thing(figure_thing, whole).placed)
        return b.Walk(var, p.Bits(placed, ctx.forms.bits(t.Thing(figure_thing))), None)
    return b.Walk(var, p.Range(b.ZERO, b.const(len(table.rows))), None)


def _asks_placed(when: g.Expr, this: g.Local) -> bool:
    """Whether a condition asks first of all that the figure is placed."""
    match when:
        case g.Binary(op="and", a=a, b=c):
            return _asks_placed(a, this) or _asks_placed(c, this)
        case g.Function(name="placed", args=(of,)):
            return this in walk.locals_read(of)
        case _:
            return False


# ----------------------------------------------------------------------------------------- owners


def owner(figure_thing: str, figure: p.Expr, ctx: Context) -> p.Expr:
    """The seat that leads a figure: what the game says, else who has its card; -1 of nobody."""
    from hoyle.compiler.from_game import values

    value = ctx.whole.game.values.get((figure_thing, "owner"))
    if value is not None:
        return values.call(value, figure, (), ctx)
    return attributes.owner_of(figure_thing, figure, ctx.whole)


def placed(figure_thing: str, figure: p.Expr, whole: Whole) -> p.Expr:
    """Whether a figure stands on its board."""
    return b.op("ge", b.get(standing.of_thing(figure_thing, whole).place, figure), b.ZERO)


# ------------------------------------------------------------------------------- named by arguments


def named(
    patterns: tuple[g.Pattern, ...],
    args: tuple[p.Expr, ...],
    types: tuple[t.Type, ...],
    local: g.Local,
    ctx: Context,
) -> tuple[p.Expr, p.Expr] | None:
    """The argument of a deed that must be this local, and whether it can be; None if none must."""
    from hoyle.compiler.from_game import occurrences

    for pattern, arg, type_ in zip(patterns, args, types, strict=False):
        if pattern.equals is not None and _is(pattern.equals, local):
            wanted = local.type.of if isinstance(local.type, t.Optional) else local.type
            have = type_.of if isinstance(type_, t.Optional) else type_
            value, is_one = occurrences.narrow(arg, have, wanted, ctx)
            if isinstance(type_, t.Optional):
                is_one = b.and_(b.op("ge", arg, b.ZERO), is_one)
            return value, is_one
    return None


def _is(e: g.Expr, local: g.Local) -> bool:
    while isinstance(e, g.Cast):
        e = e.a
    return isinstance(e, g.LocalRef) and e.local is local


def is_local(e: g.Expr, local: g.Local) -> bool:
    """Whether an expression is just this local."""
    return _is(e, local)
