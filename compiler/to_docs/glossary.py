"""The terms of a game: what each is, and where it is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import slug
from hoyle.compiler.to_docs.english.said import Text
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.playing import first_sentence
from hoyle.dsl import nodes


def glossary(matter: Matter) -> tuple[blocks.Page, dict[str, str]]:
    """The page of terms, and the anchors of its entries by term."""
    found: dict[str, Term] = {}
    for words, (told, where) in sorted(_terms(matter), key=lambda term: term[0].casefold()):
        known = found.get(words.casefold())
        if known is not None:  # of two terms that differ in a capital alone
            words, told = known[0], (*known[1][0], " ", *told)
        found[words.casefold()] = (words, (told, where))
    anchors = {folded: f"term-{slug(folded)}" for folded in found}
    rows = tuple(((words,), told, where) for words, (told, where) in found.values())
    page = blocks.Page(
        "glossary",
        "Terms",
        "every term with what it is and where it is told",
        (
            blocks.Section(
                "",
                (blocks.Sheet(("term", "what it is", "more"), rows, "", tuple(anchors.values())),)
                if rows
                else (),
            ),
        ),
    )
    return page, anchors


Term = tuple[str, tuple[Text, Text]]


def _terms(matter: Matter) -> Iterator[Term]:
    """Components, kinds, dice, money, places, effects, moments."""
    game = matter.game
    for item in matter.own:
        match item.node:
            case nodes.Kinds(name):
                labels = ", ".join(game.kinds[str(name)].labels)
                yield _term(matter, item_words(str(name)), f"One of: {labels}.", item)
            case nodes.Component(name) | nodes.Chart(name) | nodes.Board(name):
                count = len(game.tables[str(name)].rows)
                sort = {"component": "pieces", "chart": "rows of a table", "board": "spaces"}
                yield _term(
                    matter,
                    item_words(str(name)),
                    f"{count} {sort[game.tables[str(name)].form]}.",
                    item,
                )
            case nodes.Die(name):
                yield _term(matter, str(name), "A die.", item)
            case nodes.Supply(name):
                supply = game.supplies[str(name)]
                yield _term(
                    matter,
                    str(name).replace("_", " "),
                    f"A supply of {supply.total} {supply.label}.",
                    item,
                )
            case nodes.Lasting():
                yield _term(matter, matter.words(item), "An effect that lasts for a while.", item)
            case nodes.TableHas(lines) | nodes.PlayerHas(lines):
                yield from _zones(matter, item, lines)
            case _:
                pass


def item_words(name: str) -> str:
    """The name of a type in words."""
    return "".join(f" {c}" if c.isupper() and n else c for n, c in enumerate(name))


def _term(matter: Matter, words: str, told: str, item: Item) -> Term:
    prose = first_sentence(item.texts[0]) if item.texts else ""
    where = (blocks.at(matter.anchors.of_item[item], "more"),)
    return words, ((f"{told} {prose}".strip(),), where)


def _zones(matter: Matter, item: Item, lines: Iterable[nodes.Line]) -> Iterator[Term]:
    """What holds pieces or money, on the table and before players."""
    owner = "table" if isinstance(item.node, nodes.TableHas) else "player"
    fields = matter.game.table_fields if owner == "table" else matter.game.player_fields
    where = "on the table" if owner == "table" else "before each player"
    for line in lines:
        for slot in line.slots if isinstance(line, nodes.Field) else ():
            field = fields.get(str(slot.name))
            if field is not None and field.zone is not None:
                held = " or ".join(field.zone.holds)
                told = f"A {_CONTAINERS[field.zone.container]} of {held}, {where}."
                words = field.name.replace("_", " ")
                yield _term(matter, words, told, item)


_CONTAINERS = {"one": "place for one", "set": "set", "row": "row", "pile": "pile", "bag": "bag"}
