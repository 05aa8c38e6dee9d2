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
    """The rulebook of a game; `pages` are its files, a parent before its variant."""
    entries = [entry for source, file in pages for entry in _entries(game, source, file)]
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


def _entries(game: Game, source: Source, file: nodes.File) -> Iterator[Entry | str]:
    """What a file prints, in its order; prose goes to what follows it."""
    prose: list[nodes.Doc] = []
    for item in file.items:
        match item:
            case nodes.Heading(title):
                yield from _loose(prose)
                prose = []
                yield title
            case nodes.Doc():
                prose.append(item)
            case nodes.Game():
                prose = []
            case _:
                entry = _entry(game, source, item, prose)
                if entry is not None:
                    yield entry
                prose = []
    yield from _loose(prose)


def _loose(prose: list[nodes.Doc]) -> Iterator[Entry]:
    """Prose that nothing follows."""
    if prose:
        yield Entry("prose", "", _texts(prose), _clauses(*prose))


def _texts(prose: Iterable[nodes.Doc]) -> tuple[str, ...]:
    return tuple(doc.text for doc in prose)


def _clauses(*lines: nodes.Line | None) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for line in lines:
        if line is not None and line.cite is not None:
            found.update(dict.fromkeys(reference.text for reference in line.cite.references))
    return tuple(found)


def _entry(
    game: Game, source: Source, item: nodes.Declaration, prose: list[nodes.Doc]
) -> Entry | None:
    """How one declaration is printed; None where it is nothing for a reader."""
    texts, clauses = _texts(prose), _clauses(item, *prose)
    text = source.excerpt(item.span).rstrip()
    match item:
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
