"""Values: looked up, never done. Their bodies are resolved when somebody needs their type.

A value without a written type has that of its body. Values may use each other, never in a circle.
"""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve import expressions, patterns
from hoyle.dsl.resolve.common import inside
from hoyle.dsl.resolve.relations import join
from hoyle.dsl.resolve.scope import Scope, broken, top
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Span
from hoyle.dsl.types import BROKEN, NOTHING, NUMBER, Broken, Nothing, Number, Ratio, Type
from hoyle.dsl.walk import every


def type_of_value(world: World, value: g.ValueDecl) -> Type:
    """The type of a value, worked out from its body if need be."""
    node = world.node_of.get(value)
    if isinstance(node, nodes.Value) and node.type is None and value.body is None:
        if value in world.in_progress:
            others = world.in_progress[world.in_progress.index(value) + 1 :]
            world.circular.setdefault(value, others)  # told by `check_circles`
            return BROKEN
        resolve_value(world, value)
    return value.type


def resolve_values(world: World) -> None:
    """The bodies of all values, of those that were replaced, too."""
    for value in tuple(world.game.values.values()):
        now: g.ValueDecl | None = value
        while now is not None:
            if now.body is None:
                resolve_value(world, now)
            now = now.parent


def resolve_value(world: World, value: g.ValueDecl) -> None:
    """The body of a value, and its type if none is written.

    The values that it names come first: so a long chain of them is no deep recursion.
    """
    for one in _needed(world, value):
        if one.body is None and one not in world.in_progress:
            _resolve_one(world, one)


def _resolve_one(world: World, value: g.ValueDecl) -> None:
    node = world.node_of[value]
    assert isinstance(node, nodes.Value)
    world.in_progress.append(value)
    scope = value_scope(world, value)
    wanted = None if node.type is None else value.type
    body = _body(node, scope, wanted)
    world.in_progress.remove(value)
    if node.type is None:
        value.type = _inferred(world, node, body)
    value.body = body


def _needed(world: World, value: g.ValueDecl) -> list[g.ValueDecl]:
    """A value behind all that it names and that have no type yet, as far as the text tells."""
    order: list[g.ValueDecl] = []
    seen = {value}
    path = [(value, iter(_named_in(world, value)))]
    while path:
        now, rest = path[-1]
        following = next((one for one in rest if one not in seen), None)
        if following is None:
            order.append(now)
            path.pop()
        else:
            seen.add(following)
            path.append((following, iter(_named_in(world, following))))
    return order


def _named_in(world: World, value: g.ValueDecl) -> list[g.ValueDecl]:
    """The values without a type whose names stand in a value."""
    node = world.node_of.get(value)
    if not isinstance(node, nodes.Value):
        return []
    words = dict.fromkeys(part.text for part in inside(node.body) if isinstance(part, nodes.Name))
    return [one for word in words for one in world.untyped.get(word, ()) if one.body is None]


def _inferred(world: World, node: nodes.Value, body: g.Expr) -> Type:
    """The type of a value that writes none."""
    if isinstance(body.type, Nothing):
        world.sink.report(
            codes.BAD_TYPE,
            node.head.span,
            f"`{node.head.name}` is always none, so its type is not known.",
            help=f"Write its type: `value {node.head.name}: … or none = …`.",
        )
        return BROKEN
    if isinstance(body.type, Number) and node.head.name.text in _adjusted(world):
        return NUMBER  # what its own body can be says nothing of what is added to it
    return body.type


def _adjusted(world: World) -> frozenset[str]:
    """The names of values that are adjusted anywhere."""
    if world.adjusted is None:
        lines = (item for page in world.pages for item in page.items)
        found = (part for line in lines for part in inside(line) if isinstance(part, nodes.Adjust))
        world.adjusted = frozenset(part.target.name.text for part in found)
    return world.adjusted


