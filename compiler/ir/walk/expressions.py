"""Expressions: what stands in them, and the same with other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, TypeVar, assert_never

from hoyle.compiler.ir import program as p
from hoyle.dsl.records import with_parts

ExprMap = Callable[[p.Expr], p.Expr]

Part = TypeVar("Part")
Node = TypeVar("Node", bound=p.Expr | p.Stmt | p.Choice | p.Guard | p.Hole | p.Fn | p.Watch)


# ---------------------------------------------------------------------------------- the same anew


def map_expr(e: p.Expr, f: ExprMap) -> p.Expr:
    """The expression with `f` done to each expression directly inside; itself if that changes
    nothing."""
    match e:
        case p.Var() | p.Const() | p.Answer():
            return e
        case p.Op():
            new = map_each(e.args, f)
            return e if new is e.args else p.Op(e.name, new, e.form)
        case p.Get():
            at = map_maybe(e.index, f)
            return e if at is e.index else p.Get(e.cell, at)
        case p.Lookup():
            new = map_each(e.indexes, f)
            return e if new is e.indexes else p.Lookup(e.table, new)
        case p.CallFn() | p.Library():
            return changed(e, args=map_each(e.args, f))
        case p.Comp():
            source, cond, body = map_source(e.source, f), map_maybe(e.cond, f), f(e.body)
            return changed(e, source=source, cond=cond, body=body, default=map_maybe(e.default, f))
        case p.RankComp():
            source, cond = map_source(e.source, f), map_maybe(e.cond, f)
            return changed(e, source=source, cond=cond, keys=map_each(e.keys, f))
        case p.Lambda():
            return changed(e, body=f(e.body))
        case _:
            assert_never(e)


def changed(node: Node, **parts: Any) -> Node:
    """The node with these parts; itself if it has the very same already."""
    for name, part in parts.items():
        if getattr(node, name) is not part:
            return with_parts(node, parts)
    return node


def map_each(parts: tuple[Part, ...], f: Callable[[Part], Part]) -> tuple[Part, ...]:
    """All of them, mapped; the very same tuple if nothing changes."""
    new = tuple(map(f, parts))
    return parts if all(map(is_, parts, new)) else new


def map_maybe(e: p.Expr | None, f: ExprMap) -> p.Expr | None:
    """It, mapped, if there is one."""
    return None if e is None else f(e)


def map_source(source: p.Source, f: ExprMap) -> p.Source:
    """The source with `f` done to each expression directly inside; itself if that changes
    nothing."""
    match source:
        case p.Range(low, high):
            first, behind = f(low), f(high)
            return source if first is low and behind is high else p.Range(first, behind)
        case p.Bits(mask, size):
            new = f(mask)
            return source if new is mask else p.Bits(new, size)
        case p.Items(of):
            new = f(of)
            return source if new is of else p.Items(new)
        case _:
            assert_never(source)


# ------------------------------------------------------------------------------- what stands in it


def source_parts(source: p.Source) -> tuple[p.Expr, ...]:
    """The expressions directly inside a source."""
    match source:
        case p.Range(low, high):
            return (low, high)
        case p.Bits(mask, _):
            return (mask,)
        case p.Items(of):
            return (of,)
        case _:
            assert_never(source)


def parts(e: p.Expr) -> tuple[p.Expr, ...]:
    """The expressions directly inside, those of a source included."""
    match e:
        case p.Var() | p.Const():
            return ()
        case p.Op():
            return e.args
        case p.Get():
            return () if e.index is None else (e.index,)
        case p.Lookup():
            return e.indexes
        case p.CallFn() | p.Library():
            return e.args
        case p.Answer():
            return (e.var,)
        case p.Comp():
            rest = tuple(x for x in (e.cond, e.body, e.default) if x is not None)
            return (*source_parts(e.source), *rest)
        case p.RankComp():
            cond = () if e.cond is None else (e.cond,)
            return (*source_parts(e.source), *cond, *e.keys)
        case p.Lambda():
            return (e.body,)
        case _:
            assert_never(e)


def inside(e: p.Expr) -> list[p.Expr]:
    """The expression and everything inside it, from the outside in and from left to right."""
    found: list[p.Expr] = []
    waiting = [e]
    while waiting:
        x = waiting.pop()
        found.append(x)
        if isinstance(x, p.Op):
            waiting += x.args[::-1]
        elif not isinstance(x, p.Var | p.Const):
            waiting += parts(x)[::-1]
    return found


def cells_read(e: p.Expr, functions: Mapping[str, p.Fn]) -> frozenset[str]:
    """Names of all cells that an expression reads, closed over the functions it calls."""
    found: set[str] = set()
    called: set[str] = set()
    waiting = [e]
    while waiting:
        for x in inside(waiting.pop()):
            if isinstance(x, p.Get):
                found.add(x.cell.name)
            elif isinstance(x, p.CallFn) and x.name not in called:
                called.add(x.name)
                waiting.append(functions[x.name].body)
    return frozenset(found)


def members(mask: int) -> tuple[int, ...]:
    """The members of a mask, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def claim(e: p.Comp) -> p.Expr:
    """What `any` or `every` claims of an item; without a condition `any` asks for an item only."""
    return p.Const(True, "bool") if e.cond is None else e.cond


def joined(e: p.Expr, name: str) -> tuple[p.Expr, ...]:
    """The tests that `and` or `or` joins; one that is not joined is alone."""
    return e.args if isinstance(e, p.Op) and e.name == name else (e,)


def is_atom(e: p.Expr) -> bool:
    """Whether an expression costs nothing to read again."""
    return isinstance(e, p.Var | p.Const)
