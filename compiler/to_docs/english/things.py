"""Expressions as nouns: `your hand`, `the rank of the last Card in the row`."""

from __future__ import annotations

from typing import assert_never

from hoyle.compiler.to_docs.english import amounts, claims, functions, groups, relatives, words
from hoyle.compiler.to_docs.english.fields import attribute_words, field_words, the, value_words
from hoyle.compiler.to_docs.english.known import strip
from hoyle.compiler.to_docs.english.nouns import IT, Group, Noun, after, of
from hoyle.compiler.to_docs.english.said import bare, clean, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.seats import seat_names


def noun(scene: Scene, node: n.Expr) -> Noun:
    """An expression as a noun; of a test, whether it holds."""
    match node:
        case n.Number(value):
            return Noun(str(value))
        case n.Text():
            return _text(scene, node)
        case n.Word():
            return _word(scene, node)
        case n.Name():
            return _name(scene, node)
        case n.Piece(type, name):
            return Noun(scene.known.row(type.text, name))
        case n.Your(name):
            return attribute(scene, scene.you(), node, name.text)
        case n.Attribute(owner, name):
            if isinstance(owner, n.Name) and owner.text == "scenario":
                return Noun(f"the scenario’s {words.spaced(name.text)}")
            return attribute(scene, noun(scene, owner), node, name.text)
        case n.Method(owner, name, arguments):
            said = attribute(scene, noun(scene, owner), node, name.text)
            return Noun(said.text + functions.for_arguments(scene, arguments), said.many)
        case n.Index():
            return _index(scene, node)
        case n.Call():
            return functions.call(scene, node)
        case n.Filtered(n.SetOf(elements), name, condition, None) if condition is not None:
            return _those(scene, elements, name.text if name else "it", condition)
        case n.TypeName() | n.Filtered() | n.RangeSet() | n.Except():
            return groups.group(scene, node).the()
        case n.SetOf(elements):
            return _set(scene, elements)
        case n.Sum():
            return amounts.added(scene, node)
        case n.Signed() | n.Times() | n.Over() | n.Roll():
            return amounts.amount(scene, node)
        case n.IfElse(value, condition, alternative):
            one, other = noun(scene, value), noun(scene, alternative)
            when = claims.claim(scene, condition)
            return Noun(f"{one} if {when}, otherwise {other}", one.many)
        case (
            n.Compare() | n.Is() | n.IsNot() | n.IsFacing() | n.IsIn() | n.IsNotIn() | n.Agrees()
        ) | (n.Not() | n.And() | n.Or() | n.AnyHas() | n.EveryHas()):
            return Noun(f"whether {claims.claim(scene, node)}")
    assert_never(node)


def _those(scene: Scene, elements: tuple[n.Expr, ...], name: str, condition: n.Expr) -> Noun:
    """Some of a few that are named: `those of a and b that are free`."""
    if len(elements) == 1:
        inner = scene.saying("it", IT).saying(name, IT)
        only = noun(scene, elements[0])
        return Noun(f"{only}, if {claims.claim(inner, condition)}", only.many)
    ones = Group("one", "ones")
    tails = relatives.relative(scene, condition, name, ones)[1]
    return Noun(f"those of {_set(scene, elements)}{tails}", True)


def object_(scene: Scene, node: n.Expr) -> str:
    """An expression behind a verb or a preposition."""
    return after(noun(scene, node))


def stands(scene: Scene, node: n.Expr) -> bool:
    """Whether an expression is the space of a pawn, called by what stands there."""
    match node:
        case n.Your(name) | n.Attribute(_, name):
            called = name.text
        case n.Name(called):
            pass
        case _:
            return False
    type_ = scene.known.type_of(node)
    if not isinstance(type_, t.Thing) or not words.is_standing(words.spaced(called)):
        return False
    return scene.game.tables[type_.name].form == "board"


