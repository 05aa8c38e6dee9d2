"""What has changed on a piece since the start: short words beside its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hoyle.runtime import labels, schema

if TYPE_CHECKING:
    from hoyle.runtime.state import State
    from hoyle.runtime.views import Look


def changes(look: Look, start: State, thing: schema.Thing, row: int) -> list[str]:
    """`fainted`, `face 4`, `energy Fire`: what differs from the start and may be seen."""
    found = [
        _told(label, labels.plain(look.game, cell.domain, _held(look.state, cell, at)))
        for cell in look.game.cells
        if cell.owner == thing.name and not cell.name.startswith("_")
        for label, at in _instances(look.game, cell, row)
        if look.sees(cell, at) and _held(look.state, cell, at) != _held(start, cell, at)
    ]
    for zone in look.game.zones:
        if zone.owner == thing.name:
            for label, at in _instances(look.game, zone, row):
                content = look.zone(zone, at)
                if content:
                    found.append(_told(label, content))
    return found


def _instances(
    game: schema.Game, place: schema.Cell | schema.Zone, row: int
) -> Iterator[tuple[str, int]]:
    """Every instance that a row has, with the words for it."""
    name = place.name.replace("_", " ")
    for index in range(place.size):
        of = f" {labels.words(game, place.index, place.low + index)}" if place.index else ""
        yield name + of, row * place.size + index


def _held(state: State, cell: schema.Cell, instance: int) -> Any:
    held = getattr(state, cell.attribute)
    return held if cell.single else held[instance]


def _told(label: str, value: Any) -> str:
    """A flag by its name alone, anything else with its value."""
    if isinstance(value, bool):
        return label if value else f"not {label}"
    return f"{label} {labels.worded(value)}"
