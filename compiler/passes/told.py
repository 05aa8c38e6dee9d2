"""What a test tells of a set or a row is not asked again behind it.

    found = count(hand[you]) > 5 - n
    if found                                  if count(hand[you]) > 5 - n
        if hand[you] is not empty      ──►        ask …
            ask …
        else fail

A test that was kept for one branch alone stands in that branch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import ranges
from hoyle.compiler.passes.fold import fold

EMPTY = (b.NO_MASK, b.ZERO)


def told(program: p.Program) -> p.Program:
    """The program without questions whether there is something where that is known."""
    known = ranges.find(program)
    procedures = {
        name: replace(x, body=_Told(name, known, _reads(x.body)).block(x.body))
        for name, x in program.procedures.items()
    }
    return fold(replace(program, procedures=procedures))


def _reads(body: p.Block) -> Counter[str]:
    return Counter(e.name for e in walk.all_exprs(body) if isinstance(e, p.Var))


class _Told:
    """Changes the body of one procedure; `reads`: how often each local is read there."""

    def __init__(self, owner: str, known: ranges.Ranges, reads: Counter[str]) -> None:
        self.owner, self.known, self.reads = owner, known, reads

    def block(self, block: p.Block) -> p.Block:
        found: list[p.Stmt] = []
        for stmt in block:
            match found[-1:], stmt:
                case [p.Assign(var, value)], p.If(p.Var(name)) if (
                    var.name == name and self.reads[name] == 1
                ):
                    found.pop()
                    stmt = replace(stmt, cond=value)
                case _:
                    pass
            if isinstance(stmt, p.If):
                stmt = replace(stmt, then=self.behind(stmt))
            found.append(walk.map_blocks(stmt, self.block))
        return tuple(found)

    def behind(self, stmt: p.If) -> p.Block:
        """The branch that is taken, up to where things change."""
        then = stmt.then
        for some in self.full(stmt.cond):
            last = next((at for at, x in enumerate(then) if _changes(x, some)), len(then))
            then = (*(_answered(x, some) for x in then[:last]), *then[last:])
        return then

    def full(self, cond: p.Expr) -> Iterator[p.Expr]:
        """The sets and rows that have something in them where a condition holds."""
        for test in walk.joined(cond, "and"):
            match test:
                case p.Op("ne", (some, p.Const(0, "mask"))):
                    yield some
                case p.Op("ne", (p.Op("size" | "len", (some,)), p.Const(0))):
                    yield some
                case p.Op("gt" | "ge" as name, (p.Op("size" | "len", (some,)), number)):
                    if self.known.of(self.owner, number).low >= (0 if name == "gt" else 1):
                        yield some
                case _:
                    pass


def _changes(stmt: p.Stmt, some: p.Expr) -> bool:
    """Whether a statement may change what an expression is."""
    cells = {e.cell.name for e in walk.inside(some) if isinstance(e, p.Get)}
    free = walk.free(some)
    if any(isinstance(e, p.CallFn) for e in walk.inside(some)):
        return True
    for inner in walk.statements((stmt,)):
        var = walk.bound_var(inner)
        if isinstance(inner, p.CallProc) or (var is not None and var.name in free):
            return True
        if walk.written_cell(inner) in cells:
            return True
    return False


def _answered(stmt: p.Stmt, some: p.Expr) -> p.Stmt:
    """A statement in which there is known to be something."""

    def answer(e: p.Expr) -> p.Expr:
        match e:
            case p.Op("eq" | "ne" as name, (of, nothing)) if nothing in EMPTY and of in (
                some,
                p.Op("size", (some,), "int"),
                p.Op("len", (some,), "int"),
            ):
                return b.const(name == "ne")
            case _:
                return walk.map_expr(e, answer)

    return walk.map_blocks(
        walk.map_stmt(stmt, answer), lambda inner: tuple(_answered(x, some) for x in inner)
    )
