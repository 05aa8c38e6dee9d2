"""Which numbers of a short range a printed row tells to be meant is found before the game begins.

    sum(b in 0..<5 where NEEDS[goal][b] > 0 -> tally[b])      ──►  sum(b in NEEDS_met[goal] -> …)
    every(b in 0..<5 where NEEDS[goal][b] <= 0 or have[b])    ──►  every(b in NEEDS_met[goal] where
                                                                       have[b])

`NEEDS_met` has for each row the numbers for which the condition holds. It hangs on nothing but the
number and the row; what else is asked is asked of these alone. `have[b] >= NEEDS[goal][b]` need not
be asked where nothing is needed, if `have` is never below 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import offers
from hoyle.compiler.passes.fold import fold_expr, known
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.intervals import INFINITY
from hoyle.compiler.passes.sure import Sure
from hoyle.dsl.records import record

LONGEST = 16  # numbers of a range
FEW = 4  # a claim about so few is written out for each
ROWS = 1000  # of a table at most


def printed(program: p.Program) -> p.Program:
    """The program with conditions that are printed as rows of those that meet them."""
    made = _Printed(program)
    procedures = {
        name: replace(x, body=made.block(x.body, name)) for name, x in program.procedures.items()
    }
    tables = [*program.tables, *made.tables.values()]
    return replace(program, procedures=procedures, tables=tables)


@record
class _Met:
    """A condition on the numbers of a range and one printed row; `asked`: the test that says so."""

    test: p.Expr
    look: p.Lookup
    asked: p.Expr | None


class _Printed:
    """Changes the parts of one program. `tables`: those made for it, by what they hold."""

    def __init__(self, program: p.Program) -> None:
        self.sure = Sure(program)
        self.tables: dict[tuple[str, object], p.StaticTable] = {}
        self.names = {table.name for table in program.tables}

    def block(self, block: p.Block, owner: str) -> p.Block:
        """Statements, with those inside."""
        return tuple(
            walk.map_blocks(self.stmt(stmt, owner), lambda inner: self.block(inner, owner))
            for stmt in block
        )

    def stmt(self, stmt: p.Stmt, owner: str) -> p.Stmt:
        """One statement, unless it is of a choice."""
        if offers.is_of_choice(stmt):
            return stmt
        return walk.map_stmt(stmt, lambda e: self.expr(e, owner))

    def expr(self, e: p.Expr, owner: str) -> p.Expr:
        """An expression, from the inside out."""
        e = walk.map_expr(e, lambda part: self.expr(part, owner))
        if not isinstance(e, p.Comp) or e.cond is None or not _is_short(e):
            return e
        every = e.kind == "every"
        tests = [b.not_(x) if every else x for x in walk.joined(e.cond, "or" if every else "and")]
        for met in (*_conditions(tests, e.var), *self.followed(tests, e.var, owner)):
            numbers = self.numbers(met, e)
            if numbers is not None and self.sure.of(owner, met.look):
                rest = [test for test in tests if test is not met.asked]
                return _among(e, p.Lookup(numbers, met.look.indexes), rest)
        return e

    def followed(self, tests: list[p.Expr], var: p.Var, owner: str) -> Iterator[_Met]:
        """What a row must have to be more than something that is never below a number."""
        for test in tests:
            match test:
                case p.Op("lt" | "le" as name, (other, p.Op("item", (look, at)) as item)):
                    pass
                case p.Op("gt" | "ge" as name, (p.Op("item", (look, at)) as item, other)):
                    pass
                case _:
                    continue
            if at == var and isinstance(look, p.Lookup) and _is_row(look, var):
                least = self.sure.ranges.of(owner, other).low
                if abs(least) < INFINITY:
                    more = "gt" if name in ("lt", "gt") else "ge"
                    yield _Met(b.op(more, item, b.const(int(least))), look, None)

    def numbers(self, met: _Met, e: p.Comp) -> p.StaticTable | None:
        """The table of the numbers that meet a condition, by row; None if it is not printed."""
        table, items = met.look.table, known(e.source) or ()
        found = tuple(_meeting(met, e.var, items, row) for row in table.data)
        rows = [row for row in found if row is not None]
        if len(rows) < len(found) or all(len(row) == len(items) for row in rows):
            return None
        key = (table.name, found)
        if key not in self.tables:
            name = free_name(f"{table.name}_met", self.names)
            self.tables[key] = p.StaticTable(name, 2, "int", tuple(rows))
        return self.tables[key]


def _among(e: p.Comp, row: p.Expr, tests: list[p.Expr]) -> p.Expr:
    """The same loop through the numbers of a row that meet some other tests, or for `every` speak
    against it."""
    match e.kind:
        case "any" | "every" if not tests:
            return b.op("ne" if e.kind == "any" else "eq", row, b.NO_ITEMS)
        case "count" if not tests:
            return b.op("len", row)
        case "every":
            return replace(e, source=p.Items(row), cond=b.or_(*map(b.not_, tests)))
        case _:
            return replace(e, source=p.Items(row), cond=b.and_(*tests) if tests else None)


def _is_short(e: p.Comp) -> bool:
    """Whether it goes through a short range of known numbers, and is not written out for each."""
    items = known(e.source) if isinstance(e.source, p.Range) else None
    few = FEW if e.kind in ("any", "every") else 0
    return items is not None and few < len(items) <= LONGEST


def _conditions(tests: list[p.Expr], var: p.Var) -> Iterator[_Met]:
    """The tests that hang on a number and a row of a table."""
    for test in tests:
        looks = {x for x in walk.inside(test) if isinstance(x, p.Lookup) and _is_row(x, var)}
        if len(looks) == 1:
            (look,) = looks
            yield _Met(test, look, test)


def _is_row(look: p.Lookup, var: p.Var) -> bool:
    """Whether it is a row that is the same for every number."""
    table = look.table
    rows = table.depth == 1 and table.form == "ints" and len(table.data) <= ROWS
    return rows and len(look.indexes) == 1 and var.name not in walk.free(look)


def _meeting(
    met: _Met, var: p.Var, items: tuple[p.Datum, ...], row: p.Datum
) -> tuple[p.Datum, ...] | None:
    """The numbers for which the condition holds with a row; None if something else tells it."""
    test = walk.replaced(met.test, met.look, p.Const(row, "ints"))
    told = [fold_expr(walk.replaced(test, var, b.const(item))) for item in items]
    if not all(isinstance(x, p.Const) for x in told):
        return None
    return tuple(item for item, x in zip(items, told, strict=True) if x == b.TRUE)
