"""What the lowering holds while it writes a body: where it is, its variables, the open block.

Who calls whom (the context stands last or, for asks, first):

expressions.lower_expr(e, ctx) -> Expr
    Impure parts are lifted in front, into the open block, from left to right.
sets.lower_source(e, ctx, ordered=False, anchor=None) -> build.Walk
    A set, list or zone to loop over, its filters fused; their locals name `walk.var`.
    `ordered`: in the order of the language (for walks of players: from `anchor`).
statements.lower_body(body, ctx) -> None
    Statements one after the other, in the open block.
choices.decide(ctx, you, offered, prompt, stmt, otherwise, *, secret, hidden, could, asks) -> None
    If any of `offered` (choices.Offered) is able: Ask, then what was taken; else otherwise().
branches.branch_list(branches, you, ctx, node) -> choices.Offered
    Labelled branches as one site. `Offered`: a p.Choice, `able`, `take(value)` writes its deed.
choices.word(ctx, node, "pass", take) -> choices.Offered
    A site with the one option "pass" (or "no", "done").
choices.Offered of pieces' actions are made by actions.actions_in.
nature.roll(...) makes rolls; hooks on rolls are put around by hooks.around.

verbs.lower_verb(stmt, ctx) -> None            every verb of the table of verbs, with its hooks
verbs.lower_drawn(draw, ctx) -> Expr           `let x = draw …`: the mask of what was drawn
zones.declare_zones(whole) -> None             cells of zones, `at_`, pools (called by layout)
zones.read_zone(field, of, index, ctx) -> Expr what lies there: a mask, or ints (slots)
zones.zone_source(field, of, index, ctx) -> build.Walk
    To loop over the pieces that lie there (index None of an indexed zone: all of it).
attributes.attribute(name, args, ctx) -> Expr  owner_of, space_of, placed, top … of pieces, zones
hooks.call_proc(proc, args, you, ctx, span, original=False) -> Expr | None
    Through the wrapper if hooks meet it; versions of pieces are chosen. The answer in a variable.
hooks.around(kind, name, args, you, ctx, span, body) -> None
    A verb or roll: body() written between what comes before and after, where hooks meet it.
windows.lower_offer(stmt, ctx) -> None         `offer W …`
actions.actions_in(window, args, you, ctx) -> list[choices.Offered]   `may … in W` as options

Every call of a procedure goes through `ctx.call`, every `Moment` through `ctx.moment`: they put the
test of a pending signal (`end turn` from inside, `eliminate`, `roll again`) behind it.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.forms import Forms
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.source import NOWHERE, Span

if TYPE_CHECKING:
    pass


@record(eq=False, frozen=False)
class Place:
    """Something around the statement in work that can be left: a region, loop, addressed block.

    `signal`: its number, where a signal ends here; `seat`: whom the block is addressed to, where
    games count running blocks; `stops`: whether `stop` leaves it.
    """

    label: str
    signal: int = 0
    seat: p.Expr | None = None
    stops: bool = False
    returns: bool = False  # `return` leaves it: a `to` that is written out inside another
    again: bool = False  # a signal starts it anew (the loop around a roll)
    closing: Callable[[], None] | None = None  # writes what is undone when it is left from inside


@record(eq=False, frozen=False)
class Context:
    """One body being written: a procedure's, or a pure function's (then nothing can be emitted)."""

    whole: Whole
    env: dict[g.Local, p.Expr] = field(default_factory=dict)
    blocks: list[list[p.Stmt]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    returns: bool = True  # False: the body of an entry, which nobody called
    gives: p.Form | None = None
    answer: p.Expr | None = None  # what the procedure returns where nothing is said
    proc: g.Proc | None = None
    ranges: dict[p.Var, tuple[int, int]] = field(default_factory=dict)
    guard: tuple[str, g.Expr] | None = None  # `while C`, `until C` of the `to` in work
    sure: set[int] = field(default_factory=set)  # choices known to have an option, by id
    guards: int = 0  # how many conditional parts of expressions are around the one in work
    secret: bool = False  # in part one of `together`: asks tell the seat only
    stands: dict[p.Var, p.Expr] = field(default_factory=dict)  # figures as if they stood there
    step: tuple[p.Expr, p.Expr, p.Expr] | None = None  # from, to, first space of the step in hand
    knows: bool = False  # in examples and invariants: what nobody sees is read all the same

    @property
    def forms(self) -> Forms:
        """The forms of types."""
        return self.whole.forms

    # -- variables

    def fresh(self, name: str, form: p.Form, domain: str = "") -> p.Var:
        """A new variable of this body; `domain` where it may hold rows while somebody is asked."""
        base = "".join(c if c.isalnum() or c == "_" else "_" for c in name) or "x"
        if keyword.iskeyword(base):
            base += "_"
        count = self.used.get(base, 0)
        self.used[base] = count + 1
        if count:
            return self.fresh(f"{base}_{count + 1}", form, domain)
        return p.Var(base, form, domain)

    def local(self, local: g.Local) -> p.Var:
        """A new variable for a local of the rules, bound from now on."""
        form, domain = self.forms.form_of(local.type), self.forms.rows_in(local.type)
        var = self.fresh(local.name, form, domain)
        self.env[local] = var
        self.note_range(var, local.type)
        return var

    def note_range(self, var: p.Var, type_: t.Type) -> None:
        """Remember within which ints a variable of this type stays."""
        if var.form == "int" and not isinstance(type_, t.Broken | t.Nothing):
            domain = self.forms.domain(type_)
            if domain.count <= t.MOST:
                self.ranges[var] = (domain.low, domain.end - 1)

    def bind(self, local: g.Local | None, value: p.Expr) -> None:
        """From now on a local means this expression (an atom, unless it is read once)."""
        if local is not None:
            self.env[local] = value

    def keep(self, name: str, value: p.Expr, span: Span = NOWHERE, domain: str = "") -> p.Expr:
        """The value in a variable, so that it can be used more than once; atoms stay.

        Inside a comprehension, or where it is not sure to be reached, it stays as it is.
        """
        if isinstance(value, p.Var | p.Const) or not self.blocks or self.guards:
            return value
        var = self.fresh(name, b.form_of(value), domain)
        self.emit(p.Assign(var, value, span))
        return var

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """What is lowered inside is not sure to be reached here, or reads an inner variable."""
        self.guards += 1
        try:
            yield
        finally:
            self.guards -= 1

    @contextmanager
    def all_known(self) -> Iterator[None]:
        """What is lowered inside is stated of the game: it knows what nobody sees."""
        self.knows = True
        try:
            yield
        finally:
            self.knows = False

    # -- statements

    def emit(self, stmt: p.Stmt) -> None:
        """Add a statement to the block that is open."""
        if not self.blocks or self.guards:
            raise NotYet("A deed inside a value", getattr(stmt, "span", NOWHERE))
        self.blocks[-1].append(stmt)

    @contextmanager
    def block(self) -> Iterator[list[p.Stmt]]:
        """Statements emitted inside are collected in the list given."""
        body: list[p.Stmt] = []
        self.blocks.append(body)
        try:
            yield body
        finally:
            self.blocks.pop()

    def label(self, name: str) -> str:
        """A fresh label of a region or loop."""
        return self.fresh(name, "int").name

    @contextmanager
    def inside(self, place: Place) -> Iterator[Place]:
        """Statements emitted inside stand in this place."""
        self.places.append(place)
        try:
            yield place
        finally:
            self.places.pop()

    # -- calls, moments, signals

    def call(self, proc: str, args: tuple[p.Expr, ...], var: p.Var | None, span: Span) -> None:
        """Call a procedure of the program, and go where a signal set inside leads."""
        self.emit(p.CallProc(proc, args, var, span))
        self.test_signal(span)

    def moment(self, span: Span) -> None:
        """The end of a simple statement that wrote something."""
        self.emit(p.Moment(span))
        self.test_signal(span)

    def test_signal(self, span: Span) -> None:
        """Leave if a signal is up (taken out again later where none can be)."""
        from hoyle.compiler.from_game import leaving

        leaving.test_signal(self, span)

    def rule(self, span: Span, cites: tuple[str, ...] = ()) -> int:
        """The number of the rule at a place."""
        return self.whole.rule(span, cites)

    def not_yet(self, what: str, span: Span) -> NotYet:
        """To raise where a construct cannot be lowered."""
        return NotYet(what, span)
