"""Calls: functions of the language, values with arguments, deeds that answer."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions, functions, rolls, values
from hoyle.dsl.resolve.attributes import (
    begun,
    find_attribute,
    narrowed,
    something,
    unknown_attribute,
)
from hoyle.dsl.resolve.relations import is_many
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.world import did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import Broken, Optional, Type


def resolve_call(node: nodes.Call | nodes.Method, scope: Scope, expected: Type | None) -> g.Expr:
    """`f(x)` or `thing.f(x)`."""
    if isinstance(node, nodes.Method):
        return _method(node, scope)
    if node.name.text == "original":
        return _original(node, scope)
    function = functions.FUNCTIONS.get(node.name.text)
    if function is not None:
        return narrowed(function.resolve(node, scope, expected), scope)
    return _declared(node, scope)


def _declared(node: nodes.Call, scope: Scope) -> g.Expr:
    """A value of the game or of what is in reach, or a deed that answers."""
    name, world = node.name.text, scope.world
    value = world.lookup_value(None, name)
    if value is not None:
        return narrowed(call_value(value, None, node.arguments, node.span, scope), scope)
    proc = world.lookup_proc(name)
    if proc is not None:
        args = expressions.resolve_arguments(node.arguments, proc.params, scope, node.span, name)
        return rolls.call_proc(proc, args, node.span, scope)
    owners = [
        owner
        for owner in scope.elements
        if isinstance(find_attribute(world, owner.type, name), g.ValueDecl | g.Lasting)
    ]
    if len(owners) == 1:
        owner = scope.ref(owners[0], node.span)
        return _of_thing(owner, node.name, node.arguments, node.span, scope)
    return _unknown(node, scope)


def call_value(
    value: g.ValueDecl,
    of: g.Expr | None,
    arguments: tuple[nodes.Argument, ...],
    span: Span,
    scope: Scope,
) -> g.Expr:
    """A value with its arguments."""
    args = expressions.resolve_arguments(arguments, value.params, scope, span, value.name)
    return g.ValueOf(values.type_of_value(scope.world, value), span, value, of, args)


def _unknown(node: nodes.Call, scope: Scope) -> g.Expr:
    world = scope.world
    for argument in node.arguments:  # their own mistakes are told, too
        if not isinstance(argument, nodes.OfArgument | nodes.TypedArgument):
            expressions.resolve_expr(argument, scope)
    known = (
        *functions.FUNCTIONS,
        *(name for of, name in world.game.values if of is None),
        *(name for name, proc in world.game.procs.items() if proc.gives),
    )
    return scope.report(
        codes.UNKNOWN_FUNCTION,
        node.name.span,
        f"There is no function, value or deed `{node.name}`.",
        help=did_you_mean(node.name.text, known) or _whose(node, scope),
    )


def _whose(node: nodes.Call, scope: Scope) -> str:
    owners = sorted({of for of, name in scope.world.game.values if of and name == node.name.text})
    if owners:
        return f"It is a value of {' and of '.join(owners)}: write `x.{node.name}(…)`."
    return f"Declare it: `value {node.name}(…) = …` or `to {node.name}(…) gives …`."


# ---------------------------------------------------------------------------------- of a thing


def _method(node: nodes.Method, scope: Scope) -> g.Expr:
    """`you.ways(place)`, `bearer.raged(foe)`."""
    owner = expressions.resolve_expr(node.owner, scope)
    if isinstance(owner.type, Broken):
        return broken(node.span)
    return _of_thing(owner, node.name, node.arguments, node.span, scope)


def _of_thing(
    owner: g.Expr,
    name: nodes.Name,
    arguments: tuple[nodes.Argument, ...],
    span: Span,
    scope: Scope,
) -> g.Expr:
    found = None if is_many(owner.type) else find_attribute(scope.world, owner.type, name.text)
    if found is None:
        return unknown_attribute(owner.type, name, scope)
    if isinstance(owner.type, Optional):
        owner = something(owner, owner.span, scope)
    match found:
        case g.ValueDecl():
            return narrowed(call_value(found, owner, arguments, span, scope), scope)
        case g.Lasting():
            return _begun(found, owner, arguments, span, scope)
        case _:
            return scope.report(
                codes.WRONG_ARGUMENTS,
                name.span,
                f"`{name}` takes no arguments: it is a field.",
                help=f"Write `….{name}` without brackets.",
            )


def _begun(
    effect: g.Lasting,
    owner: g.Expr,
    arguments: tuple[nodes.Argument, ...],
    span: Span,
    scope: Scope,
) -> g.Expr:
    """Whether a lasting effect is on a figure; its first parameter may be the figure."""
    params = effect.params
    if params and params[0].type == owner.type and len(arguments) == len(params) - 1:
        params = params[1:]
    args = expressions.resolve_arguments(arguments, params, scope, span, effect.name)
    return begun(effect, owner, args, span)


def _original(node: nodes.Call, scope: Scope) -> g.Expr:
    """What a variant replaces: `original(…)`."""
    match scope.original:
        case g.Proc() as proc:
            args = expressions.resolve_arguments(
                node.arguments, proc.params, scope, node.span, "original"
            )
            return rolls.call_proc(proc, args, node.span, scope, original=True)
        case g.ValueDecl() as value:
            of = None if scope.this is None else scope.ref(scope.this, node.span)
            found = call_value(value, of, node.arguments, node.span, scope)
            if isinstance(found, g.ValueOf):
                return g.ValueOf(found.type, found.span, value, of, found.args, original=True)
            return found
        case None:
            return scope.report(
                codes.UNKNOWN_FUNCTION,
                node.span,
                "Nothing is replaced here, so there is no `original`.",
                help="Use it in a `to` or `value` of a variant that its parent has, too.",
            )
