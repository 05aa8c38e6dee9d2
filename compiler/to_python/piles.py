"""Piles and pools of a fused playout as lists of Python, changed where they stand.

    s.deck = s.deck[1:]              ──►   del deck[0]
    s.discards = (goal,) + s.discards      discards.insert(0, goal)

In the position a pile is a tuple, so that copies of the position share it. Nobody copies while a
playout lasts: what only its course touches is a list meanwhile, and a tuple again at its end.
"""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_python import chance
from hoyle.compiler.to_python.expressions import Spelling, Writer


def found(cells: Iterable[p.Cell], body: p.Block) -> frozenset[str]:
    """Those of the cells that the course changes in part, which is faster in a list."""
    statements = list(walk.statements(body))
    stores = [stmt for stmt in statements if isinstance(stmt, p.Store)]
    drawn = [s for s in statements if isinstance(s, p.Nature) and s.pools is not None]
    whole = {s.cell.name for s in stores if s.index is None and s.cell.length is not None}
    whole |= {s.pools.name for s in drawn if s.pools is not None and not chance.by_place(s.classes)}
    parts = {s.cell.name for s in stores if _in_part(s)}
    parts |= {s.pools.name for s in drawn if s.pools is not None}
    piles = {cell.name for cell in cells if cell.form == "ints" and not cell.scratch}
    stand = {cell.name for cell in cells if cell.shape == "members"}
    return frozenset((parts & piles) - whole | stand)


def _in_part(stmt: p.Store) -> bool:
    """Whether a write keeps most of what is there."""
    now = p.Get(stmt.cell, stmt.index)
    match stmt.value:
        case p.Op("slice" | "drop", (of, *_)):
            return of == now
        case p.Op("concat", (left, right)) | p.Op("sorted", (p.Op("concat", (left, right)),)):
            return now in (left, right)
        case _:
            return False


def written(writer: Writer, stmt: p.Store, pile: str) -> list[str]:
    """The lines that write a pile which is a list."""
    now, value = p.Get(stmt.cell, stmt.index), writer.value
    match stmt.value:
        case p.Op("slice", (of, p.Const(1), p.Op("len", (same,)))) if of == now == same:
            return [f"del {pile}[0]"]
        case p.Op("slice", (of, first, p.Op("len", (same,)))) if of == now == same:
            return [f"del {pile}[:{value(first)}]"]
        case p.Op("drop", (of, p.Op("index_of", (same, item)))) if of == now == same:
            return [f"{pile}.remove({value(item)})"]
        case p.Op("drop", (of, at)) if of == now:
            return [f"del {pile}[{value(at)}]"]
        case p.Op("concat", (left, right)) if right == now:
            return [_before(writer, left, pile)]
        case p.Op("concat", (left, right)) if left == now:
            return [_behind(writer, right, pile)]
        case p.Op("sorted", (p.Op("concat", (left, p.Op("tuple", (item,)))),)) if left == now:
            return [f"library.insort({pile}, {value(item)})"]
        case p.Op("sorted", (p.Op("concat", (left, right)),)) if left == now:
            return [_behind(writer, right, pile), f"{pile}.sort()"]
        case p.Const(()):
            return [f"{pile} = []"]
        case p.Comp("ints") as gathered:
            return [f"{pile} = {writer.gathered_list(gathered)}"]
        case other:
            return [f"{pile} = [*{value(other)}]"]


def _before(writer: Writer, items: p.Expr, pile: str) -> str:
    match items:
        case p.Op("tuple", (item,)):
            return f"{pile}.insert(0, {writer.value(item)})"
        case _:
            return f"{pile}[:0] = {writer.value(items)}"


def _behind(writer: Writer, items: p.Expr, pile: str) -> str:
    match items:
        case p.Op("tuple", (item,)):
            return f"{pile}.append({writer.value(item)})"
        case _:
            return f"{pile} += {writer.value(items)}"


def load(cell: p.Cell, local: str, spelling: Spelling, lists: frozenset[str]) -> str:
    """The line that fills the local of a cell."""
    if cell.sums is not None:
        of, table = spelling.cells[cell.sums[0]], spelling.tables[cell.sums[1]]
        added = f"sum([{table}[piece] for piece in library.members({{}})])"
        return f"{local} = {_each(cell, added, f's.{of}')}"
    there = f"s.{spelling.cells[cell.stands_for or cell.name]}"
    items = "[*{}]" if cell.name in lists else "{}"
    match cell.shape:
        case "members":
            return f"{local} = {_each(cell, '[*library.members({})]', there)}"
        case "number":
            return f"{local} = library.unknown({there}, {cell.mark})"
        case "sole":
            return f"{local} = {items.format(f'{there}[0]')}"
        case "":
            return f"{local} = {_each(cell, items, there) if cell.name in lists else there}"


def store(cell: p.Cell, local: str, spelling: Spelling, lists: frozenset[str]) -> str:
    """The line that writes it back."""
    there = f"s.{spelling.cells[cell.stands_for or cell.name]}"
    items = "(*{},)" if cell.name in lists else "{}"
    match cell.shape:
        case "members":
            return f"{there} = {_each(cell, 'library.mask_of({})', local)}"
        case "number":
            return f"{there} = ({cell.mark},) * {local}"
        case "sole":
            return f"{there} = [{items.format(local)}]"
        case "":
            return f"{there} = {_each(cell, items, local) if cell.name in lists else local}"


def _each(cell: p.Cell, made: str, of: str) -> str:
    """What is made of the one that a cell has, or of each of a list."""
    return made.format(of) if cell.length is None else f"[{made.format('it')} for it in {of}]"
