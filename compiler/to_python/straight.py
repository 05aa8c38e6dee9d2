"""Functions of the module that never wait: values, plain procedures, and the fused playout."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python import hoist, names, piles
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.expressions import Spelling, Writer
from hoyle.compiler.to_python.forms import type_of, zero
from hoyle.compiler.to_python.frames import DEEPEST
from hoyle.compiler.to_python.lines import Lines, Places
from hoyle.compiler.to_python.simple import Callees, Flavour
from hoyle.compiler.to_python.statements import RETURN, Body
from hoyle.compiler.to_python.text import TERNARY
from hoyle.dsl.records import record


def params(variables: tuple[p.Var, ...], taken: frozenset[str]) -> list[str]:
    """Parameters as they stand in a `def`."""
    return [f"{names.local(v.name, taken)}: {type_of(v.form)}" for v in variables]


@record
class Straight:
    """Writes functions of one flavour. `writer`, `statements`: what writes the inside of them."""

    program: p.Program
    spelling: Spelling
    ranges: Ranges
    callees: Callees
    places: Places
    flavour: Flavour
    writer: type[Writer] = Writer
    statements: type[Body] = Body

    def value(self, fn: p.Fn) -> Function:
        """A pure function."""
        lines = Lines(self.places)
        lines.at(fn.span, fn.rule)
        writer = self.writer(self.spelling, self.ranges, fn.name)
        if isinstance(fn.body, p.Comp) and fn.body.kind in ("any", "every", "first"):
            self.looping(fn.body, writer, lines)
        else:
            self.answer(fn.body, writer, lines)
        first = ["s: State"] if fn.name in self.spelling.stateful else []
        declared = ", ".join([*first, *params(fn.params, self.spelling.taken)])
        returns = returned_type(fn.body)
        name = self.spelling.functions[fn.name]
        return Function(name, declared, returns, "", lines.finished())

    def answer(self, e: p.Expr, writer: Writer, lines: Lines) -> None:
        """The value of an expression; a search has a line for each thing that it is given."""
        if not isinstance(e, p.Library) or e.name not in names.SEARCHES:
            lines.add(f"return {writer.value(e)}")
            return
        with lines.deeper(f"return {e.name}("):
            for arg in e.args:
                lines.add(f"{writer.looked_into(arg, TERNARY)},")
        lines.add(")")

    def looping(self, e: p.Comp, writer: Writer, lines: Lines) -> None:
        """A value that is a search: a loop that returns is faster than a generator."""
        if " for " not in writer.value(e):
            lines.add(f"return {writer.value(e)}")
            return
        claim = walk.claim(e)
        test = claim if e.kind != "every" else p.Op("not", (claim,), "bool")
        ends = {"any": ("True", "False"), "every": ("False", "True")}
        hit, miss = ends.get(e.kind, ("", self.nothing(e, writer)))
        inside, bound = writer.looping(e.var, e.source, claim)
        if e.kind == "first":
            inside, bound = writer, writer.variable(e.var)
        with lines.deeper(f"for {bound} in {writer.source(e.source)}:"):
            if e.kind == "first" and e.cond is None:
                lines.add(f"return {inside.value(e.body)}")
            else:
                with lines.deeper(f"if {inside.test(test)}:"):
                    lines.add(f"return {hit or inside.value(e.body)}")
        lines.add(f"return {miss}")

    def nothing(self, e: p.Comp, writer: Writer) -> str:
        """What a search gives that finds nothing."""
        return "-1"

    def procedure(self, procedure: p.Procedure) -> Function:
        """A procedure that is a plain function in this flavour."""
        declared = ["s: State", *params(procedure.params, self.spelling.taken)]
        if procedure.name in self.callees.random:
            declared.append("random: Random")
        if procedure.name in self.callees.deep:
            declared.append("depth: int")
        own = [*walk.variables(procedure.body), *(var.name for var in procedure.params)]
        cells = self.program.cells
        lists = [cell for cell in cells if cell.length is not None and not cell.stands_for]
        lines, wanted = hoist.hoisted(
            lambda locals_: self.body(procedure, locals_), lists, self.spelling, own
        )
        hoist.with_loads(lines, hoist.loads(wanted, self.spelling))
        name = self.callees.names[procedure.name]
        returns = "None" if procedure.gives is None else type_of(procedure.gives)
        return Function(name, ", ".join(declared), returns, "", lines.finished())

    def body(self, procedure: p.Procedure, locals_: Mapping[str, str]) -> Lines:
        """The lines of a procedure, with locals for some cells."""
        lines = Lines(self.places)
        lines.at(procedure.span, procedure.rule)
        writer = self.writer(self.spelling, self.ranges, procedure.name, hoisted=locals_)
        body = self.statements(self.flavour, self.program, lines, writer, self.callees)
        body.over = _ended
        if procedure.name in self.callees.deep:
            body.depth_text = "depth + 1"
            self.depth_test(procedure, lines)
        body.block(procedure.body, RETURN)
        self.fall(procedure, lines)
        return lines

    def load(self, cell: p.Cell, local: str, lists: frozenset[str]) -> str:
        """The line that fills the local which stands for a cell while a playout lasts."""
        return piles.load(cell, local, self.spelling, lists)

    def store(self, cell: p.Cell, local: str, lists: frozenset[str]) -> str:
        """The line that writes it back."""
        return piles.store(cell, local, self.spelling, lists)

    def depth_test(self, procedure: p.Procedure, lines: Lines) -> None:
        with lines.deeper(f"if depth > {DEEPEST}:"):
            text = f"{procedure.name} is running {DEEPEST} times inside itself"
            lines.add(f"library.fail('too deep', {text!r}, {procedure.rule})")

    def fall(self, procedure: p.Procedure, lines: Lines) -> None:
        """What a procedure gives that ends without saying so; an empty one is `pass`."""
        if procedure.gives is not None and not lines.left():
            lines.add(f"return {zero(procedure.gives)}")
        if all(line.text.startswith("#") for line in lines.found):
            lines.add("pass")


def _ended(lines: Lines) -> None:
    """The end of the game, from inside of a called function."""
    lines.add("raise state.Ended")


def returned_type(e: p.Expr) -> str:
    """The Python type of an expression's value."""
    from hoyle.compiler.from_game.build import form_of

    return type_of(form_of(e))


