"""Flow and choices, statements with blocks; `Statement` is the closed union of them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.dsl.nodes.base import Doc, Line, Name, Node, Piece
from hoyle.dsl.nodes.deeds import (
    Add,
    Assign,
    End,
    Let,
    Occurrence,
    Perform,
    Return,
    RollAgain,
    RollDeed,
    Stop,
    Subtract,
    Until,
    Verb,
    Victory,
)
from hoyle.dsl.nodes.expressions import Call, Expr, Number, Prompt, Range, Text, Word
from hoyle.dsl.nodes.type_forms import Bounds


# ---- parts that statements share
@dataclass(frozen=True, slots=True)
class Block(Node):
    """The statements under a heading; `one_line` if there is one, behind a colon."""

    statements: tuple[Statement | Doc, ...]
    one_line: bool = field(default=False, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class When(Node):
    """`when C "reason"`."""

    condition: Expr
    reason: Prompt | None


@dataclass(frozen=True, slots=True)
class Limited(Node):
    """How often something may be taken: `once`, `3 times per turn`."""

    times: int
    per: Name | None


@dataclass(frozen=True, slots=True)
class OtherwisePattern(Node):
    """`otherwise` in a match: whatever no other arm takes."""


Pattern = Name | Number | Bounds | Text | Piece | Word | OtherwisePattern


# ---- flow
@dataclass(frozen=True, slots=True)
class Otherwise(Line):
    """The block for the other case."""

    body: Block


@dataclass(frozen=True, slots=True)
class If(Line):
    """`if C`, with what follows it; `otherwise if` is an If there."""

    condition: Expr
    body: Block
    otherwise: Otherwise | If | None


@dataclass(frozen=True, slots=True)
class EachPlayer(Node):
    """`each player from leader where not out`."""

    start: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class EachOf(Node):
    """`each of attacker, defender`."""

    members: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pair(Node):
    """`n in 1..4`, `chip in team where fainted`."""

    name: Name
    domain: Expr | Range


@dataclass(frozen=True, slots=True)
class EachIn(Node):
    """`each x in S`, or two walked together: `each x in S, y in T`."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Each(Line):
    """A walk over players or things."""

    who: EachPlayer | EachOf | EachIn
    body: Block


@dataclass(frozen=True, slots=True)
class Together(Line):
    """All choices first, unseen by others, then the deeds as one moment."""

    who: EachPlayer | EachOf
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Line):
    """A loop that only what is in it ends."""

    body: Block


@dataclass(frozen=True, slots=True)
class RepeatUntil(Line):
    """A loop that tests first."""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatTimes(Line):
    """A loop that runs a number of times."""

    count: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class GoRound(Line):
    """Seat by seat, round and round."""

    start: Expr | None
    skipping: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class As(Line):
    """A block addressed to a player."""

    player: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class With(Line):
    """A lasting effect that holds for a block."""

    effect: Call
    body: Block


@dataclass(frozen=True, slots=True)
class AtOnce(Line):
    """A block whose end is one moment."""

    body: Block


@dataclass(frozen=True, slots=True)
class Arm(Line):
    """One case of a match; without a body it does nothing."""

    patterns: tuple[Pattern, ...]
    body: Block | None


@dataclass(frozen=True, slots=True)
class Match(Line):
    """Cases of a value, each with its deeds."""

    subject: Expr
    arms: tuple[Arm | Doc, ...]


# ---- choices
@dataclass(frozen=True, slots=True)
class OneOrMore(Node):
    """`one or more`."""


@dataclass(frozen=True, slots=True)
class AnyNumber(Node):
    """`any number of`."""


@dataclass(frozen=True, slots=True)
class UpTo(Node):
    """`up to 3`."""

    limit: Expr


@dataclass(frozen=True, slots=True)
class Exactly(Node):
    """`3`, `n`: so many, no more and no fewer."""

    count: Expr


HowMany = OneOrMore | AnyNumber | UpTo | Exactly | Range


@dataclass(frozen=True, slots=True)
class FromSet(Node):
    """`from hand where plain`."""

    set: Expr


@dataclass(frozen=True, slots=True)
class InSet(Node):
    """`in {1, 6}`."""

    set: Expr


@dataclass(frozen=True, slots=True)
class InRange(Node):
    """`in 1..4 where C`."""

    range: Range
    where: Expr | None


Candidates = FromSet | InSet | InRange


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """What is chosen: how many, under which name, of what. Without `how_many`: one."""

    how_many: HowMany | None
    unseen: bool
    name: Name
    candidates: Candidates
    if_any: bool
    prompt: Prompt | None


@dataclass(frozen=True, slots=True)
class Choose(Line):
    """You must choose; the body knows the choice, `otherwise` runs if there is nothing."""

    pick: Pick
    body: Block | None
    otherwise: Otherwise | If | None


@dataclass(frozen=True, slots=True)
class Branch(Line):
    """One way to go on: `"Pay" once when C "reason"`; without a body it does nothing."""

    label: Prompt
    limited: Limited | None
    when: When | None
    body: Block | None


@dataclass(frozen=True, slots=True)
class ChooseBranch(Line):
    """You must go one of several ways, those that rules offer at `window` included."""

    window: Occurrence | None
    prompt: Prompt
    branches: tuple[Branch | Doc, ...]
    otherwise: Otherwise | If | None


@dataclass(frozen=True, slots=True)
class May(Line):
    """You may do this, `otherwise` if you do not."""

    label: Prompt
    when: When | None
    body: Block | None
    otherwise: Otherwise | If | None


@dataclass(frozen=True, slots=True)
class MayChoose(Line):
    """You may choose something, `otherwise` if you do not."""

    pick: Pick
    body: Block | None
    otherwise: Otherwise | If | None


@dataclass(frozen=True, slots=True)
class Offer(Line):
    """Any of `seats` (you, if not said), any number of times, until all pass in a row."""

    window: Occurrence
    seats: EachPlayer | EachOf | None
    prompt: Prompt | None
    branches: tuple[Branch | Doc, ...]


Statement = (
    Let
    | Assign
    | Add
    | Subtract
    | Verb
    | RollDeed
    | Perform
    | End
    | RollAgain
    | Stop
    | Until
    | Return
    | Victory
    | If
    | Each
    | Together
    | Repeat
    | RepeatUntil
    | RepeatTimes
    | GoRound
    | As
    | With
    | AtOnce
    | Match
    | Choose
    | ChooseBranch
    | May
    | MayChoose
    | Offer
)
"""Any statement. In a block, lines of prose stand among them."""
