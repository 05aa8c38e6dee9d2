"""Values: one pure function each, with everything that adjusts it woven in.

In this order: base; `to`; all `by`, summed; `times`, the product, rounded once; `at least` and
`at most`. Sets: `to`, what is put in and taken out, then `to those where`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hoyle.compiler.from_game import bearing, lasting, layout, sets, standing, stepped
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.constant import known
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_as, lower_expr
from hoyle.compiler.from_game.membership import is_named
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record


def call(
    value: g.ValueDecl,
    of: p.Expr | None,
    args: tuple[p.Expr, ...],
    ctx: Context,
    base: bool = False,
    original: bool = False,
    places: tuple[p.Expr | None, ...] = (),
) -> p.Expr:
    """A value of some subject, with arguments; `base`: without adjustments. `places`: where the
    figures among subject and arguments are asked about as if they stood there (None: they are
    not)."""
    decl = value.parent if original and value.parent is not None else value
    elsewhere = tuple(number for number, place in enumerate(places) if place is not None)
    step = ctx.step
    if step is not None and not stepped.reads_step(decl, ctx.whole.stepped):
        step = None
    name = function_of(decl, ctx.whole, base, elsewhere, step is not None)
    given = args if of is None else (of, *args)
    given += tuple(place for place in places if place is not None)
    given += step or ()
    found = p.CallFn(name, given, ctx.forms.form_of(decl.type))
    if all(isinstance(arg, p.Const) for arg in given) and name in ctx.whole.program.functions:
        constant = known(found, ctx.whole.program)
        if constant is not None:
            return p.Const(constant, found.form)
    return found


def function_of(
    decl: g.ValueDecl,
    whole: Whole,
    base: bool = False,
    elsewhere: tuple[int, ...] = (),
    step: bool = False,
) -> str:
    """The name of a value's function; `elsewhere`: that for figures as if they stood elsewhere,
    by the numbers of its parameters, whose placements come behind the others; `step`: that about a
    step that is only looked at, whose spaces come last."""
    of = layout.snake(decl.of) + "_" if decl.of not in (None, "player") else ""
    plain = base or not decl.adjusts
    name = f"{of}{decl.name}" if not base or not decl.adjusts else f"{of}{decl.name}_printed"
    return whole.function(
        ("value", decl, plain, elsewhere, step),
        name + ("_at" if elsewhere else "") + ("_of_step" if step else ""),
        lambda made: _function(made, decl, whole, plain, elsewhere, step),
    )


def _function(
    made: str,
    decl: g.ValueDecl,
    whole: Whole,
    plain: bool,
    elsewhere: tuple[int, ...],
    step: bool,
) -> p.Fn:
    ctx = Context(whole)
    params: list[p.Var] = []
    if decl.of is not None:
        assert decl.this is not None
        params.append(ctx.local(decl.this))
    params += [ctx.local(param) for param in decl.params]
    places = [ctx.fresh(f"{params[number].name}_at", "int") for number in elsewhere]
    for number, place in zip(elsewhere, places, strict=True):
        ctx.stands[params[number]] = place
    if step:
        here, there, start = (ctx.fresh(name, "int") for name in ("here", "there", "start"))
        ctx.step = (here, there, start)
        places += [here, there, start]
    if decl.body is None:
        body: p.Expr = whole.forms.empty_of(decl.type)
    elif plain:
        body = lower_as(decl.body, decl.type, ctx)
    else:
        body = _Weaver(decl, tuple(params), ctx).woven()
    rule = whole.rule(decl.span, decl.cites, decl.name)
    return p.Fn(made, (*params, *places), body, rule, decl.span)


Known = Mapping[g.Local, p.Expr]


@record
class _Case:
    """An adjustment where it holds: loops around it, its condition, its amount."""

    walks: tuple[b.Walk, ...]
    cond: p.Expr
    amount: p.Expr

    def summed(self) -> p.Expr:
        """The amount for every turn of the loops in which it holds, added up."""
        found = self._guarded(b.ZERO)
        for walk in reversed(self.walks):
            found = b.comp("sum", walk, found, form="int")
        return found

    def joined(self) -> p.Expr:
        """The same for sets: all of them together."""
        found = self._guarded(b.NO_MASK)
        for walk in reversed(self.walks):
            found = p.Library("unite", (b.comp("ints", walk, found),), "mask")
        return found

    def holds(self) -> p.Expr:
        """Whether it holds at all; where there may be nothing to loop over that is tested first."""
        found = self.cond
        for walk in reversed(self.walks):
            found = b.any_of(walk, found)
            if isinstance(walk.source, p.Bits) and isinstance(walk.source.mask, p.Get):
                found = b.and_(b.ne(walk.source.mask, b.NO_MASK), found)
        return found

    def _guarded(self, nothing: p.Expr) -> p.Expr:
        return b.if_(self.cond, self.amount, nothing)


_LIMITS: tuple[tuple[str, Literal["min", "max"]], ...] = (("floor", "max"), ("cap", "min"))


class _Weaver:
    """Weaves the adjustments of one value into its body."""

    def __init__(self, decl: g.ValueDecl, params: tuple[p.Var, ...], ctx: Context) -> None:
        self.decl, self.params, self.ctx = decl, params, ctx
        self.is_set = isinstance(decl.type, t.SetOf)

    def woven(self) -> p.Expr:
        """The whole value."""
        assert self.decl.body is not None
        rounding, base = _rounding(self.decl.body)
        found = (
            lower_as(base, self.decl.type, self.ctx)
            if rounding is None
            else lower_expr(base, self.ctx)
        )
        found = self._replaced(found)
        if self.is_set:
            return self._sets(found)
        found = self._summed(found)
        found = self._multiplied(found, rounding)
        return self._limited(found)

    def _of(self, *ops: str) -> list[g.Adjust]:
        return [adjust for adjust in self.decl.adjusts if adjust.op in ops]

    def _replaced(self, found: p.Expr) -> p.Expr:
        """`to E`: a later one (of a variant) stands over an earlier."""
        for adjust in self._of("to"):
            case = self.case(adjust)
            amount = case.amount
            if not {walk.var.name for walk in case.walks}.isdisjoint(ir.free(amount)):
                for walk in reversed(case.walks):
                    amount = b.comp("first", walk.where(case.cond), amount, form=b.form_of(amount))
            found = b.if_(case.holds(), amount, found)
        return found

    def _summed(self, found: p.Expr) -> p.Expr:
        for adjust in self._of("by", "less"):
            amount = self.case(adjust).summed()
            if "ratio" in (b.form_of(found), b.form_of(amount)):
                found = b.op("radd" if adjust.op == "by" else "rsub", found, amount)
            else:
                found = (b.add if adjust.op == "by" else b.sub)(found, amount)
        return found

    def _multiplied(self, found: p.Expr, rounding: str | None) -> p.Expr:
        """`times`: the product of all, rounded once."""
        for adjust in self._of("times"):
            case = self.case(adjust)
            if case.walks:
                raise self.ctx.not_yet("`times` for each of several", adjust.span)
            factor = b.if_(case.cond, _as_ratio(case.amount), _as_ratio(b.ONE))
            found = b.op("rmul", _as_ratio(found), factor)
        if b.form_of(found) == "ratio" and not isinstance(self.decl.type, t.Ratio):
            return b.op(rounding or "round_down", found)
        return found

    def _limited(self, found: p.Expr) -> p.Expr:
        for op, limit in _LIMITS:
            for adjust in self._of(op):
                found = self._limit(limit, self.case(adjust), found)
        return found

    def _limit(self, limit: Literal["min", "max"], case: _Case, found: p.Expr) -> p.Expr:
        """At least, or at most, an amount (each of several, where there are loops)."""
        if not case.walks:
            return b.if_(case.cond, b.op(limit, found, case.amount), found)
        var = self.ctx.fresh("value", "int")
        best = b.if_(case.cond, case.amount, var)
        for walk in reversed(case.walks):
            best = b.comp(limit, walk, best, default=var)
        return b.let(var, found, b.op(limit, var, best))

    def _sets(self, found: p.Expr) -> p.Expr:
        for adjust in self._of("by"):
            found = b.union(found, self.case(adjust).joined())
        for adjust in self._of("less"):
            found = b.minus(found, self.case(adjust).joined())
        for adjust in self._of("those"):
            found = self._those(adjust, found)
        return found

    def _those(self, adjust: g.Adjust, found: p.Expr) -> p.Expr:
        """`to those where C`: the members for which C holds, if it applies (and any is left)."""
        ctx = self.ctx
        assert adjust.it is not None
        size = ctx.forms.bits(self.decl.type)
        around = ctx.fresh("members", "mask")
        walk = b.Walk(ctx.fresh("it", "int"), p.Bits(around, size), None)
        sets.bind(adjust.it, walk, ctx)
        case = self.case(adjust)
        kept = b.comp("mask", walk.where(case.amount))
        if adjust.if_any:
            kept = b.if_(b.any_of(walk, case.amount), kept, around)
        return b.let(around, found, b.if_(case.holds(), kept, around))

    # -- one adjustment

    def case(self, adjust: g.Adjust) -> _Case:
        """An adjustment with its subject, its carrier, its loop and its condition bound."""
        ctx = self.ctx
        subject = self.params[0] if self.decl.of is not None else None
        given = self.params[1:] if subject is not None else self.params
        ctx.bind(adjust.this, subject or b.NONE)
        for local, param in zip(adjust.params, given, strict=False):
            ctx.bind(local, param)
        values = {number: subject if number < 0 else given[number] for number, _ in adjust.tests}
        known = {
            equals.local: value
            for number, e in adjust.tests
            if isinstance(equals := _plain(e), g.LocalRef) and (value := values[number]) is not None
        }
        walks, conds = self._carried(adjust, subject, known)
        for number, equals in adjust.tests:
            value = values[number]
            assert value is not None
            if not self._is_you(adjust, number, equals):
                conds.append(is_named(value, equals, ctx))
        with ctx.guarded():
            if adjust.each is not None:
                local, over = adjust.each
                walk = sets.lower_source(over, ctx, name=local.name)
                sets.bind(local, walk, ctx)
                walks.append(walk)
            if adjust.when is not None:
                conds.append(lower_expr(adjust.when, ctx))
            amount = self._amount(adjust)
        return _Case(tuple(walks), b.and_(*conds), amount)

    def _amount(self, adjust: g.Adjust) -> p.Expr:
        if self.is_set and adjust.op != "those":
            return sets.mask(adjust.amount, self.ctx)
        return lower_expr(adjust.amount, self.ctx)

    def _is_you(self, adjust: g.Adjust, number: int, equals: g.Expr) -> bool:
        """Whether a test says that the subject is the player who has the carrier."""
        return (
            number == -1
            and adjust.carrier is not None
            and isinstance(equals, g.LocalRef)
            and equals.local is adjust.you
        )

    def _carried(
        self, adjust: g.Adjust, subject: p.Var | None, known: Known
    ) -> tuple[list[b.Walk], list[p.Expr]]:
        """The pieces that carry the adjustment, and that they are in force. `known`: locals that a
        test says are the subject or an argument."""
        carrier, ctx = adjust.carrier, self.ctx
        effect = self._effect(adjust)
        if effect is not None:
            if carrier is not None and len(carrier.rows) == 1:
                ctx.bind(carrier.this, b.const(carrier.rows[0]))
            walks, on = lasting.holding(effect, known, ctx)
            return walks, [on]
        if carrier is None:
            return [], []
        if bearing.is_figures_own(carrier, ctx.whole):
            return self._own(adjust, carrier, known)
        if adjust.bearer is not None:
            return self._borne(adjust, carrier, known)
        row, walks = self._rows(carrier)
        conds = [self._in_force(adjust, carrier, row, subject)]
        if carrier.where is not None:
            conds.append(lower_expr(carrier.where, ctx))
        return walks, conds

    def _effect(self, adjust: g.Adjust) -> g.Lasting | None:
        """The lasting effect inside which an adjustment stands."""
        if adjust.lasting is not None:
            return adjust.lasting
        effects = self.ctx.whole.game.lastings
        return next((e for e in effects if any(one is adjust for one in e.adjusts)), None)

    def _own(
        self, adjust: g.Adjust, carrier: g.Selector, known: Known
    ) -> tuple[list[b.Walk], list[p.Expr]]:
        """A rule of a sort of figures, for each that is placed."""
        ctx = self.ctx
        figure, walks = self._figure(carrier.thing, carrier.thing, carrier.this, known)
        rows = b.mask_const(sum(1 << row for row in carrier.rows))
        place = standing.place_of_row(carrier.thing, figure, ctx)
        ctx.bind(adjust.you, bearing.owner(carrier.thing, figure, ctx))
        return walks, [b.op("ge", place, b.ZERO), b.has(rows, figure)]

    def _borne(
        self, adjust: g.Adjust, carrier: g.Selector, known: Known
    ) -> tuple[list[b.Walk], list[p.Expr]]:
        """A rule of what figures bear."""
        ctx = self.ctx
        assert adjust.bearer is not None
        sort = bearing.sort_of(adjust.bearer, ctx)
        figure, walks = self._figure(sort, carrier.thing, adjust.bearer, known)
        row, more = self._rows(carrier)
        ctx.bind(adjust.you, bearing.owner(sort, figure, ctx))
        conds = [bearing.bears(sort, figure, carrier.thing, row, ctx)]
        if carrier.where is not None:
            conds.append(lower_expr(carrier.where, ctx))
        return [*walks, *more], conds

    def _figure(
        self, sort: str, thing: str, local: g.Local, known: Known
    ) -> tuple[p.Expr, list[b.Walk]]:
        """The figure whose rule it is: known, or each that may be."""
        if local in known:
            self.ctx.bind(local, known[local])
            return known[local], []
        walk = bearing.figures(sort, thing, self.ctx, local.name)
        self.ctx.bind(local, walk.var)
        return walk.var, [walk]

    def _rows(self, carrier: g.Selector) -> tuple[p.Expr, list[b.Walk]]:
        if len(carrier.rows) == 1:
            row: p.Expr = b.const(carrier.rows[0])
            self.ctx.bind(carrier.this, row)
            return row, []
        rows = p.Const(carrier.rows, "ints")
        walk = b.Walk(self.ctx.fresh("piece", "int"), p.Items(rows), None)
        sets.bind(carrier.this, walk, self.ctx)
        return walk.var, [walk]

    def _in_force(
        self, adjust: g.Adjust, carrier: g.Selector, row: p.Expr, subject: p.Var | None
    ) -> p.Expr:
        from hoyle.compiler.from_game import force

        owner = force.holder_of(carrier.thing, row, self.ctx.whole)
        if subject is not None and any(
            self._is_you(adjust, number, equals) for number, equals in adjust.tests
        ):
            self.ctx.bind(adjust.you, subject)
            return b.eq(owner, subject)
        self.ctx.bind(adjust.you, owner)
        return b.op("ge", owner, b.ZERO)


def _plain(e: g.Expr) -> g.Expr:
    while isinstance(e, g.Cast):
        e = e.a
    return e


def _as_ratio(value: p.Expr) -> p.Expr:
    return value if b.form_of(value) == "ratio" else b.op("ratio", value, b.ONE)


def _rounding(body: g.Expr) -> tuple[str | None, g.Expr]:
    """How a value is rounded, and what is rounded, where its base says so."""
    if isinstance(body, g.Function) and body.name in ("round_up", "round_down"):
        return body.name, body.args[0]
    return None, body
