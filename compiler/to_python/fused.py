"""The fused playout: the whole game as structured Python, decisions made on the spot."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.to_python import hoist
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.lines import Lines
from hoyle.compiler.to_python.literals import start_of
from hoyle.compiler.to_python.statements import RETURN
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
    elsewhere = _touched_elsewhere(program, body)
    cells = [
        cell for cell in program.cells if cell.length is not None or cell.name not in elsewhere
    ]
    _, wanted = hoist.hoisted(
        lambda locals_: _course(writer, main, locals_, []),
        cells,
        writer.spelling,
        walk.variables(body),
    )
    single = {cell.name for cell in cells if cell.length is None}
    kept = {cell: local for cell, local in wanted.items() if cell in single}
    lines = _course(writer, main, wanted, hoist.stores(kept, writer.spelling))
    steps = _steps(writer)
    with steps.deeper("if s.pc == -1:"):
        steps.add("return")
    scratch = {cell.name: cell for cell in program.cells if cell.scratch}
    for name in [name for name in wanted if name in scratch]:
        steps.add(f"{wanted[name]} = {start_of(scratch[name])}")
    read = {cell: local for cell, local in wanted.items() if cell not in scratch}
    for text in hoist.loads(read, writer.spelling):
        steps.add(text)
    lines.found[:0] = steps.found
    return lines


def _touched_elsewhere(program: p.Program, body: p.Block) -> frozenset[str]:
    """Cells that functions and procedures touch which are called from here."""
    called = who.reachable(program, {call.proc for call in walk.calls(body)})
    found: set[str] = set()
    functions = {e.name for e in walk.all_exprs(body) if isinstance(e, p.CallFn)}
    for name in called:
        block = program.procedures[name].body
        found |= {s.cell.name for s in walk.statements(block) if isinstance(s, p.Store)}
        for e in walk.all_exprs(block):
            if isinstance(e, p.Get):
                found.add(e.cell.name)
            elif isinstance(e, p.CallFn):
                functions.add(e.name)
    read = (walk.cells_read(program.functions[name].body, program.functions) for name in functions)
    return frozenset(found).union(*read)


def _course(writer: Straight, main: str, locals_: Mapping[str, str], back: list[str]) -> Lines:
    """The course with locals for some cells; `back`: the lines that write them back at its end."""
    program = writer.program
    procedure = program.procedures[main]
    lines = Lines(writer.places)
    expressions = writer.writer(writer.spelling, writer.ranges, main, hoisted=locals_)
    body = writer.statements("playout", program, lines, expressions, writer.callees)

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
