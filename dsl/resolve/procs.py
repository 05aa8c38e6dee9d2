"""Bodies of every `to` with its guard, `setup`, `play`, `turn`, `whenever`, `when spent`."""

from __future__ import annotations

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.common import Flow, cites
from hoyle.dsl.resolve.expressions import resolve_condition
from hoyle.dsl.resolve.facts import of_elements, shown
from hoyle.dsl.resolve.scope import Scope, top
from hoyle.dsl.resolve.statements import resolve_whole
from hoyle.dsl.resolve.verbs import VERBS
from hoyle.dsl.resolve.world import World
from hoyle.dsl.walk import leaves, lineage


def resolve_procs(world: World) -> None:
    """The bodies of all `to`s and flows, those that a variant replaced included."""
    for newest in world.game.procs.values():
        for proc in lineage(newest):
            resolve_proc(world, proc)


def resolve_proc(world: World, proc: g.Proc) -> None:
    """The guard and the body of one."""
    node = world.node_of.get(proc)
    match node:
        case n.Flow():
            _flow(world, proc, node)
        case n.Procedure():
            _procedure(world, proc, node)
        case _:
            return


def _flow(world: World, proc: g.Proc, node: n.Flow) -> None:
    scope = top(world).addressed(proc.you) if proc.addressed else top(world)
    scope.original = proc.parent
    proc.body = resolve_whole(node.body, scope, Flow(proc.name))


def _procedure(world: World, proc: g.Proc, node: n.Procedure) -> None:
    if proc.name in VERBS or proc.name in world.game.movements:
        _report_verb(world, node)
    scope = proc_scope(world, proc)
    if node.guard is not None:
        guarded = scope.pure("it is tested again and again")
        proc.guard = (node.guard.word, resolve_condition(node.guard.condition, guarded))
    if node.body is not None:
        answer = proc.gives[1] if proc.gives else None
        proc.body = resolve_whole(node.body, scope, Flow(proc.name, answer))
        _check_answer(world, proc, node)


def proc_scope(world: World, proc: g.Proc) -> Scope:
    """Inside a `to`: it speaks to whoever its caller spoke to."""
    scope = top(world).addressed(proc.you)
    scope.original = proc.parent
    for param in proc.params:
        scope.add(param)
    return scope


def _report_verb(world: World, node: n.Procedure) -> None:
    name = node.head.name
    world.sink.report(
        codes.NAME_TWICE,
        name.span,
        f"`{name}` is a verb of the language.",
        help="Take another name: no name means two things.",
    )


def _check_answer(world: World, proc: g.Proc, node: n.Procedure) -> None:
    """One that ends otherwise answers no, none or 0: an answer of another type must be given."""
    if proc.gives is None or proc.body is None or leaves(proc.body):
        return
    name, type_ = proc.gives
    if has_default(type_) or _always_left(proc.body):
        return
    world.sink.report(
        codes.WRONG_RETURN,
        node.head.name.span,
        f"`{proc.name}` can end without an answer, and there is no `{name}` to take then.",
        help="Write a `return` at the end of every way through it.",
    )


def has_default(type_: t.Type) -> bool:
    """Whether "no, none or 0" is a value of a type."""
    match type_:
        case t.Flag() | t.Optional() | t.SetOf() | t.ListOf() | t.TallyOf() | t.Broken():
            return True
        case t.Number(low, high):
            return low <= 0 <= high
        case _:
            return False


def _always_left(body: g.Body) -> bool:
    """A loop at the end that nothing leaves but `return` reaches no end either."""
    last = body[-1] if body else None
    if not isinstance(last, g.Repeat) or last.until is not None or last.times is not None:
        return False
    return not any(_stops(stmt) for stmt in last.body)


def _stops(stmt: g.Stmt) -> bool:
    match stmt:
        case g.Stop() | g.Until():
            return True
        case g.If():
            return any(_stops(inner) for inner in (*stmt.then, *stmt.otherwise))
        case _:
            return False


# ---------------------------------------------------------------------------------- whenever


def resolve_whenevers(world: World) -> None:
    """Watched conditions; `any p in S has C` names p in its block."""
    for node, _ in world.all(n.Whenever):
        world.game.whenevers.append(_whenever(world, node))


def _whenever(world: World, node: n.Whenever) -> g.Whenever:
    scope = top(world)
    cond = resolve_condition(node.condition, scope.pure("it is looked at in every moment"))
    inner = scope.block()
    binds, test = _unfolded(cond)
    if isinstance(cond.type, t.Broken) and isinstance(node.condition, n.AnyHas):
        inner.declare(node.condition.name.text, t.BROKEN, node.condition.name.span, "bound")
    for local, over in binds:
        inner.add(local)
        inner.learn(of_elements(over, local))
    inner.learn(shown(test, True))
    body = resolve_whole(node.body, inner, Flow("whenever"))
    return g.Whenever(binds, test, body, node.span, cites(node))


def _unfolded(cond: g.Expr) -> tuple[tuple[tuple[g.Local, g.Expr], ...], g.Expr]:
    """The variable of `any x in S has C`, and C."""
    if isinstance(cond, g.Quantified) and not cond.every:
        return ((cond.var, cond.over),), cond.cond
    return (), cond


# ---------------------------------------------------------------------------------- when spent


def resolve_spent(world: World) -> None:
    """`when spent` of every component: addressed to whoever spends the card."""
    said: dict[tuple[str, int], n.Spent] = {}
    for node, level in world.by_level(n.Component):
        table = world.game.tables.get(node.name.text)
        for line in node.lines:
            if isinstance(line, n.Spent) and table is not None:
                before = said.setdefault((table.name, level), line)
                if before is not line:
                    _spent_twice(world, line, before)
                table.spent = _spent(world, table, line)


def _spent_twice(world: World, line: n.Spent, before: n.Spent) -> None:
    world.sink.report(
        codes.NAME_TWICE,
        line.span,
        "`when spent` is said twice of these pieces.",
        labels=(Label(before.span, "it is said here, too"),),
        help="Leave one of the two.",
    )


def _spent(world: World, table: g.Table, line: n.Spent) -> tuple[g.Local, g.Local, g.Body]:
    you = g.Local("you", t.PLAYER, line.span.first(), "you")
    this = g.Local("this", t.Thing(table.name), line.span.first(), "this")
    scope = top(world).addressed(you).about(this)
    body = resolve_whole(line.body, scope, Flow("spend"))
    return this, you, body
