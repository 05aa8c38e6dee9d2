"""The declarations of a game as the pages print them: in order, each with the prose before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.dsl import nodes
from hoyle.dsl.game import Game
from hoyle.dsl.records import record
from hoyle.dsl.source import Source, Span

Pages = Iterable[tuple[Source, nodes.File]]


@record(eq=False)
class Item:
    """A declaration (None: prose that nothing follows) with its prose, clauses, chapter and file.

    `home` is the path of the game's own file that it belongs to, through whatever includes."""

    node: nodes.Declaration | None
    prose: tuple[nodes.Doc, ...]
    clauses: tuple[str, ...]
    chapter: str
    source: Source
    home: str

    @property
    def span(self) -> Span:
        """Where it stands, its prose included."""
        first = self.prose[0].span if self.prose else None
        if self.node is None:
            assert first is not None
            return first.to(self.prose[-1].span)
        return first.to(self.node.span) if first else self.node.span

    @property
    def texts(self) -> tuple[str, ...]:
        """The designer's words, a paragraph for all lines that follow one another."""
        return (" ".join(doc.text for doc in self.prose),) if self.prose else ()

    @property
    def excerpt(self) -> str:
        """The lines it is written in."""
        return self.source.excerpt(self.node.span).rstrip() if self.node else ""


def items(game: Game, pages: Pages) -> list[Item]:
    """Everything that files of a game declare, a parent before its variant. What they include
    stands in its place."""
    by_path = {source.path: (source, file) for source, file in pages}
    included = set(game.includes.values())
    roots = [path for path in by_path if path not in included]
    return [item for path in roots for item in _Reading(game, by_path, path).items(path)]


def roots(game: Game, pages: Pages) -> list[str]:
    """The paths of the files that are games: a parent before its variant."""
    included = set(game.includes.values())
    return [source.path for source, _ in pages if source.path not in included]


def scenarios(pages: Pages) -> Iterator[nodes.Scenario]:
    """Every scenario, as it is written."""
    for _, file in pages:
        yield from (node for node in file.items if isinstance(node, nodes.Scenario))


def with_rules(pages: Pages) -> list[str]:
    """The scenarios that have rules of their own, by their names."""
    plain = nodes.Doc | nodes.Setting | nodes.Brings
    return [
        node.name.text
        for node in scenarios(pages)
        if not all(isinstance(line, plain) for line in node.lines)
    ]


class _Reading:
    """One game file with what it includes, and the chapter that is open."""

    def __init__(
        self, game: Game, by_path: dict[str, tuple[Source, nodes.File]], home: str
    ) -> None:
        self.game = game
        self.by_path = by_path
        self.home = home
        self.chapter = ""

    def items(self, path: str) -> Iterator[Item]:
        """The items of a file; prose goes to what follows it."""
        source, file = self.by_path[path]
        prose: list[nodes.Doc] = []
        for node in file.items:
            match node:
                case nodes.Doc():
                    prose.append(node)
                    continue
                case nodes.Heading(title):
                    yield from self.loose(source, prose)
                    self.chapter = title
                case nodes.Game():
                    pass
                case nodes.Include():
                    yield from self.loose(source, prose)
                    if inner := self.game.includes[node.span]:
                        yield from self.items(inner)
                case nodes.Scenario():
                    yield self.item(source, node, prose)
                    yield from self.examples(source, node)
                case _:
                    yield self.item(source, node, prose)
            prose = []
        yield from self.loose(source, prose)

    def examples(self, source: Source, scenario: nodes.Scenario) -> Iterator[Item]:
        """The examples of a scenario, as a chapter of their own."""
        chapter, self.chapter = self.chapter, f"Examples of “{scenario.title}”"
        prose: list[nodes.Doc] = []
        for line in scenario.lines:
            if isinstance(line, nodes.Doc):
                prose.append(line)
                continue
            if isinstance(line, nodes.Example):
                yield self.item(source, line, prose)
            prose = []
        self.chapter = chapter

    def loose(self, source: Source, prose: list[nodes.Doc]) -> Iterator[Item]:
        """Prose that nothing follows."""
        if prose:
            yield self.item(source, None, prose)

    def item(self, source: Source, node: nodes.Declaration | None, prose: list[nodes.Doc]) -> Item:
        clauses = self.clauses(*((node,) if node else ()), *prose)
        return Item(node, tuple(prose), clauses, self.chapter, source, self.home)

    def clauses(self, *lines: nodes.Line) -> tuple[str, ...]:
        """What lines cite; a file that is included may cite sources of other games, too."""
        found: dict[str, None] = {}
        for line in lines:
            for reference in line.cite.references if line.cite else ():
                if reference.first.partition("-")[0] in self.game.sources:
                    found[reference.text] = None
        return tuple(found)


def expanded(game: Game, written: Iterable[str]) -> tuple[str, ...]:
    """`AB-001..AB-003` as the clauses that it covers."""
    found: dict[str, None] = {}
    for text in written:
        first, _, last = text.partition("..")
        reference = nodes.Reference(first, last or first)
        known = game.sources.get(first.partition("-")[0], ("", {}))[1]
        found.update(dict.fromkeys(one for one in reference.clauses() if one in known))
    return tuple(found)
