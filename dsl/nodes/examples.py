"""Examples: a bare table, what is done, what must be so then."""

from __future__ import annotations

from typing import Literal

from hoyle.dsl.nodes.base import Doc, Line, Name, Node
from hoyle.dsl.nodes.deeds import Occurrence
from hoyle.dsl.nodes.expressions import Expr, Number, Signed, Text
from hoyle.dsl.records import record


# ---- facts
@record
class Holds(Node):
    """A condition; `more` goes on with a list after `is`: `ann.hand is "A", "B"`."""

    condition: Expr
    more: tuple[Expr, ...]


@record
class Wins(Node):
    """`victory for ann`."""

    winners: Expr


@record
class AnswerIs(Node):
    """`the answer is no`."""

    value: Expr


@record
class Odds(Node):
    """`odds 3/6 that C`."""

    favourable: int
    total: int
    condition: Expr


@record
class AfterFlow(Node):
    """`given setup`: it has been run."""

    moment: Literal["setup", "play"]


@record
class MapFact(Node):
    """`given map "g1 g2"`."""

    text: str


Fact = Holds | Wins | AnswerIs | Odds | AfterFlow | MapFact


# ---- the script
ScriptValue = Text | Number | Signed | Name


@record
class Rolls(Line):
    """`ann rolls 4`; without a seat nature rolls for nobody."""

    seat: Name | None
    results: tuple[ScriptValue, ...]


@record
class Chooses(Line):
    """`ann chooses "Stay"`."""

    seat: Name
    choices: tuple[ScriptValue, ...]


@record
class Plays(Line):
    """`ann plays "Rope"`."""

    seat: Name
    pieces: tuple[ScriptValue, ...]


@record
class Draws(Line):
    """`ann draws "Potion"`."""

    seat: Name
    pieces: tuple[ScriptValue, ...]


@record
class Passes(Line):
    """`ann passes`."""

    seat: Name


@record
class SaysYes(Line):
    """`ann agrees`."""

    seat: Name


ScriptLine = Rolls | Chooses | Plays | Draws | Passes | SaysYes


# ---- steps
@record
class Given(Line):
    """What is set."""

    fact: Fact


@record
class Then(Line):
    """What must be so."""

    fact: Fact


@record
class AndAlso(Line):
    """`and …`: one more of the step above."""

    fact: Fact


@record
class ButNot(Line):
    """`but not with option = value`: there the facts must fail."""

    option: Name
    value: Expr


@record
class Does(Line):
    """`when ann does turn`, with the answers given in its course."""

    seat: Name
    deed: Occurrence
    script: tuple[ScriptLine | Doc, ...]


Step = Given | Then | AndAlso | ButNot | Does


@record
class Example(Line):
    """A rule shown at work; a rule itself."""

    title: str
    steps: tuple[Step | Doc, ...]
