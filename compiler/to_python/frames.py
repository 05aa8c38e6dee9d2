"""Calls of procedures that wait, as Python: return numbers, outer activations, ways back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.forms import zero

if TYPE_CHECKING:
    from hoyle.compiler.to_python.blocks import One

DEEPEST = 64
"""So many times a procedure may be running inside itself."""


def enter(one: One, block: m.Block, end: m.Enter) -> None:
    """Call a procedure that waits."""
    frame = one.machine.frames[end.proc]
    params = one.machine.program.procedures[end.proc].params
    targets = [one.machine.slots[end.proc, var.name] for var in params]
    values = [one.body.writer.value(arg) for arg in end.args]
    assert frame.returns is not None
    if frame.chain:
        for index, value in enumerate(values):
            one.lines.add(f"given_{index} = {value}")
        values = [f"given_{index}" for index in range(len(values))]
        one.clear(block)
        _spill(one, frame)
    for slot, value in zip(targets, values, strict=True):
        one.lines.add(f"{one.all.slot(slot)} = {value}")
    if not frame.chain:
        one.clear(block)
    one.lines.add(f"{one.all.slot(frame.returns)} = {end.number}")
    one.goto(frame.start)


def _spill(one: One, frame: m.Frame) -> None:
    """Keep an activation that is still running on the chain."""
    assert frame.returns is not None
    chain = f"s.{one.all.attributes[frame.chain]}"
    returns = one.all.slot(frame.returns)
    kept = ", ".join([returns, *map(one.all.slot, one.all.kept[frame.proc])])
    with one.lines.deeper(f"if {returns}:"):
        outer = f"outer_{sorted(one.machine.frames).index(frame.proc)}"
        one.lines.add(f"{outer} = {chain}")
        one.lines.add(f"depth = {outer}[1] + 1 if {outer} else 1")
        with one.lines.deeper(f"if depth >= {DEEPEST}:"):
            rule = one.machine.program.procedures[frame.proc].rule
            text = f"{frame.proc} is running {DEEPEST} times inside itself"
            one.lines.add(f"library.fail('too deep', {text!r}, {rule})")
        one.lines.add(f"{chain} = ({outer}, depth, {kept})")
        for slot in frame.slots:
            one.lines.add(f"{one.all.slot(slot)} = {zero(slot.form)}")


def back(one: One, block: m.Block, value: p.Expr | None) -> None:
    """Return to whoever called."""
    frame = one.machine.frames[block.proc]
    if value is not None:
        one.lines.add(f"answer = {one.body.writer.value(value)}")
    returns = frame.returns
    if returns is None:
        one.clear(block)
        _idle(one, value is not None)
        return
    one.lines.add(f"number = {one.all.slot(returns)}")
    _unspill(one, frame, block)
    calls = list(frame.calls)
    last = None if frame.entry else calls.pop()
    for call in calls:
        with one.lines.deeper(f"if number == {call.number}:"):
            _return_to(one, call, value is not None)
    if last is not None:
        _return_to(one, last, value is not None)
    else:
        _idle(one, value is not None)


def _unspill(one: One, frame: m.Frame, block: m.Block) -> None:
    assert frame.returns is not None
    if not frame.chain:
        one.clear(block)
        one.lines.add(f"{one.all.slot(frame.returns)} = 0")
        return
    chain = f"s.{one.all.attributes[frame.chain]}"
    slots = [frame.returns, *one.all.kept[frame.proc]]
    with one.lines.deeper(f"if {chain}:"):
        one.lines.add(f"{chain}, _, {', '.join(map(one.all.slot, slots))} = {chain}")
    with one.lines.deeper("else:"):
        one.clear(block)
        one.lines.add(f"{one.all.slot(frame.returns)} = 0")


def _return_to(one: One, call: m.Call, answered: bool) -> None:
    """Go on behind a call; the answer goes where the caller reads it."""
    slot = one.machine.slot(call.caller, call.var.name) if call.var is not None else None
    if slot is not None:
        one.lines.add(f"{one.all.slot(slot)} = {'answer' if answered else zero(slot.form)}")
    one.goto(call.back)
    if not one.lines.left():
        one.lines.add("return")


def _idle(one: One, answered: bool) -> None:
    """An entry has ended."""
    if answered:
        one.lines.add("s.answer_ = answer")
    one.lines.add("s.pc = -2")
    one.lines.add("s.options = ()")
    one.lines.add("return")
