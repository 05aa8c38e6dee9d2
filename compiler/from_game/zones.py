"""Zones: where pieces lie, how that is held, and what rules read of it.

A zone whose faces somebody may see and that has no order is a mask of rows. A pile, a row, and what
nobody sees are slots: a tuple of rows and marks ("some unknown piece of pool k" is -2 - k). The
instances of a thing's zones are numbered through; `at_<thing>` says where each row is: an instance,
-1 in the box, -2 - k in pool k.

A piece that rules hold in a local is always a row. Where a slot with a mark is named
(`first(deck)`, a chosen place), nature first settles what lies there, seen by nobody (`slots.pin`).
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import flows, layout
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl.records import record

BOX = p.Const(-1, "int")


@record(eq=False)
class Zone:
    """A zone field: its cell, and the numbers of its instances (`first` and the `count` after it).

    `pool`: number of the pool of the first instance, where the zone can be mixed. `rows`, `marks`:
    whether slots can be known pieces, marks of pools. `opened`: whether all may be shown what lies
    in it, which is known from then on.
    """

    field: g.Field
    thing: str
    cell: p.Cell
    slots: bool
    first: int
    count: int
    size: int
    pool: int | None
    rows: bool
    marks: bool
    opened: bool

    @property
    def container(self) -> str:
        """one, set, row, pile or bag."""
        assert self.field.zone is not None
        return self.field.zone.container

    @property
    def room(self) -> int | None:
        """How many pieces it can hold; None: any number."""
        assert self.field.zone is not None
        return 1 if self.container == "one" else self.field.zone.room

    @property
    def ordered(self) -> bool:
        """Whether its pieces lie in an order."""
        return self.container in ("pile", "row")


@record(eq=False)
class Pieces:
    """What a component has beside its zones. None where the game never needs it.

    `known`: masks of seats by row. `shown`: the rows turned up for all. `homes`: the zones with
    pools, in the order of the pools' numbers.
    """

    thing: str
    rows: int
    at: p.Cell
    pools: p.Cell | None
    known: p.Cell | None
    shown: p.Cell | None
    classes: p.StaticTable | None
    zones: tuple[Zone, ...]
    homes: tuple[Zone, ...]
    named: bool
    strays: dict[g.Field, tuple[g.Field, ...]]

    @property
    def domain(self) -> str:
        """A row, as the schema spells it."""
        return f"thing:{self.thing}"

    @property
    def bits(self) -> int:
        """All rows, as a number of bits."""
        return max(1, self.rows)


@record
class Spot:
    """One instance of a zone; `instance` is an atom, None where there is only one."""

    zone: Zone
    instance: p.Expr | None

    def read(self) -> p.Expr:
        """What lies there: a mask, or slots."""
        return b.get(self.zone.cell, self.instance)

    def number(self) -> p.Expr:
        """Its number among the instances of its thing."""
        return b.shifted(self.instance or b.ZERO, self.zone.first)

    def pool(self) -> p.Expr:
        """The number of its pool."""
        assert self.zone.pool is not None
        return b.shifted(self.instance or b.ZERO, self.zone.pool)

    def mark(self) -> p.Expr:
        """The mark of its pool."""
        return b.sub(b.const(-2), self.pool())

    def owner(self) -> p.Expr:
        """The seat or row that it belongs to (0: the table)."""
        if self.zone.field.owner == "table" or self.instance is None:
            return b.ZERO
        if self.zone.size == 1:
            return self.instance
        return b.op("floordiv", self.instance, b.const(self.zone.size))

    def size(self) -> p.Expr:
        """How many pieces lie there."""
        return b.op("len" if self.zone.slots else "size", self.read())

    def is_empty(self) -> p.Expr:
        """Whether nothing lies there."""
        if self.zone.slots:
            return b.eq(self.size(), b.ZERO)
        return b.eq(self.read(), b.NO_MASK)


# ------------------------------------------------------------------------------------- declaring


def declare_zones(whole: Whole) -> None:
    """Cells of zones, of where each piece is, of pools and of who knows what."""
    from hoyle.compiler.from_game import whereabouts

    whole.origins = whereabouts.origins(whole)
    found = flows.find(whole.game, whole.units, whole.examples)
    for thing in whole.game.tables:
        fields = [x for x in flows.all_zones(whole.game) if _holds(x) == thing]
        if fields:
            _declare_thing(thing, fields, found, whole)


def _holds(field: g.Field) -> str:
    assert field.zone is not None
    if len(field.zone.holds) != 1:
        raise NotYet("A zone that holds pieces of several components", field.span)
    return field.zone.holds[0]


def _declare_thing(thing: str, fields: list[g.Field], found: flows.Flows, whole: Whole) -> None:
    """Everything about the pieces of one component."""
    zones: list[Zone] = []
    first = pools = 0
    for field in fields:
        zone = _declare_zone(field, thing, first, pools, found, whole)
        whole.zones[field] = zone
        zones.append(zone)
        first += zone.count
        pools += zone.count if zone.pool is not None else 0
    whole.pieces[thing] = _pieces(thing, tuple(zones), pools, found, whole)


def _declare_zone(
    field: g.Field, thing: str, first: int, pools: int, found: flows.Flows, whole: Whole
) -> Zone:
    """The cell of a zone."""
    many = layout.length(field, whole)
    slots = flows.in_slots(field)
    form: p.Form = "ints" if slots else "mask"
    empty: p.Datum = () if slots else 0
    start: p.Datum = empty if many is None else (empty,) * many
    rule = whole.rule(field.span, field.cites, field.name)
    cell = whole.new_cell(layout.cell_name(field), form, many, start, rule=rule)
    whole.cells[field] = cell
    return Zone(
        field=field,
        thing=thing,
        cell=cell,
        slots=slots,
        first=first,
        count=many or 1,
        size=layout.index_size(field, whole),
        pool=pools if field in found.mixed else None,
        rows=not slots or field in found.rows,
        marks=slots and any(field in reached for reached in found.reach.values()),
        opened=field in found.opened,
    )


def _pieces(
    thing: str, zones: tuple[Zone, ...], pools: int, found: flows.Flows, whole: Whole
) -> Pieces:
    """The cells that a component's pieces share."""
    rows = len(whole.game.tables[thing].rows)
    name = layout.snake(thing)
    hidden = any(zone.field.sight.kind != "up" for zone in zones)
    everybody = (1 << whole.players) - 1
    homes = tuple(zone for zone in zones if zone.pool is not None)
    return Pieces(
        thing=thing,
        rows=rows,
        at=whole.new_cell(f"at_{name}", "int", rows, (-1,) * rows),
        pools=whole.new_cell(f"pools_{name}", "ints", pools, ((),) * pools) if pools else None,
        known=whole.new_cell(f"known_{name}", "mask", rows, (everybody,) * rows, explicit=True)
        if hidden
        else None,
        shown=whole.new_cell(f"shown_{name}", "mask", None, 0) if hidden and found.shown else None,
        classes=_class_table(thing, whole),
        zones=zones,
        homes=homes,
        named=thing in found.named or whole.examples,
        strays={home.field: tuple(found.strays(home.field)) for home in homes},
    )


