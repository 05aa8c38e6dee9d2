"""Deeds: statements of one line, without a block."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Line, Name, Node, TypeName
from hoyle.dsl.nodes.expressions import Argument, Expr, Roll
from hoyle.dsl.nodes.type_forms import TypeForm
from hoyle.dsl.records import record


@record
class Occurrence(Node):
    """Something that happens, by name: `turn`, `setup`, `trade(you)`; None without brackets."""

    name: Name
    arguments: tuple[Argument, ...] | None


@record
class Let(Line):
    """`let x = E`, `let x = draw …`."""

    name: Name
    type: TypeForm | None
    value: Expr | Draw


@record
class Assign(Line):
    """`target = value`."""

    target: Expr
    value: Expr


@record
class Add(Line):
    """`target += value`."""

    target: Expr
    value: Expr


@record
class Subtract(Line):
    """`target -= value`."""

    target: Expr
    value: Expr


@record
class EveryPiece(Node):
    """`every Card where C`, as the object of a verb."""

    type: TypeName
    where: Expr | None


@record
class Amount(Node):
    """`3 coins`, as the object of a verb."""

    count: Expr
    unit: Name


Object = Expr | EveryPiece | Amount


@record
class BottomOf(Node):
    """`bottom of deck`."""

    zone: Expr


@record
class ElseChain(Node):
    """`creditor, else bank`: the first that serves."""

    options: tuple[Expr, ...]


@record
class PlacePhrase(Node):
    """`from deck`, `to your hand, else discards`."""

    preposition: Literal["from", "to", "into", "at", "on", "along", "within"]
    place: BottomOf | ElseChain


@record
class WithPhrase(Node):
    """`with want of partner`."""

    what: Expr
    owner: Expr | None


@record
class AtRandom(Node):
    """`at random`."""


@record
class Without(Node):
    """`without strike`: hooks that are left out."""

    names: tuple[Name, ...]


Phrase = PlacePhrase | WithPhrase | AtRandom | Without


@record
class Draw(Node):
    """A draw that answers to `let`."""

    object: Object
    phrases: tuple[Phrase, ...]


@record
class Verb(Line):
    """A deed of the table of verbs: `move card to your team, quietly`."""

    name: Name
    object: Object | None
    phrases: tuple[Phrase, ...]
    adverb: Literal["shuffled", "quietly"] | None


@record
class RollDeed(Line):
    """A roll whose number nobody keeps."""

    roll: Roll


@record
class Perform(Line):
    """A `to` is done: `travel`, `land(place)`."""

    deed: Occurrence


@record
class End(Line):
    """`end turn`, `end game`, `end raged(foe)`."""

    what: Occurrence


@record
class RollAgain(Line):
    """`roll again`, `roll again 2 where it is 1`."""

    count: int | None
    where: Expr | None


@record
class Stop(Line):
    """Leaves the innermost loop."""


@record
class Until(Line):
    """Leaves the innermost loop if the condition holds."""

    condition: Expr


@record
class Return(Line):
    """Leaves a `to` with its answer."""

    value: Expr | None


@record
class Victory(Line):
    """The game ends; these share the win."""

    winners: Expr
