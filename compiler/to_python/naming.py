"""What everything in a generated module is called: each name is given once, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python import names
from hoyle.compiler.to_python.simple import FLAVOURS, Flavour


class Naming:
    """The names of attributes, tables and functions.

    `heads`: of the functions of heads of blocks, of the explicit and of the sampled build.
    `flavoured`: of the functions of procedures; `pure`: those that have one for all flavours.
    """

    def __init__(
        self,
        program: p.Program,
        pure: frozenset[str],
        explicit: m.Machine,
        sampled: m.Machine,
        frames: Iterable[str],
    ) -> None:
        self.attributes = names.attributes([cell.name for cell in program.cells], [*frames])
        self._free = names.Names()
        self.tables = {t.name: self._free.free(t.name.upper()) for t in program.tables}
        self.functions = self._free.all(program.functions)
        procedures = self._free.all(program.procedures)
        self.pure = pure
        self.heads = (self._heads(explicit, ""), self._heads(sampled, "_sampled"))
        self.flavoured: dict[tuple[Flavour, str], str] = {
            (flavour, name): procedures[name]
            if name in self.pure or flavour == "explicit"
            else self._free.free(f"{name}_{flavour}")
            for flavour in FLAVOURS
            for name in program.procedures
        }
        self.taken = frozenset(self._free.taken)

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