def stateful(functions: Mapping[str, p.Fn]) -> frozenset[str]:
    """Functions that read the position."""
    return frozenset(name for name, fn in functions.items() if walk.cells_read(fn.body, functions))


def drawing(program: p.Program, flavour: Flavour) -> frozenset[str]:
    """Procedures that need `random` when they are plain functions of a flavour."""

    def draws(stmt: p.Stmt) -> bool:
        if isinstance(stmt, p.Nature):
            return flavour != "explicit"
        return isinstance(stmt, p.Ask) and flavour == "playout"

    found = {
        name
        for name, procedure in program.procedures.items()
        if any(map(draws, walk.statements(procedure.body)))
    }
    while True:
        more = {
            name
            for name, procedure in program.procedures.items()
            if name not in found and any(c.proc in found for c in walk.calls(procedure.body))
        }
        if not more:
            return frozenset(found)
        found |= more


def pure_of_flavour(program: p.Program) -> frozenset[str]:
    """Procedures that are written alike in every flavour: no chance, no log, and calls of such
    only."""
    kinds = p.Ask | p.Nature | p.Log | p.Revealed | p.Only | p.Over
    pure = {
        name
        for name, procedure in program.procedures.items()
        if not any(isinstance(s, kinds) for s in walk.statements(procedure.body))
    }
    while True:
        kept = {
            name
            for name in pure
            if all(call.proc in pure for call in walk.calls(program.procedures[name].body))
        }
        if kept == pure:
            return frozenset(pure)
        pure = kept
