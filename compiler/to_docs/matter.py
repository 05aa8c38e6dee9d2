"""What all pages of a game are made from: the checked game, its items, their English, anchors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import Anchors, part_of, title
from hoyle.compiler.to_docs.drawing.board import Drawn
from hoyle.compiler.to_docs.drawing.looks import Looks, looks
from hoyle.compiler.to_docs.english import Said, Speaker
from hoyle.compiler.to_docs.english.said import Point, Reference, Text, bare, plain
from hoyle.compiler.to_docs.items import Item, Pages, expanded, items, roots, scenarios
from hoyle.dsl import nodes
from hoyle.dsl.game import Example, Expr, Function, Game, Prompt, Table, ValueDecl
from hoyle.dsl.maps import laid_out
from hoyle.dsl.reader import MemoryReader, Reader, Unreadable
from hoyle.dsl.source import Source, Span

LONGEST = 80  # letters of a link


class Matter:
    """A game, ready to be told. `own` are the items that this game's pages tell: all of them, or
    of a variant those of its own file. `scenes` is the same game in its other scenarios."""

    def __init__(
        self,
        game: Game,
        pages: Pages,
        reader: Reader | None = None,
        scenes: Iterable[Game] = (),
    ) -> None:
        pages = list(pages)
        self.game = game
        self.reader = reader or MemoryReader({})
        self.pages = pages
        self.sources: dict[str, Source] = {source.path: source for source, _ in pages}
        self.roots = roots(game, pages)
        self.items = items(game, pages)
        self.anchors = Anchors(self.items)
        self.own = [item for item in self.items if item.home == self.roots[-1]]
        self.is_variant = len(self.roots) > 1
        self._looks: dict[Table, Looks] = {}
        self._files: dict[str, str] = {}
        self._said: dict[Item, Said | None] = {}
        self._speaker = Speaker(game, pages)
        played = {scene.scenario: scene for scene in scenes}
        self._elsewhere = [
            (node.span, Speaker(played[node.name.text], pages))
            for node in scenarios(pages)
            if node.name.text in played
        ]
        self._first = PurePath(self.roots[0]).parent

    def map(self, table: Table, setting: object = None, drawn: str = "") -> Table | None:
        """A board as another map lays it out; None where there is none, or it has mistakes."""
        name = setting or (table.file and self.reader_name(table.file))
        try:
            source = self.reader.read(str(name))
        except Unreadable:
            return None
        return laid_out(self.game, table, source, drawn)

    def reader_name(self, path: str) -> str:
        """How a file is asked for: from the folder of the game that is told."""
        base = PurePath(self.roots[-1]).parent
        return (
            PurePath(path).relative_to(base).as_posix() if base in PurePath(path).parents else path
        )

    def looks(self, table: Table) -> Looks:
        """What the spaces of a board look like."""
        if table not in self._looks:
            self._looks[table] = looks(self.game, table)
        return self._looks[table]

    def board(self, table: Table, example: Example) -> Table | None:
        """The board of an example: the game's, or the one that it draws."""
        return self.map(table, drawn=example.map) if example.map else table

    @property
    def folders(self) -> dict[str, str]:
        """The folder of the pages of each game file: its name without its ending."""
        return {path: PurePath(path).stem for path in self.roots}

    @property
    def folder(self) -> str:
        """The folder of this game's pages."""
        return self.folders[self.roots[-1]]

    def said(self, item: Item) -> Said | None:
        """An item in English."""
        if item not in self._said:
            node = item.node
            self._said[item] = None if node is None else self._speaker_of(node).declaration(node)
        return self._said[item]

    def _speaker_of(self, node: nodes.Declaration) -> Speaker:
        """Who knows what a declaration means: what stands in a scenario means it there."""
        inside = (speaker for span, speaker in self._elsewhere if holds(span, node.span))
        return next(inside, self._speaker)

    def sentence(self, span: Span) -> Text:
        """What is said of a line of the rules; nothing if it is not said by itself."""
        item = self.anchors.item_at(span)
        said = self.said(item) if item else None
        if item is None or said is None or not said.points:
            return ()
        if item.node is not None and item.node.span == span:
            return said.points[0].text if len(said.points) == 1 else ()
        around = [point for point in _all(said.points) if holds(point.span, span)]
        return around[-1].text if around and not around[-1].points else ()

    def deed(self, span: Span) -> Text:
        """What is said of a line by itself, even where it is told in a sentence with others."""
        self._listen(span)
        return self._speaker.line(span) or self.sentence(span)

    def line(self, span: Span) -> Text:
        """What is said of the line that begins at a place, without what stands below it."""
        item = self.anchors.item_at(span)
        said = self.said(item) if item else None
        for point in _all(said.points) if said else ():
            if point.span == span:
                last = point.text[-1]
                ends = (last.rstrip(".:"),) if isinstance(last, str) else (last,)
                return (*point.text[:-1], *ends)
        return ()

    def first(self, span: Span) -> Text:
        """What is said first in the declaration that stands at a place."""
        item = self.anchors.item_at(span)
        if item is None or item.node is None or item.node.span != span:
            return ()
        if isinstance(item.node, nodes.Movement):
            return ("the places where ", self.reference(span)[0], " may end")
        said = self.said(item)
        return said.points[0].text if said and said.points and not said.points[0].points else ()

    def condition(self, condition: Expr) -> Text:
        """A condition in English; as it is written where it is not said by itself."""
        self._listen(condition.span)
        return self._speaker.condition(condition) or (self.code(condition.span),)

    def reason(self, span: Span) -> str:
        """Why something cannot be done while a condition does not hold."""
        self._listen(span)
        return self._speaker.reason(span)

    def hole(self, span: Span) -> str:
        """What is filled in where a question has braces."""
        self._listen(span)
        source = self.sources.get(span.path)
        return self._speaker.hole(span) or (source.excerpt(span) if source else "…")

    def prompt(self, prompt: Prompt) -> Text:
        """The words of a question; what is filled in when it is asked stands between ‹ and ›."""
        match prompt.parts:
            case (Function(name="name_of"),):
                return ("the name of the piece",)
            case parts:
                words = (
                    part if isinstance(part, str) else f"‹{self.hole(part.span)}›" for part in parts
                )
                return (f"“{''.join(words)}”",)

    def thing(self, name: str, many: bool = False) -> str:
        """The name of a component, chart, board or kinds in words, as the prose spells it."""
        return bare(self._speaker.scene.known.thing(name, many))

    def _listen(self, span: Span) -> None:
        """Say the declaration around a place, so that what stands in it is known in English."""
        if item := self.anchors.item_at(span):
            self.said(item)

    def code(self, span: Span) -> Reference:
        """The words of a span as they are written in the rules."""
        source = self.sources.get(span.path)
        words = " ".join(source.excerpt(span).split()) if source else ""
        return Reference("code", "", words)

    def place(self, span: Span) -> str:
        """`file.rules:12`."""
        source = self.sources.get(span.path)
        line = source.position(span.start).line if source else 0
        return f"{self.file(span.path)}:{line}"

    def file(self, path: str) -> str:
        """How a file is called: from the folder of the game, never from the root of a disk."""
        if path not in self._files:
            self._files[path] = self._called(path)
        return self._files[path]

    def _called(self, path: str) -> str:
        wanted, base = PurePath(path), self._first
        for ups in range(3):
            if wanted.is_relative_to(base):
                return "../" * ups + wanted.relative_to(base).as_posix()
            base = base.parent
        return wanted.name

    def source_line(self, span: Span) -> Text:
        """A reference to the line of a span, short: its file only if it is another one."""
        place = self.place(span)
        file, _, number = place.rpartition(":")
        words = f"line {number}" if file == self.file(self.roots[-1]) else place
        return (Reference("line", place, words),)

    def reference(self, span: Span, words: str = "") -> Text:
        """A reference to the declaration in which a span stands."""
        item = self.anchors.item_at(span)
        if item is None:
            return (words,) if words else self.source_line(span)
        return (blocks.at(self.anchors.of_item[item], words or self.words(item)),)

    def words(self, item: Item) -> str:
        """What an item is called in a few words: its name, else what is said of it."""
        match item.node:
            case nodes.Hook() | nodes.Action() | nodes.PieceRules() | nodes.Adjust():
                said = self.said(item)
                words = plain(said.title) if said else ""
            case nodes.Whenever() | None if item.texts:
                words = first_sentence(item.texts[0])
            case _:
                words = ""
        return clipped(capital(words or title(item.node)) or "A rule")

    def clause_texts(self, written: tuple[str, ...]) -> list[Text]:
        """References to clauses, ranges written out."""
        return [(blocks.clause(id_),) for id_ in expanded(self.game, written)]

    def of(self, *types: type) -> list[Item]:
        """Own items of some sorts."""
        return [item for item in self.own if isinstance(item.node, types)]

    def entry(
        self, item: Item, badge: str = "", excerpt: bool = True, drawn: Drawn | None = None
    ) -> blocks.Entry:
        """An item under its heading: prose, English, and the lines it is written in."""
        said = self.said(item)
        heading, prose = self.heading(item)
        return blocks.Entry(
            self.anchors.of_item[item],
            heading,
            badge or self.change(item),
            prose,
            said.points if said else (),
            said.numbered if said else False,
            item.clauses,
            self.place(item.node.span if item.node else item.span),
            item.excerpt if excerpt else "",
            drawn,
        )

    def whole(self, items_: Iterable[Item]) -> Iterator[tuple[list[Item], blocks.Entry]]:
        """Items in order; what is declared in parts is one entry where its first part stands."""
        parts: dict[object, list[Item]] = {}
        for item in items_:
            parts.setdefault(part_of(item) or item, []).append(item)
        for found in parts.values():
            first, *rest = (self.entry(item) for item in found)
            yield found, _joined(first, rest)

    def heading(self, item: Item) -> tuple[Text, tuple[str, ...]]:
        """What stands above an item, and the prose that is left below it.

        What has no name of its own is called by the first sentence of its prose.
        """
        said = self.said(item)
        if isinstance(item.node, nodes.Whenever) and item.texts:
            first = first_sentence(item.texts[0])
            rest = item.texts[0].removeprefix(first).strip()
            return (first.removesuffix("."),), (rest,) if rest else ()
        title_ = said.title if said and said.title else (capital(title(item.node)),)
        return title_, item.texts

    def entries(self, item: Item) -> tuple[blocks.Block, ...]:
        """An item as all that stands of it on a page."""
        return (self.entry(item),)

    def change(self, item: Item) -> str:
        """What an item of a variant does to the game that it varies."""
        if not self.is_variant:
            return ""
        return "instead of the rule of that name" if self.replaces(item) else "new"

    def replaces(self, item: Item) -> bool:
        """Whether an item stands for one of its parent's."""
        match item.node:
            case nodes.Procedure():
                known = self.game.procs.get(str(item.node.head.name))
                return known is not None and known.parent is not None
            case nodes.Value():
                return self.value(item.node) is not None and self.value_parent(item.node)
            case nodes.Flow(moment):
                known = self.game.procs.get(moment)
                return known is not None and known.parent is not None
            case _:
                return False

    def value(self, node: nodes.Value) -> ValueDecl | None:
        """The resolved value of a declaration."""
        owner = node.owner
        of = (
            None
            if owner is None
            else owner.word
            if isinstance(owner, nodes.BuiltinType)
            else str(owner)
        )
        return self.game.values.get((of, str(node.head.name)))

    def value_parent(self, node: nodes.Value) -> bool:
        """Whether a value stands for one of its parent's."""
        value = self.value(node)
        return value is not None and value.parent is not None


