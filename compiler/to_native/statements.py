"""Statements for mypyc, where it wants them another way than Python does."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_native import chance, options
from hoyle.compiler.to_native.expressions import NativeWriter
from hoyle.compiler.to_native.types import RETURNS
from hoyle.compiler.to_python.kept import Kept
from hoyle.compiler.to_python.statements import Body
from hoyle.dsl.records import record

MEETS = ("add", "sub", "union", "inter")
"""Operations that Python has an assignment for."""

ANEW = ("tuple", "sorted", "slice", "drop", "replace", "members")
"""Operations that make a row; others may give one that is there already."""


@record(frozen=False)
class NativeBody(Body):
    """Writes structured statements into one function for mypyc."""

    takes_lists: ClassVar[bool] = False

    @property
    def native(self) -> NativeWriter:
        """What writes the expressions."""
        assert isinstance(self.writer, NativeWriter)
        return self.writer

    def member(self, mask: p.Expr, helper: str) -> str | None:
        if self.native.is_wide(mask):
            return None
        return f"native_chance.{helper}({self.writer.value(mask)}, random)"

    def annotation(self, var: p.Var, value: p.Expr) -> str:
        """Every local is declared where its function begins."""
        return ""

    def assign(self, var: p.Var, value: p.Expr) -> None:
        value = self.native.fitted(value, self.set_in(var))
        if self.mixes(value):
            target = self.writer.variable(var)
            self.lines.add(f"{target} = {self.writer.value(value)}")
            self.bound.add(target)
        else:
            Body.assign(self, var, value)

    def changed(self, var: p.Var, value: p.Expr) -> str:
        if isinstance(value, p.Op) and value.name == "replace":
            return Body.changed(self, var, value)
        return f"{self.writer.variable(var)} = {self.writer.value(value)}"

    def mixes(self, value: p.Expr) -> bool:
        """Whether what is added to something is large, or makes it so."""
        if not isinstance(value, p.Op) or value.name not in MEETS:
            return False
        if any(map(self.native.is_wide, (value, *value.args))):
            return True
        return self.native.even(value) is not value

    def statement(self, stmt: p.Stmt, after: int) -> None:
        match stmt:
            case p.Nature():
                self.lines.at(stmt.span)
                chance.now(self, stmt)
            case p.Store():
                fitted = self.native.fitted(stmt.value, self.native.native.set_in_cell(stmt.cell))
                Body.statement(self, replace(stmt, value=fitted), after)
            case p.CallProc():
                args = self.native.arguments(stmt.proc, stmt.args)
                Body.statement(self, replace(stmt, args=args), after)
            case p.Return(value) if value is not None:
                Body.statement(self, replace(stmt, value=self.native.answered(value)), after)
            case _:
                Body.statement(self, stmt, after)

    def set_in(self, var: p.Var) -> str:
        """The type of a set in a local."""
        return self.native.native.set_in_local(self.native.owner, var)

    def write(self, stmt: p.Store, target: str) -> None:
        if stmt.cell.name == RETURNS:
            self.lines.add(f"{target} = {self.results(stmt)}")
        elif stmt.index is None and stmt.cell.length is not None and self.native.is_row(stmt.cell):
            cell, value = self.writer.cell(stmt.cell), self.writer.value(stmt.value)
            kind = "fill_rows" if stmt.cell.form == "ints" else "fill"
            self.lines.add(f"natively.{kind}({cell}, {value})")
        elif self.mixes(stmt.value):
            self.lines.add(f"{target} = {self.writer.value(stmt.value)}")
        elif stmt.cell.name in growing(self.program):
            self.grow(stmt, target)
        else:
            Body.write(self, stmt, target)

    def grow(self, stmt: p.Store, target: str) -> None:
        """A write of a row that may grow where it stands."""
        now, value = p.Get(stmt.cell, stmt.index), self.writer.value
        match stmt.value:
            case p.Op("concat", (left, p.Op("tuple", (item,)))) if left == now:
                self.lines.add(f"{target} = append({target}, {value(item)})")
            case p.Op("concat", (p.Op("tuple", (item,)), right)) if right == now:
                self.lines.add(f"{target} = natively.before({value(item)}, {target})")
            case _:
                Body.write(self, stmt, target)

    def results(self, stmt: p.Store) -> str:
        """The results of a game, as the runtime has them."""
        shares = isinstance(stmt.value, p.Library) and stmt.value.name == "win_shares"
        if stmt.index is not None or shares:
            return self.writer.value(stmt.value)
        return self.native.given(stmt.value)

    def snapshot(self, stmt: p.For) -> str:
        match stmt.source:
            case p.Items(p.Get(cell, None)) if cell.length is not None:
                return self.native.copied(cell)
            case _:
                return Body.snapshot(self, stmt)

    # -- the options of a playout

    def listed(self, ask: p.Ask, of: Kept | None = None) -> str:
        if of is None:
            return options.options(self.native, ask)
        found = Body.listed(self, ask, of)
        return f"natively.row({found})" if "*" in found else f"vec[i64]({found})"

    def pick(self, target: str, name: str, silent: bool, popped: bool) -> None:
        if not popped:
            self.lines.add(
                f"{target} = native_chance.{'pick' if silent else 'take'}({name}, random)"
            )
            return
        at = f"native_chance.below(len({name}), random)"
        if silent:
            at += f" if len({name}) > 1 else i64(0)"
        self.lines.add(f"{name}, {target} = pop({name}, {at})")

    def copy(self) -> None:
        self.lines.add("options = s.options[:]")

    def close(self, action: str) -> None:
        self.lines.add(f"options = natively.without(options, {action})")

    def closed(self, action: str, taken: bool) -> None:
        self.lines.add(f"options = natively.drop(s.options, {action})")

    def nothing_in(self, name: str) -> str:
        return f"len({name}) == 0"

    def something_in(self, name: str) -> str:
        return f"len({name}) > 0"

    def remove(self, action: str, taken: bool) -> None:
        if taken and self.kept is not None and self.kept.popped:
            return
        self.lines.add(f"left = natively.without(left, {action})")


@walk.remembered
def growing(program: p.Program) -> frozenset[str]:
    """The cells whose rows nobody else has: what is written into them is always made anew. One
    that another cell or local has as well would grow along with it."""
    rows = {cell.name for cell in program.cells if cell.form == "ints"}
    for procedure in program.procedures.values():
        for stmt in walk.statements(procedure.body):
            if isinstance(stmt, p.Store) and not _is_anew(stmt.value):
                rows.discard(stmt.cell.name)
    return frozenset(rows)


def _is_anew(e: p.Expr) -> bool:
    """Whether a row is made where this is worked out: nobody else has it."""
    match e:
        case p.Const() | p.Comp():
            return True
        case p.Op("concat", args):
            return len(args) > 1
        case p.Op(name):
            return name in ANEW
        case _:
            return False
