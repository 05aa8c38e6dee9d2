"""From steps to a declaration that is said, and what parameters are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hoyle.compiler.to_docs.english import words
from hoyle.compiler.to_docs.english.nouns import Noun
from hoyle.compiler.to_docs.english.said import Said, bare, capital, text
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, clauses_of, points
from hoyle.dsl import nodes as n


def said(
    kind: str, title: str, node: n.Line, steps: Sequence[Step], numbered: bool = False
) -> Said:
    """A declaration with its points."""
    told = points(steps)
    ordered = numbered and len(told) > 1
    return Said(kind, text(capital(title)), told, ordered, clauses_of(node), node.span)


def knowing(scene: Scene, parameters: Sequence[n.Parameter]) -> Scene:
    """The scene of a body with parameters: short names are called by what they are."""
    names = [name for parameter in parameters for name in parameter.names]
    sorts = {name.text: _sort(scene, name, parameters) for name in names}
    several = Counter(sort for sort in sorts.values() if sort)
    seen: Counter[str] = Counter()
    for name in names:
        sort = sorts[name.text]
        if not sort:
            continue
        seen[sort] += 1
        which = f"{words.ordinal(seen[sort])} " if several[sort] > 1 else ""
        scene = scene.saying(name.text, Noun(f"the {which}{sort}"))
    return scene


def _sort(scene: Scene, name: n.Name, parameters: Sequence[n.Parameter]) -> str:
    """What a parameter with a short name is; "" for others, which have names of their own."""
    if len(name.text) > 2:
        return ""
    form = next(one.type for one in parameters if name in one.names)
    match form:
        case n.TypeName(text):
            return scene.known.thing(text)
        case n.BuiltinType("player"):
            return "player"
        case n.EitherType(options):
            sorts = [one for one in options if isinstance(one, n.TypeName)]
            return scene.known.thing(sorts[0].text) if len(sorts) == 1 else ""
        case _:
            return ""


def parameters(scene: Scene, given: Sequence[n.Parameter]) -> str:
    """` (amount: 0 to 9; creditor: a player or nobody)` behind a title."""
    inner = knowing(scene, given)
    shown: list[str] = []
    for parameter in given:
        for name in parameter.names:
            short = inner.names.get(name.text)
            form = type_words(scene, parameter.type)
            own = words.spaced(name.text)
            if short is not None:
                shown.append(short.text)
            elif form.lower() in (f"a {own}", f"an {own}"):
                shown.append(form)
            else:
                shown.append(f"{own}: {form}")
    return f" ({'; '.join(shown)})" if shown else ""


def type_words(scene: Scene, form: n.TypeForm) -> str:
    """A type as it is written, in words: `a Goal or none`, `0 to 9`."""
    match form:
        case n.Bounds(low, high):
            return f"{low} to {high}"
        case n.TypeName(name):
            said_ = scene.known.thing(name)
            return f"{words.article(bare(said_))} {said_}"
        case n.BuiltinType(word):
            return _BUILTIN[word]
        case n.OneOf(element):
            return f"one {scene.known.thing(element.text)}"
        case n.DiceType(count, die):
            return f"{words.number(count)} {words.spaced(die.text)}"
        case n.EitherType(options):
            return " or ".join(type_words(scene, one) for one in options)
        case n.ContainerType(container, element, room):
            upto = f"up to {words.number(room)} " if room is not None else ""
            many = several(scene, element)
            fronts = {"set": "", "list": "", "tally": "a number for each of the "}
            return f"{fronts.get(container, f'a {container} of ')}{upto}{many}"


_BUILTIN = {
    "player": "a player",
    "none": "nothing",
    "flag": "yes or no",
    "text": "words",
    "number": "a number",
}


def several(scene: Scene, form: n.SingleType | n.EitherType) -> str:
    """Several values of a type."""
    match form:
        case n.TypeName(name):
            return scene.known.thing(name, True)
        case n.BuiltinType("player"):
            return "players"
        case n.Bounds(low, high):
            return f"numbers from {low} to {high}"
        case n.EitherType(options):
            return " and ".join(several(scene, one) for one in options)
        case _:
            return type_words(scene, form)
