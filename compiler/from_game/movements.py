"""What a movement says, as functions that a search of the runtime asks.

An edge is a space with a direction. While a search asks, the walker stands where it is asked about:
before the edge where its cost is asked, behind it where the walk must end there or has an incident.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import boards, fields, layout, standing, stepping
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.standing import Standing
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t

NO_LIMIT = b.const(-1)
"""Instead of a number of steps: the allowances of the movement hold."""

Lower = Callable[[Context, p.Var], p.Expr]


def sort_of(movement: g.Movement, whole: Whole) -> Standing:
    """The sort of figure that moves so."""
    return standing.of_thing(movement.thing, whole)


def of_thing(thing: str, game: g.Game) -> g.Movement | None:
    """The first movement of a sort of figure: what `ends`, `cost_to` look at."""
    return next((m for m in game.movements.values() if m.thing == thing), None)


EVERYWHERE = p.Const(-1, "mask")
"""Instead of a set of placements: all of them."""


def narrowed(movement: g.Movement, whole: Whole) -> g.ValueDecl | None:
    """The value that says where walks may end, where rules adjust it."""
    value = whole.game.values.get((None, "ends"))
    if value is None or not value.adjusts or value.params[0].type != t.Thing(movement.thing):
        return None
    return value


def search(
    movement: g.Movement,
    figure: p.Expr,
    limit: p.Expr,
    you: p.Expr,
    whole: Whole,
    only: p.Expr = EVERYWHERE,
) -> p.Expr:
    """A search for a figure, within `limit` steps or its allowances. `only`: where it may end, as
    far as rules adjust `ends`."""
    made = whole.function(
        ("walk", movement.name),
        f"{movement.name}_search",
        lambda made: _search(made, movement, whole),
    )
    return p.CallFn(made, (figure, limit, you, only), "object")


def _search(made: str, movement: g.Movement, whole: Whole) -> p.Fn:
    ctx, sort = Context(whole), sort_of(movement, whole)
    figure = ctx.fresh("figure", "int", f"thing:{movement.thing}")
    limit, you, only = ctx.fresh("limit", "int"), ctx.fresh("you", "int"), ctx.fresh("only", "mask")
    place, edge = ctx.fresh("place", "int"), ctx.fresh("edge", "int")
    asks = _Asks(movement, sort, whole)
    args: tuple[p.Expr, ...] = (
        fields.field_of(sort.board, whole),
        p.Get(sort.place, None),
        p.Get(sort.on, None),
        figure,
        standing.trails(sort.thing, figure, whole),
        asks.limits(figure, limit),
        _asked(place, asks.allowed(figure, place)),
        p.Lambda(edge, asks.of_edge("cost", asks.cost, figure, edge), "int"),
        _asked(edge, asks.of_edge("halts", asks.halts, figure, edge)),
        p.Lambda(place, _rests(asks, figure, place, only), "bool"),
        _asked(edge, stepping.incident("before", sort, figure, edge, you, whole)),
        _asked(edge, stepping.incident("after", sort, figure, edge, you, whole)),
    )
    body = p.Library("walks.Walk", args, "object")
    rule = whole.rule(movement.span, (), movement.name)
    return p.Fn(made, (figure, limit, you, only), body, rule, movement.span)


def _asked(blank: p.Var, answer: p.Expr) -> p.Expr:
    """A question of a search, or the answer where that is always the same."""
    return answer if isinstance(answer, p.Const) else p.Lambda(blank, answer, b.form_of(answer))


def _rests(asks: _Asks, figure: p.Expr, place: p.Var, only: p.Expr) -> p.Expr:
    if narrowed(asks.movement, asks.whole) is None:
        return asks.rests(figure, place)
    return b.and_(b.has(only, place), asks.rests(figure, place))


class _Asks:
    """The questions of one movement."""

    def __init__(self, movement: g.Movement, sort: Standing, whole: Whole) -> None:
        self.movement, self.sort, self.whole = movement, sort, whole

    def limits(self, figure: p.Expr, limit: p.Expr) -> p.Expr:
        """How far each allowance goes."""
        ctx = Context(self.whole)
        ctx.bind(self.movement.this, figure)
        amounts = [lower_expr(amount, ctx) for amount, _ in self.movement.allows]
        given = b.op("tuple", limit, form="ints")
        plain = b.op("tuple", *amounts, form="ints")
        return b.if_(b.op("lt", limit, b.ZERO), plain, given)

    def allowed(self, figure: p.Expr, place: p.Var) -> p.Expr:
        """Which allowances hold where the walker stands."""
        conds = [cond for _, cond in self.movement.allows]
        if not any(conds):
            return b.const((1 << len(conds)) - 1)

        def make(made: str) -> p.Fn:
            ctx = Context(self.whole)
            row = ctx.local(self.movement.this)
            found: p.Expr = b.ZERO
            for number, cond in enumerate(conds):
                holds = b.TRUE if cond is None else lower_expr(cond, ctx)
                found = b.add(found, b.if_(holds, b.const(1 << number), b.ZERO))
            return self._fn(made, (row,), found)

        name = f"{self.movement.name}_allowed"
        made = self.whole.function(("allowed", self.movement.name), name, make)
        return p.CallFn(made, (figure,), "int")

    def rests(self, figure: p.Expr, place: p.Var) -> p.Expr:
        """Whether the walk may end where the walker stands."""

        def make(made: str) -> p.Fn:
            ctx = Context(self.whole)
            row = ctx.local(self.movement.this)
            here = standing.place_of_row(self.sort.thing, row, ctx)
            space = standing.lead_of(self.sort.thing, here, ctx)
            ctx.step = (space, space, space)
            ctx.bind(self.movement.there, space)
            tests = [lower_expr(cond, ctx) for _, cond in self.movement.rests]
            return self._fn(made, (row,), b.and_(*tests))

        name = f"{self.movement.name}_rests"
        made = self.whole.function(("rests", self.movement.name), name, make)
        return p.CallFn(made, (figure,), "bool")

    def of_edge(self, name: str, lower: Lower, figure: p.Expr, edge: p.Var) -> p.Expr:
        """A question about an edge, with `here`, `there`, `rise` bound."""

        def make(made: str) -> p.Fn:
            ctx = Context(self.whole)
            row, at = ctx.local(self.movement.this), ctx.fresh("edge", "int")
            here, there = stepping.ends_of(at, self.sort, ctx)
            ctx.bind(self.movement.here, here)
            ctx.bind(self.movement.there, there)
            levels = [fields.levels(self.sort.board, space, self.whole) for space in (here, there)]
            ctx.bind(self.movement.rise, b.sub(levels[1], levels[0]))
            start = b.get(self.whole.machine_cell("walk_start", "int", None, -1))
            ctx.step = (here, there, start)
            body = stepping.with_ends(at, here, there, lower(ctx, row), self.sort, ctx)
            return self._fn(made, (row, at), body)

        if name == "halts" and not self.movement.halts:
            return b.FALSE
        key = (name, self.movement.name)
        made = self.whole.function(key, f"{self.movement.name}_{name}", make)
        form = b.form_of(self.whole.program.functions[made].body)
        return p.CallFn(made, (figure, edge), form)

    def cost(self, ctx: Context, row: p.Var) -> p.Expr:
        """What a step costs; 0 where it is barred."""
        from hoyle.compiler.from_game import lifts

        bars = [
            b.and_(b.not_(lifts.lifted(name, row, self.movement, ctx)), lower_expr(cond, ctx))
            for name, cond in self.movement.bars
        ]
        cost = b.ONE if self.movement.cost is None else lower_expr(self.movement.cost, ctx)
        return b.if_(b.or_(*bars), b.ZERO, cost) if bars else cost

    def halts(self, ctx: Context, row: p.Var) -> p.Expr:
        """Whether the walk must end behind a step."""
        from hoyle.compiler.from_game import lifts

        return b.or_(
            *(
                b.and_(b.not_(lifts.lifted(name, row, self.movement, ctx)), lower_expr(cond, ctx))
                for name, cond in self.movement.halts
            )
        )

    def _fn(self, made: str, params: tuple[p.Var, ...], body: p.Expr) -> p.Fn:
        span = self.movement.span
        rule = self.whole.rule(span, (), self.movement.name)
        return p.Fn(made, params, body, rule, span)


def around_table(board: g.Table, whole: Whole) -> p.StaticTable:
    """By edge: the space behind it, -1 over the edge of the board."""
    ways = boards.beside(board)
    found = tuple(way[space] for space in range(len(board.rows)) for way in ways)
    name = f"{layout.snake(board.name)}_behind".upper()
    return whole.table(("behind", board.name), name, 1, "int", lambda: found)


def type_of(movement: g.Movement) -> t.Type:
    """The type of the figures that move so."""
    return t.Thing(movement.thing)
