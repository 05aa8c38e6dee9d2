"""Prints a state machine: its frames, then its blocks in order, each with its end.

block 4 of turn (functions of their own are marked with *)
    cell_mark[cell] = active
    when over: goto 9 else goto 5
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir.print_program import block as print_block
from hoyle.compiler.ir.print_program import expr


def print_machine(machine: m.Machine) -> str:
    """The whole machine as text."""
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: m.Machine) -> Iterator[str]:
    yield f"machine of {machine.program.id}, {machine.program.players} players, {machine.build}"
    for frame in machine.frames.values():
        yield ""
        yield from _frame(frame)
    for number in sorted(machine.blocks):
        yield ""
        yield from _block(machine, machine.blocks[number])


def _frame(frame: m.Frame) -> Iterator[str]:
    """What a procedure that waits keeps."""
    yield f"{'entry ' if frame.entry else ''}frame {frame.proc} begins at {frame.start}"
    for slot in frame.slots:
        yield f"    slot {slot.name}: {slot.form} is {slot.var}"
    if frame.chain:
        yield f"    outer activations on {frame.chain}"
    for call in frame.calls:
        answer = f", answer to {call.var.name}" if call.var else ""
        yield f"    call {call.number} from {call.caller}: back to {call.back}{answer}"


def _block(machine: m.Machine, block: m.Block) -> Iterator[str]:
    mark = "*" if block.number in machine.heads else ""
    yield f"block {block.number}{mark} of {block.proc}"
    if block.ops:
        yield from print_block(block.ops, 1)
    if block.clears:
        yield f"    clear {', '.join(slot.name for slot in block.clears)}"
    yield f"    {_end(machine, block.end)}"


def _end(machine: m.Machine, end: m.End) -> str:
    """An end in one line."""
    match end:
        case m.Goto(target):
            return f"goto {target}"
        case m.Branch(cond, then, otherwise):
            return f"when {expr(cond)}: goto {then} else goto {otherwise}"
        case m.Suspend(number, empty):
            node = machine.nodes[number]
            nothing = "" if empty is None else f", without options goto {empty}"
            kind = m.KINDS[node.kind]
            return f"{kind} at node {number} -> {node.stmt.var.name}, then {node.resume}{nothing}"
        case m.Enter(proc, args, number, back, _):
            told = ", ".join(expr(arg) for arg in args)
            return f"enter {proc}({told}) as call {number}, back to {back}"
        case m.Back(value):
            return "back" if value is None else f"back with {expr(value)}"
        case m.Over():
            return "over"
        case m.Dead():
            return "never reached"
        case _:
            assert_never(end)
