"""A list that a loop of a playout changes stands in a local: of its turn, or of the whole loop.

    for you in (0, 1):                        for you in (0, 1):
        for turn in range(5):                     hand_of_you = hand[you]
            …                          ──►        for turn in range(5):
            insort(hand[you], card)                   …
                                                      insort(hand_of_you, card)

It is the same list from the beginning of the turn to its end: nothing in it puts another there.
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
    from hoyle.compiler.to_python.statements import Body

Own = tuple[p.Cell, p.Var, str]
"""A list, which of its places is meant, and the local that stands for it."""

OFTEN = 2
"""So many uses in a turn are worth a local."""


def locals_of(body: Body, stmt: p.For) -> tuple[list[Own], list[Own]]:
    """The locals that are worth it: those of the whole loop, those of each turn."""
    lists = _lists_of(body.writer, stmt, body.sure)
    own = [(cell, index, name) for cell, index in lists if (name := _name(body, cell, index))]
    turn = stmt.var.name
    return [x for x in own if x[1].name != turn], [x for x in own if x[1].name == turn]


def _name(body: Body, cell: p.Cell, index: p.Var) -> str | None:
    """What a list of a turn is called; None if that is the name of another local."""
    writer = body.writer
    taken = {*walk.variables(body.program.procedures[writer.owner].body), *writer.spelling.taken}
    taken |= {*writer.spelling.cells.values(), *writer.hoisted.values(), *writer.own.values()}
    name = f"{cell.stands_for or cell.name}_of_{index.name}"
    return None if name in taken else name


def _lists_of(writer: Writer, stmt: p.For, sure: frozenset[str]) -> list[tuple[p.Cell, p.Var]]:
    """The lists of which a loop or its turn has one, the same from its beginning to its end; `sure`
    are the locals that have a value before it."""
    inside = walk.statements(stmt.body)
    bound = {var.name for var in map(walk.bound_var, inside) if var is not None}
    changed = {s.cell.name for s in inside if isinstance(s, p.Store) and not _stands(writer, s)}
    uses: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, str], tuple[p.Cell, p.Var]] = {}
    for cell, index in _places(stmt.body):
        if cell.name in writer.lists and isinstance(index, p.Var) and index.name not in bound:
            of = cell.name, index.name
            meant = index == stmt.var or index.name in sure
            if of not in writer.own and meant and _is_place(writer, cell, index):
                uses[of] += 1
                found[of] = cell, index
    return [x for of, x in found.items() if uses[of] >= OFTEN and of[0] not in changed]


def _is_place(writer: Writer, cell: p.Cell, index: p.Var) -> bool:
    """Whether there is such a place, even where a turn never looks at it."""
    known = writer.ranges.of(writer.owner, index)
    return cell.length is not None and known.low >= 0 and known.high < cell.length


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
