"""A list that a loop of a playout changes for each seat stands in a local of its turn.

for you in (0, 1):                        for you in (0, 1):
    for turn in range(5):                     hand_of_you = hand[you]
        …                          ──►        for turn in range(5):
        insort(hand[you], card)                   …
                                                  insort(hand_of_you, card)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_python import piles
from hoyle.compiler.to_python.expressions import Writer

if TYPE_CHECKING:
    from hoyle.compiler.to_python.simple import Simple

OFTEN = 2
"""So many uses in a turn are worth a local."""


def locals_of(body: Simple, stmt: p.For) -> list[tuple[p.Cell, str]]:
    """The locals that are worth it, with what they stand for."""
    writer = body.writer
    others = {*walk.variables(body.program.procedures[writer.owner].body), *writer.spelling.taken}
    named = [(c, f"{c.stands_for or c.name}_of_{stmt.var.name}") for c in _lists_of(writer, stmt)]
    return [(cell, name) for cell, name in named if name not in others]


def _lists_of(writer: Writer, stmt: p.For) -> list[p.Cell]:
    """The lists of which the turn of a loop has one, the same from its beginning to its end."""
    name = stmt.var.name
    inside = walk.statements(stmt.body)
    if any(var is not None and var.name == name for var in map(walk.bound_var, inside)):
        return []
    cells: dict[str, p.Cell] = {}
    uses: Counter[str] = Counter()
    for cell, index in _places(stmt.body):
        if cell.name in writer.lists and cell.length is not None and index == stmt.var:
            cells[cell.name] = cell
            uses[cell.name] += 1
    others = {s.cell.name for s in inside if isinstance(s, p.Store) and not _stands(writer, s)}
    return [cell for of, cell in cells.items() if uses[of] >= OFTEN and of not in others]


def _places(body: p.Block) -> Iterator[tuple[p.Cell, p.Expr | None]]:
    """Where something is read, written or drawn, each time."""
    for stmt in walk.statements(body):
        match stmt:
            case p.Store(cell, index):
                yield cell, index
            case p.Nature(pools=p.Cell() as cell):
                yield cell, stmt.args[0]
            case _:
                pass
    for e in walk.all_exprs(body):
        if isinstance(e, p.Get):
            yield e.cell, e.index


def _stands(writer: Writer, stmt: p.Store) -> bool:
    """Whether a write changes a list where it stands."""
    if stmt.cell.name not in writer.lists:
        return True
    return not any(line.startswith("list = ") for line in piles.written(writer, stmt, "list"))
