"""Campaigns: their chapters, what is carried from one to the next, where they fork."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve.arrivals import arrive
from hoyle.dsl.resolve.expressions import resolve_condition
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.world import World, did_you_mean

OVER = "end campaign"


def resolve_campaigns(world: World) -> None:
    """Every campaign; the scenario that is played reads in what they carry to it."""
    for node, _ in world.all(n.Campaign):
        if node.name.text in world.game.campaigns:
            text = f"There are two campaigns `{node.name}`."
            complain(world, node.name, text, "Rename one of them.")
            continue
        world.game.campaigns[node.name.text] = _campaign(world, node)
    arrive(world.game)


def _campaign(world: World, node: n.Campaign) -> g.Campaign:
    _check_chapters(world, node)
    carries = tuple(_carried(world, line) for line in node.lines if isinstance(line, n.Carries))
    forks = tuple(_forks(world, node))
    _check_brought(world, node, {name for names, _ in carries for name in names})
    chapters = tuple(name.text for name in node.scenarios)
    return g.Campaign(node.name.text, node.title, chapters, carries, forks, node.span)


def _check_chapters(world: World, node: n.Campaign) -> None:
    for name in node.scenarios:
        if name.text not in world.game.scenarios:
            help_ = did_you_mean(name.text, world.game.scenarios) or "Declare it above."
            complain(world, name, f"There is no scenario `{name}`.", help_)


# ------------------------------------------------------------------------------- what is carried


def _carried(world: World, line: n.Carries) -> tuple[tuple[str, ...], str]:
    """Fields that are written out at the end of a chapter."""
    owner = _owner(line)
    fields = world.fields_of(owner)
    for name in line.fields:
        found = fields.get(name.text)
        if found is None:
            whose = f"The {owner}" if owner in ("table", "player") else owner
            help_ = did_you_mean(name.text, fields) or f"Declare it for {owner}."
            complain(world, name, f"{whose} has no field `{name}`.", help_)
            continue
        refused = _refused(world, found)
        if refused is not None:
            complain(world, name, *refused)
    return tuple(name.text for name in line.fields), owner


def _owner(line: n.Carries) -> str:
    match line.owner:
        case None:
            return "table"
        case n.BuiltinType(word):
            return word
        case n.TypeName(name):
            return name


def _refused(world: World, field: g.Field) -> tuple[str, str] | None:
    """Why a field cannot be carried, and what to do."""
    if field.role == "fact":
        return f"`{field.name}` is printed: it is the same anyway.", "Leave it out."
    if field.role == "cup":
        return f"`{field.name}` holds dice, which are rolled anew.", "Leave it out."
    if field.supply is not None and field.name == field.supply.name:
        return f"`{field.name}` is what nobody holds: it follows.", "Leave it out."
    bag = field.zone is not None and field.zone.container == "bag"
    if field.zone is not None and (bag or field.sight.kind == "down"):
        help_ = "Carry where they lie open or are seen by a player, or let the setup deal anew."
        return f"Nobody sees what lies in `{field.name}`, so it cannot be written down.", help_
    if _on_a_map(world, field.type):
        help_ = "Leave it out: places are not carried from map to map."
        return f"`{field.name}` is a place on a map.", help_
    return None


def _on_a_map(world: World, type_: t.Type) -> bool:
    match type_:
        case t.Place():
            return True
        case t.Thing(name):
            table = world.game.tables.get(name)
            return table is not None and table.board is not None and table.board.shape == "hexes"
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return _on_a_map(world, of)
        case t.Either(names):
            return any(_on_a_map(world, t.Thing(name)) for name in names)
        case _:
            return False


def _check_brought(world: World, node: n.Campaign, carried: set[str]) -> None:
    """What a chapter brings is carried, and comes from a chapter before it."""
    before: set[str] = set()
    for chapter in node.scenarios:
        scenario = world.game.scenarios.get(chapter.text)
        for names, source in scenario.brings if scenario is not None else ():
            missing = [name for name in names if name not in carried]
            if missing:
                text = f"`{chapter}` brings `{missing[0]}` from `{source}`, and nothing carries it."
                help_ = f"Write `carries {missing[0]} of …` in the campaign."
                complain(world, chapter, text, help_)
            if source not in before:
                text = f"`{chapter}` brings `{names[0]}` from `{source}`, which is not before it."
                help_ = f"Name `{source}` before `{chapter}` in the campaign."
                complain(world, chapter, text, help_)
        before.add(chapter.text)


# -------------------------------------------------------------------------------------- the forks


def _forks(world: World, node: n.Campaign) -> Iterator[g.Fork]:
    """Where it goes on elsewhere than with the next chapter."""
    chapters = [name.text for name in node.scenarios]
    closed: set[str] = set()
    for line in node.lines:
        if not isinstance(line, n.Fork):
            continue
        _check_fork(world, line, chapters)
        if line.chapter.text in closed:
            text = f"The line above it says already what follows `{line.chapter}`."
            complain(world, line, text, "Put the line without a `when` last, or take one out.")
        if line.condition is None:
            closed.add(line.chapter.text)
        cond = None
        if line.condition is not None and line.chapter.text == world.scenario:
            scope = top(world).pure("the chapter is over when it is looked at")
            cond = resolve_condition(line.condition, scope)
        to = line.to.text if line.to is not None else None
        yield g.Fork(line.chapter.text, cond, line.condition is None, to, line.span)


def _check_fork(world: World, line: n.Fork, chapters: list[str]) -> None:
    """A fork goes from a chapter to one behind it."""
    for name in (line.chapter, *(() if line.to is None else (line.to,))):
        if name.text not in chapters:
            help_ = did_you_mean(name.text, chapters) or f"Its chapters are {', '.join(chapters)}."
            complain(world, name, f"The campaign has no chapter `{name}`.", help_)
            return
    behind = chapters[chapters.index(line.chapter.text) + 1 :]
    if line.to is not None and line.to.text not in behind:
        text = f"`{line.to}` does not come behind `{line.chapter}`: campaigns go forward only."
        again = f"{line.chapter}, {line.to}"
        complain(world, line.to, text, f"Name it once more in the campaign: `… {again}`.")


def complain(world: World, node: n.Node, message: str, help_: str) -> None:
    """Report a scenario or campaign that does not fit."""
    world.sink.report(codes.WRONG_SCENARIO, node.span, message, help=help_)
