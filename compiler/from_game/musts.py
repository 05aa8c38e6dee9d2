"""Hooks that must happen: for everybody who has a piece that carries one, for every figure that
bears one; and the procedures of what hooks do."""

from __future__ import annotations

from hoyle.compiler.from_game import (
    bearing,
    bounds,
    force,
    leaving,
    occurrences,
    procedures,
    turn_orders,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.occurrences import (
    Met,
    Occurrence,
    arguments,
    bind_bearer,
    holder,
    parameters,
    test,
)
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import Write, each, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


@record
class Musts:
    """Writes the hooks that meet one occurrence and must happen."""

    occurrence: Occurrence
    ctx: Context
    span: Span

    def must(self, met: Met, still: p.Expr, then: Write) -> None:
        """One hook, for everybody who has a piece that carries it."""
        carrier, ctx = met.hook.carrier, self.ctx
        if carrier is None or met.hook.lasting is not None:
            self._in_effect(met, still, then)
        elif bearing.is_figures_own(carrier, ctx.whole):
            self._own(met, carrier, still, then)
        elif met.hook.bearer is not None:
            self._borne(met, carrier, still, then)
        elif len(carrier.rows) == 1:
            row = b.const(carrier.rows[0])
            seat = ctx.keep("seat", holder(carrier, row, ctx.whole), self.span)
            self._run_if(met, b.and_(still, b.op("ge", seat, b.ZERO)), seat, row, then)
        else:
            self._several(met, carrier, still, then)

    def _several(self, met: Met, carrier: g.Selector, still: p.Expr, then: Write) -> None:
        """Several bearers: in turn order from the active player, then in table order."""
        ctx, span = self.ctx, self.span
        first = force.first_seat(self.occurrence.doer, ctx.whole)

        def seat_turn(seat: p.Var, _: str) -> None:
            def row_turn(row: p.Var, __: str) -> None:
                has = b.eq(holder(carrier, row, ctx.whole), seat)
                self._run_if(met, b.and_(still, has), seat, row, then)

            rows = p.Items(p.Const(carrier.rows, "ints"))
            each(ctx, "row", rows, row_turn, span=span, domain=f"thing:{carrier.thing}")

        each(ctx, "seat", turn_orders.seats_from(first, ctx), seat_turn, span=span)

    def _in_effect(self, met: Met, still: p.Expr, then: Write) -> None:
        """A rule at the margin, or inside a lasting effect: it is whoever's the bearer is."""
        ctx, hook, carrier = self.ctx, met.hook, met.hook.carrier
        seat, row = self.occurrence.doer, None
        if hook.lasting is not None and carrier is not None and len(carrier.rows) == 1:
            row = b.const(carrier.rows[0])
        if hook.lasting is not None and hook.bearer is not None:
            named = occurrences.effect_arguments(met, self.occurrence, ctx).get(hook.bearer)
            if named is not None:
                sort = bearing.sort_of(hook.bearer, ctx)
                seat = ctx.keep("seat", bearing.owner(sort, named[0], ctx), self.span)
        self._run_if(met, still, seat, row, then)

    def _own(self, met: Met, carrier: g.Selector, still: p.Expr, then: Write) -> None:
        """A rule of a sort of figures, for each that is placed."""
        ctx, span = self.ctx, self.span
        named = bearing.named(
            met.event.args, self.occurrence.args, self.occurrence.types, carrier.this, ctx
        )
        if named is not None:
            figure = ctx.keep("figure", named[0], span, f"thing:{carrier.thing}")
            stands = bearing.placed(carrier.thing, figure, ctx.whole)
            mine = b.has(b.mask_const(sum(1 << row for row in carrier.rows)), figure)
            cond = b.and_(still, named[1], stands, mine)
            when(ctx, cond, lambda: self._for_figure(met, carrier, figure, then), span=span)
            return
        walk_ = own_figures(carrier, ctx)
        rows = ctx.keep("figures", b.comp("ints", walk_), span, f"list:thing:{carrier.thing}")

        def one(figure: p.Var, _: str) -> None:
            stands = b.and_(still, bearing.placed(carrier.thing, figure, ctx.whole))
            when(ctx, stands, lambda: self._for_figure(met, carrier, figure, then), span=span)

        each(ctx, "figure", p.Items(rows), one, span=span, domain=f"thing:{carrier.thing}")

    def _for_figure(self, met: Met, carrier: g.Selector, figure: p.Expr, then: Write) -> None:
        seat = self.ctx.keep("seat", bearing.owner(carrier.thing, figure, self.ctx), self.span)
        self._run_if(met, b.TRUE, seat, figure, then)

    def _borne(self, met: Met, carrier: g.Selector, still: p.Expr, then: Write) -> None:
        """A rule of what figures bear: for every figure, then for every piece it bears."""
        ctx, span, bearer = self.ctx, self.span, met.hook.bearer
        assert bearer is not None
        sort = bearing.sort_of(bearer, ctx)
        given = self.occurrence
        named = bearing.named(met.event.args, given.args, given.types, bearer, ctx)
        if named is not None:
            figure = ctx.keep("figure", named[0], span, f"thing:{sort}")
            rows = lambda: self._rows_of(met, carrier, sort, figure, still, then)  # noqa: E731
            when(ctx, named[1], rows, span=span)
            return
        walk_ = bearing.figures(sort, carrier.thing, ctx)
        figures = ctx.keep("figures", b.comp("ints", walk_), span, f"list:thing:{sort}")
        each(
            ctx,
            "figure",
            p.Items(figures),
            lambda figure, _: self._rows_of(met, carrier, sort, figure, still, then),
            span=span,
            domain=f"thing:{sort}",
        )
        if bearing.may_be_none(bearer):
            self._several(met, carrier, still, then)

    def _rows_of(
        self,
        met: Met,
        carrier: g.Selector,
        sort: str,
        figure: p.Expr,
        still: p.Expr,
        then: Write,
    ) -> None:
        """Every piece with the rule that a figure bears."""
        ctx, span = self.ctx, self.span

        def one(row: p.Expr) -> None:
            def run() -> None:
                seat = ctx.keep("seat", bearing.owner(sort, figure, ctx), span)
                self._run_if(met, b.TRUE, seat, row, then, figure)

            has = bearing.bears(sort, figure, carrier.thing, row, ctx)
            when(ctx, b.and_(still, has), run, span=span)

        if len(carrier.rows) == 1:
            one(b.const(carrier.rows[0]))
            return
        rows = p.Items(p.Const(carrier.rows, "ints"))
        domain = ctx.forms.rows_in(carrier.this.type)
        each(ctx, "row", rows, lambda row, _: one(row), span=span, domain=domain)

    def _run_if(
        self,
        met: Met,
        cond: p.Expr,
        seat: p.Expr,
        row: p.Expr | None,
        then: Write,
        figure: p.Expr | None = None,
    ) -> None:
        figure = self._nobody(met, figure)
        holds = b.and_(cond, test(met, self.occurrence, seat, row, self.ctx, figure))

        def run() -> None:
            then()
            run_hook(met, self.occurrence, seat, row, self.ctx, self.span, figure)

        when(self.ctx, holds, run, span=self.span)

    def _nobody(self, met: Met, figure: p.Expr | None) -> p.Expr | None:
        """Who bears the piece where a player has it: nobody."""
        if figure is None and met.hook.bearer is not None and bearing.may_be_none(met.hook.bearer):
            return b.NONE
        return figure


def run_hook(
    met: Met,
    occurrence: Occurrence,
    seat: p.Expr,
    row: p.Expr | None,
    ctx: Context,
    span: Span,
    figure: p.Expr | None = None,
) -> None:
    """Count it, and run its body."""
    hook = met.hook
    if hook.bearer is not None and figure is not None:
        ctx.bind(hook.bearer, figure)
    else:
        bind_bearer(hook, met.event.args, occurrence, seat, row, ctx, span)
    bounds.take(hook, bounds.counted(hook, seat, ctx), ctx, span, row)
    if hook.body:
        name = body_of(met, ctx.whole)
        with leaving.addressed(seat, hook.body, ctx, span):
            ctx.call(name, arguments(met, seat, row, ctx), None, span)


def body_of(met: Met, whole: Whole) -> str:
    """The procedure of a hook's body."""
    hook = met.hook
    name = f"{hook.timing}_{hook.events[0].name}"
    if hook.carrier is not None and len(hook.carrier.rows) == 1:
        table = whole.game.tables[hook.carrier.thing]
        name = f"{table.rows[hook.carrier.rows[0]].name.lower()}_{name}"
    written = procedures.Written(
        name, parameters(met), hook.body or (), None, hook.span, hook.cites
    )
    return procedures.procedure(("hook", hook), written, whole)


def own_figures(carrier: g.Selector, ctx: Context) -> b.Walk:
    """The placed figures that carry a rule of their sort."""
    walk_ = bearing.figures(carrier.thing, carrier.thing, ctx)
    every = len(ctx.whole.game.tables[carrier.thing].rows)
    if len(carrier.rows) == every:
        return walk_
    return walk_.where(b.has(b.mask_const(sum(1 << row for row in carrier.rows)), walk_.var))
