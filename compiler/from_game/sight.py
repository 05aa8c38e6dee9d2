"""Who sees what lies where: masks of seats, for zones, for changing fields, for pieces."""

from __future__ import annotations

from hoyle.compiler.from_game import attributes, layout, zones
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def everybody(whole: Whole) -> p.Expr:
    """All seats."""
    return b.mask_const((1 << whole.players) - 1)


def seers(field: g.Field, owner: p.Expr, whole: Whole) -> p.Expr:
    """The seats that see a zone, cell or cup of this owner by its declaration."""
    match field.sight.kind:
        case "up":
            return everybody(whole)
        case "down":
            return b.NO_MASK
        case "seen":
            return _named_seers(field, owner, whole)


def is_owners(field: g.Field) -> bool:
    """Whether the owner, a player, sees it, and nobody else."""
    said = field.sight.seers
    while isinstance(said, g.Cast | g.SetLiteral):
        said = said.a if isinstance(said, g.Cast) else said.items[0]
    mine = isinstance(said, g.LocalRef) and said.local is field.sight.this
    return field.sight.kind == "seen" and field.owner == "player" and mine


def _named_seers(field: g.Field, owner: p.Expr, whole: Whole) -> p.Expr:
    if is_owners(field):
        return b.bit(owner)
    wanted = f"seers_of_{layout.cell_name(field)}"
    name = whole.function(("seers", field), wanted, lambda made: _fn(made, field, whole))
    return p.CallFn(name, (owner,), "mask")


def _fn(made: str, field: g.Field, whole: Whole) -> p.Fn:
    """The function of an owner that says who sees."""
    from hoyle.compiler.from_game.expressions import lower_expr

    ctx = Context(whole)
    owner = ctx.fresh("owner", "int")
    ctx.bind(field.sight.this, owner)
    assert field.sight.seers is not None
    found = as_mask(lower_expr(field.sight.seers, ctx), field.sight.seers.type)
    return p.Fn(made, (owner,), found, whole.rule(field.span, (), field.name), field.span)


def as_mask(seats: p.Expr, type_: t.Type) -> p.Expr:
    """A player, a player or none, a set of players, as a mask."""
    if b.form_of(seats) == "mask":
        return seats
    return b.maybe_bit(seats) if isinstance(type_, t.Optional) else b.bit(seats)


def field_seers(field: g.Field, owner: p.Expr, instance: p.Expr | None, whole: Whole) -> p.Expr:
    """The seats that see a changing field or cup now: as its piece, by its sight, if shown."""
    found = seers(field, owner, whole)
    pieces = whole.pieces.get(field.owner)
    if pieces is not None and pieces.known is not None:
        found = b.inter(found, piece_seers(field.owner, owner, whole))
    shown = shown_cell(field, whole)
    if shown is None:
        return found
    here = b.get(shown, None if shown.length is None else instance)
    return b.if_(here, everybody(whole), found)


# ---------------------------------------------------------------------------------------- pieces


def sees(spot: zones.Spot, whole: Whole) -> p.Expr:
    """The seats that see the faces at a spot by its declaration."""
    return seers(spot.zone.field, spot.owner(), whole)


def seen_in(zone: zones.Zone, instance: p.Expr, whole: Whole) -> p.Expr:
    """The same for a number of an instance that may be any of a zone."""
    return sees(zones.Spot(zone, instance), whole)


def piece_seers(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """The seats that see a piece's face, wherever it is; the box is open to all."""
    name = whole.function(
        ("piece seers", thing),
        f"seers_of_each_{layout.snake(thing)}",
        lambda made: _piece_fn(made, thing, whole),
    )
    return p.CallFn(name, (row,), "mask")


def _piece_fn(made: str, thing: str, whole: Whole) -> p.Fn:
    row = p.Var("row", "int")
    pieces = whole.pieces[thing]
    here = attributes.at(thing, row, whole)
    found: p.Expr = b.NO_MASK
    for zone in pieces.zones:
        inside = seen_in(zone, b.shifted(here, -zone.first), whole)
        found = b.if_(b.op("ge", here, b.const(zone.first)), inside, found)
    found = b.if_(b.eq(here, zones.BOX), everybody(whole), found)
    if pieces.shown is not None:
        shown = b.has(b.get(pieces.shown), row)
        found = b.if_(shown, everybody(whole), found)
    span = whole.game.tables[thing].span
    return p.Fn(made, (row,), found, whole.rule(span, (), thing), span)


def faces_up(thing: str, row: p.Expr, whole: Whole) -> p.Expr:
    """Whether all see a piece's face: by its zone, or because it was turned up."""
    pieces = whole.pieces.get(thing)
    if pieces is None:
        return b.TRUE
    open_ = tuple(zone.field.sight.kind == "up" for zone in pieces.zones for _ in range(zone.count))
    name = f"{layout.snake(thing)}_open".upper()
    table = whole.table(("open", thing), name, 1, "bool", lambda: open_)
    here = attributes.at(thing, row, whole)
    by_zone = b.and_(b.op("ge", here, b.ZERO), b.lookup(table, here))
    if pieces.shown is None:
        return by_zone
    return b.or_(b.has(b.get(pieces.shown), row), by_zone)


def sight_function(field: g.Field, whole: Whole) -> str:
    """The name of a pure function (instance) -> mask of seats, for what tells a view."""

    def make(made: str) -> p.Fn:
        instance = p.Var("instance", "int")
        size = layout.index_size(field, whole)
        owner = instance if size == 1 else b.op("floordiv", instance, b.const(size))
        found = seers(field, owner, whole)
        shown = shown_cell(field, whole)
        if shown is not None:
            here = b.get(shown, None if shown.length is None else instance)
            found = b.if_(here, everybody(whole), found)
        return p.Fn(made, (instance,), found, whole.rule(field.span, (), field.name), field.span)

    return whole.function(("sight", field), f"sight_of_{layout.cell_name(field)}", make)


def shown_cell(field: g.Field, whole: Whole) -> p.Cell | None:
    """The flags that tell which instances of a changing field or cup are turned up for all."""
    if field not in whole.revealed or field.role == "zone" or field.sight.kind == "up":
        return None
    many = layout.length(field, whole)
    start: p.Datum = False if many is None else (False,) * many
    return whole.machine_cell(f"shown_{layout.cell_name(field)}", "bool", many, start)
