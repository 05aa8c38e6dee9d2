"""How types are written."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Name, Node, TypeName
from hoyle.dsl.records import record


@record
class Bounds(Node):
    """A range of whole numbers, both ends included: `1..4`."""

    low: int
    high: int


@record
class BuiltinType(Node):
    """A type that every game has."""

    word: Literal["player", "none", "flag", "text", "number"]


@record
class OneOf(Node):
    """A place for one piece: `one Card`."""

    element: TypeName


@record
class DiceType(Node):
    """A cup of dice that keep their faces: `5 d6`."""

    count: int
    die: Name


SingleType = Bounds | TypeName | BuiltinType | OneOf | DiceType
"""A type without `or` and without a container."""


@record
class EitherType(Node):
    """Several types in one: `Card or none`. Always two or more."""

    options: tuple[SingleType, ...]


@record
class ContainerType(Node):
    """Many of one type: `set of Card up to 7`."""

    container: Literal["set", "row", "pile", "bag", "list", "tally"]
    element: SingleType | EitherType
    room: int | None = None


TypeForm = SingleType | EitherType | ContainerType
"""Any type as it is written."""
