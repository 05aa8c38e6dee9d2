"""The head of a game, options, invariants, rulings, scenarios, campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from hoyle.compiler.to_docs.english import claims, things, words
from hoyle.compiler.to_docs.english.said import Said, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, at, clause
from hoyle.compiler.to_docs.english.telling import said, type_words
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.source import Span

if TYPE_CHECKING:
    from hoyle.compiler.to_docs.english.speaker import Speaker


def head(scene: Scene, node: n.Game) -> Said:
    """Who plays, how long."""
    steps: list[Step] = []
    for line in node.lines:
        match line:
            case n.Players(bounds):
                many = words.number(bounds.low)
                if bounds.high != bounds.low:
                    many = f"{many} to {words.number(bounds.high)}"
                steps.append(at(clause(f"for {many} {_players(bounds)}"), line))
            case n.Limit(count, unit):
                over = f"the game is over after {count} {words.spaced(unit.text)} at the latest"
                steps.append(at(clause(over), line))
            case n.Sourcebook(key, title):
                told = f"clauses marked {key.text} are those of “{clean(title)}”"
                steps.append(at(clause(told), line))
            case n.Extends():
                steps.append(at(clause("this is a variant: only what differs is told here"), line))
            case n.AsksAlways() | n.Doc():
                continue
    return said("game", clean(node.title), node, steps)


def _players(bounds: n.Bounds) -> str:
    return "player" if bounds.high == 1 else "players"


# ---------------------------------------------------------------------------------- small ones


def small(scene: Scene, node: n.Option | n.Invariant | n.Ruling) -> Said:
    """What is one sentence."""
    match node:
        case n.Option():
            return said("option", words.spaced(node.name.text), node, option(scene, node))
        case n.Invariant():
            return said(
                "invariant", clean(node.sentence) or "Always", node, [invariant(scene, node)]
            )
        case n.Ruling(basis, told):
            return said(basis, _RULINGS[basis], node, [clause(clean(told))])
    assert_never(node)


_RULINGS = {
    "gap": "Ruling: the source is silent",
    "text": "Ruling: easily misread",
    "conflict": "Ruling: the source says two things",
}


def option(scene: Scene, node: n.Option) -> list[Step]:
    """What it changes, its values, the usual one."""
    steps = [clause(clean(node.prompt))]
    form = type_words(scene, node.type) if node.type is not None else ""
    declared = scene.game.options.get(node.name.text)
    usual = things.noun(scene, node.start).text
    if declared is not None:
        usual = things.literal(
            scene, g.Literal(declared.type, node.start.span, declared.default)
        ).text
    choice = f"{form}; " if form and not form.startswith("yes") else ""
    steps.append(clause(f"{choice}usually {usual}"))
    if node.when is not None:
        reason = f": {things.prompt(scene, node.when.reason)}" if node.when.reason else ""
        condition = claims.claim(scene, node.when.condition)
        steps.append(clause(f"it may be set only if {condition}{reason}"))
    return steps


def invariant(scene: Scene, node: n.Invariant) -> Step:
    """What always holds, or at a moment."""
    when = ""
    if node.before is not None:
        name = link("rule", node.before.text, f"“{words.spaced(node.before.text)}”")
        when = f"before {name} "
    return clause(f"{when}{claims.claim(scene, node.condition)}")


# ---------------------------------------------------------------------------------- scenarios


def scenario(speaker: Speaker, node: n.Scenario) -> Said:
    """What holds only in it; each part with its title."""
    scene = speaker.scene
    steps: list[Step] = []
    if node.like is not None:
        steps.append(clause(f"as in {_scenario(scene, node.like.text)}, with these changes"))
    elsewhere = _with_examples(node.lines)
    for line in node.lines:
        if line.span in elsewhere:
            continue
        match line:
            case n.Doc(told):
                steps.append(clause(clean(told)))
            case n.Setting(_, n.Text(path)) if path.endswith(".map"):
                steps.append(at(clause("it has a map of its own"), line))
            case n.Setting(name, value):
                shown = things.noun(scene, value).text
                steps.append(at(clause(f"{words.spaced(name.text)}: {shown}"), line))
            case n.Brings(names, before):
                brought = listed(words.spaced(name.text) for name in names)
                where = _scenario(scene, before.text)
                steps.append(at(clause(f"behind {where}, only these come along: {brought}"), line))
            case _:
                steps += _part(speaker, line)
    return said("scenario", clean(node.title), node, steps)


def _with_examples(lines: Sequence[n.Line]) -> set[Span]:
    """The examples of a scenario and the prose above these, which are told elsewhere."""
    found: set[Span] = set()
    prose: list[Span] = []
    for line in lines:
        if isinstance(line, n.Doc):
            prose.append(line.span)
            continue
        if isinstance(line, n.Example):
            found.update((*prose, line.span))
        prose = []
    return found


def _part(speaker: Speaker, line: n.Declaration) -> list[Step]:
    """A declaration inside a scenario, as a step with steps below it."""
    told = speaker.declaration(line)
    if told is None:
        return []
    title = "".join(
        part if isinstance(part, str) else link("rule", part.target, part.words)
        for part in told.title
    )
    return [Step(title, numbered=told.numbered, deed=False, ready=told.points, span=line.span)]


def _scenario(scene: Scene, name: str) -> str:
    known = scene.game.scenarios.get(name)
    return link("scenario", name, f"“{clean(known.title) if known else words.spaced(name)}”")


def campaign(scene: Scene, node: n.Campaign) -> Said:
    """Which scenarios follow each other, and what is carried on."""
    chapters = tuple(clause(_scenario(scene, name.text)) for name in node.scenarios)
    steps = [Step("these are played one after the other", chapters, deed=False)]
    for line in node.lines:
        match line:
            case n.Doc(told):
                steps.append(clause(clean(told)))
            case n.Carries(names, owner):
                steps.append(at(clause(_carries(scene, names, owner)), line))
            case n.Fork():
                steps.append(at(clause(_fork(scene, line)), line))
    return said("campaign", clean(node.title), node, steps)


def _carries(
    scene: Scene, names: tuple[n.Name, ...], owner: n.TypeName | n.BuiltinType | None
) -> str:
    carried = listed(words.spaced(name.text) for name in names)
    match owner:
        case None:
            return f"what lies on the table as {carried} is carried on to the next"
        case n.BuiltinType():
            return f"every player’s {carried} is carried on to the next"
        case n.TypeName(name):
            return f"the {carried} of every {scene.known.thing(name)} is carried on to the next"


def _fork(scene: Scene, line: n.Fork) -> str:
    when = f", if {claims.claim(scene, line.condition)}" if line.condition is not None else ""
    if line.to is None:
        return f"after {_scenario(scene, line.chapter.text)}{when}, the campaign is over"
    goes = _scenario(scene, line.to.text)
    return f"after {_scenario(scene, line.chapter.text)}{when}, {goes} comes next"
