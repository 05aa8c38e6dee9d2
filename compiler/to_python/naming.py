"""What everything in a generated module is called: each name is given once, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.to_python import names
from hoyle.compiler.to_python.simple import FLAVOURS, Flavour
from hoyle.compiler.to_python.straight import pure_of_flavour


class Naming:
    """The names of attributes, tables and functions.

    `heads`: of the functions of heads of blocks, of the explicit and of the sampled build.
    `flavoured`: of the functions of procedures; `pure`: those that have one for both builds that
    step, `same`: those that have it for playouts, too.
    """

    def __init__(
        self,
        program: p.Program,
        played: p.Program,
        explicit: m.Machine,
        sampled: m.Machine,
        frames: Iterable[str],
    ) -> None:
        self.attributes = names.attributes([cell.name for cell in played.cells], [*frames])
        self._free = names.Names()
        self.tables = {t.name: self._free.free(t.name.upper()) for t in played.tables}
        self.functions = self._free.all(played.functions)
        procedures = self._free.all(played.procedures)
        self.pure = pure_of_flavour(program)
        self.same = _same(self.pure, program, played)
        self.heads = (self._heads(explicit, ""), self._heads(sampled, "_sampled"))
        plain: dict[Flavour, frozenset[str]] = {
            "explicit": frozenset(procedures),
            "sampled": self.pure,
            "playout": self.same | (procedures.keys() - program.procedures.keys()),
        }
        self.flavoured: dict[tuple[Flavour, str], str] = {
            (flavour, name): procedures[name]
            if name in plain[flavour]
            else self._free.free(f"{name}_{flavour}")
            for flavour in FLAVOURS
            for name in played.procedures
        }
        self.taken = frozenset(self._free.taken - names.ENTRANCES)

    def _heads(self, machine: m.Machine, suffix: str) -> dict[int, str]:
        """A name for the function of each head."""
        found: dict[int, str] = {}
        for name, frame in machine.frames.items():
            found[frame.start] = self._free.free(f"{name}_begins{suffix}")
            for call in frame.calls:
                if call.back not in found:
                    found[call.back] = self._free.free(f"{call.caller}_after_{name}{suffix}")
        for node in machine.nodes:
            word = "choice" if node.kind == 0 else "chance"
            found[node.resume] = self._free.free(f"after_{word}_{node.number}{suffix}")
        for number in sorted(machine.heads):
            if number not in found:
                proc = machine.blocks[number].proc
                found[number] = self._free.free(f"{proc}_goes_on_{number}{suffix}")
        return found


def _same(pure: Iterable[str], program: p.Program, played: p.Program) -> frozenset[str]:
    """Procedures that are written alike in every flavour and are the same in playouts, as all are
    that they call."""
    bodies = {name: program.procedures[name].body for name in pure}
    same = {name for name, body in bodies.items() if played.procedures[name].body == body}
    below = who.below_each(program)
    return frozenset(name for name in same if below[name] <= same)
