"""What is known of a game while it is told: types and meanings of expressions, words of its things.

The resolved game says of every expression of the text, by its place, what it means. What is not
resolved in this game (the rules of a scenario that is not played) is read by its names alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hoyle.compiler.to_docs.english import words
from hoyle.compiler.to_docs.english.said import clean, link
from hoyle.dsl import game as g
from hoyle.dsl import nodes, walk
from hoyle.dsl import types as t
from hoyle.dsl.records import field_names
from hoyle.dsl.source import Span


class Known:
    """A game, looked through once."""

    def __init__(self, game: g.Game, files: Sequence[nodes.File] = ()) -> None:
        self.game = game
        self._meanings: dict[Span, g.Expr] = {}
        self.spoken: set[str] = set()
        """The `to`s that speak to somebody: their deeds are that player's."""
        for unit in walk.units(game):
            for node in unit.nodes():
                if isinstance(node, g.Expr) and not _only_wraps(node):
                    self._meanings.setdefault(node.span, node)
                if isinstance(node, g.LocalRef) and node.local is unit.speaks_to:
                    self.spoken.add(unit.name)
        self._locals = _locals(game)
        self._rows: dict[str, set[str]] = {}
        self.heard: dict[tuple[Span, bool], str] = {}
        """What was said of each condition: that it holds, or that it does not."""
        self.lines: dict[Span, str] = {}
        """What was said of each line that has nothing below it."""
        self.holes: dict[Span, str] = {}
        """What was said of what stands in braces in a prompt."""
        self.reasons: dict[Span, str] = {}
        """Why something cannot be done, by the place of its condition."""
        self.windows = _windows(files)
        """The types of what windows are opened with, as they are written."""
        self._spellings = _Spellings(_texts(game, files))

    # ---- meanings
    def meaning(self, node: nodes.Node) -> g.Expr | None:
        """What an expression resolves to; None where this game does not resolve it."""
        found = self._meanings.get(node.span)
        if isinstance(found, g.FieldRead) and found.of is not None:
            name = getattr(node, "text", None) or getattr(getattr(node, "name", None), "text", "")
            if name and found.field.name != name and found.of.span == found.span:
                return found.of  # a player, where what the player has is meant
        return found

    def type_of(self, node: nodes.Node) -> t.Type | None:
        """The type of an expression, of a single value where it may be none."""
        found = self.meaning(node)
        type_ = found.type if found is not None else self._declared(node)
        return strip(type_) if type_ is not None else None

    def _declared(self, node: nodes.Node) -> t.Type | None:
        """The type of what is not resolved, by its name."""
        match node:
            case nodes.Attribute(_, name) | nodes.Your(name) | nodes.Method(_, name):
                types = [one.type for (_, own), one in self.game.values.items() if own == name.text]
                fields = walk.all_fields(self.game)
                types += [one.type for one in fields if one.name == name.text]
                return types[0] if types else None
            case nodes.Call(name):
                value = self.game.values.get((None, name.text))
                return value.type if value is not None else None
            case _:
                return None

    def local(self, name: nodes.Name) -> g.Local | None:
        """The local that a name binds."""
        return self._locals.get(name.span)

    # ---- words
    def thing(self, name: str, many: bool = False) -> str:
        """The name of a component, chart, board or kinds, as a reference."""
        said = self._spellings.spelled(words.spaced(name))
        if many:
            said = self._spellings.plural(said)
        known = name in self.game.tables or name in self.game.kinds
        return link("table", name, said) if known else said

    def label(self, kind: str, index: int) -> str:
        """A value of a kinds, as it is printed."""
        kinds = self.game.kinds[kind]
        name, printed = kinds.values[index], kinds.labels[index]
        said = clean(printed).split(": ")[0]
        if said == name or " " not in said:
            return words.spaced(said)
        titled = all(word[:1].isupper() or len(word) < 4 for word in said.split())
        return said if titled and "," not in said else f"“{said}”"

    def row(self, table: str, name: str) -> str:
        """A piece or row by its name, as a reference; a bare number or letter with its sort."""
        said = self._row_words(table, name)
        known = self.game.tables.get(table)
        there = known is not None and name in self._names(table)
        return link("piece", f"{table}/{name}", said) if there else said

    def _row_words(self, table: str, name: str) -> str:
        for kinds in self.game.kinds.values():
            if name in kinds.values:
                return self.label(kinds.name, kinds.values.index(name))
        short = len(name) < 4 and name == name.lower()
        return f"{words.spaced(table)} {name}" if short else clean(name)

    def _names(self, table: str) -> set[str]:
        if table not in self._rows:
            self._rows[table] = {row.name for row in self.game.tables[table].rows}
        return self._rows[table]


