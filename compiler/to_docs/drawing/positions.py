"""Positions of examples: the part of the board that they speak of, with what stands there."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs.drawing.board import Drawn
from hoyle.compiler.to_docs.drawing.looks import Looks, some
from hoyle.compiler.to_docs.drawing.parts import part, picture
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl import game as g
from hoyle.dsl.seats import seat_names
from hoyle.dsl.types import Optional, Player, Thing

Notes = dict[int, str]


def position(
    game: g.Game, board: g.Table, looked: Looks, example: g.Example, name: str
) -> Drawn | None:
    """What an example is given, on a board; None where nothing of it can be drawn."""
    notes = _notes(game, example, board)
    if not notes or board.board is None:
        return None
    rows = part(board, set(notes))
    drawn = picture(board, rows, some(_with_notes(looked, notes), rows))
    told = "; ".join(f"{board.rows[row].name}: {note}" for row, note in notes.items())
    return Drawn(drawn.svg(f"The position of “{example.title}”", told, name), (), "")


def _with_notes(looked: Looks, notes: Notes) -> Looks:
    marks = tuple(notes.get(row, "") for row in range(len(looked.marks)))
    rings = tuple(bool(mark) for mark in marks)
    return Looks(looked.fills, marks, rings, ("",) * len(marks), ())


def _notes(game: g.Game, example: g.Example, board: g.Table) -> Notes:
    """What stands on each space, in the order of the spaces."""
    found: dict[int, list[str]] = {}
    for kind, step in example.steps:
        if kind == "does":
            break  # what is given later is another position
        if kind == "given" and isinstance(step, g.Fact) and step.kind == "is":
            for row, note in _placed(game, example, board, step):
                found.setdefault(row, []).append(note)
    return {row: ", ".join(dict.fromkeys(found[row])) for row in sorted(found)}


def _placed(
    game: g.Game, example: g.Example, board: g.Table, fact: g.Fact
) -> Iterator[tuple[int, str]]:
    """A field of a space with its value; a space that a field of somebody or something names,
    with whose it is; a space on which a figure stands."""
    match fact.target:
        case g.FieldRead(of=g.Expr() as owner, field=field):
            of, name, on_board = _constant(owner), field.name, field.owner == board.name
        case g.Function(name="space_of", args=(figure, *_)):
            of, name, on_board = _constant(figure), "space", False
        case _:
            return
    for told in filter(None, map(_constant, fact.values)):
        if of is None:
            continue
        if on_board and isinstance(of.value, int):
            yield of.value, _words(game, example, name, told)
        elif _is_space(told, board) and isinstance(told.value, int):
            yield told.value, _words(game, example, name, of)


def _is_space(literal: g.Literal, board: g.Table) -> bool:
    type_ = literal.type.of if isinstance(literal.type, Optional) else literal.type
    return type_ == Thing(board.name)


def _constant(expr: g.Expr) -> g.Literal | None:
    while isinstance(expr, g.Cast):
        expr = expr.a
    return expr if isinstance(expr, g.Literal) else None


def _words(game: g.Game, example: g.Example, name: str, literal: g.Literal) -> str:
    """A value as it stands in a space."""
    type_ = literal.type.of if isinstance(literal.type, Optional) else literal.type
    if literal.value is True:
        return name.replace("_", " ")
    if isinstance(type_, Player) and isinstance(literal.value, int):
        return seat_names(example.seats)[literal.value]
    return words(game, type_, literal.value)