def place_of(scene: Scene, node: n.Expr) -> str:
    """The space of a pawn: `the Space of your pawn`; "" where it is none."""
    sort = scene.sort(scene.known.type_of(node)) if stands(scene, node) else None
    return f"the {sort.one} of {object_(scene, node)}" if sort is not None else ""


def worth(scene: Scene, node: n.Expr) -> Noun:
    """An expression as the value that something gets: of a pawn, the space."""
    place = place_of(scene, node)
    return Noun(place) if place else noun(scene, node)


def pieces(scene: Scene, node: n.Expr) -> Noun:
    """An expression as what a deed is done to: of a zone, everything in it."""
    if isinstance(node, n.Filtered) and isinstance(node.set, n.SetOf):
        return noun(scene, node)
    if isinstance(node, n.TypeName | n.Filtered | n.Except):
        return groups.group(scene, node).the()
    meaning = scene.known.meaning(node)
    if not isinstance(meaning, g.FieldRead) or meaning.field.zone is None:
        return noun(scene, node)
    if meaning.field.zone.container == "one":
        return noun(scene, node)
    return groups.group(scene, node).the()


def prompt(scene: Scene, words_: n.Prompt) -> str:
    """Words that a player is shown, with what stands in braces said."""
    return "".join(
        clean(part) if isinstance(part, str) else _quiet(_hole(scene, part))
        for part in words_.parts
    )


def _hole(scene: Scene, node: n.Expr) -> str:
    """What is filled in where a player is asked."""
    said = noun(scene, node).text
    scene.known.holes.setdefault(node.span, bare(said))
    return said


def _quiet(said: str) -> str:
    """Words inside of quotes."""
    return said.replace("“", "‘").replace("”", "’")


# ---------------------------------------------------------------------------------- single things


def _text(scene: Scene, node: n.Text) -> Noun:
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.Literal) and not isinstance(meaning.type, t.Text):
        return literal(scene, meaning)
    return Noun(f"“{clean(node.value)}”")


def _word(scene: Scene, node: n.Word) -> Noun:
    match node.word:
        case "yes" | "no":
            return Noun(node.word)
        case "none":
            return Noun("nothing")
        case "you":
            return scene.you()
        case "bearer":
            return scene.names.get("bearer", Noun("the bearer"))
        case "it":
            return scene.names.get("it", IT)
        case "this":
            sort = scene.sort(scene.known.type_of(node))
            return scene.names.get("this", Noun(f"this {sort.one}") if sort else IT)
    assert_never(node.word)


def literal(scene: Scene, meaning: g.Literal) -> Noun:
    """A constant."""
    value = meaning.value
    match strip(meaning.type):
        case t.Thing(name) if isinstance(value, int):
            return Noun(scene.known.row(name, scene.game.tables[name].rows[value].name))
        case t.Kind(name) if isinstance(value, int):
            return Noun(scene.known.label(name, value))
        case t.Player() if isinstance(value, int):
            return Noun(seat_names(value + 1)[value].replace("_", " ").capitalize())
        case t.Flag():
            return Noun("yes" if value else "no")
        case _:
            return Noun("nothing" if value is None else clean(str(value)))


def _set(scene: Scene, elements: tuple[n.Expr, ...]) -> Noun:
    if not elements:
        return Noun("nothing")
    return Noun(listed(worth(scene, one).text for one in elements), len(elements) > 1)


# ---------------------------------------------------------------------------------- names


def _name(scene: Scene, node: n.Name) -> Noun:
    if node.text in scene.names:
        return scene.names[node.text]
    meaning = scene.known.meaning(node)
    match meaning:
        case g.LocalRef(local=local):
            return scene.local(node.text, local.type)
        case g.Literal():
            return literal(scene, meaning)
        case g.OptionRead(option=option):
            return Noun(f"the option {option_words(option.name)}")
        case g.Function(name=function) if function in _STEP:
            return Noun(_STEP[function])
        case g.FieldRead() | g.ValueOf() | g.Function():
            return _bare(scene, node, meaning.of if not isinstance(meaning, g.Function) else None)
        case _:
            return _by_name(scene, node)


