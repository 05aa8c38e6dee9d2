"""Where pieces can go, read off the whole game before anything is lowered.

A zone held as slots may hold known pieces or marks of pools. What cannot happen in a game is not
tested for in its program: this module says which zones are ever mixed, where marks of a zone's pool
can come to lie, and which zones can hold pieces whose slots are known to the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk
from hoyle.dsl.records import record


@record(eq=False, frozen=False)
class Flows:
    """What can happen to the pieces of a game."""

    mixed: set[g.Field] = field(default_factory=set)
    rows: set[g.Field] = field(default_factory=set)
    opened: set[g.Field] = field(default_factory=set)
    reach: dict[g.Field, tuple[g.Field, ...]] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    shown: bool = False
    edges: dict[g.Field, set[g.Field]] = field(default_factory=dict)

    def foreign(self, zone: g.Field) -> bool:
        """Whether marks of another zone's pool can lie in this one."""
        return any(zone in reached for home, reached in self.reach.items() if home is not zone)

    def strays(self, zone: g.Field) -> list[g.Field]:
        """Other zones, and other instances of this, where marks of its pool can lie."""
        return [there for there in self.reach[zone] if there is not zone or self.loops(zone)]

    def loops(self, zone: g.Field) -> bool:
        """Whether marks can go from one instance of a zone to another."""
        if zone.owner == "table" and zone.index is None:
            return False
        return zone in self.behind(zone)

    def behind(self, zone: g.Field) -> list[g.Field]:
        """Where marks that lie in a zone can go from there."""
        found: list[g.Field] = []
        waiting = list(self.edges.get(zone, ()))
        while waiting:
            there = waiting.pop()
            if there not in found and in_slots(there) and hides(there):
                found.append(there)
                waiting.extend(self.edges.get(there, ()))
        return found


def all_zones(game: g.Game) -> list[g.Field]:
    """Every zone in the order of the text: of the table, of players, of things."""
    owners = [game.table_fields, game.player_fields, *(x.fields for x in game.tables.values())]
    return [field for fields in owners for field in fields.values() if field.role == "zone"]


def in_slots(zone: g.Field) -> bool:
    """Whether a zone is held as slots (else as a set of known pieces)."""
    if zone.zone is None:
        return False
    if zone.zone.container in ("pile", "row"):
        return True
    return hides(zone)


def hides(zone: g.Field) -> bool:
    """Whether nobody sees what lies there: only there a mark stays what it is."""
    return zone.sight.kind == "down"


def find(game: g.Game, units: tuple[walk.Unit, ...], examples: bool) -> Flows:
    """Look through every deed of a game."""
    flows = Flows()
    for unit in units:
        if unit.kind in ("example", "invariant", "fork"):
            continue
        plain = _plainly_read(unit)
        for node in unit.nodes():
            _mixes(node, flows)
            _moves(node, game, flows)
            _names(node, flows)
            if isinstance(node, g.FieldRead) and id(node) not in plain and in_slots(node.field):
                flows.rows.add(node.field)
    for zone in all_zones(game):
        _mixed_by_nature(zone, flows)
    if examples:
        flows.rows.update(zone for zone in all_zones(game) if in_slots(zone))
    _close(flows)
    return flows


def _mixed_by_nature(zone: g.Field, flows: Flows) -> None:
    """Bags are always mixed; discards are mixed into what is refilled from them."""
    assert zone.zone is not None
    if zone.zone.container == "bag" and in_slots(zone):
        flows.mixed.add(zone)
    if zone.zone.refill is not None:
        flows.mixed.add(zone)
        flows.edges.setdefault(zone.zone.refill, set()).add(zone)


def _mixes(node: walk.Node, flows: Flows) -> None:
    """Deeds that mix a zone."""
    match node:
        case g.Shuffle(zone=read):
            targets: tuple[g.FieldRead | None, ...] = (read,)
        case g.PutEvery(to=to, shuffled=True):
            targets = (to,)
        case g.Move(to=to, otherwise=otherwise, shuffled=True):
            targets = (to, otherwise)
        case _:
            return
    flows.mixed.update(x.field for x in targets if x is not None and in_slots(x.field))


def _moves(node: walk.Node, game: g.Game, flows: Flows) -> None:
    """Deeds that bring pieces or slots to a zone."""
    match node:
        case g.Draw():
            for target in _targets(node.to, node.otherwise):
                for source in node.sources:
                    _goes(source.field, target, False, flows)
        case g.Move():
            sources = zones_named(node.what)
            for target in _targets(node.to, node.otherwise):
                if not sources and not node.shuffled:
                    flows.rows.add(target)
                for zone in sources:
                    _goes(zone, target, node.shuffled, flows)
        case g.PutEvery(shuffled=False):
            flows.rows.add(node.to.field)
        case g.Swap():
            flows.rows.update(zone for zone in all_zones(game) if in_slots(zone))
        case g.Show():
            flows.shown |= node.op == "reveal"
            flows.rows.update(zones_named(node.what))
            flows.opened.update(zones_named(node.what))
        case _:
            return


def _targets(to: g.FieldRead, otherwise: g.FieldRead | None) -> list[g.Field]:
    return [to.field] if otherwise is None else [to.field, otherwise.field]


def _goes(source: g.Field, target: g.Field, shuffled: bool, flows: Flows) -> None:
    """Whole slots go from one zone to another."""
    if in_slots(source):
        flows.edges.setdefault(source, set()).add(target)
    elif not shuffled:
        flows.rows.add(target)