def _only_wraps(node: g.Expr) -> bool:
    """Whether an expression only makes a set of the single thing that is written, or turns it."""
    match node:
        case g.Cast() | g.Unary(op="not"):
            return True
        case g.SetLiteral(items=(only,)):
            return only.span == node.span
        case _:
            return False


def strip(type_: t.Type) -> t.Type:
    """A type without its `or none`."""
    return type_.of if isinstance(type_, t.Optional) else type_


def element(type_: t.Type | None) -> t.Type | None:
    """The type of the members of a set, a list or a cup."""
    match type_:
        case t.SetOf(of) | t.ListOf(of):
            return strip(of)
        case t.TallyOf(of):
            return of
        case _:
            return None


def _windows(files: Iterable[nodes.File]) -> dict[str, tuple[nodes.TypeForm | None, ...]]:
    """What every window is opened with, by the parameters of the `to` that opens it."""
    found: dict[str, tuple[nodes.TypeForm | None, ...]] = {}
    for file in files:
        for node in _inside(file):
            if isinstance(node, nodes.Procedure):
                known = {name.text: one.type for one in node.head.parameters for name in one.names}
                for inner in _inside(node):
                    if isinstance(inner, nodes.Offer | nodes.ChooseBranch) and inner.window:
                        given = inner.window.arguments or ()
                        found[inner.window.name.text] = tuple(
                            known.get(one.text) if isinstance(one, nodes.Name) else None
                            for one in given
                        )
    return found


def _inside(node: object) -> Iterator[nodes.Node]:
    """A node and everything in it."""
    waiting = [node]
    while waiting:
        now = waiting.pop()
        if isinstance(now, tuple):
            waiting += now
        elif isinstance(now, nodes.Node):
            yield now
            kind: Any = type(now)
            waiting += [getattr(now, name) for name in field_names(kind)]


def _locals(game: g.Game) -> dict[Span, g.Local]:
    """Every local by the place of its name."""
    found: dict[Span, g.Local] = {}
    for unit in walk.units(game):
        for local in unit.params:
            found[local.span] = local
        for node in unit.nodes():
            match node:
                case g.LocalRef(local=local):
                    found.setdefault(local.span, local)
                case g.Choose(local=local) | g.Let(local=local):
                    found.setdefault(local.span, local)
    return found


# ---------------------------------------------------------------------------------- spelling


def _texts(game: g.Game, files: Iterable[nodes.File]) -> Iterator[str]:
    """Everything that designers say in prose."""
    yield game.title
    for _, clauses in game.sources.values():
        for clause in clauses.values():
            yield clause.text
    for ruling in game.rulings:
        yield ruling.text
    for file in files:
        for item in file.items:
            match item:
                case nodes.Doc(said) | nodes.Heading(said):
                    yield said
                case nodes.Option():
                    yield item.prompt


_WORD = re.compile(r"[^\W\d_]+")
_SEVERAL = re.compile(
    r"(?i)\b(?:two|three|four|five|six|seven|several|many|all|these|those|other|both|few)"
    r"\s+([^\W\d_]+)(?=[.,;:]|$|\s+(?:are|in|of|that|which|who|have|may|on|from|to|and|or|at|with"
    r"|by|for|as|do|can|must|stand|lie)\b)"
)


class _Spellings:
    """How the prose of a game spells the names of its things: with which marks on letters, and
    whether several look like one."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._spelled: dict[str, str] = {}
        self._words: set[str] = set()
        self._several: set[str] = set()
        for said in texts:
            for word in _WORD.findall(said):
                self._words.add(word)
                folded = _folded(word)
                if word != folded:
                    self._spelled.setdefault(folded.lower(), word)
            self._several.update(_SEVERAL.findall(said))

    def spelled(self, said: str) -> str:
        """Words as the prose writes them."""
        return _WORD.sub(self._one, said)

    def _one(self, found: re.Match[str]) -> str:
        word = found[0]
        return self._spelled.get(word.lower(), word) if word[:1].isupper() else word

    def plural(self, said: str) -> str:
        """Several of them; as one of them looks, if the prose never writes it otherwise."""
        last = said.rpartition(" ")[2]
        regular = words.plural(last)
        if last in self._several and regular not in self._words:
            return said
        return words.plural(said)


def _folded(word: str) -> str:
    """Without the marks on its letters."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
