"""Where everything is told: the page and the anchor of each declaration, row, clause and term."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs.items import Item
from hoyle.dsl import nodes
from hoyle.dsl.game import Game
from hoyle.dsl.source import Span

Key = tuple[str, str]


def slug(words: str) -> str:
    """Words as part of an anchor: small letters, digits, hyphens."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"


def row_anchor(table: str, name: str) -> str:
    """The anchor of a row of a table."""
    return f"row-{slug(table)}-{slug(name)}"


def clause_anchor(id_: str) -> str:
    """The anchor of a clause."""
    return f"clause-{slug(id_)}"


class Anchors:
    """Anchors of items, each its own, and what leads to them."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.of_item: dict[Item, str] = {}
        self.keys: dict[Key, str] = {}
        self._taken: set[str] = set()
        self._parts: dict[tuple[str, ...], str] = {}
        self._spans: dict[str, list[tuple[int, int, Item]]] = {}
        for item in items:
            self._add(item)

    def _add(self, item: Item) -> None:
        known = self._parts.get(part_of(item))
        self.of_item[item] = known or self.own(_stem(item.node))
        if part := part_of(item):
            self._parts[part] = self.of_item[item]
        self._spans.setdefault(item.span.path, []).append((item.span.start, item.span.end, item))
        for key in names(item.node):
            self.keys[key] = self.of_item[item]  # what a variant replaces is told there

    def own(self, stem: str) -> str:
        """An anchor that nothing else has."""
        anchor, number = stem, 1
        while anchor in self._taken:
            number += 1
            anchor = f"{stem}-{number}"
        self._taken.add(anchor)
        return anchor

    def item_at(self, span: Span) -> Item | None:
        """The declaration in which a span stands, the innermost."""
        spans = self._spans.get(span.path, [])
        at = bisect_right(spans, span.start, key=lambda one: one[0])
        return next((item for _, end, item in reversed(spans[:at]) if span.start < end), None)


def part_of(item: Item) -> tuple[str, ...]:
    """What a declaration is a part of, where it may be told in parts that stand together."""
    match item.node:
        case nodes.Component(name):
            return item.home, "component", str(name)
        case nodes.TableHas() | nodes.PlayerHas():
            return item.home, type(item.node).__name__
        case _:
            return ()


def _stem(node: nodes.Declaration | None) -> str:
    """How the anchor of a declaration begins."""
    for kind, target in names(node):
        return f"{kind}-{slug(target)}"
    match node:
        case None:
            return "prose"
        case nodes.PieceRules():
            return f"rules-{slug(title(node))}"
        case nodes.Ruling(basis):
            return f"ruling-{basis}"
        case nodes.Example():
            return f"example-{slug(node.title)[:40]}"
        case _:
            return slug(type(node).__name__)


def names(node: nodes.Declaration | None) -> Iterator[Key]:
    """What a declaration is known by in references."""
    match node:
        case nodes.Flow(moment):
            yield "rule", moment
        case nodes.Procedure():
            yield "rule", str(node.head.name)
        case nodes.Value():
            name = str(node.head.name)
            yield "value", f"{_owner(node.owner)}.{name}" if node.owner else name
        case nodes.Kinds(name) | nodes.Component(name) | nodes.Chart(name) | nodes.Board(name):
            yield "table", str(name)
        case nodes.Lasting():
            yield "lasting", str(node.head.name)
        case nodes.Scenario(name):
            yield "scenario", str(name)
        case nodes.Option(name):
            yield "option", str(name)
        case nodes.TableHas(lines):
            yield from (("field", f"table.{name}") for name in _fields(lines))
        case nodes.PlayerHas(lines):
            yield from (("field", f"player.{name}") for name in _fields(lines))
        case _:
            pass


def _owner(owner: nodes.TypeName | nodes.BuiltinType) -> str:
    return owner.word if isinstance(owner, nodes.BuiltinType) else str(owner)


def _fields(lines: Iterable[nodes.Line]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, nodes.Field):
            yield from (str(slot.name) for slot in line.slots)


def title(node: nodes.Declaration | None) -> str:
    """What a declaration is about, in a few words."""
    match node:
        case nodes.Procedure() | nodes.Value() | nodes.Lasting():
            return _spaced(str(node.head.name))
        case nodes.PieceRules(nodes.Piece(_, name)):
            return name
        case nodes.PieceRules(kind):
            return f"Every {_spaced(str(kind))}" + (" of a sort" if node.where else "")
        case nodes.Flow(moment):
            return {"setup": "Setting up", "play": "The course of the game"}.get(moment, "A turn")
        case nodes.Scenario() | nodes.Campaign() | nodes.Example():
            return node.title
        case nodes.Ruling() | nodes.Invariant():
            return node.sentence
        case nodes.Kinds(name) | nodes.Component(name) | nodes.Chart(name) | nodes.Board(name):
            return _spaced(str(name))
        case nodes.Die(name) | nodes.Supply(name) | nodes.Movement(name) | nodes.Option(name):
            return _spaced(str(name))
        case nodes.TableHas():
            return "On the table"
        case nodes.PlayerHas():
            return "Before each player"
        case nodes.Whenever():
            return "At any time"
        case nodes.Hook():
            return (
                f"{node.moment} {', '.join(_spaced(str(one.name)) for one in node.events)}".strip()
            )
        case nodes.Adjust():
            return "An adjustment"
        case nodes.Action():
            return "What may be done"
        case nodes.Sight():
            return "Who sees whom"
        case _:
            return ""


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")


def row_keys(game: Game, table: str) -> Iterator[tuple[Key, str]]:
    """What leads to each row of a table; rows of one name are told once."""
    for row in game.tables[table].rows:
        yield ("piece", f"{table}/{row.name}"), row_anchor(table, row.name)
