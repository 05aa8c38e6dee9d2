"""Going through a resolved game: the parts of a node, and all units of rules that a game has.

A node is anything frozen that stands inside a body or an expression. Declarations that it merely
names (fields, procedures, values, effects) are not its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import cache
from typing import Any, TypeVar, cast
from typing import Literal as Word

from hoyle.dsl import game as g
from hoyle.dsl.records import field_names, record
from hoyle.dsl.source import Span

Node = g.Expr | g.Stmt | g.Branch | g.Prompt | g.WindowUse | g.Pattern | g.Event | g.Ending
N = TypeVar("N", bound=Node)
_NODES = (g.Expr, g.Stmt, g.Branch, g.Prompt, g.WindowUse, g.Pattern, g.Event, g.Ending)


def parts(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order of the text."""
    found: list[Node] = []
    kind: Any = type(node)
    for slot in _slots(kind):
        _add_nodes(getattr(node, slot), found)
    return found


@cache
def _slots(kind: Any) -> tuple[str, ...]:
    """The fields of a class that may hold nodes; every check walks over all of a game."""
    return tuple(name for name in field_names(kind) if name not in ("type", "span", "cites"))


@cache
def _is_node(kind: Any) -> bool:
    return issubclass(kind, _NODES)


def _add_nodes(value: Any, found: list[Node]) -> None:
    """Add the nodes that a field's value is or holds."""
    kind: Any = type(value)
    if _is_node(kind):
        found.append(value)
    elif kind is tuple:
        for item in value:
            _add_nodes(item, found)


def every(*roots: Node | None) -> Iterator[Node]:
    """The roots and all nodes inside them, outer ones first."""
    waiting = [root for root in reversed(roots) if root is not None]
    while waiting:
        node = waiting.pop()
        yield node
        inner = parts(node)
        inner.reverse()
        waiting += inner


def locals_read(*roots: Node | None) -> Iterator[g.Local]:
    """Every local that is looked at (or changed) inside the roots."""
    for node in every(*roots):
        if isinstance(node, g.LocalRef):
            yield node.local


UnitKind = Word[
    "to", "version", "hook", "action", "whenever", "value", "adjust", "spent", "lasting", "field",
    "road", "bears", "lift", "movement", "sight", "invariant", "fork", "example",
]  # fmt: skip


@record(eq=False, frozen=False)
class Unit:
    """A piece of the rules that is run or looked at as one: a `to`, a hook, a value …

    `tests` are its expressions outside the body; `speaks_to` is its implicit `you`, if it has one.
    """

    kind: UnitKind
    name: str
    of: object
    tests: tuple[Node, ...]
    body: g.Body
    span: Span
    params: tuple[g.Local, ...] = ()
    speaks_to: g.Local | None = None
    _nodes: tuple[Node, ...] | None = field(default=None, init=False)
    _deeds: tuple[Node, ...] | None = field(default=None, init=False)

    def nodes(self) -> tuple[Node, ...]:
        """Everything in it; it is walked once."""
        if self._nodes is None:
            self._nodes = (*every(*self.tests), *self.deeds())
        return self._nodes

    def deeds(self) -> tuple[Node, ...]:
        """Everything in its body; it is walked once."""
        if self._deeds is None:
            self._deeds = tuple(every(*self.body))
        return self._deeds


def units(game: g.Game) -> Iterator[Unit]:
    """Everything in a game that holds expressions or deeds, in a fixed order."""
    yield from _procedures(game)
    for hook in game.hooks:
        yield hook_unit(hook)
    for action in game.actions:
        yield _action(action)
    for watched in game.whenevers:
        yield Unit("whenever", "whenever", watched, _watched(watched), watched.body, watched.span)
    yield from _values(game)
    yield from _lastings(game)
    yield from _declared(game)
    yield from _figures(game)
    yield from _claims(game)


def _some(*nodes: Node | None) -> tuple[Node, ...]:
    return tuple(node for node in nodes if node is not None)


