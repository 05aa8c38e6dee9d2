"""Expressions, from the loosest to the tightest; `Expr` is the closed union of them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoyle.dsl.nodes.base import Expression, Name, Node, Piece, TypeName

Way = Literal["up", "down"]


# ---- single things
@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Text(Expression):
    """Words in quotes, without them: the name of a piece, or plain text."""

    value: str


@dataclass(frozen=True, slots=True)
class Word(Expression):
    """A reserved word that stands for a value."""

    word: Literal["yes", "no", "none", "it", "this", "you", "bearer"]


@dataclass(frozen=True, slots=True)
class Your(Expression):
    """A field or value of the player addressed: `your hand`."""

    name: Name


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A function, a value or a deed with arguments: `count(hand)`."""

    name: Name
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Signed(Expression):
    """A number with a sign: `(- 1)`, or `+2` in the script of an example."""

    sign: Literal["+", "-"]
    value: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Expression):
    """A set written out: `{red, blue}`."""

    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RangeSet(Expression):
    """The set of a range: `{1..13}`."""

    range: Range


@dataclass(frozen=True, slots=True)
class Range(Node):
    """A range between two values: `1..count(players)`."""

    low: Expr
    high: Expr


# ---- arguments of calls
@dataclass(frozen=True, slots=True)
class OfArgument(Node):
    """A value taken of each element: `points of team`."""

    value: Expr
    domain: Expr


@dataclass(frozen=True, slots=True)
class TypedArgument(Node):
    """In a hook, a new name with its type: `step(f: Figure)`."""

    name: Name
    type: TypeName


# ---- what belongs to a thing
@dataclass(frozen=True, slots=True)
class Attribute(Expression):
    """A field or value of a thing: `chip.colour`."""

    owner: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Expression):
    """One of several: `tray[red]`."""

    owner: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Method(Expression):
    """A value of a thing with arguments: `you.ways(place)`."""

    owner: Expr
    name: Name
    arguments: tuple[Argument, ...]


# ---- arithmetic and sets
@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """`left + right`, `left - right`; of numbers or sets."""

    left: Expr
    sign: Literal["+", "-"]
    right: Expr


@dataclass(frozen=True, slots=True)
class Except(Expression):
    """A set without some: `hand except worn`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Times(Expression):
    """`left * right`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Over(Expression):
    """`left / right`, a fraction."""

    left: Expr
    right: Expr


# ---- tests
@dataclass(frozen=True, slots=True)
class Compare(Expression):
    """`left < right` and the like."""

    left: Expr
    operator: Literal["<", "<=", ">", ">="]
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Expression):
    """`left is right`; also of a flag: `chip is fainted`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsNot(Expression):
    """`left is not right`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsFacing(Expression):
    """`chip is face up`."""

    left: Expr
    way: Way


@dataclass(frozen=True, slots=True)
class IsIn(Expression):
    """`left is in right`."""

    left: Expr
    right: Expr | Range


@dataclass(frozen=True, slots=True)
class IsNotIn(Expression):
    """`left is not in right`."""

    left: Expr
    right: Expr | Range


@dataclass(frozen=True, slots=True)
class Agrees(Expression):
    """A question to a player: `partner agrees "…"`."""

    player: Expr
    question: Prompt


@dataclass(frozen=True, slots=True)
class Not(Expression):
    """`not condition`."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class And(Expression):
    """`left and right`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expression):
    """`left or right`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class AnyHas(Expression):
    """`any x in S has C`: it is so for one at least."""

    name: Name
    domain: Expr
    claim: Expr


@dataclass(frozen=True, slots=True)
class EveryHas(Expression):
    """`every x in S has C`: it is so for all."""

    name: Name
    domain: Expr
    claim: Expr


# ---- the loosest
@dataclass(frozen=True, slots=True)
class IfElse(Expression):
    """`value if condition otherwise alternative`."""

    value: Expr
    condition: Expr
    alternative: Expr


@dataclass(frozen=True, slots=True)
class RankKey(Node):
    """What to rank by: `most score`, `fewest cards`."""

    order: Literal["most", "fewest"]
    value: Expr


@dataclass(frozen=True, slots=True)
class Ranking(Node):
    """`with most E, then fewest F` keeps the best, `by most E` puts all in that order."""

    word: Literal["with", "by"]
    keys: tuple[RankKey, ...]


@dataclass(frozen=True, slots=True)
class Filtered(Expression):
    """Some of a set, or a set in order: `players p where p.score > 3 with most p.score`.

    At least one of `where` and `ranking` is there.
    """

    set: Expr
    name: Name | None
    where: Expr | None
    ranking: Ranking | None


@dataclass(frozen=True, slots=True)
class Roll(Expression):
    """`roll d6`, `roll 3 d6 for moving`, `roll your cup`. With a count, `die` names the die."""

    count: Expr | None
    die: Expr
    purpose: Name | None


@dataclass(frozen=True, slots=True)
class Prompt(Node):
    """Words shown to a player; what stands in braces is an expression among the parts."""

    text: str
    parts: tuple[str | Expr, ...]


Expr = (
    Number
    | Text
    | Word
    | Name
    | TypeName
    | Piece
    | Your
    | Call
    | Signed
    | SetOf
    | RangeSet
    | Attribute
    | Index
    | Method
    | Sum
    | Except
    | Times
    | Over
    | Compare
    | Is
    | IsNot
    | IsFacing
    | IsIn
    | IsNotIn
    | Agrees
    | Not
    | And
    | Or
    | AnyHas
    | EveryHas
    | IfElse
    | Filtered
    | Roll
)
"""Any expression."""

Argument = Expr | OfArgument | TypedArgument
"""What stands between the brackets of a call."""
