"""Statements of one line: names and values, calls, ends, rolls, answers."""

from __future__ import annotations

from typing import Literal as Word

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve import verbs
from hoyle.dsl.resolve.common import (
    Flow,
    cites,
    element_of,
)
from hoyle.dsl.resolve.expressions import (
    resolve_arguments,
    resolve_condition,
    resolve_expr,
    resolve_target,
)
from hoyle.dsl.resolve.facts import may_be_none, path_of, shown
from hoyle.dsl.resolve.rolls import kept_dice, resolve_roll_deed
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.world import did_you_mean

# ---------------------------------------------------------------------------------- let, =


def resolve_let(node: n.Let, scope: Scope, flow: Flow) -> g.Stmt | None:
    wanted = resolve_type(node.type, scope.world) if node.type is not None else None
    if isinstance(node.value, n.Draw):
        drawn = verbs.resolve_draw(node.value, node.span, cites(node), scope)
        if drawn is None:
            scope.declare(node.name.text, t.BROKEN, node.name.span)
            return None
        value: g.Expr = g.Drawn(t.SetOf(_holds(drawn)), node.value.span, drawn)
    else:
        value = resolve_expr(node.value, scope, wanted)
    type_ = wanted or _type_of_let(node, value, flow)
    local = scope.declare(node.name.text, type_, node.name.span)
    _learn_something(scope, g.LocalRef(type_, node.name.span, local), value)
    return g.Let(node.span, cites(node), local, value)


def _holds(drawn: g.Draw) -> t.Type:
    """What a zone that is drawn into holds."""
    zone = drawn.to.field.zone
    names = zone.holds if zone is not None else ()
    return t.Thing(names[0]) if len(names) == 1 else t.Either(tuple(sorted(names)))


def _type_of_let(node: n.Let, value: g.Expr, flow: Flow) -> t.Type:
    """The type of the value; a number that is changed later may become any number."""
    if node.name.text not in flow.changed:
        return value.type
    match value.type:
        case t.Number():
            return t.NUMBER
        case t.SetOf(t.Number()):
            return t.SetOf(t.NUMBER)
        case t.ListOf(of):
            return t.SetOf(of)
        case _:
            return value.type


def _learn_something(scope: Scope, target: g.Expr, value: g.Expr) -> None:
    """What gets a value that is surely something is something."""
    path = path_of(target)
    if path is not None and isinstance(target.type, t.Optional) and not may_be_none(value):
        scope.learn(frozenset((path,)))


def resolve_assign(node: n.Assign | n.Add | n.Subtract, scope: Scope) -> g.Stmt | None:
    target = resolve_target(node.target, scope)
    if target is None:
        return None
    op: Word["=", "+", "-"] = "="
    if not isinstance(node, n.Assign):
        op = "+" if isinstance(node, n.Add) else "-"
    value = _assigned(node, target, op, scope)
    scope.forget(target.local if isinstance(target, g.LocalRef) else target.field)
    if op == "=":
        _learn_something(scope, target, value)
    return g.Assign(node.span, cites(node), target, op, heard_by(value, target))


def _assigned(
    node: n.Assign | n.Add | n.Subtract, target: g.LocalRef | g.FieldRead, op: str, scope: Scope
) -> g.Expr:
    """What is put in: for `+=` and `-=` a number, or elements of a set."""
    type_ = target.type
    if op == "=" or isinstance(type_, t.Broken):
        return resolve_expr(node.value, scope, type_)
    if isinstance(type_, t.Number):
        return resolve_expr(node.value, scope, t.NUMBER)
    if isinstance(type_, t.SetOf):
        return resolve_expr(node.value, scope, t.SetOf(element_of(type_, scope.world)))
    sign = "+=" if op == "+" else "-="
    return scope.report(
        codes.WRONG_PHRASE,
        node.span,
        f"`{sign}` counts or puts into a set, and this is neither.",
        help="Write `=` to give it a new value.",
    )


def heard_by(value: g.Expr, target: g.LocalRef | g.FieldRead) -> g.Expr:
    """A roll that lands in a field with sight is heard by those who see that field."""
    if not isinstance(target, g.FieldRead) or target.field.sight.kind == "up":
        return value
    if isinstance(value, g.Rolled):
        return g.Rolled(
            value.type, value.span, value.die, value.count, value.purpose, value.you, target
        )
    if isinstance(value, g.Cast):
        return g.Cast(value.type, value.span, heard_by(value.a, target))
    return value


# ---------------------------------------------------------------------------------- one line


def resolve_roll(node: n.RollDeed, scope: Scope) -> g.Stmt | None:
    """A roll alone on its line: of a cup, or one whose number nobody keeps."""
    value = resolve_roll_deed(node.roll, scope)
    if isinstance(value, g.FieldRead) and value.field.role == "cup":
        keep = kept_dice(node.roll.keep, value, scope) if node.roll.keep else None
        purpose = node.roll.purpose.text if node.roll.purpose else None
        return g.RollCup(node.span, cites(node), value, scope.you_or_nobody(), keep, purpose)
    return g.Evaluate(node.span, cites(node), value)


def resolve_perform(node: n.Perform, scope: Scope) -> g.Stmt | None:
    name, given = node.deed.name.text, node.deed.arguments or ()
    if name == "original":
        return _perform_original(node, given, scope)
    if name == "roll_off":
        call = n.Call(node.deed.name, given, span=node.deed.span)
        return g.Evaluate(node.span, cites(node), resolve_expr(call, scope))
    proc = scope.world.lookup_proc(name)
    if proc is None:
        _report_unknown(node.deed, scope)
        return None
    return _call(node, proc, given, scope)


