"""Storage: a cell for every field that changes, a static table for every fact that is printed."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.constant import known
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.forms import NONE_NUMBER, datum
from hoyle.compiler.from_game.whole import NotYet, Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t


def declare(whole: Whole) -> None:
    """Cells of all fields, dice, banks; zones have their own rules."""
    from hoyle.compiler.from_game import zones

    for die in whole.game.dice.values():
        whole.program.dice.append(p.DieSpec(die.name, die.faces, die.weights))
    for field in changing_fields(whole.game):
        if field.role in ("cell", "coins", "cup") and not is_bank(field):
            whole.unit = field.name
            whole.cells[field] = _cell(field, whole)
    for supply in whole.game.supplies.values():
        _declare_bank(supply, whole)
    zones.declare_zones(whole)


def all_fields(game: g.Game) -> Iterator[g.Field]:
    """Every field in the order of storage: of the table, of players, of things."""
    yield from game.table_fields.values()
    yield from game.player_fields.values()
    for table in game.tables.values():
        yield from table.fields.values()


def changing_fields(game: g.Game) -> Iterator[g.Field]:
    """The fields that are part of a position."""
    return (field for field in all_fields(game) if field.role != "fact")


def owners(field: g.Field, whole: Whole) -> int | None:
    """How many have this field; None: only the table."""
    if field.owner == "table":
        return None
    if field.owner == "player":
        return whole.players
    return len(whole.game.tables[field.owner].rows)


def index_size(field: g.Field, whole: Whole) -> int:
    """How many instances one owner has."""
    return whole.forms.domain(field.index).count if field.index is not None else 1


def length(field: g.Field, whole: Whole) -> int | None:
    """How many instances there are; None: a single one."""
    many = owners(field, whole)
    if many is None and field.index is None:
        return None
    return (many or 1) * index_size(field, whole)


def cell_name(field: g.Field) -> str:
    """The name of a field's cell, before it is made unique."""
    name = f"brought{field.name}" if field.given else field.name
    return name if field.owner in ("table", "player") else f"{snake(field.owner)}_{name}"


def snake(name: str) -> str:
    """A type's name as part of an identifier."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def _cell(field: g.Field, whole: Whole) -> p.Cell:
    starts = tuple(_starts(field, whole))
    many = length(field, whole)
    start: p.Datum = starts[0] if many is None else starts
    return whole.new_cell(
        cell_name(field),
        whole.forms.form_of(field.type),
        many,
        start,
        bounds=_bounds(field),
        rule=whole.rule(field.span, field.cites, field.name),
        given=field.given,
    )


def _bounds(field: g.Field) -> tuple[int, int] | None:
    """The range that writes are tested against."""
    if field.supply is not None:
        return (0, field.supply.total)
    match field.type:
        case t.Number(low, high):
            return (low, high)
        case t.Optional(t.Number(_, high)):
            return (NONE_NUMBER, high)
        case _:
            return None


def _starts(field: g.Field, whole: Whole) -> Iterator[p.Datum]:
    """The start of every instance."""
    for owner in range(owners(field, whole) or 1):
        value = start_of(field, owner, whole)
        for _ in range(index_size(field, whole)):
            yield value


def start_of(field: g.Field, owner: int, whole: Whole) -> p.Datum:
    """What an instance of a field is in the beginning."""
    from hoyle.compiler.from_game.expressions import lower_expr

    if isinstance(field.type, t.Cup):
        return (min(whole.game.dice[field.type.die].faces),) * field.type.count
    if field.start is None:
        return whole.forms.empty_of(field.type).value
    if isinstance(field.start, g.Literal):
        return datum(field.start.value, field.type, whole.forms)
    ctx = Context(whole)
    ctx.bind(field.this, b.const(owner))
    value = known(lower_expr(field.start, ctx), whole.program)
    if value is None:
        raise NotYet("A start that is not known before the game", field.start.span)
    return value


def _declare_bank(supply: g.Supply, whole: Whole) -> None:
    """The units that nobody holds in the beginning lie in the bank."""
    held = 0
    for field in changing_fields(whole.game):
        if field.supply == supply and field.role == "coins" and not is_bank(field):
            held += sum(start for start in _starts(field, whole) if isinstance(start, int))
    bank = bank_field(supply, whole)
    start = supply.total - held
    cell = whole.new_cell(supply.name, "int", None, start, bounds=(0, supply.total))
    whole.machine_cells[f"bank {supply.name}"] = cell
    if bank is not None:
        whole.cells[bank] = cell


def is_bank(field: g.Field) -> bool:
    """Whether a field is a supply itself: what lies there is what nobody else has."""
    return field.supply is not None and field.owner == "table" and field.name == field.supply.name


def bank_field(supply: g.Supply, whole: Whole) -> g.Field | None:
    """The field by which the rules speak of a bank, if they have one."""
    found = whole.game.table_fields.get(supply.name)
    return found if found is not None and found.role == "coins" else None


# ------------------------------------------------------------------------------------------ places


def instance(
    field: g.Field, of: p.Expr | None, index: p.Expr | None, whole: Whole
) -> p.Expr | None:
    """The index in a field's cell: owner * index size + index; None where it is a single one."""
    place = of
    if field.index is not None:
        if index is None:
            raise NotYet("All of an indexed field at once, here", field.span)
        low = whole.forms.domain(field.index).low
        inner = b.shifted(index, -low)
        size = index_size(field, whole)
        place = inner if of is None else b.add(b.mul(of, b.const(size)), inner)
    return place


