"""Which blocks may be addressed to nobody: there, orders of players begin with the starter."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import game as g
from hoyle.dsl import walk

_UNADDRESSED = ("setup", "play", "time_up")


def nobodies(game: g.Game, units: tuple[walk.Unit, ...]) -> set[g.Local]:
    """Every `you` of a `to` or hook that may be nobody, followed through all calls."""
    found: set[g.Local] = set()
    growing = True
    while growing:
        before = len(found)
        for unit in units:
            found.update(_called_by_nobody(unit, found))
        found.update(_hooks(game, found))
        growing = len(found) > before
    return found


def _called_by_nobody(unit: walk.Unit, found: set[g.Local]) -> Iterator[g.Local]:
    for node in unit.nodes():
        if isinstance(node, g.Call | g.Called) and _is_nobody(node.you, found):
            for proc in walk.lineage(node.proc):
                yield proc.you
                yield from (version.you for version in proc.versions)


def _is_nobody(you: g.Expr | None, found: set[g.Local]) -> bool:
    match you:
        case None | g.Nobody():
            return True
        case g.LocalRef(local=local):
            return local in found
        case _:
            return False


def _hooks(game: g.Game, found: set[g.Local]) -> Iterator[g.Local]:
    """Hooks of no piece are their doer's: nobody's where nobody does the deed."""
    for hook in game.hooks:
        if hook.carrier is None and any(_may_be_nobodys(e, game, found) for e in hook.events):
            yield hook.you


def _may_be_nobodys(event: g.Event, game: g.Game, found: set[g.Local]) -> bool:
    if event.kind != "proc" or event.name in _UNADDRESSED:
        return True
    proc = game.procs.get(event.name)
    return proc is not None and (not proc.addressed or proc.you in found)