def _names(node: walk.Node, flows: Flows) -> None:
    """Pieces that deeds get hold of wherever they are."""
    for e in _got_hold_of(node):
        flows.named.update(_things_named(e, set()))


def _got_hold_of(node: walk.Node) -> Iterator[g.Expr]:
    match node:
        case g.Move(what=what) | g.Spend(what=what) | g.Remove(what=what) | g.Show(what=what):
            yield what
        case g.Swap(a=a, b=b):
            yield from (a, b)
        case g.Call(args=args) | g.Called(args=args):
            yield from args
        case g.Let(value=value) | g.Return(value=g.Expr() as value) | g.Assign(value=value):
            yield value
        case g.Choose(source=source):
            yield source
        case g.EachIn(pairs=pairs):
            yield from (over for _, over in pairs)
        case _:
            return


def _things_named(e: g.Expr, seen: set[g.ValueDecl]) -> Iterator[str]:
    """The components of which an expression gives pieces by their names."""
    match e:
        case g.AllOf(of=name) | g.Literal(type=t.Thing(name)):
            yield name
        case g.FieldRead() if e.field.role == "fact" or e.field.given:
            yield from t.things_of(e.type)
        case g.Filtered(over=over) | g.Ranked(over=over):
            yield from _things_named(over, seen)
        case g.Join(a=a, b=b):
            yield from (*_things_named(a, seen), *_things_named(b, seen))
        case g.IfElse(then=a, otherwise=b):
            yield from (*_things_named(a, seen), *_things_named(b, seen))
        case g.Cast(a=a):
            yield from _things_named(a, seen)
        case g.SetLiteral(items=items) | g.Function(args=items):
            for item in items:
                yield from _things_named(item, seen)
        case g.Pick(arms=arms):
            for _, answer in arms:
                yield from _things_named(answer, seen)
        case g.ValueOf(value=value) if value not in seen:
            seen.add(value)
            for body in (value.body, *(adjust.amount for adjust in value.adjusts)):
                if body is not None:
                    yield from _things_named(body, seen)
        case _:
            return


def zones_named(what: g.Expr) -> list[g.Field]:
    """The zones whose slots an expression means, where it means whole slots: a zone, its top."""
    match what:
        case g.FieldRead(field=zone) if zone.role == "zone":
            return [zone]
        case g.Function(name="top" | "first", args=(g.FieldRead() as read,)):
            return zones_named(read)
        case g.Join(op="+"):
            left, right = zones_named(what.a), zones_named(what.b)
            return left + right if left and right else []
        case g.Cast() | g.SetLiteral(items=(_,)):
            return zones_named(what.a if isinstance(what, g.Cast) else what.items[0])
        case _:
            return []


def _plainly_read(unit: walk.Unit) -> set[int]:
    """Mentions of zones that look at no face: counts, sources and targets of deeds, none-tests."""
    return {id(read) for node in unit.nodes() for read in _mentions(node)}


def _mentions(node: walk.Node) -> Iterator[g.Expr]:
    match node:
        case g.Draw():
            yield from (*node.sources, node.to)
            if node.otherwise is not None:
                yield node.otherwise
        case g.Move():
            yield node.to
            if node.otherwise is not None:
                yield node.otherwise
            if zones_named(node.what):
                yield from _reads_in(node.what)
        case g.PutEvery():
            yield node.to
        case g.Shuffle():
            yield node.zone
        case g.Function(name="count"):
            yield from _reads_in(node.args[0])
        case g.Binary(op="==" | "!=") if is_none(node.a) or is_none(node.b):
            yield from (*_reads_in(node.a), *_reads_in(node.b))
        case _:
            return


def is_none(e: g.Expr) -> bool:
    """Whether an expression is the word `none`."""
    match e:
        case g.Cast(a=a):
            return is_none(a)
        case g.Literal(value=None):
            return True
        case _:
            return False


def _reads_in(e: g.Expr) -> Iterator[g.Expr]:
    """The zones that stand in an expression without a filter around them."""
    match e:
        case g.FieldRead():
            yield e
        case g.Cast(a=a):
            yield from _reads_in(a)
        case g.SetLiteral(items=items) | g.Function(args=items):
            for item in items:
                yield from _reads_in(item)
        case g.Join(a=a, b=b):
            yield from (*_reads_in(a), *_reads_in(b))
        case _:
            return


def _close(flows: Flows) -> None:
    """Follow slots on their ways until nothing new comes up."""
    for home in sorted(flows.mixed, key=lambda zone: (zone.owner, zone.name)):
        flows.reach[home] = tuple(_reached(home, flows))
    for home in flows.reach:
        flows.rows.update(there for there in flows.reach[home] if there is not home)
    growing = True
    while growing:
        before = len(flows.rows)
        for source, targets in flows.edges.items():
            known = source in flows.rows
            flows.rows.update(x for x in targets if in_slots(x) and (known or not hides(x)))
        growing = len(flows.rows) > before
    flows.rows.update(home for home in flows.mixed if not hides(home))
    flows.rows = {zone for zone in flows.rows if _keeps_rows(zone)}


def _keeps_rows(zone: g.Field) -> bool:
    """Bags mix at once whatever comes in."""
    return in_slots(zone) and zone.zone is not None and zone.zone.container != "bag"


def _reached(home: g.Field, flows: Flows) -> list[g.Field]:
    """The zones where marks of a pool can come to lie, its home first."""
    others = [zone for zone in flows.behind(home) if zone is not home]
    return [home, *sorted(others, key=lambda zone: (zone.owner, zone.name))]
