"""Between which numbers every cell and local stays, as far as the program shows.

    active = (active + 1) mod 2, start 0    ──►    active in 0..1

Worked out for the whole program at once, whatever the order of statements: a cell is all that is
ever written into it. What still grows after a few rounds is taken to be anything. A mask is never
negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk

ROUNDS = 5
INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class Interval:
    """low .. high; empty (nothing yet) where low is above high."""

    low: float = INFINITY
    high: float = -INFINITY

    def join(self, other: Interval) -> Interval:
        """The least interval around both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def clip(self, low: float, high: float) -> Interval:
        """What of it is inside."""
        return Interval(max(self.low, low), min(self.high, high))

    @property
    def empty(self) -> bool:
        """Whether no number is inside."""
        return self.low > self.high


EMPTY = Interval()
ANY = Interval(-INFINITY, INFINITY)
NATURAL = Interval(0, INFINITY)
BIT = Interval(0, 1)


@dataclass(slots=True)
class Ranges:
    """What is known. Locals are known by the procedure or function that they belong to."""

    program: p.Program
    cells: dict[str, Interval] = field(default_factory=dict)
    locals: dict[tuple[str, str], Interval] = field(default_factory=dict)
    answers: dict[str, Interval] = field(default_factory=dict)
    tables: dict[str, Interval] = field(default_factory=dict)
    constants: dict[int, tuple[p.Datum, Interval]] = field(default_factory=dict)
    grown: bool = False
    widen: bool = False

    def of(self, owner: str, e: p.Expr) -> Interval:
        """The numbers an expression (or every item of a tuple) can be, in a procedure or
        function."""
        return _Reader(self, owner).of(e)

    def natural(self, owner: str, e: p.Expr) -> bool:
        """Whether it is surely never negative."""
        return self.of(owner, e).low >= 0

    def constant(self, value: p.Datum) -> Interval:
        """A constant; long ones are looked through once."""
        if not isinstance(value, tuple):
            return _data((value,))
        if id(value) not in self.constants:
            self.constants[id(value)] = (value, _data(value))
        return self.constants[id(value)][1]

    def table(self, table: p.StaticTable) -> Interval:
        """What stands in a table."""
        if table.name not in self.tables:
            self.tables[table.name] = _data(table.data)
        return self.tables[table.name]

    def note_cell(self, name: str, found: Interval) -> None:
        """A cell may be this, too."""
        self.cells[name] = self._wider(self.cells.get(name, EMPTY), found)

    def note_local(self, owner: str, name: str, found: Interval) -> None:
        """A local may be this, too."""
        key = (owner, name)
        self.locals[key] = self._wider(self.locals.get(key, EMPTY), found)

    def note_answer(self, name: str, found: Interval) -> None:
        """A procedure or function may answer this, too."""
        self.answers[name] = self._wider(self.answers.get(name, EMPTY), found)

    def _wider(self, old: Interval, found: Interval) -> Interval:
        new = old.join(found)
        if new == old:
            return old
        self.grown = True
        if not self.widen:
            return new
        low = new.low if new.low == old.low else -INFINITY
        return Interval(low, new.high if new.high == old.high else INFINITY)


def find(program: p.Program) -> Ranges:
    """What is known of a program."""
    ranges = Ranges(program)
    for cell in program.cells:
        ranges.note_cell(cell.name, _data((cell.start,)))
    rounds = 0
    while True:
        ranges.grown, ranges.widen = False, rounds >= ROUNDS
        _round(ranges)
        rounds += 1
        if not ranges.grown:
            return ranges


def _data(data: Iterable[p.Datum]) -> Interval:
    found = EMPTY
    for item in data:
        if isinstance(item, tuple):
            found = found.join(_data(item))
        elif isinstance(item, int):
            found = found.join(Interval(item, item))
        else:
            return ANY
    return found


