"""A file, its head, and what tells games of one ruleset apart: options, scenarios, campaigns."""

from __future__ import annotations

from hoyle.dsl.nodes.base import Comment, Doc, Heading, Line, Name, Node, TypeName
from hoyle.dsl.nodes.box import (
    Board,
    Chart,
    Component,
    Die,
    Kinds,
    PlayerHas,
    Supply,
    TableHas,
)
from hoyle.dsl.nodes.examples import Example
from hoyle.dsl.nodes.expressions import Expr
from hoyle.dsl.nodes.paths import Movement, Sight
from hoyle.dsl.nodes.rules import (
    Action,
    Adjust,
    Flow,
    Hook,
    Lasting,
    PieceRules,
    Procedure,
    Ruling,
    Value,
    Whenever,
)
from hoyle.dsl.nodes.statements import When
from hoyle.dsl.nodes.type_forms import Bounds, BuiltinType, TypeForm
from hoyle.dsl.records import record


# ---- the head
@record
class Players(Line):
    """`players 2..5`."""

    bounds: Bounds


@record
class Sourcebook(Line):
    """`source KEY "title" clauses "clauses.csv"`: what the rules are taken from."""

    key: TypeName
    title: str
    clauses: str


@record
class Extends(Line):
    """`extends "base.rules"`."""

    path: str


@record
class Limit(Line):
    """`limit 200 rounds`."""

    count: int
    unit: Name


@record
class AsksAlways(Line):
    """`asks always`: single options are asked, too."""


HeadLine = Players | Sourcebook | Extends | Limit | AsksAlways


@record
class Game(Line):
    """`game "title"`, the head of a file."""

    title: str
    lines: tuple[HeadLine | Doc, ...]


@record
class Include(Line):
    """`include "shared.rules"`: the lines of that file stand here."""

    path: str


# ---- options, invariants, scenarios
@record
class Option(Line):
    """A constant of one game that a player can set; `when`: to other values only then."""

    name: Name
    type: TypeForm | None
    start: Expr
    prompt: str
    when: When | None


@record
class Invariant(Line):
    """What holds at every decision, or only before the moment named."""

    sentence: str
    before: Name | None
    condition: Expr


@record
class Setting(Line):
    """`map = "maps/onix.map"` in a scenario."""

    name: Name
    value: Expr


@record
class Brings(Line):
    """`brings team, balls from first_day`."""

    fields: tuple[Name, ...]
    scenario: Name


ScenarioLine = (
    Setting
    | Brings
    | Flow
    | Procedure
    | Value
    | Adjust
    | Hook
    | Action
    | Example
    | Whenever
    | Ruling
    | Option
)


@record
class Scenario(Line):
    """`scenario NAME "title" like OTHER`, and what holds only in it."""

    name: Name
    title: str
    like: Name | None
    lines: tuple[ScenarioLine | Doc, ...]


@record
class Carries(Line):
    """`carries level, wounds of Figure`; `owner` None: of the table."""

    fields: tuple[Name, ...]
    owner: TypeName | BuiltinType | None


@record
class Fork(Line):
    """`after a when C: c`; `to` None: `end campaign`."""

    chapter: Name
    condition: Expr | None
    to: Name | None


@record
class Campaign(Line):
    """`campaign NAME "title": a, b`."""

    name: Name
    title: str
    scenarios: tuple[Name, ...]
    lines: tuple[Carries | Fork | Doc, ...]


# ---- the file
BoxPart = Kinds | Component | Chart | Board | Die | Supply | TableHas | PlayerHas
"""What is in the box."""

Declaration = (
    Game
    | BoxPart
    | Flow
    | Procedure
    | Value
    | Adjust
    | Hook
    | Action
    | Whenever
    | Option
    | Ruling
    | Invariant
    | Example
    | PieceRules
    | Lasting
    | Movement
    | Sight
    | Scenario
    | Campaign
    | Include
)
"""Whatever may stand at the left margin."""


@record
class File(Node):
    """A whole file, with the comments of its designers in order."""

    items: tuple[Declaration | Doc | Heading, ...]
    comments: tuple[Comment, ...] = ()
