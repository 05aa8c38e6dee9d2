"""What things, players and the table have, in words: fields, zones, values."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import words
from hoyle.compiler.to_docs.english.known import element, strip
from hoyle.compiler.to_docs.english.said import bare, link
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

_GIVEN = {
    "owner": "owner",
    "space": "space",
    "place": "place",
    "spaces": "spaces",
    "seat": "seat number",
    "name": "name",
}
"""What everything has by itself, in words."""


def attribute_words(scene: Scene, node: n.Expr, name: str) -> tuple[str, bool]:
    """A field or value under its name, as a reference, and whether it says several."""
    match scene.known.meaning(node):
        case g.FieldRead(field=field):
            return field_words(scene, field)
        case g.ValueOf(value=value):
            return value_words(scene, value)
        case _:
            return _by_name(scene, name)


def _by_name(scene: Scene, name: str) -> tuple[str, bool]:
    if name in _GIVEN:
        return _GIVEN[name], name == "spaces"
    for owner in ("player", scene.bare, *scene.game.tables):
        if (owner, name) in scene.game.values:
            return value_words(scene, scene.game.values[owner, name])
        field = fields_of(scene.game, owner).get(name)
        if field is not None:
            return field_words(scene, field)
    said = words.spaced(name)
    return said, words.is_plural(said)


def fields_of(game: g.Game, owner: str) -> dict[str, g.Field]:
    """The fields of the table, of players or of a thing."""
    if owner == "table":
        return game.table_fields
    if owner == "player":
        return game.player_fields
    table = game.tables.get(owner)
    return table.fields if table is not None else {}


def field_words(scene: Scene, field: g.Field) -> tuple[str, bool]:
    """A field as a reference: `hand`, `won Goals`, `shown number`."""
    said = words.spaced(field.name)
    full, many = _with_sort(scene, said, field.type)
    if field.supply is not None:
        return link("field", f"{field.owner}.{field.name}", said), words.is_plural(said)
    name = link("field", f"{field.owner}.{field.name}", said)
    return (full.replace(said, name, 1) if full != said else name), many


def value_words(scene: Scene, value: g.ValueDecl) -> tuple[str, bool]:
    """A value as a reference."""
    said = words.spaced(value.name)
    full, many = _with_sort(scene, said, value.type)
    target = f"{value.of}.{value.name}" if value.of else value.name
    name = link("value", target, said)
    return (full.replace(said, name, 1) if full != said else name), many


def the(said: str) -> str:
    """With its article, unless it is quoted."""
    return said if bare(said).startswith("“") else f"the {said}"


def _with_sort(scene: Scene, said: str, type_: t.Type) -> tuple[str, bool]:
    """A name that is an adjective, with what it is about behind it."""
    kind = strip(type_)
    many = element(kind) is not None and not isinstance(kind, t.TallyOf)
    if words.is_odd(said):
        return f"“{said}”", many
    if isinstance(kind, t.TallyOf) or not words.is_adjective(said):
        return said, words.is_plural(said)
    if isinstance(kind, t.Number):
        return f"{said} number", False
    sort = scene.sort(element(kind) or kind)
    if sort is None:
        return said, words.is_plural(said)
    return f"{said} {sort.many if many else sort.one}", many
