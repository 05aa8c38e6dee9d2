"""What hooks meet: before, instead of, after a `to`, a verb, a roll.

Nothing is declared to be met. A deed that no hook of the whole game meets is written as it stands;
any other gets its musts and windows around it, in a procedure of its own if it is a `to`.
"""

from __future__ import annotations

from hoyle.compiler.from_game import (
    bearing,
    bounds,
    force,
    leaving,
    occurrences,
    procedures,
    reactions,
    versions,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place, Whole
from hoyle.compiler.from_game.expressions import widen
from hoyle.compiler.from_game.occurrences import (
    Kind,
    Met,
    Occurrence,
    Timing,
    arguments,
    bind_bearer,
    holder,
    parameters,
    test,
)
from hoyle.compiler.from_game.reactions import CANCELLED, HAPPENED, REPLACED
from hoyle.compiler.from_game.writing import Write, assign, each, nothing, when
from hoyle.compiler.from_game.zones import Pieces
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


def declare_hooks(whole: Whole) -> None:
    """Nothing is needed before the game is written; hooks are found where deeds are."""


def is_met(kind: Kind, name: str, ctx: Context) -> bool:
    """Whether any hook meets such a deed."""
    return bool(Occurrence(kind, name, (), (), b.NONE).met_by(ctx.whole.game))


# ------------------------------------------------------------------------------------------- calls


def call_proc(
    proc: g.Proc,
    args: tuple[p.Expr, ...],
    you: p.Expr | None,
    ctx: Context,
    span: Span,
    original: bool = False,
) -> p.Expr | None:
    """Call a `to`, with whatever meets it; its answer in a variable."""
    whole = ctx.whole
    called = proc.parent if original and proc.parent is not None else proc
    args = procedures.arguments(called.params, args, ctx, span)
    name = versions.procedure_of(called, whole)
    if not original and is_met("proc", proc.name, ctx):
        name = _wrapper(proc, whole)
    given = (b.NONE if you is None else you, *args) if called.addressed else args
    answer = _answer(called, ctx)
    left_out = _left_out(proc, ctx)
    if left_out != b.FALSE and answer is not None:
        assign(ctx, answer, procedures.answer_of(called.gives[1], whole) or b.NONE, span)  # type: ignore[index]
    when(ctx, left_out, nothing, lambda: ctx.call(name, given, answer, span), span=span)
    return answer


def _left_out(proc: g.Proc, ctx: Context) -> p.Expr:
    """Whether a deed goes on that leaves this `to` out."""
    from hoyle.compiler.from_game import figures

    return figures.left_out(proc, ctx) if ctx.whole.uses(g.FigureDeed) else b.FALSE


def _answer(proc: g.Proc, ctx: Context) -> p.Var | None:
    """A variable for what a `to` answers."""
    if proc.gives is None:
        return None
    type_ = proc.gives[1]
    return ctx.fresh("answer", ctx.forms.form_of(type_), ctx.forms.rows_in(type_))


def _wrapper(proc: g.Proc, whole: Whole) -> str:
    """The procedure of a `to` with what meets it."""
    return whole.procedure(
        ("met", proc), f"{proc.name}_met", lambda made: _met_procedure(made, proc, whole)
    )


def _met_procedure(made: str, proc: g.Proc, whole: Whole) -> p.Procedure:
    whole.unit = proc.name
    gives = whole.forms.form_of(proc.gives[1]) if proc.gives else None
    nothing_said = procedures.answer_of(proc.gives[1] if proc.gives else None, whole)
    ctx = Context(whole, gives=gives, answer=nothing_said)
    locals_ = (proc.you, *proc.params) if proc.addressed else proc.params
    params = tuple(ctx.local(local) for local in locals_)
    doer, args = (params[0], params[1:]) if proc.addressed else (b.NONE, params)
    answer = _answer(proc, ctx)
    name = versions.procedure_of(proc, whole)
    types = tuple(param.type for param in proc.params)
    occurrence = Occurrence("proc", proc.name, args, types, doer)
    with ctx.block() as body:
        if answer is not None and nothing_said is not None:
            assign(ctx, answer, nothing_said, proc.span)
        run = lambda: ctx.call(name, params, answer, proc.span)  # noqa: E731
        _Around(occurrence, ctx, proc.span).write(run)
        if answer is not None:
            ctx.emit(p.Return(answer, proc.span))
    rule = whole.rule(proc.span, proc.cites, proc.name)
    return p.Procedure(made, params, tuple(body), gives, rule, proc.span)


# ----------------------------------------------------------------------------------- verbs, rolls


def around(
    kind: Kind,
    name: str,
    args: tuple[p.Expr, ...],
    you: p.Expr | None,
    ctx: Context,
    span: Span,
    body: Write,
    purpose: str | None = None,
) -> None:
    """A verb or a roll, written by `body`, with whatever meets it.

    A roll may be made void (`roll again`): then it is made anew, with its own window.
    """
    doer = b.NONE if you is None else you
    name = "roll" if kind == "roll" else name
    types = _types(kind, name, ctx.whole)[: len(args)]
    occurrence = Occurrence(kind, name, args, types, doer, purpose)
    met = occurrence.met_by(ctx.whole.game)
    if not met:
        body()
    elif kind == "roll" and any(_rolls_again(one.hook) for one in met):
        _in_loop(occurrence, ctx, span, body)
    else:
        _Around(_kept(occurrence, ctx, span), ctx, span).write(body)


def around_if(occurrence: Occurrence, ctx: Context, span: Span, still: p.Expr, body: Write) -> None:
    """A deed that is done only if something still holds after what comes before it."""
    met = occurrence.met_by(ctx.whole.game)
    around = _Around(occurrence, ctx, span)
    around.at("before", [one for one in met if one.hook.timing == "before"])
    when(ctx, still, lambda: around.behind(met, body), span=span)


def around_only(
    timing: Timing, met: list[Met], occurrence: Occurrence, ctx: Context, span: Span
) -> None:
    """What comes before or after a deed that is written elsewhere."""
    _Around(occurrence, ctx, span).at(timing, met)


def _kept(occurrence: Occurrence, ctx: Context, span: Span) -> Occurrence:
    """The same with arguments that can be read more than once."""
    given = zip(occurrence.args, occurrence.types, strict=True)
    rows = ctx.forms.rows_in
    args = tuple(ctx.keep("given", arg, span, rows(type_)) for arg, type_ in given)
    doer = ctx.keep("doer", occurrence.doer, span)
    found = occurrence
    return Occurrence(found.kind, found.name, args, found.types, doer, found.purpose)


def _rolls_again(hook: g.Hook) -> bool:
    """Whether a hook may make a roll void."""
    return any(isinstance(node, g.RollAgain) for node in walk.every(*(hook.body or ())))


def _in_loop(occurrence: Occurrence, ctx: Context, span: Span, body: Write) -> None:
    """A roll until it stands."""
    occurrence = _kept(occurrence, ctx, span)
    label = ctx.label("roll")
    place = Place(label, signal=ctx.whole.signal(leaving.ROLL), again=True)
    with ctx.block() as inside, ctx.inside(place):
        _Around(occurrence, ctx, span).write(body)
        ctx.emit(p.Leave(label, span))
    ctx.emit(p.Loop(label, tuple(inside), False, span))


def _types(kind: Kind, name: str, whole: Whole) -> tuple[t.Type, ...]:
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
    names = sorted(name for name, table in game.tables.items() if table.form == "component")
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(names))


