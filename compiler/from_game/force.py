"""Rules in force: who has the piece that carries a rule, and who comes first."""

from __future__ import annotations

from hoyle.compiler.from_game import attributes, layout, zones
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def holder_of(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """The player for whom a piece's rules are in force: in whose zone, or in a zone of whose
    thing, it lies, or whom the rules call its owner; none elsewhere."""
    from hoyle.compiler.from_game import values

    said = whole.game.values.get((thing, "owner"))
    if said is not None:
        return values.call(said, row, (), Context(whole))
    if not _nested(thing, whole):
        return attributes.owner_of(thing, row, whole)
    name = whole.function(
        ("holder", thing), f"holder_of_{layout.snake(thing)}", lambda made: _fn(made, thing, whole)
    )
    return p.CallFn(name, (row,), "int")


def _nested(thing: str, whole: Whole) -> list[zones.Zone]:
    """The zones of pieces in which such a piece may lie."""
    pieces = whole.pieces.get(thing)
    if pieces is None:
        return []
    return [zone for zone in pieces.zones if may_be_had(zone.field.owner, whole)]


def may_be_had(thing: str, whole: Whole) -> bool:
    """Whether things of a sort are ever a player's: by where they lie, or as the rules say."""
    return thing in whole.pieces or (thing, "owner") in whole.game.values


def _fn(made: str, thing: str, whole: Whole) -> p.Fn:
    row = p.Var("row", "int")
    here = attributes.at(thing, row, whole)
    found = attributes.owner_of(thing, row, whole)
    for zone in _nested(thing, whole):
        inside = b.and_(
            b.op("ge", here, b.const(zone.first)),
            b.op("lt", here, b.const(zone.first + zone.count)),
        )
        instance = b.shifted(here, -zone.first)
        outer = b.op("floordiv", instance, b.const(zone.size)) if zone.size > 1 else instance
        found = b.if_(inside, holder_of(zone.field.owner, outer, whole), found)
    span = whole.game.tables[thing].span
    return p.Fn(made, (row,), found, whole.rule(span, (), thing), span)


def has_rule(
    carrier: g.Selector, bearer: g.Local | None, row: p.Expr, seat: p.Expr, ctx: Context
) -> p.Expr:
    """Whether a rule of a piece is in force for a seat. That a figure bears the piece is left to
    the test of the rule (`occurrences.borne`), which knows the figure."""
    from hoyle.compiler.from_game import bearing, occurrences

    if bearing.is_figures_own(carrier, ctx.whole):
        ours = b.eq(bearing.owner(carrier.thing, row, ctx), seat)
        return b.and_(bearing.placed(carrier.thing, row, ctx.whole), ours)
    has = b.eq(holder_of(carrier.thing, row, ctx.whole), seat)
    if bearer is None:
        return has
    if not bearing.may_be_none(bearer):
        return b.TRUE
    return b.or_(has, occurrences.somebody_bears(carrier, bearer, seat, row, ctx))


def first_seat(doer: p.Expr, whole: Whole) -> p.Expr:
    """Where the order of those who react begins: the active player, else whose deed it is."""
    acting = b.if_(b.op("ge", doer, b.ZERO), doer, layout.starter(whole))
    if "turn" not in whole.game.procs:
        return acting
    active = b.get(layout.active(whole))
    return b.if_(b.op("ge", active, b.ZERO), active, acting)


def still_in(seat: p.Expr, whole: Whole) -> p.Expr:
    """Whether a player has not been eliminated."""
    out = layout.out_mask(whole)
    return b.TRUE if out is None else b.not_(b.has(b.get(out), seat))
