"""Who runs whom, who reads and who writes what: the ground that the checks stand on.

Reads and writes are kept as tokens: a field, or a word for what is no field (`players`, `starter`,
`places`, `lasting NAME`). Both are generous: what might be read or written counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from hoyle.dsl import game as g
from hoyle.dsl import types as t
from hoyle.dsl.records import record
from hoyle.dsl.walk import (
    Node,
    Unit,
    adjust_unit,
    all_fields,
    every,
    units,
)

Token = g.Field | str
PLAYERS, STARTER, PLACES, ACTIVE = "players", "starter", "places", "active"

_VERBS: dict[type[g.Stmt], str] = {
    g.PutEvery: "put",
    g.Move: "move",
    g.MovePawn: "move",
    g.Draw: "draw",
    g.Swap: "swap",
    g.Shuffle: "shuffle",
    g.RollCup: "roll",
    g.Lose: "lose",
    g.Spend: "spend",
    g.Remove: "remove",
    g.Eliminate: "eliminate",
    g.StartWith: "start",
}


def verb_of(node: Node) -> str | None:
    """The name of the verb that a deed is, as hooks call it; None for what is no verb."""
    match node:
        case g.Show() | g.Pay() | g.FigureDeed():
            return node.op
        case g.Begin():
            return "end" if node.ends else "begin"
        case _:
            return _VERBS.get(type(node)) if isinstance(node, g.Stmt) else None


@record(frozen=False)
class Graph:
    """A game as units that run each other."""

    game: g.Game
    units: tuple[Unit, ...] = ()
    _of: dict[object, list[Unit]] = field(default_factory=dict)
    _hooks: dict[tuple[str, str], list[Unit]] = field(default_factory=dict)
    _windows: dict[str, list[Unit]] = field(default_factory=dict)
    _callees: dict[Unit, tuple[Unit, ...]] = field(default_factory=dict)
    _holders: dict[str, tuple[g.Field, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.units = tuple(units(self.game))
        for unit in self.units:
            self._of.setdefault(_owner(self.game, unit), []).append(unit)
            if isinstance(unit.of, g.Hook):
                for event in unit.of.events:
                    kind = "proc" if event.kind == "proc" else "verb"
                    self._hooks.setdefault((kind, event.name), []).append(unit)
            elif isinstance(unit.of, g.Action):
                for window, _ in unit.of.windows:
                    self._windows.setdefault(window, []).append(unit)

    # -- who runs whom

    def of(self, declared: object) -> tuple[Unit, ...]:
        """The units of a declaration: of a `to` also its versions."""
        return tuple(self._of.get(declared, ()))

    def hooks_on(self, kind: str, name: str) -> tuple[Unit, ...]:
        """The hooks that meet a `to` ("proc") or a verb, a roll, a step ("verb")."""
        return tuple(self._hooks.get((kind, name), ()))

    def actions_in(self, window: str) -> tuple[Unit, ...]:
        """The actions that a window offers."""
        return tuple(self._windows.get(window, ()))

    def runs(self, node: Node) -> tuple[Unit, ...]:
        """The units that this one node may start, not counting what stands inside it."""
        match node:
            case g.Call() | g.Called():
                proc = node.proc.parent if node.original and node.proc.parent else node.proc
                return self.of(proc) + self.hooks_on("proc", node.proc.name)
            case g.ChooseBranch(window=g.WindowUse(name=name)):
                return self.actions_in(name)
            case g.Offer():
                return self.actions_in(node.window.name)
            case g.Rolled() | g.RolledOff():
                return self.hooks_on("verb", "roll")
            case g.FigureDeed():
                return self._figure_hooks(node)
            case g.Spend():
                return self._spent_units() + self.hooks_on("verb", "spend")
            case _:
                verb = verb_of(node)
                return self.hooks_on("verb", verb) if verb else ()

    def _figure_hooks(self, node: g.FigureDeed) -> tuple[Unit, ...]:
        names = (node.op,) if node.quietly else (node.op, "step", "leave")
        met = (unit for name in names for unit in self.hooks_on("verb", name))
        return tuple(unit for unit in met if _may_be_about(unit, node.figure.type))

    def _spent_units(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.kind == "spent")

    def callees(self, unit: Unit) -> tuple[Unit, ...]:
        """The units that a unit may start, each once, in the order of the text."""
        if unit not in self._callees:
            started = dict.fromkeys(u for node in unit.nodes() for u in self.runs(node))
            if self.is_card(unit):
                started.update(dict.fromkeys(self._spent_units()))
            self._callees[unit] = tuple(started)
        return self._callees[unit]

    def is_card(self, unit: Unit) -> bool:
        """Whether taking a `may` spends the piece that carries it."""
        rule = unit.of
        if not isinstance(rule, (g.Hook, g.Action)) or rule.carrier is None:
            return False
        table = self.game.tables.get(rule.carrier.thing)
        taken = isinstance(rule, g.Action) or rule.may
        return taken and table is not None and table.spent is not None

    def reach(self, start: Iterable[Unit]) -> dict[Unit, Unit | None]:
        """Everything that runs if these run, each with the unit that first started it."""
        found: dict[Unit, Unit | None] = dict.fromkeys(start)
        waiting = list(found)
        for unit in waiting:
            for callee in self.callees(unit):
                if callee not in found:
                    found[callee] = unit
                    waiting.append(callee)
        return found

    def roots(self) -> tuple[Unit, ...]:
        """What the game runs by itself."""
        names = ("setup", "play") if "play" in self.game.procs else ("setup", "turn")
        procs = [self.game.procs[name] for name in names if name in self.game.procs]
        for scenario in self.game.scenarios.values():
            procs += [part for part in (scenario.setup, scenario.play) if part is not None]
        own = [unit for proc in procs for unit in self.of(proc)]
        own += [unit for proc in procs for unit in self.hooks_on("proc", proc.name)]
        own += self.hooks_on("proc", "time_up")
        return (*own, *(unit for unit in self.units if unit.kind == "whenever"))

    # -- what is read

    def reads(self, *nodes: Node | None) -> dict[Token, None]:
        """Everything that expressions look at, through values and adjustments."""
        found: dict[Token, None] = {}
        seen: set[g.ValueDecl] = set()
        waiting = [node for node in nodes if node is not None]
        for root in waiting:
            for node in every(root):
                found.update(dict.fromkeys(self._reads_of(node)))
                if isinstance(node, g.ValueOf) and node.value not in seen:
                    seen.add(node.value)
                    waiting.extend(self._inside(node.value))
                    found.update(dict.fromkeys(self._carriers(node.value)))
        return found

    def _inside(self, value: g.ValueDecl) -> Iterator[Node]:
        if value.body is not None:
            yield value.body
        for adjust in value.adjusts:
            yield from adjust_unit(value, adjust).tests

    def _carriers(self, value: g.ValueDecl) -> Iterator[Token]:
        """An adjustment of a piece's rules also reads where the piece lies."""
        for adjust in value.adjusts:
            if adjust.carrier is not None:
                yield from self.holders(adjust.carrier.thing)
                yield PLACES

    def _reads_of(self, node: Node) -> Iterator[Token]:
        match node:
            case g.FieldRead():
                yield node.field
            case g.Function():
                yield from self._function_reads(node)
            case g.AllOf(of="players"):
                yield PLAYERS
            case _:
                return

    def _function_reads(self, node: g.Function) -> Iterator[Token]:
        if node.name in ("begun", "count_begun"):
            yield "lasting"
        elif node.name == "active":
            yield ACTIVE
        elif node.name in ("left_of", "right_of", "seat_of"):
            yield PLAYERS
            yield STARTER
        elif node.name in ("first", "last", "starting"):
            yield STARTER
        elif node.args:
            yield PLACES
            yield from self.holders_of(node.args[0].type)

    def holders(self, thing: str) -> tuple[g.Field, ...]:
        """The zones that may hold pieces of a component."""
        if thing not in self._holders:
            zones = (f for f in all_fields(self.game) if f.zone and thing in f.zone.holds)
            self._holders[thing] = tuple(zones)
        return self._holders[thing]

    def holders_of(self, type_: t.Type) -> Iterator[g.Field]:
        """The zones that may hold what has a type."""
        for thing in things_of(type_):
            yield from self.holders(thing)

    # -- what is written

    def writes(self, nodes: Iterable[Node]) -> dict[Token, None]:
        """Everything that deeds may change, through whatever they run."""
        found: dict[Token, None] = {}
        seen: set[Unit] = set()
        waiting: list[Iterable[Node]] = [nodes]
        for batch in waiting:
            for node in every(*batch):
                found.update(dict.fromkeys(self._writes_of(node)))
                for unit in self.runs(node):
                    if unit not in seen:
                        seen.add(unit)
                        waiting.append(unit.body)
                        if self.is_card(unit):
                            waiting.extend(spent.body for spent in self._spent_units())
        return found

    def _writes_of(self, node: Node) -> Iterator[Token]:
        match node:
            case g.Assign(target=g.FieldRead(field=changed)):
                yield changed
            case g.Move() | g.Swap() | g.Remove():
                what = node.a if isinstance(node, g.Swap) else node.what
                yield from self.holders_of(what.type)
                yield PLACES
            case g.PutEvery():
                yield from self.holders(node.thing)
            case g.MovePawn():
                yield node.pawn.field
            case g.Draw():
                yield from self._zones_of(node)
            case g.Pay():
                yield from self._coins(node)
            case g.RollCup() | g.Lose():
                yield node.cup.field
            case g.Shuffle():
                yield node.zone.field
            case g.Eliminate():
                yield PLAYERS
                yield from self.game.player_fields.values()
            case g.StartWith():
                yield STARTER
            case g.FigureDeed():
                yield PLACES
            case g.Begin() | g.With():
                yield "lasting"
            case _:
                return

    def _zones_of(self, node: g.Draw) -> Iterator[g.Field]:
        for read in (*node.sources, node.to, node.otherwise):
            if read is not None:
                yield read.field
                if read.field.zone is not None and read.field.zone.refill is not None:
                    yield read.field.zone.refill

    def _coins(self, node: g.Pay) -> Iterator[g.Field]:
        """All places of a supply: a payment changes two of them and what the bank has left."""
        for place in all_fields(self.game):
            if place.role == "coins" and place.supply is not None:
                yield place


