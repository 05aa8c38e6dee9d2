"""Scenarios and campaigns: their settings, what they bring, what is carried on.

The lines of the scenario that is played are the last page of the world, so that its deeds, values
and rules are resolved like a variant's. Here stands what is known of all of them.
"""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.static import NotStaticError, evaluate
from hoyle.dsl.resolve.world import World, did_you_mean

Carried = tuple[tuple[tuple[str, ...], str], ...]


def resolve_scenarios(world: World) -> None:
    """Every scenario, then every campaign."""
    for node, _ in world.all(n.Scenario):
        _scenario(world, node)
    for campaign, _ in world.all(n.Campaign):
        _campaign(world, campaign)


def _scenario(world: World, node: n.Scenario) -> None:
    name = node.name.text
    if name in world.game.scenarios:
        _complain(world, node.name, f"There are two scenarios `{name}`.", "Rename one of them.")
        return
    like = node.like.text if node.like is not None else None
    if like is not None and like not in world.game.scenarios:
        known = world.game.scenarios
        help_ = did_you_mean(like, known) or "Name one that stands above."
        _complain(world, node.like or node, f"There is no scenario `{like}` above.", help_)
    settings = dict(world.game.scenarios[like].settings) if like in world.game.scenarios else {}
    for line in node.lines:
        if isinstance(line, n.Setting):
            settings[line.name.text] = _setting(world, line)
    brings = tuple(
        (tuple(field.text for field in line.fields), line.scenario.text)
        for line in node.lines
        if isinstance(line, n.Brings)
    )
    played = world.scenario == name
    procs = world.game.procs
    world.game.scenarios[name] = g.Scenario(
        name,
        node.title,
        like,
        settings,
        procs.get("setup") if played else None,
        procs.get("play") if played else None,
        brings,
        node.span,
    )


def _setting(world: World, line: n.Setting) -> g.Value:
    """A setting is a constant: a number, a flag, words, a name."""
    value = resolve_expr(line.value, top(world).pure("a setting is a constant"))
    try:
        return evaluate(value, world.game, {})
    except NotStaticError:
        help_ = "Write a number, yes or no, a name, or words in quotes."
        _complain(world, line, "A setting is known before the game.", help_)
        return None


def _campaign(world: World, node: n.Campaign) -> None:
    chapters = tuple(name.text for name in node.scenarios)
    for name in node.scenarios:
        if name.text not in world.game.scenarios:
            help_ = did_you_mean(name.text, world.game.scenarios) or "Declare it above."
            _complain(world, name, f"There is no scenario `{name}`.", help_)
    carries = tuple(_carried(world, line) for line in node.lines)
    world.game.campaigns[node.name.text] = g.Campaign(
        node.name.text, node.title, chapters, carries, node.span
    )
    _check_brought(world, node, carries)


def _carried(world: World, line: n.Carries) -> tuple[tuple[str, ...], str]:
    """Fields that are written out at the end of a chapter; they must change, and exist."""
    owner = line.owner.word if isinstance(line.owner, n.BuiltinType) else line.owner.text
    fields = world.fields_of(owner)
    for name in line.fields:
        found = fields.get(name.text)
        if found is None:
            help_ = did_you_mean(name.text, fields) or f"Declare it for {owner}."
            _complain(world, name, f"{owner} has no field `{name}`.", help_)
        elif found.role == "fact":
            _complain(world, name, f"`{name}` is printed: it is the same anyway.", "Leave it out.")
    return tuple(name.text for name in line.fields), owner


def _check_brought(world: World, node: n.Campaign, carries: Carried) -> None:
    """What a chapter brings must be carried by the campaign."""
    carried = {name for names, _ in carries for name in names}
    for chapter in node.scenarios:
        scenario = world.game.scenarios.get(chapter.text)
        for names, before in scenario.brings if scenario is not None else ():
            missing = [name for name in names if name not in carried]
            if missing:
                _complain(
                    world,
                    chapter,
                    f"`{chapter}` brings `{missing[0]}` from `{before}`, and nothing carries it.",
                    f"Write `carries {missing[0]} of …` in the campaign.",
                )


def _complain(world: World, node: n.Node, message: str, help_: str) -> None:
    world.sink.report(codes.WRONG_SCENARIO, node.span, message, help=help_)
