"""Rules that meet a deed, and what is offered at a moment."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import choices, functions, occurrences, statements, words
from hoyle.compiler.to_docs.english.deeds import VERBS
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.said import Said, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import (
    Step,
    at,
    attach,
    changed,
    clause,
    first_word,
    inline,
    third,
)
from hoyle.compiler.to_docs.english.telling import said
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n


def told(scene: Scene, node: n.Hook | n.Action) -> Said:
    """A hook or an action that stands alone."""
    match node:
        case n.Hook(events=events):
            name = listed(f"“{words.spaced(one.name.text)}”" for one in events)
            front = "instead of" if node.moment == "instead" else node.moment
            return said("hook", f"{front} {name}", node, [hook(scene, node)])
        case n.Action():
            return said("action", _title(scene, node), node, [action(scene, node)])
    assert_never(node)


def _title(scene: Scene, node: n.Action) -> str:
    if node.label is not None:
        return choices.label(scene, node.label)
    return f"at {listed(words.spaced(one.name.text) for one in node.windows)}"


# ---------------------------------------------------------------------------------- actions


def action(scene: Scene, node: n.Action) -> Step:
    """`may "label" in cards`."""
    inner = _naming(scene, node.windows, _window_types(scene))
    moments = listed((_window(inner, one) for one in node.windows), "or")
    when = f"{choices.only_if(inner, node.when)}, " if node.when else ""
    often = choices.bound(scene, node.limited)
    often = f", {often}," if often else ""
    label = f" ({choices.label(scene, node.label)})" if node.label is not None else ""
    front = f"at {moments}, {when}you may{often}"
    return at(_offered(front, label, statements.block(inner, node.body)), node)


def _offered(front: str, label: str, inside: list[Step]) -> Step:
    """What somebody may do, as one sentence or as a list."""
    joined = inline(inside)
    if joined is not None and all(step.deed for step in inside):
        cites = dict.fromkeys(one for step in inside for one in step.clauses)
        return Step(f"{front} {joined}{label}", deed=False, loose=True, clauses=tuple(cites))
    if not inside:
        return clause(f"{front} do this{label}; nothing else happens", loose=True)
    return (
        attach(f"{front} do this{label}:", inside)
        if len(inside) == 1
        else Step(f"{front} do this{label}", tuple(inside), deed=False, loose=True)
    )


def _window(scene: Scene, window: n.Occurrence) -> str:
    name = link("window", window.name.text, f"“{words.spaced(window.name.text)}”")
    return name + functions.for_arguments(scene, window.arguments or ())


def _window_types(scene: Scene) -> dict[str, list[str]]:
    """What windows are opened with, by their sort."""
    written = {
        name: [scene.known.thing(one.text) if isinstance(one, n.TypeName) else "" for one in forms]
        for name, forms in scene.known.windows.items()
    }
    known = {
        name: [sort.one if (sort := scene.sort(type_)) else "" for type_ in types]
        for name, types in scene.game.windows.items()
    }
    return written | known


# ---------------------------------------------------------------------------------- hooks


def hook(scene: Scene, node: n.Hook) -> Step:
    """`before`, `after`, `instead of` something."""
    inner = _naming(scene, node.events, _event_types(scene))
    event = listed((_event(inner, one, node) for one in node.events), "or")
    when = f"{choices.only_if(inner, node.when)}, " if node.when else ""
    often = choices.bound(scene, node.limited)
    inside = statements.block(inner, node.body)
    if node.moment == "instead" and node.by is not None:
        return at(_prevented(inner, node, inside, when, often), node)
    if not inside and node.moment == "instead":
        return at(_nothing(event, when, often, node.may), node)
    moment = _moment(node, event)
    if node.may:
        limit = f", {often}," if often else ""
        return at(_offered(f"{moment}, {when}you may{limit}", "", inside), node)
    front = f"{moment}, {f'{often}, ' if often else ''}{when}".rstrip(" ")
    return at(changed(attach(front, inside), loose=True), node)


def _nothing(event: str, when: str, often: str, may: bool) -> Step:
    """`instead of` without a body: it does not happen."""
    condition = when.rstrip(", ")
    condition = f", {condition}" if condition else ""
    if may:
        limit = f", {often}," if often else ""
        return clause(f"you may{limit} leave out {event}{condition}", loose=True)
    if not event.startswith(("“", "\ue000rule:")) and "“" not in event:
        return clause(f"there is no {event}{condition}", loose=True)
    return clause(f"{event} does not happen{condition}", loose=True)


def _prevented(scene: Scene, node: n.Hook, inside: list[Step], when: str, often: str) -> Step:
    """`instead of` what somebody else does."""
    who = "anybody" if node.by == n.Name("anyone") else "another player"
    deeds_ = listed((_would(scene, one) for one in node.events), "or")
    front = f"when {who} would {deeds_}, {when}"
    limit = f", {often}," if often else ""
    if not inside:
        does = f"you may{limit} prevent it" if node.may else "it does not happen"
        return clause(front + does, loose=True)
    if node.may:
        return _offered(f"{front}you may{limit}", " instead", inside)
    return changed(attach(f"{front}this happens instead:", inside), loose=True)


def _would(scene: Scene, event: n.Occurrence) -> str:
    """A deed that is prevented, as a verb."""
    name = event.name.text
    if name in VERBS or name == "roll":
        return words.spaced(name)
    return occurrences.perform(scene, event).said


def _moment(node: n.Hook, event: str) -> str:
    """When: `before …`, `at the end of your turn`."""
    first, *others = node.events
    if first.name.text == "turn" and not first.arguments and not others:
        whose = {"others": "another player’s", "anyone": "any player’s"}
        by = node.by.text if node.by else ""
        turn = f"{whose.get(by, 'your')} {link('rule', 'turn', 'turn')}"
        fronts = {"before": "at the start of", "after": "at the end of", "instead": "instead of"}
        return f"{fronts[node.moment]} {turn}"
    front = "instead of" if node.moment == "instead" else node.moment
    return f"{front} {event}"


def _event(scene: Scene, event: n.Occurrence, node: n.Hook) -> str:
    """What is met: as a clause where somebody does it, else by its name."""
    name = event.name.text
    purposes = listed((f"for {words.spaced(one.text)}" for one in node.purposes), "or")
    purposes = f" {purposes}" if purposes else ""
    arguments = event.arguments or ()
    if name == "turn" and not arguments:
        return "a turn"
    if name in ("setup", "play"):
        return "the setup" if name == "setup" else "the game"
    if name == "time_up":
        return "the last round or turn that the limit allows"
    if name in ("step", "leave"):
        return _figure(scene, name, arguments)
    if name in VERBS or name == "roll":
        return _doing(node, words.spaced(name) + purposes, "")
    if name in scene.known.spoken:
        deed = occurrences.perform(scene, event)
        plain = not deed.said.startswith("carry out")
        if plain and (not arguments or "(" not in deed.said):
            return _doing(node, deed.said, "")
    said_ = link("rule", name, f"“{words.spaced(name)}”")
    who = {"others": " by another player", "anyone": " by anybody"}
    by = who.get(node.by.text, "") if node.by else ""
    return f"{said_}{by}{_for(scene, name, arguments)}"


def _for(scene: Scene, name: str, arguments: tuple[n.Argument, ...]) -> str:
    """With what it is run, where that is said."""
    return occurrences.named(scene, name, arguments)


def _figure(scene: Scene, name: str, arguments: tuple[n.Argument, ...]) -> str:
    """A step or a leaving of a figure."""
    who = functions.argument(scene, arguments[0]).text if arguments else "a figure"
    who = who.replace("any ", "a ", 1) if who.startswith("any ") else who
    return f"a step of {who}" if name == "step" else f"{who} leaves the board"


def _doing(node: n.Hook, deed: str, rest: str) -> str:
    """Somebody's deed: `you draw`, `another player draws`, or, with `instead of`, `drawing`."""
    by = node.by.text if node.by is not None else ""
    if node.moment == "instead" and not by:
        return first_word(deed, words.gerund) + rest
    who = {"others": "another player", "anyone": "anybody"}.get(by)
    if who is None:
        return f"you {deed}{rest}"
    if node.moment == "instead":
        return f"{first_word(deed, words.gerund)}{rest} by {who}"
    return f"{who} {first_word(deed, third)}{rest}"


