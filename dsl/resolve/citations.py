"""Clauses of the source: loaded, and every citation checked and noted.

That every clause is cited is looked at in `checks/clauses.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from typing import Literal as Word

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.records import field_names
from hoyle.dsl.resolve.csv_text import Cell, Sheet, read_sheet
from hoyle.dsl.resolve.tables import read_file
from hoyle.dsl.resolve.world import World, did_you_mean

How = Word["rule", "ruling", "example", "data"]
COLUMNS = ("id", "section", "clause", "kind")


def load_clauses(world: World) -> None:
    """The clauses of all sources that the heads name."""
    for head, _ in world.by_level(nodes.Game):
        for line in head.lines:
            if isinstance(line, nodes.Sourcebook) and line.key.text not in world.game.sources:
                clauses = _clauses(world, line)
                world.game.sources[line.key.text] = (line.title, clauses)


def _clauses(world: World, line: nodes.Sourcebook) -> dict[str, g.Clause]:
    source = read_file(world, line.clauses, line.span)
    sheet = read_sheet(source, world.sink) if source is not None else None
    if sheet is None or not _has_columns(world, sheet):
        return {}
    found: dict[str, g.Clause] = {}
    for cells in sheet.rows:
        clause = _clause(sheet, cells)
        if clause.id in found:
            _twice(world, clause, cells[sheet.columns["id"]])
        found.setdefault(clause.id, clause)
    return found


def _has_columns(world: World, sheet: Sheet) -> bool:
    missing = [column for column in ("id", "clause") if column not in sheet.columns]
    if missing:
        world.sink.report(
            codes.MISSING_COLUMN,
            sheet.header[0].span.to(sheet.header[-1].span),
            f"This list of clauses has no column `{missing[0]}`.",
            help="A list of clauses has the columns `id`, `section`, `clause`, `kind`.",
        )
    return not missing


def _clause(sheet: Sheet, cells: tuple[Cell, ...]) -> g.Clause:
    texts = [
        cells[sheet.columns[column]].text if column in sheet.columns else "" for column in COLUMNS
    ]
    line = sheet.source.position(cells[0].span.start).line
    return g.Clause(texts[0], texts[1], texts[2], texts[3], line)


def _twice(world: World, clause: g.Clause, cell: Cell) -> None:
    world.sink.report(
        codes.SAME_NAME,
        cell.span,
        f"Two clauses are called {clause.id}.",
        help="Number every clause once.",
    )


# ---------------------------------------------------------------------------------- citations


def check_citations(world: World) -> None:
    """Every citation names a clause; `Game.cited` tells who cites what."""
    known = {name for _, clauses in world.game.sources.values() for name in clauses}
    for page in world.pages:
        # The lines of the scenario that is played stand on the page of the file as well.
        for item in page.items if page.source is not None else ():
            for node, how, what in _citing(item):
                _cite(world, node, how, what, known, page.shared)


def _citing(item: nodes.Node) -> Iterator[tuple[nodes.Line, How, str]]:
    """Every line of a declaration that cites, how it speaks of the clause, and what it is."""
    for node in _lines(item, "data" if isinstance(item, nodes.Game | nodes.BoxPart) else "rule"):
        yield node[0], node[1], what_is(item)


def _lines(value: object, how: How) -> Iterator[tuple[nodes.Line, How]]:
    """The lines inside a node that cite; rulings and examples speak in their own way."""
    if isinstance(value, tuple):
        for part in value:
            yield from _lines(part, how)
        return
    if not isinstance(value, nodes.Node) or isinstance(value, nodes.Expression):
        return
    if isinstance(value, nodes.Ruling):
        how = "ruling"
    elif isinstance(value, nodes.Example):
        how = "example"
    if isinstance(value, nodes.Line) and value.cite is not None:
        yield value, how
    kind: Any = type(value)
    for name in field_names(kind):
        if name not in ("span", "cite"):
            yield from _lines(getattr(value, name), how)


def what_is(item: nodes.Node) -> str:
    """A declaration in a few words, for lists of what cites a clause."""
    match item:
        case nodes.Procedure(head=head):
            return f"to {head.name}"
        case nodes.Value(head=head):
            return f"value {head.name}"
        case nodes.Lasting(head=head):
            return f"lasting {head.name}"
        case nodes.Flow(moment=moment):
            return moment
        case nodes.Ruling(sentence=sentence):
            return sentence
        case nodes.Example(title=title):
            return title
        case nodes.Option(name=name):
            return f"option {name}"
        case nodes.Invariant(sentence=sentence):
            return sentence
        case nodes.PieceRules(subject=nodes.Piece(type=thing, name=name)):
            return f'{thing} "{name}"'
        case nodes.PieceRules(subject=nodes.TypeName(text)):
            return f"rules of {text}"
        case nodes.Board(space=name):
            return f"board of {name}"
        case _:
            return _plain(item)


def _plain(item: nodes.Node) -> str:
    """A declaration by its sort and its name, if it has one."""
    words = {
        "Game": "the head",
        "TableHas": "table has",
        "PlayerHas": "player has",
        "Whenever": "whenever",
        "Doc": "prose",
    }
    sort = type(item).__name__
    if sort in words:
        return words[sort]
    name = getattr(item, "name", None)
    return f"{sort.lower()} {name}" if name is not None else sort.lower()


def _cite(
    world: World, line: nodes.Line, how: How, what: str, known: set[str], shared: bool
) -> None:
    """Note what a line cites; a file that several games share cites the sources of them all."""
    assert line.cite is not None
    for reference in line.cite.references:
        clauses = reference.clauses()
        if shared and clauses[0].partition("-")[0] not in world.game.sources:
            continue
        unknown = [clause for clause in clauses if clause not in known]
        if unknown:
            _unknown(world, unknown, reference, known)
        for clause in clauses:
            if clause in known:
                world.game.cited.append(g.Cited(clause, how, what, line.span))


def _unknown(world: World, unknown: list[str], reference: nodes.Reference, known: set[str]) -> None:
    key = unknown[0].partition("-")[0]
    if key not in world.game.sources:
        message = f"There is no source {key}."
        help = did_you_mean(key, world.game.sources) or "Name it in the head: `source KEY …`."
    elif not world.game.sources[key][1]:
        return  # its list could not be read, which was reported
    else:
        message = f"The source has no clause {unknown[0]}."
        help = did_you_mean(unknown[0], known) or "Cite a clause of the list."
    world.sink.report(codes.UNKNOWN_CLAUSE, reference.span, message, help=help)
