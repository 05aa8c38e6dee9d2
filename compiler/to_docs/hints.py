"""What a reference says to whoever stops at it: the first words of the designer on its target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs.anchors import Key, names
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter, first_sentence
from hoyle.dsl import nodes


def hints(matter: Matter) -> dict[Key, str]:
    """The hint of each reference that has one."""
    return {key: first_sentence(words) for item in matter.items for key, words in _hinted(item)}


def _hinted(item: Item) -> Iterator[tuple[Key, str]]:
    match item.node:
        case nodes.TableHas(lines):
            yield from _fields("table", lines)
        case nodes.PlayerHas(lines):
            yield from _fields("player", lines)
        case nodes.Component(name, _, lines) | nodes.Chart(name, _, lines):
            yield from _fields(str(name), lines)
        case nodes.Board(name, lines=lines):
            yield from _fields(str(name), lines)
        case nodes.Option(name):
            yield ("option", str(name)), item.node.prompt
    if item.texts and isinstance(item.node, nodes.Procedure | nodes.Value | nodes.Lasting):
        yield from ((key, item.texts[0]) for key in names(item.node))


def _fields(owner: str, lines: Iterable[nodes.Line]) -> Iterator[tuple[Key, str]]:
    """The prose right above each field."""
    prose: list[str] = []
    for line in lines:
        if isinstance(line, nodes.Doc):
            prose.append(line.text)
            continue
        if isinstance(line, nodes.Field) and prose:
            yield from ((("field", f"{owner}.{slot.name}"), " ".join(prose)) for slot in line.slots)
        prose = []
