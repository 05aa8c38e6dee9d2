"""Beside an option that names a piece or a space: what is printed on it, and what lies there."""

from __future__ import annotations

from typing import Any

from hoyle.runtime import labels, schema
from hoyle.terminal.picture import View, label, words


def details(game: schema.Game, view: View, option: str) -> str:
    """Short words about what an option names; nothing where it names none."""
    name = option.partition(" #")[0]
    for thing in game.things:
        if name in thing.names:
            told = _printed(game, thing, name)
            return "; ".join([*told, *_there(view["things"].get(thing.name, {}).get(name, {}))])
    return ""


def _printed(game: schema.Game, thing: schema.Thing, name: str) -> list[str]:
    """What is printed there, texts last, but for what its name says or that is nothing, running
    numbers and the coordinates of a space."""
    found = []
    row = thing.names.index(name)
    for field, domain, values in sorted(thing.facts, key=lambda fact: fact[1] == "text"):
        value = values[row]
        nothing = value is None or (not value and domain in ("number", "flag", "text"))
        if nothing or _idle(thing, domain, values):
            continue
        text = labels.words(game, domain, value)
        if domain == "flag":
            found.append(label(field))
        elif text not in (*name.split(), name, "none", "nothing"):
            found.append(text if domain.startswith("kind:") else f"{label(field)} {text}")
    return found


def _idle(thing: schema.Thing, domain: str, values: tuple[object, ...]) -> bool:
    """Whether a fact is a number that only stands for the place or the row, or tells of a space
    what can be seen."""
    running = len(set(values)) == len(values) > 1
    if domain == "number":
        return running or thing.form == "board"
    return domain in ("text", "flag") and thing.form == "board"


def _there(held: dict[str, Any]) -> list[str]:
    """What is seen on it now."""
    return [f"{label(field)} {words(value, {})}" for field, value in held.items() if _some(value)]


def _some(value: Any) -> bool:
    return value not in ("none", False, 0, [], {})