def standing_things(game: g.Game) -> list[str]:
    """The components whose pieces stand on boards."""
    return sorted(name for name, table in game.tables.items() if table.stands_on is not None)


def any_figure(game: g.Game) -> t.Type:
    """The type of any figure."""
    names = standing_things(game)
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(names))


def widened_figure(row: p.Expr, thing: str, ctx: Context) -> p.Expr:
    """A figure as the argument of a deed."""
    type_ = any_figure(ctx.whole.game)
    if isinstance(type_, t.Either):
        return widen(row, t.Thing(thing), type_.names, ctx)
    return row


def holds_for_anybody(met: Met, occurrence: Occurrence, ctx: Context) -> p.Expr:
    """Whether a hook would do something, or may be taken by anybody."""
    hook, carrier = met.hook, met.hook.carrier
    with ctx.guarded():
        if carrier is None and not hook.may:
            return test(met, occurrence, occurrence.doer, None, ctx)
        seat = ctx.fresh("seat", "int")
        seats = b.Walk(seat, p.Range(b.ZERO, b.const(ctx.whole.players)), None)
        if carrier is None:
            return b.any_of(seats, test(met, occurrence, seat, None, ctx))
        if bearing.is_figures_own(carrier, ctx.whole):
            figures = _own_figures(carrier, ctx)
            whose = bearing.owner(carrier.thing, figures.var, ctx)
            return b.any_of(figures, test(met, occurrence, whose, figures.var, ctx))
        row = ctx.fresh("row", "int")
        rows = b.Walk(row, p.Items(p.Const(carrier.rows, "ints")), None)
        if hook.bearer is not None and not bearing.may_be_none(hook.bearer):
            return b.any_of(rows, _some_bearer(met, occurrence, row, ctx))
        has = force.has_rule(carrier, hook.bearer, row, seat, ctx)
        claim = b.and_(has, test(met, occurrence, seat, row, ctx))
        return b.any_of(rows, b.any_of(seats, claim))


