"""Cards and other pieces with rules of their own; events, and who may react to them."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import row_anchor
from hoyle.compiler.to_docs.english.said import Reference, Text
from hoyle.compiler.to_docs.items import Item
from hoyle.compiler.to_docs.matter import Matter
from hoyle.compiler.to_docs.playing import chapters
from hoyle.dsl import game as g
from hoyle.dsl import nodes


def cards(matter: Matter) -> blocks.Page:
    """The page of pieces with rules, and of the events that they meet."""
    found = matter.of(nodes.PieceRules)
    reactions = tuple(_reactions(matter))
    return blocks.Page(
        "cards",
        "Cards and reactions",
        "every card and piece with rules of its own, and who may react to what",
        (
            blocks.Section("", tuple(_bearers(matter)) if found else ()),
            blocks.Section("Who may react, and to what", reactions),
            *chapters(found, lambda item: (_card(matter, item),)),
        ),
    )


def _bearers(matter: Matter) -> Iterator[blocks.Block]:
    """Who is called the bearer of a rule."""
    tables = (table for table in matter.game.tables.values() if table.bears)
    if bearers := [matter.thing(table.name) for table in tables]:
        whose = " or ".join(bearers)
        yield blocks.Paragraph(
            (f"The bearer of a rule is the {whose} that has what the rule stands beside.",)
        )


def _card(matter: Matter, item: Item) -> blocks.Entry:
    """A piece's rules; they lead back to the piece in its table."""
    entry = matter.entry(item)
    if not isinstance(item.node, nodes.PieceRules) or not isinstance(
        item.node.subject, nodes.Piece
    ):
        return entry
    kind, name = str(item.node.subject.type), item.node.subject.name
    sort = matter.thing(kind)
    badge = f"{sort}, {entry.badge}" if entry.badge else sort
    anchor = row_anchor(kind, name)
    title: Text = (Reference("row", anchor, name),)
    return blocks.Entry(
        entry.anchor, title, badge, entry.prose, entry.points, entry.numbered, entry.clauses,
        entry.place, entry.excerpt,
    )  # fmt: skip


def _reactions(matter: Matter) -> Iterator[blocks.Block]:
    """A row for each hook: what it meets, when, whose it is, whether they may or must."""
    own = set(matter.own)
    hooks = [*matter.game.hooks, *(h for lasting in matter.game.lastings for h in lasting.hooks)]
    found = [hook for hook in dict.fromkeys(hooks) if matter.anchors.item_at(hook.span) in own]
    rows = tuple(_reaction(matter, hook) for hook in sorted(found, key=_order))
    if rows:
        columns = ("what happens", "when", "whose rule", "may or must", "only when", "told in")
        yield blocks.Sheet(columns, rows)


def _order(hook: g.Hook) -> tuple[str, int]:
    return _event_words(hook), ("before", "instead", "after").index(hook.timing)


def _event_words(hook: g.Hook) -> str:
    return ", ".join(event.name for event in hook.events)


def _reaction(matter: Matter, hook: g.Hook) -> tuple[Text, ...]:
    events = [_event(event) for event in hook.events]
    what = blocks.listed(list(dict.fromkeys(events)))
    if hook.purposes:
        what = (*what, f" for {', '.join(hook.purposes)}")
    by = {"own": "your own", "anyone": "anybody's", "others": "another's"}.get(hook.by, hook.by)
    timing = {"before": "before", "after": "after", "instead": "in its place"}[hook.timing]
    when: Text = matter.condition(hook.when) if hook.when else ("always",)
    often = f", {hook.bound.times}×" if hook.bound else ""
    return (
        what,
        (timing,),
        (_whose(matter, hook) + (f"; {by} deed" if hook.carrier else ""),),
        (("may" if hook.may else "must") + often,),
        when,
        matter.reference(hook.span),
    )


def _event(event: g.Event) -> Text:
    words = event.name.replace("_", " ")
    if event.kind == "proc":
        return (Reference("rule", event.name, words),)
    return (words,)


def _whose(matter: Matter, hook: g.Hook) -> str:
    return "a rule of the game" if hook.carrier is None else carrier(matter, hook.carrier)


def carrier(matter: Matter, pieces: g.Selector) -> str:
    """Who has a rule: a piece by its name, some pieces of a sort, or every one."""
    table = matter.game.tables[pieces.thing]
    names = list(dict.fromkeys(table.rows[row].name for row in pieces.rows))
    if pieces.rank == 2 and names:
        return f"{matter.thing(table.name)} “{names[0]}”"
    if pieces.where or len(names) < len(table.rows):
        return f"some {matter.thing(table.name, many=True)}"
    return f"every {matter.thing(table.name)}"
