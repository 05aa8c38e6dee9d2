"""Sets as groups of things, of which one may be chosen, each gone through, none left."""

from __future__ import annotations

import re
from dataclasses import replace

from hoyle.compiler.to_docs.english import fields, functions, relatives, things, words
from hoyle.compiler.to_docs.english.known import element, strip
from hoyle.compiler.to_docs.english.nouns import Group, after
from hoyle.compiler.to_docs.english.said import bare, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

_ALL_PLAYERS = Group("player", "players", person=True, all_=True)


def group(scene: Scene, node: n.Expr | n.Range) -> Group:
    """What is in a set."""
    match node:
        case n.TypeName(name):
            return Group(scene.known.thing(name), scene.known.thing(name, True), all_=True)
        case n.Name("players"):
            return _ALL_PLAYERS
        case n.Name("others"):
            return Group("other player", "other players", person=True)
        case n.Filtered():
            return _filtered(scene, node)
        case n.Range(low, high):
            return _span(scene, low, high)
        case n.RangeSet(range):
            return _span(scene, range.low, range.high)
        case n.SetOf(elements):
            return _elements(scene, node, elements)
        case n.Except(left, right):
            tail = f" other than {after(things.pieces(scene, right))}"
            return group(scene, left).where(tail, tail)
        case n.Call(n.Name("distinct"), (n.OfArgument() as of_each,)):
            return _different(scene, of_each) or _other(scene, node)
        case n.Call():
            found = functions.group_of_call(scene, node)
            return found or _other(scene, node)
        case n.Name() | n.Your() | n.Attribute() | n.Method():
            return _named(scene, node)
        case n.Index():
            sort = _sort(scene, node)
            tail = f" in {things.noun(scene, node)}"
            return Group(sort.one, sort.many, tail, tail, person=sort.person)
        case _:
            return _other(scene, node)


def _sort(scene: Scene, node: n.Expr) -> Group:
    type_ = scene.known.type_of(node)
    if isinstance(type_, t.Cup):
        return Group("die", "dice")
    found = scene.sort(element(type_) or (type_ if isinstance(type_, t.Kind | t.Thing) else None))
    return found or Group("thing", "things")


def _span(scene: Scene, low: n.Expr, high: n.Expr) -> Group:
    tail = f" from {things.noun(scene, low)} to {things.noun(scene, high)}"
    return Group("number", "numbers", tail, tail)


def _elements(scene: Scene, node: n.SetOf, elements: tuple[n.Expr, ...]) -> Group:
    sort = _sort(scene, node)
    if len(elements) == 1:
        only = f" (only {things.noun(scene, elements[0])})"
        return Group(sort.one, sort.many, only, only, person=sort.person)
    tail = f" out of {listed(things.noun(scene, one).text for one in elements)}"
    return Group(sort.one, sort.many, tail, tail, person=sort.person)


def _different(scene: Scene, node: n.OfArgument) -> Group | None:
    """`the number of different suits among the Cards in your hand`."""
    over = group(scene, node.domain)
    if node.value == n.Word("it"):
        return replace(over, one=f"different {over.one}", many=f"different {over.many}")
    own = own_words(scene, node.value, "it")
    tail = f" among {over.the()}"
    return Group(f"different {own}", f"different {words.plural(own)}", tail, tail) if own else None


def _other(scene: Scene, node: n.Expr) -> Group:
    sort = _sort(scene, node)
    tail = f" among {after(things.noun(scene, node))}"
    return Group(sort.one, sort.many, tail, tail, person=sort.person)


# ---------------------------------------------------------------------------------- named sets


def _named(scene: Scene, node: n.Name | n.Your | n.Attribute | n.Method) -> Group:
    """A zone, a value or a local: by its name if that says several, else as where they lie."""
    sort = _sort(scene, node)
    if isinstance(node, n.Method):
        return _with_arguments(scene, node, sort)
    said = things.noun(scene, node)
    name = node.text if isinstance(node, n.Name) else node.name.text
    found = _OWNER.match(said.text)
    several = words.is_plural(bare(said.text)) or words.is_adjective(words.spaced(name))
    if found is not None and said.many and several:
        owner, rest = found[1], found[2]
        return Group(_single(rest, sort), rest, whose=owner, person=sort.person)
    local = isinstance(scene.known.meaning(node), g.LocalRef)
    if local and words.is_adjective(words.spaced(name)):
        adjective = words.spaced(name)
        return Group(
            f"{adjective} {sort.one}",
            f"{adjective} {sort.many}",
            whose="the",
            person=sort.person,
        )
    tail = f" {'among' if said.many or local or sort.person else 'in'} {after(said)}"
    return Group(sort.one, sort.many, tail, tail, person=sort.person)


