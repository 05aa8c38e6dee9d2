"""Writes into cells whose values may leave their range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.expressions import Writer

if TYPE_CHECKING:
    from hoyle.compiler.to_python.simple import Simple


def in_range(writer: Writer, stmt: p.Store) -> bool:
    """Whether a value is surely in the range of its cell."""
    cell = stmt.cell
    if cell.low is None and cell.high is None:
        return True
    found = writer.ranges.of(writer.owner, stmt.value)
    low = cell.low is None or cell.low <= found.low
    return low and (cell.high is None or found.high <= cell.high)


def checked(body: Simple, stmt: p.Store, target: str) -> None:
    """A write whose value may leave the range of its cell."""
    cell = stmt.cell
    found = body.writer.ranges.of(body.writer.owner, stmt.value)
    low = None if cell.low is not None and cell.low <= found.low else cell.low
    high = None if cell.high is not None and found.high <= cell.high else cell.high
    value = body.writer.value(stmt.value)
    if not value.isidentifier():
        body.lines.add(f"new = {value}")
        value = "new"
    test = f"not {low} <= {value} <= {high}"
    if low is None or high is None:
        test = f"{value} > {high}" if low is None else f"{value} < {low}"
    with body.lines.deeper(f"if {test}:"):
        text = f'f"{{{value}}} is outside of the range of {_told(cell)}"'
        body.lines.add(f"library.fail('out of range', {text}, {body.lines.rule})")
    body.lines.add(f"{target} = {value}")


def _told(cell: p.Cell) -> str:
    """The field as it is called in the rules, and its range; an underscore kept it from a name that
    is taken in the module."""
    name = (cell.stands_for or cell.name).rstrip("_")
    both = cell.low is not None and cell.high is not None
    return f"{name} ({cell.low}..{cell.high})" if both else name
