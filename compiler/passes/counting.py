"""What only counts stays small: no game lasts until it is much, and no row is that long."""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.intervals import COUNT, INFINITY, LONGEST, Interval

FEW = 100
"""What is added at once to something that counts."""


def counts(stmt: p.Store) -> bool:
    """Whether a cell only goes up by one or a few."""
    match stmt.value:
        case p.Op("add", (p.Get(cell, index), p.Const(int(more)))):
            return cell.name == stmt.cell.name and index == stmt.index and 0 <= more <= FEW
        case _:
            return False


def counts_up(stmt: p.Assign) -> bool:
    """Whether a local is a row of counts, and one of them goes up."""
    match stmt:
        case p.Assign(
            var, p.Op("replace", (of, at, p.Op("add", (p.Op("item", (same, there)), p.Const(1)))))
        ):
            return of == var == same and at == there
        case _:
            return False


def range_of(cell: p.Cell) -> Interval:
    """What comes through the test of a cell's range; a number of slots is a count."""
    if cell.shape == "number":
        return COUNT
    low = -INFINITY if cell.low is None else cell.low
    return Interval(low, INFINITY if cell.high is None else cell.high)


def longest(of: p.Expr) -> int:
    """How many items a row has at most."""
    match of:
        case p.Lookup(table, indexes):
            rows = [table.data]
            for _ in indexes:
                rows = [row for inner in rows for row in inner if isinstance(row, tuple)]
            return max(map(len, rows), default=0)
        case p.Const(tuple() as items):
            return len(items)
        case p.Op("tuple", items):
            return len(items)
        case _:
            return LONGEST
