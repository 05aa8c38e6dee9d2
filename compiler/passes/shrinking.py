"""Options that a write can only take away: which of them depend on which place of a cell.

    ask c in 1..7 where any cell in column c is empty       touches = (1, 2, …, 7, 1, 2, …)
                                                            a disc in place 9 can close column 3
                                                            only

Where an ask comes up again and again, and all that is written in between is such a cell, its
options are kept: after a write only those that it touches are looked at (`to_python/kept.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.from_game.constant import Evaluator, Known, Unknown
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import known
from hoyle.dsl.records import record

LARGEST = 1_000


def find_shrinking(program: p.Program) -> p.Program:
    """The program with asks that know which options each place of a cell touches."""
    finder = _Finder(program, list(program.tables))
    procedures = {
        name: replace(x, body=finder.block(x.body)) for name, x in program.procedures.items()
    }
    return replace(program, procedures=procedures, tables=finder.tables)


def options_of(ask: p.Ask) -> p.Comp | None:
    """The options of an ask, if they are those of a printed list with a condition."""
    if len(ask.choices) != 1:
        return None
    match ask.choices[0].options:
        case p.Comp("ints", var, source, cond, body) as found if body == var:
            items = known(source)
            few = items is not None and 0 < len(items) <= LARGEST and items == tuple(sorted(items))
            return found if few and cond is not None else None
        case _:
            return None


def cell_of(e: p.Comp) -> p.Cell | None:
    """The one cell, a list, that the condition of options reads; nothing else may change them."""
    cond = walk.claim(e)
    if walk.free(cond) - {e.var.name}:
        return None
    if any(isinstance(x, p.CallFn | p.Library | p.Answer) for x in walk.inside(cond)):
        return None
    cells = {x.cell.name: x.cell for x in walk.inside(cond) if isinstance(x, p.Get)}
    cell = next(iter(cells.values()), None)
    return cell if cell is not None and len(cells) == 1 and cell.length is not None else None


@record(frozen=False)
class _Finder:
    program: p.Program
    tables: list[p.StaticTable]

    def block(self, block: p.Block) -> p.Block:
        return tuple(
            self.ask(stmt) if isinstance(stmt, p.Ask) else walk.map_blocks(stmt, self.block)
            for stmt in block
        )

    def ask(self, ask: p.Ask) -> p.Ask:
        options = options_of(ask)
        cell = cell_of(options) if options is not None else None
        if options is None or cell is None:
            return ask
        rows = self.touched(options, cell)
        if rows is None:
            return ask
        single = all(len(row) == 1 for row in rows)
        data: tuple[p.Datum, ...] = tuple(row[0] for row in rows) if single else rows
        table = p.StaticTable(self.free(f"{cell.name}_touches"), 1 if single else 2, "int", data)
        self.tables.append(table)
        return replace(ask, touches=table)

    def free(self, wanted: str) -> str:
        names = {table.name for table in self.tables}
        while wanted in names:
            wanted += "_"
        return wanted

    def touched(self, options: p.Comp, cell: p.Cell) -> tuple[tuple[int, ...], ...] | None:
        """For each place of the cell the options whose condition reads it."""
        rows: list[list[int]] = [[] for _ in range(cell.length or 0)]
        evaluator = Evaluator(self.program)
        for item in known(options.source) or ():
            if not isinstance(item, int):
                return None
            try:
                for place in sorted(
                    set(_places(walk.claim(options), {options.var: item}, evaluator))
                ):
                    rows[place].append(item)
            except (Unknown, LookupError, ArithmeticError, ValueError):
                return None
        return tuple(map(tuple, rows))


def _places(e: p.Expr, env: Known, evaluator: Evaluator) -> Iterator[int]:
    """Every place of a cell that an expression may read."""
    match e:
        case p.Get(_, index):
            if index is None:
                raise Unknown
            yield evaluator.value(index, env)
        case p.Comp() | p.RankComp():
            parts = walk.parts(e)[len(walk.source_parts(e.source)) :]
            for item in evaluator.items(e.source, env):
                for part in parts:
                    yield from _places(part, {**env, e.var: item}, evaluator)
        case _:
            for part in walk.parts(e):
                yield from _places(part, env, evaluator)
