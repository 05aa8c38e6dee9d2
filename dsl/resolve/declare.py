"""The first pass: every name of every file is declared before any body is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as Word

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.boards import declare_directions
from hoyle.dsl.resolve.fields import declare_fields
from hoyle.dsl.resolve.hexmap import is_flat
from hoyle.dsl.resolve.relations import with_article
from hoyle.dsl.resolve.signatures import (
    cites,
    declare_flow,
    declare_lasting,
    declare_proc,
    declare_value,
)
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import Place, SetOf, Thing

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
