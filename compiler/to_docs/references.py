"""What is looked up: the overview, clauses and their rules, what is assumed, terms, the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import clause_anchor, slug
from hoyle.compiler.to_docs.english.said import Point, Reference, Text
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.playing import first_sentence
from hoyle.compiler.to_docs.reckoning import ends
from hoyle.dsl import nodes
from hoyle.dsl.game import Cited, Row, Victory
from hoyle.dsl.trace import Trace, traces


# ---- overview
def overview(matter: Matter, pages: list[blocks.Page], base: blocks.Book | None) -> blocks.Page:
    """The first page: for whom, what it is about, how it ends, where everything is told."""
    return blocks.Page(
        "index",
        matter.game.title,
        _players(matter),
        (
            blocks.Section("", tuple(_head(matter, base))),
            blocks.Section("How it ends", tuple(_ending(matter))),
            blocks.Section("The pages", tuple(_contents(matter, pages))),
        ),
    )


def _players(matter: Matter) -> str:
    least, most = matter.game.players
    if least == most:
        return f"For {least} player{'' if least == 1 else 's'}."
    return f"For {least} to {most} players."


def _head(matter: Matter, base: blocks.Book | None) -> Iterator[blocks.Block]:
    if matter.is_variant:
        yield blocks.Paragraph(
            (
                "These pages tell only what is different from ",
                Reference("game", base.folder, base.title) if base else "the game it changes",
                "; everything else is as it is there.",
            )
        )
    yield blocks.Paragraph((_players(matter),))
    for words in _aim(matter):
        yield blocks.Paragraph((words,), prose=True)
    for key, (title, clauses) in matter.game.sources.items():
        yield blocks.Paragraph(
            (f"Clauses marked {key} are those of “{title}”: {len(clauses)} in all.",)
        )


def _aim(matter: Matter) -> Iterator[str]:
    """The prose of the head, and what stands before the first chapter by itself."""
    _source, file = next(page for page in matter.pages if page[0].path == matter.roots[-1])
    for node in file.items:
        if isinstance(node, nodes.Game):
            docs = [line.text for line in node.lines if isinstance(line, nodes.Doc)]
            if docs:
                yield " ".join(docs)
    for item in matter.own:
        if item.node is None and not item.chapter:
            yield from item.texts


def _ending(matter: Matter) -> Iterator[blocks.Block]:
    points = []
    for item in dict.fromkeys(matter.anchors.item_at(unit.span) for unit in ends(matter)):
        if item is None:
            continue
        points.append(Point(matter.reference(item.span), tuple(_wins(matter, item))))
    if matter.game.limit and not matter.is_variant:
        count, unit = matter.game.limit
        points.append(Point((f"After {count} {unit} it is over at the latest.",)))
    if points:
        yield blocks.Steps(tuple(points))


def _wins(matter: Matter, item: Item) -> Iterator[Point]:
    """What its designer says of an end, and the lines that say who wins."""
    named = not isinstance(item.node, nodes.Whenever)
    if item.texts and named:
        yield Point((item.texts[0],))
    for node in (node for unit in ends(matter) for node in unit.deeds()):
        if isinstance(node, Victory) and matter.anchors.item_at(node.span) is item:
            text = matter.sentence(node.span)
            yield from ((Point(text),) if text else ())


def _contents(matter: Matter, pages: list[blocks.Page]) -> Iterator[blocks.Block]:
    told = [page for page in pages if not page.empty]
    yield blocks.Steps(
        tuple(Point((Reference("page", page.name, page.title), f": {page.about}")) for page in told)
    )


# ---- clauses
def clauses(matter: Matter) -> blocks.Page:
    """The page of every clause with the rules, rulings and examples that cite it."""
    found = [trace for trace in traces(matter.game) if _told(matter, trace)]
    sections = []
    for source in dict.fromkeys(trace.source for trace in found):
        of = [trace for trace in found if trace.source == source]
        rows = tuple(_clause(matter, trace) for trace in of)
        anchors = tuple(clause_anchor(trace.clause.id) for trace in of)
        columns = ("clause", "what it says", "rules", "rulings", "examples")
        sections.append(blocks.Section(source, (blocks.Sheet(columns, rows, "", anchors),)))
    return blocks.Page(
        "clauses",
        "Where each clause lives",
        "every clause of the source, with the rules, rulings and examples that stand for it",
        tuple(sections),
    )


def _told(matter: Matter, trace: Trace) -> bool:
    """Of a variant only what it does for clauses."""
    return not matter.is_variant or any(
        _is_own(matter, cited) for cited in (*trace.rules, *trace.rulings, *trace.examples)
    )


def _is_own(matter: Matter, cited: Cited) -> bool:
    item = matter.anchors.item_at(cited.span)
    return item is None or item in matter.own


def _clause(matter: Matter, trace: Trace) -> tuple[Text, ...]:
    return (
        (trace.clause.id,),
        (trace.clause.text,),
        *(_cited(matter, group) for group in (trace.rules, trace.rulings, trace.examples)),
    )


def _cited(matter: Matter, cited: tuple[Cited, ...]) -> Text:
    """The declarations that cite a clause, each once."""
    own = [one for one in cited if not matter.is_variant or _is_own(matter, one)]
    texts = [matter.reference(one.span, "" if one.how != "data" else one.what) for one in own]
    return blocks.listed(list(dict.fromkeys(texts)))


# ---- what is assumed
def assumed(matter: Matter) -> blocks.Page:
    """The page of what no source says: rows of tables by where they are from, rulings on gaps."""
    rows = tuple(_origins(matter))
    marks: tuple[blocks.Block, ...] = ()
    if rows:
        columns = ("table", "rows", "mark", "where they are from")
        marks = (
            blocks.Paragraph(
                (
                    "Rows marked “seed” are given by the source, “found” ones come from "
                    "elsewhere, “assumed” ones are ours.",
                )
            ),
            blocks.Sheet(columns, rows),
        )
    gaps = [item for item in matter.of(nodes.Ruling) if getattr(item.node, "basis", "") == "gap"]
    decided = tuple(Point(matter.reference(item.span, matter.words(item))) for item in gaps)
    return blocks.Page(
        "assumed",
        "What is assumed",
        "which tables and rules are ours because no source tells them",
        (
            blocks.Section("Tables", marks),
            blocks.Section(
                "Decided where the source is silent", (blocks.Steps(decided),) if decided else ()
            ),
        ),
    )


def _origins(matter: Matter) -> Iterator[tuple[Text, ...]]:
    """How many rows of each table have which mark, and what their source says."""
    for name, table in matter.game.tables.items():
        item = matter.anchors.item_at(table.span)
        if item is not None and item not in matter.own:
            continue
        groups: dict[tuple[str, str], list[Row]] = {}
        for row in table.rows:
            groups.setdefault((row.status, row.source), []).append(row)
        for (status, source), rows in groups.items():
            if status or source:
                called: Text = (Reference("table", name, name),)
                yield (called, (str(len(rows)),), (status or "–",), (source or "–",))


# ---- terms
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


# ---- the text of the rules
def sources(matter: Matter) -> blocks.Page:
    """The page of the rules themselves, with numbered lines."""
    shown = [
        source for source, _ in matter.pages
        if source.path == matter.roots[-1] or source.path in matter.game.includes.values()
    ]  # fmt: skip
    listings = tuple(
        blocks.Section(matter.file(source.path), (_listing(matter, source.path),))
        for source in shown
    )
    return blocks.Page(
        "source", "The rules as they are written", "the text that is played", listings, False
    )


def _listing(matter: Matter, path: str) -> blocks.Listing:
    text = matter.sources[path].text.rstrip("\n")
    return blocks.Listing(matter.file(path), tuple(text.split("\n")))
