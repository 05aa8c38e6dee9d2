"""Statements that are one line or a few: what is bound, written, called; the options of a
decision."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal, get_args

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python import changing, kept, options, piles, searches, stores
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.kept import Kept
from hoyle.compiler.to_python.lines import Lines
from hoyle.dsl.records import record

Flavour = Literal["explicit", "sampled", "playout"]
FLAVOURS: tuple[Flavour, ...] = get_args(Flavour)


@record
class Callees:
    """How procedures are called here: the function's name, and whether it takes `random`,
    `depth`."""

    names: dict[str, str]
    random: frozenset[str] = frozenset()
    deep: frozenset[str] = frozenset()


@record(frozen=False)
class Simple:
    """Writes simple statements into one function.

    `kept`: the ask whose options a playout keeps in the loop being written; `bound`: locals that
    have been given a value.
    """

    takes_lists: ClassVar[bool] = True  # whether piles may be lists of Python in a playout

    flavour: Flavour
    program: p.Program
    lines: Lines
    writer: Writer
    callees: Callees
    depth_text: str = "1"
    kept: Kept | None = None
    bound: set[str] = field(default_factory=set)

    def assign(self, var: p.Var, value: p.Expr) -> None:
        """Bind a local."""
        target = self.writer.variable(var)
        if self.is_list(var):
            self.lines.add(self.changed(var, value))
            self.bound.add(target)
            return
        match value:
            case p.Op("add" | "sub" | "union" | "inter" as name, (p.Var(old), other)) if (
                old == var.name and not isinstance(other, p.Comp)
            ):
                self.change(target, name, other)
            case p.Comp("any" | "every") if not searches.written_short(self.writer, value):
                searches.claim(self, value, target)
            case p.Comp("first"):
                searches.first(self, value, target, self.writer.nothing(value))
            case p.Library("some", (p.Comp("first") as first, rule)):
                searches.first(self, first, target, f"library.some(-1, {self.writer.value(rule)})")
            case _:
                self.lines.add(
                    f"{target}{self.annotation(var, value)} = {self.writer.value(value)}"
                )
        self.bound.add(target)

    def change(self, target: str, name: str, other: p.Expr) -> None:
        """Something becomes more or less, where it stands."""
        match name, other:
            case "add", p.Const(int(more)) if more < 0:
                name, other = "sub", p.Const(-more, "int")
            case _:
                pass
        sign = {"add": "+", "sub": "-", "union": "|", "inter": "&"}[name]
        self.lines.add(f"{target} {sign}= {self.writer.value(other)}")

    def is_list(self, var: p.Var) -> bool:
        """Whether a local is a list of Python, changed item by item."""
        if var.form != "ints" or var.name in self.writer.slots:
            return False
        return var.name in changing.found(self.program.procedures[self.writer.owner])

    def changed(self, var: p.Var, value: p.Expr) -> str:
        """The line that begins such a list or changes an item."""
        first = self.writer.variable(var) not in self.bound
        return changing.written(self.writer, var, value, first)

    def annotation(self, var: p.Var, value: p.Expr) -> str:
        """The type of a tuple whose first value has a length that others need not have."""
        target = self.writer.variable(var)
        fixed = isinstance(value, p.Const) or (isinstance(value, p.Op) and value.name == "tuple")
        if var.form not in ("ints", "texts") or not fixed or "." in target or target in self.bound:
            return ""
        return ": tuple[int, ...]" if var.form == "ints" else ": tuple[str, ...]"

    def store(self, stmt: p.Store) -> None:
        """Write a cell, tested against its range."""
        cell = stmt.cell
        target = self.writer.place(cell, stmt.index)
        if stmt.index is None and cell.length is not None:
            target += "[:]"
        if not stores.in_range(self.writer, stmt):
            stores.checked(self, stmt, target)
        else:
            self.write(stmt, target)
        if self.kept is not None and self.kept.cell.name == cell.name:
            kept.shrink(self.kept, stmt, self, self.remove)

    def remove(self, action: str, taken: bool) -> None:
        """Take an option away from those that a playout keeps."""
        if taken and self.kept is not None and self.kept.popped:
            return
        if taken:
            self.lines.add(f"left.remove({action})")
            return
        with self.lines.deeper(f"if {action} in left:"):
            self.lines.add(f"left.remove({action})")

    def write(self, stmt: p.Store, target: str) -> None:
        """A write that needs no test."""
        cell = stmt.cell
        if cell.name in self.writer.lists:
            for text in piles.written(self.writer, stmt, target):
                self.lines.add(text)
            return
        match stmt.value:
            case p.Const((first, *more)) if stmt.index is None and set(more) == {first}:
                self.lines.add(f"{target} = ({first!r},) * {len(more) + 1}")
            case p.Op("add" | "sub" | "union" | "inter" as name, (p.Get(same, index), other)) if (
                same == cell and index == stmt.index and cell.length is None
            ):
                self.change(target, name, other)
            case _:
                self.lines.add(f"{target} = {self.writer.value(stmt.value)}")

    def call(self, stmt: p.CallProc) -> None:
        """A call of a procedure that is a plain function here."""
        args = ["s", *map(self.writer.value, stmt.args)]
        if stmt.proc in self.callees.random:
            args.append("random")
        if stmt.proc in self.callees.deep:
            args.append(self.depth_text)
        text = f"{self.callees.names[stmt.proc]}({', '.join(args)})"
        self.lines.add(text if stmt.var is None else f"{self.writer.variable(stmt.var)} = {text}")

    # -- the options of a playout, in a local

    def listed(self, ask: p.Ask, of: Kept | None = None) -> str:
        """All options of a decision; those that are kept may be known at first."""
        return options.options(self.writer, ask) if of is None else options.first(self.writer, of)

    def pick(self, target: str, name: str, silent: bool, popped: bool) -> None:
        """Take one of the options at random, away from them if it is `popped`; a lone one may need
        no random number."""
        at = f"int(random() * len({name}))"
        if silent:
            at += f" if len({name}) > 1 else 0"
        self.lines.add(f"{target} = {f'{name}.pop({at})' if popped else f'{name}[{at}]'}")

    # -- the options of a position

    def copy(self) -> None:
        """Have the options in a list of its own."""
        self.lines.add("options = [*s.options]")

    def close(self, action: str) -> None:
        """Take an option out of that list if it is there."""
        with self.lines.deeper(f"if {action} in options:"):
            self.lines.add(f"options.remove({action})")

    def closed(self, action: str, taken: bool) -> None:
        """Have the options without one that was taken, or may be there."""
        if taken:
            self.copy()
            self.lines.add(f"options.remove({action})")
        else:
            self.lines.add(f"options = [option for option in s.options if option != {action}]")

    def nothing_in(self, name: str) -> str:
        """Whether there are no options."""
        return f"not {name}"

    def something_in(self, name: str) -> str:
        """Whether there are options."""
        return name

    def member(self, mask: p.Expr, helper: str) -> str | None:
        """The choice of a member of a set without a list of all; None if there is none."""
        return f"library.{helper}({self.writer.value(mask)}, random)"
