"""Values with everything that adjusts them, and how the game is won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.cards import carrier
from hoyle.compiler.to_docs.english.said import Point, Reference, Text
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter, holds
from hoyle.compiler.to_docs.playing import chapters
from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl.source import Span
from hoyle.dsl.walk import Unit, every, units


def values(matter: Matter) -> blocks.Page:
    """The page of values: one table with every adjustment, then each value in full."""
    adjusted = tuple(_adjusted(matter))
    parts = _parts(matter)
    merged = {item for adjusts in parts.values() for item in adjusts}
    found = [item for item in matter.of(nodes.Value, nodes.Adjust) if item not in merged]

    def told(item: Item) -> tuple[blocks.Block, ...]:
        return (_with_parts(matter, item, parts.get(item, ())),)

    return blocks.Page(
        "values",
        "What things are worth",
        "numbers and conditions that rules look up, with everything that adjusts them",
        (
            blocks.Section("All values and their adjustments", adjusted, paper=""),
            *chapters(found, told),
        ),
    )


def _parts(matter: Matter) -> dict[Item, list[Item]]:
    """The lines that adjust a value and stand by themselves; they are told with the value."""
    found: dict[Item, list[Item]] = {}
    own = set(matter.own)
    for value in matter.game.values.values():
        home = matter.anchors.item_at(value.span)
        for adjust in value.adjusts:
            item = matter.anchors.item_at(adjust.span)
            if item is None or home is None or not own.issuperset((item, home)):
                continue
            if isinstance(item.node, nodes.Adjust):
                found.setdefault(home, []).append(item)
    return found


def _with_parts(matter: Matter, item: Item, parts: Iterable[Item]) -> blocks.Entry:
    """A value, with what else is written of the lines that adjust it."""
    entry = matter.entry(item)
    adjusts = [matter.entry(part) for part in parts]
    return replace(
        entry,
        also=tuple(one.anchor for one in adjusts),
        prose=(*entry.prose, *(words for one in adjusts for words in one.prose)),
        excerpt="\n\n".join(one.excerpt for one in (entry, *adjusts) if one.excerpt),
    )


def _adjusted(matter: Matter) -> Iterator[blocks.Block]:
    """A row for each value, and one more for each thing that adjusts it."""
    own = set(matter.own)
    rows: list[tuple[Text, ...]] = []
    for value in matter.game.values.values():
        item = matter.anchors.item_at(value.span)
        adjusts = [one for one in value.adjusts if matter.anchors.item_at(one.span) in own]
        if item not in own and not adjusts:
            continue
        rows.append((_called(matter, value), ("",), _base(matter, value), ("",)))
        rows += [_row(matter, value, adjust) for adjust in adjusts]
    if rows:
        yield blocks.Sheet(("value", "adjusted by", "how much", "told in"), tuple(rows))


def _called(matter: Matter, value: g.ValueDecl) -> Text:
    target = f"{value.of}.{value.name}" if value.of else value.name
    words = value.name.replace("_", " ")
    owner = value.of if value.of in (None, "player") else matter.thing(str(value.of))
    return (Reference("value", target, words), f" of {owner}" if owner else "")


def _base(matter: Matter, value: g.ValueDecl) -> Text:
    """What a value is before anything adjusts it."""
    if said := matter.sentence(value.span) or matter.first(value.span):
        return said
    if value.body is None or isinstance(value.body, g.Pick):
        return ("told case by case",)
    return (matter.code(value.body.span),)


def _row(matter: Matter, value: g.ValueDecl, adjust: g.Adjust) -> tuple[Text, ...]:
    """One adjustment: whose it is, by how much and when."""
    return (
        _called(matter, value),
        (_whose(matter, adjust),),
        matter.sentence(adjust.span) or _change(matter, adjust),
        matter.reference(adjust.span),
    )


_CHANGES = {
    "by": "+ ",
    "less": "− ",
    "to": "becomes ",
    "times": "times ",
    "floor": "at least ",
    "cap": "at most ",
    "those": "only those where ",
}


def _change(matter: Matter, adjust: g.Adjust) -> Text:
    text: Text = (_CHANGES[adjust.op], matter.code(adjust.amount.span))
    if adjust.each:
        text = (*text, ", for each ", matter.code(adjust.each[1].span))
    if adjust.when and adjust.op != "those":
        text = (*text, ", when ", matter.code(adjust.when.span))
    return text


def _whose(matter: Matter, adjust: g.Adjust) -> str:
    """Whose adjustment it is."""
    if adjust.lasting is not None:
        return f"while “{adjust.lasting.name.replace('_', ' ')}” lasts"
    return "always" if adjust.carrier is None else carrier(matter, adjust.carrier)


# ---- the end
def ends(matter: Matter) -> list[Unit]:
    """The units of rules that end the game."""
    own = set(matter.own)
    return [
        unit
        for unit in units(matter.game)
        if unit.kind != "example"
        and matter.anchors.item_at(unit.span) in own
        and any(
            isinstance(node, g.Victory) or (isinstance(node, g.End) and node.name == "game")
            for node in unit.deeds()
        )
    ]


def leading(points: tuple[Point, ...], spans: Sequence[Span]) -> tuple[Point, ...]:
    """Those of some points that hold one of the lines, with what stands before it on the way."""
    found: list[Point] = []
    for point in points:
        if not any(holds(point.span, span) for span in spans):
            continue
        below = leading(point.points, spans)
        if below or not point.points:
            found.append(Point(point.text, below))
    return tuple(found)


def scoring(matter: Matter) -> blocks.Page:
    """The page of the end: who wins, by which values."""
    found = ends(matter)
    items = dict.fromkeys(matter.anchors.item_at(unit.span) for unit in found)
    blocks_: list[blocks.Block] = []
    for item in items:
        if item is not None:
            text: Text = matter.reference(item.node.span if item.node else item.span)
            called = isinstance(item.node, nodes.Whenever)  # by its prose
            prose = f": {item.texts[0]}" if item.texts and not called else ""
            blocks_.append(blocks.Paragraph((*text, prose)))
            said = matter.said(item)
            if said and said.points:
                blocks_.append(blocks.Steps(said.points, said.numbered))
    return blocks.Page(
        "victory",
        "Scoring and victory",
        "when the game ends, who wins it, and what counts",
        (
            blocks.Section("The end of the game", tuple(blocks_)),
            blocks.Section("What decides", tuple(_deciding(matter, found))),
        ),
    )


def _deciding(matter: Matter, found: list[Unit]) -> Iterator[blocks.Block]:
    """The values that the conditions of the end and the winners look at."""
    rows: dict[tuple[Text, ...], None] = {}
    for unit in found:
        for value in _looked_at(unit):
            doc = (value.doc,) if value.doc else _base(matter, value)
            rows[(_called(matter, value), doc)] = None
    if rows:
        yield blocks.Sheet(("value", "what it is"), tuple(rows))


def _looked_at(unit: Unit) -> Iterator[g.ValueDecl]:
    """Values in the winners and the conditions of a unit, and the values in these."""
    winners = [node.winners for node in unit.deeds() if isinstance(node, g.Victory)]
    waiting = [node.value for node in every(*unit.tests, *winners) if isinstance(node, g.ValueOf)]
    seen: list[g.ValueDecl] = []
    while waiting:
        value = waiting.pop(0)
        if any(value is one for one in seen):
            continue
        seen.append(value)
        yield value
        if value.body is not None:
            waiting += [n.value for n in every(value.body) if isinstance(n, g.ValueOf)]