def _event_types(scene: Scene) -> dict[str, list[str]]:
    """What the parameters of every `to` are called by their sort."""
    return {
        name: [sort.one if (sort := scene.sort(one.type)) else "" for one in proc.params]
        for name, proc in scene.game.procs.items()
    }


def _naming(
    scene: Scene, occurrences: tuple[n.Occurrence, ...], types: dict[str, list[str]]
) -> Scene:
    """New names among the arguments of what is met."""
    for one in occurrences:
        sorts = types.get(one.name.text, [])
        for place, argument in enumerate(one.arguments or ()):
            sort = sorts[place] if place < len(sorts) else ""
            name = _new_name(scene, argument)
            if name is None:
                continue
            if isinstance(argument, n.TypedArgument):
                sort = scene.known.thing(argument.type.text)
            scene = scene.saying(name, _called(scene, name, sort or _local_sort(scene, argument)))
    return scene


def _local_sort(scene: Scene, argument: n.Argument) -> str:
    """The sort of what a name is bound to, where no parameter tells it."""
    local = scene.known.local(argument) if isinstance(argument, n.Name) else None
    sort = scene.sort(local.type) if local is not None else None
    return sort.one if sort is not None else ""


def _new_name(scene: Scene, argument: n.Argument) -> str | None:
    match argument:
        case n.TypedArgument(name):
            return name.text
        case n.Name(text) if text != "anyone" and text not in scene.names:
            meaning = scene.known.meaning(argument)
            return None if isinstance(meaning, g.Literal | g.FieldRead) else text
        case _:
            return None


def _called(scene: Scene, name: str, sort: str) -> Noun:
    if not sort and len(name) < 3:
        return Noun(f"“{name}”")
    if sort == "number" and len(name) < 3:
        return Noun(name)
    if not sort or sort == "number" or len(name) > 2:
        return Noun(f"the {words.spaced(name)}", words.is_plural(words.spaced(name)))
    return scene.another(sort)
