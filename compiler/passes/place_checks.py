"""Look at watched conditions where something that they read was written, and nowhere else.

    cell.mark = you                       cell.mark = you
    (moment)                     ──►      if any line through cell is full: somebody_wins(you)
                                          if no cell is free: nobody_wins()

A watched condition's *footprint* is every cell it reads, through functions. At a moment those are
looked at whose footprint meets what was written since the last. Where one written cell is known,
only what that write can have made true is tested (`narrow`); this is sound since all are false
after a moment, and after the end of the setup, which looks at all in full.

No moment stands inside `at once`: what is called from there is called as a quiet copy. If a handler
goes on, `look` turns until nothing is true any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import narrow as narrowing
from hoyle.compiler.passes import quiet, ranges
from hoyle.compiler.passes.written import Written, written
from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span

LOOK = "look_"

Footprints = tuple[frozenset[str], ...]


def place_checks(program: p.Program, narrow: bool = True) -> p.Program:
    """The program with checks in front of its moments. `narrow`: tested are only the parts of
    conditions that a write can have made true; else every condition in full at every moment
    (checked build)."""
    program = quiet.with_quiet_copies(program)
    if not program.watches:
        return program
    footprints = footprints_of(program)
    pending = written(program, frozenset().union(*footprints))
    known = ranges.find(program) if narrow else ranges.Ranges(program)
    placer = _Placer(program, footprints, narrow, endings(program), known, pending)
    program = placer.place()
    if any(call.proc == LOOK for x in program.procedures.values() for call in walk.calls(x.body)):
        program.procedures[LOOK] = placer.look()
    return program


def footprints_of(program: p.Program) -> Footprints:
    """For each watched condition the cells that it reads."""
    found = []
    for watch in program.watches:
        cells = walk.cells_read(watch.cond, program.functions)
        for _, source in watch.binds:
            for part in walk.source_parts(source):
                cells |= walk.cells_read(part, program.functions)
        found.append(cells)
    return tuple(found)


def endings(program: p.Program) -> frozenset[str]:
    """Procedures that always end the game."""

    def ends(block: p.Block, known: set[str]) -> bool:
        for stmt in block:
            match stmt:
                case p.Over() | p.Fail():
                    return True
                case p.CallProc(proc) if proc in known:
                    return True
                case p.If(_, then, otherwise) if ends(then, known) and ends(otherwise, known):
                    return True
                case p.AtOnce(body) if ends(body, known):
                    return True
            if any(isinstance(s, p.Return | p.Leave | p.Again) for s in walk.statements((stmt,))):
                return False
        return False

    found: set[str] = set()
    while True:
        more = {n for n, x in program.procedures.items() if n not in found and ends(x.body, found)}
        if not more:
            return frozenset(found)
        found |= more


# ---------------------------------------------------------------------------------------- placing


@record
class Pending:
    """What was written since the last moment, by cell: the only write, or None if it is not
    known."""

    writes: Mapping[str, p.Store | None] = field(default_factory=dict)

    def after(self, store: p.Store) -> Pending:
        """With one more write."""
        name = store.cell.name
        return Pending({**self.writes, name: None if name in self.writes else store})

    def joined(self, other: Pending) -> Pending:
        """What may have been written on one of two ways."""
        names = {**self.writes, **other.writes}
        sole = self.writes == other.writes
        return self if sole else Pending(dict.fromkeys(names))

    def unclear(self) -> Pending:
        """The same, when what was written is not known any more."""
        return Pending(dict.fromkeys(self.writes))

    def with_cells(self, cells: Iterable[str]) -> Pending:
        """With writes of cells somewhere else."""
        return Pending({**self.writes, **dict.fromkeys(sorted(cells))})


NOTHING = Pending()


@record(frozen=False)
class _Placer:
    """Walks every procedure with what is pending, and puts checks in front of moments."""

    program: p.Program
    footprints: Footprints
    narrow: bool
    endings: frozenset[str]
    ranges: ranges.Ranges
    pending: Written
    labels: dict[str, tuple[Pending, Pending]] = field(default_factory=dict)
    full: bool = False  # the next moment is the end of the setup
    names: int = 0
    tables: narrowing.Tables = field(default_factory=narrowing.Tables)
    owner: str = ""

    def place(self) -> p.Program:
        """All procedures."""
        procedures = {name: self.procedure(x) for name, x in self.program.procedures.items()}
        tables = [*self.program.tables, *self.tables.used(procedures)]
        return replace(self.program, procedures=procedures, tables=tables)

    def procedure(self, procedure: p.Procedure) -> p.Procedure:
        self.names = 0
        name = self.owner = procedure.name
        main = name == self.program.entries.get("main")
        self.full = main
        self.labels = {}
        entered = NOTHING.with_cells(self.pending.entering.get(name, ()))
        body, _ = self.block(procedure.body, entered)
        if main and self.full:  # no setup: look before anything happens
            body = (*self.all_checks(procedure.span), *body)
        return replace(procedure, body=body)

    def block(self, block: p.Block, pending: Pending) -> tuple[p.Block, Pending]:
        found: list[p.Stmt] = []
        for stmt in block:
            new, pending = self.stmt(stmt, pending)
            found.extend(new)
        return tuple(found), pending

    def stmt(self, stmt: p.Stmt, pending: Pending) -> tuple[p.Block, Pending]:
        match stmt:
            case p.Store():
                if not self.watched(stmt.cell.name):
                    return (stmt,), pending
                kept, store = self.kept(stmt)
                return (*kept, store), pending.after(store)
            case p.Moment():
                return (*self.checks(pending, stmt.span), stmt), NOTHING
            case p.If(cond, then, otherwise):
                first, one = self.block(then, pending)
                second, other = self.block(otherwise, pending)
                return (p.If(cond, first, second, stmt.span),), self.meet(
                    then, one, otherwise, other
                )
            case p.Loop() | p.For():
                return self.loop(stmt, pending)
            case p.Region(label, body):
                self.labels[label] = (NOTHING, NOTHING)
                inner, after = self.block(body, pending)
                return (replace(stmt, body=inner),), after.joined(self.labels[label][0])
            case p.Only(body) | p.AtOnce(body):
                inner, after = self.block(body, pending)
                return (replace(stmt, body=inner),), after
            case p.Leave(label) | p.Again(label):
                left, again = self.labels[label]
                if isinstance(stmt, p.Leave):
                    self.labels[label] = (left.joined(pending), again)
                else:
                    self.labels[label] = (left, again.joined(pending))
                return (stmt,), NOTHING
            case p.Return() | p.Over() | p.Fail():
                return (stmt,), NOTHING
            case p.CallProc(name):
                return (stmt,), pending.unclear().with_cells(self.pending.leaving.get(name, ()))
            case p.Nature(pools=pools) if pools is not None and self.watched(pools.name):
                return (stmt,), pending.with_cells((pools.name,))
            case p.Assign():
                return (stmt,), self.after_assign(pending, stmt.var)
            case _:
                return (stmt,), pending

    def after_assign(self, pending: Pending, var: p.Var) -> Pending:
        """A write is not known any more when a local that says where it went has changed."""
        stores = [store for store in pending.writes.values() if store is not None]
        told = any(var.name in walk.free(e) for store in stores for e in walk.stmt_exprs(store))
        return pending.unclear() if told else pending

    def meet(self, then: p.Block, one: Pending, otherwise: p.Block, other: Pending) -> Pending:
        if walk.leaves(then):
            return other
        return one if walk.leaves(otherwise) else one.joined(other)

    def loop(self, stmt: p.Loop | p.For, pending: Pending) -> tuple[p.Block, Pending]:
        """What is pending at the head of a loop is so at the head of every turn."""
        before = frozenset(pending.writes)
        wider = self.pending.head(stmt, before)
        head = pending if wider == before else pending.unclear().with_cells(wider)
        self.labels[stmt.label] = (NOTHING, NOTHING)
        inner, _ = self.block(stmt.body, head)
        left = self.labels[stmt.label][0]
        behind = left if isinstance(stmt, p.Loop) else left.joined(head)
        return (replace(stmt, body=inner),), behind.unclear()

    def watched(self, cell: str) -> bool:
        """Whether some watched condition reads a cell."""
        return cell in self.pending.watched

    def kept(self, store: p.Store) -> tuple[p.Block, p.Store]:
        """Index and value of a write in locals, where a check will ask for them."""
        if not self.narrow:
            return (), store
        found: list[p.Stmt] = []
        index = store.index
        if index is not None and not _kept(index):
            index = self.local(f"{store.cell.name}_at", index, store.span, found)
        value = store.value
        if not _kept(value):
            value = self.local(f"{store.cell.name}_new", value, store.span, found)
        return tuple(found), replace(store, index=index, value=value)

    def local(self, name: str, e: p.Expr, span: Span, found: list[p.Stmt]) -> p.Var:
        self.names += 1
        var = p.Var(f"{name}_{self.names}_", b.form_of(e))
        self.ranges.note_local(self.owner, var.name, self.ranges.of(self.owner, e))
        found.append(p.Assign(var, e, span))
        return var

    # -- checks

    def checks(self, pending: Pending, span: Span) -> p.Block:
        """What stands in front of a moment."""
        if self.full:
            self.full = False
            return self.all_checks(span)
        hits = [
            self.narrowed(watch, footprint, pending)
            for watch, footprint in zip(self.program.watches, self.footprints, strict=True)
            if not self.narrow or footprint & set(pending.writes)
        ]
        return self.written([test for test in hits if test.cond != b.FALSE], span)

    def narrowed(
        self, watch: p.Watch, footprint: frozenset[str], pending: Pending
    ) -> narrowing.Test:
        """The test of one condition; narrowed where a single write of what it reads is known."""
        whole = self.whole(watch)
        stores = [store for cell, store in pending.writes.items() if cell in footprint]
        sole = stores[0] if len(stores) == 1 else None
        if sole is None or not self.narrow:
            return whole
        return narrowing.narrow(whole, sole, self.program, self.tables, self.ranges, self.owner)

    def all_checks(self, span: Span) -> p.Block:
        """Every condition in full."""
        self.full = False
        return self.written([self.whole(watch) for watch in self.program.watches], span)

    def whole(self, watch: p.Watch) -> narrowing.Test:
        """A condition in full, with names that nothing in the procedure has."""
        self.names += 1
        own = _apart(watch, self.names)
        return narrowing.Test(own.handler, own.binds, own.cond, tuple(v for v, _ in own.binds))

    def written(self, tests: list[narrowing.Test], span: Span) -> p.Block:
        """Conditions whose handlers end the game, one after the other; else `look` if any is
        true."""
        if not tests:
            return ()
        if all(test.handler in self.endings for test in tests):
            return tuple(stmt for test in tests for stmt in self.one(test, span))
        return (p.If(b.or_(*map(_some, tests)), (p.CallProc(LOOK, (), None, span),), (), span),)

    def one(self, test: narrowing.Test, span: Span) -> p.Block:
        """A condition whose handler ends the game: the first binding for which it is true."""
        call = p.CallProc(test.handler, test.args, None, span)
        if len(test.binds) == 1 and _numbered(test.binds[0][1]):
            var, source = test.binds[0]
            item = p.Var(f"{var.name}item_", var.form)
            cond = walk.substitute(test.cond, {var.name: item})
            first = b.comp("first", b.Walk(item, source, cond))
            found = p.Op("ge", (var, b.ZERO), "bool")
            return (p.Assign(var, first, span), p.If(found, (call,), (), span))
        deed: p.Stmt = p.If(test.cond, (call,), (), span)
        for var, source in reversed(test.binds):
            deed = p.For(f"each_{var.name}", var, source, (deed,), span)
        return (deed,)

    def look(self) -> p.Procedure:
        """Look at all in the order of the text until none is true."""
        again = p.Again("look", NOWHERE)
        body: list[p.Stmt] = []
        for number, found in enumerate(self.program.watches, 1):
            watch = _apart(found, number)
            args = tuple(var for var, _ in watch.binds)
            deed: list[p.Stmt] = [p.CallProc(watch.handler, args, None, watch.span)]
            if watch.handler not in self.endings:
                text = "a `whenever` does not make its own condition false"
                fail = p.Fail("still true", text, watch.span, watch.rule)
                deed += [p.If(watch.cond, (fail,), (), watch.span), again]
            block: p.Stmt = p.If(watch.cond, tuple(deed), (), watch.span)
            for var, source in reversed(watch.binds):
                block = p.For(f"each_{var.name}", var, source, (block,), watch.span)
            body.append(block)
        loop = p.Loop("look", (*body, p.Leave("look", NOWHERE)), False, NOWHERE)
        first = self.program.watches[0]
        return p.Procedure(LOOK, (), (loop,), None, first.rule, first.span)


def _apart(watch: p.Watch, number: int) -> p.Watch:
    """A watched condition whose variables have names that no lowering makes."""
    bound = walk.bound(watch.cond) | {var.name for var, _ in watch.binds}
    for _, source in watch.binds:
        for part in walk.source_parts(source):
            bound |= walk.bound(part)
    names = {name: f"{name}_{number}_" for name in sorted(bound)}
    binds = tuple(
        (
            p.Var(names[var.name], var.form, var.domain),
            walk.map_source(source, lambda e: walk.rename_expr(e, names)),
        )
        for var, source in watch.binds
    )
    return replace(watch, binds=binds, cond=walk.rename_expr(watch.cond, names))


def _kept(e: p.Expr) -> bool:
    """Whether an expression can be read again, until a local changes."""
    return walk.is_atom(e) or isinstance(e, p.Answer)


def _some(test: narrowing.Test) -> p.Expr:
    """Whether a condition is true for any binding."""
    cond = test.cond
    for var, source in reversed(test.binds):
        cond = b.any_of(b.Walk(var, source, None), cond)
    return cond


def _numbered(source: p.Source) -> bool:
    """Whether all items of a source are numbers from 0 up."""
    return isinstance(source, p.Bits) or (
        isinstance(source, p.Range) and isinstance(source.low, p.Const) and source.low.value == 0
    )
