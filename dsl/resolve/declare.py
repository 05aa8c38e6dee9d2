"""The first pass: every name of every file is declared before any body is looked at.

`declare_proc`, `declare_value`, `declare_lasting` serve whoever meets such a line elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as Word

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.boards import declare_directions
from hoyle.dsl.resolve.fields import declare_fields
from hoyle.dsl.resolve.functions import FUNCTIONS
from hoyle.dsl.resolve.hexmap import is_flat
from hoyle.dsl.resolve.relations import with_article
from hoyle.dsl.resolve.type_forms import resolve_type
from hoyle.dsl.resolve.world import World
from hoyle.dsl.source import Span
from hoyle.dsl.types import BROKEN, PLAYER, Place, SetOf, Thing, Type

MOST_FACES = 1000


def declare_all(world: World) -> None:
    """Every name of the game, in an order in which each needs only those before."""
    declare_kinds(world)
    declare_tables(world)
    declare_dice(world)
    declare_supplies(world)
    declare_fields(world)
    for procedure, level in world.by_level(nodes.Procedure):
        declare_proc(world, procedure, level)
    for flow, level in world.by_level(nodes.Flow):
        declare_flow(world, flow, level)
    for value, level in world.by_level(nodes.Value):
        declare_value(world, value, level)
    for lasting, _ in world.by_level(nodes.Lasting):
        declare_lasting(world, lasting, None)
    _declare_borne_lastings(world)
    for walk, _ in world.by_level(nodes.Movement):
        world.claim(walk.name, "a way to walk", walk)
        _declare_ends(world, walk)


# ---------------------------------------------------------------------------------- the box


def declare_kinds(world: World) -> None:
    """All `kinds`, with the names of their values."""
    for node, _ in world.by_level(nodes.Kinds):
        labels = node.labels()
        kinds = g.Kinds(
            node.name.text,
            tuple(label.name.text for label in labels),
            tuple(label.printed or printed(label.name.text) for label in labels),
            node.span,
            cites(node),
        )
        if _new_type(world, node.name):
            add_kinds(world, kinds, [label.name for label in labels], with_article(kinds.name))


def printed(name: str) -> str:
    """A name as it is printed where nothing else is said."""
    return name.replace("_", " ")


def add_kinds(world: World, kinds: g.Kinds, names: list[nodes.Name], what: str) -> None:
    """A kind with the names of its values."""
    world.game.kinds[kinds.name] = kinds
    for index, name in enumerate(names):
        if world.claim(name, what, kinds):
            world.kind_values[name.text] = (kinds.name, index)


def _new_type(world: World, name: nodes.TypeName) -> bool:
    """Whether a name of a kind or component is free; reported if not."""
    before: g.Kinds | g.Table | None = world.game.kinds.get(name.text)
    before = before or world.game.tables.get(name.text)
    if before is None:
        return True
    world.sink.report(
        codes.NAME_TWICE,
        name.span,
        f"`{name.text}` is declared twice.",
        labels=(Label(before.span, "it is declared here, too"),),
        help="Take another name for one of the two.",
    )
    return False


def declare_tables(world: World) -> None:
    """Components, charts and boards by name; a variant may give one other rows and more fields, and
    files that include each other tell a component in parts."""
    parts: dict[str, list[nodes.Component]] = {}
    for node, level in _tables(world):
        name = node.space if isinstance(node, nodes.Board) else node.name
        before = world.game.tables.get(name.text)
        if before is not None and level > world.level_of[before] and before.form == _form(node):
            world.level_of[before] = level
            continue
        if isinstance(node, nodes.Component):
            others = parts.setdefault(name.text, [])
            others.append(node)
            if before is not None and _is_new_part(world, others):
                continue
        if _new_type(world, name):
            table = g.Table(name.text, _form(node), {}, [], node.span, cites=cites(node))
            world.game.tables[name.text] = table
            world.level_of[table] = level
    for board, _ in world.by_level(nodes.Board):
        declare_directions(world, board, is_flat(world, board))


def _is_new_part(world: World, parts: list[nodes.Component]) -> bool:
    """Whether the last part of a component stands in another file than those before it."""
    *others, node = parts
    if any(other.span.path == node.span.path for other in others):
        return False
    rows = [part.rows for part in parts if part.rows is not None]
    if node.rows is not None and len(rows) > 1:
        world.sink.report(
            codes.NAME_TWICE,
            node.rows.span,
            f"Two files say which {node.name} there are.",
            labels=(Label(rows[0].span, "the other one says it here"),),
            help="Leave the rows to one of them; the other part only has fields.",
        )
    return True


TableNode = nodes.Component | nodes.Chart | nodes.Board


def _tables(world: World) -> Iterator[tuple[TableNode, int]]:
    for page in world.pages:
        for item in page.items:
            if isinstance(item, nodes.Component | nodes.Chart | nodes.Board):
                yield item, page.level


def _form(node: TableNode) -> Word["component", "chart", "board"]:
    match node:
        case nodes.Component():
            return "component"
        case nodes.Chart():
            return "chart"
        case nodes.Board():
            return "board"


def declare_dice(world: World) -> None:
    """All dice; pictures that no `kinds` has make a kind of the die's own name."""
    for node, _ in world.by_level(nodes.Die):
        if not world.claim(node.name, "a die", node):
            continue
        if isinstance(node.faces, nodes.Bounds):
            _number_die(world, node, node.faces)
        else:
            _picture_die(world, node, node.faces)


