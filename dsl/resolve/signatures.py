"""What a `to`, a flow, a value, a lasting is called and is given, before any body is read."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.functions import FUNCTIONS
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Span
from hoyle.dsl.types import BROKEN, PLAYER, Thing, Type


def declare_proc(world: World, node: nodes.Procedure, level: int = 0) -> g.Proc | None:
    """A `to` by its name; on a later page it replaces one of the same name and parameters."""
    name = node.head.name
    gives = (node.gives.name.text, resolve_type(node.gives.type, world)) if node.gives else None
    you = g.Local("you", PLAYER, name.span, "you")
    params = parameters(world, node.head)
    proc = g.Proc(name.text, you, params, gives, None, None, node.span, cites=cites(node))
    return _add_proc(world, proc, name, node, level)


def declare_flow(world: World, node: nodes.Flow, level: int = 0) -> g.Proc | None:
    """`setup`, `play` or `turn`."""
    you = g.Local("you", PLAYER, node.span.first(), "you")
    proc = g.Proc(node.moment, you, (), None, None, None, node.span, cites=cites(node))
    proc.addressed = node.moment == "turn"
    return _add_proc(world, proc, nodes.Name(node.moment, span=node.span), node, level)


def _add_proc(
    world: World, proc: g.Proc, name: nodes.Name, node: nodes.Line, level: int
) -> g.Proc | None:
    before = world.game.procs.get(proc.name)
    if before is not None and level > world.level_of[before]:
        if not _same_parameters(world, name, proc.params, before.params, before.span):
            return None
        proc.parent = before
        proc.versions, before.versions = before.versions, []
    elif name.text in FUNCTIONS:
        _is_function(world, name)
        return None
    elif not world.claim(name, "a deed", proc):
        return None
    proc.doc = world.doc_above(node)
    world.game.procs[proc.name] = proc
    world.node_of[proc] = node
    world.level_of[proc] = level
    return proc


def _is_function(world: World, name: nodes.Name) -> None:
    world.sink.report(
        codes.NAME_TWICE,
        name.span,
        f"`{name}` is a function of the language.",
        help="Take another name: no name means two things.",
    )


def declare_value(world: World, node: nodes.Value, level: int = 0) -> g.ValueDecl | None:
    """A value by its name and whose it is; on a later page it replaces one of the same kind."""
    owner: str | None = node.owner.word if isinstance(node.owner, nodes.BuiltinType) else None
    if isinstance(node.owner, nodes.TypeName):
        owner = node.owner.text
        if owner not in world.game.tables:
            resolve_type(node.owner, world)
            return None
    type_ = resolve_type(node.type, world) if node.type else BROKEN
    this = g.Local("this", subject_type(owner), node.span.first(), "this") if owner else None
    name, params = node.head.name, parameters(world, node.head)
    value = g.ValueDecl(name.text, owner, this, params, type_, None, node.span, cites(node))
    return _add_value(world, value, name, node, level)


def subject_type(owner: str) -> Type:
    """The type of `this` in a value of "player" or of a thing."""
    return PLAYER if owner == "player" else Thing(owner)


def _add_value(
    world: World, value: g.ValueDecl, name: nodes.Name, node: nodes.Value, level: int
) -> g.ValueDecl | None:
    key = (value.of, value.name)
    before = world.game.values.get(key)
    if before is not None and level > world.level_of[before]:
        if not _same_parameters(world, name, value.params, before.params, before.span):
            return None
        value.parent = before
        value.adjusts, before.adjusts = before.adjusts, []
    elif not _free_for_value(world, value, name):
        return None
    value.doc = world.doc_above(node)
    world.game.values[key] = value
    if node.type is None:
        world.untyped.setdefault(value.name, []).append(value)
    world.node_of[value] = node
    world.level_of[value] = level
    return value


def _free_for_value(world: World, value: g.ValueDecl, name: nodes.Name) -> bool:
    """Whether a value's name is free: in the game, or among the attributes of its thing."""
    if value.of is None:
        if name.text in FUNCTIONS:
            _is_function(world, name)
            return False
        return world.claim(name, "a value", value)
    before = world.game.values.get((value.of, name.text))
    field = world.fields_of(value.of).get(name.text)
    if before is None and field is None:
        return True
    span = before.span if before else field.span if field else name.span
    world.sink.report(
        codes.NAME_TWICE,
        name.span,
        f"`{name}` of {value.of} is declared twice.",
        labels=(Label(span, "it is declared here, too"),),
        help="Take another name for one of the two.",
    )
    return False


def _same_parameters(
    world: World,
    name: nodes.Name,
    params: tuple[g.Local, ...],
    old: tuple[g.Local, ...],
    span: Span,
) -> bool:
    """Whether one declaration can replace another; reported if not."""
    if [param.type for param in params] == [param.type for param in old]:
        return True
    world.sink.report(
        codes.WRONG_REPLACEMENT,
        name.span,
        f"`{name}` replaces one with other parameters.",
        labels=(Label(span, "this is replaced"),),
        help="Give it the same parameters, or another name.",
    )
    return False


def parameters(world: World, head: nodes.Head) -> tuple[g.Local, ...]:
    """The parameters of a `to`, a value or an effect."""
    found: dict[str, g.Local] = {}
    for parameter in head.parameters:
        type_ = resolve_type(parameter.type, world)
        for name in parameter.names:
            if name.text in found:
                _parameter_twice(world, name, found[name.text])
            found.setdefault(name.text, g.Local(name.text, type_, name.span, "param"))
    return tuple(found.values())


def _parameter_twice(world: World, name: nodes.Name, before: g.Local) -> None:
    world.sink.report(
        codes.NAME_TWICE,
        name.span,
        f"Two parameters are called `{name}`.",
        labels=(Label(before.span, f"`{name}` is here, too"),),
        help="Rename one of them.",
    )


def declare_lasting(
    world: World, node: nodes.Lasting, carrier: g.Selector | None
) -> g.Lasting | None:
    """A lasting effect by its name; whose it is among a piece's rules is set by who reads them."""
    name = node.head.name
    params = parameters(world, node.head)
    effect = g.Lasting(name.text, params, (), carrier, None, node.span, cites=cites(node))
    if not world.claim(name, "a lasting effect", effect):
        return None
    world.lastings[name.text] = effect
    world.node_of[effect] = node
    return effect


def cites(line: nodes.Line) -> tuple[str, ...]:
    """The clauses that a line names."""
    return line.cite.clauses() if line.cite else ()
