"""What one write can have made true of a watched condition that was false before it.

    cell[i] = v, watched: any line in LINES has every c in line has cell[c] == p, for any p
                                        ──►
    v is a player, and any rest in THROUGH[i] has every c in rest has cell[c] == v

`THROUGH[i]` holds, for each line through i, its other cells: printed data, worked out beforehand.
In general: a disjunct that does not read the cell stays false; of a conjunction all must hold, and
one that reads the cell must have become true; of `any` an element must have become true; of `every`
the element written to, while all others hold. What is not understood stays as it is, so the
narrowed condition always implies the whole one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import fold_expr, known
from hoyle.compiler.passes.ranges import Ranges
from hoyle.dsl.records import record


@record
class Test:
    """A watched condition to look at: what it still binds, and what its handler gets."""

    handler: str
    binds: tuple[tuple[p.Var, p.Source], ...]
    cond: p.Expr
    args: tuple[p.Expr, ...]


@record(frozen=False)
class Tables:
    """Tables of printed data that narrowed conditions look into, made once for each content."""

    made: dict[tuple[p.Datum, ...], p.StaticTable] = field(default_factory=dict)

    def table(self, name: str, data: tuple[p.Datum, ...]) -> p.StaticTable:
        """A table with these rows of tuples of tuples."""
        if data not in self.made:
            count = sum(1 for t in self.made.values() if t.name.startswith(name))
            self.made[data] = p.StaticTable(
                f"{name}_{count + 1}" if count else name, 3, "int", data
            )
        return self.made[data]

    def used(self, procedures: Mapping[str, p.Procedure]) -> list[p.StaticTable]:
        """Those that some procedure looks into."""
        names = {
            e.table.name
            for x in procedures.values()
            for e in walk.all_exprs(x.body)
            if isinstance(e, p.Lookup)
        }
        return [table for table in self.made.values() if table.name in names]


def narrow(
    test: Test, store: p.Store, program: p.Program, tables: Tables, ranges: Ranges, owner: str
) -> Test:
    """The test, narrowed to what a write in the procedure `owner` can have made true."""
    if any(_reads(part, store, program) for _, s in test.binds for part in walk.source_parts(s)):
        return test
    narrower = _Narrower(store, program, tables, ranges, owner)
    cond = fold_expr(narrower.became(test.cond))
    binds: list[tuple[p.Var, p.Source]] = []
    args = test.args
    for var, source in test.binds:
        pinned = narrower.pin(cond, var, source)
        if pinned is None:
            binds.append((var, source))
        else:
            value, cond = pinned
            args = tuple(value if arg == var else arg for arg in args)
    return replace(test, binds=tuple(binds), cond=cond, args=args)


def became(cond: p.Expr, store: p.Store, program: p.Program, ranges: Ranges, owner: str) -> p.Expr:
    """What must hold if a condition is true behind a write and was false before it."""
    return fold_expr(_Narrower(store, program, Tables(), ranges, owner).became(cond))


def with_value(e: p.Expr, store: p.Store) -> p.Expr:
    """An expression behind a write, with what was written in place of the place written."""
    if isinstance(e, p.Get) and e.cell.name == store.cell.name and e.index == store.index:
        return store.value
    return walk.map_expr(e, lambda part: with_value(part, store))


def _reads(e: p.Expr, store: p.Store, program: p.Program) -> bool:
    return store.cell.name in walk.cells_read(e, program.functions)


@record
class _Narrower:
    store: p.Store
    program: p.Program
    tables: Tables
    ranges: Ranges
    owner: str

    def reads(self, e: p.Expr) -> bool:
        """Whether an expression reads the cell written to."""
        return _reads(e, self.store, self.program)

    def became(self, e: p.Expr) -> p.Expr:
        """What must hold if a condition is true now and was false before the write."""
        if not self.reads(e):
            return b.FALSE
        match e:
            case p.Op("or", args):
                return b.or_(*map(self.became, args))
            case p.Op("and", args):
                return self.all_of(args)
            case p.Comp("any") if not any(map(self.reads, walk.source_parts(e.source))):
                return self.any_of(e)
            case p.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge", _):
                return self.compared(e)
            case _:
                return e

    def all_of(self, args: tuple[p.Expr, ...]) -> p.Expr:
        """Of a conjunction: if one reads the cell, that one became true and the others hold."""
        reading = [arg for arg in args if self.reads(arg)]
        if len(reading) != 1:
            return b.and_(*args)
        return b.and_(*(self.became(arg) if arg is reading[0] else arg for arg in args))

    def compared(self, e: p.Op) -> p.Expr:
        """A comparison of one place of the cell: that place was written, and it holds for the
        value."""
        places = {x.index for x in walk.inside(e) if isinstance(x, p.Get) and self.is_cell(x)}
        called = any(isinstance(x, p.CallFn) and self.reads(x) for x in walk.inside(e))
        index = next(iter(places), None)
        if called or len(places) != 1 or (index is None) != (self.store.index is None):
            return e
        if index is None or self.store.index is None:
            return self.written(e, index)
        if walk.free(index) & walk.bound(e):
            return e
        return b.and_(b.eq(index, self.store.index), self.written(e, index))

    def is_cell(self, e: p.Get) -> bool:
        return e.cell.name == self.store.cell.name

    def written(self, e: p.Expr, index: p.Expr | None) -> p.Expr:
        """The expression with the value that was written in place of the cell."""
        if isinstance(e, p.Get) and self.is_cell(e) and e.index == index:
            return self.store.value
        return walk.map_expr(e, lambda part: self.written(part, index))

    # -- any

    def any_of(self, e: p.Comp) -> p.Expr:
        """Some element became true."""
        claim = walk.claim(e)
        through = self.through(e, claim)
        if through is not None:
            return through
        inner = fold_expr(self.became(claim))
        pinned = self.pin(inner, e.var, e.source)
        if pinned is not None:
            return pinned[1]
        return b.any_of(b.Walk(e.var, e.source, None), inner)

    def pin(self, cond: p.Expr, var: p.Var, source: p.Source) -> tuple[p.Expr, p.Expr] | None:
        """If a condition says what a variable is: its value, and the condition with it put in."""
        args = cond.args if isinstance(cond, p.Op) and cond.name == "and" else (cond,)
        for arg in args:
            value = _equal_to(arg, var)
            if value is not None:
                rest = b.and_(*(other for other in args if other is not arg))
                inside = self.within(value, source)
                if inside is None:
                    return None
                put = walk.substitute(rest, {var.name: value})
                return value, fold_expr(b.and_(inside, put))
        return None

    def within(self, value: p.Expr, source: p.Source) -> p.Expr | None:
        """A test that a value is an element of a source; None if it cannot be said shortly."""
        items = known(source)
        if items is None:
            return None
        whole = items == tuple(range(self.store.cell.length or 0))
        if whole and value == self.store.index:
            return b.TRUE
        numbers = [item for item in items if isinstance(item, int)]
        if len(numbers) == len(items) and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return self.between(value, numbers[0], numbers[-1])
        return b.op("contains", p.Const(items, "ints"), value)

    def between(self, value: p.Expr, low: int, high: int) -> p.Expr:
        """A test of a range, as far as the number is not known to be inside."""
        found = self.ranges.of(self.owner, value)
        above = b.TRUE if found.low >= low else b.op("ge", value, b.const(low))
        return b.and_(above, b.TRUE if found.high <= high else b.op("le", value, b.const(high)))

    # -- any line in LINES has every cell in line has …

    def through(self, e: p.Comp, claim: p.Expr) -> p.Expr | None:
        """Rows of printed data all of whose elements must hold: those through the place written."""
        index = self.store.index
        if not isinstance(claim, p.Comp) or claim.kind != "every" or index is None:
            return None
        each = walk.claim(claim)
        if not self.only_at(each, claim.var) or e.var.name in walk.free(each):
            return None
        rows = self.rows(e, claim)
        if rows is None:
            return None
        data = tuple(
            tuple(tuple(c for c in row if c != i) for row in rows if i in row)
            for i in range(self.store.cell.length or 0)
        )
        table = self.tables.table(f"{self.store.cell.name}_through", data)
        here = self.written(walk.substitute(each, {claim.var.name: index}), index)
        rest = p.Var(e.var.name, "ints")
        others = replace(claim, source=p.Items(rest))
        found = b.any_of(b.Walk(rest, p.Items(p.Lookup(table, (index,))), None), others)
        return b.and_(here, found)

    def only_at(self, e: p.Expr, var: p.Var) -> bool:
        """Whether an expression reads the cell at this variable only."""
        if any(isinstance(x, p.CallFn) and self.reads(x) for x in walk.inside(e)):
            return False
        reads = [x for x in walk.inside(e) if isinstance(x, p.Get) and self.is_cell(x)]
        return bool(reads) and all(x.index == var for x in reads)

    def rows(self, e: p.Comp, claim: p.Comp) -> list[tuple[p.Datum, ...]] | None:
        """The elements of every row, if all are printed."""
        items = known(e.source)
        if items is None:
            return None
        found = []
        for item in items:
            put = {e.var.name: p.Const(item, e.var.form)}
            source = walk.map_source(
                claim.source,
                lambda part, put=put: fold_expr(walk.substitute(part, put)),  # type: ignore[misc]
            )
            row = known(source)
            if row is None:
                return None
            found.append(row)
        return found


def _equal_to(e: p.Expr, var: p.Var) -> p.Expr | None:
    """x, if an expression says that the variable is x."""
    match e:
        case p.Op("eq", (left, right)) if left == var and var.name not in walk.free(right):
            return right
        case p.Op("eq", (left, right)) if right == var and var.name not in walk.free(left):
            return left
        case _:
            return None
