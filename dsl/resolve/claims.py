"""Rulings, invariants and the purposes of rolls: what is said about the rules."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.expressions import resolve_condition
from hoyle.dsl.resolve.printed_claims import test_printed
from hoyle.dsl.resolve.procs import proc_scope
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.signatures import cites
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.walk import units


def resolve_claims(world: World) -> None:
    """All rulings, those of pieces and of the scenario included, and all invariants."""
    for ruling in _rulings(world):
        world.game.rulings.append(
            g.Ruling(ruling.basis, ruling.sentence, cites(ruling), ruling.span)
        )
    for node, _ in world.by_level(nodes.Invariant):
        scope = top(world) if node.before is None else _moment(world, node.before)
        cond = resolve_condition(node.condition, scope.pure("an invariant only looks"))
        before = node.before.text if node.before is not None else None
        claim = g.Invariant(node.sentence, before, cond, node.span, cites(node))
        world.game.invariants.append(claim)
        test_printed(world, claim)


def _rulings(world: World) -> Iterator[nodes.Ruling]:
    for page in world.pages:
        for item in page.items:
            if isinstance(item, nodes.Ruling):
                yield item
            elif isinstance(item, nodes.PieceRules):
                yield from (rule for rule in item.rules if isinstance(rule, nodes.Ruling))


def _moment(world: World, name: nodes.Name) -> Scope:
    """As the deed begins: its parameters are known, and whom it speaks to."""
    if name.text in world.game.procs:
        return proc_scope(world, world.game.procs[name.text])
    world.sink.report(
        codes.UNKNOWN_NAME,
        name.span,
        f"There is no deed `{name}`.",
        help=did_you_mean(name.text, world.game.procs) or "Name a `to` of the game.",
    )
    return top(world)


def purposes_of(game: g.Game) -> tuple[str, ...]:
    """Every purpose that some roll has, in the order of the text."""
    found: dict[str, None] = {}
    for unit in units(game):
        for node in unit.nodes():
            if isinstance(node, g.Rolled | g.RollCup) and node.purpose is not None:
                found[node.purpose] = None
    return tuple(found)
