"""Where an expression or a deed stands: which names it sees, who is addressed, what is known.

How the parts of the resolver meet
- `world.World` is shared by everything: the game under construction, the sink, all declarations by
  name. `declare.py` fills it before any body is looked at, so names may be used before their line.
- A `Scope` is one place in the text. Scopes are opened as children of others (`block`, `addressed`,
  `element`, `pure` …) and never closed; a child sees the locals and facts of its parents.
- `expressions.py` turns syntax into typed expressions:
      resolve_expr(node, scope, expected=None) -> Expr     fits `expected`, else it was reported
      resolve_condition(node, scope) -> Expr               a flag
      resolve_set(node, scope, expected=None) -> Expr      SetOf, ListOf, TallyOf, Cup
      resolve_range(node, scope) -> RangeSet               of `lo..hi`
      resolve_domain(node, scope) -> Expr                  a set or a range, for `each`, `choose`
      resolve_player(node, scope) -> Expr                  a player (or one who may be none)
      resolve_target(node, scope) -> LocalRef | FieldRead | None     of `=`, `+=`, `-=`
      resolve_zone(node, scope) -> FieldRead | None        where pieces, dice or money lie
      resolve_prompt(prompt, scope) -> Prompt
      resolve_arguments(nodes, params, scope, span, name) -> tuple[Expr, ...]
  A mistake is reported once; what cannot be typed becomes `broken(span)`, which fits everywhere.
- `patterns.resolve_patterns(patterns, subject, scope)` types the arms of every `match`.
- `facts.shown(cond, truth)` says what a condition proves; `scope.learn(…)` takes it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl.codes import Code
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.records import record
from hoyle.dsl.resolve.facts import NONE_KNOWN, Facts, Path, mentions, of_elements
from hoyle.dsl.resolve.world import World, is_verb
from hoyle.dsl.source import Span
from hoyle.dsl.types import BROKEN, Type

Role = Word["let", "param", "choice", "loop", "you", "it", "this", "bearer", "bound"]


@record(frozen=False)
class Scope:
    """A place in the text.

    `you` is who is addressed, None where nobody can be. `elements` are the things whose attributes
    may be named bare, the innermost first. `no_rolls` says why nothing that decides may stand here
    (None: it may). `original` is what `original(…)` means here, `road_fields` are the fields of the
    road that is looked at. `standing`: the space under the figure lends its attributes, too.
    `taking` is the name that something of the set at hand is to get, and does not have yet.
    `of_nothing` is the name of a value that is said of nobody and nothing. `told` are the unknown
    names that were reported in this declaration.
    """

    world: World
    parent: Scope | None = None
    you: g.Expr | None = None
    this: g.Local | None = None
    bearer: g.Local | None = None
    it: g.Local | None = None
    elements: tuple[g.Local, ...] = ()
    no_rolls: str | None = None
    original: g.Proc | g.ValueDecl | None = None
    standing: bool = False
    road_fields: dict[str, tuple[g.Local, g.Field]] = field(default_factory=dict)
    taking: str = ""
    of_nothing: str = ""
    told: set[str] = field(default_factory=set)
    locals: dict[str, g.Local] = field(default_factory=dict)
    known: set[Path] = field(default_factory=set)

    # ------------------------------------------------------------------------------ children

    def naming(self, name: str) -> Scope:
        """The same place, where a set is written of which something will get a name."""
        return replace(self, taking=name)

    def block(self) -> Scope:
        """A block inside this one: its names end with it, what it learns ends with it."""
        return replace(self, parent=self, locals={}, known=set(self.known))

    def addressed(self, you: g.Local) -> Scope:
        """A block that speaks to somebody."""
        inner = self.block()
        inner.you = g.LocalRef(you.type, you.span, you)
        return inner

    def element(self, local: g.Local, *, named: bool, over: g.Expr | None = None) -> Scope:
        """After `where`, `of`, `with most` …: `it` is an element, its attributes are bare.

        With a name of its own it is that local, and its attributes are not bare. `over` is the
        set it comes from: what its filter shows is known here.
        """
        inner = self.pure("it is looked at for each element")
        if named:
            inner.locals[local.name] = local
        else:
            inner.it = local
            inner.elements = (local, *self.elements)
        if over is not None:
            inner.known |= of_elements(over, local)
        return inner

    def about(self, this: g.Local, *, bare: bool = True) -> Scope:
        """Inside rules or values of a thing: `this`, and its attributes bare."""
        inner = self.block()
        inner.this = this
        if bare:
            inner.elements = (this, *self.elements)
        return inner

    def borne(self, bearer: g.Local) -> Scope:
        """Inside rules that a figure bears."""
        inner = self.block()
        inner.bearer = bearer
        return inner

    def pure(self, why: str) -> Scope:
        """Where no roll, question or deciding call may stand, because `why`."""
        inner = self.block()
        inner.no_rolls = self.no_rolls or why
        return inner

    def if_(self, facts: Facts) -> Scope:
        """Where these facts hold in addition."""
        inner = self.block()
        inner.known |= facts
        return inner

    # ------------------------------------------------------------------------------ locals

    def declare(self, name: str, type_: Type, span: Span, role: Role = "let") -> g.Local:
        """A new local in this block; a name that means something else already is reported."""
        local = g.Local(name, type_, span, role)
        return self.add(local)

    def add(self, local: g.Local) -> g.Local:
        """Take a local made elsewhere into this block, reported if its name is taken."""
        self._check_free(local)
        self.locals[local.name] = local
        return local

    def _check_free(self, local: g.Local) -> None:
        before = self.find_local(local.name)
        if before is not None:
            self._clash(local, f"`{local.name}` is a name already here", before.span)
            return
        taken = self.world.names.get(local.name)
        if taken is not None:
            self._clash(local, f"`{local.name}` is {taken.what} already", taken.span)
            return
        if is_verb(local.name):
            self._clash(local, f"`{local.name}` is a verb of the language already", None)
            return
        for element in self.elements:
            if self.world.has_attribute(element.type, local.name):
                what = self.world.owners_of(element.type)[0]
                self._clash(local, f"`{local.name}` of {what} is in reach here already", None)
                return

    def _clash(self, local: g.Local, message: str, other: Span | None) -> None:
        self.world.clashing.add(local)
        labels = (Label(other, f"`{local.name}` means this"),) if other is not None else ()
        self.report(
            codes.NAME_TWICE,
            local.span,
            f"{message}.",
            labels=labels,
            help="Take another name for one of the two: no name means two things.",
        )

    def find_local(self, name: str) -> g.Local | None:
        """The local of a name, in this block or around it."""
        now: Scope | None = self
        while now is not None:
            if name in now.locals:
                return now.locals[name]
            now = now.parent
        return None

    def visible_locals(self) -> Iterator[str]:
        """The names of all locals seen here."""
        now: Scope | None = self
        while now is not None:
            yield from now.locals
            now = now.parent

    def ref(self, local: g.Local, span: Span) -> g.LocalRef:
        """A use of a local; it counts as read."""
        self.world.read_locals.add(local)
        return g.LocalRef(local.type, span, local)

    # ------------------------------------------------------------------------------ addressed

    def you_or_nobody(self) -> g.Expr | None:
        """Whom a deed or an order of players belongs to, for the `you` and `anchor` of nodes."""
        return self.you

    # ------------------------------------------------------------------------------ what is known

    def learn(self, facts: Facts) -> None:
        """From here on in this block these facts hold (after `if x is none: return`)."""
        self.known |= facts

    def forget(self, *changed: g.Local | g.Field) -> None:
        """A local or field gets a new value: what was known of it ends, here and around."""
        now: Scope | None = self
        while now is not None:
            now.known -= {p for p in now.known if any(mentions(p, thing) for thing in changed)}
            now = now.parent

    def knows(self, path: Path | None) -> bool:
        """Whether what a path reads is surely something here."""
        return path is not None and path in self.known

    # ------------------------------------------------------------------------------ reporting

    def report(
        self,
        code: Code,
        span: Span,
        message: str,
        *,
        labels: Iterable[Label] = (),
        help: str | None = None,
    ) -> g.Expr:
        """Report a mistake; the answer stands for what it broke and silences what follows."""
        self.world.sink.report(code, span, message, labels=labels, help=help)
        return broken(span)


def broken(span: Span) -> g.Literal:
    """Stands for an expression that was reported; fits everywhere."""
    return g.Literal(BROKEN, span, None)


def top(world: World, you: g.Expr | None = None) -> Scope:
    """The scope of a declaration at the left margin."""
    return Scope(world, you=you)


__all__ = ["NONE_KNOWN", "Facts", "Role", "Scope", "broken", "top"]
