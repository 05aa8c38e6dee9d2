"""Which options can be completed: an action is offered only if its further parameters exist.

Leading `choose` and `pay` lines of a block, and `choose` lines that follow each other, are
parameters of one action. The rest of the action is tested by nested loops: some value for the next
parameter, for which there is some value for the one after it.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import copies, inlined, ranking, sets
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.walk import locals_read


def completable(body: g.Body, ctx: Context) -> p.Expr:
    """Whether the parameters that a body begins with all have a value."""
    if not body:
        return b.TRUE
    first, rest = body[0], body[1:]
    match first:
        case g.Choose() if first.otherwise is not None or first.if_any or first.may:
            return b.TRUE
        case g.Choose() if first.unseen:
            return b.op("gt", ranking.count(first.source, ctx), b.ZERO)
        case g.Choose() if first.count is not None:
            least = lower_expr(first.count[0], ctx)
            rest_too = after_several(first, rest, ctx)
            if least == b.ZERO:
                return rest_too
            return b.and_(b.op("ge", ranking.count(first.source, ctx), least), rest_too)
        case g.Choose():
            return _some_candidate(first, rest, ctx)
        case g.Pay():
            with ctx.guarded():
                return b.and_(affordable(first, ctx), completable(rest, ctx))
        case _:
            return b.TRUE


def after_several(stmt: g.Choose, following: g.Body, ctx: Context) -> p.Expr:
    """Whether what follows a choice of several can be completed, as far as it does not hang on
    which they are."""
    with ctx.guarded():
        return completable(_without(stmt.body or following, stmt.local), ctx)


def _without(body: g.Body, local: g.Local) -> g.Body:
    """The parameters that a body begins with, up to the first that reads a local."""
    found: list[g.Stmt] = []
    for stmt in body:
        match stmt:
            case g.Choose(source=source) if not _reads(local, source, *(stmt.count or ())):
                inner = _without(stmt.body, local)
                found.append(replace(stmt, body=inner))
                if stmt.body:
                    break
            case g.Pay() if not _reads(local, stmt.amount, stmt.payer):
                found.append(stmt)
            case _:
                break
    return tuple(found)


def _reads(local: g.Local, *parts: g.Expr | None) -> bool:
    """Whether any of these asks for a local."""
    return any(local in set(locals_read(part)) for part in parts if part is not None)


def _some_candidate(stmt: g.Choose, following: g.Body, ctx: Context) -> p.Expr:
    """Whether anything can be chosen and completed; no order matters here."""
    rest = stmt.body or following
    return inlined.exists(stmt.source, stmt.local, lambda: completable(rest, ctx), ctx)


def mark_sure(body: g.Body, ctx: Context) -> None:
    """The choices that a body begins with have been tested and need no second test."""
    while body and isinstance(body[0], g.Choose):
        first = body[0]
        if first.otherwise is not None or first.if_any or first.may or first.unseen:
            return
        ctx.sure.add(id(first))
        if first.count is not None:
            return
        body = first.body or body[1:]


def affordable(stmt: g.Pay, ctx: Context) -> p.Expr:
    """Whether the payer has what is to be paid; a gain is never too much."""
    if stmt.op == "gain":
        return b.TRUE
    return b.op("ge", lower_expr(stmt.payer, ctx), lower_expr(stmt.amount, ctx))


def candidates(
    stmt: g.Choose, following: g.Body, ctx: Context
) -> tuple[b.Walk, copies.Copies | None]:
    """What can be chosen and completed, ascending; of pieces with copies, what is there."""
    walk = ascending(sets.lower_source(stmt.source, ctx, name=stmt.local.name), stmt, ctx)
    kinds = copies.kinds(sets.element(stmt.source.type, ctx), ctx.whole.game)
    if kinds is None:
        return _completed(walk, stmt, following, ctx), None
    there = sets.mask_of(b.Walk(walk.var, walk.source, walk.cond))
    found = copies.Copies(kinds, there, copies.places(stmt.source, kinds, ctx.whole))
    if not found.is_simple:
        walk = _completed(walk, stmt, following, ctx)
        return walk, replace(found, there=sets.mask_of(walk))
    var = ctx.fresh(walk.var.name, "int")
    again = b.Walk(var, p.Bits(there, ctx.forms.bits(stmt.source.type)), None)
    again = again.where(copies.first_of_each(var, there, kinds, ctx.whole))
    return _completed(again, stmt, following, ctx), found


def _completed(walk: b.Walk, stmt: g.Choose, following: g.Body, ctx: Context) -> b.Walk:
    """Of what can be chosen that for which the rest of the action exists."""
    sets.bind(stmt.local, walk, ctx)
    rest = stmt.body or following
    mark_sure(rest, ctx)
    with ctx.guarded():
        return walk.where(completable(rest, ctx))


def ascending(walk: b.Walk, stmt: g.Choose, ctx: Context) -> b.Walk:
    """A walk whose elements come in rising order, once each."""
    if walk.var.form == "str":
        raise ctx.not_yet("Choosing a text", stmt.span)
    if _rises(walk.source):
        return walk
    of = sets.element(stmt.source.type, ctx)
    var = ctx.fresh(walk.var.name, "int")
    if t.holds_equal_ones(stmt.source.type):
        return b.Walk(var, p.Items(p.Library("once_each", (b.comp("ints", walk),), "ints")), None)
    if ctx.forms.is_mask(of):
        mask = sets.mask_of(walk)
        return b.Walk(var, p.Bits(mask, ctx.forms.bits(of)), None)
    return b.Walk(var, p.Items(b.op("sorted", b.comp("ints", walk))), None)


def _rises(source: p.Source) -> bool:
    match source:
        case p.Range() | p.Bits():
            return True
        case p.Items(of=p.Const(items)) if isinstance(items, tuple):
            return _is_rising(items)
        case p.Items(of=p.Lookup(table=table, indexes=indexes)):
            rows: list[object] = [table.data]
            for _ in indexes:
                rows = [part for row in rows if isinstance(row, tuple) for part in row]
            return all(isinstance(row, tuple) and _is_rising(row) for row in rows)
        case _:
            return False


def _is_rising(items: tuple[object, ...]) -> bool:
    numbers = [item for item in items if isinstance(item, int)]
    return len(numbers) == len(items) and numbers == sorted(set(numbers))
