"""Walks as procedures: the walker is asked where to end or which incident to meet next.

Quiet steps are not made one by one: wherever they lead the walk may end at once. An incident is a
step of its own: the figure is set on the space before it, and steps with all that meets that. Then
the choice is offered again, with the allowances that are left.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import (
    choices,
    fields,
    figure_functions,
    figures,
    movements,
    sites,
    standing,
    values,
)
from hoyle.compiler.from_game.choices import Offered
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import assign, each, store, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def lower_walk(stmt: g.FigureDeed, ctx: Context) -> None:
    """`walk f`, `walk f within 3`, `walk f along d`."""
    movement = ctx.whole.game.movements[stmt.op]
    span = stmt.span
    you = b.NONE if stmt.you is None else ctx.keep("you", lower_expr(stmt.you, ctx), span)
    figure = ctx.keep("figure", lower_expr(stmt.figure, ctx), span, f"thing:{movement.thing}")
    limit = movements.NO_LIMIT if stmt.within is None else lower_expr(stmt.within, ctx)
    if stmt.along is not None:
        args = (you, figure, limit, lower_expr(stmt.along, ctx))
        ctx.call(_procedure(movement, "along", ctx.whole), args, None, span)
    else:
        ctx.call(_procedure(movement, "asked", ctx.whole), (you, figure, limit), None, span)


def _procedure(movement: g.Movement, which: str, whole: Whole) -> str:
    name = movement.name if which == "asked" else f"{movement.name}_along"
    return whole.procedure(
        ("walk", movement.name, which),
        name,
        lambda made: _Walk(movement, whole).procedure(made, which),
    )


class _Walk:
    """The procedure of a walk: (you, figure, limit)."""

    def __init__(self, movement: g.Movement, whole: Whole) -> None:
        self.movement, self.whole = movement, whole
        self.sort, self.span = movements.sort_of(movement, whole), movement.span
        self.ctx = ctx = Context(whole)
        self.you = ctx.fresh("you", "int")
        self.figure = ctx.fresh("figure", "int", f"thing:{movement.thing}")
        self.limit = ctx.fresh("limit", "int")
        self.only: p.Expr = movements.EVERYWHERE
        self.trailing = whole.game.tables[movement.thing].trail is not None

    def procedure(self, made: str, which: str) -> p.Procedure:
        """The whole procedure. What it asks is asked by the movement, whoever walks first."""
        self.whole.unit = self.movement.name
        ctx, span = self.ctx, self.span
        params: tuple[p.Var, ...] = (self.you, self.figure, self.limit)
        with ctx.block() as body:
            if which == "along":
                direction = ctx.fresh("direction", "int")
                params = (*params, direction)
                self._walk_inside(lambda: self._along(direction))
            else:
                self._walk_inside(self._asked)
        rule = self.whole.rule(span, (), self.movement.name)
        return p.Procedure(made, params, tuple(body), None, rule, span)

    # -- asking the search

    def asks(self, name: str, form: p.Form, *more: p.Expr) -> p.Expr:
        """What a search from where the figure stands answers."""
        return p.Library(f"walks.{name}", (self._search(movements.EVERYWHERE), *more), form)

    def asks_narrowed(self, name: str, form: p.Form, *more: p.Expr) -> p.Expr:
        """The same where rules adjust where it may end."""
        return p.Library(f"walks.{name}", (self._search(self.only), *more), form)

    def _search(self, only: p.Expr) -> p.Expr:
        return movements.search(self.movement, self.figure, self.limit, self.you, self.whole, only)

    def place(self) -> p.Expr:
        """Where the figure stands."""
        return b.get(self.sort.place, self.figure)

    # -- the frame of a walk

    def _walk_inside(self, write: Callable[[], None]) -> None:
        """A walk can be ended from inside, and `walk_start` is that of this walk meanwhile."""
        ctx, span = self.ctx, self.span
        _, _, start = figure_functions.step_cells(ctx)
        before = ctx.keep("before", b.get(start), span)
        store(ctx, start, None, standing.lead_of(self.movement.thing, self.place(), ctx), span)

        def end() -> None:
            store(ctx, start, None, before, span)

        label = ctx.label("walk")
        signal = self.whole.signal(self.movement.name)
        with ctx.block() as inside, ctx.inside(Place(label, signal=signal, closing=end)):
            write()
            end()
        ctx.emit(p.Region(label, tuple(inside), span))

    # -- a walk that asks

    def _asked(self) -> None:
        ctx, span = self.ctx, self.span
        spent, first = ctx.fresh("spent", "ints"), ctx.fresh("first", "bool")
        rested, label = ctx.fresh("rested", "int"), ctx.label("going")
        ends = movements.narrowed(self.movement, self.whole)
        if ends is not None:
            places = values.call(ends, None, (self.figure,), ctx)
            self.only = ctx.keep("only", places, span)
        assign(ctx, spent, self.asks("labels", "ints"), span)
        assign(ctx, first, b.TRUE, span)
        assign(ctx, rested, b.NONE, span)
        with ctx.block() as inside, ctx.inside(Place(label)):
            self._choice(spent, first, rested, label)
        ctx.emit(p.Loop(label, tuple(inside), True, span))

    def _choice(self, spent: p.Var, first: p.Var, rested: p.Var, label: str) -> None:
        """Where to end, or which incident is next."""
        ctx, span = self.ctx, self.span
        found = ctx.keep("found", self.asks_narrowed("options", "object", spent, first), span)
        ends = ctx.keep("ends", b.op("item", found, b.ZERO, form="mask"), span)
        departures = ctx.keep("departures", b.op("item", found, b.ONE, form="mask"), span)
        nothing = b.and_(b.eq(ends, b.NO_MASK), b.eq(departures, b.NO_MASK))
        when(ctx, nothing, lambda: self._stranded(first, rested, label), span=span)
        to = self._offered("to", "leads", ends, lambda space: self._end(space, ends, label))
        off = self._offered(
            "from",
            "left",
            departures,
            lambda space: self._depart(space, departures, spent, first, rested, label),
        )
        prompt = (p.Hole(self.figure, f"thing:{self.movement.thing}"), ": where to?")
        choices.decide(ctx, self.you, [to, off], prompt, span, None)

    def _offered(
        self, which: str, asked: str, mask: p.Expr, take: Callable[[p.Expr], None]
    ) -> Offered:
        options = fields.asked(asked, self.sort.board, (mask,), "ints", self.ctx)
        number = sites.site(self.whole, self.movement, which)
        choice = p.Choice(number, options, self.ctx.fresh("value", "int"))
        return Offered(choice, b.ne(mask, b.NO_MASK), take)

    def _end(self, space: p.Expr, ends: p.Expr, label: str) -> None:
        """The walk ends on a space."""
        ctx, span = self.ctx, self.span
        place = self._with_tail(ctx.keep("space", space, span), ends)
        figures.stand(self.sort, self.figure, place, ctx, span)
        ctx.moment(span)
        ctx.emit(p.Leave(label, span))

    def _with_tail(self, space: p.Expr, places: p.Expr) -> p.Expr:
        """The placement that a space leads, asked for where there are several."""
        if not self.trailing:
            return space
        ctx, board = self.ctx, self.sort.board
        place = ctx.fresh("place", "int")
        there = ctx.keep(
            "tails", fields.asked("led_by", board, (space, places), "mask", ctx), self.span
        )

        def ask() -> None:
            options = fields.asked("tails", board, (space, there), "ints", ctx)
            self._ask("tail", options, "Which way does its tail point?", take)

        def take(way: p.Expr) -> None:
            given = fields.asked("trailing", board, (space, way), "int", ctx)
            assign(ctx, place, given, self.span)

        alone = b.has(there, space)
        when(ctx, alone, lambda: assign(ctx, place, space, self.span), ask, span=self.span)
        return place

    def _ask(
        self, which: str, options: p.Expr, prompt: str, take: Callable[[p.Expr], None]
    ) -> None:
        """One more question, about something that has an option."""
        number = sites.site(self.whole, self.movement, which)
        choice = p.Choice(number, options, self.ctx.fresh("value", "int"))
        offered = [Offered(choice, b.TRUE, take)]
        choices.decide(self.ctx, self.you, offered, (prompt,), self.span, None)

    # -- an incident

    def _depart(
        self,
        space: p.Expr,
        departures: p.Expr,
        spent: p.Var,
        first: p.Var,
        rested: p.Var,
        label: str,
    ) -> None:
        ctx, span, board = self.ctx, self.span, self.sort.board
        space = ctx.keep("space", space, span)
        origin: p.Expr = space
        if self.trailing:
            origins = fields.asked("origins", board, (departures,), "mask", ctx)
            origin = self._with_tail(space, ctx.keep("origins", origins, span))
        way = ctx.fresh("way", "int")
        ways = fields.asked("ways_from", board, (origin, departures), "ints", ctx)
        self._ask("way", ways, "Which way?", lambda value: assign(ctx, way, value, span))
        many = b.const(self._ways())
        departure = ctx.keep("departure", b.add(b.mul(origin, many), way), span)
        left = ctx.keep("left", self.asks("behind", "ints", spent, first, departure), span)
        figures.stand(self.sort, self.figure, origin, ctx, span)
        when(
            ctx,
            self.asks("may_rest", "bool"),
            lambda: assign(ctx, rested, origin, span),
            span=span,
        )
        there = ctx.keep("there", fields.asked("stepped", board, (origin, way), "int", ctx), span)
        figures.step_to(self.sort, self.figure, there, self.you, ctx, span)
        ctx.moment(span)
        elsewhere = b.ne(self.place(), there)
        ctx.emit(p.If(elsewhere, (p.Leave(label, span),), (), span))
        assign(ctx, spent, left, span)
        assign(ctx, first, b.FALSE, span)

    def _ways(self) -> int:
        return len(self.whole.game.kinds["Direction"].values)

    def _stranded(self, first: p.Var, rested: p.Var, label: str) -> None:
        """Nothing more can be done: a walk that has begun must end where the figure may rest."""
        ctx, span = self.ctx, self.span

        def back() -> None:
            place = ctx.keep("back", self.asks("nearest", "int", rested), span)
            figures.stand(self.sort, self.figure, place, ctx, span)
            ctx.moment(span)

        begun = b.and_(b.not_(first), b.not_(self.asks("may_rest", "bool")))
        when(ctx, begun, back, span=span)
        ctx.emit(p.Leave(label, span))

    # -- a walk that asks nothing

    def _along(self, direction: p.Var) -> None:
        """Step by step along a line, as long as the figure stands where the walk put it."""
        ctx, span = self.ctx, self.span
        line = ctx.keep("line", self.asks("along", "ints", direction), span)
        last = ctx.fresh("last", "int")
        assign(ctx, last, self.place(), span)

        def step(place: p.Var, label: str) -> None:
            stands = b.eq(b.get(self.sort.place, self.figure), last)
            ctx.emit(p.If(b.not_(stands), (p.Leave(label, span),), (), span))
            figures.step_to(self.sort, self.figure, place, self.you, ctx, span)
            ctx.moment(span)
            assign(ctx, last, place, span)

        each(ctx, "place", p.Items(line), step, span=span)
