"""Who carries a rule: the pieces that a heading names, and the figures that bear them."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.resolve.common import inside
from hoyle.dsl.resolve.expressions import resolve_condition
from hoyle.dsl.resolve.facts import Facts, of_bearing, of_rows, shown
from hoyle.dsl.resolve.pieces import things_in
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.static import rows_where
from hoyle.dsl.resolve.world import World, did_you_mean

BY_NAME, BY_CONDITION, ALL = 2, 1, 0


@record
class Piece:
    """The rules of some pieces: as written, who carries them, and who may bear those."""

    node: n.PieceRules
    carrier: g.Selector
    bearers: t.Type | None
    on_chart: bool
    in_variant: bool
    known: Facts

    def scope(self, world: World, you: g.Local | None, bearer: g.Local | None) -> Scope:
        """Where the rules stand: `this` is the piece, its attributes are bare."""
        scope = top(world).about(self.carrier.this)
        scope.learn(self.known)
        if you is not None:
            scope = scope.addressed(you)
        return self._borne(world, scope, bearer) if bearer is not None else scope

    def _borne(self, world: World, scope: Scope, bearer: g.Local) -> Scope:
        """With a bearer, of whom is known what it must be like to bear the piece."""
        inner = scope.borne(bearer)
        if isinstance(bearer.type, t.Thing):
            table = world.game.tables[bearer.type.name]
            inner.learn(of_bearing(table, self.carrier.thing, bearer))
        return inner

    def bearer(self, rule: n.Node) -> g.Local | None:
        """The bearer as one rule sees it; None if the rule holds for whoever has the piece.

        A row of a chart is always borne. A piece may also lie with a player: a rule that tests
        `bearer` for none holds in both cases, one that names it for bearers alone.
        """
        if self.bearers is None:
            return None
        named = [part for part in inside(rule) if isinstance(part, n.Word) and _is_bearer(part)]
        if _tests_bearer(rule):
            return g.Local("bearer", t.Optional(self.bearers), rule.span.first(), "bearer")
        if named or self.on_chart:
            return g.Local("bearer", self.bearers, rule.span.first(), "bearer")
        return None


def _is_bearer(word: n.Word) -> bool:
    return word.word == "bearer"


def _tests_bearer(rule: n.Node) -> bool:
    """Whether a rule asks `bearer is none` or `bearer is not none`."""
    return any(
        isinstance(part, (n.Is, n.IsNot))
        and isinstance(part.left, n.Word)
        and isinstance(part.right, n.Word)
        and _is_bearer(part.left)
        and part.right.word == "none"
        for part in inside(rule)
    )


def find_pieces(world: World) -> tuple[Piece, ...]:
    """All headings of pieces with what they mean; those of unknown pieces are reported."""
    found = (_piece(world, node, level > 0) for node, level in world.by_level(n.PieceRules))
    return tuple(piece for piece in found if piece is not None)


def _piece(world: World, node: n.PieceRules, in_variant: bool) -> Piece | None:
    type_name = node.subject.type if isinstance(node.subject, n.Piece) else node.subject
    table = world.game.tables.get(type_name.text)
    if table is None:
        world.sink.report(
            codes.UNKNOWN_TYPE,
            type_name.span,
            f"There is no component `{type_name}`.",
            help=did_you_mean(type_name.text, world.game.tables)
            or f"Declare it: `component {type_name} from …`.",
        )
        return None
    this = g.Local("this", t.Thing(table.name), node.subject.span, "this")
    cond = _condition(world, node, this)
    carrier = _carrier(world, node, table, this, cond)
    if carrier is None:
        return None
    known = of_rows(carrier, table)
    if cond is not None:
        known |= shown(cond, True)
    bearers = _bearers(world, table.name)
    return Piece(node, carrier, bearers, table.form == "chart", in_variant, known)


def _condition(world: World, node: n.PieceRules, this: g.Local) -> g.Expr | None:
    """What the pieces must be like: their attributes are bare, `this` is one of them."""
    if node.where is None:
        return None
    scope = top(world).element(this, named=False)
    scope.this = this
    return resolve_condition(node.where, scope)


def _carrier(
    world: World, node: n.PieceRules, table: g.Table, this: g.Local, cond: g.Expr | None
) -> g.Selector | None:
    if isinstance(node.subject, n.Piece):
        return _named(world, node.subject, table, this)
    everything = tuple(range(len(table.rows)))
    if cond is None:
        return g.Selector(table.name, this, everything, None, ALL)
    rows = rows_where(cond, this, table, world.game)
    if rows is None:
        return g.Selector(table.name, this, everything, cond, BY_CONDITION)
    return g.Selector(table.name, this, rows, None, BY_CONDITION)


def _named(world: World, piece: n.Piece, table: g.Table, this: g.Local) -> g.Selector | None:
    rows = tuple(index for index, row in enumerate(table.rows) if row.name == piece.name)
    if rows:
        return g.Selector(table.name, this, rows, None, BY_NAME)
    if table.rows:
        names = [row.name for row in table.rows]
        world.sink.report(
            codes.UNKNOWN_PIECE,
            piece.span,
            f"No {table.name} is called “{piece.name}”.",
            help=did_you_mean(piece.name, names) or f"Take a name from the table of {table.name}.",
        )
    return None


def _bearers(world: World, thing: str) -> t.Type | None:
    """The figures that may bear a thing, by what their components say."""
    names = [table.name for table in world.game.tables.values() if thing in _borne_by(table)]
    if not names:
        return None
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(sorted(names)))


def _borne_by(table: g.Table) -> Iterator[str]:
    for _, what, _ in table.bears:
        yield from things_in(what.type) or ()
