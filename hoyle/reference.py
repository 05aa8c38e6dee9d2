"""A page for every construct of the language, with places in games where it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hoyle.compiler.to_docs.blocks import line_anchor
from hoyle.dsl import nodes
from hoyle.dsl.constructs import CONSTRUCTS, Construct
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import field_names, record
from hoyle.dsl.source import Source
from hoyle.dsl.trees import tree_of

SHOWN = 3  # places for each construct
LONGEST = 9  # lines of one
INDEX = "index.md"


@record
class Place:
    """Where a construct is used: the lines, and where they stand."""

    name: str
    number: int
    text: str


def pages(games: Iterable[Path], books: str) -> dict[str, str]:
    """The pages by their names, one that leads to all of them included. `books` leads from them to
    the rulebooks of the games."""
    places = _places(games)
    found = {f"{one.name}.md": _page(one, places, books) for one in CONSTRUCTS}
    return {INDEX: _index(), **found}


def titles() -> list[dict[str, str]]:
    """Title and name of each page, in order."""
    return [{one.title: f"{one.name}.md"} for one in CONSTRUCTS]


def _index() -> str:
    rows = [f"| [{_cell(one.title)}]({one.name}.md) | {_cell(one.about)} |" for one in CONSTRUCTS]
    head = ["# Every construct", "", "Each with how it is written and where games use it.", ""]
    return "\n".join((*head, "| construct | what it is for |", "| --- | --- |", *rows)) + "\n"


def _cell(words: str) -> str:
    return words.replace("|", "&#124;").replace("<", "&lt;").replace(">", "&gt;")


def _page(one: Construct, places: dict[type, list[Place]], books: str) -> str:
    lines = [f"# {_cell(one.title)}", "", one.about, "", f"Explained in full: [{_shown(one)}]"]
    lines[-1] += f"(../{one.page.removeprefix('language/')})."
    lines += ["", "## How it is written", "", "```text", one.written, "```", ""]
    lines += [
        "What stands in brackets may be left out; `*` is any number of times, `+` at least once."
    ]
    found = list(_chosen(one, places))
    if found:
        lines += ["", "## In games that come along"]
    for place in found:
        stem = place.name.removesuffix(".rules")
        link = f"{books}{stem}/source.md#{line_anchor(place.name, place.number)}"
        lines += [
            "",
            f"[{place.name}, line {place.number}]({link}):",
            "",
            "```rules",
        ]
        lines += [place.text, "```"]
    return "\n".join(lines) + "\n"


def _shown(one: Construct) -> str:
    """What the page is called that explains a construct."""
    return one.page.removeprefix("language/").partition(".")[0].capitalize()


# ---- places
def _places(games: Iterable[Path]) -> dict[type, list[Place]]:
    """Where each class of the syntax tree is made, in all games."""
    found: dict[type, list[Place]] = {}
    for path in games:
        path = path.resolve()
        source = Source(path.as_posix(), path.read_text(encoding="utf-8"))
        tree, lines = tree_of(source, Sink()), source.text.split("\n")
        for node in _inside(tree) if tree is not None else ():
            place = _place(path, source, lines, node)
            if place is not None:
                found.setdefault(type(node), []).append(place)
    return found


def _inside(tree: nodes.Node) -> Iterator[nodes.Node]:
    waiting: list[object] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
        elif isinstance(part, nodes.Node):
            yield part
            kind: Any = type(part)
            waiting += reversed([getattr(part, name) for name in field_names(kind)])


def _place(path: Path, source: Source, text: list[str], node: nodes.Node) -> Place | None:
    """The whole lines on which a node stands, without the blanks that all of them begin with."""
    first, last = source.position(node.span.start).line, source.position(node.span.end).line
    lines = text[first - 1 : last]
    while lines and not lines[-1].strip():
        lines.pop()
    if not 0 < len(lines) <= LONGEST:
        return None
    blanks = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return Place(path.name, first, "\n".join(line[blanks:].rstrip() for line in lines))


def _chosen(one: Construct, places: dict[type, list[Place]]) -> Iterator[Place]:
    """A few places, each in another game where there are enough, short ones first."""
    found = [place for kind in one.nodes for place in places.get(kind, ())]
    found.sort(key=lambda place: (place.text.count("\n") < 1, len(place.text), place.name))
    seen: dict[str, Place] = {}
    for place in found:
        if place.text not in {other.text for other in seen.values()}:
            seen.setdefault(place.name, place)
    yield from list(seen.values())[:SHOWN]
