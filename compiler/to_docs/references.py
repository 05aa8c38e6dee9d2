"""What is looked up: clauses and their rules, what is assumed, the rules as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import clause_anchor
from hoyle.compiler.to_docs.english.said import Point, Reference, Text
from hoyle.compiler.to_docs.matter import Matter
from hoyle.dsl import nodes
from hoyle.dsl.game import Cited, Row
from hoyle.dsl.trace import Trace, traces


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
        appendix=True,
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
    gaps = [
        item
        for item in matter.of(nodes.Ruling)
        if isinstance(item.node, nodes.Ruling) and item.node.basis == "gap"
    ]
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
        appendix=True,
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
                called: Text = (Reference("table", name, matter.thing(name)),)
                yield (called, (str(len(rows)),), (status or "–",), (source or "–",))


# ---- the text of the rules
def sources(matter: Matter) -> blocks.Page:
    """The page of the rules themselves, with numbered lines."""
    shown = [
        source for source, _ in matter.pages
        if source.path == matter.roots[-1] or source.path in matter.game.includes.values()
    ]  # fmt: skip
    listings = tuple(
        blocks.Section(
            matter.file(source.path),
            (*_strangers(matter, source.text), _listing(matter, source.path)),
        )
        for source in shown
    )
    return blocks.Page(
        "source", "The rules as they are written", "the text that is played", listings, False
    )


_CITED = re.compile(r"\b([A-Z][A-Z0-9]*)-\d{3}\b")


def _strangers(matter: Matter, text: str) -> Iterator[blocks.Block]:
    """That some marks are clauses of other games, which share a file."""
    marks = dict.fromkeys(_CITED.findall(text))
    others = [mark for mark in marks if mark not in matter.game.sources]
    if others:
        told = " and ".join(f"{mark}-…" for mark in others)
        yield blocks.Paragraph((f"Other games share this file; {told} are clauses of theirs.",))


def _listing(matter: Matter, path: str) -> blocks.Listing:
    text = matter.sources[path].text.rstrip("\n")
    return blocks.Listing(matter.file(path), tuple(text.split("\n")))
