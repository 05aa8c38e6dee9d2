"""What a compiled game tells the runtime about itself.

A generated module holds one `Game`: names, domains, places and who sees them. The runtime renders
views, labels, saves and logs from it. No rule of the game is in here; rules are code of the module.

A domain is a short text: `number`, `flag`, `text`, `player`, `kind:NAME`, `thing:NAME` (a row by
its name), `stand:NAME` (a placement on a board: a row, or two side by side),
`from:NAME` (a space that is left), `either:A+B`,
`set:DOMAIN` (a mask), `list:DOMAIN`, `tally:NAME`, `action` (an action's label), and `none` values
print as "none". `none:number`: a number that may be none, held as a number below -1,000,000.
`window:NAME`: seats in the order they are asked, in the log entry that says who could be asked.
`slot:ZONE`: a place in a row, counted from 0. `picked:DOMAIN`: in a prompt, what has been picked so
far. `whose`: in a prompt, the seat that does something: “ann’s ”, nothing where nobody does it
(-1), “your ” of the reader's own (-2). `given:DOMAIN`: in a prompt, an argument of a deed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Kinds:
    """Names of a kinds, and how they are printed."""

    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """Rows of a table by index. `classes[i]`: rows of one class are alike (name, facts, no cells
    of their own).

    `at`: attribute of the state with each row's zone instance (-1: the box, -2 - k: in pool k),
    or "". `known`: attribute with a mask of seats for each row: who knows its place or pool.
    `shown`: attribute with the mask of rows that are turned up for all. Empty where the game
    never needs it.
    """

    name: str
    form: str  # component, chart, board
    names: tuple[str, ...]
    classes: tuple[int, ...] = ()
    backs: tuple[int, ...] = ()
    at: str = ""
    known: str = ""
    shown: str = ""
    pools: str = ""  # attribute: the list of pools (sorted tuples of rows)
    columns: int = 0  # of a grid board
    shifted: str = ""  # of a map of hexes: "rows" or "columns", every second half a hex on
    coordinates: tuple[tuple[int, int], ...] = ()
    beside: tuple[tuple[int, ...], ...] = ()  # by direction: the next row, where figures trail
    ways: tuple[tuple[int, ...], ...] = ()  # of a board of roads: the rows one step ahead
    exits: str = (
        ""  # where roads can be closed: of `shows`, by row the mask of those one step ahead
    )
    facts: tuple[
        tuple[str, str, tuple[object, ...]], ...
    ] = ()  # (field, domain, value by row), for showing


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees an instance: "all", "none", "owner" (the owning seat), or "rule": `rule` names a
    function (state, instance) -> mask of seats in the module's `sights`."""

    kind: str
    rule: str = ""
    count_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable that can be shown. `attribute` of the state: a value, or a list by instance.

    `owner` "table", "player" or a thing; instance = owner * index size + index. `index` is a
    domain or "".
    """

    name: str
    attribute: str
    owner: str
    domain: str
    sight: Sight
    index: str = ""
    size: int = 1  # of the index
    low: int = 0  # the first index, where indexes are numbers
    single: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that holds pieces of `thing`. form "mask": an int of bits; "slots": a tuple of rows
    and marks.

    `first` is the number of its first instance, as `Thing.at` counts them.
    """

    name: str
    attribute: str
    owner: str
    thing: str
    container: str
    form: str
    sight: Sight
    first: int
    count: int
    index: str = ""
    size: int = 1
    low: int = 0
    single: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A value that can be shown: a function of the module's `shows` (state, seat) works it out.

    `owner`: "table", "player", or the name of a test, of which it is a side. `sight`: "all", or
    "owner" (the seat it is of, alone). `final`: it decides who wins.
    """

    name: str
    owner: str
    domain: str
    function: str
    sight: str = "all"
    final: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A range of actions: ints base .. base + size - 1. `domain` as above, or "branch" with
    `labels`, or "place:ZONE" (a slot by its number), "done", "pass", "no". `low`: value of the
    first int. `declines`: the values that let a chance pass by; where being asked is a secret,
    nobody else learns of them."""

    name: str
    base: int
    size: int
    domain: str
    rule: int
    low: int = 0
    labels: tuple[str, ...] = ()
    declines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """What is known of a node before any play. `domain` (nature): of the outcomes, as above;
    "dice" where an outcome is a position in `library.multisets`, whose faces are named by
    `faces`.

    `outcomes`: above every number of an outcome. `secret`: only the seat learns the decision now.
    `hidden`: that the seat is asked is hidden itself; `could` says who could be asked as far as
    all can see. `values` (nature): the value in the domain that an outcome stands for, where it
    is not the outcome itself. `quiet`: what goes on is one moment, in which no watched condition
    is looked at.
    """

    rule: int
    purpose: str = ""
    domain: str = ""
    outcomes: int = 0
    faces: tuple[str, ...] = ()
    secret: bool = False
    hidden: bool = False
    could: Callable[[Any], int] | None = None
    values: Callable[[Any, int], object] | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the text: what a message names."""

    name: str
    file: str
    line: int
    cites: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fork:
    """Where a campaign goes on behind a chapter ("": nowhere) if a test holds ("": always), which
    the module of that chapter has."""

    chapter: str
    test: str
    to: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """Scenarios one after the other with their titles, and the (owner, field) that are carried
    on."""

    name: str
    title: str
    chapters: tuple[str, ...]
    titles: tuple[str, ...]
    carries: tuple[tuple[str, str], ...]
    forks: tuple[Fork, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """A field that a scenario brings from the one before it, if that is one of the `sources` (none:
    whichever it is).

    The attribute `flag` of the state says whether it does, `attribute` holds it, shaped like the
    field.
    """

    owner: str
    name: str
    flag: str
    attribute: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """Everything a module says about its game. `players` is this module's number of seats."""

    id: str
    title: str
    version: str  # hash of every source file of the ruleset
    players: int
    least: int
    most: int
    options: tuple[tuple[str, object], ...]
    kinds: tuple[Kinds, ...]
    things: tuple[Thing, ...]
    cells: tuple[Cell, ...]
    zones: tuple[Zone, ...]
    sites: tuple[Site, ...]
    rules: tuple[Rule, ...]
    utility: tuple[float, float] = (-1.0, 1.0)
    utility_sum: float | None = None  # where the results always make the same sum
    longest: int = 0  # an upper bound on decisions, 0: unknown
    limit: str = ""
    invariants: tuple[tuple[str, str], ...] = ()  # (sentence, name of a test of the module)
    examples: tuple[str, ...] = field(default=())
    values: tuple[Value, ...] = ()
    scenario: str = ""  # the one that is played
    campaigns: tuple[Campaign, ...] = ()
    brought: tuple[Brought, ...] = ()
    frames: tuple[tuple[str, str], ...] = ()  # (attribute, domain) of frame slots that hold rows
    standing: str = ""  # what tells of a seat how well it stands, in the module's `shows`