def _procedures(game: g.Game) -> Iterator[Unit]:
    for proc in all_procs(game):
        guard = _some(proc.guard[1] if proc.guard else None)
        body = proc.body or ()
        yield Unit("to", proc.name, proc, guard, body, proc.span, proc.params, proc.you)
        for v in proc.versions:
            tests = _some(v.selector.where)
            yield Unit("version", proc.name, v, tests, v.body, v.span, v.params, v.you)


def all_procs(game: g.Game) -> Iterator[g.Proc]:
    """Every `to`, each followed by those that `original(…)` may call; then those of scenarios."""
    for proc in game.procs.values():
        yield from lineage(proc)
    for scenario in game.scenarios.values():
        for part in (scenario.setup, scenario.play):
            if part is not None and part is not game.procs.get(part.name):
                yield part


def lineage(proc: g.Proc) -> Iterator[g.Proc]:
    """A `to` and what it replaced, the newest first."""
    now: g.Proc | None = proc
    while now is not None:
        yield now
        now = now.parent


def hook_unit(hook: g.Hook) -> Unit:
    """A hook as a unit; its tests are its events' arguments and its `when`."""
    tests = (*hook.events, hook.label, *_some(hook.when), *_carried(hook.carrier))
    name = " ".join((hook.timing, *(event.name for event in hook.events)))
    return Unit("hook", name, hook, tests, hook.body or (), hook.span, (), hook.you)


def _action(action: g.Action) -> Unit:
    patterns = tuple(pattern for _, args in action.windows for pattern in args)
    tests = (*patterns, action.branch.label, *_some(action.branch.when), *_carried(action.carrier))
    name = " ".join(("in", *(window for window, _ in action.windows)))
    return Unit("action", name, action, tests, action.branch.body, action.span, (), action.you)


def _carried(carrier: g.Selector | None) -> tuple[Node, ...]:
    return _some(carrier.where) if carrier else ()


def _watched(watched: g.Whenever) -> tuple[Node, ...]:
    return (*(over for _, over in watched.binds), watched.cond)


def _values(game: g.Game) -> Iterator[Unit]:
    for value in all_values(game):
        tests = _some(value.body)
        yield Unit("value", value.name, value, tests, (), value.span, value.params, value.this)
        for adjust in value.adjusts:
            yield adjust_unit(value, adjust)


def all_values(game: g.Game) -> Iterator[g.ValueDecl]:
    """Every value, each followed by those it replaced."""
    for value in game.values.values():
        now: g.ValueDecl | None = value
        while now is not None:
            yield now
            now = now.parent


def adjust_unit(value: g.ValueDecl, adjust: g.Adjust) -> Unit:
    """An adjustment of a value as a unit."""
    tests = (
        *(equals for _, equals in adjust.tests),
        *_some(adjust.each[1] if adjust.each else None, adjust.when, adjust.amount),
        *_carried(adjust.carrier),
    )
    return Unit("adjust", value.name, adjust, tests, (), adjust.span, adjust.params, adjust.you)


def _lastings(game: g.Game) -> Iterator[Unit]:
    for effect in game.lastings:
        tests = (*effect.endings, *(n for lift in effect.lifts for n in _some(lift.when)))
        yield Unit("lasting", effect.name, effect, tests, (), effect.span, effect.params)
        for hook in effect.hooks:
            if hook not in game.hooks:
                yield hook_unit(hook)


def all_fields(game: g.Game) -> Iterator[g.Field]:
    """Every field: of the table, of players, of things, of roads."""
    yield from game.table_fields.values()
    yield from game.player_fields.values()
    for table in game.tables.values():
        yield from table.fields.values()
        if table.board is not None:
            yield from table.board.road_fields.values()


