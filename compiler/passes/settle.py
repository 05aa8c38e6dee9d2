"""Do beforehand what a game does before anybody decides: its setup starts as its result.

    cells: pawn starts (none, none, …)          cells: pawn starts (0, 0, …, 1, 1)
    setup: each cell in row 7: pawn = first   ──►   (nothing left to do)
    look at every watched condition

Statements at the beginning of main are carried out while everything in them is known. The first
that asks, rolls, ends the game, fails or takes too long stays, and all behind it. What is logged
stays. Only for programs whose one entry is main: examples begin on a bare table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.from_game.constant import Evaluator, Known, Unknown
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.dsl.records import record

STEPS = 200_000  # statements that are carried out at most
STOPPED = (Unknown, ArithmeticError, LookupError, ValueError, TypeError)


def settle(program: p.Program) -> p.Program:
    """The program with the beginning of main done."""
    if set(program.entries) != {"main"}:
        return program
    main = program.procedures[program.entries["main"]]
    doer = _Doer(program)
    kept: list[p.Stmt] = []
    rest = list(main.body)
    while rest and doer.does((rest[0],)):
        kept.extend(doer.logged)
        del rest[0]
    body = (*kept, *doer.bindings(tuple(rest)), *rest)
    procedures = {**program.procedures, main.name: replace(main, body=body)}
    return replace(program, cells=doer.settled(), procedures=procedures)


class _Left(Exception):
    """A block is left, or the next turn begins."""

    def __init__(self, label: str, again: bool) -> None:
        self.label, self.again = label, again


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class Reader(Evaluator):
    """Evaluates with the cells that are known."""

    def __init__(self, program: p.Program, cells: dict[str, Any]) -> None:
        super().__init__(program)
        self.cells = cells

    def value(self, e: p.Expr, env: Known) -> Any:
        """The value of an expression."""
        if isinstance(e, p.Get):
            if e.cell.given:
                raise Unknown
            found = self.cells[e.cell.name]
            if e.index is None:
                return tuple(found) if isinstance(found, list) else found
            at = self.value(e.index, env)
            if not 0 <= at < len(found):
                raise Unknown
            return found[at]
        return super().value(e, env)


def begun(program: p.Program) -> Reader:
    """What evaluates expressions where every cell still holds what it starts with."""
    return _Doer(program).reader


@record(frozen=False)
class _Doer:
    """Carries out statements on the starts of the cells."""

    program: p.Program
    cells: dict[str, Any] = field(default_factory=dict)
    env: Known = field(default_factory=dict)
    logged: list[p.Stmt] = field(default_factory=list)
    steps: int = 0

    def __post_init__(self) -> None:
        from hoyle.compiler.to_python.literals import starts

        for cell in self.program.cells:
            many = cell.length is not None
            self.cells[cell.name] = list(starts(cell)) if many else cell.start

    @property
    def reader(self) -> Reader:
        return Reader(self.program, self.cells)

    def does(self, block: p.Block) -> bool:
        """Carry out statements whole, or not at all."""
        before = {name: v[:] if isinstance(v, list) else v for name, v in self.cells.items()}
        env, self.logged = dict(self.env), []
        try:
            self.block(block, self.env)
        except (*STOPPED, _Left, _Returned):
            self.cells, self.env, self.logged = before, env, []
            return False
        return True

    def settled(self) -> list[p.Cell]:
        """The cells with what they start with now."""
        return [
            replace(cell, start=tuple(v) if isinstance(v := self.cells[cell.name], list) else v)
            for cell in self.program.cells
        ]

    def bindings(self, rest: p.Block) -> Iterator[p.Stmt]:
        """Locals bound by what has been done, for those that the rest reads."""
        read = {name for stmt in walk.statements(rest) for name in walk.stmt_free(stmt)}
        for var, value in self.env.items():
            if var.name in read:
                yield p.Assign(var, p.Const(value, var.form), rest[0].span)

    # -- statements

    def block(self, block: p.Block, env: Known) -> None:
        for stmt in block:
            self.steps += 1
            if self.steps > STEPS:
                raise Unknown
            self.stmt(stmt, env)

    def stmt(self, stmt: p.Stmt, env: Known) -> None:
        reader = self.reader
        match stmt:
            case p.Assign(var, value):
                env[var] = reader.value(value, env)
            case p.Store():
                self.store(stmt, env)
            case p.If(cond, then, otherwise):
                self.block(then if reader.value(cond, env) else otherwise, env)
            case p.Loop(label, body):
                while not self.turn(label, body, env):
                    pass
            case p.For(label, var, source, body):
                for item in list(reader.items(source, env)):
                    env[var] = item
                    if self.turn(label, body, env):
                        break
            case p.Region(label, body):
                self.turn(label, body, env)
            case p.Leave(label) | p.Again(label):
                raise _Left(label, isinstance(stmt, p.Again))
            case p.CallProc():
                self.call(stmt, env)
            case p.Return(value):
                raise _Returned(None if value is None else reader.value(value, env))
            case p.Log():
                self.logged.append(walk.map_stmt(stmt, lambda e: self.known(e, env)))
            case p.Only(body) | p.AtOnce(body):
                self.block(body, env)
            case p.Moment():
                return
            case _:
                raise Unknown

    def known(self, e: p.Expr, env: Known) -> p.Expr:
        return p.Const(self.reader.value(e, env), form_of(e))

    def store(self, stmt: p.Store, env: Known) -> None:
        value = self.reader.value(stmt.value, env)
        cell = stmt.cell
        below = cell.low is not None and value < cell.low
        if below or (cell.high is not None and value > cell.high):
            raise Unknown
        if stmt.index is None:
            self.cells[cell.name] = list(value) if cell.length is not None else value
            return
        at = self.reader.value(stmt.index, env)
        if not 0 <= at < (cell.length or 0):
            raise Unknown
        self.cells[cell.name][at] = value

    def turn(self, label: str, body: p.Block, env: Known) -> bool:
        """A body once; whether it was left for what stands behind it."""
        try:
            self.block(body, env)
        except _Left as left:
            if left.label != label:
                raise
            return not left.again
        return False

    def call(self, stmt: p.CallProc, env: Known) -> None:
        procedure = self.program.procedures[stmt.proc]
        values = [self.reader.value(arg, env) for arg in stmt.args]
        inner: Known = dict(zip(procedure.params, values, strict=True))
        answer: Any = None
        try:
            self.block(procedure.body, inner)
        except _Returned as returned:
            answer = returned.value
        if stmt.var is not None:
            if answer is None:
                raise Unknown
            env[stmt.var] = answer
