"""Positions of examples: a board of squares with what is given to stand on its spaces."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs.drawing.board import Drawn, picture_of
from hoyle.compiler.to_docs.drawing.looks import Looks, looks
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl import game as g
from hoyle.dsl.seats import seat_names
from hoyle.dsl.types import Optional, Player, Thing

SHAPES = ("grid", "ring", "track")
MOST = 150  # spaces


def position(game: g.Game, example: g.Example, name: str) -> Drawn | None:
    """What an example is given, on its board; None where nothing of it can be drawn."""
    for table in game.tables.values():
        board = table.board
        if board is None or board.shape not in SHAPES or len(table.rows) > MOST:
            continue
        notes = _notes(game, example, table)
        if notes:
            looked = _with_notes(looks(game, table), notes)
            picture, _ = picture_of(game, table, board, looked, [""] * len(table.rows))
            told = "; ".join(f"{table.rows[row].name}: {note}" for row, note in notes.items())
            return Drawn(picture.svg(f"The position of “{example.title}”", told, name), (), "")
    return None


def _with_notes(looked: Looks, notes: dict[int, str]) -> Looks:
    marks = tuple(notes.get(row, "") for row in range(len(looked.marks)))
    return Looks(looked.fills, marks, looked.rings, looked.titles, ())


def _notes(game: g.Game, example: g.Example, table: g.Table) -> dict[int, str]:
    """What stands on each space, in the order of the spaces."""
    found: dict[int, list[str]] = {}
    for kind, step in example.steps:
        if kind == "does":
            break  # what is given later is another position
        if kind == "given" and isinstance(step, g.Fact) and step.kind == "is":
            for row, note in _placed(game, example, table, step):
                found.setdefault(row, []).append(note)
    return {row: ", ".join(found[row]) for row in sorted(found)}


def _placed(
    game: g.Game, example: g.Example, table: g.Table, fact: g.Fact
) -> Iterator[tuple[int, str]]:
    """A field of a space with its value; a space that a player's field names, with the player."""
    target = fact.target
    if not isinstance(target, g.FieldRead) or target.of is None:
        return
    of = _constant(target.of)
    for value in fact.values:
        told = _constant(value)
        if of is None or told is None:
            continue
        if target.field.owner == table.name and isinstance(of.value, int):
            yield of.value, _words(game, example, target.field.name, told)
        elif told.type == Thing(table.name) and isinstance(told.value, int):
            yield told.value, _words(game, example, target.field.name, of)


def _constant(expr: g.Expr) -> g.Literal | None:
    while isinstance(expr, g.Cast):
        expr = expr.a
    return expr if isinstance(expr, g.Literal) else None


def _words(game: g.Game, example: g.Example, name: str, literal: g.Literal) -> str:
    """A value as it stands in a square."""
    type_ = literal.type.of if isinstance(literal.type, Optional) else literal.type
    if literal.value is True:
        return name.replace("_", " ")
    if isinstance(type_, Player) and isinstance(literal.value, int):
        return seat_names(example.seats)[literal.value]
    return words(game, type_, literal.value)
