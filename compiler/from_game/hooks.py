"""What hooks meet: before, instead of, after a `to`, a verb, a roll.

Nothing is declared to be met. A deed that no hook of the whole game meets is written as it stands;
any other gets its musts and windows around it, in a procedure of its own if it is a `to`.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import deed_arguments, leaving, procedures, reactions, versions
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.musts import Musts
from hoyle.compiler.from_game.occurrences import Kind, Met, Occurrence, Timing
from hoyle.compiler.from_game.reactions import CANCELLED, HAPPENED, REPLACED
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.from_game.writing import Write, assign, nothing, when
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import walk
from hoyle.dsl.records import record
from hoyle.dsl.source import Span


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
    result: p.Hole | None = None,
) -> None:
    """A verb or a roll, written by `body`, with whatever meets it.

    A roll may be made void (`roll again`): then it is made anew, with its own window.
    """
    doer = b.NONE if you is None else you
    name = "roll" if kind == "roll" else name
    types = deed_arguments.types_of(kind, name, ctx.whole)[: len(args)]
    occurrence = Occurrence(kind, name, args, types, doer, purpose, result)
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
    around.at("before", _of("before", met))
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
    return replace(occurrence, args=args, doer=doer)


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


# ------------------------------------------------------------------------------ musts and windows


@record(frozen=False)
class _Around:
    """What comes before, in place of and after one occurrence."""

    occurrence: Occurrence
    ctx: Context
    span: Span

    @property
    def musts(self) -> Musts:
        """What is done without being asked."""
        return Musts(self.occurrence, self.ctx, self.span)

    def write(self, body: Write) -> None:
        """Before: musts, window. Instead: the first must, else the first taken. After the same."""
        met = self.occurrence.met_by(self.ctx.whole.game)
        self.at("before", _of("before", met))
        self.behind(met, body)

    def behind(self, met: list[Met], body: Write) -> None:
        """What stands in place of it, or the deed itself, and what comes after."""
        instead, after = _of("instead", met), _of("after", met)
        if instead:
            self._instead(instead, after, body)
        else:
            body()
            self.at("after", after)

    def at(self, timing: Timing, met: list[Met]) -> None:
        """The musts and the window of one time."""
        for one in met:
            if not one.hook.may:
                self.musts.must(one, b.TRUE, nothing)
        offered = [one for one in met if one.hook.may]
        if offered:
            reactions.react(timing, offered, self.occurrence, None, self.ctx, self.span)

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
            when(ctx, b.ne(status, CANCELLED), lambda: self.at("after", after), span=span)

    def _replace(self, met: Met, status: p.Var) -> None:
        """A must that stands in place of the deed, if nothing else does."""
        fate = CANCELLED if met.hook.body is None else REPLACED

        def then() -> None:
            assign(self.ctx, status, fate, self.span)

        self.musts.must(met, b.eq(status, HAPPENED), then)


def _of(timing: Timing, met: list[Met]) -> list[Met]:
    return [one for one in met if one.hook.timing == timing]