def _joined(first: blocks.Entry, rest: list[blocks.Entry]) -> blocks.Entry:
    """The parts of a declaration as one; what two parts say in the same words is said once."""
    if not rest:
        return first
    every = [first, *rest]
    points = {plain(point.text): point for entry in reversed(every) for point in entry.points}
    order = dict.fromkeys(plain(point.text) for entry in every for point in entry.points)
    return blocks.Entry(
        first.anchor, first.title, first.badge,
        tuple(words for entry in every for words in entry.prose),
        tuple(points[words] for words in order),
        False,
        tuple(dict.fromkeys(one for entry in every for one in entry.clauses)),
        first.place,
        "\n\n".join(entry.excerpt for entry in every if entry.excerpt),
    )  # fmt: skip


def _all(points: tuple[Point, ...]) -> Iterator[Point]:
    """Points and those below them."""
    for point in points:
        yield point
        yield from _all(point.points)


def holds(outer: Span, inner: Span) -> bool:
    """Whether a line begins inside another."""
    return outer.path == inner.path and outer.start <= inner.start < outer.end


def clipped(words: str) -> str:
    """Words that are short enough for a link."""
    if len(words) <= LONGEST:
        return words
    return words[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def first_sentence(words: str) -> str:
    """The first sentence of a text."""
    return next(iter(sentences(words)), "")


def sentences(words: str) -> list[str]:
    """The sentences of a text."""
    parts = words.split(". ")
    return [f"{part}." for part in parts[:-1]] + parts[-1:]


def capital(words: str) -> str:
    """With a capital letter in front."""
    return words[:1].upper() + words[1:]
