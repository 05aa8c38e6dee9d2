"""Deeds: statements of one line, without a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoyle.dsl.nodes.base import Line, Name, Node, TypeName
from hoyle.dsl.nodes.expressions import Argument, Expr, Roll
from hoyle.dsl.nodes.type_forms import TypeForm


@dataclass(frozen=True, slots=True)
class Occurrence(Node):
    """Something that happens, by name: `turn`, `setup`, `trade(you)`; None without brackets."""

    name: Name
    arguments: tuple[Argument, ...] | None


@dataclass(frozen=True, slots=True)
class Let(Line):
    """`let x = E`, `let x = draw …`."""

    name: Name
    type: TypeForm | None
    value: Expr | Draw


@dataclass(frozen=True, slots=True)
class Assign(Line):
    """`target = value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Add(Line):
    """`target += value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Subtract(Line):
    """`target -= value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class EveryPiece(Node):
    """`every Chip where C`, as the object of a verb."""

    type: TypeName
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`3 coins`, as the object of a verb."""

    count: Expr
    unit: Name


Object = Expr | EveryPiece | Amount


@dataclass(frozen=True, slots=True)
class BottomOf(Node):
    """`bottom of deck`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class ElseChain(Node):
    """`creditor, else bank`: the first that serves."""

    options: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class PlacePhrase(Node):
    """`from deck`, `to your hand, else discards`."""

    preposition: Literal["from", "to", "into", "at", "on", "along", "within"]
    place: BottomOf | ElseChain


@dataclass(frozen=True, slots=True)
class WithPhrase(Node):
    """`with want of partner`."""

    what: Expr
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class AtRandom(Node):
    """`at random`."""


@dataclass(frozen=True, slots=True)
class Without(Node):
    """`without strike`: hooks that are left out."""

    names: tuple[Name, ...]


Phrase = PlacePhrase | WithPhrase | AtRandom | Without


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """A draw that answers to `let`."""

    object: Object
    phrases: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Verb(Line):
    """A deed of the table of verbs: `move chip to your team, quietly`."""

    name: Name
    object: Object | None
    phrases: tuple[Phrase, ...]
    adverb: Literal["shuffled", "quietly"] | None


@dataclass(frozen=True, slots=True)
class RollDeed(Line):
    """A roll whose number nobody keeps."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Perform(Line):
    """A `to` is done: `travel`, `land(place)`."""

    deed: Occurrence


@dataclass(frozen=True, slots=True)
class End(Line):
    """`end turn`, `end game`, `end raged(foe)`."""

    what: Occurrence


@dataclass(frozen=True, slots=True)
class RollAgain(Line):
    """`roll again`, `roll again 2 where it is 1`."""

    count: int | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Stop(Line):
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Until(Line):
    """Leaves the innermost loop if the condition holds."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Return(Line):
    """Leaves a `to` with its answer."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Victory(Line):
    """The game ends; these share the win."""

    winners: Expr
