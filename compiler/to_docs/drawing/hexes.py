"""Maps of hexes: terrain as colour, levels as numbers, obstacles as triangles with their height."""

from __future__ import annotations

from hoyle.compiler.to_docs.drawing.looks import Key, Looks, shape_style, titled
from hoyle.compiler.to_docs.drawing.svg import Picture, Point, letters, polygon, token
from hoyle.compiler.to_docs.tables import words
from hoyle.dsl.game import Board, Field, Game, Row, Table
from hoyle.dsl.types import Flag, Kind, Optional, Type

SIZE = 26.0  # from the middle of a hex to a corner
HALF = 22.5  # from its middle to a side: SIZE times the root of 3/4
EDGE = 18.0


def hexes(
    game: Game, table: Table, board: Board, looked: Looks, names: list[str]
) -> tuple[Picture, list[Key]]:
    """The picture of a map, and what its numbers and letters mean."""
    places = [_middle(row, board.flat) for row in table.rows]
    marks, keys = _marks(game, table)
    body = [
        titled(looked.titles[n], names[n], _hex(table.rows[n], at, looked, n, board.flat, marks[n]))
        for n, at in enumerate(places)
    ]
    body += _edges(table, places, board.flat)
    width, height = max(x for x, _ in places), max(y for _, y in places)
    keys = [Key("note", "1", "the level of the space"), *keys]
    if any(row.facts.get("obstacle") for row in table.rows):
        keys.insert(1, Key("note", "▲5", "an obstacle, and how high it is"))
    return Picture(width + SIZE + 4, height + SIZE + 4, tuple(body)), keys


def position(table: Table, board: Board, looked: Looks) -> Picture:
    """A part of a map with figures on it; their names stand where letters stand otherwise."""
    places = [_middle(row, board.flat) for row in table.rows]
    left = min(x for x, _ in places) - EDGE - HALF
    top = min(y for _, y in places) - EDGE - SIZE
    places = [(x - left, y - top) for x, y in places]
    body = [
        _hex(table.rows[n], at, looked, n, board.flat, " " if looked.marks[n] else "")
        for n, at in enumerate(places)
    ]
    body += [
        token((x, y + 7), looked.marks[n], 2 * SIZE + 8, 8)
        for n, (x, y) in enumerate(places)
        if looked.marks[n]
    ]
    body += _edges(table, places, board.flat)
    width, height = max(x for x, _ in places), max(y for _, y in places)
    return Picture(width + SIZE + 8, height + SIZE + 4, tuple(body))


def _middle(row: Row, flat: bool) -> Point:
    column, line = row.facts["column"], row.facts["row"]
    assert isinstance(column, int) and isinstance(line, int)
    across, down = column - 1, line - 1
    if flat:
        return EDGE + SIZE + across * SIZE * 1.5, EDGE + HALF + (down + across % 2 / 2) * 2 * HALF
    return EDGE + HALF + (across + down % 2 / 2) * 2 * HALF, EDGE + SIZE + down * SIZE * 1.5


def _corners(at: Point, flat: bool) -> list[Point]:
    x, y = at
    long, short, side = SIZE, SIZE / 2, HALF
    if flat:
        around = [
            (long, 0),
            (short, side),
            (-short, side),
            (-long, 0),
            (-short, -side),
            (short, -side),
        ]
    else:
        around = [
            (0, long),
            (side, short),
            (side, -short),
            (0, -long),
            (-side, -short),
            (-side, short),
        ]
    return [(x + dx, y + dy) for dx, dy in around]


def _hex(row: Row, at: Point, looked: Looks, n: int, flat: bool, marks: str) -> str:
    """One hex: its terrain, level, obstacle and marks."""
    x, y = at
    inner = polygon(_corners(at, flat), stroke_opacity="0.5", **shape_style(looked.fills[n]))
    obstacle = row.facts.get("obstacle")
    level = str(row.facts.get("level", ""))
    lower = f"▲{obstacle}" if obstacle else marks
    middle = (x, y - (9 if marks == " " else 6)) if lower else at
    inner += _text(middle, level, 11)
    if lower.strip():
        inner += _text((x, y + 8), lower, 10)
    if obstacle and marks.strip():
        inner += _text((x, y + 18), marks, 9)
    return inner


def _text(at: Point, words: str, size: float) -> str:
    return letters(at, words, size, stroke="none", fill="currentColor")


def _marks(game: Game, table: Table) -> tuple[list[str], list[Key]]:
    """Letters for flags and for each value of further kinds that a map fills in."""
    shown = [
        field
        for field in table.fields.values()
        if field.role == "fact" and field.name != "terrain" and _is_mark(field.type)
    ]
    told = [[_told(game, field, row) for field in shown] for row in table.rows]
    used = dict.fromkeys(words for held in told for words in held if words)
    letter = {words: _letter(index) for index, words in enumerate(sorted(used))}
    marks = ["".join(letter[words] for words in held if words) for held in told]
    return marks, [Key("note", mark, words) for words, mark in letter.items()]


def _is_mark(type_: Type) -> bool:
    return type_ == Flag() or (isinstance(type_, Optional) and isinstance(type_.of, Kind))


def _told(game: Game, field: Field, row: Row) -> str:
    """What a field of a space says: `start: blue`, a flag by its name alone, "" if nothing."""
    value, name = row.facts.get(field.name), field.name.replace("_", " ")
    if value is None or value is False:
        return ""
    return name if value is True else f"{name}: {words(game, field.type, value)}"


def _letter(index: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index % 26]


def _edges(table: Table, places: list[Point], flat: bool) -> list[str]:
    """The letters of the columns above, the numbers of the rows at the left."""
    tops: dict[str, Point] = {}
    lefts: dict[int, Point] = {}
    for row, (x, y) in zip(table.rows, places, strict=True):
        name = row.name.rstrip("0123456789")
        line = row.facts["row"]
        assert isinstance(line, int)
        if name not in tops or y < tops[name][1]:
            tops[name] = (x, y)
        if line not in lefts or x < lefts[line][0]:
            lefts[line] = (x, y)
    found = [_edge((x, 8.0), name) for name, (x, _) in tops.items()]
    return found + [_edge((8.0, y), str(line)) for line, (_, y) in lefts.items()]


def _edge(at: Point, words: str) -> str:
    return letters(at, words, 10, stroke="none", fill="currentColor", fill_opacity="0.7")
