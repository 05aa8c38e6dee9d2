"""Indexes made in advance: rows of a table by a printed fact, rows in a printed order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import intervals
from hoyle.compiler.from_game.constant import Evaluator, Unknown, is_static
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.meaning import members_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir

_WIDEST = 512
"""No index is made over more values than this."""


def indexed(walk: b.Walk, cond: p.Expr, ctx: Context) -> b.Walk:
    """A walk narrowed by a condition: what is printed is looked up, the rest stays a test."""
    tests = cond.args if isinstance(cond, p.Op) and cond.name == "and" else (cond,)
    for test in tests:
        walk = _narrowed(walk, test, ctx)
    return walk


def _narrowed(walk: b.Walk, test: p.Expr, ctx: Context) -> b.Walk:
    items = _fixed_items(walk.source)
    if walk.cond is not None or items is None:
        return walk.where(test)
    if _only_var(test, walk.var, ctx):
        kept = _kept(items, test, walk.var, ctx)
        return walk.where(test) if kept is None else replace(walk, source=_source(kept))
    by_key = _by_key(items, test, walk.var, ctx)
    return walk.where(test) if by_key is None else replace(walk, source=by_key)


def _fixed_items(source: p.Source) -> tuple[int, ...] | None:
    """The elements of a source that never changes."""
    match source:
        case p.Range(p.Const(low), p.Const(high)):
            if isinstance(low, int) and isinstance(high, int) and high - low <= _WIDEST:
                return tuple(range(low, high))
        case p.Items(p.Const(items)):
            if isinstance(items, tuple) and all(isinstance(i, int) for i in items):
                return items  # type: ignore[return-value]
        case p.Bits(p.Const(mask)) if isinstance(mask, int):
            return members_of(mask)
        case _:
            pass
    return None


def _only_var(e: p.Expr, var: p.Var, ctx: Context) -> bool:
    return is_static(e, ctx.whole.program) and ir.free(e) <= {var.name}


def _hangs_on(e: p.Expr, var: p.Var, ctx: Context) -> bool:
    """Whether an expression is printed, and is another for each element."""
    return _only_var(e, var, ctx) and ir.free(e) == {var.name}


def _kept(items: tuple[int, ...], test: p.Expr, var: p.Var, ctx: Context) -> tuple[int, ...] | None:
    evaluator = Evaluator(ctx.whole.program)
    try:
        return tuple(item for item in items if evaluator.value(test, {var: item}))
    except (Unknown, ArithmeticError):
        return None


def _source(items: tuple[int, ...]) -> p.Source:
    if items and items == tuple(range(items[0], items[0] + len(items))):
        return p.Range(b.const(items[0]), b.const(items[0] + len(items)))
    return p.Items(p.Const(items, "ints"))


def _by_key(items: tuple[int, ...], test: p.Expr, var: p.Var, ctx: Context) -> p.Source | None:
    """`fact(x) is key`, where the key does not hang on x: a table of rows by key."""
    if not isinstance(test, p.Op) or test.name != "eq":
        return None
    fact, key = test.args
    if not _hangs_on(fact, var, ctx):
        fact, key = key, fact
    if not _hangs_on(fact, var, ctx) or var.name in ir.free(key):
        return None
    if b.form_of(fact) != "int":
        return None
    bounds = intervals.range_of(key, ctx)
    if bounds is None or bounds[1] - bounds[0] > _WIDEST:
        return None
    rows = _rows_by_key(items, fact, var, bounds, ctx)
    if rows is None:
        return None
    name = _index_name(fact)
    table = ctx.whole.table(("index", rows, bounds[0]), name, 2, "int", lambda: rows)
    return p.Items(b.lookup(table, b.shifted(key, -bounds[0])))


def _rows_by_key(
    items: tuple[int, ...], fact: p.Expr, var: p.Var, bounds: tuple[int, int], ctx: Context
) -> tuple[tuple[int, ...], ...] | None:
    evaluator = Evaluator(ctx.whole.program)
    rows: dict[Any, list[int]] = {}
    try:
        for item in items:
            rows.setdefault(evaluator.value(fact, {var: item}), []).append(item)
    except (Unknown, ArithmeticError):
        return None
    low, high = bounds
    return tuple(tuple(rows.get(value, ())) for value in range(low, high + 1))


def _index_name(fact: p.Expr) -> str:
    return f"BY_{fact.table.name}" if isinstance(fact, p.Lookup) else "BY_KEY"


def ranked(e: p.RankComp, ctx: Context) -> p.Expr:
    """A ranking by printed keys of all rows of a table is known in advance."""
    items = _fixed_items(e.source)
    if items is None or not all(_only_var(key, e.var, ctx) for key in e.keys):
        return e
    if e.cond is not None:
        return e
    evaluator = Evaluator(ctx.whole.program)
    try:
        value = evaluator.value(e, {})
    except (Unknown, ArithmeticError):
        return e
    return p.Const(value, e.form)


def in_order(walk: b.Walk, keys: tuple[p.Expr, ...], ctx: Context) -> b.Walk | None:
    """A walk over printed elements in the order of printed keys, the best first.

    None where anything of that changes, or where two elements tie.
    """
    if not all(_only_var(key, walk.var, ctx) for key in keys):
        return None
    match walk.source:
        case p.Items(of=p.Lookup(table=table, indexes=(index,))) if table.depth == 2:
            rows = [_sorted(row, walk.var, keys, ctx) for row in table.data]
            if any(row is None for row in rows):
                return None
            found = tuple(row for row in rows if row is not None)
            name = f"{table.name}_RANKED"
            made = ctx.whole.table(("ranked", found), name, 2, "int", lambda: found)
            return replace(walk, source=p.Items(p.Lookup(made, (index,))))
        case source:
            items = _fixed_items(source)
            order = None if items is None else _sorted(items, walk.var, keys, ctx)
            if order is None:
                return None
            return replace(walk, source=p.Items(p.Const(order, "ints")))


def _sorted(
    items: object, var: p.Var, keys: tuple[p.Expr, ...], ctx: Context
) -> tuple[int, ...] | None:
    """Elements by falling keys; None if two tie."""
    if not isinstance(items, tuple):
        return None
    evaluator = Evaluator(ctx.whole.program)
    ranked_: dict[Any, int] = {}
    for item in items:
        try:
            rank = tuple(evaluator.value(key, {var: item}) for key in keys)
        except (Unknown, ArithmeticError):
            return None
        if rank in ranked_:
            return None
        ranked_[rank] = item
    return tuple(ranked_[rank] for rank in sorted(ranked_, reverse=True))
