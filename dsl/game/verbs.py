"""The verbs: what is done to pieces, money, pawns and players.

`to`, `source` are zones (a `FieldRead`), places, or sets whose zone is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.game.base import Stmt
from hoyle.dsl.records import record

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Expr, Local
    from hoyle.dsl.game.box import Supply
    from hoyle.dsl.game.expressions import FieldRead
    from hoyle.dsl.game.rules import Lasting


@record
class PutEvery(Stmt):
    """`put every T [where C] into Z [, shuffled]`: from the box."""

    thing: str
    it: Local
    where: Expr | None
    to: FieldRead
    shuffled: bool
    you: Expr | None


@record
class Move(Stmt):
    """`move X to Z [, else Z2] [, shuffled|quietly]`; X a piece, a set, a zone. `bottom`: of a
    pile."""

    what: Expr
    to: FieldRead
    otherwise: FieldRead | None
    bottom: bool
    shuffled: bool
    quietly: bool
    you: Expr | None


@record
class MovePawn(Stmt):
    """`move your pawn to SPACE`: a pawn is a cell that holds a space."""

    pawn: FieldRead
    to: Expr
    quietly: bool
    you: Expr | None


@record
class Draw(Stmt):
    """`draw n from Z [, else Y …] to Z2 [, else Z3] [at random]`."""

    count: Expr
    sources: tuple[FieldRead, ...]
    to: FieldRead
    otherwise: FieldRead | None
    at_random: bool
    you: Expr | None


@record
class Swap(Stmt):
    """`swap A with B of P`: each to the receiver's zone of its own zone's name; `of you`: change
    places. Figures on a board have no P."""

    a: Expr
    b: Expr
    with_: Expr | None
    you: Expr | None


@record
class Shuffle(Stmt):
    """`shuffle Z`."""

    zone: FieldRead
    you: Expr | None


@record
class Show(Stmt):
    """`reveal X`, `hide X`, `look at n from Z` (op "look", with count)."""

    op: Word["reveal", "hide", "look"]
    what: Expr
    count: Expr | None
    you: Expr | None


@record
class Pay(Stmt):
    """`pay n [unit] [from P] to Q [, else R]` (op "pay"), `gain n from BANK` (op "gain").

    `payer`, `payee`, `otherwise`: FieldRead of a supply field of a player or thing, or of a bank.
    `optional`: the payee may be none.
    """

    op: Word["pay", "gain"]
    amount: Expr
    supply: Supply
    payer: Expr
    payee: Expr
    otherwise: Expr | None
    you: Expr | None


@record
class Lose(Stmt):
    """`lose n from CUP`."""

    count: Expr
    cup: FieldRead
    you: Expr | None


@record
class Spend(Stmt):
    """`spend X`: runs `when spent` of each."""

    what: Expr
    you: Expr | None


@record
class Remove(Stmt):
    """`remove X`: back to the box."""

    what: Expr
    you: Expr | None


@record
class Eliminate(Stmt):
    """`eliminate P`."""

    who: Expr
    you: Expr | None


@record
class StartWith(Stmt):
    """`start with P`."""

    who: Expr


@record
class Begin(Stmt):
    """`begin L(…)`, `end L(…)`. Of an effect with a bearer, the bearer is the first argument."""

    effect: Lasting
    args: tuple[Expr, ...]
    ends: bool = False


@record
class FigureDeed(Stmt):
    """`walk f [along d] [within n]`, `put f on p`, `take f from Hex`: typed here, compiled with the
    games that need them. `op` is the movement's name, "put" or "take"."""

    op: str
    figure: Expr
    place: Expr | None
    along: Expr | None
    within: Expr | None
    without: tuple[str, ...]
    quietly: bool
    you: Expr | None