# ------------------------------------------------------------------------------------------- facts


def fact_table(field: g.Field, whole: Whole) -> p.StaticTable:
    """The printed values of a field by row (and index)."""
    name = f"{snake(field.owner)}_{field.name}".upper()
    depth = 2 if field.index is not None else 1
    form = whole.forms.form_of(field.type)
    return whole.table(("fact", field), name, depth, form, lambda: _facts(field, whole))


def _facts(field: g.Field, whole: Whole) -> tuple[p.Datum, ...]:
    table = whole.game.tables[field.owner]
    if table.board is not None and table.board.road_fields.get(field.name) is field:
        return tuple(_fact(field, facts, whole) for _, _, facts in table.board.roads)
    return tuple(_fact(field, row.facts, whole) for row in table.rows)


def _fact(field: g.Field, facts: dict[str, g.Value], whole: Whole) -> p.Datum:
    value = facts.get(field.name)
    if field.index is None:
        return _printed(value, field, whole)
    items = value if isinstance(value, tuple) else (value,) * index_size(field, whole)
    return tuple(_printed(item, field, whole) for item in items)


def _printed(value: g.Value, field: g.Field, whole: Whole) -> p.Datum:
    if value is None and not isinstance(field.type, t.Optional):
        return whole.forms.empty_of(field.type).value
    return datum(value, field.type, whole.forms)


def fact(field: g.Field, row: p.Expr, index: p.Expr | None, whole: Whole) -> p.Expr:
    """A printed value."""
    table = fact_table(field, whole)
    if field.index is None or index is None:
        return b.lookup(table, row)
    low = whole.forms.domain(field.index).low
    return b.lookup(table, row, b.shifted(index, -low))


def name_table(thing: str, whole: Whole) -> p.StaticTable:
    """The printed names of the rows of a thing."""
    rows = whole.game.tables[thing].rows
    name = f"{snake(thing)}_names".upper()
    return whole.table(("names", thing), name, 1, "str", lambda: tuple(row.name for row in rows))


# ----------------------------------------------------------------------------------------- players


def out_mask(whole: Whole) -> p.Cell | None:
    """The cell with the mask of players who are out, if the game can eliminate."""
    if not whole.uses(g.Eliminate):
        return None
    return whole.machine_cell("out", "mask", None, 0)


def players_in(whole: Whole) -> p.Expr:
    """The mask of players who are still in."""
    everybody = b.mask_const((1 << whole.players) - 1)
    out = out_mask(whole)
    return everybody if out is None else b.minus(everybody, b.get(out))


def starter(whole: Whole) -> p.Expr:
    """Who began."""
    if not whole.uses(g.StartWith):
        return b.ZERO
    return b.get(whole.machine_cell("starter", "int", None, 0))


def active(whole: Whole) -> p.Cell:
    """The cell of whose turn it is, -1 outside of turns."""
    return whole.machine_cell("active", "int", None, -1)


def seat_order(whole: Whole, anchor: p.Expr) -> p.Expr:
    """All seats in turn order from one, as a tuple."""
    seats = range(whole.players)
    rotated = tuple(tuple((first + i) % whole.players for i in seats) for first in seats)
    table = whole.table("order", "SEATS_FROM", 2, "int", lambda: rotated)
    return b.lookup(table, anchor)
