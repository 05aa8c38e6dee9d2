"""A start that fits a field, as a designer would write it: for messages."""

from __future__ import annotations

from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import (
    Flag,
    Kind,
    ListOf,
    Number,
    Optional,
    Player,
    SetOf,
    TallyOf,
    Text,
    Thing,
    Type,
)


def how_to_start(field: g.Field, world: World) -> str:
    """What to write for a field that changes and has no start."""
    match field.type:
        case Thing(name) if world.game.tables[name].form != "component":
            return f'Say what it is at first: `{field.name}: {name} = "…"`.'
        case Thing(name) | Optional(Thing(name)):
            return (
                f"If it lies there, write `{field.name}: one {name}`; "
                f"else say what it is at first: `{field.name}: {name} or none = none`."
            )
        case Player():
            return f"Say who it is at first: `{field.name}: player or none = none`."
        case _:
            return f"Say what it is at first: `{with_start(field, world)}`."


def how_to_tell(field: g.Field, world: World) -> str:
    """What to write for a field of pieces that neither a table nor a start tells."""
    counter = counter_for(field, world)
    if counter is not None:
        return f"Let a table tell it; if it is to change, write a counter for each: `{counter}`."
    return f"Give it a start (`{with_start(field, world)}`), or let a table tell it."


def with_start(field: g.Field, world: World) -> str:
    """The line of a field, with a start."""
    return f"{_declared(field, world)} = {_usual_start(field.type, world)}"


def _declared(field: g.Field, world: World) -> str:
    """Name, index and type of a field as they are written; of what is no line, its name alone."""
    node = world.node_of.get(field)
    if not isinstance(node, nodes.Field) or node.type is None:
        return field.name
    slot = next(slot for slot in node.slots if slot.name.text == field.name)
    name = field.name if slot.index is None else f"{field.name}[{_written(slot.index)}]"
    return name if isinstance(field.type, Flag) else f"{name}: {_written(node.type)}"


def _written(type_: nodes.TypeForm) -> str:
    """A type as it is written. The printer brings the parser along, which a check without a
    mistake does without."""
    from hoyle.dsl.printer.expressions import show_type

    return show_type(type_)


def _usual_start(type_: Type, world: World) -> str:
    match type_:
        case Flag():
            return "no"
        case Number(low, high):
            return str(max(low, min(high, 0)))
        case Text():
            return '""'
        case Kind(name):
            return next(iter(world.game.kinds[name].values), "…")
        case SetOf() | ListOf():
            return "{}"
        case Optional():
            return "none"
        case _:
            return "…"


def counter_for(field: g.Field, world: World) -> str | None:
    """A counter for each, in place of a tally, which never changes."""
    node = world.node_of.get(field)
    if not isinstance(field.type, TallyOf) or not isinstance(node, nodes.Field):
        return None
    if not isinstance(node.type, nodes.ContainerType) or field.index is not None:
        return None
    return f"{field.name}[{_written(node.type.element)}]: 0..99 = 0"
