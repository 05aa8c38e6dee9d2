"""Occurrences: a running of a `to`, a verb, a roll, with its arguments; and which hooks meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal as Word

from hoyle.compiler.from_game import bearing, bounds, force, secrets
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.membership import is_named
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

Kind = Word["proc", "verb", "roll", "step", "leave"]
Timing = Word["before", "after", "instead"]


@record
class Occurrence:
    """What happens: arguments (atoms) with types, who does it (-1: nobody), a roll's purpose and
    what was rolled, where all see it."""

    kind: Kind
    name: str
    args: tuple[p.Expr, ...]
    types: tuple[t.Type, ...]
    doer: p.Expr
    purpose: str | None = None
    result: p.Hole | None = None

    def met_by(self, game: g.Game) -> list[Met]:
        """The hooks of the whole game that may meet it, in the order of the text."""
        return list(self._met(game))

    def _met(self, game: g.Game) -> Iterator[Met]:
        for hook in game.hooks:
            if self.kind == "roll" and hook.purposes and self.purpose not in hook.purposes:
                continue
            for event in hook.events:
                if event.kind == self.kind and (event.name == self.name or self.kind == "roll"):
                    yield Met(hook, event)
                    break


@record
class Met:
    """A hook, and by which of its events it meets the occurrence at hand."""

    hook: g.Hook
    event: g.Event

    def bound(self) -> tuple[g.Local, ...]:
        """The names that events of the hook bind, each once."""
        found: dict[g.Local, None] = {}
        for event in self.hook.events:
            for pattern in event.args:
                if pattern.binds is not None:
                    found[pattern.binds] = None
        return tuple(found)


def test(
    met: Met,
    occurrence: Occurrence,
    seat: p.Expr,
    row: p.Expr | None,
    ctx: Context,
    figure: p.Expr | None = None,
) -> p.Expr:
    """Whether a hook holds for a seat (whose rule it is), the piece that carries it, and the figure
    that bears that.

    Binds its names on the way. Whether the seat has the piece is not part of it, but that the
    figure bears it is; a bearer that nothing names is the first figure of the seat that does.
    """
    hook = met.hook

    def whole_test() -> p.Expr:
        return b.and_(*_conditions(met, occurrence, seat, row, ctx))

    if hook.bearer is None or hook.lasting is not None:
        return whole_test()
    return borne(hook, met.event.args, occurrence, seat, row, ctx, figure, whole_test)


def _conditions(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> list[p.Expr]:
    """Everything that a hook tests; the figure that bears its piece is bound already."""
    conds = _met_at_all(met, occurrence, seat, row, ctx)
    return [*conds, *_holds(met, occurrence, seat, row, ctx)]


def effect_arguments(
    met: Met, occurrence: Occurrence, ctx: Context
) -> dict[g.Local, tuple[p.Expr, p.Expr]]:
    """What the arguments of a deed say of the lasting effect inside which a hook stands: the value
    of each of its locals that is named, and whether it can be that. They are bound."""
    from hoyle.compiler.from_game import lasting

    effect = met.hook.lasting
    found: dict[g.Local, tuple[p.Expr, p.Expr]] = {}
    for local in () if effect is None else lasting.locals_of(effect):
        named = bearing.named(met.event.args, occurrence.args, occurrence.types, local, ctx)
        if named is not None:
            ctx.bind(local, named[0])
            found[local] = named
        else:
            ctx.env.pop(local, None)
    return found


Rule = g.Hook | g.Action


def borne(
    rule: Rule,
    patterns_: tuple[g.Pattern, ...],
    occurrence: Occurrence,
    seat: p.Expr,
    row: p.Expr | None,
    ctx: Context,
    figure: p.Expr | None,
    test_: Callable[[], p.Expr],
) -> p.Expr:
    """A test with its bearer bound: given, named by an argument, or the first of the seat."""
    assert rule.bearer is not None and rule.carrier is not None
    sort, here = bearing.sort_of(rule.bearer, ctx), row if row is not None else b.NONE
    if figure is not None:
        ctx.bind(rule.bearer, figure)
        has = bearing.bears(sort, figure, rule.carrier.thing, here, ctx)
        if bearing.may_be_none(rule.bearer):
            has = b.or_(b.op("lt", figure, b.ZERO), has)
        return b.and_(has, test_())
    found = bearing.named(patterns_, occurrence.args, occurrence.types, rule.bearer, ctx)
    if found is not None:
        value, is_one = found
        ctx.bind(rule.bearer, value)
        has = bearing.bears(sort, value, rule.carrier.thing, here, ctx)
        ours = b.eq(bearing.owner(sort, value, ctx), seat)
        return b.and_(is_one, has, ours, test_())
    var = ctx.fresh("bearer", "int")
    ctx.bind(rule.bearer, var)
    body = test_()
    if not bearing.may_be_none(rule.bearer):
        body = b.and_(b.op("ge", var, b.ZERO), body)
    return b.let(var, first_bearer(rule, seat, here, ctx), body)


def first_bearer(rule: Rule, seat: p.Expr | None, row: p.Expr, ctx: Context) -> p.Expr:
    """The first figure (of a seat) that bears a piece, -1 of none."""
    assert rule.bearer is not None and rule.carrier is not None
    return b.comp("first", _bearers(rule.carrier, rule.bearer, seat, row, ctx))


def somebody_bears(
    carrier: g.Selector, bearer: g.Local, seat: p.Expr, row: p.Expr, ctx: Context
) -> p.Expr:
    """Whether any figure of a seat bears a piece."""
    return b.any_of(_bearers(carrier, bearer, seat, row, ctx))


def _bearers(
    carrier: g.Selector, bearer: g.Local, seat: p.Expr | None, row: p.Expr, ctx: Context
) -> b.Walk:
    """The figures (of a seat) that bear a piece."""
    sort = bearing.sort_of(bearer, ctx)
    walk = bearing.figures(sort, carrier.thing, ctx)
    has = bearing.bears(sort, walk.var, carrier.thing, row, ctx)
    with ctx.guarded():
        ours = b.TRUE if seat is None else b.eq(bearing.owner(sort, walk.var, ctx), seat)
    return walk.where(b.and_(has, ours))


def bind_bearer(
    rule: Rule,
    patterns_: tuple[g.Pattern, ...],
    occurrence: Occurrence,
    seat: p.Expr,
    row: p.Expr | None,
    ctx: Context,
    span: Span,
) -> None:
    """Bind the bearer of a rule that is done now."""
    if rule.bearer is None or (isinstance(rule, g.Hook) and rule.lasting is not None):
        return
    found = bearing.named(patterns_, occurrence.args, occurrence.types, rule.bearer, ctx)
    if found is not None:
        ctx.bind(rule.bearer, found[0])
        return
    first = first_bearer(rule, seat, row if row is not None else b.NONE, ctx)
    domain = f"thing:{bearing.sort_of(rule.bearer, ctx)}"
    ctx.bind(rule.bearer, ctx.keep("bearer", first, span, domain))


def public_test(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> p.Expr:
    """The same as far as all can see; `row` None: a piece that others do not see."""
    hook = met.hook
    if hook.bearer is not None:
        secret = secrets.reads_hidden(hook.when, ctx.whole)
        plain = Met(replace(hook, when=None), met.event) if secret else met
        return test(plain, occurrence, seat, row, ctx)
    conds = _met_at_all(met, occurrence, seat, row, ctx)
    unseen = hook.carrier is not None and row is None
    if not unseen and not secrets.reads_hidden(hook.when, ctx.whole):
        conds += _holds(met, occurrence, seat, row, ctx)
    return b.and_(*conds)


def _met_at_all(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> list[p.Expr]:
    """Whose doing it is, and the arguments."""
    hook = met.hook
    ctx.bind(hook.you, seat)
    if hook.carrier is not None:
        ctx.bind(hook.carrier.this, row if row is not None else b.NONE)
    possible = [is_one for _, is_one in effect_arguments(met, occurrence, ctx).values()]
    return [_whose(met, occurrence, seat), *possible, *patterns(met.event.args, occurrence, ctx)]


def _holds(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> list[p.Expr]:
    """Its bound, its effect, its conditions."""
    hook = met.hook
    conds = [bounds.may_take(hook, bounds.counted(hook, seat, ctx), ctx.whole, row)]
    with ctx.guarded():
        if hook.lasting is not None:
            from hoyle.compiler.from_game import lasting

            named = effect_arguments(met, occurrence, ctx)
            known = {local: value for local, (value, _) in named.items()}
            conds.append(lasting.is_on(hook.lasting, known, ctx))
        if hook.carrier is not None and hook.carrier.where is not None:
            conds.append(lower_expr(hook.carrier.where, ctx))
        if hook.when is not None:
            conds.append(lower_expr(hook.when, ctx))
        conds.append(b.not_(_left_out(hook, ctx)))
    return conds


def _left_out(hook: g.Hook, ctx: Context) -> p.Expr:
    """Whether all that a hook does is a `to` that the deed going on leaves out."""
    from hoyle.compiler.from_game import figures

    match hook.body:
        case (g.Call(proc=proc),):
            return figures.left_out(proc, ctx)
        case _:
            return b.FALSE


def _whose(met: Met, occurrence: Occurrence, seat: p.Expr) -> p.Expr:
    """`by`: your own doing or nobody's, anyone's, others'."""
    hook, doer = met.hook, occurrence.doer
    if hook.carrier is None and not hook.may:
        return b.TRUE
    if hook.by == "own" and _names_its_figure(met):
        return b.TRUE
    match hook.by:
        case "anyone":
            return b.TRUE
        case "others":
            return b.ne(doer, seat)
        case _:
            return b.or_(b.eq(doer, seat), b.eq(doer, b.NONE))


