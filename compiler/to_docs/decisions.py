"""Everything that players decide: what may be done and when, and the space of all answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.to_docs import blocks
from hoyle.compiler.to_docs.anchors import slug
from hoyle.compiler.to_docs.english.said import Reference, Text
from hoyle.compiler.to_docs.matter import Matter
from hoyle.dsl import game as g
from hoyle.dsl.records import record
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    Cup,
    Either,
    Flag,
    Kind,
    ListOf,
    Number,
    Optional,
    Place,
    Player,
    SetOf,
    TallyOf,
    Thing,
    Type,
)
from hoyle.dsl.walk import Unit, units


def window_anchor(name: str) -> str:
    """The anchor of a moment at which something may be done."""
    return f"window-{slug(name)}"


def actions(matter: Matter) -> blocks.Page:
    """The page of everything that may be done, by the moment at which it may."""
    found = [(unit, node) for unit, node in _decisions(matter)]
    windows = tuple(_windows(matter, found))
    return blocks.Page(
        "actions",
        "What you may do",
        "every action, when it may be taken and where it is told; the space of all decisions",
        (
            blocks.Section("Moments at which something may be done", windows),
            blocks.Section("Every action", tuple(_every_action(matter, found))),
            blocks.Section("Every decision", tuple(_space(matter, found)), paper="appendix"),
        ),
    )


Asked = g.Choose | g.ChooseBranch | g.May | g.Offer | g.Agreed
Decision = tuple[Unit, Asked]


def _decisions(matter: Matter) -> Iterator[Decision]:
    """Every question of the own rules, in the order of the text."""
    own = set(matter.own)
    for unit in units(matter.game):
        if unit.kind == "example" or matter.anchors.item_at(unit.span) not in own:
            continue
        for node in unit.nodes():
            if isinstance(node, Asked):
                yield unit, node


# ---- moments
def _windows(matter: Matter, found: list[Decision]) -> Iterator[blocks.Block]:
    """A row for each window: where it opens, for whom, and what rules offer there."""
    rows, anchors = [], []
    for name in matter.game.windows:
        opened = [(unit, node) for unit, node in found if _window(node) == name]
        offered = list(_offered(matter, name))
        if not opened and not offered:
            continue
        rows.append(
            (
                (name.replace("_", " "),),
                blocks.listed(_unique(matter.reference(unit.span) for unit, _ in opened)),
                blocks.listed(_unique(_who(node) for _, node in opened)),
                blocks.listed(_unique(offered)),
            )
        )
        anchors.append(window_anchor(name))
    if rows:
        columns = ("moment", "opened by", "for", "rules that act there")
        yield blocks.Sheet(columns, tuple(rows), "", tuple(anchors))


def _window(node: Asked) -> str:
    match node:
        case g.Offer(window=window):
            return window.name
        case g.ChooseBranch(window=window) if window is not None:
            return window.name
        case _:
            return ""


def _offered(matter: Matter, window: str) -> Iterator[Text]:
    for action in matter.game.actions:
        if any(name == window for name, _ in action.windows):
            item = matter.anchors.item_at(action.span)
            if item is not None and item in matter.own:
                yield matter.reference(action.span)


def _who(node: Asked) -> Text:
    match node:
        case g.Offer(each_player=True):
            return ("every player, as often as they like",)
        case g.Offer(of=of) if of is not None:
            return ("those named, as often as they like",)
        case g.Offer():
            return ("you, as often as you like",)
        case g.Agreed():
            return ("whoever is asked",)
        case _:
            return ("you",)


def _unique(texts: Iterable[Text]) -> list[Text]:
    return list(dict.fromkeys(texts))


# ---- actions
@record
class _Way:
    """One thing that may be done: its label, when, how often, where it is told."""

    label: Text
    asked: Text
    when: Text
    bound: str
    told: Text


def _every_action(matter: Matter, found: list[Decision]) -> Iterator[blocks.Block]:
    ways = [*_branches(matter, found), *_carried(matter)]
    rows = tuple((way.label, way.asked, way.when, (way.bound,), way.told) for way in ways)
    if rows:
        yield blocks.Sheet(("action", "asked", "only when", "how often", "told in"), rows)


def _branches(matter: Matter, found: list[Decision]) -> Iterator[_Way]:
    """The answers of questions."""
    for unit, node in found:
        match node:
            case g.ChooseBranch(prompt=prompt, branches=branches):
                asked = matter.prompt(prompt)
            case g.Offer(prompt=prompt, branches=branches):
                asked = matter.prompt(prompt) if prompt else _window_text(_window(node))
            case g.May(branch=branch):
                branches, asked = (branch,), ("you may",)
            case _:
                continue
        for branch in branches:
            yield _way(matter, branch, asked, unit.span)


def _carried(matter: Matter) -> Iterator[_Way]:
    """What rules offer at windows."""
    own = set(matter.own)
    for action in matter.game.actions:
        if matter.anchors.item_at(action.span) in own:
            windows = [name for name, _ in action.windows]
            asked = blocks.listed([_window_text(name) for name in windows])
            yield _way(matter, action.branch, asked, action.span)


def _window_text(name: str) -> Text:
    return (Reference("window", name, name.replace("_", " ")),)


def _often(matter: Matter, bound: g.Bound) -> str:
    """How often something may be done, and within what."""
    if not bound.per:
        return f"{bound.times}×"
    per = bound.per.replace("_", " ")
    rule = bound.per in matter.game.procs and bound.per != "turn"
    return f"{bound.times}× in each “{per}”" if rule else f"{bound.times}× per {per}"


def _way(matter: Matter, branch: g.Branch, asked: Text, span: Span) -> _Way:
    when: Text = matter.condition(branch.when) if branch.when else ("always",)
    if branch.when and branch.reason:
        when = (*when, f" (else: {matter.reason(branch.when.span) or branch.reason})")
    bound = branch.bound
    often = _often(matter, bound) if bound is not None else ""
    return _Way(matter.prompt(branch.label), asked, when, often, matter.reference(span))


# ---- the space of decisions
def _space(matter: Matter, found: list[Decision]) -> Iterator[blocks.Block]:
    """Every question with how many answers it can have at most."""
    rows = tuple(
        (
            _question(matter, node),
            _who(node),
            (_kind(matter, node),),
            (_most(matter, node),),
            matter.reference(unit.span),
        )
        for unit, node in found
    )
    if rows:
        columns = ("question", "who", "answers", "at most", "told in")
        yield blocks.Paragraph(
            ("Whatever players can decide is an answer to one of these questions.",)
        )
        yield blocks.Sheet(columns, rows)


def _question(matter: Matter, node: Asked) -> Text:
    match node:
        case g.Choose(prompt=prompt):
            which = f"which {_called(matter, _element(node.source.type))}?"
            return matter.prompt(prompt) if prompt else (which,)
        case g.Offer(prompt=prompt):
            at: Text = ("do something at ", *_window_text(_window(node)), "?")
            return matter.prompt(prompt) if prompt else at
        case g.ChooseBranch(prompt=prompt) | g.Agreed(prompt=prompt):
            return matter.prompt(prompt)
        case g.May(branch=branch):
            return (*matter.prompt(branch.label), "?")


def _kind(matter: Matter, node: Asked) -> str:
    """What sort of answer it wants."""
    match node:
        case g.Choose(count=None):
            rest = ", or none" if node.may else ""
            return f"one {_called(matter, _element(node.source.type))}{rest}"
        case g.Choose():
            return f"several of {_called(matter, _element(node.source.type))}, one by one"
        case g.ChooseBranch() | g.Offer():
            labels = [_label(branch) for branch in node.branches]
            labels += ["what rules offer"] if _window(node) else []
            labels += ["pass"] if isinstance(node, g.Offer) else []
            return ", ".join(labels)
        case g.May() | g.Agreed():
            return "yes or no"


def _label(branch: g.Branch) -> str:
    return "".join(part if isinstance(part, str) else "…" for part in branch.label.parts)


def _element(type_: Type) -> Type:
    match type_:
        case SetOf(of) | ListOf(of) | Optional(of):
            return _element(of)
        case TallyOf(of):
            return of
        case _:
            return type_


def _called(matter: Matter, type_: Type) -> str:
    match type_:
        case Thing(name) | Kind(name):
            return matter.thing(name)
        case Place(name):
            return f"place for a {matter.thing(name)}"
        case Number(low, high):
            return f"number from {low} to {high}"
        case Player():
            return "player"
        case Flag():
            return "yes or no"
        case Either(names):
            return " or ".join(matter.thing(name) for name in names)
        case Cup(die):
            return f"die {die}"
        case _:
            return "thing"


def _most(matter: Matter, node: Asked) -> str:
    """How many answers there can be at most; a window's depend on the cards that are out."""
    match node:
        case g.Choose():
            count = _size(matter.game, _element(node.source.type))
            more = node.may or node.count is not None
            return str(count + more) if count else "–"
        case g.ChooseBranch():
            return str(len(node.branches)) + (" and more" if node.window else "")
        case g.Offer(window=window):
            acting = sum(name == window.name for a in matter.game.actions for name, _ in a.windows)
            return str(len(node.branches) + 1) + (" and more" if acting else "")
        case g.May() | g.Agreed():
            return "2"


def _size(game: g.Game, type_: Type) -> int:
    match type_:
        case Thing(name):
            return len({row.name for row in game.tables[name].rows})
        case Kind(name):
            return len(game.kinds[name].values)
        case Number(low, high):
            return high - low + 1 if high - low < 100_000 else 0
        case Place(name):
            return _places(game, name)
        case Player():
            return game.players[1]
        case Flag():
            return 2
        case Either(names):
            return sum(len(game.tables[name].rows) for name in names)
        case _:
            return 0


def _places(game: g.Game, figure: str) -> int:
    """The places on the board where a figure may stand; one with a trail lies in some direction."""
    table = game.tables[figure]
    board = game.tables.get(table.stands_on or "")
    if board is None or board.board is None:
        return 0
    ways = sum(space is not None for way in board.board.ways for space in way)
    return len(board.rows) + (ways if table.trail else 0)
