"""For fused playouts: pieces that stay while a loop turns are counted once, by what is printed.

                                                    tally = (0, 0, 0)
    for you in players                              for it in row
        met = mask(goal in bits hand[you] where         tally[COLOUR[it]] += 1
            count(it in row where            ──►    for you in players
                COLOUR[it] is WANTED[goal])             met = mask(goal in bits hand[you] where
            > 2)                                            tally[WANTED[goal]] > 2)

`tally` has how often each value is printed on pieces of a row or a set. Any other condition on what
is printed adds up those that meet it: `sum(value in 0..<3 where … -> tally[value])`. It is made
before the statement, or before the loop around it if nothing in that can change the row; where it
would be asked once only, there is none. Functions that count so are written out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import offers
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.fold import fold_expr, known
from hoyle.compiler.passes.inline import cheap, free_name
from hoyle.compiler.passes.intervals import highest
from hoyle.compiler.passes.sure import Sure
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

VALUES = 16  # that may be printed in a column
PARTS = 6  # of a row that are walked one after the other
LARGE_FUNCTION = 60  # expressions: it is not written out
DEEPEST = 3  # functions within functions that are
MANY = 2  # so often a loop does something at least


@record
class _Column:
    """What is printed on the pieces of a row or set, as numbers from 0 on."""

    source: p.Bits | p.Items
    table: p.StaticTable

    @property
    def values(self) -> int:
        """How many there may be."""
        return 1 + max(item for item in self.table.data if isinstance(item, int))

    @property
    def constants(self) -> list[p.Const]:
        """All that may be printed."""
        flags = self.table.form == "bool"
        return [b.const(bool(value) if flags else value) for value in range(self.values)]

    @property
    def of(self) -> p.Expr:
        """The row or set."""
        (of,) = walk.source_parts(self.source)
        return of

    @property
    def reads(self) -> frozenset[str]:
        """The locals that it hangs on."""
        return walk.free(self.of)


def tally(program: p.Program) -> p.Program:
    """The program with pieces counted before the loops that ask how many there are."""
    written = _Written(program)
    bodies = {name: written.body(procedure) for name, procedure in program.procedures.items()}
    if not any(column_of(e) for body in bodies.values() for e in walk.all_exprs(body)):
        return program
    whole = {name: replace(program.procedures[name], body=body) for name, body in bodies.items()}
    made = _Tally(replace(program, procedures=whole), written.origins)
    procedures = {name: replace(x, body=made.procedure(x)) for name, x in whole.items()}
    return replace(program, procedures=procedures)


# ------------------------------------------------------------------------------- what is looked for


def column_of(e: p.Expr) -> _Column | None:
    """What is counted by in an expression, if it counts pieces by nothing but one column."""
    if not isinstance(e, p.Comp) or e.kind != "count" or e.cond is None:
        return None
    if isinstance(e.source, p.Range) or known(e.source) is not None:
        return None
    tables = {look.table: None for look in _looks(e.cond, e.var)}
    if len(tables) != 1 or walk.inside(e.cond).count(e.var) != len(_looks(e.cond, e.var)):
        return None
    (table,) = tables
    fits = all(isinstance(item, int) and 0 <= item < VALUES for item in table.data)
    return _Column(e.source, table) if fits and table.data else None


def _looks(e: p.Expr, var: p.Var) -> list[p.Lookup]:
    """Where it is looked up what is printed on something."""
    found = (x for x in walk.inside(e) if isinstance(x, p.Lookup) and x.table.depth == 1)
    return [x for x in found if x.indexes == (var,)]


class _Written:
    """Writes functions out that count pieces. `origins`: the calls, by what stands for them."""

    def __init__(self, program: p.Program) -> None:
        self.functions = program.functions
        self.origins: dict[p.Expr, p.Expr] = {}
        self.wanted: dict[tuple[str, int], bool] = {}
        self.taken: set[str] = set()

    def body(self, procedure: p.Procedure) -> p.Block:
        """The body of a procedure with such functions written out."""
        self.taken = walk.names(procedure)
        return self.block(procedure.body)

    def block(self, block: p.Block) -> p.Block:
        return tuple(
            walk.map_blocks(
                walk.map_stmt(stmt, self.expr) if _looked_at(stmt) else stmt, self.block
            )
            for stmt in block
        )

    def expr(self, e: p.Expr, depth: int = 0) -> p.Expr:
        e = walk.map_expr(e, lambda part: self.expr(part, depth))
        if not isinstance(e, p.CallFn) or not self.counts(e.name, depth):
            return e
        if not all(map(_is_cheap, e.args)):
            return e
        fn = self.functions[e.name]
        given = dict(zip((param.name for param in fn.params), e.args, strict=True))
        own = {name: free_name(name, self.taken) for name in sorted(walk.bound(fn.body))}
        body = walk.substitute(walk.rename_expr(fn.body, own), given)
        new = self.expr(body, depth + 1)
        self.origins[new] = e
        return new

    def counts(self, name: str, depth: int) -> bool:
        """Whether a function counts pieces, or one does that it calls."""
        key = (name, depth)
        if key not in self.wanted:
            inside = walk.inside(self.functions[name].body)
            self.wanted[key] = (
                depth < DEEPEST
                and len(inside) <= LARGE_FUNCTION
                and any(
                    column_of(e) or (isinstance(e, p.CallFn) and self.counts(e.name, depth + 1))
                    for e in inside
                )
            )
        return self.wanted[key]


def _is_cheap(e: p.Expr) -> bool:
    """Whether an argument may be worked out wherever it is read."""
    return cheap(e) or (isinstance(e, p.Lookup) and all(map(walk.is_atom, e.indexes)))


def _looked_at(stmt: p.Stmt) -> tuple[p.Expr, ...]:
    """What is worked out as a statement begins, but for what there is to choose."""
    match stmt:
        case _ if offers.is_of_choice(stmt):
            return ()
        case p.Assign() | p.Store() | p.If() | p.For() | p.CallProc() | p.Return():
            return walk.stmt_exprs(stmt)
        case _:
            return ()


# ------------------------------------------------------------------------------------ what is made


class _Tally:
    """Changes one procedure after the other: `owner` is its name, `taken` those of its locals."""

    def __init__(self, program: p.Program, origins: Mapping[p.Expr, p.Expr]) -> None:
        self.program, self.origins = program, origins
        self.sure = Sure(program)
        self.owner = ""
        self.taken: set[str] = set()

    def procedure(self, procedure: p.Procedure) -> p.Block:
        self.owner, self.taken = procedure.name, walk.names(procedure)
        return self.block(procedure.body, {})

    def block(self, block: p.Block, given: Mapping[_Column, p.Var]) -> p.Block:
        """Statements, where some columns are counted already."""
        found: list[p.Stmt] = []
        for stmt in block:
            own = [c for c, uses in self.asked((stmt,), own=True).items() if uses >= MANY]
            lasting = self.kept(stmt) if isinstance(stmt, p.For) else []
            wanted = dict.fromkeys((*own, *lasting))
            made = {c: self.local("tally", "ints") for c in wanted if c not in given}
            for column, var in made.items():
                found += self.counted(column, var, stmt.span)
            inside = {c: var for c, var in made.items() if c in lasting}
            found.append(self.changed(stmt, {**given, **made}, {**given, **inside}))
        return tuple(found)

    def local(self, name: str, form: p.Form) -> p.Var:
        return p.Var(free_name(name, self.taken), form)

    def changed(
        self, stmt: p.Stmt, here: Mapping[_Column, p.Var], inside: Mapping[_Column, p.Var]
    ) -> p.Stmt:
        """A statement that asks tallies; `inside`: those that hold in its blocks."""
        if _looked_at(stmt):
            stmt = walk.map_stmt(stmt, lambda e: self.put(e, here))
        return walk.map_blocks(stmt, lambda block: self.block(block, inside))

    # -- which tallies

    def asked(self, block: Iterable[p.Stmt], own: bool = False) -> Counter[_Column]:
        """How often pieces are counted in statements, and in loops among them unless only the
        statements' `own` expressions are meant."""
        found: Counter[_Column] = Counter()
        for stmt in block:
            for e in _looked_at(stmt):
                for column, times in self.uses(e, frozenset(), 1):
                    found[column] += times
            if isinstance(stmt, p.For) and not own:
                found.update(self.asked(stmt.body))
        return found

    def uses(self, e: p.Expr, bound: frozenset[str], times: int) -> Iterator[tuple[_Column, int]]:
        """What is counted in an expression, and how often. `bound`: the variables of the loops
        around it."""
        column = column_of(e)
        if column is not None and not column.reads & bound and self.is_right(e, column):
            yield column, times
            return
        if isinstance(e, p.Lambda):
            return
        source = walk.source_parts(e.source) if isinstance(e, p.Comp | p.RankComp) else ()
        for part in source:
            yield from self.uses(part, bound, times)
        inner = bound | {e.var.name} if isinstance(e, p.Comp | p.RankComp) else bound
        for part in walk.parts(e)[len(source) :]:
            yield from self.uses(part, inner, times if inner is bound else MANY)

    def kept(self, loop: p.For) -> list[_Column]:
        """The columns that a loop asks for and does not change."""
        asked = self.asked(loop.body)
        if not asked:
            return []
        changed = self.written(loop.body)
        bound = {loop.var.name} | {
            var.name for s in walk.statements(loop.body) if (var := walk.bound_var(s)) is not None
        }
        found = []
        for column in asked:
            read = walk.cells_read(column.of, self.program.functions)
            if not column.reads & bound and not read & changed:
                found.append(column)
        return found

    def written(self, block: p.Block) -> set[str]:
        """The cells that a block may write, and what it calls."""
        called = who.reachable(self.program, {call.proc for call in walk.calls(block)})
        bodies = (block, *(self.program.procedures[name].body for name in called))
        cells = {walk.written_cell(stmt) for body in bodies for stmt in walk.statements(body)}
        return {cell for cell in cells if cell is not None}

    def is_right(self, e: p.Expr, column: _Column) -> bool:
        """Whether pieces may be counted before it is known that anybody asks, and every value."""
        if not self.sure.of(self.owner, column.of):
            return False
        items = self.sure.ranges.of(self.owner, column.of)
        last = highest(items) if isinstance(column.source, p.Bits) else items.high
        low = 0 if isinstance(column.source, p.Bits) else items.low
        places = len(column.table.data)
        if items.empty or low < -places or last >= places:
            return False
        tests = self.tests(e, column)
        if column.table.form == "bool" and not all(isinstance(test, p.Const) for test in tests):
            return False  # nothing counts by what may be a flag
        return all(self.sure.of(self.owner, test) for test in tests)

    # -- what stands for what

    def tests(self, e: p.Expr, column: _Column) -> list[p.Expr]:
        """The condition for each value that may be printed."""
        assert isinstance(e, p.Comp) and e.cond is not None
        return [
            fold_expr(walk.replaced(e.cond, p.Lookup(column.table, (e.var,)), value))
            for value in column.constants
        ]

    def put(self, e: p.Expr, given: Mapping[_Column, p.Var]) -> p.Expr:
        """An expression that asks tallies; what was written out in vain is a call again."""
        column = column_of(e)
        var = None if column is None else given.get(column)
        if column is not None and var is not None and self.is_right(e, column):
            return self.looked_up(e, column, var)
        if isinstance(e, p.Lambda):
            new: p.Expr = replace(e, body=self.put(e.body, {}))
        else:
            new = walk.map_expr(e, lambda part: self.put(part, given))
        if isinstance(e, p.Op | p.Comp) and e in self.origins and self.asks_none(new, given):
            return self.put(self.origins[e], given)
        return new

    def asks_none(self, e: p.Expr, given: Mapping[_Column, p.Var]) -> bool:
        """Whether an expression reads no tally."""
        return walk.free(e).isdisjoint(var.name for var in given.values())

    def looked_up(self, e: p.Expr, column: _Column, var: p.Var) -> p.Expr:
        """How many pieces meet a condition, from their tally."""
        assert isinstance(e, p.Comp) and e.cond is not None
        tests = self.tests(e, column)
        if all(isinstance(test, p.Const) for test in tests):
            whole: p.Expr = b.ZERO
            for at in (at for at, test in enumerate(tests) if test == b.TRUE):
                whole = b.add(whole, p.Op("item", (var, b.const(at)), "int"))
            return whole
        wanted = self.wanted(e, column)
        if wanted is not None:
            return p.Op("item", (var, wanted), "int")
        value = self.local("value", "int")
        cond = walk.replaced(e.cond, p.Lookup(column.table, (e.var,)), value)
        source = p.Range(b.ZERO, b.const(column.values))
        return p.Comp("sum", value, source, cond, p.Op("item", (var, value), "int"), "int")

    def wanted(self, e: p.Comp, column: _Column) -> p.Expr | None:
        """The one value that is asked for, where it surely is one that may be printed."""
        look = p.Lookup(column.table, (e.var,))
        match e.cond:
            case p.Op("eq", (left, right)) if left == look:
                value = right
            case p.Op("eq", (left, right)) if right == look:
                value = left
            case _:
                return None
        found = self.sure.ranges.of(self.owner, value)
        if look in walk.inside(value) or found.empty or isinstance(value, p.Const):
            return None
        return value if found.low >= 0 and found.high < column.values else None

    def counted(self, column: _Column, var: p.Var, span: Span) -> Iterator[p.Stmt]:
        """The statements that count."""
        it = self.local("it", "int")
        look = p.Lookup(column.table, (it,))
        more = b.add(p.Op("item", (var, look), "int"), b.ONE)
        yield p.Assign(var, p.Const((0,) * column.values, "ints"), span)
        for source in _parts(column.source):
            label = free_name("each", self.taken)
            new = p.Op("replace", (var, look, more), "ints")
            yield p.For(label, it, source, (p.Assign(var, new, span),), span)


def _parts(source: p.Source) -> Iterable[p.Source]:
    """A source, or the few rows of one behind the other that it is."""
    found: list[p.Expr] = []

    def split(e: p.Expr) -> None:
        if isinstance(e, p.Op) and e.name == "concat":
            for arg in e.args:
                split(arg)
        else:
            found.append(e)

    if isinstance(source, p.Items):
        split(source.of)
    return [p.Items(e) for e in found] if 0 < len(found) <= PARTS else [source]
