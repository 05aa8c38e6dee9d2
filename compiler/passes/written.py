"""Which watched cells may have been written since the last moment, at every place of a program.

Names only: what was written into them is the matter of who places the checks. Worked out for all
procedures together until nothing is added, since a call brings along what is pending before it, and
leaves what is pending at its end.
"""

from __future__ import annotations

from dataclasses import field

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl.records import record

Cells = frozenset[str]
NONE: Cells = frozenset()


@record(frozen=False)
class Written:
    """What is pending where procedures begin and where they end.

    `labels`: what is pending at the leaves and at the turns of the blocks around the statement in
    work, as far as they were looked through; `returned`: at the returns of the procedure in work.
    """

    watched: Cells
    entering: dict[str, Cells] = field(default_factory=dict)
    leaving: dict[str, Cells] = field(default_factory=dict)
    labels: dict[str, tuple[Cells, Cells]] = field(default_factory=dict)
    returned: Cells = NONE

    def procedure(self, procedure: p.Procedure) -> None:
        """Look once through a procedure."""
        name = procedure.name
        self.labels, self.returned = {}, NONE
        after = self.block(procedure.body, self.entering.get(name, NONE)) | self.returned
        self.leaving[name] = self.leaving.get(name, NONE) | after

    def block(self, block: p.Block, pending: Cells) -> Cells:
        """What is pending behind statements, given what is before them."""
        for stmt in block:
            pending = self.stmt(stmt, pending)
        return pending

    def stmt(self, stmt: p.Stmt, pending: Cells) -> Cells:
        match stmt:
            case p.Store(cell):
                return pending | {cell.name} if cell.name in self.watched else pending
            case p.Moment():
                return NONE
            case p.If(_, then, otherwise):
                one, other = self.block(then, pending), self.block(otherwise, pending)
                if walk.leaves(then):
                    return other
                return one if walk.leaves(otherwise) else one | other
            case p.Loop() | p.For():
                head = self.head(stmt, pending)
                left = self.labels[stmt.label][0]
                return left if isinstance(stmt, p.Loop) else left | head
            case p.Region(label, body):
                self.labels[label] = (NONE, NONE)
                return self.block(body, pending) | self.labels[label][0]
            case p.Only(body) | p.AtOnce(body):
                return self.block(body, pending)
            case p.Leave(label):
                left, again = self.labels.get(label, (NONE, NONE))
                self.labels[label] = (left | pending, again)
                return NONE
            case p.Again(label):
                left, again = self.labels.get(label, (NONE, NONE))
                self.labels[label] = (left, again | pending)
                return NONE
            case p.Return():
                self.returned |= pending
                return NONE
            case p.Over() | p.Fail():
                return NONE
            case p.CallProc(name):
                self.entering[name] = self.entering.get(name, NONE) | pending
                return pending | self.leaving.get(name, NONE)
            case p.Nature(pools=pools) if pools is not None and pools.name in self.watched:
                return pending | {pools.name}
            case _:
                return pending

    def head(self, loop: p.Loop | p.For, pending: Cells) -> Cells:
        """What is pending where a turn of a loop begins, whichever turn it is."""
        while True:
            self.labels[loop.label] = (NONE, NONE)
            after = self.block(loop.body, pending) | self.labels[loop.label][1]
            if after <= pending:
                return pending
            pending |= after


def written(program: p.Program, watched: Cells) -> Written:
    """What is pending at the calls and ends of all procedures."""
    found = Written(watched)
    while True:
        before = (dict(found.entering), dict(found.leaving))
        for procedure in program.procedures.values():
            found.procedure(procedure)
        if before == (found.entering, found.leaving):
            return found
