"""Statements for mypyc, where it wants them another way than Python does."""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.expressions import NativeWriter
from hoyle.compiler.to_python.statements import Body
from hoyle.dsl.records import record

MEETS = ("add", "sub", "union", "inter")
"""Operations that Python has an assignment for."""


@record(frozen=False)
class NativeBody(Body):
    """Writes structured statements into one function for mypyc."""

    @property
    def native(self) -> NativeWriter:
        """What writes the expressions."""
        assert isinstance(self.writer, NativeWriter)
        return self.writer

    def annotation(self, var: p.Var, value: p.Expr) -> str:
        """Every local is declared where its function begins."""
        return ""

    def assign(self, var: p.Var, value: p.Expr) -> None:
        if self.mixes(value):
            target = self.writer.variable(var)
            self.lines.add(f"{target} = {self.writer.value(value)}")
            self.bound.add(target)
        else:
            Body.assign(self, var, value)

    def mixes(self, value: p.Expr) -> bool:
        """Whether what is added to something is large, or makes it so."""
        if not isinstance(value, p.Op) or value.name not in MEETS:
            return False
        return self.native.even(value) is not value

    def write(self, stmt: p.Store, target: str) -> None:
        if stmt.index is None and stmt.cell.length is not None and self.native.is_many(stmt.cell):
            cell, value = self.writer.cell(stmt.cell), self.writer.value(stmt.value)
            self.lines.add(f"natively.fill({cell}, {value})")
        elif self.mixes(stmt.value):
            self.lines.add(f"{target} = {self.writer.value(stmt.value)}")
        else:
            Body.write(self, stmt, target)

    def snapshot(self, stmt: p.For) -> str:
        match stmt.source:
            case p.Items(p.Get(cell, None)) if self.native.is_many(cell):
                return f"natively.items({self.writer.cell(cell)})"
            case _:
                return Body.snapshot(self, stmt)
