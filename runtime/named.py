"""Values by name, as they are written down between two chapters of a campaign.

Rows of a thing are told by their names, the second of two equal ones as `Potion #2`; nothing is
None, a tally an object. What is read is tested: it may come from a file.
"""

from __future__ import annotations

from typing import Any

from hoyle.runtime import labels, library, schema
from hoyle.runtime.errors import LoadError

Plain = int | bool | str | None | list["Plain"] | dict[str, "Plain"]

LARGEST = 1_000_000


def encode(game: schema.Game, domain: str, value: Any) -> Plain:
    """A value of a domain by name."""
    head, _, rest = domain.partition(":")
    match head:
        case "number" | "text":
            return value  # type: ignore[no-any-return]
        case "flag":
            return bool(value)
        case "none":
            return None if value < labels.NO_NUMBER else value
        case "set":
            return [encode(game, rest, item) for item in library.members(value)]
        case "list":
            return [encode(game, rest, item) for item in value]
        case "tally":
            names = names_of(game, "kind", rest)
            return {name: n for name, n in zip(names, value, strict=True) if n}
        case _:
            return None if value < 0 else names_of(game, head, rest)[value]


def decode(game: schema.Game, domain: str, plain: Any) -> Any:
    """The value that a name means.

    Raises:
        LoadError: it is none of the domain.
    """
    head, _, rest = domain.partition(":")
    match head:
        case "number" | "none":
            if plain is None and head == "none":
                return labels.NO_NUMBER - 1
            if type(plain) is int and abs(plain) <= LARGEST:
                return plain
        case "flag":
            if type(plain) is bool:
                return plain
        case "text":
            if isinstance(plain, str):
                return plain
        case "set" | "list":
            if isinstance(plain, list):
                items = [decode(game, rest, item) for item in plain]
                return tuple(items) if head == "list" else library.mask_of(items)
        case "tally":
            return _tally(names_of(game, "kind", rest), plain)
        case _:
            return -1 if plain is None else _numbered(names_of(game, head, rest), plain)
    raise LoadError(f"{plain!r:.60} is no {head}.")


def _tally(names: tuple[str, ...], plain: Any) -> tuple[int, ...]:
    counts = [0] * len(names)
    for name, count in plain.items() if isinstance(plain, dict) else ():
        counts[_numbered(names, name)] = count if type(count) is int and count >= 0 else 0
    return tuple(counts)


def _numbered(names: tuple[str, ...], plain: Any) -> int:
    if plain in names:
        return names.index(plain)
    raise LoadError(f"There is no {plain!r:.60} in this game.")


def names_of(game: schema.Game, head: str, of: str) -> tuple[str, ...]:
    """The names of all values of a domain that is counted, each of them unique."""
    match head:
        case "player":
            return tuple(labels.seat_name(seat) for seat in range(game.players))
        case "kind":
            return labels.kinds_of(game, of).values
        case "thing":
            return _unique(labels.thing_of(game, of).names)
        case "either":
            parts = of.split("+")
            return tuple(f"{x} {name}" for x in parts for name in names_of(game, "thing", x))
        case _:
            raise ValueError(f"unknown domain {head}:{of}")


def _unique(names: tuple[str, ...]) -> tuple[str, ...]:
    """The second of two equal names gets ` #2`."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return tuple(found)