def _round(ranges: Ranges) -> None:
    program = ranges.program
    for name in (*program.tests.values(), *program.sights.values()):
        for var in program.functions[name].params:
            ranges.note_local(name, var.name, ANY)
    for name in program.shows.values():
        for var in program.functions[name].params:
            ranges.note_local(name, var.name, Interval(0, program.players - 1))
    for name, fn in program.functions.items():
        reader = _Reader(ranges, name)
        ranges.note_answer(name, reader.of(fn.body))
    for name, procedure in program.procedures.items():
        if name in program.entries.values():
            for var in procedure.params:
                ranges.note_local(name, var.name, ANY)
        _Writer(ranges, name).block(procedure.body)
    for watch in program.watches:
        _watch(ranges, watch)


def _watch(ranges: Ranges, watch: p.Watch) -> None:
    """The bindings of a watched condition arrive as arguments of its handler."""
    reader = _Reader(ranges, "")
    for var, source in watch.binds:
        ranges.note_local("", var.name, reader.items(source))
    reader.of(watch.cond)
    handler = ranges.program.procedures.get(watch.handler)
    for param, (_, source) in zip(handler.params if handler else (), watch.binds, strict=False):
        ranges.note_local(watch.handler, param.name, reader.items(source))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Notes what the statements of one procedure write."""

    ranges: Ranges
    owner: str

    def block(self, block: p.Block) -> None:
        for stmt in walk.statements(block):
            self.stmt(stmt)

    def stmt(self, stmt: p.Stmt) -> None:
        reader = _Reader(self.ranges, self.owner)
        for e in walk.stmt_exprs(stmt):
            reader.of(e)
        match stmt:
            case p.Assign(var, value):
                self.local(var, reader.of(value))
            case p.Store(cell, _, value):
                self.ranges.note_cell(cell.name, _clipped(reader.of(value), cell))
            case p.For(_, var, source):
                self.local(var, reader.items(source))
            case p.Ask():
                self.local(stmt.var, NATURAL)
                for choice in stmt.choices:
                    self.local(choice.var, reader.of(choice.options))
            case p.Nature():
                self.nature(stmt, reader)
            case p.CallProc():
                self.call(stmt, reader)
            case p.Return(value) if value is not None:
                self.ranges.note_answer(self.owner, reader.of(value))
            case _:
                return

    def local(self, var: p.Var, found: Interval) -> None:
        self.ranges.note_local(self.owner, var.name, found)

    def nature(self, stmt: p.Nature, reader: _Reader) -> None:
        match stmt.kind:
            case "die":
                die = next(die for die in self.ranges.program.dice if die.name == stmt.die)
                self.local(stmt.var, _data(die.faces))
            case "among":
                self.local(stmt.var, reader.of(stmt.args[0]))
            case "dice" | "pool":
                self.local(stmt.var, NATURAL)
                if stmt.pools is not None:
                    self.ranges.note_cell(stmt.pools.name, NATURAL)

    def call(self, stmt: p.CallProc, reader: _Reader) -> None:
        procedure = self.ranges.program.procedures[stmt.proc]
        for param, arg in zip(procedure.params, stmt.args, strict=True):
            self.ranges.note_local(stmt.proc, param.name, reader.of(arg))
        if stmt.var is not None:
            zero = Interval(0, 0)  # of a procedure that ends without an answer
            self.local(stmt.var, self.ranges.answers.get(stmt.proc, EMPTY).join(zero))


def _clipped(found: Interval, cell: p.Cell) -> Interval:
    """What comes through the test of a cell's range."""
    if found.empty:
        return found
    low = -INFINITY if cell.low is None else cell.low
    high = INFINITY if cell.high is None else cell.high
    return found.clip(low, high)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads expressions of one procedure or function; notes what loops and calls bind."""

    ranges: Ranges
    owner: str

    def of(self, e: p.Expr) -> Interval:
        match e:
            case p.Const(value):
                return self.ranges.constant(value)
            case p.Var(name, form):
                found = self.ranges.locals.get((self.owner, name), EMPTY)
                return found.clip(0, INFINITY) if form == "mask" else found
            case p.Get(cell, index):
                if index is not None:
                    self.of(index)
                return self.ranges.cells.get(cell.name, EMPTY)
            case p.Lookup(table, indexes):
                for index in indexes:
                    self.of(index)
                return self.ranges.table(table)
            case p.Op(name, args):
                found = _operation(name, [self.of(arg) for arg in args], args)
                return found.clip(0, INFINITY) if e.form == "mask" else found
            case p.CallFn(name, args):
                return self.call(name, args)
            case p.Library():
                for arg in e.args:
                    self.of(arg)
                return NATURAL if e.form == "mask" else ANY
            case p.Comp():
                return self.loop(e)
            case p.RankComp():
                self.bind(e.var, e.source)
                for part in (*(() if e.cond is None else (e.cond,)), *e.keys):
                    self.of(part)
                return (
                    self.items(e.source).clip(0, INFINITY)
                    if e.form == "mask"
                    else self.items(e.source)
                )
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

    def bind(self, var: p.Var, source: p.Source) -> None:
        for part in walk.source_parts(source):
            self.of(part)
        self.ranges.note_local(self.owner, var.name, self.items(source))

    def items(self, source: p.Source) -> Interval:
        """What a loop's variable can be."""
        match source:
            case p.Range(low, high):
                first, behind = self.of(low), self.of(high)
                if first.empty or behind.empty:
                    return EMPTY
                return Interval(first.low, behind.high - 1)
            case p.Bits(_, size):
                return Interval(0, size - 1)
            case p.Items(of):
                return self.of(of)

    def loop(self, e: p.Comp) -> Interval:
        self.bind(e.var, e.source)
        if e.cond is not None:
            self.of(e.cond)
        body = self.of(e.body)
        default = EMPTY if e.default is None else self.of(e.default)
        match e.kind:
            case "any" | "every":
                return BIT
            case "count" | "mask":
                return NATURAL
            case "sum":
                return Interval(0, INFINITY) if body.low >= 0 else ANY
            case "first":
                return body.join(Interval(-1, -1))
            case "min" | "max" | "ints":
                return body.join(default)