def _owner(game: g.Game, unit: Unit) -> object:
    """Under which declaration a unit is filed: a version under its `to`."""
    if isinstance(unit.of, g.Version):
        return next(p for p in game.procs.values() if unit.of in p.versions)
    return unit.of


def _may_be_about(unit: Unit, type_: t.Type) -> bool:
    """Whether a hook can meet a deed of such a figure: what it says of the figure may fit."""
    events = unit.of.events if isinstance(unit.of, g.Hook) else ()
    return any(_fits_figure(event, set(things_of(type_))) for event in events)


def _fits_figure(event: g.Event, figures: set[str]) -> bool:
    pattern = event.args[0] if event.args else g.Pattern()
    if pattern.binds is not None:
        return bool(figures & set(things_of(pattern.binds.type)))
    return pattern.equals is None or bool(figures & set(things_of(pattern.equals.type)))


def things_of(type_: t.Type) -> tuple[str, ...]:
    """The components whose pieces a value of a type may be or hold."""
    match type_:
        case t.Thing(name=name):
            return (name,)
        case t.Either(names=names):
            return names
        case t.Optional(of=of) | t.SetOf(of=of) | t.ListOf(of=of):
            return things_of(of)
        case _:
            return ()


def chain(found: dict[Unit, Unit | None], unit: Unit) -> tuple[Unit, ...]:
    """How a unit is reached: from the unit that runs by itself down to it."""
    steps = [unit]
    while (before := found.get(steps[-1])) is not None:
        steps.append(before)
    return tuple(reversed(steps))


def contains(test: Callable[[Node], bool], nodes: Iterable[Node]) -> bool:
    """Whether some node inside passes a test."""
    return any(test(node) for node in every(*nodes))
