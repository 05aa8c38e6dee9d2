"""Loops that cannot wait but are left for a place outside of them.

for cell in row:                      exit_ = 0
    if taken: leave turn      ──►     for cell in row:
                                          if taken: exit_ = 1; leave row
                                      if exit_ is 1: leave turn
"""

from __future__ import annotations

from dataclasses import field, replace

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl.records import record


def leaves_for(stmt: p.Stmt) -> bool:
    """Whether a statement goes on somewhere else than behind itself or inside itself."""
    own = {s.label for s in walk.statements((stmt,)) if isinstance(s, p.Loop | p.For | p.Region)}
    return any(
        isinstance(s, p.Return) or (isinstance(s, p.Leave | p.Again) and s.label not in own)
        for s in walk.statements((stmt,))
    )


def with_flag(stmt: p.Loop | p.For) -> p.Block:
    """The loop with its ways out put behind it."""
    flag = p.Var(f"{stmt.label}_exit_", "int")
    ways = _Ways(stmt.label, flag)
    body = ways.block(stmt.body)
    loop = replace(stmt, body=body)
    tests = tuple(
        p.If(p.Op("eq", (flag, p.Const(number, "int")), "bool"), (way,), (), stmt.span)
        for number, way in enumerate(ways.found, 1)
    )
    return (p.Assign(flag, p.Const(0, "int"), stmt.span), loop, *tests)


@record(frozen=False)
class _Ways:
    """The ways out of one loop, numbered from 1."""

    label: str
    flag: p.Var
    found: list[p.Stmt] = field(default_factory=list)
    own: set[str] = field(default_factory=set)

    def block(self, block: p.Block) -> p.Block:
        """The block with every way out turned into: note it, leave the loop."""
        self.own |= {
            s.label for s in walk.statements(block) if isinstance(s, p.Loop | p.For | p.Region)
        } | {self.label}
        return tuple(new for stmt in block for new in self.stmt(stmt))

    def stmt(self, stmt: p.Stmt) -> p.Block:
        if isinstance(stmt, p.Return):
            return self.returned(stmt)
        if isinstance(stmt, p.Leave | p.Again) and stmt.label not in self.own:
            return self.noted(stmt)
        return (walk.map_blocks(stmt, self.block),)

    def returned(self, stmt: p.Return) -> p.Block:
        if stmt.value is None or isinstance(stmt.value, p.Const):
            return self.noted(stmt)
        answer = p.Var(f"{self.label}_answer_{len(self.found)}_", form_of(stmt.value))
        kept = p.Assign(answer, stmt.value, stmt.span)
        return (kept, *self.noted(p.Return(answer, stmt.span)))

    def noted(self, way: p.Stmt) -> p.Block:
        if way not in self.found:
            self.found.append(way)
        number = p.Const(self.found.index(way) + 1, "int")
        return (p.Assign(self.flag, number, way.span), p.Leave(self.label, way.span))
