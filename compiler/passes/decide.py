"""Decide comparisons that the ranges of cells and locals already tell; after one of two comes the
other.

active in 0..1:   active >= 0 and any line …   ──►   any line …
                  (active + 1) mod 2           ──►   1 - active
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.passes.intervals import Interval
from hoyle.compiler.passes.ranges import Ranges


def decide(program: p.Program) -> p.Program:
    """The program without comparisons that are always true or never."""
    known = ranges.find(program)
    functions = {
        name: replace(fn, body=decided(fn.body, name, known))
        for name, fn in program.functions.items()
    }
    procedures = {
        name: replace(x, body=_block(x.body, name, known)) for name, x in program.procedures.items()
    }
    return replace(program, functions=functions, procedures=procedures)


def _block(block: p.Block, owner: str, known: Ranges) -> p.Block:
    return tuple(
        walk.map_blocks(
            walk.map_stmt(stmt, lambda e: decided(e, owner, known)),
            lambda inner: _block(inner, owner, known),
        )
        for stmt in block
    )


def decided(e: p.Expr, owner: str, known: Ranges) -> p.Expr:
    """An expression with the comparisons in it decided where they can be, and shorter ways."""
    new = _decided(e, owner, known)
    return e if new is e else fold_expr(new)


def _decided(e: p.Expr, owner: str, known: Ranges) -> p.Expr:
    e = walk.map_expr(e, lambda part: _decided(part, owner, known))
    match e:
        case p.Comp(_, var, p.Bits(mask), p.Op("and", tests)):
            from_here = p.Op("size", (p.Op("unshift", (mask, var), "mask"),), "int")
            left = [x for x in tests if not _is_one_at_least(x, from_here, owner, known)]
            return e if len(left) == len(tests) else replace(e, cond=b.and_(*left))
        case p.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as name, (left, right)) if (
            b.form_of(left) == "int" and b.form_of(right) == "int"
        ):
            answer = _compared(name, known.of(owner, left), known.of(owner, right))
            return e if answer is None else p.Const(answer, "bool")
        case p.Op("mod", (p.Op("add", (one, p.Const(1))), p.Const(2, "int"))) if _within(
            known.of(owner, one), 0, 1
        ):
            return p.Op("sub", (p.Const(1, "int"), one), "int")
        case _:
            return e


def _is_one_at_least(e: p.Expr, members: p.Expr, owner: str, known: Ranges) -> bool:
    """Whether it only asks if a set of one member at least has so many."""
    match e:
        case p.Op("ge", (left, number)) if left == members:
            return known.of(owner, number).high <= 1
        case _:
            return False


def _within(found: Interval, low: int, high: int) -> bool:
    return not found.empty and low <= found.low and found.high <= high


def _compared(name: str, one: Interval, other: Interval) -> bool | None:
    """What a comparison of two intervals says, if it says the same for all numbers in them."""
    if one.empty or other.empty:
        return None
    match name:
        case "lt" | "ge":
            below = True if one.high < other.low else False if one.low >= other.high else None
            return below if below is None or name == "lt" else not below
        case "gt" | "le":
            above = True if one.low > other.high else False if one.high <= other.low else None
            return above if above is None or name == "gt" else not above
        case _:
            apart = one.high < other.low or other.high < one.low
            return (name == "ne") if apart else None
