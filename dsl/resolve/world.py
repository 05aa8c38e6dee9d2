"""What all parts of the resolver share: the game under construction and every name in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

from hoyle.dsl import codes, nodes, suggest
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.reader import Reader, within
from hoyle.dsl.records import record
from hoyle.dsl.resolve.csv_text import Cell, Sheet
from hoyle.dsl.source import Source, Span
from hoyle.dsl.types import Either, Kind, Optional, Place, Player, Thing, Type

if TYPE_CHECKING:
    from hoyle.dsl.resolve.hexmap import Sketch

N = TypeVar("N", bound=nodes.Node)

# Fields may be called like a verb: those stand first in a line. Deeds are looked at with the verbs.
_NOT_LIKE_A_VERB = (g.Kinds, g.ValueDecl, g.Option, g.Lasting)


@record
class Page:
    """The declarations of one file up to an `include` or its end, or of the scenario played.

    `level` counts from the root. What stands above 0 changes the pages before: variants, scenarios.
    `shared`: other games may include the file, too.
    """

    items: tuple[nodes.Node, ...]
    level: int
    source: Source | None = None
    shared: bool = False


@record(frozen=False)
class Named:
    """What a name of the whole game means, in words ("a value of Colour") and as a thing."""

    what: str
    span: Span
    thing: object


@record(frozen=False)
class World:
    """The game under construction, everything by name, and what is found on the way.

    `names` holds every name that must be alone in the game: values of kinds, `to`s, values,
    options, fields of the table, supplies, dice, lasting effects, movements. `node_of` tells the
    syntax from which a Proc, ValueDecl, Lasting, Field or Table was declared, `level_of` its page.
    `printed` is the sheet of a table, and the line of it behind each row.
    `scenario` is the one that is played; its lines are the last page. `files` reads tables.
    `damaged` are the tables that may lack rows because of a mistake that was reported.
    `sketches` are the maps of boards, by the names of these. `folders` tells of the path of every
    rules file in which folder it lies, seen from that of the game.
    """

    game: g.Game
    sink: Sink
    files: Reader
    pages: tuple[Page, ...] = ()
    scenario: str | None = None
    names: dict[str, Named] = field(default_factory=dict)
    kind_values: dict[str, tuple[str, int]] = field(default_factory=dict)
    node_of: dict[object, nodes.Node] = field(default_factory=dict)
    level_of: dict[object, int] = field(default_factory=dict)
    docs: dict[Span, tuple[nodes.Doc, ...]] = field(default_factory=dict)
    lastings: dict[str, g.Lasting] = field(default_factory=dict)
    untyped: dict[str, list[g.ValueDecl]] = field(default_factory=dict)
    adjusted: frozenset[str] | None = None  # names of values that are adjusted, once looked for
    in_progress: list[g.ValueDecl] = field(default_factory=list)
    circular: dict[g.ValueDecl, list[g.ValueDecl]] = field(default_factory=dict)
    printed: dict[str, tuple[Sheet, list[tuple[Cell, ...]]]] = field(default_factory=dict)
    damaged: set[str] = field(default_factory=set)
    rows_by_name: dict[str, dict[str, int]] = field(default_factory=dict)
    clashing: set[g.Local] = field(default_factory=set)
    read_locals: set[g.Local] = field(default_factory=set)
    settings: dict[str, tuple[Type, g.Value]] = field(default_factory=dict)
    setting_spans: dict[str, Span] = field(default_factory=dict)
    sketches: dict[str, Sketch] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)

    # ------------------------------------------------------------------------------ the text

    def read(self, name: str, span: Span) -> Source:
        """A file that the rules name at a place; it lies beside these rules or below.

        Raises:
            Unreadable: there is no such file, or it may not be read.
        """
        return self.files.read(within(self.folders.get(span.path, ""), name))

    def all(self, kind: type[N]) -> Iterator[tuple[N, bool]]:
        """Every declaration of a sort at the left margin, parents' first, and if in a variant.

        The lines of the scenario that is played come last.
        """
        for node, level in self.by_level(kind):
            yield node, level > 0

    def by_level(self, kind: type[N]) -> Iterator[tuple[N, int]]:
        """Every declaration of a sort, with the level of its page."""
        for page in self.pages:
            for item in page.items:
                if isinstance(item, kind):
                    yield item, page.level

    def doc_above(self, node: nodes.Node) -> str:
        """The prose that belongs to a line, in one text."""
        return " ".join(doc.text for doc in self.docs.get(node.span, ()))

    # ------------------------------------------------------------------------------ by name

    def claim(self, name: nodes.Name | nodes.TypeName, what: str, thing: object) -> bool:
        """Give a name of the whole game its meaning; False if it has one, which is reported."""
        before = self.names.get(name.text)
        if before is not None:
            self._report_twice(name, what, before)
            return False
        if isinstance(thing, _NOT_LIKE_A_VERB) and is_verb(name.text):
            self.sink.report(
                codes.NAME_TWICE,
                name.span,
                f"`{name.text}` is a verb of the language, and this makes it {what}.",
                help="Take another name: no name means two things.",
            )
        self.names[name.text] = Named(what, name.span, thing)
        return True

    def _report_twice(self, name: nodes.Name | nodes.TypeName, what: str, before: Named) -> None:
        same = before.what == what
        message = f"`{name.text}` is {before.what} already"
        self.sink.report(
            codes.NAME_TWICE,
            name.span,
            f"{message}." if same else f"{message}, and this makes it {what}.",
            labels=(Label(before.span, f"`{name.text}` is {before.what} here"),),
            help="Delete one of the two, or take another name for it."
            if same
            else "Take another name for one of the two: no name means two things.",
        )

    def lookup_proc(self, name: str) -> g.Proc | None:
        """A `to`, or setup, play, turn."""
        return self.game.procs.get(name)

    def lookup_lasting(self, name: str) -> g.Lasting | None:
        """A lasting effect."""
        return self.lastings.get(name)

    def lookup_value(self, of: str | None, name: str) -> g.ValueDecl | None:
        """A value of the game (None), of "player" or of a thing."""
        return self.game.values.get((of, name))

    def owners_of(self, type_: Type) -> tuple[str, ...]:
        """The declarations whose attributes a value of a type has: "player", or names of things."""
        match type_:
            case Player():
                return ("player",)
            case Thing(name):
                return (name,)
            case Either(names):
                return names
            case Optional(of):
                return self.owners_of(of)
            case _:
                return ()

    def fields_of(self, owner: str) -> dict[str, g.Field]:
        """The fields of "player", "table" or a thing."""
        if owner == "player":
            return self.game.player_fields
        if owner == "table":
            return self.game.table_fields
        table = self.game.tables.get(owner)
        return table.fields if table else {}

    def has_attribute(self, type_: Type, name: str) -> bool:
        """Whether things of a type have something of this name."""
        from hoyle.dsl.resolve.attributes import find_attribute  # which needs this module

        return find_attribute(self, type_, name) is not None

    def is_figure(self, type_: Type) -> bool:
        """Whether a type is of things that stand on a board."""
        names = self.owners_of(type_)
        tables = [self.game.tables[name] for name in names if name in self.game.tables]
        return bool(tables) and all(table.stands_on is not None for table in tables)

    def board_of(self, type_: Type) -> g.Table | None:
        """The board that a type is a space of."""
        if isinstance(type_, Thing):
            table = self.game.tables.get(type_.name)
            return table if table is not None and table.board is not None else None
        if isinstance(type_, Place):
            stands_on = self.game.tables[type_.figure].stands_on
            return self.game.tables.get(stands_on) if stands_on else None
        return None

    def kind(self, type_: Kind) -> g.Kinds:
        """The declaration of a kinds type."""
        return self.game.kinds[type_.name]


def is_verb(name: str) -> bool:
    """Whether a name is a verb of the language."""
    from hoyle.dsl.resolve.verbs import VERBS  # which needs this module

    return name in VERBS


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a misspelt word, if one is like it."""
    found = suggest.nearest(word, candidates)
    return found[0] if found else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """A help line for a misspelt word, or for one of another language."""
    found = nearest(word, candidates)
    if found:
        return f"Write `{found}` if you mean that."
    said = suggest.SAID_DIFFERENTLY.get(word)
    return f"Write {said}." if said else None
