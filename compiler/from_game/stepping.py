"""Steps in a search: the ends of an edge, and whether a step is an incident: whether a rule would
do or ask something on it."""

from __future__ import annotations

from typing import Literal as Word

from hoyle.compiler.from_game import boards, deed_arguments, incidents, secrets, standing
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.occurrences import Met, Occurrence
from hoyle.compiler.from_game.standing import Standing
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl import walk

Side = Word["before", "after"]


def ends_of(edge: p.Expr, sort: Standing, ctx: Context) -> tuple[p.Var, p.Var]:
    """Variables for the spaces of an edge; `with_ends` puts what they are in their place."""
    return ctx.fresh("here", "int"), ctx.fresh("there", "int")


def with_ends(
    edge: p.Expr, here: p.Var, there: p.Var, body: p.Expr, sort: Standing, ctx: Context
) -> p.Expr:
    """An expression about the spaces of an edge."""
    from hoyle.compiler.from_game import movements

    ways = len(boards.shape(sort.board).directions)
    behind = b.lookup(movements.around_table(sort.board, ctx.whole), edge)
    before = b.op("floordiv", edge, b.const(ways))
    return ir.substitute(body, {here.name: before, there.name: behind})


def incident(
    side: Side, sort: Standing, figure: p.Expr, edge: p.Var, you: p.Expr, whole: Whole
) -> p.Expr:
    """Whether something comes before (or after) a step over an edge."""
    if not _tests(side, whole):
        return b.FALSE
    made = whole.function(
        ("incident", side, sort.thing),
        f"comes_{side}_step_of_{sort.placed.name.removesuffix('_placed')}",
        lambda made: _incident(made, side, sort, whole),
    )
    return p.CallFn(made, (figure, edge, you), "bool")


def _tests(side: Side, whole: Whole) -> bool:
    """Whether anything may come then."""
    met = Occurrence("step", "step", (), (), b.NONE).met_by(whole.game)
    of_side = [one for one in met if _is_of(one, side)]
    return bool(of_side) or (side == "after" and bool(_watched(whole)))


def _is_of(met: Met, side: Side) -> bool:
    """What happens before or in place of a step is looked at before it."""
    return (met.hook.timing == "after") is (side == "after")


def _incident(made: str, side: Side, sort: Standing, whole: Whole) -> p.Fn:
    ctx = Context(whole)
    figure = ctx.fresh("figure", "int", f"thing:{sort.thing}")
    edge, you = ctx.fresh("edge", "int"), ctx.fresh("you", "int")
    here, there = ends_of(edge, sort, ctx)
    ctx.step = (here, there, b.get(whole.machine_cell("walk_start", "int", None, -1)))
    type_ = deed_arguments.any_figure(whole.game)
    row = deed_arguments.widened_figure(figure, sort.thing, ctx)
    step = Occurrence("step", "step", (row,), (type_,), you)
    tests = [_comes(one, step, ctx) for one in step.met_by(whole.game) if _is_of(one, side)]
    if side == "after":
        tests += [_would_watch(watched, ctx) for watched in _watched(whole)]
    body = with_ends(edge, here, there, b.or_(*tests), sort, ctx)
    span = sort.board.span
    return p.Fn(made, (figure, edge, you), body, whole.rule(span, (), sort.thing), span)


# ------------------------------------------------------------------------------------------- hooks


def _comes(met: Met, step: Occurrence, ctx: Context) -> p.Expr:
    """Whether a hook would do or ask anything; where that hangs on something hidden it may."""
    hook, whole = met.hook, ctx.whole
    if secrets.reads_hidden(hook.when, whole) or secrets.can_be_hidden(hook.carrier, whole):
        return b.TRUE
    return incidents.holds_for_anybody(met, step, ctx)


# ---------------------------------------------------------------------------- watched conditions


def _watched(whole: Whole) -> list[g.Whenever]:
    """The watched conditions that look at where figures stand."""
    return [w for w in whole.game.whenevers if _looks(w, whole)]


def _looks(watched: g.Whenever, whole: Whole) -> bool:
    seen: set[g.ValueDecl] = set()
    parts = [watched.cond, *(over for _, over in watched.binds)]
    return any(_looks_at_places(part, whole, seen) for part in parts)


_PLACES = ("place_of", "space_of", "spaces_of", "on", "alone", "sees", "at", "places")


def _looks_at_places(e: g.Expr, whole: Whole, seen: set[g.ValueDecl]) -> bool:
    for node in walk.every(e):
        if isinstance(node, g.Function):
            figures = any(standing.stands(arg.type, whole) for arg in node.args)
            if figures and (node.name in _PLACES or node.name in ("distance", "adjacent")):
                return True
            if node.name == "on":
                return True
        if isinstance(node, g.ValueOf) and node.value not in seen:
            seen.add(node.value)
            inner: list[g.Expr | None] = [node.value.body]
            inner += [x for a in node.value.adjusts for x in (a.amount, a.when)]
            if any(_looks_at_places(x, whole, seen) for x in inner if x is not None):
                return True
    return False


def _would_watch(watched: g.Whenever, ctx: Context) -> p.Expr:
    """Whether a watched condition would hold."""
    from hoyle.compiler.from_game import sets

    walks = []
    for local, over in watched.binds:
        walk_ = sets.lower_source(over, ctx, name=local.name)
        sets.bind(local, walk_, ctx)
        walks.append(walk_)
    with ctx.guarded():
        found = lower_expr(watched.cond, ctx)
    for walk_ in reversed(walks):
        found = b.any_of(walk_, found)
    return found
