"""Scenarios, campaigns, clauses, and the game that holds everything."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Type

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Expr, Value
    from hoyle.dsl.game.box import Die, Field, Kinds, Supply, Table
    from hoyle.dsl.game.examples import Example
    from hoyle.dsl.game.rules import (
        Action,
        Hook,
        Invariant,
        Lasting,
        Lift,
        Movement,
        Option,
        Proc,
        Ruling,
        SightLine,
        ValueDecl,
        Whenever,
    )


@record(eq=False)
class Scenario:
    """A scenario; compiling one applies its settings, procs, values, adjusts to the game."""

    name: str
    title: str
    like: str | None
    settings: dict[str, Value]
    setup: Proc | None
    play: Proc | None
    brings: tuple[tuple[tuple[str, ...], str], ...]
    span: Span = field(compare=False)


@record(eq=False)
class Fork:
    """`after CHAPTER [when C]: NEXT`; `cond` only where the chapter is played, `always`: there is
    none. `to` None: the campaign is over."""

    chapter: str
    cond: Expr | None
    always: bool
    to: str | None
    span: Span = field(compare=False)


@record(eq=False)
class Campaign:
    """A campaign: chapters, what they carry (fields, of), and where they fork."""

    name: str
    title: str
    chapters: tuple[str, ...]
    carries: tuple[tuple[tuple[str, ...], str], ...]
    forks: tuple[Fork, ...]
    span: Span = field(compare=False)


@record
class Clause:
    """A numbered clause of a source."""

    id: str
    section: str
    text: str
    kind: str
    line: int


@record
class Cited:
    """That a construct cites a clause: `how` is "rule", "ruling", "example" or "data"."""

    clause: str
    how: Word["rule", "ruling", "example", "data"]
    what: str
    span: Span = field(compare=False)


@record(eq=False, frozen=False)
class Game:
    """A whole game, a variant's edits applied."""

    id: str
    title: str
    players: tuple[int, int]
    sources: dict[str, tuple[str, dict[str, Clause]]] = field(default_factory=dict)
    asks_always: bool = False
    limit: tuple[int, str] | None = None
    kinds: dict[str, Kinds] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    dice: dict[str, Die] = field(default_factory=dict)
    supplies: dict[str, Supply] = field(default_factory=dict)
    table_fields: dict[str, Field] = field(default_factory=dict)
    player_fields: dict[str, Field] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    values: dict[tuple[str | None, str], ValueDecl] = field(default_factory=dict)  # (of, name)
    procs: dict[str, Proc] = field(default_factory=dict)
    hooks: list[Hook] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    whenevers: list[Whenever] = field(default_factory=list)
    lastings: list[Lasting] = field(default_factory=list)
    lifts: list[Lift] = field(default_factory=list)
    movements: dict[str, Movement] = field(default_factory=dict)
    sights: list[SightLine] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    invariants: list[Invariant] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    scenario: str = ""  # the one that is played
    drawn: str = ""  # the map of an example that the board was made from
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    campaigns: dict[str, Campaign] = field(default_factory=dict)
    # (field, whether something is brought, what): of the scenario that is played
    brought: list[tuple[Field, Field, Field]] = field(default_factory=list)
    cited: list[Cited] = field(default_factory=list)
    windows: dict[str, tuple[Type, ...]] = field(default_factory=dict)
    purposes: tuple[str, ...] = ()
    constants: list[Expr] = field(default_factory=list)  # worked out before the game begins
    files: tuple[str, ...] = ()  # every file read, for the cache key
    includes: dict[Span, str] = field(default_factory=dict)  # what stands in place of a line