def _declared(game: g.Game) -> Iterator[Unit]:
    for place in all_fields(game):
        tests = _some(place.start, place.sight.seers)
        yield Unit("field", place.name, place, tests, (), place.span)
    for table in game.tables.values():
        if table.spent is not None:
            _, you, body = table.spent
            yield Unit("spent", table.name, table, (), body, table.span, (), you)
        for _, what, when in table.bears:
            yield Unit("bears", table.name, table, _some(what, when), (), table.span)
        if table.board is not None:
            for *_, cond in table.board.closed:
                yield Unit("road", table.name, table, _some(cond), (), cond.span)


def _figures(game: g.Game) -> Iterator[Unit]:
    for lift in game.lifts:
        tests = _some(lift.when, *_carried(lift.carrier))
        yield Unit("lift", " ".join(lift.names), lift, tests, (), lift.span)
    for walk in game.movements.values():
        yield Unit("movement", walk.name, walk, _clauses(walk), (), walk.span)
    for sight in game.sights:
        column = sight.column[1] if sight.column else None
        tests = (*_some(sight.eye, column), *sight.aims, *sight.aims_space)
        yield Unit("sight", " ".join(sight.things), sight, tests, (), sight.span)


def _clauses(walk: g.Movement) -> tuple[Node, ...]:
    named = (*walk.bars, *walk.halts, *walk.rests)
    allowed = (node for allow in walk.allows for node in allow)
    return _some(*allowed, walk.cost, *(cond for _, cond in named))


def _claims(game: g.Game) -> Iterator[Unit]:
    for invariant in game.invariants:
        tests = _some(invariant.cond)
        deed = game.procs.get(invariant.before) if invariant.before is not None else None
        known = (deed.params, deed.you) if deed is not None else ((), None)
        yield Unit("invariant", invariant.text, invariant, tests, (), invariant.span, *known)
    for campaign in game.campaigns.values():
        for fork in campaign.forks:
            name = f"after {fork.chapter}"
            yield Unit("fork", name, fork, _some(fork.cond), (), fork.span)
    for example in game.examples:
        tests = _some(*(node for _, step in example.steps for node in _step(step)))
        yield Unit("example", example.title, example, tests, (), example.span)


def _step(step: g.Fact | g.Deed | g.ButNot) -> Iterable[Node]:
    match step:
        case g.Fact():
            return _some(step.target, *step.values)
        case g.Deed():
            return step.args
        case g.ButNot():
            return ()


def leaves(body: g.Body) -> bool:
    """Whether a body never reaches its end: every path returns, stops or ends something."""
    return any(_ends_here(stmt) for stmt in body)


def _ends_here(stmt: g.Stmt) -> bool:
    match stmt:
        case g.Return() | g.Stop() | g.End() | g.Victory() | g.RollAgain():
            return True
        case g.If():
            return leaves(stmt.then) and leaves(stmt.otherwise)
        case g.Match():
            return all(leaves(body) for _, body in stmt.arms)
        case g.ChooseBranch():
            branches = all(leaves(branch.body) for branch in stmt.branches)
            return branches and stmt.window is None and bool(stmt.branches)
        case g.AtOnce() | g.With():
            return leaves(stmt.body)
        case _:
            return False


# ---------------------------------------------------------------------------------- rewriting


def rewritten(node: N, change: Callable[[Node], Node | None]) -> N:
    """A node in which every node that `change` answers for is what it answers, the others kept."""
    swapped = change(node)
    if swapped is not None:
        return cast(N, swapped)
    kind: Any = type(node)
    old = {name: getattr(node, name) for name in field_names(kind)}
    new = {name: _rewritten(value, change) for name, value in old.items()}
    same = all(new[name] is value for name, value in old.items())
    built: N = node if same else kind(**new)
    return built


def _rewritten(value: object, change: Callable[[Node], Node | None]) -> object:
    kind: Any = type(value)
    if _is_node(kind):
        return rewritten(cast(Node, value), change)
    if isinstance(value, tuple):
        items = tuple(_rewritten(item, change) for item in value)
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value
