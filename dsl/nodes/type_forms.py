"""How types are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoyle.dsl.nodes.base import Name, Node, TypeName


@dataclass(frozen=True, slots=True)
class Bounds(Node):
    """A range of whole numbers, both ends included: `1..4`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BuiltinType(Node):
    """A type that every game has."""

    word: Literal["player", "none", "flag", "text", "number"]


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """A place for one piece: `one Chip`."""

    element: TypeName


@dataclass(frozen=True, slots=True)
class DiceType(Node):
    """A cup of dice that keep their faces: `5 d6`."""

    count: int
    die: Name


SingleType = Bounds | TypeName | BuiltinType | OneOf | DiceType
"""A type without `or` and without a container."""


@dataclass(frozen=True, slots=True)
class EitherType(Node):
    """Several types in one: `Chip or none`. Always two or more."""

    options: tuple[SingleType, ...]


@dataclass(frozen=True, slots=True)
class ContainerType(Node):
    """Many of one type: `set of Chip up to 7`."""

    container: Literal["set", "row", "pile", "bag", "list", "tally"]
    element: SingleType | EitherType
    room: int | None = None


TypeForm = SingleType | EitherType | ContainerType
"""Any type as it is written."""
