"""Taking out the tests of signals where none can be up, and the cells that are never written."""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl.records import record

Raised = frozenset[int]


@record(frozen=False)
class _Pruner:
    """`raises`: the signals that can be up when a procedure returns."""

    program: p.Program
    cell: p.Cell
    raises: dict[str, Raised]

    def settle(self) -> None:
        """Follow signals outwards until nothing new comes up."""
        growing = True
        while growing:
            growing = False
            for name, procedure in self.program.procedures.items():
                found = self.of_block(procedure.body)
                if not found <= self.raises.get(name, frozenset()):
                    self.raises[name] = self.raises.get(name, frozenset()) | found
                    growing = True

    # -- what can be up

    def of_block(self, block: p.Block) -> Raised:
        """Signals that can be up when a block is left by Return."""
        found: Raised = frozenset()
        for i, stmt in enumerate(block):
            up = self.raised(stmt)
            following = block[i + 1] if i + 1 < len(block) else None
            if up and following is not None and self.is_test(following):
                up -= self.handled(following)
            found |= up
            if not self.is_test(stmt):
                for inner in ir.blocks(stmt):
                    found |= self.of_block(inner)
        return found

    def raised(self, stmt: p.Stmt) -> Raised:
        """Signals that can be up right after a statement."""
        match stmt:
            case p.CallProc(name):
                return self.raises.get(name, frozenset())
            case p.Moment() | p.AtOnce():
                handlers = (watch.handler for watch in self.program.watches)
                return frozenset().union(*(self.raises.get(h, frozenset()) for h in handlers))
            case p.Store(cell, None, p.Const(number)) if cell is self.cell and number:
                return frozenset({number}) if isinstance(number, int) else frozenset()
            case _:
                return frozenset()

    def is_test(self, stmt: p.Stmt) -> bool:
        """Whether a statement is the test that follows a call or moment."""
        return isinstance(stmt, p.If) and stmt.cond == b.ne(b.get(self.cell), b.ZERO)

    def handled(self, test: p.Stmt) -> Raised:
        """Signals that surely end in one of the places that a test knows."""
        assert isinstance(test, p.If)
        conds = (stmt.cond for stmt in test.then if isinstance(stmt, p.If))
        return frozenset(n for n in map(self._number, conds) if n is not None)

    def _number(self, cond: p.Expr) -> int | None:
        match cond:
            case p.Op("eq", (p.Get(cell, None), p.Const(number))) if cell is self.cell:
                return number if isinstance(number, int) else None
            case _:
                return None

    # -- taking out

    def pruned(self, block: p.Block) -> p.Block:
        """A block without tests of signals that cannot be up."""
        kept: list[p.Stmt] = []
        up: Raised = frozenset()
        for stmt in block:
            if self.is_test(stmt):
                kept += self._needed(stmt, up)
            else:
                kept.append(ir.map_blocks(stmt, self.pruned))
            up = self.raised(stmt)
        return tuple(kept)

    def _needed(self, test: p.Stmt, up: Raised) -> list[p.Stmt]:
        """The test with the cases that can be."""
        assert isinstance(test, p.If)
        if not up:
            return []
        cases: list[p.Stmt] = []
        for stmt in test.then:
            number = self._number(stmt.cond) if isinstance(stmt, p.If) else None
            if number is not None and up == {number}:
                assert isinstance(stmt, p.If)  # it can only be this one
                return [replace(test, then=(*cases, *stmt.then))]
            if number is None or number in up:
                cases.append(stmt)
        return [replace(test, then=tuple(cases))]


def prune(program: p.Program, cell: p.Cell | None) -> None:
    """Take out what no signal needs."""
    if cell is None:
        return
    pruner = _Pruner(program, cell, {})
    pruner.settle()
    for name, procedure in program.procedures.items():
        program.procedures[name] = replace(procedure, body=pruner.pruned(procedure.body))
    if not any(pruner.raises.values()) and not _reads(program, cell):
        program.cells.remove(cell)


def _reads(program: p.Program, cell: p.Cell) -> bool:
    """Whether anything still looks at a cell or writes it."""
    blocks = [procedure.body for procedure in program.procedures.values()]
    statements = (stmt for block in blocks for stmt in ir.statements(block))
    if any(isinstance(stmt, p.Store) and stmt.cell is cell for stmt in statements):
        return True
    looks = (e for block in blocks for e in ir.all_exprs(block))
    return any(isinstance(e, p.Get) and e.cell is cell for e in looks)
