"""Pieces that change places in a state: what names them is written anew, wherever it stands.

Places, pools, cells and frames name rows; so do the log and the history beside the position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from hoyle.runtime import labels, library, schema
from hoyle.runtime.module import SOLE

if TYPE_CHECKING:
    from hoyle.runtime.state import State

StateT = TypeVar("StateT", bound="State")

#: A seat beyond all: it has seen no entry of the log.
NOBODY: Final = 63

#: By row: the row that now stands where this one stood.
Moved = tuple[int, ...]

#: Attributes of a state whose values name rows, with their domains.
Naming = tuple[tuple[str, str], ...]


def exchange(state: StateT, thing: schema.Thing, a: int, b: int) -> StateT:
    """A new state in which two pieces have changed places, in the history as well."""
    moved = list(range(len(thing.names)))
    moved[a], moved[b] = b, a
    after = state.clone()
    Remap(after, {thing.name: tuple(moved)}).all(NOBODY)
    return after


def naming(game: schema.Game) -> Naming:
    """The zones, cells and frame slots whose values name rows, with their domains."""
    forms = {"mask": "set:thing:"}
    zones = [(z.attribute, forms.get(z.form, "list:thing:") + z.thing) for z in game.zones]
    cells = [(cell.attribute, cell.domain) for cell in game.cells]
    named = [one for one in (*cells, *game.frames) if "thing:" in one[1] or "either:" in one[1]]
    return (*zones, *named)


class Remap:
    """Writes permuted rows into a state, wherever it names rows."""

    def __init__(self, state: State, moved: dict[str, Moved], known: Naming | None = None) -> None:
        self.state = state
        self.module = state.module_
        self.game = state.module_.game
        self.moved = moved
        self.masks: dict[str, int] = {}
        self.naming = naming(self.game) if known is None else known

    def all(self, seat: int) -> None:
        """Everything that names rows: the position, the log and the history."""
        self.position()
        self.beside(seat)

    def position(self) -> None:
        """Zones, pools, cells and frames."""
        for thing in self.game.things:
            if thing.name in self.moved:
                self.places(thing)
        for attribute, domain in self.naming:
            self.attribute(attribute, domain)
        legal = self.module.legal[self.state.pc] if self.state.pc >= 0 else None
        if legal:
            self.state.options = legal(self.state)

    def places(self, thing: schema.Thing) -> None:
        """Pools, and what goes by row with the place: where it lies, who knows it."""
        moved = self.moved[thing.name]
        if thing.pools:
            pools = getattr(self.state, thing.pools)
            setattr(self.state, thing.pools, [self.pool(thing.name, pool) for pool in pools])
        for attribute in (thing.at, thing.known):
            if attribute:
                self.by_row(attribute, moved)

    def pool(self, thing: str, pool: tuple[int, ...]) -> tuple[int, ...]:
        """A pool: its rows in order, whichever lay there."""
        moved = self.moved[thing]
        return tuple(sorted([moved[row] for row in pool]))

    def by_row(self, attribute: str, moved: Moved) -> None:
        """A list by row whose values belong to the place, not to the piece."""
        held = getattr(self.state, attribute)
        dealt = list(held)
        for row, to in enumerate(moved):
            dealt[to] = held[row]
        setattr(self.state, attribute, dealt)

    def attribute(self, attribute: str, domain: str) -> None:
        """A cell, zone or frame slot whose values name rows."""
        held = getattr(self.state, attribute)
        if type(held) is list:
            setattr(self.state, attribute, [self.value(domain, item) for item in held])
        else:
            setattr(self.state, attribute, self.value(domain, held))

    def value(self, domain: str, value: Any) -> Any:
        """The value with every row in it replaced."""
        head, _, rest = domain.partition(":")
        match head:
            case "set" if rest.startswith("thing:") and not value & self.mask(rest[6:]):
                return value
            case "set":
                return library.mask_of(self.value(rest, item) for item in library.members(value))
            case "list" if not value:
                return value
            case "list" if rest.startswith("thing:"):
                moved = self.moved.get(rest[6:])
                return tuple([moved[row] if row >= 0 else row for row in value]) if moved else value
            case "list":
                return tuple([self.value(rest, item) for item in value])
            case "thing" if rest in self.moved and value is not None and value >= 0:
                return self.moved[rest][value]
            case "either" if value is not None and value >= 0:
                return self.either(rest, value)
            case _:
                return value

    def mask(self, thing: str) -> int:
        """The rows of a thing that move."""
        found = self.masks.get(thing)
        if found is None:
            moved = enumerate(self.moved.get(thing, ()))
            found = self.masks[thing] = library.mask_of(row for row, to in moved if row != to)
        return found

    def either(self, rest: str, value: int) -> int:
        """A row of one of several things, counted through."""
        first = 0
        for name in rest.split("+"):
            size = len(next(thing for thing in self.game.things if thing.name == name).names)
            if value < first + size:
                row: int = self.value(f"thing:{name}", value - first)
                return first + row
            first += size
        return value

    # ------------------------------------------------------------------------ beside the position

    def beside(self, seat: int) -> None:
        """The log entries that the seat did not see name other rows now; the history likewise."""
        told = _links(self.state.log)
        log: Any = None
        steps: list[int] = []
        for audience, actor, pc, what in told:
            seen = audience >> seat & 1 or actor == seat
            dealt = what if seen else self.entry(actor, pc, what, seat)
            log = (log, audience, actor, pc, dealt)
            if actor >= -1 and not audience & SOLE:
                steps.append(dealt)
        self.state.log = log
        if self.state.has_history() and len(steps) == len(self.state.past_list()):
            past: Any = None
            for (pc, _), step in zip(self.state.past_list(), steps, strict=True):
                past = (past, pc, step)
            self.state.past = past

    def entry(self, actor: int, pc: int, what: Any, seat: int) -> Any:
        """What was logged, with other rows in it."""
        if actor == -1:
            node = self.module.nodes[pc]
            return what if node.values else self.value(node.domain, what)
        if actor == -2:
            return tuple(p if isinstance(p, str) else (p[0], self.value(*p)) for p in what)
        site = labels.site_of(self.game, what)
        offset = site.base - site.low
        return offset + self.decided(site.domain, what - offset, seat)

    def decided(self, domain: str, value: int, seat: int) -> int:
        """What somebody chose. Which of several copies it was is not told by the number: it is
        taken for the first that has moved, if anything is guessed at all."""
        kinds = labels.kinds_in(self.game, domain)
        rows = [row for row, kind in enumerate(kinds) if kind == kinds[value]]
        if len(rows) < 2:
            found: int = self.value(domain, value)
            return found
        if seat == NOBODY:
            return value
        moved = (to for row in rows if (to := self.value(domain, row)) != row)
        return kinds[next(moved, value)]


def _links(chain: Any) -> list[tuple[Any, ...]]:
    """The entries of a chain, the oldest first, without their links."""
    found: list[tuple[Any, ...]] = []
    while chain is not None:
        found.append(chain[1:])
        chain = chain[0]
    found.reverse()
    return found


class Mentions(Remap):
    """Where each row is named, in an order that does not depend on which rows they are.

    It walks a copy of the state as `Remap` does and writes nothing new into it; the log and the
    history only where they are `told`.
    """

    def __init__(self, state: State, seat: int, told: bool) -> None:
        things = state.module_.game.things
        super().__init__(state.clone(), {t.name: tuple(range(len(t.names))) for t in things})
        self.at = 0
        self.found: dict[str, list[list[int]]] = {t.name: [[] for _ in t.names] for t in things}
        if told:
            self.all(seat)
        else:
            self.position()

    def value(self, domain: str, value: Any) -> Any:
        """Another place where something may be named: the members of a set share it."""
        self.at += 1
        head, _, rest = domain.partition(":")
        if head == "set" and rest.startswith("thing:"):
            for row in library.members(value):
                self.note(rest, row)
        elif head == "list":
            for item in value:
                self.value(rest, item)
        elif head == "thing" and value is not None and value >= 0:
            self.note(domain, value)
        else:
            super().value(domain, value)
        return value

    def decided(self, domain: str, value: int, seat: int) -> int:
        """A choice names a row only where no rows are alike."""
        kinds = labels.kinds_in(self.game, domain)
        if len(set(kinds)) < len(kinds):
            return value
        return super().decided(domain, value, seat)

    def pool(self, thing: str, pool: tuple[int, ...]) -> tuple[int, ...]:
        """What lies in a pool shares its place."""
        self.at += 1
        for row in pool:
            self.found[thing][row].append(self.at)
        return pool

    def note(self, domain: str, row: int) -> None:
        """The row is named here."""
        self.found[domain.removeprefix("thing:")][row].append(self.at)
