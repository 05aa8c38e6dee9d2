"""What is printed on the members of a set need not be asked of each: sets are made beforehand.

    any p in won has TROPHY[p]                ──►  (won & TROPHY_SETS[1]) is not {}
    count(p in won where COLOUR[p] is c)      ──►  size(won & COLOUR_SETS[c])
    ints(p in won where POINTS[p] > 0 and …)  ──►  ints(p in (won \\ POINTS_SETS[0]) where …)

`COLOUR_SETS` holds for each value the set of those that have it. A condition which neither a single
value meets nor all but one is asked as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property, reduce
from itertools import chain

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.meaning import MEANING
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.fold import known
from hoyle.compiler.passes.inline import free_name
from hoyle.dsl.records import record

LARGEST = 100
"""A table with a value above this gets no sets."""


def sieve(program: p.Program) -> p.Program:
    """The program with printed conditions on the members of sets as sets."""
    made = _Sieve(program)
    functions = {
        name: walk.changed(fn, body=made.expr(fn.body, name))
        for name, fn in program.functions.items()
    }
    procedures = {
        name: replace(x, body=made.block(x.body, name)) for name, x in program.procedures.items()
    }
    exprs = chain(
        *(walk.inside(fn.body) for fn in functions.values()),
        *(walk.all_exprs(x.body) for x in procedures.values()),
    )
    asked = {e.table.name for e in exprs if isinstance(e, p.Lookup)}
    sets = [table for table in made.sets.values() if table.name in asked]
    tables = [*program.tables, *sets]
    return replace(program, functions=functions, procedures=procedures, tables=tables)


@record
class _Kept:
    """Those that a condition keeps: the members of a set, or all others."""

    members: p.Expr
    others: bool = False

    def of(self, mask: p.Expr) -> p.Expr:
        """What it keeps of a set."""
        return b.minus(mask, self.members) if self.others else b.inter(mask, self.members)

    def opposite(self) -> _Kept:
        """What it drops."""
        return _Kept(self.members, not self.others)

    def both(self, other: _Kept) -> _Kept:
        """What this and another keep."""
        if self.others and other.others:
            return _Kept(b.union(self.members, other.members), True)
        within, more = (other, self) if self.others else (self, other)
        return _Kept(more.of(within.members))

    def either(self, other: _Kept) -> _Kept:
        """What this or another keeps."""
        return self.opposite().both(other.opposite()).opposite()


class _Sieve:
    """Changes the parts of one program. `sets`: the tables made for it, by those they are of."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.sets: dict[str, p.StaticTable] = {}
        self.names = {table.name for table in program.tables}

    @cached_property
    def ranges(self) -> ranges.Ranges:
        """Between which numbers everything stays."""
        return ranges.find(self.program)

    # -- where conditions stand

    def block(self, block: p.Block, owner: str) -> p.Block:
        """Statements, with those inside."""
        return tuple(self.stmt(stmt, owner) for stmt in block)

    def stmt(self, stmt: p.Stmt, owner: str) -> p.Stmt:
        """A statement; a loop may begin with a test without which it does nothing."""
        stmt = walk.map_stmt(stmt, lambda e: self.expr(e, owner))
        stmt = walk.map_blocks(stmt, lambda inner: self.block(inner, owner))
        match stmt:
            case p.For(_, var, source, (p.If(cond, then, ()) as test,)):
                kept, rest = self.sifted(
                    var, source, walk.joined(cond, "and"), owner, _never_changes
                )
                body = (replace(test, cond=b.and_(*rest)),) if rest else then
                return stmt if kept is source else replace(stmt, source=kept, body=body)
            case _:
                return stmt

    def expr(self, e: p.Expr, owner: str) -> p.Expr:
        """An expression, from the inside out."""
        e = walk.map_expr(e, lambda part: self.expr(part, owner))
        if not isinstance(e, p.Comp | p.RankComp) or e.cond is None:
            return e
        every = isinstance(e, p.Comp) and e.kind == "every"
        tests = (
            [b.not_(x) for x in walk.joined(e.cond, "or")] if every else walk.joined(e.cond, "and")
        )
        source, rest = self.sifted(e.var, e.source, tests, owner)
        if isinstance(e, p.Comp) and isinstance(source, p.Bits) and not rest:
            whole = _whole(e, source.mask)
            if whole is not None:
                return whole
        source, rest = self.sifted(e.var, e.source, tests, owner, _is_a_set)
        if source is e.source:
            return e
        claim = b.or_(*map(b.not_, rest)) if every else b.and_(*rest)
        return replace(e, source=source, cond=claim if every or rest else None)

    def sifted(
        self,
        var: p.Var,
        source: p.Source,
        tests: Iterable[p.Expr],
        owner: str,
        fits: Callable[[_Kept], bool] = lambda _: True,
    ) -> tuple[p.Source, list[p.Expr]]:
        """A source without the members that tests drop by what is printed on them, and the tests
        that are left."""
        if not isinstance(source, p.Bits) or known(source) is not None:
            return source, list(tests)
        mask, rest = source.mask, []
        for test in tests:
            kept = self.kept(test, var, owner)
            if kept is None or not fits(kept):
                rest.append(test)
            else:
                mask = kept.of(mask)
        return source if mask is source.mask else p.Bits(mask, source.size), rest

    # -- what conditions keep

    def kept(self, e: p.Expr, var: p.Var, owner: str) -> _Kept | None:
        """Which values of a variable a condition keeps, if that is printed."""
        match e:
            case p.Op("not", (p.Lookup(table, (index,)),)) if index == var:
                return self.compared("eq", table, b.ZERO, var, owner)
            case p.Op("not", (test,)):
                kept = self.kept(test, var, owner)
                return None if kept is None else kept.opposite()
            case p.Op("and" | "or", args):
                return _several(e.name, [self.kept(arg, var, owner) for arg in args])
            case p.Lookup(table, (index,)) if index == var and table.form == "bool":
                return self.compared("eq", table, b.ONE, var, owner)
            case p.Op(name, (p.Lookup(table, (index,)), value)) if index == var:
                return self.compared(name, table, value, var, owner)
            case p.Op("eq" | "ne" as name, (value, p.Lookup(table, (index,)))) if index == var:
                return self.compared(name, table, value, var, owner)
            case _:
                return None

    def compared(
        self, name: str, table: p.StaticTable, value: p.Expr, var: p.Var, owner: str
    ) -> _Kept | None:
        """Those for which what is printed compares so with a value."""
        if name not in ("eq", "ne", "lt", "le", "gt", "ge") or not _has_sets(table):
            return None
        values = {int(item) for item in table.data if isinstance(item, int)}
        if isinstance(value, p.Const):
            meeting = {item for item in values if MEANING[name](item, value.value)}
            return self.single(table, meeting) or _opposite(self.single(table, values - meeting))
        if name not in ("eq", "ne") or var.name in walk.free(value):
            return None
        if not self.is_index(value, max(values) + 1, owner):
            return None
        return _Kept(p.Lookup(self.sets_of(table), (value,)), name == "ne")

    def single(self, table: p.StaticTable, values: set[int]) -> _Kept | None:
        """Those on which the one value of several is printed."""
        if len(values) != 1 or min(values) < 0:
            return None
        return _Kept(p.Lookup(self.sets_of(table), (b.const(min(values)),)))

    def sets_of(self, table: p.StaticTable) -> p.StaticTable:
        """The sets of a table, by value."""
        if table.name not in self.sets:
            found = [0] * (max(item for item in table.data if isinstance(item, int)) + 1)
            for place, item in enumerate(table.data):
                if isinstance(item, int) and item >= 0:
                    found[item] |= 1 << place
            name = free_name(f"{table.name}_sets", self.names)
            self.sets[table.name] = p.StaticTable(name, 1, "mask", tuple(found), sets_of=table.name)
        return self.sets[table.name]

    def is_index(self, e: p.Expr, length: int, owner: str) -> bool:
        """Whether it surely has a value, and that is a place of a list so long."""
        match e:
            case p.Var() | p.Get(_, None):
                pass
            case p.Get(p.Cell(length=int() as many), index) if index is not None:
                if not self.is_index(index, many, owner):
                    return False
            case p.Lookup(p.StaticTable(depth=1) as table, (index,)):
                if not self.is_index(index, len(table.data), owner):
                    return False
            case _:
                return False
        found = self.ranges.of(owner, e)
        return not found.empty and found.low >= 0 and found.high < length


