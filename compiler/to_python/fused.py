"""The fused playout: the whole game as structured Python, decisions made on the spot."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.to_python import hoist
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.lines import Lines
from hoyle.compiler.to_python.statements import RETURN, Body
from hoyle.compiler.to_python.straight import Straight, pure_of_flavour

MAIN = "main"


def playout(
    writer: Straight, machine: m.Machine, attributes: Mapping[str, str]
) -> tuple[Function, ...]:
    """The playout, behind the procedures that it calls."""
    program = writer.program
    main = program.entries.get(MAIN)
    if main is None or main not in machine.frames:
        return (_function(_steps(writer)),)
    called = who.reachable(program, [main]) - {main} - pure_of_flavour(program)
    found = [writer.procedure(program.procedures[n]) for n in program.procedures if n in called]
    return (*found, _function(_whole(writer, main)))


def _function(lines: Lines) -> Function:
    return Function("playout", "s: State, random: Random", "None", "", lines.finished())


def _steps(writer: Straight) -> Lines:
    """From a position in the middle: step by step."""
    lines = Lines(writer.places)
    with lines.deeper("while s.pc >= 0:"):
        lines.add("options = s.options")
        lines.add("advance_sampled(s, options[int(random() * len(options))], random)")
    return lines


def _whole(writer: Straight, main: str) -> Lines:
    """The course of the game; single cells that only it touches stand in locals meanwhile."""
    program = writer.program
    body = program.procedures[main].body
    cells = [
        cell for cell in program.cells if cell.length is not None or _alone(program, body, cell)
    ]
    lines, wanted = hoist.hoisted(
        lambda locals_: _course(writer, main, locals_), cells, writer.spelling, walk.variables(body)
    )
    steps = _steps(writer)
    with steps.deeper("if s.pc == -1:"):
        steps.add("return")
    for text in hoist.loads(wanted, writer.spelling):
        steps.add(text)
    lines.found[:0] = steps.found
    return lines


def _alone(program: p.Program, body: p.Block, cell: p.Cell) -> bool:
    """Whether no function or procedure that is called touches a cell."""
    called = who.reachable(program, {call.proc for call in walk.calls(body)})
    blocks = [program.procedures[name].body for name in called]
    for block in blocks:
        if any(isinstance(s, p.Store) and s.cell.name == cell.name for s in walk.statements(block)):
            return False
        if any(isinstance(e, p.Get) and e.cell.name == cell.name for e in walk.all_exprs(block)):
            return False
    functions = {
        e.name
        for block in (body, *blocks)
        for e in walk.all_exprs(block)
        if isinstance(e, p.CallFn)
    }
    return not any(
        cell.name in walk.cells_read(program.functions[name].body, program.functions)
        for name in functions
    )


def _course(writer: Straight, main: str, locals_: Mapping[str, str]) -> Lines:
    program = writer.program
    procedure = program.procedures[main]
    lines = Lines(writer.places)
    expressions = Writer(writer.spelling, writer.ranges, main, hoisted=locals_)
    body = Body("playout", program, lines, expressions, writer.callees)
    single = {cell.name for cell in program.cells if cell.length is None}
    kept = {cell: local for cell, local in locals_.items() if cell in single}
    back = hoist.stores(kept, writer.spelling)

    def over(lines: Lines) -> None:
        for text in [*back, "s.pc = -1", "return"]:
            lines.add(text)

    body.over = over
    if not _ends_elsewhere(program, main):
        lines.at(procedure.span, procedure.rule)
        body.block(procedure.body, RETURN)
    else:
        with lines.deeper("try:"):
            lines.at(procedure.span, procedure.rule)
            body.block(procedure.body, RETURN)
        with lines.deeper("except state.Ended:"):
            over(lines)
    if not walk.leaves(procedure.body):
        for text in [*back, "s.pc = -2", "s.options = ()"]:
            lines.add(text)
    return lines


def _ends_elsewhere(program: p.Program, main: str) -> bool:
    """Whether the game can end inside of a procedure that is called."""
    called = who.reachable(program, [main]) - {main}
    bodies = (program.procedures[name].body for name in called)
    return any(isinstance(s, p.Over) for body in bodies for s in walk.statements(body))
