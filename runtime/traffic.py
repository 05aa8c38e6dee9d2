"""Which pieces random games move, and which spaces somebody comes to: what is left was never tried.

A card that nobody ever gets, a space that nobody ever reaches: rules that say nothing wrong, and
do nothing. Alike pieces count as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hoyle.runtime import schema

if TYPE_CHECKING:
    from hoyle.runtime.state import State

#: Where a piece lies whose place nobody knows: in a pool, from this number downwards.
POOLED: Final = -2


@dataclass(slots=True)
class Traffic:
    """What has moved over all games: by thing, the classes of its rows."""

    game: schema.Game
    seen: dict[str, set[int]] = field(default_factory=dict)
    start: dict[str, list[int]] = field(default_factory=dict)  # of this game, by thing
    last: dict[str, object] = field(default_factory=dict)  # what stood in an attribute last time

    def begin(self, state: State) -> None:
        """A game stands at its first decision: what was laid out until now has not moved, what a
        player was given is in play."""
        self.start = {t.name: list(getattr(state, t.at)) for t in self.game.things if t.at}
        self.last = {}
        for thing in self.game.things:
            if thing.at:
                self._see(thing, self._held(thing))

    def note(self, state: State) -> None:
        """Look at a position of the game that was begun."""
        for thing in self.game.things:
            if thing.at and self._changed(state, thing.at):
                self._see(thing, _moved(self.start[thing.name], getattr(state, thing.at)))
            elif thing.form == "board":
                self._see(thing, self._entered(state, thing))

    def _held(self, thing: schema.Thing) -> list[int]:
        """The pieces that began in the zones of players."""
        zones = [z for z in self.game.zones if z.thing == thing.name and z.owner == "player"]
        places = {z.first + instance for z in zones for instance in range(z.count)}
        return [row for row, at in enumerate(self.start[thing.name]) if at in places]

    def _changed(self, state: State, attribute: str) -> bool:
        """Whether an attribute is another than at the last look: most are not."""
        now = getattr(state, attribute)
        if self.last.get(attribute) == now:
            return False
        self.last[attribute] = now.copy() if isinstance(now, list) else now
        return True

    def _see(self, thing: schema.Thing, rows: list[int]) -> None:
        self.seen.setdefault(thing.name, set()).update(_classes(thing, rows))

    def never(self) -> dict[str, list[str]]:
        """By thing: the pieces that never moved, the spaces where never anybody was.

        Things of which nothing ever moves are tables, or dealt and looked at: they are left out.
        """
        left = {t.name: _unseen(t, self.seen.get(t.name, set())) for t in self.game.things}
        return {name: names for name, names in left.items() if names and self.seen.get(name)}

    def _entered(self, state: State, board: schema.Thing) -> list[int]:
        """The rows of a board where a piece stands or lies, or a cell points to."""
        rows: list[int] = []
        domains = (f"thing:{board.name}", f"stand:{board.name}")
        for cell in self.game.cells:
            if cell.domain in domains and self._changed(state, cell.attribute):
                held = getattr(state, cell.attribute)
                for place in [held] if cell.single else held:
                    rows += _spaces(board, place)
        for zone in self.game.zones:
            if zone.owner == board.name and self._changed(state, zone.attribute):
                held = getattr(state, zone.attribute)
                rows += [at // zone.size for at, content in enumerate(held) if content]
        return rows


def _spaces(board: schema.Thing, place: int) -> list[int]:
    """The rows of a placement: one, or two side by side; none of -1."""
    if place < len(board.names):
        return [place] if place >= 0 else []
    space, direction = divmod(place - len(board.names), len(board.beside))
    return [space, board.beside[direction][space]]


def _moved(start: list[int], now: list[int]) -> list[int]:
    """The rows that lie elsewhere now, as far as it is settled where."""
    pairs = enumerate(zip(start, now, strict=True))
    return [row for row, (before, at) in pairs if before != at > POOLED]


def _classes(thing: schema.Thing, rows: list[int]) -> list[int]:
    return [thing.classes[row] for row in rows] if thing.classes else rows


def _all_classes(thing: schema.Thing) -> list[int]:
    return _classes(thing, list(range(len(thing.names))))


def _unseen(thing: schema.Thing, seen: set[int]) -> list[str]:
    """The names of the classes that were not seen, each once."""
    names = zip(_all_classes(thing), thing.names, strict=True)
    return list(dict.fromkeys(name for number, name in names if number not in seen))
