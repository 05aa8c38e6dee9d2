"""Labels: who may know what an expression says.

A label is a set of secrets. A secret is seen by one player (by the path of who that is), by nobody,
or by somebody who cannot be told here, which counts as seen: the check reports what it is sure of.
Of pieces two things can be known: that they are there and how many, and which they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.checks.graph import Graph, things_of
from hoyle.dsl.records import record
from hoyle.dsl.walk import Node, parts

Path = tuple[object, ...]


@record
class Secret:
    """Something that not all may know: where it comes from, and who sees it (None: nobody)."""

    what: str
    seer: Path | None


Secrets = frozenset[Secret]
OPEN: Secrets = frozenset()


@record
class Label:
    """Who may know that things are there and how many, and who may know which.

    `constant`: it is named outright, so where it lies may be a secret of its own.
    """

    number: Secrets = OPEN
    face: Secrets = OPEN
    constant: bool = False

    def join(self, *others: Label) -> Label:
        """What is known of several together."""
        number, face = self.number, self.face
        for other in others:
            number |= other.number
            face |= other.face
        return Label(number, face)

    def all(self) -> Secrets:
        """Everything secret in it."""
        return self.number | self.face


PUBLIC = Label()


@record(frozen=False)
class Labels:
    """Reads labels off expressions, in one place of one unit.

    `env` labels the locals, `players` tells who a local is: an inner `you` may be an outer name.
    `shown` are fields and locals that the unit reveals.
    """

    graph: Graph
    env: dict[g.Local, Label] = field(default_factory=dict)
    players: dict[g.Local, Path] = field(default_factory=dict)
    shown: set[object] = field(default_factory=set)
    _known: dict[object, Label] = field(default_factory=dict)
    _within: frozenset[g.ValueDecl] = frozenset()

    # -- who

    def path(self, expr: g.Expr | None) -> Path | None:
        """Who a player is, by what is read to find out; None if that cannot be told."""
        match expr:
            case g.Cast():
                return self.path(expr.a)
            case g.LocalRef():
                return self.players.get(expr.local, (expr.local,))
            case g.Literal(type=t.Player()):
                return ("seat", expr.value)
            case g.FieldRead(index=None):
                of = self.path(expr.of) if expr.of is not None else ()
                return None if of is None else ("field", expr.field, *of)
            case g.Function(name="first" | "last" | "only" as name, args=(*_, over)):
                you = self.path(_left_out(name, over, expr.anchor))
                return None if you is None else ("another", name, *you)
            case g.IfElse(then=one, otherwise=other):
                either = self.path(one), self.path(other)
                if either[0] is None or either[1] is None:
                    return None
                return either[0] if either[0] == either[1] else ("either", *either)
            case g.ValueOf(value=value):
                return self._value_path(expr, value)
            case _:
                return None

    def _value_path(self, expr: g.ValueOf, value: g.ValueDecl) -> Path | None:
        """Who a value answers, where nothing adjusts it."""
        if value.body is None or value.adjusts or value in self._within:
            return None
        inner = Labels(self.graph, {}, {}, set(), {}, self._within | {value})
        for local, given in (*zip(value.params, expr.args, strict=False), (value.this, expr.of)):
            if local is not None and (path := self.path(given)) is not None:
                inner.players[local] = path
        return inner.path(value.body)

    # -- what

    def of(self, expr: g.Expr | None) -> Label:
        """The label of an expression."""
        match expr:
            case None:
                return PUBLIC
            case g.Literal():
                return Label(constant=bool(things_of(expr.type)))
            case g.AllOf():
                return Label(constant=True)
            case g.LocalRef():
                return self.env.get(expr.local, PUBLIC)
            case g.FieldRead():
                return self._field(expr)
            case g.Filtered():
                return self._filtered(expr)
            case g.Quantified():
                return self._claim(expr.over, expr.var, expr.cond)
            case g.Fold():
                return self._claim(expr.over, expr.var, expr.body)
            case g.Ranked():
                return self._ranked(expr)
            case g.Function():
                return self._function(expr)
            case g.Binary(op="==" | "!="):
                return self._comparison(expr)
            case g.ValueOf():
                return self._value(expr)
            case g.Cast():
                return self.of(expr.a)
            case g.Join() | g.SetLiteral() | g.IfElse():
                return self._parts(expr)
            case g.Agreed() | g.Called() | g.Rolled() | g.RolledOff() | g.Drawn():
                return PUBLIC  # what is decided or rolled is known when it is used
            case _:
                return _flat(self._parts(expr))

    def _parts(self, expr: Node) -> Label:
        return PUBLIC.join(*(self.of(part) for part in parts(expr) if isinstance(part, g.Expr)))

    def _field(self, read: g.FieldRead) -> Label:
        """The owner must be known, and what lies there is seen as the field says."""
        owner = self.of(read.of)
        around = owner.all() | self.of(read.index).all()
        secrets = OPEN if read.field in self.shown else self._sight(read)
        if read.field.role == "zone":
            number = secrets if read.field.sight.count_hidden else OPEN
            return Label(around | number, around | secrets)
        if read.field.role == "cup":
            return Label(around, around | secrets)
        return _flat(Label(around | secrets))

    def _sight(self, read: g.FieldRead) -> Secrets:
        sight, name = read.field.sight, read.field.name
        match sight.kind:
            case "up":
                return OPEN
            case "down":
                return frozenset((Secret(name, None),))
            case "seen":
                seer = self._seer(read)
                return frozenset((Secret(name, seer),)) if seer is not None else OPEN

    def _seer(self, read: g.FieldRead) -> Path | None:
        """Who sees a field of this owner; None if that cannot be told here."""
        sight = read.field.sight
        if sight.this is None or read.of is None:
            return self.path(sight.seers)
        owner = self.path(read.of)
        if owner is None:
            return None
        inner = Labels(self.graph, {}, {sight.this: owner})
        return inner.path(sight.seers)

    # -- sets

    def _filtered(self, expr: g.Filtered) -> Label:
        over = self.of(expr.over)
        cond = self._with(expr.var, over).of(expr.cond).all()
        return Label(over.number | cond, over.face | cond, over.constant)

    def _claim(self, over: g.Expr, var: g.Local, body: g.Expr) -> Label:
        """A number or a claim about all elements: it knows what it looks at, and how many."""
        label = self.of(over)
        return _flat(Label(label.number, self._with(var, label).of(body).all()))

    def _ranked(self, expr: g.Ranked) -> Label:
        over = self.of(expr.over)
        inner = self._with(expr.var, over)
        keys: Secrets = OPEN
        for _, key in expr.keys:
            keys |= inner.of(key).all()
        return Label(over.number | keys, over.face | keys, over.constant)

    def _with(self, var: g.Local, over: Label) -> Labels:
        """Where an element of a set has a name."""
        env = {**self.env, var: Label(OPEN, over.face, over.constant)}
        return Labels(self.graph, env, self.players, self.shown, self._known)

    # -- functions and values

    def _function(self, expr: g.Function) -> Label:
        args = [self.of(arg) for arg in expr.args]
        match expr.name:
            case "count" | "size_of":
                return _flat(Label(PUBLIC.join(*args).number))
            case "first" | "last" | "top" | "only" | "starting" | "sorted":
                return PUBLIC.join(*args)
            case "owner_of" | "space_of" if args and args[0].constant:
                return _flat(Label(self._whereabouts(expr)))
            case "owner_of" | "space_of" | "placed" | "place_of" | "facing_up":
                return PUBLIC
            case _:
                return _flat(PUBLIC.join(*args))

    def _whereabouts(self, expr: g.Function) -> Secrets:
        """Where a piece that is named outright lies: as hidden as the zones that may hold it."""
        boards = {n for n, table in self.graph.game.tables.items() if table.form == "board"}
        secrets = set()
        for zone in self.graph.holders_of(expr.args[0].type):
            relevant = (zone.owner in boards) is (expr.name == "space_of")
            held = zone.owner != "table" and zone.sight.kind != "up" and zone not in self.shown
            if relevant and held:
                secrets.add(Secret(zone.name, None))
        return frozenset(secrets)

    def _comparison(self, expr: g.Binary) -> Label:
        """Compared with none, a place only tells whether something is there."""
        for one, other in ((expr.a, expr.b), (expr.b, expr.a)):
            if isinstance(_bare(other), g.Literal) and _is_none(other):
                return _flat(Label(self.of(one).number))
            if _is_owner(one) and self.path(other) is not None:
                return _flat(Label(self._held_by(one, self.path(other))))
        return _flat(self._parts(expr))

    def _held_by(self, owner: g.Expr, player: Path | None) -> Secrets:
        """Whether a player holds something that player knows."""
        return frozenset(
            Secret(secret.what, player if secret.seer is None else secret.seer)
            for secret in self.of(owner).all()
        )

    def _value(self, expr: g.ValueOf) -> Label:
        """A value knows what its body and its adjustments know; worked out once for each use."""
        inner = Labels(self.graph, {}, {}, self.shown, self._known)
        value = expr.value
        if value.this is not None:
            inner._bind(value.this, expr.of, self)
        for param, arg in zip(value.params, expr.args, strict=False):
            inner._bind(param, arg, self)
        key = (value, expr.base, tuple(inner.env.items()), tuple(inner.players.items()))
        if key not in self._known:
            self._known[key] = PUBLIC  # if it needs itself, which is reported elsewhere
            self._known[key] = inner._looked_up(value, expr.base)
        return self._known[key]

    def _looked_up(self, value: g.ValueDecl, base: bool) -> Label:
        found = self.of(value.body)
        for adjust in () if base else value.adjusts:
            if adjust.carrier is None:
                more = self._adjustment(adjust, value)
                found = Label(found.number | more, found.face, found.constant)
        return found

    def _bind(self, local: g.Local, expr: g.Expr | None, outer: Labels) -> None:
        self.env[local] = outer.of(expr)
        path = outer.path(expr)
        if path is not None:
            self.players[local] = path

    def _adjustment(self, adjust: g.Adjust, value: g.ValueDecl) -> Secrets:
        names = dict(zip(adjust.params, value.params, strict=False))
        if adjust.this is not None and value.this is not None:
            names[adjust.this] = value.this
        for mine, theirs in names.items():
            self.env[mine] = self.env.get(theirs, PUBLIC)
            self.players[mine] = self.players.get(theirs, (theirs,))
        return self.of(adjust.when).all() | self.of(adjust.amount).all()


def _left_out(name: str, over: g.Expr, anchor: g.Expr | None) -> g.Expr | None:
    """Who is certainly not the one that is taken: of `others` nobody is you, and the last in turn
    order from you is not you either."""
    while isinstance(over, g.Filtered):
        over = over.over
    match over:
        case g.Join(op="except", b=g.SetLiteral(items=(you,))):
            return you
        case g.AllOf(of="players") if name == "last":
            return anchor
        case _:
            return None


def _flat(label: Label) -> Label:
    """Of what is no piece there is only one thing to know."""
    return Label(label.all(), label.all())


def _bare(expr: g.Expr) -> g.Expr:
    while isinstance(expr, g.Cast):
        expr = expr.a
    return expr


def _is_owner(expr: g.Expr) -> bool:
    bare = _bare(expr)
    return isinstance(bare, g.Function) and bare.name == "owner_of"


def _is_none(expr: g.Expr) -> bool:
    bare = _bare(expr)
    return isinstance(bare, g.Literal) and bare.value is None


def unseen_by(secrets: Iterable[Secret], you: Path | None) -> tuple[Secret, ...]:
    """The secrets that a player may not know; if it cannot be told who that is, those of nobody."""
    hidden = [s for s in secrets if s.seer is None or (you is not None and s.seer != you)]
    return tuple(sorted(hidden, key=lambda secret: secret.what))
