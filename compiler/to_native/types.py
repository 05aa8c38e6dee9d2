"""Which machine type everything has.

Numbers and masks that stay within 62 bits are `i64`; whatever may grow beyond is an `int`, which is
as large as it needs to be, and every operation on it takes `int`s; a larger mask is a pair of words
(`native_pairs`) or, in a list or with more members, a row of them (`native_sets`). Tuples of
numbers are rows of the machine, `vec[i64]`, written once and never changed; a list of numbers of
the position is one that is written to, a list of tuples a row of rows. So are printed tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.intervals import Interval
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python.expressions import Spelling
from hoyle.compiler.to_python.forms import type_of
from hoyle.dsl.records import record

LARGEST = (1 << 62) - 1
LARGEST_PAIR = (1 << 124) - 1

NUMBER = "i64"
"""The type of a number of the machine."""

ROW = "vec[i64]"
"""The type of a row of them."""

PAIR = "tuple[i64, i64]"
"""The type of a set of two words."""

SETS = {PAIR: "native_pairs", ROW: "native_sets"}
"""The types of sets that are larger than a number of the machine, and what works on them."""

MADE = {
    (NUMBER, PAIR): "native_pairs.wide", (PAIR, NUMBER): "native_pairs.narrow",
    (NUMBER, ROW): "native_sets.wide", (ROW, NUMBER): "native_sets.narrow",
    (PAIR, ROW): "native_pairs.as_row", (ROW, PAIR): "native_pairs.of_row",
}  # fmt: skip
"""Of which type a set is, and shall be, and what makes it."""

NOTHING = "NOTHING"
"""The empty row of a module."""

EMPTY = {PAIR: "(i64(0), i64(0))", ROW: NOTHING}
"""Large sets without members."""

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
    empty: Mapping[str, str] = field(default_factory=dict)  # of slots that are large sets

    def of(self, form: p.Form, found: Interval) -> str:
        """The type of a value of this form, between these numbers."""
        match form:
            case "ints":
                return ROW
            case "mask":
                return type_of_set(found)
            case "int" if is_small(found):
                return NUMBER
            case _:
                return type_of(form)

    def item(self, cell: p.Cell) -> str:
        """The type of a cell, or of each of its items."""
        if cell.name == RETURNS:
            return "Any"
        found = self.of(cell.form, self.ranges.cells.get(cell.name, Interval()))
        return ROW if found == PAIR and cell.length is not None else found

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

    def set_of(self, owner: str, e: p.Expr) -> str:
        """The type of a set; "" of anything else."""
        return type_of_set(self.ranges.of(owner, e)) if form_of(e) == "mask" else ""

    def set_in_cell(self, cell: p.Cell) -> str:
        """The type of a set in a cell."""
        return self.item(cell) if cell.form == "mask" else ""

    def wide_cell(self, cell: p.Cell) -> bool:
        """Whether a cell holds sets of more than one word."""
        return self.set_in_cell(cell) in SETS

    def set_in_local(self, owner: str, var: p.Var) -> str:
        """The type of a set in a local."""
        return self.local(owner, var) if var.form == "mask" else ""


def is_small(found: Interval) -> bool:
    """Whether numbers fit a machine's."""
    return -LARGEST <= found.low <= found.high <= LARGEST


def type_of_set(found: Interval) -> str:
    """The type of a set that is one of these numbers."""
    if is_small(found):
        return NUMBER
    return PAIR if 0 <= found.low <= found.high <= LARGEST_PAIR else ROW


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