def _number_die(world: World, node: nodes.Die, bounds: nodes.Bounds) -> None:
    faces = tuple(range(bounds.low, min(bounds.high, bounds.low + MOST_FACES) + 1))
    if not 0 < len(faces) <= MOST_FACES:
        _bad_die(world, node, "A die has between 1 and 1000 faces.")
        faces = (1,)
    world.game.dice[node.name.text] = g.Die(
        node.name.text, faces, (1,) * len(faces), None, node.span
    )


def _picture_die(world: World, node: nodes.Die, faces: tuple[nodes.Face, ...]) -> None:
    if any(face.count < 1 for face in faces):
        _bad_die(world, node, "Every face of a die is there at least once.")
    known = {world.kind_values[f.name.text][0] for f in faces if f.name.text in world.kind_values}
    if len(known) == 1 and all(face.name.text in world.kind_values for face in faces):
        kinds = world.game.kinds[known.pop()]
    else:
        kinds = _own_kinds(world, node, faces)
    values = tuple(kinds.values.index(f.name.text) for f in faces if f.name.text in kinds.values)
    weights = tuple(max(1, face.count) for face in faces)[: len(values)]
    die = g.Die(node.name.text, values, weights, kinds.name, node.span)
    world.game.dice[node.name.text] = die


def _own_kinds(world: World, node: nodes.Die, faces: tuple[nodes.Face, ...]) -> g.Kinds:
    names = tuple(face.name.text for face in faces)
    kinds = g.Kinds(node.name.text, names, tuple(printed(name) for name in names), node.span)
    add_kinds(world, kinds, [face.name for face in faces], f"a face of `{node.name}`")
    return kinds


def _bad_die(world: World, node: nodes.Die, message: str) -> None:
    world.sink.report(
        codes.BAD_DIE, node.span, message, help="Write a range, or its faces with their counts."
    )


def declare_supplies(world: World) -> None:
    """All supplies; each has a field of the table, of its own name, that holds its bank."""
    for node, _ in world.by_level(nodes.Supply):
        name = node.name.text
        label = node.printed or printed(node.unit.text)
        supply = g.Supply(name, node.unit.text, label, node.amount, node.span)
        if not world.claim(node.name, "a supply", supply):
            continue
        world.game.supplies[name] = supply


# ---------------------------------------------------------------------------------- rules


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


def _declare_borne_lastings(world: World) -> None:
    """Lasting effects among the rules of pieces; `rules.py` says who carries them."""
    for piece, _ in world.by_level(nodes.PieceRules):
        for rule in piece.rules:
            if isinstance(rule, nodes.Lasting):
                declare_lasting(world, rule, None)


def _declare_ends(world: World, walk: nodes.Movement) -> None:
    """Where walks may end is a value that rules may narrow: `adjust ends(f) to those where C`."""
    table = world.game.tables.get(walk.figure.text)
    if table is None or (None, "ends") in world.game.values:
        return
    figure = g.Local("f", Thing(table.name), walk.span.first(), "param")
    ends = SetOf(Place(table.name))
    body = g.Function(ends, walk.span, "ends", (g.LocalRef(figure.type, walk.span, figure),))
    world.game.values[None, "ends"] = g.ValueDecl(
        "ends", None, None, (figure,), ends, body, walk.span
    )


def cites(line: nodes.Line) -> tuple[str, ...]:
    """The clauses that a line names."""
    return line.cite.clauses() if line.cite else ()
