"""The frames of both builds as attributes of the state: slots, and chains of outer activations."""

from __future__ import annotations

from hoyle.compiler.ir import machine as m
from hoyle.compiler.to_python.forms import type_of, zero


class Slots:
    """What procedures keep while somebody decides.

    `all`: the slots of both builds, with what says where to return to; `chains`: the frames that
    may be active several times; `kept`: by procedure, what an outer activation puts away.
    """

    def __init__(self, explicit: m.Machine, sampled: m.Machine) -> None:
        machines = (explicit, sampled)
        frames = [frame for machine in machines for frame in machine.frames.values()]
        slots = {slot.name: slot for machine in machines for slot in machine.slots.values()}
        returns = {f.returns.name: f.returns for f in frames if f.returns is not None}
        self.all = dict(sorted((slots | returns).items()))
        self.chains = {frame.chain: frame for frame in frames if frame.chain}
        self.kept = {
            frame.proc: tuple(slots[n] for n in sorted(slots) if slots[n].proc == frame.proc)
            for frame in explicit.frames.values()
        }
        self._called = any(frame.calls for frame in frames)
        self._rows = [(slot.name, slot.domain) for slot in explicit.slots.values() if slot.domain]

    def names(self) -> list[str]:
        """The attributes that they need."""
        return [*self.all, *sorted(self.chains)]

    def chain_type(self, name: str) -> tuple[str, str]:
        """The type of an outer activation: the next one out, depth, return number, slots."""
        alias = "".join(part.title() for part in name.strip("_").split("_"))
        kinds = [type_of(slot.form) for slot in self.kept[self.chains[name].proc]]
        return alias, f"tuple[{', '.join([f'{alias} | None', 'int', 'int', *kinds])}]"

    def with_rows(self, attributes: dict[str, str]) -> tuple[tuple[str, str], ...]:
        """The slots of the explicit build that hold rows of components, with their domains."""
        return tuple((attributes[name], domain) for name, domain in sorted(self._rows))

    def cleared(self, attributes: dict[str, str]) -> tuple[tuple[str, str], ...]:
        """Every slot and what it is when nothing runs, where procedures have frames."""
        if not self._called:
            return ()
        slots = [(attributes[name], zero(slot.form)) for name, slot in self.all.items()]
        return (*slots, *((attributes[name], "None") for name in sorted(self.chains)))
