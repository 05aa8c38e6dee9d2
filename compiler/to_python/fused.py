"""The fused playout: the whole game as structured Python, decisions made on the spot."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
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
    if main is None:
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
    program = writer.program
    procedure = program.procedures[main]
    lines = _steps(writer)
    with lines.deeper("if s.pc == -1:"):
        lines.add("return")
    body = Body(
        "playout", program, lines, Writer(writer.spelling, writer.ranges, main), writer.callees
    )
    body.over = _over
    if not _ends_elsewhere(program, main):
        lines.at(procedure.span, procedure.rule)
        body.block(procedure.body, RETURN)
        return lines
    with lines.deeper("try:"):
        lines.at(procedure.span, procedure.rule)
        body.block(procedure.body, RETURN)
    with lines.deeper("except state.Ended:"):
        lines.add("s.pc = -1")
    return lines


def _ends_elsewhere(program: p.Program, main: str) -> bool:
    """Whether the game can end inside of a procedure that is called."""
    called = who.reachable(program, [main]) - {main}
    bodies = (program.procedures[name].body for name in called)
    return any(isinstance(s, p.Over) for body in bodies for s in walk.statements(body))


def _over(lines: Lines) -> None:
    lines.add("s.pc = -1")
    lines.add("return")
