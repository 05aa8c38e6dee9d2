"""What surely has a value: it may be worked out before it is known to be wanted."""

from __future__ import annotations

from functools import cached_property

from hoyle.compiler.ir import program as p
from hoyle.compiler.passes import ranges

TOTAL = frozenset(
    """
    add sub mul neg min max abs eq ne lt le gt ge and or not if
    has union inter minus size lowest highest len contains count_of concat
    """.split()  # noqa: SIM905
)
"""Operations that have a value whatever they are given."""

COUNTED = frozenset(("shift", "unshift", "bit"))
"""Those that do if what they count by, their last argument, is not negative."""


class Sure:
    """Knows it of one program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program

    @cached_property
    def ranges(self) -> ranges.Ranges:
        """Between which numbers everything stays."""
        return ranges.find(self.program)

    def of(self, owner: str, e: p.Expr) -> bool:
        """Whether an expression of a procedure or function has a value whatever happens."""
        match e:
            case p.Var() | p.Const() | p.Get(_, None):
                return True
            case p.Get(cell, index) if index is not None and cell.length is not None:
                return self.of(owner, index) and self.is_in(owner, index, cell.length)
            case p.Lookup(p.StaticTable(depth=1) as table, (index,)):
                return self.of(owner, index) and self.is_in(owner, index, len(table.data))
            case p.Op("item", (row, index)):
                least = shortest(row)
                return all(self.of(owner, x) for x in e.args) and self.is_in(owner, index, least)
            case p.Op(name, args) if name in TOTAL:
                return all(self.of(owner, arg) for arg in args)
            case p.Op(name, args) if name in COUNTED:
                natural = self.ranges.natural(owner, args[-1])
                return natural and all(self.of(owner, arg) for arg in args)
            case _:
                return False

    def is_in(self, owner: str, index: p.Expr, length: int) -> bool:
        """Whether Python finds something at a place; -1 is the last."""
        found = self.ranges.of(owner, index)
        return not found.empty and -length <= found.low and found.high < length


def shortest(row: p.Expr) -> int:
    """So many items has a row at least."""
    match row:
        case p.Const(tuple() as items):
            return len(items)
        case p.Lookup(p.StaticTable(depth=1, data=data), (_,)):
            return min((len(item) if isinstance(item, tuple) else 0 for item in data), default=0)
        case _:
            return 0
