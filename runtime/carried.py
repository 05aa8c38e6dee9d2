"""What lasts from one chapter of a campaign to the next: read off the end of one, put into another.

What is carried is kept by names, `{(owner, field): {"ann": 12, "ben": 3}}`: of each instance that
holds something. It goes into attributes of the next state from which that one's setup takes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hoyle.runtime import labels, schema
from hoyle.runtime.errors import HoyleError, LoadError
from hoyle.runtime.named import Plain, decode, encode, names_of

if TYPE_CHECKING:
    from hoyle.runtime.state import State

Key = tuple[str, str]
Carried = dict[Key, dict[str, Plain]]
Place = schema.Cell | schema.Zone

TABLE = "table"


def written(state: State, wanted: Iterable[Key]) -> Carried:
    """The fields of a position, by name."""
    game = state.module_.game
    return {key: _written(state, place_of(game, key)) for key in wanted}


def _written(state: State, place: Place) -> dict[str, Plain]:
    held = getattr(state, place.attribute)
    if isinstance(place, schema.Zone) and place.form == "slots":
        for slots in [held] if place.single else held:
            if min(slots, default=0) < 0:
                raise HoyleError(f"Nobody knows what lies in `{place.name}`.")
    return _named(state.module_.game, place, held)


def _named(game: schema.Game, place: Place, held: Any) -> dict[str, Plain]:
    """The values of an attribute, by instance."""
    values = [held] if place.single else held
    return {
        name: encode(game, _domain(place), value)
        for name, value in zip(instances(game, place), values, strict=True)
    }


def _domain(place: Place) -> str:
    if isinstance(place, schema.Cell):
        return place.domain
    return f"{'list' if place.form == 'slots' else 'set'}:thing:{place.thing}"


def place_of(game: schema.Game, key: Key) -> Place:
    """The field of an owner by its name."""
    places: tuple[Place, ...] = (*game.cells, *game.zones)
    found = next((place for place in places if (place.owner, place.name) == key), None)
    if found is None:
        raise LoadError(f"There is no `{key[1]}` of {key[0]} in this game.")
    return found


def instances(game: schema.Game, place: Place) -> list[str]:
    """The names of all instances of a field, by its owners and indexes."""
    if place.single:
        return [TABLE]
    head, of = ("player", "") if place.owner == "player" else ("thing", place.owner)
    owners = (TABLE,) if place.owner == TABLE else names_of(game, head, of)
    if not place.index:
        return list(owners)
    indexes = [place.low + i for i in range(place.size)]
    return [f"{o}, {labels.words(game, place.index, i)}" for o in owners for i in indexes]


# ------------------------------------------------------------------------------------ the other way


def coming(game: schema.Game, before: str, carried: Carried) -> Carried:
    """That of what is carried which a scenario brings from the one before it."""
    brings = [one for one in game.brought if not one.sources or before in one.sources]
    wanted = {(one.owner, one.name) for one in brings}
    return {key: values for key, values in carried.items() if key in wanted}


def held(game: schema.Game, carried: Mapping[Key, dict[str, Plain]]) -> dict[str, Any]:
    """The attributes of a fresh state that hold what a scenario brings.

    Raises:
        LoadError: something that is carried is not of this game.
    """
    found: dict[str, Any] = {}
    brings = [(one.owner, one.name) for one in game.brought]
    for owner, name in carried:
        if (owner, name) not in brings:
            raise LoadError(f"This game brings no `{name:.60}` of {owner:.60} with it.")
    for one in game.brought:
        values = carried.get((one.owner, one.name))
        if values is not None:
            found[one.flag] = True
            found[one.attribute] = _held(game, place_of(game, (one.owner, one.name)), values)
    return found


def _held(game: schema.Game, place: Place, values: dict[str, Plain]) -> Any:
    """The values of an attribute by instance."""
    names = instances(game, place)
    if sorted(names) != sorted(values):
        raise LoadError(f"What is brought as `{place.name}` has other owners than this game.")
    held = [decode(game, _domain(place), values[name]) for name in names]
    return held[0] if place.single else held


def found_in(state: State) -> dict[str, Any]:
    """The attributes of a state that hold what its game has brought."""
    given = [one for one in state.module_.game.brought if getattr(state, one.flag)]
    return {name: getattr(state, name) for one in given for name in (one.flag, one.attribute)}


# ------------------------------------------------------------------------------------- in a save


def lines(game: schema.Game, held: Mapping[str, Any]) -> list[str]:
    """What a game has brought, as lines of a save."""
    found = []
    for one in game.brought:
        if one.flag in held:
            place = place_of(game, (one.owner, one.name))
            text = json.dumps(_named(game, place, held[one.attribute]), ensure_ascii=False)
            found.append(f"brings {one.name} of {one.owner}: {text}")
    return found


def read(told: Mapping[str, str]) -> Carried:
    """What the lines of a save say, by what stands before and behind their colon."""
    found: Carried = {}
    for key, text in told.items():
        name, of, owner = key.partition(" of ")
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            values = None
        if not of or not isinstance(values, dict):
            raise LoadError(f"The save says `brings {key:.60}: {text:.60}`, which is no value.")
        found[owner, name] = values
    return found