def _several(name: str, parts: Iterable[_Kept | None]) -> _Kept | None:
    """What all of several keep, or any."""
    found = list(parts)
    kept = [part for part in found if part is not None]
    if len(kept) < len(found):
        return None
    return reduce(_Kept.both if name == "and" else _Kept.either, kept)


def _opposite(kept: _Kept | None) -> _Kept | None:
    return None if kept is None else kept.opposite()


def _has_sets(table: p.StaticTable) -> bool:
    """Whether there is a set for each value of a table."""
    items = [item for item in table.data if isinstance(item, int)]
    return 0 < len(items) == len(table.data) and 0 <= max(items) <= LARGEST


def _is_a_set(kept: _Kept) -> bool:
    """Whether it keeps the members of a set: a loop over others is slower than their test."""
    return not kept.others


def _never_changes(kept: _Kept) -> bool:
    """Whether it keeps the members of a set that is the same whatever a loop does meanwhile."""
    parts = walk.inside(kept.members)
    return _is_a_set(kept) and not any(isinstance(e, p.Var | p.Get) for e in parts)


def _whole(e: p.Comp, mask: p.Expr) -> p.Expr | None:
    """What a loop over all members of a set gives, where that needs no loop."""
    itself = e.body == e.var
    match e.kind:
        case "any":
            return b.ne(mask, b.NO_MASK)
        case "every":
            return b.eq(mask, b.NO_MASK)
        case "count":
            return b.op("size", mask)
        case "mask" if itself:
            return mask
        case "first" if itself:
            return b.op("lowest", mask)
        case _:
            return None
