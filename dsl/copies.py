"""Copies: several pieces of one name. A name in quotes stands for any of them."""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl import game as g
from hoyle.dsl.types import Thing


def copies_of(name: g.Literal, game: g.Game) -> tuple[int, ...]:
    """The rows of a piece and of its copies; nothing for what is no piece."""
    if not isinstance(name.type, Thing) or not isinstance(name.value, int):
        return ()
    rows = game.tables[name.type.name].rows
    return tuple(i for i, row in enumerate(rows) if row.name == rows[name.value].name)


def each_copy(item: g.Expr, game: g.Game) -> tuple[g.Expr, ...]:
    """A name as one piece after the other; anything else as it is."""
    if isinstance(item, g.Cast):
        return tuple(replace(item, a=one) for one in each_copy(item.a, game))
    if not isinstance(item, g.Literal):
        return (item,)
    return tuple(replace(item, value=row) for row in copies_of(item, game)) or (item,)
