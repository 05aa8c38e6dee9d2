"""Map files: hexes with terrain, level, obstacle and marks, drawn as text.

map "Two hills"
hexes pointy, odd rows shifted
legend
    g turf
marks
    a start red
    L lair
grid
    g1a  g2   .
      g1  g1L  g1^4
"""

from __future__ import annotations

import re
from dataclasses import field

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.reader import Unreadable
from hoyle.dsl.records import record
from hoyle.dsl.resolve.boards import MOST_SPACES, cell_name, lay_hexes
from hoyle.dsl.resolve.cells import Cells, Wrong, least
from hoyle.dsl.resolve.world import World, nearest
from hoyle.dsl.source import Source, Span
from hoyle.dsl.types import Flag

HEADS = ("map", "hexes", "legend", "marks", "edges", "grid")
POINTY = "hexes pointy, odd rows shifted"
FLAT = "hexes flat, odd columns shifted"
_CELL = re.compile(r"([A-Za-z])(-?\d+)(?:\^(\d+))?([A-Za-z]*)$")
_PLAIN = re.compile(r"\S+")


@record
class Word:
    """A word of a map file, and where it stands."""

    text: str
    span: Span


Words = tuple[Word, ...]


@record(frozen=False)
class Sketch:
    """What a map file says, part by part; each line as its words."""

    source: Source
    legend: dict[str, Words] = field(default_factory=dict)
    marks: dict[str, Words] = field(default_factory=dict)
    grids: dict[str, list[Words]] = field(default_factory=dict)
    edges: list[Words] = field(default_factory=list)


def load_map(world: World, node: nodes.Board, table: g.Table) -> None:
    """The spaces of a board of hexes from its map file."""
    name = map_file(world, node)
    if name is None:
        return
    try:
        source = world.read(name, _written_at(world, node))
    except Unreadable as why:
        span = node.origin.span if node.origin else node.span
        message = f"The map `{name}` cannot be read: it {why}."
        world.sink.report(codes.UNREADABLE_TABLE, span, message, help="Put it beside the rules.")
        return
    world.game.files = (*world.game.files, source.path)
    table.file = source.path
    file = MapFile(world, table, source)
    sketch = world.sketches[table.name] = read_map(source, file)
    if world.game.drawn:
        sketch = redrawn(sketch, world.game.drawn, node.span)
    file.lay(sketch, source.whole().first())


def redrawn(sketch: Sketch, text: str, span: Span) -> Sketch:
    """Another map with the letters of this one: `g1 g2 / g1 g1`, row by row."""
    rows = [tuple(Word(word, span) for word in row.split()) for row in text.split("/")]
    return Sketch(sketch.source, sketch.legend, sketch.marks, {"": rows})


def is_flat(world: World, node: nodes.Board) -> bool:
    """Whether the map of a board says that its hexes stand in columns."""
    name = _named(world, node) if isinstance(node.shape, nodes.Hexes) else None
    if name is None:
        return False
    try:
        text = world.read(name, _written_at(world, node)).text
    except Unreadable:
        return False
    return any(line.split("#")[0].split() == FLAT.split() for line in text.splitlines())


def map_file(world: World, node: nodes.Board) -> str | None:
    """The name of the map: written out, or a setting of the scenario."""
    name = _named(world, node)
    if name is None:
        setting = node.origin.name if isinstance(node.origin, nodes.Attribute) else None
        world.sink.report(
            codes.BAD_MAP,
            node.span,
            f"No scenario says what `{setting}` is."
            if setting is not None
            else "The hexes of a board come from a map file.",
            help='Write `from "maps/hills.map"`, or `from scenario.map` with a `map = …` there.',
        )
    return name


def _named(world: World, node: nodes.Board) -> str | None:
    match node.origin:
        case nodes.Text(value):
            return value
        case nodes.Attribute(owner=nodes.Name("scenario"), name=setting):
            found = world.settings.get(setting.text)
            return found[1] if found is not None and isinstance(found[1], str) else None
        case _:
            return None


def _written_at(world: World, node: nodes.Board) -> Span:
    """Where the map is named."""
    match node.origin:
        case nodes.Attribute(name=setting):
            return world.setting_spans.get(setting.text, node.span)
        case _:
            return node.span


def read_map(source: Source, sink_report: MapFile) -> Sketch:
    """The parts of a map file."""
    sketch, part, name = Sketch(source), "", ""
    for words in _lines(source):
        head = words[0].text
        if head in HEADS and words[0].span.start == _line_start(source, words[0].span.start):
            part, name = head, words[1].text if len(words) > 1 else ""
            sink_report.head(words)
            continue
        match part:
            case "legend":
                sketch.legend[head] = words
            case "marks":
                sketch.marks[head] = words
            case "edges":
                sketch.edges.append(words)
            case "grid":
                sketch.grids.setdefault(name, []).append(words)
            case _:
                sink_report.wrong(words[0], "This line belongs to no part of the map.", HEADS)
    return sketch


def _line_start(source: Source, offset: int) -> int:
    return source.line_starts[source.position(offset).line - 1]