def _names_its_figure(met: Met) -> bool:
    """Whether an argument names the figure whose rule it is: then it does not matter who does
    it."""
    hook = met.hook
    mine = [hook.bearer] if hook.bearer is not None else []
    if hook.carrier is not None and isinstance(hook.carrier.this.type, t.Thing):
        mine.append(hook.carrier.this)
    named = [x.equals for x in met.event.args if x.equals is not None]
    return any(bearing.is_local(e, local) for e in named for local in mine)


def patterns(wanted: tuple[g.Pattern, ...], occurrence: Occurrence, ctx: Context) -> list[p.Expr]:
    """The tests of arguments; names are bound to them."""
    found = []
    given = zip(wanted, occurrence.args, occurrence.types, strict=False)
    for pattern, arg, type_ in given:
        if pattern.equals is not None:
            found.append(is_named(arg, pattern.equals, ctx))
        if pattern.binds is not None:
            narrowed, is_one = narrow(arg, type_, pattern.binds.type, ctx)
            ctx.bind(pattern.binds, narrowed)
            found.append(is_one)
    if len(wanted) > len(occurrence.args):
        found.append(b.FALSE)  # the arguments are not known there
    return found


def narrow(arg: p.Expr, have: t.Type, wanted: t.Type, ctx: Context) -> tuple[p.Expr, p.Expr]:
    """One of several things as one of them, and whether it is that."""
    if not isinstance(have, t.Either) or not isinstance(wanted, t.Thing):
        return arg, b.TRUE
    low = ctx.forms.offset(wanted, have.names)
    rows = len(ctx.whole.game.tables[wanted.name].rows)
    inside = b.and_(b.op("ge", arg, b.const(low)), b.op("lt", arg, b.const(low + rows)))
    return b.shifted(arg, -low), inside