def _some_bearer(met: Met, occurrence: Occurrence, row: p.Expr, ctx: Context) -> p.Expr:
    """Whether a hook holds for any figure that bears a piece."""
    hook = met.hook
    assert hook.bearer is not None and hook.carrier is not None
    sort = bearing.sort_of(hook.bearer, ctx)
    named = bearing.named(met.event.args, occurrence.args, occurrence.types, hook.bearer, ctx)
    if named is not None:
        figure, is_one = named
        whose = bearing.owner(sort, figure, ctx)
        return b.and_(is_one, test(met, occurrence, whose, row, ctx, figure))
    walk_ = bearing.figures(sort, hook.carrier.thing, ctx)
    whose = bearing.owner(sort, walk_.var, ctx)
    return b.any_of(walk_, test(met, occurrence, whose, row, ctx, walk_.var))


def _own_figures(carrier: g.Selector, ctx: Context) -> b.Walk:
    """The placed figures that carry a rule of their sort."""
    walk_ = bearing.figures(carrier.thing, carrier.thing, ctx)
    every = len(ctx.whole.game.tables[carrier.thing].rows)
    if len(carrier.rows) == every:
        return walk_
    return walk_.where(b.has(b.mask_const(sum(1 << row for row in carrier.rows)), walk_.var))


def piece(pieces: Pieces, row: p.Expr, ctx: Context) -> tuple[p.Expr, ...]:
    """A piece as the argument of a verb."""
    type_ = any_piece(ctx.whole.game)
    names = type_.names if isinstance(type_, t.Either) else ()
    return (widen(row, t.Thing(pieces.thing), names, ctx) if names else row,)


# ------------------------------------------------------------------------------ musts and windows


@record(frozen=False)
class _Around:
    """What comes before, in place of and after one occurrence."""

    occurrence: Occurrence
    ctx: Context
    span: Span

    def write(self, body: Write) -> None:
        """Before: musts, window. Instead: the first must, else the first taken. After the same."""
        met = self.occurrence.met_by(self.ctx.whole.game)
        self.at("before", [one for one in met if one.hook.timing == "before"])
        self.behind(met, body)

    def behind(self, met: list[Met], body: Write) -> None:
        """What stands in place of it, or the deed itself, and what comes after."""
        by_time = {time: [m for m in met if m.hook.timing == time] for time in _TIMES}
        if by_time["instead"]:
            self._instead(by_time["instead"], by_time["after"], body)
        else:
            body()
            self._after(by_time["after"])

    def _after(self, met: list[Met]) -> None:
        self.at("after", met)

    def at(self, timing: Timing, met: list[Met]) -> None:
        """The musts and the window of one time."""
        self._musts(met)
        self._window(timing, met)

    def _instead(self, met: list[Met], after: list[Met], body: Write) -> None:
        """What replaces it; what is replaced by nothing does not happen, and nothing follows."""
        ctx, span = self.ctx, self.span
        status = ctx.fresh("status", "int")
        assign(ctx, status, HAPPENED, span)
        for one in met:
            if not one.hook.may:
                self._replace(one, status)
        offered = [one for one in met if one.hook.may]
        if offered:
            window = lambda: reactions.react("instead", offered, self.occurrence, status, ctx, span)  # noqa: E731
            when(ctx, b.eq(status, HAPPENED), window, span=span)
        when(ctx, b.eq(status, HAPPENED), body, span=span)
        if after:
            when(ctx, b.ne(status, CANCELLED), lambda: self._after(after), span=span)

    def _replace(self, met: Met, status: p.Var) -> None:
        """A must that stands in place of the deed, if nothing else does."""
        fate = CANCELLED if met.hook.body is None else REPLACED

        def then() -> None:
            assign(self.ctx, status, fate, self.span)

        self._must(met, b.eq(status, HAPPENED), then)

    def _window(self, timing: Timing, met: list[Met]) -> None:
        """Who may do something, asked in turn until all have passed."""
        offered = [one for one in met if one.hook.may]
        if offered:
            reactions.react(timing, offered, self.occurrence, None, self.ctx, self.span)

    # ------------------------------------------------------------------------------------- musts

    def _musts(self, met: list[Met]) -> None:
        for one in met:
            if not one.hook.may:
                self._must(one, b.TRUE, nothing)

    def _must(self, met: Met, still: p.Expr, then: Write) -> None:
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

        each(ctx, "seat", force.seats_from(first, ctx), seat_turn, span=span)

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
        walk_ = _own_figures(carrier, ctx)
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


_TIMES: tuple[Timing, ...] = ("before", "instead", "after")


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
