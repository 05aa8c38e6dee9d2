"""Rules: deeds, values, adjustments, hooks, rules of pieces, durations."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Doc, Line, Name, Node, Piece, TypeName
from hoyle.dsl.nodes.deeds import Occurrence
from hoyle.dsl.nodes.examples import Example
from hoyle.dsl.nodes.expressions import Call, Expr, Prompt, Your
from hoyle.dsl.nodes.statements import Block, Limited, Pattern, When
from hoyle.dsl.nodes.type_forms import BuiltinType, TypeForm
from hoyle.dsl.records import record


# ---- deeds
@record
class Parameter(Node):
    """Names of one type: `f, g: Figure`."""

    names: tuple[Name, ...]
    type: TypeForm


@record
class Head(Node):
    """A name and its parameters."""

    name: Name
    parameters: tuple[Parameter, ...]


@record
class Answer(Node):
    """`gives refused: flag`."""

    name: Name
    type: TypeForm


@record
class Guard(Node):
    """`while C`, `until C`: tested whenever control comes back to the lines of the `to`."""

    word: Literal["while", "until"]
    condition: Expr


@record
class Flow(Line):
    """`setup`, `play` or `turn`: where the game runs by itself."""

    moment: Literal["setup", "play", "turn"]
    body: Block


@record
class Procedure(Line):
    """`to NAME(…)`: something that is done; without a body, a moment at which nothing happens."""

    head: Head
    gives: Answer | None
    guard: Guard | None
    body: Block | None


# ---- values
@record
class Case(Line):
    """One line of a lookup: `red, blue -> 3`."""

    patterns: tuple[Pattern, ...]
    answer: Expr


@record
class Lookup(Node):
    """`match subject` with a line for every case."""

    subject: Expr
    lines: tuple[Case | Doc, ...]


@record
class Value(Line):
    """`value NAME(…) of T = …`: something that is looked up. `of player` is a BuiltinType."""

    head: Head
    owner: TypeName | BuiltinType | None
    type: TypeForm | None
    body: Expr | Lookup


# ---- adjustments
@record
class ValueTarget(Node):
    """`might of player`, or a value's bare name."""

    name: Name
    owner: TypeName | BuiltinType | None


AdjustTarget = Your | ValueTarget | Call


@record
class ChangeBy(Node):
    """`by + 2`."""

    sign: Literal["+", "-"]
    amount: Expr


@record
class ChangeTo(Node):
    """`to 3`."""

    value: Expr


@record
class ChangeTimes(Node):
    """`times 2`."""

    factor: Expr


@record
class ChangeAtLeast(Node):
    """`at least 0`."""

    limit: Expr


@record
class ChangeAtMost(Node):
    """`at most 6`."""

    limit: Expr


@record
class ChangeToThose(Node):
    """`to those where C, if any`."""

    condition: Expr
    if_any: bool


Change = ChangeBy | ChangeTo | ChangeTimes | ChangeAtLeast | ChangeAtMost | ChangeToThose


@record
class AdjustEach(Node):
    """`for each x in S`: once for each of them."""

    name: Name
    set: Expr


@record
class Adjust(Line):
    """`adjust V by + E when C`."""

    target: AdjustTarget
    change: Change
    for_each: AdjustEach | None
    when: When | None


# ---- hooks
@record
class Hook(Line):
    """`may before challenge(you) by others`: a rule that meets a deed; `may` asks first."""

    may: bool
    limited: Limited | None
    moment: Literal["before", "after", "instead"]
    events: tuple[Occurrence, ...]
    by: Name | None
    purposes: tuple[Name, ...]
    when: When | None
    body: Block | None


@record
class Action(Line):
    """`may "label" in cards`: something that a window offers; its label may be its piece's name."""

    limited: Limited | None
    label: Prompt | None
    windows: tuple[Occurrence, ...]
    when: When | None
    body: Block | None


@record
class Whenever(Line):
    """`whenever C`: done in every moment in which it holds."""

    condition: Expr
    body: Block


# ---- rules of pieces
@record
class Lift(Line):
    """`lift water, steep when C`: bars and halts that do not bind the bearer."""

    names: tuple[Name, ...]
    when: When | None


@record
class Ending(Node):
    """When a lasting effect ends: `end of next turn(f)`, `leave(f)`."""

    end_of: bool
    next: bool
    what: Occurrence


@record
class Lasting(Line):
    """`lasting NAME(…) until …`: a state that ends by itself, and what holds meanwhile."""

    head: Head
    endings: tuple[Ending, ...]
    rules: tuple[Adjust | Hook | Action | Lift | Doc, ...]


@record
class Ruling(Line):
    """What is decided where the source is silent, easily misread, or says two things."""

    basis: Literal["gap", "text", "conflict"]
    sentence: str


@record
class PrintedFact(Line):
    """What is printed on a piece that the rules describe themselves: `boost = 3`."""

    name: Name
    value: Expr


PieceRule = (
    Procedure | Value | Adjust | Hook | Action | Lasting | Lift | Ruling | Example | PrintedFact
)


@record
class PieceRules(Line):
    """The rules of one piece, `Item "Rope"`, or of all pieces of a sort, `Item where …`.

    Where no table has the pieces of a sort, the block of a name makes that piece."""

    subject: Piece | TypeName
    where: Expr | None
    rules: tuple[PieceRule | Doc, ...]
