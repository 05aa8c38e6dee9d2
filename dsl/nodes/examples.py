"""Examples: a bare table, what is done, what must be so then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoyle.dsl.nodes.base import Doc, Line, Name, Node
from hoyle.dsl.nodes.deeds import Occurrence
from hoyle.dsl.nodes.expressions import Expr, Number, Signed, Text


# ---- facts
@dataclass(frozen=True, slots=True)
class Holds(Node):
    """A condition; `more` goes on with a list after `is`: `ann.hand is "A", "B"`."""

    condition: Expr
    more: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Wins(Node):
    """`victory for ann`."""

    winners: Expr


@dataclass(frozen=True, slots=True)
class AnswerIs(Node):
    """`the answer is no`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Odds(Node):
    """`odds 3/6 that C`."""

    favourable: int
    total: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class AfterFlow(Node):
    """`given setup`: it has been run."""

    moment: Literal["setup", "play"]


@dataclass(frozen=True, slots=True)
class MapFact(Node):
    """`given map "g1 g2"`."""

    text: str


Fact = Holds | Wins | AnswerIs | Odds | AfterFlow | MapFact


# ---- the script
ScriptValue = Text | Number | Signed | Name


@dataclass(frozen=True, slots=True)
class Rolls(Line):
    """`ann rolls 4`; without a seat nature rolls for nobody."""

    seat: Name | None
    results: tuple[ScriptValue, ...]


@dataclass(frozen=True, slots=True)
class Chooses(Line):
    """`ann chooses "Stay"`."""

    seat: Name
    choices: tuple[ScriptValue, ...]


@dataclass(frozen=True, slots=True)
class Plays(Line):
    """`ann plays "Fly"`."""

    seat: Name
    pieces: tuple[ScriptValue, ...]


@dataclass(frozen=True, slots=True)
class Draws(Line):
    """`ann draws "Potion"`."""

    seat: Name
    pieces: tuple[ScriptValue, ...]


@dataclass(frozen=True, slots=True)
class Passes(Line):
    """`ann passes`."""

    seat: Name


@dataclass(frozen=True, slots=True)
class SaysYes(Line):
    """`ann agrees`."""

    seat: Name


ScriptLine = Rolls | Chooses | Plays | Draws | Passes | SaysYes


# ---- steps
@dataclass(frozen=True, slots=True)
class Given(Line):
    """What is set."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Then(Line):
    """What must be so."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class AndAlso(Line):
    """`and …`: one more of the step above."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class ButNot(Line):
    """`but not with option = value`: there the facts must fail."""

    option: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Does(Line):
    """`when ann does turn`, with the answers given in its course."""

    seat: Name
    deed: Occurrence
    script: tuple[ScriptLine | Doc, ...]


Step = Given | Then | AndAlso | ButNot | Does


@dataclass(frozen=True, slots=True)
class Example(Line):
    """A rule shown at work; a rule itself."""

    title: str
    steps: tuple[Step | Doc, ...]
