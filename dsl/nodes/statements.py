"""Flow and choices, statements with blocks; `Statement` is the closed union of them all."""

from __future__ import annotations

from dataclasses import field

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
from hoyle.dsl.records import record


# ---- parts that statements share
@record
class Block(Node):
    """The statements under a heading; `one_line` if there is one, behind a colon."""

    statements: tuple[Statement | Doc, ...]
    one_line: bool = field(default=False, kw_only=True, compare=False)


@record
class When(Node):
    """`when C "reason"`."""

    condition: Expr
    reason: Prompt | None


@record
class Limited(Node):
    """How often something may be taken: `once`, `3 times per turn`, `deals times`."""

    times: int | Name
    per: Name | None


@record
class OtherwisePattern(Node):
    """`otherwise` in a match: whatever no other arm takes."""


Pattern = Name | Number | Bounds | Text | Piece | Word | OtherwisePattern


# ---- flow
@record
class Otherwise(Line):
    """The block for the other case."""

    body: Block


@record
class If(Line):
    """`if C`, with what follows it; `otherwise if` is an If there."""

    condition: Expr
    body: Block
    otherwise: Otherwise | If | None


@record
class EachPlayer(Node):
    """`each player from leader where not out`."""

    start: Expr | None
    where: Expr | None


@record
class EachOf(Node):
    """`each of attacker, defender`."""

    members: tuple[Expr, ...]


@record
class Pair(Node):
    """`n in 1..4`, `card in team where fainted`."""

    name: Name
    domain: Expr | Range


@record
class EachIn(Node):
    """`each x in S`, or two walked together: `each x in S, y in T`."""

    pairs: tuple[Pair, ...]


@record
class Each(Line):
    """A walk over players or things."""

    who: EachPlayer | EachOf | EachIn
    body: Block


@record
class Together(Line):
    """All choices first, unseen by others, then the deeds as one moment."""

    who: EachPlayer | EachOf
    body: Block


@record
class Repeat(Line):
    """A loop that only what is in it ends."""

    body: Block


@record
class RepeatUntil(Line):
    """A loop that tests first."""

    condition: Expr
    body: Block


@record
class RepeatTimes(Line):
    """A loop that runs a number of times."""

    count: Expr
    body: Block


@record
class GoRound(Line):
    """Seat by seat, round and round."""

    start: Expr | None
    skipping: Expr | None
    until: Expr | None
    body: Block


@record
class As(Line):
    """A block addressed to a player."""

    player: Expr
    body: Block


@record
class With(Line):
    """A lasting effect that holds for a block."""

    effect: Call
    body: Block


@record
class AtOnce(Line):
    """A block whose end is one moment."""

    body: Block


@record
class Arm(Line):
    """One case of a match; without a body it does nothing."""

    patterns: tuple[Pattern, ...]
    body: Block | None


@record
class Match(Line):
    """Cases of a value, each with its deeds."""

    subject: Expr
    arms: tuple[Arm | Doc, ...]


# ---- choices
@record
class OneOrMore(Node):
    """`one or more`."""


@record
class AnyNumber(Node):
    """`any number of`."""


@record
class UpTo(Node):
    """`up to 3`."""

    limit: Expr


@record
class Exactly(Node):
    """`3`, `n`: so many, no more and no fewer."""

    count: Expr


HowMany = OneOrMore | AnyNumber | UpTo | Exactly | Range


@record
class FromSet(Node):
    """`from hand where plain`."""

    set: Expr


@record
class InSet(Node):
    """`in {1, 6}`."""

    set: Expr


@record
class InRange(Node):
    """`in 1..4 where C`."""

    range: Range
    where: Expr | None


Candidates = FromSet | InSet | InRange


@record
class Pick(Node):
    """What is chosen: how many, under which name, of what. Without `how_many`: one."""

    how_many: HowMany | None
    unseen: bool
    name: Name
    candidates: Candidates
    if_any: bool
    prompt: Prompt | None


@record
class Choose(Line):
    """You must choose; the body knows the choice, `otherwise` runs if there is nothing."""

    pick: Pick
    body: Block | None
    otherwise: Otherwise | If | None


@record
class Branch(Line):
    """One way to go on: `"Pay" once when C "reason"`; without a body it does nothing."""

    label: Prompt
    limited: Limited | None
    when: When | None
    body: Block | None


@record
class ChooseBranch(Line):
    """You must go one of several ways, those that rules offer at `window` included."""

    window: Occurrence | None
    prompt: Prompt
    branches: tuple[Branch | Doc, ...]
    otherwise: Otherwise | If | None


@record
class May(Line):
    """You may do this, `otherwise` if you do not."""

    label: Prompt
    when: When | None
    body: Block | None
    otherwise: Otherwise | If | None


@record
class MayChoose(Line):
    """You may choose something, `otherwise` if you do not."""

    pick: Pick
    body: Block | None
    otherwise: Otherwise | If | None


@record
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
