"""For fused playouts: whose places a small board has, as sets; whether one holds a line is printed.

    cell[i] = you                                   cell[i] = you
    if any rest in THROUGH[i] has                   here = sets[you] with i
        every c in rest has cell[c] == you   ──►    sets[you] = here
        …, the end                                  if HOLDS[here]: …, the end

`sets` begin empty and grow only: that takes a list that starts the same everywhere, of which every
place is written once at most, behind a choice among those not written yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.nest import ends
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.passes.settle import begun
from hoyle.compiler.passes.shrinking import cell_of, options_of
from hoyle.dsl.records import record

PLACES = 10  # of a list at most: the table has two to the power of this
OWNERS = 8  # sets of a list at most


@record
class _Line:
    """An ask, the write behind it, and the test behind that: whether `owner` has a whole row."""

    ask: p.Ask
    store: p.Store
    test: p.If
    owners: int
    rows: frozenset[frozenset[int]]


def gather(program: p.Program) -> p.Program:
    """The program for a playout: sets of places where they tell whether a line is whole."""
    main = program.entries.get("main")
    if main is None or len(program.entries) != 1:
        return program
    procedure = program.procedures[main]
    line = _line(procedure.body, program, main)
    if line is None:
        return program
    cell, table, new = _made(line, program)
    body = _with_sets(procedure.body, line, new)
    procedures = {**program.procedures, main: replace(procedure, body=body)}
    cells, tables = [*program.cells, cell], [*program.tables, table]
    return replace(program, cells=cells, tables=tables, procedures=procedures)


# ------------------------------------------------------------------------------------ what is found


def _line(body: p.Block, program: p.Program, owner: str) -> _Line | None:
    """The one place of a program where sets tell whether a line is whole."""
    for ask, store, test in _triples(body):
        if _only_write(store, program) and _fresh_place(ask, store, program):
            known = ranges.find(program)
            owners = _owners(store, known, owner)
            rows = _rows(test, store, program)
            if rows is not None and owners and ends(test.then):
                return _Line(ask, store, test, owners, rows)
    return None


def _triples(block: p.Block) -> Iterator[tuple[p.Ask, p.Store, p.If]]:
    """A choice, a write of a list, a test, directly one after the other."""
    for index, stmt in enumerate(block):
        match block[index : index + 3]:
            case (p.Ask() as ask, p.Store() as store, p.If() as test):
                yield ask, store, test
        for inner in walk.blocks(stmt):
            yield from _triples(inner)


def _only_write(store: p.Store, program: p.Program) -> bool:
    """Whether nothing else writes the list, and it is short."""
    stores = (
        stmt
        for procedure in program.procedures.values()
        for stmt in walk.statements(procedure.body)
        if isinstance(stmt, p.Store) and stmt.cell.name == store.cell.name
    )
    short = store.cell.length is not None and store.cell.length <= PLACES
    return short and not store.cell.given and all(stmt is store for stmt in stores)


def _fresh_place(ask: p.Ask, store: p.Store, program: p.Program) -> bool:
    """Whether the place taken is one that still holds what the whole list starts with."""
    options = options_of(ask)
    if options is None or cell_of(options) != store.cell or len(ask.choices) != 1:
        return False
    if store.index != p.Answer(ask.var, ask.choices[0].site, True):
        return False
    start = begun(program).cells[store.cell.name]
    free = walk.claim(options)
    at = p.Get(store.cell, options.var)
    return len(set(start)) == 1 and free == b.eq(at, b.const(start[0]))


def _owners(store: p.Store, known: Ranges, owner: str) -> int:
    """How many values are written, from 0 on, none of them that of a free place; 0 if unknown."""
    found, free = known.of(owner, store.value), store.cell.start
    first = free[0] if isinstance(free, tuple) else free
    if found.empty or found.low < 0 or found.high >= OWNERS or not isinstance(first, int):
        return 0
    return 0 if found.low <= first <= found.high else int(found.high) + 1


def _rows(test: p.If, store: p.Store, program: p.Program) -> frozenset[frozenset[int]] | None:
    """The lines that a test asks for: one through the place written, whole in one hand."""
    match test.cond:
        case p.Comp("any", var, p.Items(p.Lookup(table, (index,))), p.Comp() as whole) if (
            index == store.index and whole == _whole(whole, var, store)
        ):
            return frozenset(
                frozenset((place, *(int(c) for c in row if isinstance(c, int))))
                for place, rows in enumerate(table.data)
                for row in (rows if isinstance(rows, tuple) else ())
                if isinstance(row, tuple)
            )
        case _:
            return None


def _whole(e: p.Comp, row: p.Var, store: p.Store) -> p.Comp:
    """The claim that every place of a row holds what was written."""
    holds = b.eq(p.Get(store.cell, e.var), store.value)
    return replace(e, kind="every", source=p.Items(row), cond=holds)


# ------------------------------------------------------------------------------------- what is made


def _made(line: _Line, program: p.Program) -> tuple[p.Cell, p.StaticTable, p.Block]:
    """The sets, the table of those that hold a line, and what stands behind the write."""
    name, span = line.store.cell.name, line.store.span
    assert line.store.index is not None and line.store.cell.length is not None
    data = ((line.store.cell.length, tuple(sorted(tuple(sorted(row)) for row in line.rows))),)
    table = p.StaticTable(
        _free(f"{name}_holds", program), 1, "bool", (), ("library.holding", *data)
    )
    cell = p.Cell(
        _free(f"{name}_sets", program), "mask", line.owners, 0, scratch=True, sets_of=name
    )
    here = p.Var(f"{name}_here_", "mask")
    grown = b.op("union", p.Get(cell, line.store.value), b.op("bit", line.store.index))
    asked = replace(line.test, cond=p.Lookup(table, (here,)))
    return (
        cell,
        table,
        (
            line.store,
            p.Assign(here, grown, span),
            p.Store(cell, line.store.value, here, span),
            asked,
        ),
    )


def _free(wanted: str, program: p.Program) -> str:
    names = {cell.name for cell in program.cells} | {table.name for table in program.tables}
    while wanted in names:
        wanted += "_"
    return wanted


def _with_sets(block: p.Block, line: _Line, new: p.Block) -> p.Block:
    """The block with the write and the test behind it replaced."""
    found: list[p.Stmt] = []
    for stmt in block:
        if stmt is line.store:
            found.extend(new)
        elif stmt is not line.test:
            found.append(walk.map_blocks(stmt, lambda inner: _with_sets(inner, line, new)))
    return tuple(found)