def arguments(met: Met, seat: p.Expr, row: p.Expr | None, ctx: Context) -> tuple[p.Expr, ...]:
    """What the procedure of a hook's body is called with, after `test` has bound its names."""
    this = () if met.hook.carrier is None else (row if row is not None else b.NONE,)
    more = tuple(ctx.env.get(local, b.NONE) for local in _around(met.hook))
    return (seat, *this, *more, *(ctx.env.get(local, b.NONE) for local in met.bound()))


def parameters(met: Met) -> tuple[g.Local, ...]:
    """The parameters of that procedure."""
    this = () if met.hook.carrier is None else (met.hook.carrier.this,)
    return (met.hook.you, *this, *_around(met.hook), *met.bound())


def _around(hook: g.Hook) -> tuple[g.Local, ...]:
    """The bearer of what carries a hook, and the arguments of the effect inside which it stands."""
    from hoyle.compiler.from_game import lasting

    found = () if hook.lasting is None else lasting.locals_of(hook.lasting)
    return found if hook.bearer is None or hook.bearer in found else (hook.bearer, *found)


def holder(carrier: g.Selector, row: p.Expr, whole: Whole) -> p.Expr:
    """The seat for which a piece's rules are in force."""
    return force.holder_of(carrier.thing, row, whole)