def _class_table(thing: str, whole: Whole) -> p.StaticTable | None:
    """For each row the first row like it; None where all rows differ."""
    classes = classes_of(thing, whole.game)
    if len(set(classes)) == len(classes):
        return None
    name = f"{layout.snake(thing)}_classes".upper()
    return whole.table(("classes", (thing,)), name, 1, "int", lambda: classes)


def classes_of(thing: str, game: g.Game) -> tuple[int, ...]:
    """For each row the first row with equal name and facts; pieces that carry cells all differ."""
    table = game.tables[thing]
    if any(field.role != "fact" for field in table.fields.values()):
        return tuple(range(len(table.rows)))
    seen: dict[object, int] = {}
    keys = [(row.name, *(row.facts.get(name) for name in table.fields)) for row in table.rows]
    return tuple(seen.setdefault(key, row) for row, key in enumerate(keys))


# --------------------------------------------------------------------------------------- finding


def spot(
    field: g.Field, of: p.Expr | None, index: p.Expr | None, ctx: Context, name: str = "place"
) -> Spot:
    """One instance of a zone; its number is kept in a variable."""
    place = layout.instance(field, of, index, ctx.whole)
    return Spot(ctx.whole.zones[field], None if place is None else ctx.keep(name, place))


def spot_of(read: g.FieldRead, ctx: Context) -> Spot:
    """The instance that a mention of a zone means."""
    from hoyle.compiler.from_game.expressions import lower_expr

    of = None if read.of is None else lower_expr(read.of, ctx)
    index = None if read.index is None else lower_expr(read.index, ctx)
    return spot(read.field, of, index, ctx)


def spots_of(read: g.FieldRead, ctx: Context) -> list[Spot]:
    """All instances that a mention means: one, or one for every index."""
    if read.field.index is None or read.index is not None:
        return [spot_of(read, ctx)]
    from hoyle.compiler.from_game.expressions import lower_expr

    of = None if read.of is None else ctx.keep("owner", lower_expr(read.of, ctx))
    return [spot(read.field, of, index, ctx) for index in _indexes(read.field, ctx)]


