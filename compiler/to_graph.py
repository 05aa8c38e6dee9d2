"""The decisions and rolls of a game as a Mermaid graph: which node may follow which.

Nodes only; everything between two of them is one arrow. `hoyle show graph` prints it, documentation
can draw it.
"""

from __future__ import annotations

from hoyle.compiler.ir import machine as m

START, END = "start", "over"


def to_graph(machine: m.Machine) -> str:
    """A `flowchart` in Mermaid's language."""
    lines = ["flowchart TD", "    start([start])", "    over([over])"]
    lines += [f"    {_box(machine, node)}" for node in machine.nodes]
    starts = [frame.start for frame in machine.frames.values() if frame.entry]
    for name in _sorted(machine, _reached(machine, starts)):
        lines.append(f"    {START} --> {name}")
    for node in machine.nodes:
        for name in _sorted(machine, _reached(machine, [node.resume])):
            lines.append(f"    n{node.number} --> {name}")
    return "\n".join(lines) + "\n"


def _box(machine: m.Machine, node: m.Node) -> str:
    """A decision is a box, chance a rhombus; both say the rule and its line."""
    rule = node.stmt.rule
    rules = machine.program.rules
    name, _, line, _ = rules[rule] if 0 <= rule < len(rules) else (node.proc, "", 0, ())
    words = f"{name}, line {line}".replace('"', "'")
    if node.kind == 0:
        return f'n{node.number}["{words}"]'
    return f'n{node.number}{{"{words}"}}'


def _sorted(machine: m.Machine, reached: set[int]) -> list[str]:
    """Node names in order, the end last (it is -1)."""
    return [f"n{number}" for number in sorted(reached - {-1})] + [END] * (-1 in reached)


def _reached(machine: m.Machine, blocks: list[int]) -> set[int]:
    """The nodes (and -1, the end) at which the machine may rest next, from any of these blocks."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(blocks)
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        waiting += _next(machine, machine.blocks[number], found)
    return found


def _next(machine: m.Machine, block: m.Block, found: set[int]) -> list[int]:
    """Where a block goes on without resting; a node where it may rest is added to `found`."""
    match block.end:
        case m.Suspend(number, empty):
            found.add(number)
            node = machine.nodes[number]
            onward = [node.resume] if m.passes(node) else []
            return onward + ([] if empty is None else [empty])
        case m.Enter(proc):
            return [machine.frames[proc].start]
        case m.Back():
            return [call.back for call in machine.frames[block.proc].calls]
        case m.Over():
            found.add(-1)
            return []
        case _:
            return list(m.successors(machine, block))
