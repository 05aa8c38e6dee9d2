"""Which machine type everything has: what surely stays small is a 64-bit number.

Numbers and masks that stay within 62 bits are `i64`, lists of them a `vec[i64]`. Whatever may grow
beyond is an `int`, which is as large as it needs to be, and every operation on it takes `int`s.
"""

from __future__ import annotations

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.intervals import Interval
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python import names
from hoyle.compiler.to_python.expressions import Spelling
from hoyle.compiler.to_python.forms import type_of
from hoyle.compiler.to_python.model import expressions
from hoyle.dsl.records import record

LARGEST = (1 << 62) - 1

NUMBER = "i64"
"""The type of a number of the machine."""

MANY = "vec[i64]"
"""The type of many of them."""


@record
class Native(Spelling):
    """How names are spelled in a module for mypyc, and which types they have.

    `flat`: the tables that stand as one row of numbers too, with the length of each dimension;
    `lists`: the cells that a search of the runtime gets, which stay lists of Python.
    """

    ranges: Ranges
    flat: dict[str, tuple[str, tuple[int, ...]]]
    lists: frozenset[str]

    def of(self, form: p.Form, found: Interval) -> str:
        """The type of a value of this form, between these numbers."""
        return NUMBER if form in ("int", "mask") and is_small(found) else type_of(form)

    def item(self, cell: p.Cell) -> str:
        """The type of a cell, or of each of its items."""
        if cell.name in self.lists:
            return type_of(cell.form)
        return self.of(cell.form, self.ranges.cells.get(cell.name, Interval()))

    def cell(self, cell: p.Cell) -> str:
        """The type of a whole cell."""
        item = self.item(cell)
        if cell.length is None:
            return item
        return MANY if item == NUMBER else f"list[{item}]"

    def local(self, owner: str, var: p.Var) -> str:
        """The type of a local."""
        return self.of(var.form, self.ranges.locals.get((owner, var.name), Interval()))

    def answer(self, name: str, form: p.Form) -> str:
        """The type of what a function or procedure gives."""
        return self.of(form, self.ranges.answers.get(name, Interval()))

    def small(self, owner: str, e: p.Expr) -> bool:
        """Whether a value is no number, or one of the machine."""
        return form_of(e) not in ("int", "mask") or is_small(self.ranges.of(owner, e))


def is_small(found: Interval) -> bool:
    """Whether numbers fit a machine's."""
    return -LARGEST <= found.low <= found.high <= LARGEST


def shape(table: p.StaticTable) -> tuple[int, ...] | None:
    """The length of each dimension of a table of small numbers, if it is a full block of them."""
    if table.form not in ("int", "mask", "bool") or table.kind or not table.depth:
        return None
    rows: list[p.Datum] = [table.data]
    lengths: list[int] = []
    for _ in range(table.depth):
        found = {len(row) if isinstance(row, tuple) else -1 for row in rows}
        if len(found) != 1 or -1 in found:
            return None
        lengths.append(found.pop())
        rows = [item for row in rows if isinstance(row, tuple) for item in row]
    fits = all(isinstance(item, int) and abs(item) <= LARGEST for item in rows)
    return tuple(lengths) if rows and fits else None


def searched(program: p.Program) -> frozenset[str]:
    """The cells that a search of the runtime, or the field of a board, gets whole."""
    found: set[str] = set()
    for e in expressions(program):
        if isinstance(e, p.Library) and e.name not in names.LIBRARY:
            for arg in e.args:
                found |= {
                    x.cell.name
                    for x in walk.inside(arg)
                    if isinstance(x, p.Get) and x.index is None
                }
    return frozenset(found)
