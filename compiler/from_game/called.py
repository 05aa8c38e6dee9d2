"""How a place is called in the log: “ann’s bid”, “stock red”."""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game import layout
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g

Words = tuple[str | p.Hole, ...]


def owner_at(field: g.Field, index: p.Expr | None, whole: Whole) -> p.Expr:
    """Whose an instance of a field is: a seat, a row, 0 for the table."""
    if field.owner == "table" or index is None:
        return b.ZERO
    size = layout.index_size(field, whole)
    return index if size == 1 else b.op("floordiv", index, b.const(size))


def called(field: g.Field, index: p.Expr | None, whole: Whole) -> Words:
    """Whose field it is, and which instance."""
    name = field.name.replace("_", " ")
    domain = {"table": "", "player": "player"}.get(field.owner, f"thing:{field.owner}")
    owner = owner_at(field, index, whole)
    whose: Words = (p.Hole(owner, domain), f"’s {name}") if domain else (name,)
    if field.index is None or index is None:
        return whose
    low, size = whole.forms.domain(field.index).low, layout.index_size(field, whole)
    at = b.shifted(b.op("mod", index, b.const(size)), low)
    return (*whose, " ", p.Hole(at, whole.forms.words(field.index)))