def _operation(name: str, found: list[Interval], args: tuple[p.Expr, ...]) -> Interval:
    """The interval of an operation, from those of its arguments."""
    if any(one.empty for one in found) and name not in ("tuple", "concat"):
        return EMPTY if args else ANY
    match name:
        case "add":
            return Interval(sum(one.low for one in found), sum(one.high for one in found))
        case "sub" if len(found) == 2:
            return Interval(found[0].low - found[1].high, found[0].high - found[1].low)
        case "neg":
            return Interval(-found[0].high, -found[0].low)
        case "mul" if all(one.low >= 0 for one in found):
            return _product(found)
        case "mod":
            by = found[1]
            return Interval(0, max(abs(by.low), abs(by.high)) - 1)
        case "floordiv" if found[1].low >= 1 and found[0].low >= 0:
            return Interval(0, found[0].high)
        case "min":
            return Interval(min(one.low for one in found), min(one.high for one in found))
        case "max":
            return Interval(max(one.low for one in found), max(one.high for one in found))
        case "abs" | "size" | "len" | "count_of" | "bit" | "members":
            return NATURAL
        case "lowest" | "highest" | "index_of":
            return Interval(-1, INFINITY)
        case "if":
            return found[1].join(found[2])
        case "item" | "slice" | "drop" | "sorted":
            return found[0]
        case "tuple" | "concat":
            return _joined(found)
        case "replace":
            return found[0].join(found[2])
        case _ if name in _TESTS:
            return BIT
        case _:
            return ANY


def _product(found: list[Interval]) -> Interval:
    low, high = 1.0, 1.0
    for one in found:
        low *= one.low
        high = 0.0 if 0 in (high, one.high) else high * one.high
    return Interval(low, high)


def _joined(found: list[Interval]) -> Interval:
    whole = EMPTY
    for one in found:
        whole = whole.join(one)
    return whole


_TESTS: Mapping[str, str] = {name: form for name, form in p.OPS.items() if form == "bool"}
