"""How many elements a set can have at most: the range of `count`, `sum` and the like."""

from __future__ import annotations

from hoyle.dsl import game as g
from hoyle.dsl.resolve.relations import number
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import (
    MOST,
    Cup,
    Either,
    Flag,
    Kind,
    ListOf,
    Number,
    Optional,
    Player,
    Ratio,
    SetOf,
    Thing,
    Type,
)


def most_members(over: g.Expr, world: World) -> int:
    """The most elements of a set; MOST where nothing is known."""
    match over:
        case g.Cast():
            return most_members(over.a, world)
        case g.Filtered() | g.Ranked():
            return most_members(over.over, world)
        case g.Join(op="except"):
            return most_members(over.a, world)
        case g.Join():
            both = most_members(over.a, world) + most_members(over.b, world)
            return min(both, _of_type(over.type, world))
        case g.SetLiteral():
            return len(over.items)
        case g.FieldRead() if over.field.zone is not None:
            return _zone(over, over.field.zone, world)
        case _:
            return _of_type(over.type, world)


def _zone(over: g.FieldRead, zone: g.ZoneSpec, world: World) -> int:
    pieces = sum(len(world.game.tables[name].rows) for name in zone.holds)
    whole = over.index is None and over.field.index is not None
    return pieces if zone.room is None or whole else min(pieces, zone.room)


def _of_type(type_: Type, world: World) -> int:
    """Members of a set are there once each; a list may hold one several times."""
    match type_:
        case SetOf(of):
            return values_of(of, world)
        case ListOf(Thing() as of):
            return values_of(of, world)
        case Cup(count=count):
            return count
        case _:
            return MOST


def values_of(type_: Type, world: World) -> int:
    """How many values a type has; MOST where there are too many to count."""
    match type_:
        case Flag():
            return 2
        case Number(low, high):
            return high - low + 1
        case Player():
            return world.game.players[1]
        case Kind(name):
            return len(world.game.kinds[name].values)
        case Thing(name):
            return len(world.game.tables[name].rows)
        case Either(names):
            return sum(len(world.game.tables[name].rows) for name in names)
        case Optional(of):
            return values_of(of, world) + 1
        case _:
            return MOST


def counted(over: g.Expr, world: World) -> Number:
    """The range of `count(S)`."""
    if isinstance(over, g.AllOf) and over.of == "players":
        return Number(1, world.game.players[1])
    return number(0, most_members(over, world))


def summed(over: g.Expr, body: Type, world: World) -> Type:
    """The range of `sum(E of S)`."""
    if isinstance(body, Ratio) or not isinstance(body, Number):
        return body
    most = most_members(over, world)
    return number(min(0, body.low) * most, max(0, body.high) * most)
