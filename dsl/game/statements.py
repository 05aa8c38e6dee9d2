"""What is done, in order: flow, choices, calls, rolls, endings."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.game.base import Stmt
from hoyle.dsl.records import record
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Body, Expr, Local, Prompt, Value
    from hoyle.dsl.game.expressions import FieldRead, LocalRef
    from hoyle.dsl.game.rules import Lasting, Proc


@record
class Let(Stmt):
    """`let x = E`."""

    local: Local
    value: Expr


@record
class Assign(Stmt):
    """`t = E`, `t += E`, `t -= E`; the target is a LocalRef, or a FieldRead of a cell."""

    target: LocalRef | FieldRead
    op: Word["=", "+", "-"]
    value: Expr


@record
class If(Stmt):
    """`if C` with its `otherwise`."""

    cond: Expr
    then: Body
    otherwise: Body


@record
class Match(Stmt):
    """`match E`; arms: (constants, body); a last arm without constants is `otherwise`."""

    subject: Expr
    arms: tuple[tuple[tuple[Value, ...], Body], ...]


@record
class EachPlayer(Stmt):
    """`[together] each player [from P] [where C]`: addressed to each in order; C may use `you` and
    `it`."""

    you: Local
    start: Expr | None
    anchor: Expr | None
    where: Expr | None
    body: Body
    together: bool = False


@record
class EachOf(Stmt):
    """`[together] each of A, B`: addressed to each as given; a set counts as its members."""

    you: Local
    who: tuple[Expr, ...]
    anchor: Expr | None
    body: Body
    together: bool = False


@record
class EachIn(Stmt):
    """`each x in S, y in T`: snapshots walked together. A filter is part of its snapshot; players
    who went out meanwhile are skipped."""

    pairs: tuple[tuple[Local, Expr], ...]
    anchor: Expr | None
    body: Body


@record
class Repeat(Stmt):
    """`repeat`, `repeat until C`, `repeat n times` (at most one of `until`, `times`)."""

    until: Expr | None
    times: Expr | None
    body: Body


@record
class GoRound(Stmt):
    """`go round [from P] [skipping C] [until C]`."""

    you: Local
    start: Expr | None
    anchor: Expr | None
    skipping: Expr | None
    until: Expr | None
    body: Body


@record
class As(Stmt):
    """`as P`: addressed to P; nothing where P is none."""

    you: Local
    who: Expr
    body: Body


@record
class AtOnce(Stmt):
    """`at once`: one moment at its end."""

    body: Body


@record
class With(Stmt):
    """`with L(…)`: a lasting effect for the block."""

    effect: Lasting
    args: tuple[Expr, ...]
    body: Body


@record
class Choose(Stmt):
    """`choose [many] x from S [, if any]: "…"` with its block and `otherwise` (None: there is
    none).

    `count` None: one thing. Else (least, most): most None is all there are. `unseen`: by place.
    `may`: it may be declined (`may choose`), then `otherwise` runs.
    """

    local: Local
    count: tuple[Expr, Expr | None] | None
    unseen: bool
    source: Expr
    if_any: bool
    prompt: Prompt | None
    body: Body
    otherwise: Body | None
    you: Expr
    may: bool = False


@record
class Bound:
    """`once`, `3 times`, with `per` "turn", the name of a `to`, or None: in the whole game."""

    times: int
    per: str | None


@record
class Branch:
    """One labelled branch of a list, or of a `may`."""

    label: Prompt
    bound: Bound | None
    when: Expr | None
    reason: str | None
    body: Body
    span: Span = field(compare=False)
    cites: tuple[str, ...] = field(compare=False)


@record
class ChooseBranch(Stmt):
    """`choose [at W]: "…"` with branches."""

    window: WindowUse | None
    prompt: Prompt
    branches: tuple[Branch, ...]
    otherwise: Body | None
    you: Expr


@record
class May(Stmt):
    """`may "label" [when C]` with its `otherwise`."""

    branch: Branch
    otherwise: Body
    you: Expr


@record
class WindowUse:
    """A window and the arguments it is opened with."""

    name: str
    args: tuple[Expr, ...]


@record
class Offer(Stmt):
    """`offer W [for each player …|of A, B]: "…"`. Without `each` it is yours alone.

    `each`: ("player", start, where) or ("of", exprs). In branches and actions `you` is the seat
    asked.
    """

    window: WindowUse
    you: Local
    asker: Expr
    each_player: bool
    start: Expr | None
    where: Expr | None
    of: tuple[Expr, ...] | None
    prompt: Prompt | None
    branches: tuple[Branch, ...]


@record
class Call(Stmt):
    """A `to` called as a statement. `you`: whom it speaks to (None: nobody)."""

    proc: Proc
    args: tuple[Expr, ...]
    you: Expr | None
    original: bool = False


@record
class Evaluate(Stmt):
    """A roll, `roll_off` or the like as a statement; its answer is dropped."""

    value: Expr


@record
class RollCup(Stmt):
    """`roll your cup [except keep] [for P]`: all its dice; those of `keep` stay as they lie.

    A `keep` that is a list keeps as many dice as it holds, a set keeps all dice with its faces.
    """

    cup: FieldRead
    you: Expr | None
    keep: Expr | None = None
    purpose: str | None = None


@record
class RollAgain(Stmt):
    """`roll again [n where C]`; `it` is a face."""

    count: int | None
    it: Local | None
    where: Expr | None


@record
class Stop(Stmt):
    """`stop`: leaves the innermost repeat, go round, each."""


@record
class Until(Stmt):
    """`until C` as a line."""

    cond: Expr


@record
class Return(Stmt):
    """`return [E]`."""

    value: Expr | None


@record
class End(Stmt):
    """`end turn`, `end NAME`; `end game` has the name "game"."""

    name: str


@record
class Victory(Stmt):
    """`victory for S`."""

    winners: Expr
