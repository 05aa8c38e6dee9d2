"""Occurrences: a running of a `to`, a verb, a roll, with its arguments; and which hooks meet it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as Word

from hoyle.compiler.from_game import bounds, force, secrets
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Whole
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record

Kind = Word["proc", "verb", "roll", "step", "leave"]
Timing = Word["before", "after", "instead"]


@record
class Occurrence:
    """What happens: arguments (atoms) with types, who does it (-1: nobody), a roll's purpose."""

    kind: Kind
    name: str
    args: tuple[p.Expr, ...]
    types: tuple[t.Type, ...]
    doer: p.Expr
    purpose: str | None = None

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
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> p.Expr:
    """Whether a hook holds for a seat (whose rule it is) and the piece that carries it.

    Binds its names on the way. Whether the seat has the piece is not part of it.
    """
    return b.and_(*_met_at_all(met, occurrence, seat, row, ctx), *_holds(met.hook, seat, row, ctx))


def public_test(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> p.Expr:
    """The same as far as all can see; `row` None: a piece that others do not see."""
    hook = met.hook
    conds = _met_at_all(met, occurrence, seat, row, ctx)
    unseen = hook.carrier is not None and row is None
    if not unseen and not secrets.reads_hidden(hook.when, ctx.whole):
        conds += _holds(hook, seat, row, ctx)
    return b.and_(*conds)


def _met_at_all(
    met: Met, occurrence: Occurrence, seat: p.Expr, row: p.Expr | None, ctx: Context
) -> list[p.Expr]:
    """Whose doing it is, and the arguments."""
    hook = met.hook
    if hook.bearer is not None:
        raise ctx.not_yet("A rule of the figure that bears a piece", hook.span)
    ctx.bind(hook.you, seat)
    if hook.carrier is not None:
        ctx.bind(hook.carrier.this, row if row is not None else b.NONE)
    return [_whose(met, occurrence, seat), *patterns(met.event.args, occurrence, ctx)]


def _holds(hook: g.Hook, seat: p.Expr, row: p.Expr | None, ctx: Context) -> list[p.Expr]:
    """Its bound, its effect, its conditions."""
    conds = [bounds.may_take(hook, seat, ctx.whole, row)]
    with ctx.guarded():
        if hook.lasting is not None:
            from hoyle.compiler.from_game import lasting

            conds.append(lasting.is_on(hook.lasting, ctx))
        if hook.carrier is not None and hook.carrier.where is not None:
            conds.append(lower_expr(hook.carrier.where, ctx))
        if hook.when is not None:
            conds.append(lower_expr(hook.when, ctx))
    return conds


def _whose(met: Met, occurrence: Occurrence, seat: p.Expr) -> p.Expr:
    """`by`: your own doing or nobody's, anyone's, others'."""
    hook, doer = met.hook, occurrence.doer
    if hook.carrier is None and not hook.may:
        return b.TRUE
    match hook.by:
        case "anyone":
            return b.TRUE
        case "others":
            return b.ne(doer, seat)
        case _:
            return b.or_(b.eq(doer, seat), b.eq(doer, b.NONE))


def patterns(wanted: tuple[g.Pattern, ...], occurrence: Occurrence, ctx: Context) -> list[p.Expr]:
    """The tests of arguments; names are bound to them."""
    found = []
    given = zip(wanted, occurrence.args, occurrence.types, strict=False)
    for pattern, arg, type_ in given:
        if pattern.equals is not None:
            found.append(b.eq(arg, lower_expr(pattern.equals, ctx)))
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
    return (seat, *this, *(ctx.env.get(local, b.NONE) for local in met.bound()))


def parameters(met: Met) -> tuple[g.Local, ...]:
    """The parameters of that procedure."""
    this = () if met.hook.carrier is None else (met.hook.carrier.this,)
    return (met.hook.you, *this, *met.bound())


def holder(carrier: g.Selector, row: p.Expr, whole: Whole) -> p.Expr:
    """The seat for which a piece's rules are in force."""
    return force.holder_of(carrier.thing, row, whole)
