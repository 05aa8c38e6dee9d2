"""Sites: every place where somebody decides owns a range of ints.

They are numbered in the order of the text, a parent's file first, before anything is folded away;
their sizes are those of the largest number of players.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.compiler.from_game.whole import NotYet, Site, Whole
from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl import walk
from hoyle.dsl.source import NOWHERE, Span

WIDEST = 1_000_000
"""A site with more ints is refused."""


def declare(whole: Whole) -> None:
    """Number the sites of every choice in the text."""
    order = {path: number for number, path in enumerate(reversed(_files(whole)))}
    found = sorted(
        whole.units,
        key=lambda unit: (order.get(unit.span.path, len(order)), unit.span.start),
    )
    for unit in found:
        whole.unit = unit.name
        if isinstance(unit.of, g.Movement):
            _movement(unit.of, whole)
        if isinstance(unit.of, g.Action):
            _action(unit.of, whole)
        elif isinstance(unit.of, g.Hook) and unit.of.may:
            _hook(unit.of, whole)
        for node in unit.nodes():
            _declare(node, unit, whole)
    add(whole, (id(whole.game), "pass"), "pass", "pass", 1, NOWHERE)


def _files(whole: Whole) -> list[str]:
    """The rules files, the newest first (a variant's before its parent's)."""
    paths = dict.fromkeys(unit.span.path for unit in whole.units)
    named = [path for path in whole.game.files if path in paths]
    return named or list(paths)


def add(
    whole: Whole,
    key: tuple[int, str],
    name: str,
    domain: str,
    size: int,
    span: Span,
    low: int = 0,
    labels: tuple[str, ...] = (),
) -> int:
    """A new site; answers its number. `key` is the id of what it is of, and which one of it."""
    if key in whole.sites:
        return whole.sites[key]
    if size > WIDEST:
        raise NotYet(f"A choice among {size:,} things", span)
    number = len(whole.site_specs)
    last = whole.site_specs[-1] if whole.site_specs else None
    base = last.base + last.size if last else 0
    rule = whole.rule(span)
    spec = Site(_unused(name, whole), base, size, domain, rule, low, labels)
    whole.site_specs.append(spec)
    whole.program.sites.append((base, size))
    whole.program.site_lows.append(low)
    whole.program.site_names.append(spec.name)
    whole.sites[key] = number
    return number


def _unused(name: str, whole: Whole) -> str:
    taken = {spec.name for spec in whole.site_specs}
    if name not in taken:
        return name
    return next(f"{name} {i}" for i in range(2, len(taken) + 3) if f"{name} {i}" not in taken)


def site(whole: Whole, node: object, which: str) -> int:
    """The number of a site of a node of the rules."""
    return whole.sites[(id(node), which)]


def _declare(node: walk.Node, unit: walk.Unit, whole: Whole) -> None:
    """The sites of one node."""
    for which, domain, size, low, labels in _sites_of(node, whole):
        name = f"{unit.name}: {_called(node, which)}"
        assert isinstance(node, g.Stmt | g.Agreed)
        add(whole, (id(node), which), name, domain, size, node.span, low, labels)


Spec = tuple[str, str, int, int, tuple[str, ...]]


def _sites_of(node: walk.Node, whole: Whole) -> Iterator[Spec]:
    from hoyle.compiler.from_game import placing

    match node:
        case g.Choose():
            yield _choose(node, whole)
            if placing.in_two_parts(node.local.type, whole.game):
                yield ("tail", "kind:Direction", placing.directions(whole), 0, ())
            if node.count is not None:
                yield ("done", "done", 1, 0, ())
            if node.may:
                yield ("no", "no", 1, 0, ())
        case g.ChooseBranch() | g.Offer():
            labels = tuple(label_text(branch.label) for branch in node.branches)
            if labels:
                yield ("branch", "branch", len(labels), 0, labels)
            if isinstance(node, g.Offer):
                yield ("pass", "pass", 1, 0, ())
        case g.May():
            yield ("may", "branch", 2, 0, (label_text(node.branch.label), "no"))
        case g.Lose():
            from hoyle.compiler.from_game import losing

            low, count, domain = losing.faces_of(node, whole.game)
            yield ("lose", domain, count, low, ())
        case g.Agreed():
            yield ("agrees", "branch", 2, 0, ("yes", "no"))
        case _:
            return


def _choose(node: g.Choose, whole: Whole) -> Spec:
    of = node.local.type
    if isinstance(of, t.SetOf | t.ListOf):
        of = of.of
    if isinstance(of, t.Optional):
        of = of.of
    if isinstance(of, t.Place) and whole.game.tables[of.figure].trail is not None:
        of = t.Thing(whole.game.tables[of.figure].stands_on or of.figure)
    domain = whole.forms.domain(of, whole.game.players[1])
    if node.unseen:
        return ("choose", f"place:{_zone_name(node.source)}", domain.count, 0, ())
    return ("choose", whole.forms.words(of), domain.count, domain.low, ())


def _zone_name(source: g.Expr) -> str:
    while isinstance(source, g.Cast):
        source = source.a
    return source.field.name if isinstance(source, g.FieldRead) else ""


def _called(node: walk.Node, which: str) -> str:
    """What a site is called beside its rule."""
    if isinstance(node, g.Choose) and which == "choose":
        return node.local.name
    if isinstance(node, g.Choose):
        return f"{node.local.name} {which}"
    return which


def _movement(movement: g.Movement, whole: Whole) -> None:
    """Where a walk ends; or from where it takes which step; and the tails of both."""
    board = whole.game.tables[movement.thing].stands_on
    assert board is not None
    directions = whole.game.kinds.get("Direction")
    if directions is None:
        raise NotYet("A movement on a board without directions", movement.span)
    size, ways = len(whole.game.tables[board].rows), len(directions.values)
    parts = [("to", f"thing:{board}", size), ("from", f"from:{board}", size)]
    parts += [("way", "kind:Direction", ways), ("tail", "kind:Direction", ways)]
    for which, domain, many in parts:
        if which != "tail" or whole.game.tables[movement.thing].trail is not None:
            key = (id(movement), which)
            add(whole, key, f"{movement.name}: {which}", domain, many, movement.span)


def _action(action: g.Action, whole: Whole) -> None:
    """A `may … in W`: one int, or one for each row that can bear it."""
    _carried(action, "action", action.carrier, action.branch.label, action.span, whole)


def _hook(hook: g.Hook, whole: Whole) -> None:
    add(whole, (id(whole.game), "pass"), "pass", "pass", 1, hook.span)
    _carried(hook, "hook", hook.carrier, hook.label, hook.span, whole)


def _carried(
    of: object, which: str, carrier: g.Selector | None, prompt: g.Prompt, span: Span, whole: Whole
) -> None:
    label = label_text(prompt)
    name = f"{whole.unit}: {label or which}"
    if carrier is None:
        add(whole, (id(of), which), name, "branch", 1, span, 0, (label,))
        return
    size = len(whole.game.tables[carrier.thing].rows)
    if label and all(isinstance(part, str) for part in prompt.parts):
        add(whole, (id(of), which), name, "branch", size, span, 0, (label,) * size)
    else:
        add(whole, (id(of), which), name, f"thing:{carrier.thing}", size, span)


def label_text(label: g.Prompt) -> str:
    """A label as a text; holes are dots."""
    return "".join(part if isinstance(part, str) else "…" for part in label.parts)
