"""Scenarios: their settings, and what they bring.

The lines of the scenario that is played are the last page of the world, so that its deeds, values
and rules are resolved like a variant's. Here stands what is known of all of them.
"""

from __future__ import annotations

from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl.resolve.campaigns import complain, resolve_campaigns
from hoyle.dsl.resolve.expressions import resolve_expr
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.static import NotStaticError, evaluate
from hoyle.dsl.resolve.world import World, did_you_mean


def resolve_scenarios(world: World) -> None:
    """Every scenario, then every campaign."""
    for node, _ in world.all(n.Scenario):
        _scenario(world, node)
    resolve_campaigns(world)


def _scenario(world: World, node: n.Scenario) -> None:
    name = node.name.text
    if name in world.game.scenarios:
        complain(world, node.name, f"There are two scenarios `{name}`.", "Rename one of them.")
        return
    like = node.like.text if node.like is not None else None
    if like is not None and like not in world.game.scenarios:
        known = world.game.scenarios
        help_ = did_you_mean(like, known) or "Name one that stands above."
        complain(world, node.like or node, f"There is no scenario `{like}` above.", help_)
    settings = dict(world.game.scenarios[like].settings) if like in world.game.scenarios else {}
    for line in node.lines:
        if isinstance(line, n.Setting):
            settings[line.name.text] = _setting(world, line)
    brings = tuple(
        (tuple(field.text for field in line.fields), line.scenario.text)
        for line in node.lines
        if isinstance(line, n.Brings)
    )
    if not brings and like in world.game.scenarios:
        brings = world.game.scenarios[like].brings
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
    _refuse_taken(world, line.name)
    value = resolve_expr(line.value, top(world).pure("a setting is a constant"))
    try:
        return evaluate(value, world.game, {})
    except NotStaticError:
        help_ = "Write a number, yes or no, a name, or words in quotes."
        complain(world, line, "A setting is known before the game.", help_)
        return None


def _refuse_taken(world: World, name: n.Name) -> None:
    """A setting with the name of what it would seem to set."""
    game = world.game
    if name.text in game.options:
        complain(world, name, f"`{name.text}` is an option, and a setting sets none.", _APART)
    elif name.text in game.table_fields or name.text in game.player_fields:
        complain(world, name, f"`{name.text}` is a field, and a setting sets none.", _APART)


_APART = (
    "A setting is a constant, read as `scenario.NAME`; take another name for it. A field is set in "
    "lines of the scenario such as `after setup: NAME = …`."
)
