"""The field of a board in the module: an object that knows its geometry, and what it is asked."""

from __future__ import annotations

from hoyle.compiler.from_game import boards, layout
from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g


def field_of(table: g.Table, whole: Whole) -> p.Expr:
    """The field of a board."""
    name = f"{layout.snake(table.name)}_field".upper()
    made = whole.table(
        ("field", table.name),
        name,
        0,
        "object",
        lambda: (),
        lambda: _made(table),
        "fields.Field",
    )
    return p.Lookup(made, ())


def _made(table: g.Table) -> tuple[str, tuple[p.Datum, ...]]:
    """How the module makes it."""
    beside = boards.beside(table)
    places, steps = tuple(boards.coordinates(table)), boards.vectors(table)
    if is_hexes(table):
        return "fields.hex_field", (beside, places, steps)
    return "fields.field", (beside, places, steps, boards.distances(table))


def is_hexes(table: g.Table) -> bool:
    """Whether a board is a map of hexes."""
    return boards.shape(table).shape == "hexes"


def distance_table(table: g.Table, whole: Whole) -> p.StaticTable:
    """By two spaces: the steps between them. On hexes with one more row, for what stands
    nowhere."""
    name = f"{layout.snake(table.name)}_distance".upper()
    key = ("distance", table.name)
    if not is_hexes(table):
        return whole.table(key, name, 2, "int", lambda: boards.distances(table))
    places = tuple(boards.coordinates(table))
    made = ("fields.distances", (places,))
    return whole.table(key, name, 2, "int", lambda: boards.distances(table), lambda: made)


def levels(table: g.Table, space: p.Expr, whole: Whole) -> p.Expr:
    """The level of a space; 0 where spaces have none."""
    field = table.fields.get("level")
    if field is None or field.role != "fact":
        return b.ZERO
    return layout.fact(field, space, None, whole)


def asked(
    name: str, table: g.Table, args: tuple[p.Expr, ...], form: p.Form, ctx: Context
) -> p.Expr:
    """What a field is asked, as a method of it."""
    return p.Library(f".{name}", (field_of(table, ctx.whole), *args), form)