def _call(
    node: n.Perform, proc: g.Proc, given: tuple[n.Argument, ...], scope: Scope
) -> g.Stmt | None:
    args = resolve_arguments(given, proc.params, scope, node.deed.span, proc.name)
    if scope.no_rolls is not None:
        scope.report(codes.WRONG_PHRASE, node.span, f"No deed may stand here: {scope.no_rolls}.")
    return g.Call(node.span, cites(node), proc, args, scope.you_or_nobody())


def _perform_original(
    node: n.Perform, given: tuple[n.Argument, ...], scope: Scope
) -> g.Stmt | None:
    proc = scope.original
    if not isinstance(proc, g.Proc):
        scope.report(
            codes.UNKNOWN_DEED,
            node.span,
            "`original(…)` stands where nothing was replaced.",
            help="Use it in a variant, in a `to` of the same name and parameters as its parent's.",
        )
        return None
    args = resolve_arguments(given, proc.params, scope, node.deed.span, proc.name)
    return g.Call(node.span, cites(node), proc, args, scope.you_or_nobody(), True)


def _report_unknown(deed: n.Occurrence, scope: Scope) -> None:
    """A line that is one name, or a name with brackets, and no `to`."""
    name = deed.name.text
    if any(name == value_name for _, value_name in scope.world.game.values):
        scope.report(
            codes.UNKNOWN_DEED,
            deed.span,
            f"`{name}` is a value: it is looked up and does nothing.",
            help="Begin with `let`, or say what is to be done with it.",
        )
        return
    named = scope.world.names.get(name)
    what = f"`{name}` is {named.what}, no deed." if named else f"There is no deed `{name}`."
    candidates = [*scope.world.game.procs, *verbs.verb_names(scope.world)]
    help_ = verbs.misread_verb(name) or did_you_mean(name, candidates)
    help_ = help_ or f"Declare it with `to {name}`, or take a verb of the language."
    scope.report(codes.UNKNOWN_DEED, deed.span, what, help=help_)


def resolve_end(node: n.End, scope: Scope) -> g.Stmt | None:
    name, given = node.what.name.text, node.what.arguments
    effect = scope.world.lookup_lasting(name)
    if effect is not None:
        args = verbs.effect_arguments(effect, given or (), scope, node.what.span)
        return g.Begin(node.span, cites(node), effect, args, True)
    world = scope.world
    if name in ("game", "turn") or name in world.game.procs or name in world.game.movements:
        if name == "turn" and "turn" not in world.game.procs:
            _report_no_end(node, "turn", scope)
            return None
        return g.End(node.span, cites(node), name)
    _report_no_end(node, name, scope)
    return None


def _report_no_end(node: n.End, name: str, scope: Scope) -> None:
    candidates = ["game", *scope.world.game.procs, *scope.world.lastings]
    scope.report(
        codes.NOT_RUNNING,
        node.what.span,
        f"Nothing called `{name}` is ever running, so it cannot be ended.",
        help=did_you_mean(name, candidates) or "Name a `to`, a lasting effect, `turn` or `game`.",
    )


def resolve_roll_again(node: n.RollAgain, scope: Scope, flow: Flow) -> g.Stmt | None:
    if not flow.rolled:
        scope.report(
            codes.LOOSE_REROLL,
            node.span,
            "`roll again` makes a roll void, and here none has just been made.",
            help="Put it in a rule that begins `after roll` or `may after roll`.",
        )
        return None
    if node.where is None:
        return g.RollAgain(node.span, cites(node), node.count, None, None)
    face = g.Local("it", verbs.any_face(scope.world, flow.purposes), node.where.span, "it")
    where = resolve_condition(node.where, scope.element(face, named=False))
    return g.RollAgain(node.span, cites(node), node.count, face, where)


def leave_loop(node: n.Stop | n.Until, scope: Scope, flow: Flow) -> g.Stmt | None:
    word = "stop" if isinstance(node, n.Stop) else "until"
    if not flow.loop:
        scope.report(
            codes.LOOSE_STOP,
            node.span,
            f"`{word}` leaves a loop, and there is none around it in this `to`.",
            help="Write `return` to leave the `to`, or put the line inside a `repeat`.",
        )
    if isinstance(node, n.Stop):
        return g.Stop(node.span, cites(node))
    cond = resolve_condition(node.condition, scope)
    scope.learn(shown(cond, False))
    return g.Until(node.span, cites(node), cond)


def resolve_return(node: n.Return, scope: Scope, flow: Flow) -> g.Stmt | None:
    if node.value is None:
        return g.Return(node.span, cites(node), None)
    if flow.answer is None:
        resolve_expr(node.value, scope)
        scope.report(
            codes.WRONG_RETURN,
            node.span,
            f"`{flow.name}` gives no answer, so it cannot return one.",
            help=f"Write `to {flow.name} gives NAME: TYPE`, or `return` alone.",
        )
        return None
    value = resolve_expr(node.value, scope, flow.answer)
    return g.Return(node.span, cites(node), value)


def resolve_victory(node: n.Victory, scope: Scope) -> g.Stmt:
    winners = resolve_expr(node.winners, scope, t.SetOf(t.PLAYER))
    return g.Victory(node.span, cites(node), winners)
