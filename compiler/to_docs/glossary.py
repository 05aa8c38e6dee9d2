"""The terms of a game: what each is, and where it is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import slug
from hoyle.compiler.to_docs.english.said import Text, plain
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter, capital, first_sentence, sentences
from hoyle.dsl import nodes
from hoyle.dsl.game import ZoneSpec


def glossary(matter: Matter) -> tuple[blocks.Page, dict[str, str]]:
    """The page of terms, and the anchors of its entries by term."""
    found: dict[str, Term] = {}
    for words, (told, where) in sorted(_terms(matter), key=lambda term: term[0].casefold()):
        known = found.get(words.casefold())
        if known is not None:  # told in parts, or of two terms that differ in a capital alone
            words, told = known[0], _both(known[1][0], told)
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
        appendix=True,
    )
    return page, anchors


Term = tuple[str, tuple[Text, Text]]


def _both(one: Text, other: Text) -> Text:
    """What two say of a term; what both say is said once."""
    said = plain(one)
    news = [part for part in sentences(plain(other)) if part not in said]
    return (*one, f" {' '.join(news)}") if news else one


def _terms(matter: Matter) -> Iterator[Term]:
    """Components, kinds, dice, money, places, effects, moments."""
    game = matter.game
    for item in matter.own:
        match item.node:
            case nodes.Kinds(name):
                labels = ", ".join(game.kinds[str(name)].labels)
                yield _term(matter, matter.thing(str(name)), f"One of: {labels}.", item)
            case nodes.Component(name) | nodes.Chart(name) | nodes.Board(name):
                yield _table(matter, str(name), item)
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


def _table(matter: Matter, name: str, item: Item) -> Term:
    """A component, chart or board: how many there are, and what each tells of itself."""
    table = matter.game.tables[name]
    count = len(table.rows)
    sort = {"component": "piece", "chart": "row", "board": "space"}[table.form]
    told = f"{count} {sort}{'' if count == 1 else 's'}."
    said = matter.said(item)
    if not item.texts and said is not None:
        shows = (plain(point.text) for point in said.points)
        told = " ".join([told, *(words for words in shows if words.startswith("Each shows "))])
    return _term(matter, matter.thing(name), told, item)


def _term(matter: Matter, words: str, told: str, item: Item) -> Term:
    prose = first_sentence(item.texts[0]) if item.texts else ""
    where = (blocks.at(matter.anchors.of_item[item], "more"),)
    return words, ((f"{told} {prose}".strip(),), where)


def _zones(matter: Matter, item: Item, lines: Iterable[nodes.Line]) -> Iterator[Term]:
    """What holds pieces or money, on the table and before players."""
    owner = "table" if isinstance(item.node, nodes.TableHas) else "player"
    fields = matter.game.table_fields if owner == "table" else matter.game.player_fields
    where = "on the table" if owner == "table" else "before each player"
    prose = ""
    for line in lines:
        if isinstance(line, nodes.Doc):
            prose = f"{prose} {line.text}".strip()
            continue
        for slot in line.slots if isinstance(line, nodes.Field) else ():
            field = fields.get(str(slot.name))
            if field is not None and field.zone is not None:
                told = f"{capital(_holding(matter, field.zone))}, {where}."
                told = f"{told} {first_sentence(prose)}" if prose else told
                more = (blocks.at(matter.anchors.of_item[item], "more"),)
                yield field.name.replace("_", " "), ((told,), more)
        prose = ""


def _holding(matter: Matter, zone: ZoneSpec) -> str:
    """A place with what it holds: `a pile of Goals`."""
    held = " or ".join(matter.thing(name, many=zone.container != "one") for name in zone.holds)
    if zone.container == "one":
        return f"a place for one {held}"
    return f"a {zone.container} of {held}"
