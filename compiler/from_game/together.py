"""`together`: part one collects the choices of every seat against one position, part two acts.

A block is cut as it is written: what only decides goes into the first part, deeds go into the
second, and branches that hold both stand in both, the first time as they are, the second time by
what was found then. Calls that decide are written out. What the second part needs of the first is
kept seat by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field

from hoyle.compiler.from_game import (
    branches,
    choosing,
    flow,
    hooked,
    leaving,
    statements,
    turn_orders,
)
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context, Place
from hoyle.compiler.from_game.cutting import Contents
from hoyle.compiler.from_game.expressions import lower_args, lower_expr, one_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

DEEPEST = 20
"""Calls within calls that are written out; a `to` that calls itself has no end."""


def lower_together(stmt: g.EachPlayer | g.EachOf, ctx: Context) -> None:
    """`together each player`, `together each of A, B`."""
    order, test = _seats(stmt, ctx)
    order = ctx.keep("order", order, stmt.span)
    you = ctx.local(stmt.you)
    with ctx.block() as first:
        second = Split(ctx, Contents(ctx.whole.game)).seat(stmt, you)
    with ctx.guarded():
        visited = test(you)
    kept = _kept(first, second)
    tuples = {name: _by_seat(name, kept[name], ctx) for name in kept}
    _Parts(you, order, visited, kept, tuples, ctx, stmt.span).write(tuple(first), second)


def _by_seat(name: str, var: p.Var, ctx: Context) -> p.Var:
    """A variable for what each seat has decided."""
    return ctx.fresh(f"{name}_of", "ints", f"list:{var.domain}" if var.domain else "")


Test = Callable[[p.Var], p.Expr]


def _seats(stmt: g.EachPlayer | g.EachOf, ctx: Context) -> tuple[p.Expr, Test]:
    """The seats in their order, and which of them take part."""
    if isinstance(stmt, g.EachOf):
        out = flow.still_in(ctx)
        return flow.seats_named(stmt, ctx), lambda you: b.and_(flow.somebody(stmt, you), out(you))
    source = turn_orders.seats_from(turn_orders.anchor_from(stmt.start, stmt.anchor, ctx), ctx)
    if isinstance(source, p.Range):
        order: p.Expr = b.const(tuple(range(ctx.whole.players)))
    else:
        assert isinstance(source, p.Items)
        order = source.of
    return order, lambda you: flow.visited(stmt, you, ctx)


# ------------------------------------------------------------------------------------ what is kept


def _kept(first: list[p.Stmt], second: p.Block) -> dict[str, p.Var]:
    """Variables of the first part that the second part reads."""
    made = ir.variables(tuple(first))
    bound = {stmt_var.name for stmt_var in _bound(tuple(first))}
    read: set[str] = set()
    for stmt in ir.statements(second):
        read |= ir.stmt_free(stmt)
    names = [name for name in made if name in bound and name in read]
    return {name: made[name] for name in names}


def _bound(block: p.Block) -> Iterator[p.Var]:
    for stmt in ir.statements(block):
        var = ir.bound_var(stmt)
        if var is not None:
            yield var


def _nothing(var: p.Var) -> p.Const:
    """What a variable is where it was never given a value."""
    match var.form:
        case "bool":
            return b.FALSE
        case "mask":
            return b.NO_MASK
        case "ints" | "texts":
            return p.Const((), var.form)
        case "str":
            return p.Const("", "str")
        case _:
            return b.NONE


@record(frozen=False)
class _Parts:
    """Both parts around what one seat decides and does; `tuples` hold what is kept, by seat."""

    you: p.Var
    order: p.Expr
    visited: p.Expr
    kept: dict[str, p.Var]
    tuples: dict[str, p.Var]
    ctx: Context
    span: Span

    def write(self, first: p.Block, second: p.Block) -> None:
        """Nothing chosen yet; then all decide; then all act, as one moment."""
        ctx, span = self.ctx, self.span
        taking = ctx.fresh("taking_part", "mask")
        if self.visited != b.TRUE:
            ctx.emit(p.Assign(taking, b.NO_MASK, span))
        for name, var in self.kept.items():
            nothing = (_nothing(var).value,) * ctx.whole.players
            ctx.emit(p.Assign(self.tuples[name], p.Const(nothing, "ints"), span))
        deciding = self._first(first, taking)
        ctx.emit(p.For(ctx.label("deciding"), self.you, p.Items(self.order), deciding, span))
        acting = self._second(second, taking)
        loop = p.For(ctx.label("acting"), self.you, p.Items(self.order), acting, span)
        ctx.emit(p.AtOnce((loop,), span))
        ctx.test_signal(span)

    def _first(self, first: p.Block, taking: p.Var) -> p.Block:
        """A seat decides; what was decided is put away."""
        you, span = self.you, self.span
        start = tuple(p.Assign(var, _nothing(var), span) for var in self.kept.values())
        away = tuple(
            p.Assign(self.tuples[name], b.op("replace", self.tuples[name], you, var), span)
            for name, var in self.kept.items()
        )
        if self.visited == b.TRUE:
            return (*start, *first, *away)
        join = p.Assign(taking, b.union(taking, b.bit(you)), span)
        return (p.If(self.visited, (join, *start, *first, *away), (), span),)

    def _second(self, second: p.Block, taking: p.Var) -> p.Block:
        """A seat that took part acts, if it is still in the game."""
        again = tuple(
            p.Assign(var, b.op("item", self.tuples[name], self.you, form=var.form), self.span)
            for name, var in self.kept.items()
        )
        took_part = b.TRUE if self.visited == b.TRUE else b.has(taking, self.you)
        test = b.and_(took_part, flow.still_in(self.ctx)(self.you))
        return (p.If(test, (*again, *second), (), self.span),)


# ----------------------------------------------------------------------------------------- the cut


@record(frozen=False)
class Split:
    """Writes the first part into the open block and gives the second part back."""

    ctx: Context
    contents: Contents
    outside: list[Place] = field(default_factory=list)
    deep: int = 0
    later: bool = False  # whether choices come behind the block in work

    def seat(self, stmt: g.EachPlayer | g.EachOf, you: p.Var) -> p.Block:
        """The block of one seat."""
        ctx, span = self.ctx, stmt.span
        label, second_label = ctx.label("decided"), ctx.label("done")
        self.outside = list(ctx.places)
        address = leaving.address_place(stmt.body, you, ctx)
        if address is not None:
            self.outside.append(address)
        self.outside.append(Place(second_label, stops=True))
        before, ctx.secret = ctx.secret, True
        with ctx.block() as first, ctx.inside(Place(label, stops=True, returns=True)):
            second = self.body(stmt.body)
        ctx.secret = before
        ctx.emit(p.Region(label, tuple(first), span))
        done: p.Block = (p.Region(second_label, second, span),)
        if address is None:
            return done
        with ctx.block() as whole:
            leaving.write_addressed(address, done, ctx, span)
        return tuple(whole)

    @contextmanager
    def acting(self) -> Iterator[list[p.Stmt]]:
        """What is emitted inside belongs to the second part."""
        ctx = self.ctx
        places, secret = ctx.places, ctx.secret
        ctx.places, ctx.secret = self.outside, False
        try:
            with ctx.block() as body:
                yield body
        finally:
            ctx.places, ctx.secret = places, secret

    def body(self, body: g.Body) -> p.Block:
        """A block: decisions now, deeds in the second part."""
        second: list[p.Stmt] = []
        for at, stmt in enumerate(body):
            if not self.contents.acts((stmt,)) and not self.contents.leaves((stmt,)):
                if not self._is_asking_call(stmt):
                    statements.lower_stmt(stmt, body[at + 1 :], self.ctx)
                    continue
            elif not self.contents.asks(body[at:]) and not self._may_skip(body[at:]):
                with self.acting() as deeds:
                    statements.lower_body(body[at:], self.ctx)
                return (*second, *deeds)
            before, self.later = self.later, self.later or self.contents.asks(body[at + 1 :])
            second += self.both(stmt, body[at + 1 :])
            self.later = before
        return tuple(second)

    def _may_skip(self, rest: g.Body) -> bool:
        """Whether the rest of a block may leave choices out that come after the block."""
        return self.later and self.contents.leaves(rest)

    def _is_asking_call(self, stmt: g.Stmt) -> bool:
        return isinstance(stmt, g.Call) and self.contents.asks((stmt,))

    def both(self, stmt: g.Stmt, following: g.Body) -> p.Block:
        """A statement that stands in both parts."""
        match stmt:
            case g.If():
                cond = self.found("found", lower_expr(stmt.cond, self.ctx), stmt)
                return self.branch(
                    cond, lambda: self.body(stmt.then), lambda: self.body(stmt.otherwise), stmt
                )
            case g.Match():
                subject = self.found("subject", lower_expr(stmt.subject, self.ctx), stmt)
                return self._arms(stmt, subject, list(stmt.arms))
            case g.As():
                you = self.ctx.local(stmt.you)
                self.ctx.emit(p.Assign(you, lower_expr(stmt.who, self.ctx), stmt.span))
                test = b.op("ge", you, b.ZERO)
                return self.branch(test, lambda: self.body(stmt.body), lambda: (), stmt)
            case g.AtOnce():
                return self.body(stmt.body)
            case g.Choose() | g.ChooseBranch() | g.May():
                return self._choice(stmt, following)
            case g.Call():
                return self._call(stmt)
            case _:
                return self._deed(stmt)

    def found(self, name: str, value: p.Expr, stmt: g.Stmt) -> p.Expr:
        """What a test shows in the first part, for the second."""
        if isinstance(value, p.Const):
            return value
        var = self.ctx.fresh(name, b.form_of(value))
        self.ctx.emit(p.Assign(var, value, stmt.span))
        return var

    def branch(
        self,
        cond: p.Expr,
        then: Callable[[], p.Block],
        otherwise: Callable[[], p.Block],
        stmt: g.Stmt,
    ) -> p.Block:
        """A branch in both parts."""
        if isinstance(cond, p.Const):
            return then() if cond.value else otherwise()
        with self.ctx.block() as first_then:
            second_then = then()
        with self.ctx.block() as first_else:
            second_else = otherwise()
        self.ctx.emit(p.If(cond, tuple(first_then), tuple(first_else), stmt.span))
        return (p.If(cond, second_then, second_else, stmt.span),)

    def _arms(
        self,
        stmt: g.Match,
        subject: p.Expr,
        arms: list[tuple[tuple[g.Value, ...], g.Body]],
    ) -> p.Block:
        constants, body = arms[0]
        if len(arms) == 1:
            return self.body(body)
        test = one_of(subject, constants, stmt.subject.type, self.ctx)
        return self.branch(
            test, lambda: self.body(body), lambda: self._arms(stmt, subject, arms[1:]), stmt
        )

    def _deed(self, stmt: g.Stmt) -> p.Block:
        """A deed, or a way out: the first part ends here where the second does."""
        if isinstance(stmt, g.Let | g.Evaluate | g.Assign | g.If):
            raise self.ctx.not_yet("A choice and a deed in one line of `together`", stmt.span)
        if isinstance(stmt, g.EachPlayer | g.EachOf | g.EachIn | g.Repeat | g.GoRound | g.Offer):
            raise self.ctx.not_yet("Choices and deeds in one loop of `together`", stmt.span)
        with self.acting() as deeds:
            statements.lower_stmt(stmt, (), self.ctx)
        if isinstance(stmt, g.Return):
            leaving.return_(self.ctx, None, stmt.span)
        elif self.contents.leaves((stmt,)):
            outermost = next(place for place in self.ctx.places if place.returns)
            leaving.leave(self.ctx, outermost, stmt.span)
        return tuple(deeds)

    # -- choices

    def _choice(self, stmt: g.Choose | g.ChooseBranch | g.May, following: g.Body) -> p.Block:
        """A choice whose blocks act: asked in the first part, done in the second."""
        which = self.ctx.fresh("decided", "int")
        self.ctx.emit(p.Assign(which, b.NONE, stmt.span))
        blocks: list[p.Block] = []

        def way(body: g.Body) -> Callable[[], None]:
            def write() -> None:
                number = len(blocks)
                blocks.append(())
                self.ctx.emit(p.Assign(which, b.const(number), stmt.span))
                blocks[number] = self.body(body)

            return write

        match stmt:
            case g.Choose():
                choosing.lower_choose(stmt, following, self.ctx, way)
            case g.ChooseBranch():
                branches.lower_choose_branch(stmt, self.ctx, way)
            case g.May():
                branches.lower_may(stmt, self.ctx, way)
        return self._taken(which, blocks, stmt.span)

    def _taken(self, which: p.Var, blocks: list[p.Block], span: Span) -> p.Block:
        """What was decided, done."""
        found: p.Block = ()
        for number, block in reversed(list(enumerate(blocks))):
            if block:
                found = (p.If(b.eq(which, b.const(number)), block, found, span),)
        return found

    # -- calls

    def _call(self, stmt: g.Call) -> p.Block:
        """A call that decides, written out; what meets it is one of the choices."""
        proc, ctx = stmt.proc, self.ctx
        if stmt.original and proc.parent is not None:
            proc = proc.parent
        if not self.contents.asks((stmt,)):
            return self._deed(stmt)
        if proc.versions or proc.gives:
            raise ctx.not_yet("A call of this kind that decides in `together`", stmt.span)
        you = b.NONE if stmt.you is None else lower_expr(stmt.you, ctx)
        args = lower_args(proc, stmt.args, ctx)
        for param, arg in zip(proc.params, args, strict=True):
            ctx.emit(p.Assign(ctx.local(param), arg, stmt.span))
        ctx.bind(proc.you, you)
        self.deep += 1
        if self.deep > DEEPEST:
            raise ctx.not_yet("A `to` that calls itself in `together`", stmt.span)
        if self.contents.hooks_on(proc) and not stmt.original:
            second = hooked.both_parts(self, proc, you, stmt.span)
        else:
            second = self.inlined(proc)
        self.deep -= 1
        return second

    def inlined(self, proc: g.Proc) -> p.Block:
        """The body of a `to` whose parameters are bound."""
        ctx, span = self.ctx, proc.span
        signal = ctx.whole.signal(proc.name)
        label, second_label = ctx.label(proc.name), ctx.label(proc.name)
        self.outside.append(Place(second_label, signal=signal, returns=True))
        with ctx.block() as first, ctx.inside(Place(label, signal=signal, returns=True)):
            second = self.body(proc.body or ())
        self.outside.pop()
        ctx.emit(p.Region(label, tuple(first), span))
        return (p.Region(second_label, second, span),)
