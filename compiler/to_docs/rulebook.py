"""The rulebook of a game as Markdown: its chapters in order, its prose, its tables, its examples.

`model` decides what is printed and in which order; `templates/rulebook.md.j2` only prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs.tables import Printed, printed
from hoyle.dsl import nodes
from hoyle.dsl.game import Game, Option
from hoyle.dsl.records import record
from hoyle.dsl.source import Source
from hoyle.dsl.trace import Trace, traces


@record
class Entry:
    """Something under a heading: its kind, title, prose, clauses, the lines it is written in."""

    kind: str
    title: str
    prose: tuple[str, ...]
    clauses: tuple[str, ...]
    text: str = ""
    table: Printed | None = None


@record
class Chapter:
    """A heading with its entries; the part before the first heading has the title ""."""

    title: str
    entries: tuple[Entry, ...]


@record
class Rulebook:
    """Everything the template prints."""

    title: str
    players: tuple[int, int]
    sources: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    options: tuple[Option, ...]
    traces: tuple[Trace, ...]


def model(game: Game, pages: Iterable[tuple[Source, nodes.File]]) -> Rulebook:
    """The rulebook of a game; `pages` are its files, a parent before its variant. What they
    include stands in its place."""
    by_path = {source.path: (source, file) for source, file in pages}
    included = set(game.includes.values())
    entries = [
        entry
        for path, (source, file) in by_path.items()
        if path not in included
        for entry in _entries(game, source, file, by_path)
    ]
    return Rulebook(
        game.title,
        game.players,
        tuple((key, title) for key, (title, _) in game.sources.items()),
        tuple(_chapters(entries)),
        tuple(game.options.values()),
        tuple(traces(game)),
    )


def _chapters(entries: list[Entry | str]) -> Iterator[Chapter]:
    """Entries grouped under the headings (plain texts among them) before them."""
    title, gathered = "", list[Entry]()
    for entry in entries:
        if not isinstance(entry, str):
            gathered.append(entry)
            continue
        if gathered:
            yield Chapter(title, tuple(gathered))
        title, gathered = entry, []
    if gathered:
        yield Chapter(title, tuple(gathered))


def _entries(
    game: Game, source: Source, file: nodes.File, by_path: dict[str, tuple[Source, nodes.File]]
) -> Iterator[Entry | str]:
    """What a file prints, in its order; prose goes to what follows it."""
    prose: list[nodes.Doc] = []
    for item in file.items:
        match item:
            case nodes.Heading(title):
                yield from _loose(game, prose)
                prose = []
                yield title
            case nodes.Doc():
                prose.append(item)
            case nodes.Game():
                prose = []
            case nodes.Include():
                yield from _loose(game, prose)
                prose = []
                if path := game.includes[item.span]:
                    yield from _entries(game, *by_path[path], by_path)
            case _:
                entry = _entry(game, source, item, prose)
                if entry is not None:
                    yield entry
                prose = []
    yield from _loose(game, prose)


def _loose(game: Game, prose: list[nodes.Doc]) -> Iterator[Entry]:
    """Prose that nothing follows."""
    if prose:
        yield Entry("prose", "", _texts(prose), _clauses(game, *prose))


def _texts(prose: Iterable[nodes.Doc]) -> tuple[str, ...]:
    return tuple(doc.text for doc in prose)


def _clauses(game: Game, *lines: nodes.Line | None) -> tuple[str, ...]:
    """What lines cite; a file that is included may cite sources of other games, too."""
    found: dict[str, None] = {}
    for line in lines:
        for reference in line.cite.references if line is not None and line.cite else ():
            if reference.first.partition("-")[0] in game.sources:
                found[reference.text] = None
    return tuple(found)


def _entry(
    game: Game, source: Source, item: nodes.Declaration, prose: list[nodes.Doc]
) -> Entry | None:
    """How one declaration is printed; None where it is nothing for a reader."""
    texts, clauses = _texts(prose), _clauses(game, item, *prose)
    text = source.excerpt(item.span).rstrip()
    match item:
        case nodes.Component(name, rows=None) if game.tables[str(name)].file and not texts:
            return None  # a part without rows: the table stands where they are told
        case nodes.Component(name, rows=None) if game.tables[str(name)].file:
            return Entry("prose", "", texts, clauses)
        case nodes.Component(name) | nodes.Chart(name):
            return Entry("table", str(name), texts, clauses, table=printed(game, str(name)))
        case nodes.Board(name):
            return Entry("board", str(name), texts, clauses, text, printed(game, str(name)))
        case nodes.Kinds():
            labels = ", ".join(label.printed or _words(str(label.name)) for label in item.labels())
            return Entry("kinds", str(item.name), texts, clauses, labels)
        case nodes.Ruling():
            return Entry(item.basis, item.sentence, texts, clauses)
        case nodes.Invariant():
            return Entry("invariant", item.sentence, texts, clauses, text)
        case nodes.Option():
            return None
        case nodes.Example():
            return Entry("example", item.title, texts, clauses, text)
        case nodes.Scenario():
            return Entry("rule", f"Scenario: {item.title}", texts, clauses, text)
        case _:
            return Entry("rule", _title(item), texts, clauses, text)


def _title(item: nodes.Declaration) -> str:
    """What a rule is about, in a few words; "" where its prose says it all."""
    match item:
        case nodes.Procedure() | nodes.Value():
            return _words(str(item.head.name))
        case nodes.PieceRules(nodes.Piece(_, name)):
            return name
        case nodes.Flow():
            return item.moment
        case _:
            return ""


def _words(name: str) -> str:
    return name.replace("_", " ")
