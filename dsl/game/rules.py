"""What is declared to hold: values, deeds, hooks, actions, effects, movements, options."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from typing import Literal as Word

from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import Type

if TYPE_CHECKING:
    from hoyle.dsl.game.base import Body, Expr, Local, Prompt, Value
    from hoyle.dsl.game.statements import Bound, Branch


@record(eq=False, frozen=False)
class ValueDecl:
    """A value; `of` None, "player" or a thing, then `this` is its subject (also `you` of a
    player's)."""

    name: str
    of: str | None
    this: Local | None
    params: tuple[Local, ...]
    type: Type
    body: Expr | None
    span: Span
    cites: tuple[str, ...] = ()
    parent: ValueDecl | None = None  # what a variant replaced
    adjusts: list[Adjust] = field(default_factory=list)
    doc: str = ""


@record
class Selector:
    """The rows that carry a rule: one (`row`), all with a fact condition (`rows`), or dynamic
    (`where`)."""

    thing: str
    this: Local
    rows: tuple[int, ...]
    where: Expr | None
    rank: int  # 2: by name, 1: where, 0: all


@record(eq=False)
class Adjust:
    """`adjust V …`. `this`, `params` are bound like the value's own; `carrier` with `you`, `bearer`
    when it stands among a piece's rules. `tests`: parameter (or -1 for the subject) must equal
    this."""

    op: Word["by", "less", "to", "times", "floor", "cap", "those"]
    amount: Expr
    this: Local | None
    params: tuple[Local, ...]
    tests: tuple[tuple[int, Expr], ...]
    each: tuple[Local, Expr] | None
    when: Expr | None
    it: Local | None
    if_any: bool
    carrier: Selector | None
    you: Local | None
    bearer: Local | None
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    in_variant: bool = False
    lasting: Lasting | None = None  # stands inside this effect: holds while it lasts


@record(eq=False, frozen=False)
class Version:
    """A piece's version of a `to`: `selector.this` is the first argument, `params` are the rest."""

    selector: Selector
    you: Local
    params: tuple[Local, ...]
    body: Body
    span: Span
    cites: tuple[str, ...] = ()


@record(eq=False, frozen=False)
class Proc:
    """A `to`, or `setup`, `play`, `turn` (by these names). `gives`: (name, type)."""

    name: str
    you: Local
    params: tuple[Local, ...]
    gives: tuple[str, Type] | None
    guard: tuple[Word["while", "until"], Expr] | None
    body: Body | None
    span: Span
    versions: list[Version] = field(default_factory=list)
    cites: tuple[str, ...] = ()
    doc: str = ""
    parent: Proc | None = None
    addressed: bool = True  # False: setup, play


@record
class Pattern:
    """An argument of a hook or action: anything (neither), a new name, or a value it must equal."""

    binds: Local | None = None
    equals: Expr | None = None


@record
class Event:
    """What a hook meets. kind "proc" (incl. turn, setup, play), "verb", "roll", "step", "leave"."""

    kind: Word["proc", "verb", "roll", "step", "leave"]
    name: str
    args: tuple[Pattern, ...]


@record(eq=False)
class Hook:
    """`[may] before|after|instead of …`. `you`: whose rule it is (the carrier's owner, or the
    doer); `doer`: who does the deed. `by` "own", "anyone", "others". `body` None: nothing (or
    `instead`: it does not happen)."""

    timing: Word["before", "after", "instead"]
    may: bool
    events: tuple[Event, ...]
    by: str
    purposes: tuple[str, ...]
    bound: Bound | None
    when: Expr | None
    reason: str | None
    body: Body | None
    carrier: Selector | None
    you: Local
    bearer: Local | None
    label: Prompt
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    lasting: Lasting | None = None  # stands inside this effect


@record(eq=False)
class Action:
    """`may "label" in W(…) [when C]`: an option of windows."""

    windows: tuple[tuple[str, tuple[Pattern, ...]], ...]
    branch: Branch
    carrier: Selector | None
    you: Local
    bearer: Local | None
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


@record
class Ending:
    """When a lasting effect ends: "end" of the running NAME, "next" NAME(f), "end next" NAME(f), or
    a "deed"."""

    form: Word["end", "next", "end next", "deed"]
    name: str
    args: tuple[Expr, ...]


@record(eq=False, frozen=False)
class Lasting:
    """State that ends by itself, and what holds meanwhile."""

    name: str
    params: tuple[Local, ...]
    endings: tuple[Ending, ...]
    carrier: Selector | None
    bearer: Local | None
    span: Span
    adjusts: list[Adjust] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)
    lifts: tuple[Lift, ...] = ()
    cites: tuple[str, ...] = ()


@record(eq=False)
class Lift:
    """`lift N, M [when C]` of a carrier's bearer."""

    names: tuple[str, ...]
    when: Expr | None
    carrier: Selector | None
    bearer: Local | None
    span: Span = field(compare=False)


@record(eq=False)
class Movement:
    """`movement N of T`: clauses by kind, each with `this`, `here`, `there`, `rise` as locals."""

    name: str
    thing: str
    this: Local
    here: Local
    there: Local
    rise: Local
    allows: tuple[tuple[Expr, Expr | None], ...]
    cost: Expr | None
    bars: tuple[tuple[str, Expr], ...]
    halts: tuple[tuple[str, Expr], ...]
    rests: tuple[tuple[str, Expr], ...]
    span: Span = field(compare=False)


@record(eq=False)
class SightLine:
    """`sight of T, U`."""

    things: tuple[str, ...]
    this: Local
    eye: Expr | None
    aims: tuple[Expr, ...]
    aims_space: tuple[Expr, ...]
    column: tuple[Local, Expr] | None
    adjacent_always: bool
    touching_blocks: bool
    span: Span = field(compare=False)


@record(eq=False)
class Whenever:
    """`whenever C`; `binds` is the quantifier's variable and set where C is `any x in S has D`
    (then `cond` is D)."""

    binds: tuple[tuple[Local, Expr], ...]
    cond: Expr
    body: Body
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()


@record
class Option:
    """`option NAME: T = E "…"`; `value` is that of this game (given at loading, else the default).

    `reason`: why not every value goes with all values of the other options (`when C "reason"`)."""

    name: str
    type: Type
    default: Value
    value: Value
    text: str
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
    reason: str = ""


@record
class Ruling:
    """`ruling gap|text|conflict "…"`."""

    basis: Word["gap", "text", "conflict"]
    text: str
    cites: tuple[str, ...]
    span: Span = field(compare=False)


@record(eq=False)
class Invariant:
    """`invariant "…" [before NAME:] C`."""

    text: str
    before: str | None
    cond: Expr
    span: Span = field(compare=False)
    cites: tuple[str, ...] = ()