def _lines(source: Source) -> list[Words]:
    """The words of every line that has some; what follows `#` is a comment."""
    found = []
    for start in source.line_starts:
        end = source.text.find("\n", start)
        line = source.text[start : len(source.text) if end < 0 else end].split("#")[0]
        words = tuple(
            Word(match.group(), source.span(start + match.start(), start + match.end()))
            for match in _PLAIN.finditer(line)
        )
        if words:
            found.append(words)
    return found


class MapFile:
    """A map file on its way into the rows of a board."""

    def __init__(self, world: World, table: g.Table, source: Source) -> None:
        self.world, self.table, self.source = world, table, source
        self.cells = Cells(world)

    def lay(self, sketch: Sketch, where: Span) -> None:
        """Rows, names, facts and ways."""
        places: list[tuple[int, int]] = []
        for row, words in enumerate(sketch.grids.get("", []), 1):
            for column, word in enumerate(words, 1):
                if word.text != ".":
                    places.append((column, row))
                    self._space(sketch, word, column, row)
        for name, lines in sketch.grids.items():
            if name:
                self._further(name, lines, places)
        if not 0 < len(places) <= MOST_SPACES:
            self._report(
                where,
                f"The map has {len(places):,} spaces.",
                f"Draw between 1 and {MOST_SPACES:,} of them under `grid`.",
            )
        if sketch.edges:
            self.wrong(sketch.edges[0][0], "Edges between spaces are not built yet.", ())
        lay_hexes(self.table, places)

    def head(self, words: Words) -> None:
        """A line that opens a part."""
        text = " ".join(word.text for word in words)
        if words[0].text == "hexes" and text not in (POINTY, FLAT):
            self.wrong(words[0], "Hexes are not laid like this.", (POINTY, FLAT))

    def wrong(self, word: Word, message: str, choices: tuple[str, ...]) -> None:
        """Report a word of the map."""
        like = nearest(word.text, choices) or (choices[0] if len(choices) == 1 else None)
        self._report(word.span, message, f"Write `{like}`." if like else "Remove it.")

    def _report(self, span: Span, message: str, help: str) -> None:
        self.world.sink.report(codes.BAD_MAP, span, message, help=help)

    def _space(self, sketch: Sketch, word: Word, column: int, row: int) -> None:
        """One space: terrain letter, level, obstacle, marks."""
        facts: dict[str, g.Value] = {
            name: least(given.type)
            for name, given in self.table.fields.items()
            if given.role == "fact"
        }
        in_file = word.span.path == self.source.path
        line = self.source.position(word.span.start).line if in_file else 0
        self.table.rows.append(g.Row(cell_name(column, row), facts, line))
        found = _CELL.match(word.text)
        if found is None:
            self._report(word.span, f"`{word.text}` is no space.", "Write it like `g1` or `g2^4a`.")
            return
        letter, level, obstacle, marks = found.groups()
        self._set(facts, "column", str(column), word)
        self._set(facts, "row", str(row), word)
        self._set(facts, "level", level, word)
        self._set(facts, "obstacle", obstacle or "0", word)
        self._terrain(sketch, facts, letter, word)
        for mark in marks:
            self._mark(sketch, facts, mark, word)

    def _set(self, facts: dict[str, g.Value], name: str, text: str, word: Word) -> None:
        given = self.table.fields.get(name)
        if given is None or given.role != "fact":
            message = f"The board declares no field `{name}`."
            self._report(word.span, message, f"Add `{name}: …` to the board.")
            return
        value = self.cells.read(text, given.type)
        if isinstance(value, Wrong):
            self._report(word.span, f"`{text}` is not {value.wanted}.", "Change it.")
            return
        facts[name] = value

    def _terrain(self, sketch: Sketch, facts: dict[str, g.Value], letter: str, word: Word) -> None:
        line = sketch.legend.get(letter)
        if line is None or len(line) != 2:
            self.wrong(word, f"The legend does not say what `{letter}` is.", tuple(sketch.legend))
            return
        self._set(facts, "terrain", line[1].text, line[1])

    def _mark(self, sketch: Sketch, facts: dict[str, g.Value], mark: str, word: Word) -> None:
        """A mark fills a flag (`L lair`), or a field with a value (`a start red`)."""
        line = sketch.marks.get(mark)
        if line is None or len(line) < 2:
            self.wrong(word, f"The marks do not say what `{mark}` is.", tuple(sketch.marks))
            return
        given = self.table.fields.get(line[1].text)
        flag = given is not None and isinstance(given.type, Flag)
        text = "yes" if flag else " ".join(part.text for part in line[2:])
        self._set(facts, line[1].text, text, line[1])

    def _further(self, name: str, lines: list[Words], places: list[tuple[int, int]]) -> None:
        """A further grid: one more field of every space."""
        index = {place: number for number, place in enumerate(places)}
        for row, words in enumerate(lines, 1):
            for column, word in enumerate(words, 1):
                number = index.get((column, row))
                if word.text != "." and number is not None:
                    self._set(self.table.rows[number].facts, name, word.text, word)