def _single(many: str, sort: Group) -> str:
    """One of several: `won Goals` → `won Goal`."""
    if many.endswith(sort.many):
        return many.removesuffix(sort.many) + sort.one
    return words.singular(many)


def _with_arguments(scene: Scene, node: n.Method, sort: Group) -> Group:
    """A value with arguments: `your ways for the place`."""
    plain = things.attribute(scene, things.noun(scene, node.owner), node, node.name.text)
    tail = functions.for_arguments(scene, node.arguments)
    found = _OWNER.match(plain.text)
    if found is not None and plain.many:
        return Group(words.singular(found[2]), found[2], tail, tail, found[1], sort.person)
    tail = f" in {plain}{tail}"
    return Group(sort.one, sort.many, tail, tail, person=sort.person)


_OWNER = re.compile(r"^(.*’s?|your|its|their|the) (.*)$")


# ---------------------------------------------------------------------------------- filters


def _filtered(scene: Scene, node: n.Filtered) -> Group:
    name = node.name.text if node.name else "it"
    chosen = group(scene, node.set)
    if node.where is not None:
        chosen = chosen.where(*relatives.relative(scene, node.where, name, chosen))
    if node.ranking is not None:
        tail = _ranking(scene, node.ranking, name, chosen)
        chosen = chosen.where(tail, tail)
    return chosen


def _ranking(scene: Scene, ranking: n.Ranking, name: str, chosen: Group) -> str:
    keys = [_key(scene, key, name, chosen) for key in ranking.keys]
    if ranking.word == "by":
        order = ", then ".join(f"by {said}" for said, _ in keys)
        first = keys[0][1]
        return f" in order {order} ({first} first)"
    first, *rest = (f"the {which} {said}" for said, which in keys)
    ties = ", then ".join(rest)
    return f" with {first}" + (f" (if tied, {ties})" if ties else "")


def _key(scene: Scene, key: n.RankKey, name: str, chosen: Group) -> tuple[str, str]:
    """What is ranked by, without whose it is, and `highest`, `fewest` …"""
    most = key.order == "most"
    owned = own_words(scene, key.value, name)
    if owned is not None and words.is_plural(bare(owned)):
        return owned, "most" if most else "fewest"
    if owned is not None:
        return owned, "highest" if most else "lowest"
    inner = scene.saying(name, relatives.pronoun(chosen)).saying("it", relatives.pronoun(chosen))
    if isinstance(key.value, n.Call) and key.value.name.text == "count" and key.value.arguments:
        what = key.value.arguments[0]
        if not isinstance(what, n.OfArgument | n.TypedArgument):
            counted = group(inner, what).plain()
            return counted.removeprefix("their ").removeprefix("its "), "most" if most else "fewest"
    if isinstance(key.value, n.Attribute):
        own, _ = fields.attribute_words(inner, key.value, key.value.name.text)
        holder = things.noun(inner, key.value.owner)
        return f"{own} of {after(holder)}", "highest" if most else "lowest"
    said = things.noun(inner, key.value).text.removeprefix("the ")
    return said.removeprefix("their ").removeprefix("its "), "highest" if most else "lowest"


def own_words(scene: Scene, node: n.Expr, name: str) -> str | None:
    """A field or value of the element itself, in words."""
    match node:
        case n.Attribute(n.Name(owner), attribute) if owner == name:
            return fields.attribute_words(scene, node, attribute.text)[0]
        case n.Name(text) if relatives.is_bare(scene, node, name):
            return fields.attribute_words(scene, node, text)[0]
        case _:
            return None


def sort_of(scene: Scene, type_: t.Type | None) -> Group:
    """What a value of a type is called, and several."""
    return scene.sort(strip(type_) if type_ is not None else None) or Group("thing", "things")
