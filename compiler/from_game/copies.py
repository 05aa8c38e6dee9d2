"""Copies: pieces with equal facts and no cells of their own are chosen by kind.

Where one of several copies can be taken, it is offered once for each place in which copies lie,
under the numbers of the kind: those of the rows that are alike, from the first on, whichever of
the rows are there. Which of the copies somebody holds would tell what others hold.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout, zones
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record


@record
class Kinds:
    """The kinds of pieces of one component, or of several things together: for each row the first
    row like it."""

    things: tuple[str, ...]
    first: tuple[int, ...]

    @property
    def domain(self) -> str:
        """A row, as the schema spells it."""
        head = "thing" if len(self.things) == 1 else "either"
        return f"{head}:{'+'.join(self.things)}"

    @property
    def stand_together(self) -> bool:
        """Whether equal rows stand next to each other."""
        return list(self.first) == sorted(self.first)


@record
class Copies:
    """What an ask offers where some pieces are alike: what is `there`, and of a subset what is
    `chosen`, which was the `last`, and how many more are `needed`.

    `places`: where each row lies; None: all that is there lies in one place.
    """

    kinds: Kinds
    there: p.Expr
    places: p.Expr | None
    chosen: p.Expr = b.NO_MASK
    last: p.Expr = b.NONE
    needed: p.Expr = b.ZERO

    @property
    def is_simple(self) -> bool:
        """Whether the first of each kind, in the order of the table, are all that is offered."""
        return self.places is None and self.kinds.stand_together

    def numbers(self, whole: Whole) -> p.Expr:
        """The numbers of what is offered, rising."""
        args = (self.there, self.chosen, self.last, self.needed)
        return p.Library("offered", (*args, *self._where(whole)), "ints")

    def meant(self, number: p.Expr, whole: Whole) -> p.Expr:
        """The piece that is taken by a number."""
        if self.is_simple:
            like = b.lookup(_like(self.kinds, whole), number)
            return p.Library("copy", (like, b.minus(self.there, self.chosen)), "int")
        args = (number, self.there, self.chosen)
        return p.Library("copy_among", (*args, *self._where(whole)), "int")

    def _where(self, whole: Whole) -> tuple[p.Expr, p.Expr]:
        return (p.Lookup(_first(self.kinds, whole), ()), self.places or b.NO_ITEMS)


def kinds(of: t.Type, game: g.Game) -> Kinds | None:
    """The kinds of what a choice is among; None where no two pieces are alike."""
    match of:
        case t.Optional(inner):
            return kinds(inner, game)
        case t.Thing(name):
            names: tuple[str, ...] = (name,)
        case t.Either(names):
            pass
        case _:
            return None
    first: tuple[int, ...] = ()
    for name in names:
        rows = range(len(game.tables[name].rows))
        pieces = game.tables[name].form == "component"
        classes = zones.classes_of(name, game) if pieces else tuple(rows)
        first += tuple(len(first) + row for row in classes)
    return Kinds(names, first) if len(set(first)) < len(first) else None


def offered(walk: b.Walk, copies: Copies, ctx: Context) -> p.Expr:
    """The numbers of what a walk of single pieces offers; `copies` says what is there."""
    if not copies.is_simple:
        return copies.numbers(ctx.whole)
    return b.comp("ints", walk, kind(walk.var, copies.kinds, ctx.whole))


def kind(row: p.Expr, kinds: Kinds, whole: Whole) -> p.Expr:
    """The first row that is like this one."""
    return b.lookup(_first(kinds, whole), row)


def first_of_each(var: p.Expr, left: p.Expr, kinds: Kinds, whole: Whole) -> p.Expr:
    """Whether a piece is the first of its kind among those that are left."""
    return b.eq(b.inter(left, b.lookup(_before(kinds, whole), var)), b.NO_MASK)


# ------------------------------------------------------------------------------------------ places


def places(source: g.Expr, kinds: Kinds, whole: Whole) -> p.Expr | None:
    """Where each row lies; None where all of a set that are alike lie in one place."""
    return None if _in_one_place(source) else whereabouts(kinds, whole)


def whereabouts(kinds: Kinds, whole: Whole) -> p.Expr:
    """Where each row lies."""
    found: p.Expr = b.NO_ITEMS
    for thing in kinds.things:
        pieces = whole.pieces.get(thing)
        nowhere = b.const((-1,) * len(whole.game.tables[thing].rows))
        part = nowhere if pieces is None else b.get(pieces.at)
        found = part if found == b.NO_ITEMS else b.op("concat", found, part)
    return found


def _in_one_place(e: g.Expr) -> bool:
    """Whether all pieces of one component that are in a set surely lie in one zone."""
    match e:
        case g.Cast(a=inner) | g.Filtered(over=inner) | g.Ranked(over=inner):
            return _in_one_place(inner)
        case g.Join(op="except", a=inner):
            return _in_one_place(inner)
        case g.Join(op="+", a=one, b=other):
            apart = not _things(one) & _things(other)
            return apart and _in_one_place(one) and _in_one_place(other)
        case g.FieldRead(field=field):
            return field.role == "zone" and (field.index is None or e.index is not None)
        case g.ValueOf(value=value) if value.body is not None and not value.adjusts:
            return _in_one_place(value.body)
        case _:
            return False


def _things(e: g.Expr) -> set[str]:
    """The things whose rows may be in a set."""
    return _things(e.a) if isinstance(e, g.Cast) else set(t.things_of(e.type))


def carried_in_one_place(thing: str, whole: Whole) -> bool:
    """Whether a player can have pieces that carry rules in one zone only."""
    held = [zone for zone in whole.pieces[thing].zones if zone.field.owner != "table"]
    if (thing, "owner") in whole.game.values:  # whoever the rules say, wherever it lies
        return False
    return len(held) == 1 and held[0].field.owner == "player" and held[0].size == 1


# ------------------------------------------------------------------------------------------ tables


def _first(kinds: Kinds, whole: Whole) -> p.StaticTable:
    """For each row the first like it."""
    return whole.table(
        ("classes", kinds.things), _named("classes", kinds), 1, "int", lambda: kinds.first
    )


def _like(kinds: Kinds, whole: Whole) -> p.StaticTable:
    """For each row all that are like it."""
    return _masks("like", kinds, lambda row, other: True, whole)


def _before(kinds: Kinds, whole: Whole) -> p.StaticTable:
    """For each row those before it that are like it."""
    return _masks("like before", kinds, lambda row, other: other < row, whole)


def _masks(
    what: str, kinds: Kinds, test: Callable[[int, int], bool], whole: Whole
) -> p.StaticTable:
    """For each row those of the rows like it that have a test."""
    rows: dict[int, list[int]] = {}
    for row, first in enumerate(kinds.first):
        rows.setdefault(first, []).append(row)

    def data() -> tuple[int, ...]:
        return tuple(
            sum(1 << other for other in rows[first] if test(row, other))
            for row, first in enumerate(kinds.first)
        )

    return whole.table((what, kinds.things), _named(what, kinds), 1, "mask", data)


def _named(what: str, kinds: Kinds) -> str:
    things = "_".join(layout.snake(thing) for thing in kinds.things)
    return f"{things}_{what.replace(' ', '_')}".upper()
