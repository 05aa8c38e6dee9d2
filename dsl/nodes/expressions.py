"""Expressions, from the loosest to the tightest; `Expr` is the closed union of them all."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Expression, Name, Node, Piece, TypeName
from hoyle.dsl.records import record

Way = Literal["up", "down"]


# ---- single things
@record
class Number(Expression):
    """A whole number."""

    value: int


@record
class Text(Expression):
    """Words in quotes, without them: the name of a piece, or plain text."""

    value: str


@record
class Word(Expression):
    """A reserved word that stands for a value."""

    word: Literal["yes", "no", "none", "it", "this", "you", "bearer"]


@record
class Your(Expression):
    """A field or value of the player addressed: `your hand`."""

    name: Name


@record
class Call(Expression):
    """A function, a value or a deed with arguments: `count(hand)`."""

    name: Name
    arguments: tuple[Argument, ...]


@record
class Signed(Expression):
    """A number with a sign: `(- 1)`, or `+2` in the script of an example."""

    sign: Literal["+", "-"]
    value: Expr


@record
class SetOf(Expression):
    """A set written out: `{red, blue}`."""

    elements: tuple[Expr, ...]


@record
class RangeSet(Expression):
    """The set of a range: `{1..13}`."""

    range: Range


@record
class Range(Node):
    """A range between two values: `1..count(players)`."""

    low: Expr
    high: Expr


# ---- arguments of calls
@record
class OfArgument(Node):
    """A value taken of each element: `points of team`."""

    value: Expr
    domain: Expr


@record
class TypedArgument(Node):
    """In a hook, a new name with its type: `step(f: Figure)`."""

    name: Name
    type: TypeName


# ---- what belongs to a thing
@record
class Attribute(Expression):
    """A field or value of a thing: `card.colour`."""

    owner: Expr
    name: Name


@record
class Index(Expression):
    """One of several: `tray[red]`."""

    owner: Expr
    key: Expr


@record
class Method(Expression):
    """A value of a thing with arguments: `you.ways(place)`."""

    owner: Expr
    name: Name
    arguments: tuple[Argument, ...]


# ---- arithmetic and sets
@record
class Sum(Expression):
    """`left + right`, `left - right`; of numbers or sets."""

    left: Expr
    sign: Literal["+", "-"]
    right: Expr


@record
class Except(Expression):
    """A set without some: `hand except worn`."""

    left: Expr
    right: Expr


@record
class Times(Expression):
    """`left * right`."""

    left: Expr
    right: Expr


@record
class Over(Expression):
    """`left / right`, a fraction."""

    left: Expr
    right: Expr


# ---- tests
@record
class Compare(Expression):
    """`left < right` and the like."""

    left: Expr
    operator: Literal["<", "<=", ">", ">="]
    right: Expr


@record
class Is(Expression):
    """`left is right`; also of a flag: `card is fainted`."""

    left: Expr
    right: Expr


@record
class IsNot(Expression):
    """`left is not right`."""

    left: Expr
    right: Expr


@record
class IsFacing(Expression):
    """`card is face up`."""

    left: Expr
    way: Way


@record
class IsIn(Expression):
    """`left is in right`."""

    left: Expr
    right: Expr | Range


@record
class IsNotIn(Expression):
    """`left is not in right`."""

    left: Expr
    right: Expr | Range


@record
class Agrees(Expression):
    """A question to a player: `partner agrees "…"`."""

    player: Expr
    question: Prompt


@record
class Not(Expression):
    """`not condition`."""

    condition: Expr


@record
class And(Expression):
    """`left and right`."""

    left: Expr
    right: Expr


@record
class Or(Expression):
    """`left or right`."""

    left: Expr
    right: Expr


@record
class AnyHas(Expression):
    """`any x in S has C`: it is so for one at least."""

    name: Name
    domain: Expr
    claim: Expr


@record
class EveryHas(Expression):
    """`every x in S has C`: it is so for all."""

    name: Name
    domain: Expr
    claim: Expr


# ---- the loosest
@record
class IfElse(Expression):
    """`value if condition otherwise alternative`."""

    value: Expr
    condition: Expr
    alternative: Expr


@record
class RankKey(Node):
    """What to rank by: `most score`, `fewest cards`."""

    order: Literal["most", "fewest"]
    value: Expr


@record
class Ranking(Node):
    """`with most E, then fewest F` keeps the best, `by most E` puts all in that order."""

    word: Literal["with", "by"]
    keys: tuple[RankKey, ...]


@record
class Filtered(Expression):
    """Some of a set, or a set in order: `players p where p.score > 3 with most p.score`.

    At least one of `where` and `ranking` is there.
    """

    set: Expr
    name: Name | None
    where: Expr | None
    ranking: Ranking | None


@record
class Roll(Expression):
    """`roll d6`, `roll 3 d6 for moving`, `roll your cup except kept`. With a count, `die` names the
    die."""

    count: Expr | None
    die: Expr
    purpose: Name | None
    keep: Expr | None = None


@record
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
