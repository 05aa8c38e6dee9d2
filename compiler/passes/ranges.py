"""Between which numbers every cell and local stays, as far as the program shows.

    active = (active + 1) mod 2, start 0    ──►    active in 0..1

Worked out for the whole program at once, whatever the order of statements: a cell is all that is
ever written into it. A function or statement is looked at again when something that it reads has
grown; what grows again and again is taken to be anything. A mask is never negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.counting import counts, counts_up, longest, range_of
from hoyle.compiler.passes.intervals import (
    ANY,
    BIT,
    COUNT,
    EMPTY,
    INFINITY,
    LONGEST,
    NATURAL,
    Interval,
    around,
    bits_of,
    gathered,
    highest,
    library,
    operation,
)
from hoyle.dsl.records import record

GROWTHS = 6
"""How often something may turn out to be more before it is taken to be anything."""


@record(eq=False, frozen=False)
class _Piece:
    """What is looked at as one: a statement, a function, a watched condition.

    `stale`: it may say more if it is looked at again.
    """

    owner: str
    of: p.Stmt | p.Fn | p.Watch
    stale: bool = True


@record(frozen=False)
class Ranges:
    """What is known. Locals are known by the procedure or function that they belong to.

    `pieces`: those of every owner, in order; `stale`: the owners with a stale piece; `readers`:
    the pieces that read a cell, a local or an answer; `growths`: how often one of these grew.
    """

    program: p.Program
    cells: dict[str, Interval] = field(default_factory=dict)
    locals: dict[tuple[str, str], Interval] = field(default_factory=dict)
    answers: dict[str, Interval] = field(default_factory=dict)
    tables: dict[str, Interval] = field(default_factory=dict)
    constants: dict[int, tuple[p.Datum, Interval]] = field(default_factory=dict)
    pieces: dict[str, list[_Piece]] = field(default_factory=dict)
    cell_readers: dict[str, list[_Piece]] = field(default_factory=dict)
    local_readers: dict[tuple[str, str], list[_Piece]] = field(default_factory=dict)
    callers: dict[str, list[_Piece]] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    growths: dict[object, int] = field(default_factory=dict)

    def of(self, owner: str, e: p.Expr) -> Interval:
        """The numbers an expression (or every item of a tuple) can be, in a procedure or
        function."""
        return _Reader(self, owner).of(e)

    def natural(self, owner: str, e: p.Expr) -> bool:
        """Whether it is surely never negative."""
        return self.of(owner, e).low >= 0

    def constant(self, value: p.Datum) -> Interval:
        """A constant; long ones are looked through once."""
        if isinstance(value, int):
            return Interval(value, value)
        if not isinstance(value, tuple):
            return ANY
        if id(value) not in self.constants:
            self.constants[id(value)] = (value, around(value))
        return self.constants[id(value)][1]

    def table(self, table: p.StaticTable) -> Interval:
        """What stands in a table."""
        if table.name not in self.tables:
            self.tables[table.name] = around(table.data)
        return self.tables[table.name]

    def note_cell(self, name: str, found: Interval, within: Interval = ANY) -> None:
        """A cell may be this, too, as far as that is `within` its range."""
        old = self.cells.get(name, EMPTY)
        wider = self._wider(("cell", name), old, found.clip(*within))
        if wider is not old:
            wider = wider.clip(min(old.low, within.low), max(old.high, within.high))
        new = self.cells[name] = wider
        if new is not old:
            self._outdate(self.cell_readers.get(name, ()))

    def note_local(self, owner: str, name: str, found: Interval) -> None:
        """A local may be this, too."""
        old = self.locals.get((owner, name), EMPTY)
        new = self.locals[owner, name] = self._wider((owner, name), old, found)
        if new is not old:
            self._outdate(self.local_readers.get((owner, name), ()))

    def note_answer(self, name: str, found: Interval) -> None:
        """A procedure or function may answer this, too."""
        old = self.answers.get(name, EMPTY)
        new = self.answers[name] = self._wider(name, old, found)
        if new is not old:
            self._outdate(self.callers.get(name, ()))

    def _outdate(self, pieces: Iterable[_Piece]) -> None:
        for piece in pieces:
            piece.stale = True
            self.stale.add(piece.owner)

    def _wider(self, of: object, old: Interval, found: Interval) -> Interval:
        """Both; the very same as before if that says no more."""
        new = old.join(found)
        if new is old or new == old:
            return old
        grown = self.growths[of] = self.growths.get(of, 0) + 1
        if grown <= GROWTHS:
            return new
        low = new.low if new.low == old.low else -INFINITY
        return Interval(low, new.high if new.high == old.high else INFINITY)


WATCHES = ""
"""The owner of what stands in watched conditions."""


def find(program: p.Program) -> Ranges:
    """What is known of a program."""
    ranges = Ranges(program)
    for cell in program.cells:
        ranges.note_cell(cell.name, _from_outside(cell) if cell.given else around((cell.start,)))
    _given(ranges)
    _note_readers(ranges)
    ranges.stale = {*program.functions, *program.procedures, WATCHES}
    while ranges.stale:
        _round(ranges)
    return ranges


def _from_outside(cell: p.Cell) -> Interval:
    """What a cell may hold that is set from outside."""
    return NATURAL if cell.form == "mask" else ANY


def _given(ranges: Ranges) -> None:
    """What comes from outside of the program."""
    program = ranges.program
    for name in (*program.tests.values(), *program.sights.values()):
        for var in program.functions[name].params:
            ranges.note_local(name, var.name, ANY)
    for name in program.shows.values():
        for var in program.functions[name].params:
            ranges.note_local(name, var.name, Interval(0, program.players - 1))
    for name in program.entries.values():
        for var in program.procedures[name].params:
            ranges.note_local(name, var.name, ANY)


def _note_readers(ranges: Ranges) -> None:
    """Which pieces there are, and what each reads."""
    program = ranges.program
    for name, fn in program.functions.items():
        _note_piece(ranges, _Piece(name, fn), walk.inside(fn.body))
    for name, procedure in program.procedures.items():
        for stmt in walk.statements(procedure.body):
            piece = _Piece(name, stmt)
            _note_piece(ranges, piece, walk.own_exprs(stmt))
            if isinstance(stmt, p.CallProc):
                ranges.callers.setdefault(stmt.proc, []).append(piece)
            elif isinstance(stmt, p.Nature) and stmt.pools is not None:
                ranges.cell_readers.setdefault(stmt.pools.name, []).append(piece)
    for watch in program.watches:
        sources = (part for _, source in watch.binds for part in walk.source_parts(source))
        exprs = (x for e in (watch.cond, *sources) for x in walk.inside(e))
        _note_piece(ranges, _Piece(WATCHES, watch), exprs)


def _note_piece(ranges: Ranges, piece: _Piece, exprs: Iterable[p.Expr]) -> None:
    ranges.pieces.setdefault(piece.owner, []).append(piece)
    for e in exprs:
        if isinstance(e, p.Var):
            ranges.local_readers.setdefault((piece.owner, e.name), []).append(piece)
        elif isinstance(e, p.Get):
            ranges.cell_readers.setdefault(e.cell.name, []).append(piece)
        elif isinstance(e, p.CallFn):
            ranges.callers.setdefault(e.name, []).append(piece)


def _round(ranges: Ranges) -> None:
    """Look once at everything that may say more; what grows on the way can make more of it so."""
    for owner in (*ranges.program.functions, *ranges.program.procedures, WATCHES):
        if owner in ranges.stale:
            ranges.stale.discard(owner)
            reader = _Reader(ranges, owner)
            for piece in ranges.pieces.get(owner, ()):
                if piece.stale:
                    piece.stale = False
                    _look(piece, reader)


def _look(piece: _Piece, reader: _Reader) -> None:
    match piece.of:
        case p.Fn(name):
            reader.ranges.note_answer(name, reader.of(piece.of.body))
        case p.Watch():
            _watch(piece.of, reader)
        case _:
            _Writer(reader).stmt(piece.of)


def _watch(watch: p.Watch, reader: _Reader) -> None:
    """The bindings of a watched condition arrive as arguments of its handler."""
    ranges = reader.ranges
    handler = ranges.program.procedures.get(watch.handler)
    items = [reader.items(source) for _, source in watch.binds]
    for (var, _), found in zip(watch.binds, items, strict=True):
        ranges.note_local(WATCHES, var.name, found)
    reader.of(watch.cond)
    for param, found in zip(handler.params if handler else (), items, strict=False):
        ranges.note_local(watch.handler, param.name, found)


@record
class _Writer:
    """Notes what the statements of one procedure write."""

    reader: _Reader

    def stmt(self, stmt: p.Stmt) -> None:
        reader, ranges = self.reader, self.reader.ranges
        match stmt:
            case p.Assign(var, value):
                found = reader.of(value)
                self.local(var, COUNT if counts_up(stmt) else found)
            case p.Store(cell, index, value):
                if index is not None:
                    reader.of(index)
                if counts(stmt):
                    value = p.Const(LONGEST, "int")
                ranges.note_cell(cell.name, reader.of(value), range_of(cell))
            case p.For(_, var, source):
                self.local(var, reader.items(source))
            case p.Nature():
                self.nature(stmt)
            case p.CallProc():
                self.call(stmt)
            case p.Return(value) if value is not None:
                ranges.note_answer(reader.owner, reader.of(value))
            case _:
                for e in walk.stmt_exprs(stmt):
                    reader.of(e)
        if isinstance(stmt, p.Ask):
            actions = max(base + size for base, size in ranges.program.sites)
            self.local(stmt.var, Interval(0, actions - 1))
            for choice in stmt.choices:
                self.local(choice.var, reader.of(choice.options))

    def local(self, var: p.Var, found: Interval) -> None:
        self.reader.ranges.note_local(self.reader.owner, var.name, found)

    def nature(self, stmt: p.Nature) -> None:
        ranges = self.reader.ranges
        found = [self.reader.of(arg) for arg in (*stmt.args, stmt.audience)]
        match stmt.kind:
            case "die":
                die = next(die for die in ranges.program.dice if die.name == stmt.die)
                self.local(stmt.var, around(die.faces))
            case "among":
                self.local(stmt.var, found[0])
            case "dice":
                self.local(stmt.var, NATURAL)
            case "pool":
                assert stmt.pools is not None
                self.local(stmt.var, ranges.cells[stmt.pools.name].clip(0, INFINITY))

    def call(self, stmt: p.CallProc) -> None:
        ranges = self.reader.ranges
        procedure = ranges.program.procedures[stmt.proc]
        for param, arg in zip(procedure.params, stmt.args, strict=True):
            ranges.note_local(stmt.proc, param.name, self.reader.of(arg))
        if stmt.var is not None:
            zero = Interval(0, 0)  # of a procedure that ends without an answer
            self.local(stmt.var, ranges.answers.get(stmt.proc, EMPTY).join(zero))


@record
class _Reader:
    """Reads expressions of one procedure or function; notes what loops and calls bind."""

    ranges: Ranges
    owner: str

    def of(self, e: p.Expr) -> Interval:
        match e:
            case p.Op():
                found = operation(e.name, [self.of(arg) for arg in e.args])
                return found.clip(0, INFINITY) if e.form == "mask" else found
            case p.Var():
                found = self.ranges.locals.get((self.owner, e.name), EMPTY)
                return found.clip(0, INFINITY) if e.form == "mask" else found
            case p.Const():
                return self.ranges.constant(e.value)
            case p.Get():
                if e.index is not None:
                    self.of(e.index)
                return self.ranges.cells.get(e.cell.name, EMPTY)
            case p.Lookup(table, indexes):
                for index in indexes:
                    self.of(index)
                return self.ranges.table(table)
            case p.CallFn(name, args):
                return self.call(name, args)
            case p.Library(name, args):
                found = library(name, [self.of(arg) for arg in args])
                return found.clip(0, INFINITY) if e.form == "mask" else found
            case p.Comp():
                return self.loop(e)
            case p.RankComp():
                found = self.bind(e.var, e.source)
                for part in (*(() if e.cond is None else (e.cond,)), *e.keys):
                    self.of(part)
                return bits_of(found) if e.form == "mask" else found
            case p.Lambda():
                self.ranges.note_local(self.owner, e.var.name, COUNT)
                self.of(e.body)
                return ANY
            case p.Answer():
                return self.answer(e)

    def answer(self, e: p.Answer) -> Interval:
        if not e.value:
            return BIT
        lows = self.ranges.program.site_lows
        low = lows[e.site] if lows else 0
        return Interval(low, low + self.ranges.program.sites[e.site][1] - 1)

    def call(self, name: str, args: tuple[p.Expr, ...]) -> Interval:
        for param, arg in zip(self.ranges.program.functions[name].params, args, strict=True):
            self.ranges.note_local(name, param.name, self.of(arg))
        return self.ranges.answers.get(name, EMPTY)

    def bind(self, var: p.Var, source: p.Source) -> Interval:
        found = self.items(source)
        self.ranges.note_local(self.owner, var.name, found)
        return found

    def items(self, source: p.Source) -> Interval:
        """What a loop's variable can be."""
        match source:
            case p.Range(low, high):
                first, behind = self.of(low), self.of(high)
                if first.empty or behind.empty:
                    return EMPTY
                return Interval(first.low, behind.high - 1)
            case p.Bits(mask, size):
                return Interval(0, min(size - 1, max(0, highest(self.of(mask)))))
            case p.Items(of):
                return self.of(of)

    def loop(self, e: p.Comp) -> Interval:
        self.bind(e.var, e.source)
        if e.cond is not None:
            self.of(e.cond)
        body = self.of(e.body)
        default = EMPTY if e.default is None else self.of(e.default)
        return gathered(e.kind, body, default, self.turns(e.source))

    def turns(self, source: p.Source) -> float:
        """How many turns a loop takes at most."""
        match source:
            case p.Range():
                items = self.items(source)
                return max(0, min(items.high - items.low + 1, LONGEST))
            case p.Bits(_, size):
                return size
            case p.Items(of):
                return longest(of)
