"""Which machine type everything has.

Numbers and masks that stay within 62 bits are `i64`; whatever may grow beyond is an `int`, which is
as large as it needs to be, and every operation on it takes `int`s; a larger mask is a row of words
(`native_sets`). Tuples of numbers are rows of
the machine, `vec[i64]`, written once and never changed; a list of numbers of the position is one
that is written to, a list of tuples a row of rows. So are printed tables.
"""

from __future__ import annotations

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.intervals import Interval
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python.expressions import Spelling
from hoyle.compiler.to_python.forms import type_of
from hoyle.dsl.records import record

LARGEST = (1 << 62) - 1

NUMBER = "i64"
"""The type of a number of the machine."""

ROW = "vec[i64]"
"""The type of a row of them."""

RETURNS = "returns_"
"""The cell of the results, which stays as the runtime wants it."""

MAKERS = ("", "natively.row", "natively.rows", "natively.blocks", "natively.boxes")
"""What makes a row, a row of rows, … of a tuple of tuples."""


@record
class Native(Spelling):
    """How names are spelled in a module for mypyc, and which types they have.

    `forms`: those of functions that say nothing of their own.
    """

    ranges: Ranges
    forms: dict[str, p.Form]
    rows: frozenset[str] = frozenset()  # attributes that are the empty row when they hold nothing

    def of(self, form: p.Form, found: Interval) -> str:
        """The type of a value of this form, between these numbers."""
        if form == "ints" or (form == "mask" and not is_small(found)):
            return ROW
        return NUMBER if form in ("int", "mask") and is_small(found) else type_of(form)

    def item(self, cell: p.Cell) -> str:
        """The type of a cell, or of each of its items."""
        if cell.name == RETURNS:
            return "Any"
        return self.of(cell.form, self.ranges.cells.get(cell.name, Interval()))

    def cell(self, cell: p.Cell) -> str:
        """The type of a whole cell."""
        item = self.item(cell)
        if cell.length is None or item == "Any":
            return item
        return f"vec[{item}]" if item in (NUMBER, ROW) else f"list[{item}]"

    def local(self, owner: str, var: p.Var) -> str:
        """The type of a local."""
        return self.of(var.form, self.ranges.locals.get((owner, var.name), Interval()))

    def answer(self, name: str, form: p.Form) -> str:
        """The type of what a function or procedure gives."""
        return self.of(form, self.ranges.answers.get(name, Interval()))

    def small(self, owner: str, e: p.Expr) -> bool:
        """Whether a value is no number, or one of the machine."""
        return form_of(e) not in ("int", "mask") or is_small(self.ranges.of(owner, e))

    def small_items(self, owner: str, e: p.Expr) -> bool:
        """Whether what stands in a tuple are numbers of the machine."""
        return is_small(self.ranges.of(owner, e))

    def wide(self, owner: str, e: p.Expr) -> bool:
        """Whether a value is a set of many words."""
        return form_of(e) == "mask" and not is_small(self.ranges.of(owner, e))

    def wide_cell(self, cell: p.Cell) -> bool:
        """Whether a cell holds sets of many words, or some of them."""
        return cell.form == "mask" and self.item(cell) == ROW

    def wide_var(self, owner: str, var: p.Var) -> bool:
        """Whether a local is a set of many words."""
        return var.form == "mask" and self.local(owner, var) == ROW


def is_small(found: Interval) -> bool:
    """Whether numbers fit a machine's."""
    return -LARGEST <= found.low <= found.high <= LARGEST


def depth_of(table: p.StaticTable) -> int:
    """How deep the rows of a table are nested, 0 if it stays a tuple of Python."""
    if table.kind or table.form not in ("int", "mask", "bool", "ints"):
        return 0
    depth = table.depth + (table.form == "ints")
    return depth if depth < len(MAKERS) and _fits(table.data, depth) else 0


def is_wide(table: p.StaticTable) -> bool:
    """Whether a table is one of sets of many words."""
    return table.form == "mask" and table.depth == 1 and not table.kind and not depth_of(table)


def _fits(data: object, depth: int) -> bool:
    """Whether something is nested so deep everywhere, with small numbers inside."""
    if depth == 0:
        return isinstance(data, int) and abs(data) <= LARGEST
    return isinstance(data, tuple) and all(_fits(item, depth - 1) for item in data)


def nested(depth: int) -> str:
    """The type of rows nested so deep."""
    return "vec[" * depth + NUMBER + "]" * depth