def value_scope(world: World, value: g.ValueDecl) -> Scope:
    """Inside a value: `this` and its attributes, or `your` for a player's; nothing is decided."""
    scope = top(world).pure("a value only looks")
    scope.original = value.parent
    scope.of_nothing = value.name if value.of is None else ""
    if value.this is not None:
        scope = scope.about(value.this, bare=value.of != "player")
        if value.of == "player":
            scope.you = g.LocalRef(value.this.type, value.this.span, value.this)
    for param in value.params:
        scope.add(param)
    return scope


def _body(node: nodes.Value, scope: Scope, wanted: Type | None) -> g.Expr:
    if isinstance(node.body, nodes.Lookup):
        return _lookup(node.body, scope, wanted)
    body = expressions.resolve_expr(node.body, scope, wanted)
    return expressions.closed(body, scope) if isinstance(body.type, Ratio) else body


def _lookup(node: nodes.Lookup, scope: Scope, wanted: Type | None) -> g.Expr:
    """`match subject` with `->` lines."""
    subject = expressions.resolve_expr(node.subject, scope)
    cases = [line for line in node.lines if isinstance(line, nodes.Case)]
    constants = patterns.resolve_patterns(
        [case.patterns for case in cases], subject, scope, node.span
    )
    answers = [expressions.resolve_expr(case.answer, scope, wanted) for case in cases]
    if not answers or (wanted is None and isinstance(subject.type, Broken)):
        return broken(node.span)
    type_ = wanted or _common(answers, scope)
    arms = tuple(
        (found, expressions.fitted(answer, type_, scope))
        for found, answer in zip(constants, answers, strict=True)
    )
    return g.Pick(type_, node.span, subject, arms)


def _common(answers: list[g.Expr], scope: Scope) -> Type:
    """The type that all answers of a lookup have."""
    common: Type = NOTHING if isinstance(answers[0].type, Nothing) else answers[0].type
    for answer in answers[1:]:
        both = join(common, answer.type)
        if both is None:
            expressions.mismatch(answer, common, scope)
            return common
        common = both
    return common


# ---------------------------------------------------------------------------------- circles


def _report_circle(world: World, value: g.ValueDecl, span: Span, others: list[g.ValueDecl]) -> None:
    through = ", ".join(f"`{other.name}`" for other in others)
    world.sink.report(
        codes.VALUE_OF_ITSELF,
        span,
        f"`{value.name}` needs itself" + (f", through {through}." if through else "."),
        labels=tuple(Label(other.span, f"`{other.name}` is here") for other in others),
        help="Break the circle: let one of them look at fields only.",
    )


def check_circles(world: World) -> None:
    """No value may need itself, adjustments and their conditions included."""
    done: set[g.ValueDecl] = set()
    told: set[g.ValueDecl] = set()
    for value in world.game.values.values():
        _visit(world, value, done, told)
    for value, others in world.circular.items():
        if value not in told:
            _report_circle(world, value, value.span, others)


def _visit(
    world: World, start: g.ValueDecl, done: set[g.ValueDecl], told: set[g.ValueDecl]
) -> None:
    """Follow what values use, and report a way that comes back to itself."""
    path: list[g.ValueDecl] = []
    rests = [iter((start,))]
    while rests:
        value = next((one for one in rests[-1] if one not in done), None)
        if value is None:
            rests.pop()
            done.update(path[-1:])
            path = path[:-1]
        elif value in path:
            circle = path[path.index(value) :]
            _report_circle(world, value, value.span, circle[1:])
            done.update(circle)
            told.update(circle)
        else:
            path.append(value)
            rests.append(iter(_uses(value)))


def _uses(value: g.ValueDecl) -> list[g.ValueDecl]:
    roots: list[g.Expr] = [value.body] if value.body is not None else []
    for adjust in value.adjusts:
        roots.append(adjust.amount)
        roots.extend(test for _, test in adjust.tests)
        if adjust.each is not None:
            roots.append(adjust.each[1])
        if adjust.when is not None:
            roots.append(adjust.when)
    read = (node for root in roots for node in every(root))
    used = (node.value for node in read if isinstance(node, g.ValueOf) and not node.base)
    return list(dict.fromkeys(used))