def _indexes(field: g.Field, ctx: Context) -> list[p.Expr]:
    assert field.index is not None
    domain = ctx.forms.domain(field.index)
    return [b.const(domain.low + i) for i in range(domain.count)]


# --------------------------------------------------------------------------------------- reading


def read_zone(field: g.Field, of: p.Expr | None, index: p.Expr | None, ctx: Context) -> p.Expr:
    """What lies there, a mask or slots; without an index of an indexed zone, in all of them."""
    cell = ctx.whole.cells[field]
    if field.index is None or index is not None:
        return b.get(cell, layout.instance(field, of, index, ctx.whole))
    parts = [
        b.get(cell, layout.instance(field, of, number, ctx.whole))
        for number in _indexes(field, ctx)
    ]
    joined = parts[0]
    for part in parts[1:]:
        joined = b.op("concat", joined, part) if cell.form == "ints" else b.union(joined, part)
    return joined


def zone_source(
    field: g.Field, of: p.Expr | None, index: p.Expr | None, ctx: Context, ordered: bool = False
) -> b.Walk:
    """To loop over the pieces that lie there, top first."""
    zone = ctx.whole.zones[field]
    settle(field, of, index, ctx)
    var = ctx.fresh("piece", "int")
    content = read_zone(field, of, index, ctx)
    if ctx.knows and zone.marks:
        content = _settled(content, field, ctx) if ordered else laid_open(content, zone, ctx)
    if zone.slots:
        return b.Walk(var, p.Items(content), None)
    return b.Walk(var, p.Bits(content, ctx.whole.pieces[zone.thing].bits), None)


def laid_open(content: p.Expr, zone: Zone, ctx: Context) -> p.Expr:
    """Slots with the pieces of pools that wholly lie there; of others nobody can tell."""
    pieces = ctx.whole.pieces[zone.thing]
    rule = b.const(ctx.rule(zone.field.span))
    for home in pieces.homes:
        if zone is not home and zone.field not in pieces.strays[home.field]:
            continue
        assert home.pool is not None and pieces.pools is not None
        for pool in range(home.pool, home.pool + home.count):
            args = (content, b.const(-2 - pool), b.get(pieces.pools, b.const(pool)), rule)
            content = p.Library("laid_open", args, "ints")
    return content


def _settled(content: p.Expr, field: g.Field, ctx: Context) -> p.Expr:
    """Slots whose order is asked for: none of them may be a mark."""
    slot, rule = ctx.fresh("slot", "int"), b.const(ctx.rule(field.span))
    sure = p.Library("settled", (slot, rule), "int")
    return p.Comp("ints", slot, p.Items(content), None, sure, "ints")


def value_of(e: g.FieldRead, of: p.Expr | None, index: p.Expr | None, ctx: Context) -> p.Expr:
    """What a zone holds, in the form of its type; what can be named is settled first."""
    if of is not None:
        of = ctx.keep("owner", of, e.span)
    settle(e.field, of, index, ctx)
    content = read_zone(e.field, of, index, ctx)
    form = ctx.forms.form_of(e.type)
    zone = ctx.whole.zones[e.field]
    if ctx.knows and zone.marks:
        content = _settled(content, e.field, ctx) if zone.ordered else laid_open(content, zone, ctx)
    if form == "int":
        return the_piece(content)
    if form == "mask" and b.form_of(content) == "ints":
        slot = ctx.fresh("slot", "int")
        known = b.Walk(slot, p.Items(content), b.op("ge", slot, b.ZERO))
        return b.comp("mask", known) if ctx.whole.zones[e.field].marks else b.op("mask_of", content)
    return content


def settle(field: g.Field, of: p.Expr | None, index: p.Expr | None, ctx: Context) -> None:
    """Where a zone's pieces are about to be named: nature says what nobody has seen yet."""
    from hoyle.compiler.from_game import slots

    zone = ctx.whole.zones[field]
    if not zone.marks or not zone.rows or not ctx.blocks or ctx.guards:
        return
    indexes = [index] if field.index is None or index is not None else _indexes(field, ctx)
    for number in indexes:
        slots.pin_all(spot(field, of, number, ctx), b.NO_MASK, ctx, field.span)


def the_piece(content: p.Expr) -> p.Expr:
    """The piece in a zone of one, or -1; a mark where nobody has seen it yet."""
    if b.form_of(content) == "mask":
        return b.op("highest", content)
    return b.if_(b.eq(b.op("len", content), b.ZERO), b.NONE, b.op("item", content, b.ZERO))
