"""Between which numbers an expression surely stays, as far as it shows by itself."""

from __future__ import annotations

from math import inf
from typing import Any

from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p

Bounds = tuple[float, float]
ANYTHING: Bounds = (-inf, inf)
NATURAL: Bounds = (0, inf)


def range_of(e: p.Expr, ctx: Context) -> tuple[int, int] | None:
    """The least and greatest value; None where one of them is not known."""
    low, high = bounds(e, ctx)
    return None if low == -inf or high == inf else (int(low), int(high))


def bounds(e: p.Expr, ctx: Context) -> Bounds:
    """The least and greatest value, infinite where they are not known."""
    match e:
        case p.Const(value):
            return (value, value) if isinstance(value, int) else ANYTHING
        case p.Var():
            return ctx.ranges.get(e, ANYTHING)
        case p.Get(cell, _):
            return _of_cell(cell)
        case p.Lookup(table, indexes):
            return _span_of(table.data) if len(indexes) == table.depth else ANYTHING
        case p.Op(name, args):
            return _operation(name, args, ctx)
        case p.Comp(kind="count"):
            return NATURAL
        case p.Comp(kind="sum", body=body):
            return NATURAL if bounds(body, ctx)[0] >= 0 else ANYTHING
        case p.Comp(kind="max" | "min", body=body, default=None):
            return bounds(body, ctx)
        case p.Library("in_range", (_, p.Const(int(low)), p.Const(int(high)), *_)):
            return (low, high)
        case _:
            return ANYTHING


def _of_cell(cell: p.Cell) -> Bounds:
    low = -inf if cell.low is None else cell.low
    return (low, inf if cell.high is None else cell.high)


def _operation(name: str, args: tuple[p.Expr, ...], ctx: Context) -> Bounds:
    if name in ("len", "size"):
        return NATURAL
    if name not in ("add", "sub", "min", "max", "neg", "mul", "floordiv", "mod", "if"):
        return ANYTHING
    parts = [bounds(arg, ctx) for arg in (args[1:] if name == "if" else args)]
    match name, parts:
        case "neg", [(low, high)]:
            return (-high, -low)
        case "add", [(a, b), (c, d)]:
            return (a + c, b + d)
        case "sub", [(a, b), (c, d)]:
            return (a - d, b - c)
        case "min", [(a, b), (c, d)]:
            return (min(a, c), min(b, d))
        case "max", [(a, b), (c, d)]:
            return (max(a, c), max(b, d))
        case "if", [(a, b), (c, d)]:
            return (min(a, c), max(b, d))
        case _, [first, second]:
            return _product(name, first, second)
        case _:
            return ANYTHING


def _product(name: str, first: Bounds, second: Bounds) -> Bounds:
    """Products, quotients and rests of what is never negative."""
    (a, b), (c, d) = first, second
    if name == "mod" and c == d > 0:
        return (0, d - 1)
    if a < 0 or c < 0:
        return ANYTHING
    if name == "mul":
        return (a * c, inf if inf in (b, d) else b * d)
    if name == "floordiv" and c == d > 0:
        return (a // d, b if b == inf else b // d)
    return ANYTHING


def _span_of(data: Any) -> Bounds:
    """The least and greatest number in nested tuples."""
    flat: list[int] = []
    waiting: list[Any] = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
        elif isinstance(item, int):
            flat.append(item)
        else:
            return ANYTHING
    return (min(flat), max(flat)) if flat else ANYTHING
