"""Deeds and flow: every statement of the syntax tree becomes its typed one.

Choices stand in `choices.py`, verbs in `verbs.py`. A block opens a scope; what a test shows holds
in its branch, and behind it where the other branch leaves.
"""

from __future__ import annotations

from typing import Literal as Word
from typing import assert_never

from hoyle.dsl import codes
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.resolve import choices, verbs
from hoyle.dsl.resolve.common import (
    Flow,
    changed_in,
    cites,
    element_of,
    forget_changed,
    is_container,
    without_none,
)
from hoyle.dsl.resolve.expressions import (
    resolve_arguments,
    resolve_condition,
    resolve_domain,
    resolve_expr,
    resolve_player,
    resolve_target,
)
from hoyle.dsl.resolve.facts import may_be_none, path_of, shown
from hoyle.dsl.resolve.patterns import resolve_patterns
from hoyle.dsl.resolve.rolls import resolve_roll_deed
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.walk import leaves


def resolve_whole(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The body of a `to`, a hook or the like: the locals it changes are found first."""
    changed = Flow(flow.name, flow.answer, flow.loop, flow.rolled, changed_in(block))
    return resolve_body(block, scope, changed)


def resolve_body(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The deeds of a block, in a scope of its own."""
    return resolve_lines(block, scope.block(), flow)


def resolve_lines(block: n.Block | None, scope: Scope, flow: Flow) -> g.Body:
    """The deeds of a block, in a scope made for it."""
    if block is None:
        return ()
    lines = (line for line in block.statements if not isinstance(line, n.Doc))
    found = (resolve_statement(line, scope, flow) for line in lines)
    return tuple(stmt for stmt in found if stmt is not None)


def resolve_statement(node: n.Statement, scope: Scope, flow: Flow) -> g.Stmt | None:
    """One statement; None if it was reported."""
    match node:
        case n.Let():
            return _let(node, scope, flow)
        case n.Assign() | n.Add() | n.Subtract():
            return _assign(node, scope)
        case n.Verb():
            return verbs.resolve_verb(node, scope)
        case n.RollDeed():
            return _roll(node, scope)
        case n.Perform():
            return _perform(node, scope)
        case n.End():
            return _end(node, scope)
        case n.RollAgain():
            return _roll_again(node, scope, flow)
        case n.Stop() | n.Until():
            return _leave_loop(node, scope, flow)
        case n.Return():
            return _return(node, scope, flow)
        case n.Victory():
            return _victory(node, scope)
        case n.If():
            return _if(node, scope, flow)
        case n.Each() | n.Together():
            return _each(node, scope, flow)
        case n.Repeat() | n.RepeatUntil() | n.RepeatTimes():
            return _repeat(node, scope, flow)
        case n.GoRound():
            return _go_round(node, scope, flow)
        case n.As():
            return _as(node, scope, flow)
        case n.With():
            return _with(node, scope, flow)
        case n.AtOnce():
            return g.AtOnce(node.span, cites(node), resolve_body(node.body, scope, flow))
        case n.Match():
            return _match(node, scope, flow)
        case n.Choose() | n.MayChoose():
            return choices.resolve_choose(node, scope, flow)
        case n.ChooseBranch():
            return choices.resolve_choose_branch(node, scope, flow)
        case n.May():
            return choices.resolve_may(node, scope, flow)
        case n.Offer():
            return choices.resolve_offer(node, scope, flow)
        case _:
            assert_never(node)


# ---------------------------------------------------------------------------------- let, =


def _let(node: n.Let, scope: Scope, flow: Flow) -> g.Stmt | None:
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


def _assign(node: n.Assign | n.Add | n.Subtract, scope: Scope) -> g.Stmt | None:
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
    if is_container(type_):
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


def _roll(node: n.RollDeed, scope: Scope) -> g.Stmt | None:
    """A roll alone on its line: of a cup, or one whose number nobody keeps."""
    value = resolve_roll_deed(node.roll, scope)
    if isinstance(value, g.FieldRead) and value.field.role == "cup":
        return g.RollCup(node.span, cites(node), value, scope.you_or_nobody())
    return g.Evaluate(node.span, cites(node), value)


def _perform(node: n.Perform, scope: Scope) -> g.Stmt | None:
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


def _end(node: n.End, scope: Scope) -> g.Stmt | None:
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


def _roll_again(node: n.RollAgain, scope: Scope, flow: Flow) -> g.Stmt | None:
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
    face = g.Local("it", verbs.any_face(scope.world), node.where.span, "it")
    where = resolve_condition(node.where, scope.element(face, named=False))
    return g.RollAgain(node.span, cites(node), node.count, face, where)


def _leave_loop(node: n.Stop | n.Until, scope: Scope, flow: Flow) -> g.Stmt | None:
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


def _return(node: n.Return, scope: Scope, flow: Flow) -> g.Stmt | None:
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


def _victory(node: n.Victory, scope: Scope) -> g.Stmt:
    winners = resolve_expr(node.winners, scope, t.SetOf(t.PLAYER))
    return g.Victory(node.span, cites(node), winners)


# ---------------------------------------------------------------------------------- branches


def _if(node: n.If, scope: Scope, flow: Flow) -> g.Stmt:
    cond = resolve_condition(node.condition, scope)
    yes, no = shown(cond, True), shown(cond, False)
    then = resolve_lines(node.body, scope.if_(yes), flow)
    otherwise = resolve_otherwise(node.otherwise, scope.if_(no), flow)
    if leaves(then):
        scope.learn(no)
    if otherwise and leaves(otherwise):
        scope.learn(yes)
    return g.If(node.span, cites(node), cond, then, otherwise)


def resolve_otherwise(node: n.Otherwise | n.If | None, scope: Scope, flow: Flow) -> g.Body:
    """The other case; () if nothing is said."""
    match node:
        case None:
            return ()
        case n.If():
            return (_if(node, scope, flow),)
        case n.Otherwise():
            return resolve_body(node.body, scope, flow)
        case _:
            assert_never(node)


def _match(node: n.Match, scope: Scope, flow: Flow) -> g.Stmt:
    subject = resolve_expr(node.subject, scope)
    arms = [arm for arm in node.arms if isinstance(arm, n.Arm)]
    patterns = resolve_patterns([arm.patterns for arm in arms], subject, scope, node.span)
    bodies = (resolve_body(arm.body, scope, flow) for arm in arms)
    return g.Match(node.span, cites(node), subject, tuple(zip(patterns, bodies, strict=True)))


# ---------------------------------------------------------------------------------- loops


def _each(node: n.Each | n.Together, scope: Scope, flow: Flow) -> g.Stmt | None:
    together = isinstance(node, n.Together)
    match node.who:
        case n.EachPlayer():
            return _each_player(node, node.who, scope, flow, together)
        case n.EachOf():
            return _each_of(node, node.who, scope, flow, together)
        case n.EachIn():
            return _each_in(node, node.who, scope, flow)
        case _:
            assert_never(node.who)


def new_you(span: n.Node) -> g.Local:
    """The player whom a block is addressed to."""
    return g.Local("you", t.PLAYER, span.span, "you")


def about_each(you: g.Local, scope: Scope) -> Scope:
    """A condition that is tested at each player: `you`, `it`, bare attributes are that one's."""
    return scope.addressed(you).element(you, named=False)


def _each_player(
    node: n.Each | n.Together, who: n.EachPlayer, scope: Scope, flow: Flow, together: bool
) -> g.Stmt:
    you = new_you(who)
    start = resolve_player(who.start, scope) if who.start is not None else None
    where = resolve_condition(who.where, about_each(you, scope)) if who.where else None
    inner = scope.addressed(you)
    if where is not None:
        inner.learn(shown(where, True))
    body = _loop_body(node.body, inner, flow)
    anchor = scope.you_or_nobody()
    return g.EachPlayer(node.span, cites(node), you, start, anchor, where, body, together)


def _each_of(
    node: n.Each | n.Together, who: n.EachOf, scope: Scope, flow: Flow, together: bool
) -> g.Stmt:
    you = new_you(who)
    members = tuple(resolve_players(member, scope) for member in who.members)
    body = _loop_body(node.body, scope.addressed(you), flow)
    return g.EachOf(node.span, cites(node), you, members, scope.you_or_nobody(), body, together)


def resolve_players(node: n.Expr, scope: Scope) -> g.Expr:
    """A player, one who may be none, or a set of players."""
    found = resolve_expr(node, scope)
    match without_none(found.type):
        case t.Player() | t.Broken() | t.SetOf(t.Player()) | t.ListOf(t.Player()):
            return found
        case _:
            return scope.report(
                codes.NOBODY_ASKED,
                node.span,
                "Only players can be addressed, and this is none.",
                help="Write `each x in …` to walk over things.",
            )


def _each_in(node: n.Each | n.Together, who: n.EachIn, scope: Scope, flow: Flow) -> g.Stmt:
    inner = scope.block()
    pairs = []
    for pair in who.pairs:
        over = resolve_domain(pair.domain, scope)
        element = element_of(over.type, scope.world)
        local = inner.declare(pair.name.text, element, pair.name.span, "loop")
        choices.learn_element(inner, over, local)
        pairs.append((local, over))
    body = _loop_body(node.body, inner, flow)
    return g.EachIn(node.span, cites(node), tuple(pairs), scope.you_or_nobody(), body)


def _loop_body(block: n.Block, scope: Scope, flow: Flow) -> g.Body:
    forget_changed(block, scope)
    return resolve_lines(block, scope, flow.looping())


def _repeat(node: n.Repeat | n.RepeatUntil | n.RepeatTimes, scope: Scope, flow: Flow) -> g.Stmt:
    until: g.Expr | None = None
    times: g.Expr | None = None
    if isinstance(node, n.RepeatTimes):
        times = resolve_expr(node.count, scope, t.NUMBER)
    forget_changed(node.body, scope)
    inner = scope.block()
    if isinstance(node, n.RepeatUntil):
        until = resolve_condition(node.condition, scope)
        inner.learn(shown(until, False))
    body = resolve_lines(node.body, inner, flow.looping())
    return g.Repeat(node.span, cites(node), until, times, body)


def _go_round(node: n.GoRound, scope: Scope, flow: Flow) -> g.Stmt:
    you = new_you(node)
    start = resolve_player(node.start, scope) if node.start is not None else None
    forget_changed(node.body, scope)
    skipping = resolve_condition(node.skipping, about_each(you, scope)) if node.skipping else None
    until = resolve_condition(node.until, scope) if node.until else None
    body = _loop_body(node.body, scope.addressed(you), flow)
    anchor = scope.you_or_nobody()
    return g.GoRound(node.span, cites(node), you, start, anchor, skipping, until, body)


# ---------------------------------------------------------------------------------- as, with


def _as(node: n.As, scope: Scope, flow: Flow) -> g.Stmt:
    you = new_you(node)
    who = resolve_player(node.player, scope)
    inner = scope.addressed(you)
    path = path_of(who)
    if path is not None:
        inner.learn(frozenset((path,)))
    return g.As(node.span, cites(node), you, who, resolve_lines(node.body, inner, flow))


def _with(node: n.With, scope: Scope, flow: Flow) -> g.Stmt | None:
    effect = verbs.lookup_effect(node.effect.name, scope)
    if effect is None:
        resolve_body(node.body, scope, flow)
        return None
    args = verbs.effect_arguments(effect, node.effect.arguments, scope, node.effect.span)
    body = resolve_body(node.body, scope, flow)
    return g.With(node.span, cites(node), effect, args, body)
