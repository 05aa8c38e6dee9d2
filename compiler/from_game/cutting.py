"""What stands in a block of rules, for the cut of `together`: choices, deeds, ways out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.dsl import game as g
from hoyle.dsl import walk

_ASKS = (g.Choose, g.ChooseBranch, g.May, g.Offer, g.Agreed)
_ROLLS = (g.Rolled, g.RolledOff, g.Drawn)
_LEAVES = (g.Return, g.End, g.Victory, g.RollAgain)
_CONTROL = (
    g.Let, g.If, g.Match, g.EachPlayer, g.EachOf, g.EachIn, g.Repeat, g.GoRound, g.As, g.AtOnce,
    g.Choose, g.ChooseBranch, g.May, g.Call, g.Evaluate, g.Stop, g.Until, g.Return,
)  # fmt: skip
"""Statements that are no deeds by themselves; a change of a local is none either."""

Procs = dict[tuple[int, str], bool]


class Contents:
    """Looks into bodies, and through the calls in them."""

    def __init__(self, game: g.Game) -> None:
        self.game = game
        self.known: Procs = {}

    def asks(self, nodes: Iterable[walk.Node]) -> bool:
        """Whether somebody may be asked in here."""
        return any(self._asks(node) for node in self._all(nodes))

    def acts(self, nodes: Iterable[walk.Node]) -> bool:
        """Whether something is done in here that the position keeps, or chance decides."""
        return any(self._acts(node) for node in self._all(nodes))

    def leaves(self, nodes: Iterable[walk.Node]) -> bool:
        """Whether something in here leaves more than a loop of its own."""
        return any(isinstance(node, _LEAVES) for node in self._all(nodes))

    def _all(self, nodes: Iterable[walk.Node]) -> Iterator[walk.Node]:
        return walk.every(*nodes)

    def _asks(self, node: walk.Node) -> bool:
        if isinstance(node, _ASKS):
            return True
        if isinstance(node, g.Call | g.Called):
            return self._through(node.proc, "asks")
        return False

    def _acts(self, node: walk.Node) -> bool:
        match node:
            case g.Assign(target=g.LocalRef()):
                return False
            case g.Call() | g.Called():
                return self._through(node.proc, "acts")
            case g.Stmt():
                return not isinstance(node, _CONTROL)
            case _:
                return isinstance(node, _ROLLS)

    def _through(self, proc: g.Proc, what: str) -> bool:
        """The same of a `to`: its body, its versions, and the hooks that meet it."""
        key = (id(proc), what)
        if key not in self.known:
            self.known[key] = False
            look = self.asks if what == "asks" else self.acts
            bodies = [proc.body or (), *(version.body for version in proc.versions)]
            found = any(look(body) for body in bodies)
            self.known[key] = found or any(self._met(hook, what) for hook in self.hooks_on(proc))
        return self.known[key]

    def _met(self, hook: g.Hook, what: str) -> bool:
        if hook.timing == "after":
            return what == "acts"
        return what == "acts" or hook.may

    def hooks_on(self, proc: g.Proc) -> list[g.Hook]:
        """The hooks that meet a `to`."""
        return [
            hook
            for hook in self.game.hooks
            if any(event.kind == "proc" and event.name == proc.name for event in hook.events)
        ]
