"""What loops walk, as far as it is printed: known items, rows of a table, whole cells."""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import known as static_items

FEW = 4
"""Loops over so few known things are written out."""

LONGEST = 8
"""Rows of so many items are unpacked where they are looked up."""


def row_of(
    var: p.Var, source: p.Source, inside: tuple[p.Expr, ...]
) -> tuple[p.Comp, p.StaticTable, int] | None:
    """A claim about a row that is looked up for each number of a range; the range is the whole
    table."""
    for e in inside:
        for x in walk.inside(e):
            if not isinstance(x, p.Comp) or x.kind not in ("any", "every"):
                continue
            match source, x.source:
                case (
                    p.Range(p.Const(int() as low), p.Const(int() as high)),
                    p.Items(p.Lookup(table, (index,))),
                ) if index == _shifted_by(var, -low) and high - low == len(table.data):
                    if (length(table.data) or LONGEST + 1) <= LONGEST and not walk.bound(
                        walk.claim(x)
                    ):
                        return x, table, low
                case _:
                    continue
    return None


def _shifted_by(var: p.Var, number: int) -> p.Expr:
    return var if number == 0 else p.Op("add", (var, p.Const(number, "int")), "int")


def differ(source: p.Source) -> bool:
    """Whether no item comes twice."""
    match source:
        case p.Items(of):
            return isinstance(of, p.Get) and of.cell.shape == "members"
        case _:
            return True


def row_length(source: p.Source) -> int | None:
    """How many items every row of a printed source has, if they are few and as many everywhere."""
    if not isinstance(source, p.Items) or not isinstance(source.of, p.Lookup):
        return None
    rows: tuple[p.Datum, ...] = source.of.table.data
    for _ in source.of.indexes:
        rows = tuple(row for inner in rows if isinstance(inner, tuple) for row in inner)
    items = length(rows)
    return items if items is not None and 0 < items <= FEW else None


def length(rows: tuple[p.Datum, ...]) -> int | None:
    """How many items every row has, if all have as many."""
    lengths = {len(row) if isinstance(row, tuple) else None for row in rows}
    return lengths.pop() if len(lengths) == 1 else None


def only_walked(e: p.Expr, var: p.Var) -> bool:
    """Whether a row is only ever walked by claims inside an expression."""
    walked = sum(
        1
        for x in walk.inside(e)
        if isinstance(x, p.Comp)
        and x.kind in ("any", "every")
        and x.source == p.Items(var)
        and not walk.bound(walk.claim(x))
    )
    return walked > 0 and walked == sum(1 for x in walk.inside(e) if x == var)


def listed(source: p.Source) -> tuple[p.Expr, ...] | None:
    """The few items of a list that is written out, if each may be worked out more than once."""
    match source:
        case p.Items(p.Op("tuple", args)) if len(args) <= FEW:
            cheap = all(_is_looked_up(arg) for arg in args)
            return args if cheap else None
        case _:
            return None


def _is_looked_up(e: p.Expr) -> bool:
    """Whether an expression is a look into data, and no more."""
    kinds = p.Lookup | p.Var | p.Const | p.Op | p.Get
    inside = walk.inside(e)
    return len(inside) <= 12 and all(isinstance(x, kinds) for x in inside)


def whole_cell(e: p.Comp) -> tuple[p.Cell, p.Expr] | None:
    """`any i in 0..n-1 has cell[i] == k` over the whole of a cell: the cell and k."""
    known = static_items(e.source)
    match e.cond:
        case p.Op("eq", (p.Get(cell, p.Var(name)), wanted)) if name == e.var.name:
            whole = known is not None and known == tuple(range(cell.length or 0))
            return (cell, wanted) if whole and e.var.name not in walk.free(wanted) else None
        case _:
            return None


__all__ = [
    "FEW",
    "length",
    "listed",
    "only_walked",
    "row_length",
    "row_of",
    "static_items",
    "whole_cell",
]