_STEP = {
    "here": "the space left",
    "there": "the space entered",
    "rise_of_step": "the rise of the step",
    "walk_start": "the space where the walk began",
}
"""The step that is being made."""


def option_words(name: str) -> str:
    """An option as a reference."""
    return link("option", name, f"“{words.spaced(name)}”")


def _bare(scene: Scene, node: n.Name, owner: g.Expr | None) -> Noun:
    """A field or value whose owner is not written."""
    said, many = attribute_words(scene, node, node.text)
    if owner is None:
        meaning = scene.known.meaning(node)
        if isinstance(meaning, g.Function) and meaning.args:
            return of(owner_noun(scene, meaning.args[0]), said, many)
        return Noun(the(said), many)
    return of(owner_noun(scene, owner), said, many)


def owner_noun(scene: Scene, owner: g.Expr) -> Noun:
    """Whose a bare name is."""
    match owner:
        case g.Cast(a=inner):
            return owner_noun(scene, inner)
        case g.Function(name="space_of", args=(thing,)):
            return of(owner_noun(scene, thing), "space")
        case g.LocalRef(local=local) if local.role == "you":
            return scene.names.get("you", IT)
        case g.LocalRef(local=local) if local.role in ("it", "bound", "loop", "choice"):
            return scene.names.get(local.name, scene.names.get("it", IT))
        case g.LocalRef(local=local):
            default = scene.local(local.name, local.type) if local.name != "this" else IT
            return scene.names.get(local.name, default)
        case _:
            return IT


def _by_name(scene: Scene, node: n.Name) -> Noun:
    """A name that this game does not resolve."""
    name = node.text
    if name == "players":
        return groups.group(scene, node).the()
    if name == "others":
        return Noun("the other players", True)
    table = scene.game.tables.get(scene.bare)
    if table is not None and name in table.fields:
        said, many = field_words(scene, table.fields[name])
        return of(scene.names.get("it", IT), said, many)
    if (scene.bare or None, name) in scene.game.values:
        said, many = value_words(scene, scene.game.values[scene.bare or None, name])
        return of(scene.names.get("it", IT), said, many)
    if name in scene.game.table_fields:
        said, many = field_words(scene, scene.game.table_fields[name])
        return Noun(f"the {said}", many)
    return _constant(scene, name)


def _constant(scene: Scene, name: str) -> Noun:
    """A name that is no field: an option, a value of a kinds, a seat, a local."""
    if name in scene.game.options:
        return Noun(f"the option {option_words(name)}")
    for kinds in scene.game.kinds.values():
        if name in kinds.values:
            return Noun(scene.known.label(kinds.name, kinds.values.index(name)))
    if name in seat_names(10):
        return Noun(name.capitalize())
    return Noun(f"the {words.spaced(name)}")


# -------------------------------------------------------------------------- what things have


def attribute(scene: Scene, owner: Noun, node: n.Expr, name: str) -> Noun:
    """A field or value of an owner."""
    said, many = attribute_words(scene, node, name)
    return of(owner, said, many)


def _index(scene: Scene, node: n.Index) -> Noun:
    """One of several: `lane 2`, `the tray for red`."""
    owner = noun(scene, node.owner)
    key = noun(scene, node.key)
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.Function) and meaning.name == "times_in":
        plain = not key.person and not key.text.startswith(("the ", "that "))
        return Noun(f"the number of {words.plural(key.text) if plain else key} in {owner}")
    type_ = scene.known.type_of(node.key)
    if isinstance(type_, t.Number | None) and key.text.isalnum():
        return Noun(f"{owner.text.removeprefix('the ')} {key}")
    return Noun(f"{owner} for {key}", owner.many)
