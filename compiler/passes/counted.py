"""A pile of which nobody knows any piece is a number while a playout lasts.

    deck = (discards, deck)                              n = count(discards) + n
    seen = those of deck that are known                  seen = discards
    pool = pool with seen                         ──►    pool = pool with seen
    deck = an unknown piece for each of deck
    slot = deck[0]
    if slot is unknown: card = one of the pool           card = one of the pool
    else: card = slot
    deck = deck[1:]                                      n = n - 1

That takes a pile which only the course of the game touches. What is put into it may be known for a
few statements, until all of it is mixed in the same block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from functools import reduce

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.apart import touched_elsewhere
from hoyle.compiler.passes.fold import fold
from hoyle.compiler.passes.inline import free_name
from hoyle.compiler.passes.locate import zones_of
from hoyle.dsl.records import record

UNKNOWN = -2
"""The greatest of the marks that stand for some piece of a pool."""

AWAY = p.Leave | p.Again | p.Return | p.Over | p.Ask | p.CallProc
"""Statements behind which the pile could be left half mixed, or be looked at."""


def counted(program: p.Program) -> p.Program:
    """The program for a playout: piles of unknown pieces as numbers."""
    main = program.entries.get("main")
    if main is None:
        return program
    body = program.procedures[main].body
    elsewhere, zones = touched_elsewhere(program, body), zones_of(program)
    known = ranges.find(program)
    made: list[p.Cell] = []
    taken = {cell.name for cell in program.cells}
    for cell in program.cells:
        if cell.form == "ints" and cell.length is None and cell.name in zones:
            mark = None if cell.name in elsewhere else _mark(body, cell)
            if mark is not None:
                number = _number_for(cell, mark, taken)
                new = _Counted(cell, number, known, main, _mixed(body)).whole(body)
                if new is not None:
                    made.append(number)
                    body = new
    if not made:
        return program
    procedures = {**program.procedures, main: replace(program.procedures[main], body=body)}
    return fold(replace(program, procedures=procedures, cells=[*program.cells, *made]))


def _number_for(cell: p.Cell, mark: int, taken: set[str]) -> p.Cell:
    """The number that a pile is meanwhile."""
    name = free_name(f"{cell.name}_counted", taken)
    many = len(cell.start) if isinstance(cell.start, tuple) else 0
    return p.Cell(name, "int", None, many, stands_for=cell.name, shape="number", mark=mark)


def _mark(body: p.Block, cell: p.Cell) -> int | None:
    """The one mark that all slots of a pile hold at first and when it has been mixed."""
    found: set[p.Datum] = set(cell.start) if isinstance(cell.start, tuple) else {0}
    for stmt in walk.statements(body):
        match stmt:
            case p.Store(of, None, p.Comp("ints", cond=None, body=p.Const(mark))) if (
                of.name == cell.name
            ):
                found.add(mark)
            case _:
                pass
    mark = found.pop() if len(found) == 1 else 0
    return mark if isinstance(mark, int) and mark <= UNKNOWN else None


class _Unfit(Exception):
    """The pile is more than a number somewhere."""


@record
class _Held:
    """What a pile holds that is not mixed yet: its unknown pieces, and these known ones between
    them."""

    known: tuple[p.Expr, ...] = ()
    ordered: bool = False

    def with_more(self, before: tuple[p.Expr, ...], behind: tuple[p.Expr, ...]) -> _Held:
        """With pieces laid on top of all and below all."""
        here = (b.op("sorted", b.concat(self.known)),) if self.ordered else self.known
        return _Held((*before, *here, *behind))

    def sorted(self) -> _Held:
        """All of it in order."""
        return _Held(tuple(map(_unordered, self.known)), True)


def _unordered(e: p.Expr) -> p.Expr:
    return e.args[0] if isinstance(e, p.Op) and e.name == "sorted" else e


def _length(e: p.Expr) -> p.Expr:
    match e:
        case p.Op("concat", args):
            return reduce(b.add, map(_length, args))
        case p.Op("sorted", (of,)):
            return _length(of)
        case _:
            return b.op("len", e)


def _mixed(body: p.Block) -> frozenset[str]:
    """Locals of which nobody asks in which order they are: they only come into what is sorted."""
    exprs = walk.all_exprs(body)
    reads = Counter(e.name for e in exprs if isinstance(e, p.Var))
    for e in exprs:
        match e:
            case p.Op("sorted", (p.Op("concat", args),)):
                reads.subtract(arg.name for arg in args if isinstance(arg, p.Var))
            case _:
                pass
    return frozenset(name for name, more in reads.items() if more == 0)


@record(frozen=False)
class _Counted:
    """Changes the body of `owner` for one pile: `number` stands for it. `mixed`: the locals whose
    order does not matter; `slots`: those that hold slots of the pile."""

    pile: p.Cell
    number: p.Cell
    known: ranges.Ranges
    owner: str
    mixed: frozenset[str]
    slots: set[str] = field(default_factory=set)

    def whole(self, body: p.Block) -> p.Block | None:
        """The body with the number; None if the pile is more than that."""
        try:
            new = self.block(body)
        except _Unfit:
            return None
        often = Counter(var.name for var in map(walk.bound_var, walk.statements(new)) if var)
        values = {name: b.const(self.number.mark) for name in self.slots if often[name] == 1}
        return _with_values(new, values)

    def is_now(self, e: p.Expr) -> bool:
        """Whether this is what the pile holds."""
        return isinstance(e, p.Get) and e.cell.name == self.pile.name

    def is_of(self, stmt: p.Store) -> bool:
        """Whether the pile is written."""
        return stmt.cell.name == self.pile.name

    def takes(self, stmt: p.Stmt) -> bool:
        """Whether something inside of a statement may be taken from the pile."""
        inside = walk.statements((stmt,))
        return any(isinstance(other, p.Store) and self.is_of(other) for other in inside)

    @property
    def count(self) -> p.Expr:
        """How many pieces there are in it."""
        return p.Get(self.number, None)

    # -- statements

    def block(self, block: p.Block) -> p.Block:
        """Statements, one after the other."""
        found: list[p.Stmt] = []
        some = False  # a slot was looked at, so there is one
        at = 0
        while at < len(block):
            stmt, at = block[at], at + 1
            held = self.put(stmt, _Held())
            if held is not None:
                at = self.until_mixed(held, block, at, found)
                some = False
            elif isinstance(stmt, p.Store) and self.is_of(stmt):
                found += self.taken(stmt, some)
                some = False
            else:
                some = self.is_look(stmt) or (some and not self.takes(stmt))
                found.append(self.stmt(stmt))
        return tuple(found)

    def put(self, stmt: p.Stmt, held: _Held) -> _Held | None:
        """What the pile holds behind a statement that puts pieces into it."""
        match stmt:
            case p.Store(_, None, p.Op("sorted", (e,))) if self.is_of(stmt):
                more = self.joined(e, held)
                return None if more is None else more.sorted()
            case p.Store(_, None, e) if self.is_of(stmt):
                return self.joined(e, held)
            case _:
                return None

    def joined(self, e: p.Expr, held: _Held) -> _Held | None:
        match e:
            case p.Op("concat", (left, right)) if self.is_now(right) and not self.is_in(left):
                return held.with_more((left,), ())
            case p.Op("concat", (left, right)) if self.is_now(left) and not self.is_in(right):
                return held.with_more((), (right,))
            case _:
                return None

    def until_mixed(self, held: _Held, block: p.Block, first: int, found: list[p.Stmt]) -> int:
        """What stands between pieces that come into the pile and the statement that mixes it;
        where that is, and behind it."""
        for at, stmt in enumerate(block[first:], first):
            more = self.put(stmt, held)
            match stmt:
                case p.Store() if self.is_of(stmt) and more is None:
                    if not self.is_mixed(stmt.value):
                        raise _Unfit
                    found.append(
                        self.store(stmt, reduce(b.add, map(_length, held.known), self.count))
                    )
                    return at + 1
                case p.Assign(var, p.Comp("ints", it, p.Items(of), cond, body)) if self.is_now(of):
                    if body != it or cond != b.op("ge", it, b.ZERO):
                        raise _Unfit
                    seen = self.seen(held, it)
                    found.append(
                        replace(stmt, value=_unordered(seen) if var.name in self.mixed else seen)
                    )
                case _ if more is None:
                    self.test_apart(stmt, held)
                    found.append(stmt)
                case _:
                    pass
            held = more or held
        raise _Unfit

    def test_apart(self, stmt: p.Stmt, held: _Held) -> None:
        """Fail if a statement has to do with the pile, or changes what is held, or goes away."""
        inside = walk.statements((stmt,))
        free = frozenset[str]().union(*map(walk.free, held.known))
        functions = self.known.program.functions
        read = frozenset[str]().union(*(walk.cells_read(e, functions) for e in held.known))
        bound = {var.name for var in map(walk.bound_var, inside) if var is not None}
        written = {s.cell.name for s in inside if isinstance(s, p.Store)}
        if bound & free or written & read or self.pile.name in written:
            raise _Unfit
        if any(isinstance(s, AWAY) for s in inside) or any(
            map(self.is_in, walk.all_exprs((stmt,)))
        ):
            raise _Unfit

    def seen(self, held: _Held, it: p.Var) -> p.Expr:
        """The known pieces among all."""
        known = b.concat([self.only_seen(e, it) for e in held.known])
        return b.op("sorted", known) if held.ordered else known

    def only_seen(self, e: p.Expr, it: p.Var) -> p.Expr:
        if self.known.natural(self.owner, e):
            return e
        return p.Comp("ints", it, p.Items(e), b.op("ge", it, b.ZERO), it, "ints")

    def is_mixed(self, e: p.Expr) -> bool:
        """Whether this is the pile with a mark in every slot."""
        match e:
            case p.Comp("ints", _, p.Items(of), None, p.Const(mark)):
                return self.is_now(of) and mark == self.number.mark
            case _:
                return False

    def taken(self, stmt: p.Store, some: bool) -> p.Block:
        """What becomes of the number where slots are taken away, or all is mixed."""
        match stmt.value:
            case p.Op("slice", (of, p.Const(int() as n), p.Op("len", (same,)))) if (
                of == same and self.is_now(of)
            ):
                left = b.op("sub", self.count, b.const(n))
                return (self.store(stmt, left if some and n == 1 else b.op("max", b.ZERO, left)),)
            case p.Const(()):
                return (self.store(stmt, b.ZERO),)
            case e if self.is_mixed(e):
                return ()
            case _:
                raise _Unfit

    def store(self, stmt: p.Store, value: p.Expr) -> p.Stmt:
        return replace(stmt, cell=self.number, value=value)

    def is_look(self, stmt: p.Stmt) -> bool:
        """Whether a statement looks at a slot; that local is noted."""
        match stmt:
            case p.Assign(var, p.Op("item", (of, _))) if self.is_now(of):
                self.slots.add(var.name)
                return True
            case _:
                return False

    def stmt(self, stmt: p.Stmt) -> p.Stmt:
        new = walk.map_blocks(walk.map_stmt(stmt, self.expr), self.block)
        if any(map(self.is_in, walk.stmt_exprs(new))):
            raise _Unfit
        return new

    # -- expressions

    def is_in(self, e: p.Expr) -> bool:
        return any(map(self.is_now, walk.inside(e)))

    def expr(self, e: p.Expr) -> p.Expr:
        match e:
            case p.Op("len", (of,)) if self.is_now(of):
                return self.count
            case p.Op("item", (of, _)) if self.is_now(of):
                return b.const(self.number.mark)
            case _:
                return walk.map_expr(e, self.expr)


def _with_values(block: p.Block, values: Mapping[str, p.Expr]) -> p.Block:
    """The block with constants for some locals."""

    def stmt(of: p.Stmt) -> p.Stmt:
        return walk.map_blocks(
            walk.map_stmt(of, lambda e: walk.substitute(e, values)),
            lambda inner: _with_values(inner, values),
        )

    bound = (s for s in block if not (isinstance(s, p.Assign) and s.var.name in values))
    return tuple(map(stmt, bound))
