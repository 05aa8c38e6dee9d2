"""Functions for mypyc: parameters, answers and locals with their machine types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_native import searches
from hoyle.compiler.to_native.expressions import NativeWriter
from hoyle.compiler.to_native.types import EMPTY, MADE, NOTHING, NUMBER, ROW, SETS, Native
from hoyle.compiler.to_python import names
from hoyle.compiler.to_python.blocks import Blocks, Function
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.lines import Line, Lines
from hoyle.compiler.to_python.straight import Straight
from hoyle.dsl.records import record

OWN: Mapping[str, str] = {
    "options": ROW, "left": ROW, "new": "int", "pool": ROW, "at": NUMBER,
    "touched_": NUMBER, "leaving": NUMBER, "number": NUMBER,
}  # fmt: skip
"""Locals that functions make for themselves."""

_EMPTIED = re.compile(r"^(s\.\w+ =|return) \(\)$")
"""A row that becomes empty."""

_CLEARED = re.compile(r"^s\.(\w+) = 0$")
"""A number or set that becomes nothing."""

_DRAWN = re.compile(r"\brandom\(\)")
"""A random number."""


@record
class NativeStraight(Straight):
    """Writes functions of one flavour for mypyc."""

    @property
    def native(self) -> Native:
        """The types of what stands in the module."""
        assert isinstance(self.spelling, Native)
        return self.spelling

    def value(self, fn: p.Fn) -> Function:
        fn = searches.restored(fn, self.native.forms)
        first = ["s: State"] if fn.name in self.spelling.stateful else []
        declared = ", ".join([*first, *self.typed(fn.name, fn.params)])
        returns = self.native.answer(fn.name, form_of(fn.body))
        if isinstance(fn.body, p.Library) and fn.body.name in (searches.KEPT_IN, searches.WALK):
            returns = searches.FOUND
        written = self.search(fn) if searches.is_search(fn) else Straight.value(self, fn)
        return replace(written, params=declared, returns=returns)

    def search(self, fn: p.Fn) -> Function:
        """A search that asks something; the class that answers is written apart."""
        lines = Lines(self.places)
        lines.at(fn.span, fn.rule)
        written, _ = self.searching(fn)
        for text in written:
            lines.add(text)
        return Function(self.spelling.functions[fn.name], "", "", "", lines.finished())

    def asked(self, fn: p.Fn) -> searches.Asks:
        """The class of what a search asks."""
        return self.searching(fn)[1]

    def searching(self, fn: p.Fn) -> tuple[list[str], searches.Asks]:
        """The lines of a search, and the class of what it asks."""
        writer = self.writer(self.spelling, self.ranges, fn.name)
        assert isinstance(writer, NativeWriter)
        search = searches.Search(fn, writer)
        lines = list(search.lines())
        return lines, search.asks()

    def load(self, cell: p.Cell, local: str, lists: frozenset[str]) -> str:
        there = f"s.{self.spelling.cells[cell.stands_for or cell.name]}"
        match cell.shape:
            case "number":
                return f"{local} = natively.unknown({there}, {cell.mark})"
            case "sole" if cell.form == "ints":  # may be changed where it stands
                return f"{local} = {there}[0][:]"
            case "sole":
                return f"{local} = {self.as_kept(f'{there}[0]', self.replaced(cell), cell)}"
            case _:
                return Straight.load(self, cell, local, lists)

    def store(self, cell: p.Cell, local: str, lists: frozenset[str]) -> str:
        there = f"s.{self.spelling.cells[cell.stands_for or cell.name]}"
        match cell.shape:
            case "number":
                return f"{there} = natively.marks({local}, {cell.mark})"
            case "sole":
                return f"{there}[0] = {self.as_kept(local, cell, self.replaced(cell))}"
            case _:
                return Straight.store(self, cell, local, lists)

    def replaced(self, cell: p.Cell) -> p.Cell:
        """The cell that another stands for."""
        return next(x for x in self.program.cells if x.name == cell.stands_for)

    def as_kept(self, text: str, of: p.Cell, to: p.Cell) -> str:
        """An item of one cell as another keeps it: a set has another type in a list."""
        kinds = self.native.set_in_cell(of), self.native.set_in_cell(to)
        return f"{MADE[kinds]}({text})" if kinds in MADE else text

    def procedure(self, procedure: p.Procedure) -> Function:
        written = Straight.procedure(self, procedure)
        name = procedure.name
        declared = ["s: State", *self.typed(name, procedure.params)]
        declared += ["random: Random"] if name in self.callees.random else []
        declared += ["depth: int"] if name in self.callees.deep else []
        gives = procedure.gives
        returns = "None" if gives is None else self.native.answer(name, gives)
        written = replace(written, params=", ".join(declared), returns=returns)
        return with_locals(written, self.native, name, walk.variables(procedure.body))

    def answer(self, e: p.Expr, writer: Writer, lines: Lines) -> None:
        assert isinstance(writer, NativeWriter)
        if isinstance(e, p.Op) and e.name == "tuple" and form_of(e) != "ints":
            lines.add(f"return {writer.given(e)}")
        else:
            lines.add(f"return {writer.value(writer.answered(e))}")

    def nothing(self, e: p.Comp, writer: Writer) -> str:
        return EMPTY.get(self.native.answer(writer.owner, form_of(e)), "-1")

    def fall(self, procedure: p.Procedure, lines: Lines) -> None:
        answer = self.native.answer(procedure.name, "mask")
        if procedure.gives == "mask" and answer in SETS and not lines.left():
            lines.add(f"return {EMPTY[answer]}")
        Straight.fall(self, procedure, lines)

    def typed(self, owner: str, variables: tuple[p.Var, ...]) -> list[str]:
        """Parameters as they stand in a `def`; an object is what a search keeps."""
        types = (
            searches.KEPT if v.form == "object" else self.native.local(owner, v) for v in variables
        )
        told = (names.local(v.name, self.spelling.taken) for v in variables)
        return [f"{name}: {kind}" for name, kind in zip(told, types, strict=True)]


@record
class NativeBlocks(Blocks):
    """Writes the functions of one machine for mypyc."""

    @property
    def number(self) -> str:
        return NUMBER

    @property
    def together(self) -> bool:
        """Each node is a function of its own."""
        return False

    def function(self, number: int, node: m.Node | None) -> Function:
        written = Blocks.function(self, number, node)
        proc = self.machine.blocks[number].proc
        variables = walk.variables(self.machine.program.procedures[proc].body)
        assert isinstance(self.spelling, Native)
        return with_locals(written, self.spelling, proc, variables)

    def fitting(self, proc: str) -> NativeWriter:
        """What writes the expressions of a procedure."""
        writer = self.body(proc, {}).writer
        assert isinstance(writer, NativeWriter)
        return writer

    def entered(self, proc: str, end: m.Enter) -> m.Enter:
        return replace(end, args=self.fitting(proc).arguments(end.proc, end.args))

    def answered(self, proc: str, value: p.Expr) -> p.Expr:
        return self.fitting(proc).answered(value)


def with_locals(
    function: Function,
    native: Native,
    owner: str,
    variables: Mapping[str, p.Var],
) -> Function:
    """A function that declares its locals where it begins."""
    bound = _bound(function) - {part.split(":")[0].strip() for part in function.params.split(", ")}
    types = dict(OWN)
    for var in variables.values():
        types[names.local(var.name, native.taken)] = native.local(owner, var)
    declared = [Line(1, f"{name}: {kind}") for name, kind in types.items() if name in bound]
    lines = (replace(line, text=_shaped(line.text, native)) for line in function.lines)
    return replace(function, lines=(*declared, *lines))


def _shaped(text: str, native: Native) -> str:
    """A line as it stands here: an empty tuple or set is the empty row, and chance draws."""
    cleared = _CLEARED.match(text)
    if cleared is not None and cleared[1] in native.empty:
        return f"s.{cleared[1]} = {native.empty[cleared[1]]}"
    return _DRAWN.sub("random.draw()", _EMPTIED.sub(rf"\1 {NOTHING}", text))


def _bound(function: Function) -> set[str]:
    """The names that statements of a function bind."""
    found: set[str] = set()
    for line in function.lines:
        text = line.text
        if text.startswith("for "):
            found.update(searches.WORD.findall(text[4:].partition(" in ")[0]))
        elif not text.startswith(("if ", "elif ", "while ", "return", "#", "s.")):
            target, sign, _ = text.partition(" = ")
            if sign:
                found.update(part for part in target.split(", ") if part.isidentifier())
    return found
