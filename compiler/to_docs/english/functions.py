"""The functions of the language in words, and calls of values."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.to_docs.english import amounts, claims, groups, relatives, things, words
from hoyle.compiler.to_docs.english.fields import the, value_words
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import Group, Noun, after, of
from hoyle.compiler.to_docs.english.said import bare, link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

Saying = Callable[[Scene, n.Call], Noun]


def call(scene: Scene, node: n.Call) -> Noun:
    """A call as a noun."""
    name = node.name.text
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.Called) and "answer" in scene.names:
        return scene.names["answer"]
    if name in SAYINGS and not isinstance(meaning, g.ValueOf | g.Called):
        return SAYINGS[name](scene, node)
    if isinstance(meaning, g.ValueOf) and meaning.original:
        return Noun(f"what the parent game says there{for_arguments(scene, node.arguments)}")
    if isinstance(meaning, g.ValueOf):
        return _value(scene, node, meaning)
    if isinstance(meaning, g.Called):
        rule = link("rule", name, f"“{words.spaced(name)}”")
        return Noun(f"what {rule} answers{for_arguments(scene, node.arguments)}")
    value = scene.game.values.get((None, name))
    if value is not None:
        said, many = value_words(scene, value)
        return Noun(_of_arguments(scene, said, node.arguments), many)
    said = words.spaced(name)
    return Noun(f"the {said}{for_arguments(scene, node.arguments)}", words.is_plural(said))


def _value(scene: Scene, node: n.Call, meaning: g.ValueOf) -> Noun:
    """A value with arguments; `might(you)` is your might."""
    said, many = value_words(scene, meaning.value)
    rest = node.arguments
    if meaning.of is not None and len(meaning.args) == len(rest) - 1:
        owner = argument(scene, rest[0])
        noun = of(owner, said, many)
        return Noun(noun.text + for_arguments(scene, rest[1:]), noun.many)
    if meaning.of is not None:
        noun = of(things.owner_noun(scene, meaning.of), said, many)
        return Noun(noun.text + for_arguments(scene, rest), noun.many)
    return Noun(_of_arguments(scene, said, rest), many)


def for_arguments(scene: Scene, arguments: tuple[n.Argument, ...]) -> str:
    """` for the Goal and the leader`."""
    if not arguments:
        return ""
    return f" for {listed(after(argument(scene, one)) for one in arguments)}"


def _of_arguments(scene: Scene, said: str, arguments: tuple[n.Argument, ...]) -> str:
    """A value with what it is looked up for: `the kind of the Card`, `the reach for the Card`."""
    whom = for_arguments(scene, arguments)
    if bare(said).endswith(" of"):
        return f"the {said}{whom.removeprefix(' for')}"
    return f"{the(said)}{whom}"


def argument(scene: Scene, argument: n.Argument) -> Noun:
    match argument:
        case n.TypedArgument(name, type):
            known = f"any {scene.known.thing(type.text)}"
            return scene.names.get(name.text, Noun(known))
        case n.OfArgument(value, domain):
            inner = scene.saying("it", relatives.pronoun(groups.group(scene, domain)))
            return Noun(f"{things.noun(inner, value)} of {groups.group(scene, domain).the()}")
        case n.Name("anyone"):
            return Noun("anyone")
        case _:
            return things.noun(scene, argument)


def _given(scene: Scene, node: n.Call, at: int) -> str:
    """An argument as an object."""
    return after(argument(scene, node.arguments[at]))


def _set(scene: Scene, node: n.Call, at: int = 0) -> Group:
    """An argument as a group."""
    argument = node.arguments[at]
    if isinstance(argument, n.OfArgument):
        return groups.group(scene, argument.domain)
    assert not isinstance(argument, n.TypedArgument)
    return groups.group(scene, argument)


# ---------------------------------------------------------------------------------- on sets


def _count(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"the number of {_set(scene, node).plain()}")


def _folded(scene: Scene, node: n.Call) -> Noun:
    """`sum(points of won)`, `max(a, b)`, `distinct(suit of hand)` …"""
    name, first = node.name.text, node.arguments[0]
    if len(node.arguments) == 2:
        return _of_two(scene, node, name)
    over = _set(scene, node)
    if not isinstance(first, n.OfArgument) or first.value == n.Word("it"):
        fronts = {"sum": "the total of", "max": "the highest of", "min": "the lowest of"}
        front = fronts.get(name, "the different")
        if name == "distinct":
            return Noun(f"{front} values of {over.the()}", True)
        return Noun(f"{front} {over.the()}", name == "sorted")
    own = groups.own_words(scene, first.value, "it")
    if own is not None:
        return _own_folded(name, own, over)
    inner = scene.saying("it", relatives.pronoun(over))
    what = things.noun(inner, first.value)
    match name:
        case "sum":
            each = over.the().text
            return Noun(f"{what}, added up over {each}")
        case "distinct":
            return Noun(f"the different values, over {over.the()}, of {what}", True)
        case "sorted":
            return Noun(f"{over.the()} in rising order of {what}", True)
        case _:
            which = "highest" if name == "max" else "lowest"
            return Noun(f"the {which} value, over {over.the()}, of {what}")


def _own_folded(name: str, own: str, over: Group) -> Noun:
    match name:
        case "sum":
            return Noun(f"the total {own} of {over.the()}")
        case "distinct":
            return Noun(f"the different values of {own} among {over.the()}", True)
        case "sorted":
            return Noun(f"{over.the()} in rising order of {own}", True)
        case _:
            return Noun(f"the {'highest' if name == 'max' else 'lowest'} {own} of {over.the()}")


def _of_two(scene: Scene, node: n.Call, name: str) -> Noun:
    first, second = node.arguments
    for limit, other in ((first, second), (second, first)):
        if isinstance(limit, n.Number) and not isinstance(other, n.Number):
            bound = "at least" if name == "max" else "at most"
            return Noun(f"{argument(scene, other)}, but {bound} {limit.value}")
    which = "larger" if name == "max" else "smaller"
    return Noun(f"the {which} of {_given(scene, node, 0)} and {_given(scene, node, 1)}")


def _first(scene: Scene, node: n.Call) -> Noun:
    if len(node.arguments) == 2:
        amount, what = node.arguments
        assert not isinstance(amount, n.OfArgument | n.TypedArgument)
        assert not isinstance(what, n.OfArgument | n.TypedArgument)
        over = groups.group(scene, what)
        if isinstance(amount, n.Number):
            return Noun(f"the first {words.number(amount.value)} of {over.the()}", True)
        return Noun(f"the first {things.noun(scene, amount)} of {over.the()}", True)
    return _one_of(scene, node, "first")


def _one_of(scene: Scene, node: n.Call, which: str) -> Noun:
    over = _set(scene, node).unowned()
    if over.whose:
        return Noun(f"the {which} of {over.the()}")
    return Noun(f"the {which} {over.one}{over.tail}")


def _last(scene: Scene, node: n.Call) -> Noun:
    return _one_of(scene, node, "last")


def _top(scene: Scene, node: n.Call) -> Noun:
    over = _set(scene, node)
    return Noun(f"the top {over.one}{over.tail.replace(' in ', ' of ', 1)}")


def _only(scene: Scene, node: n.Call) -> Noun:
    first = node.arguments[0]
    meaning = scene.known.meaning(first)
    zone = meaning.field.zone if isinstance(meaning, g.FieldRead) else None
    if zone is not None and zone.container == "one":
        return argument(scene, first)
    over = _set(scene, node).unowned()
    if over.whose:
        return Noun(f"the only one of {over.the()}")
    return Noun(f"the {over.one}{over.tail}")


def _starting(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"{_set(scene, node).the()}, starting with {_given(scene, node, 1)}", True)


def _roll_off(scene: Scene, node: n.Call) -> Noun:
    die = node.arguments[1]
    name = amounts.die_words(die.text) if isinstance(die, n.Name) else "die"
    over = _set(scene, node).the().text.replace("all ", "the ", 1)
    first = node.arguments[0]
    if isinstance(first, n.SetOf):
        over = things.noun(scene, first).text
    return Noun(f"whoever of {over} rolls highest with the {name} (those who tie roll again)")


def _printed(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"{_given(scene, node, 0)} before any adjustment")


def _rounded(scene: Scene, node: n.Call) -> Noun:
    way = "up" if node.name.text == "round_up" else "down"
    return Noun(f"{_given(scene, node, 0)}, rounded {way}")


def _remainder(scene: Scene, node: n.Call) -> Noun:
    return Noun(
        f"what is left when {_given(scene, node, 0)} is divided by {_given(scene, node, 1)}"
    )


def _neighbour(scene: Scene, node: n.Call) -> Noun:
    side = "left" if node.name.text == "left_of" else "right"
    owner = argument(scene, node.arguments[0])
    if owner.person == "you":
        return Noun(f"the player to your {side}")
    return Noun(f"the player to the {side} of {after(owner)}")


# ---------------------------------------------------------------------------------- on boards


def _beside(scene: Scene, node: n.Call) -> Noun:
    sort = groups.sort_of(scene, scene.known.type_of(node))
    return Noun(f"the next {sort.one} from {_given(scene, node, 0)} {_towards(scene, node, 1)}")


def _towards(scene: Scene, node: n.Call, at: int) -> str:
    said = _given(scene, node, at)
    if said in ("forward", "back"):
        return said
    return f"to the {said}" if said.isalpha() else f"in {said}"


def _turned(scene: Scene, node: n.Call) -> Noun:
    if node.name.text == "opposite":
        return Noun(f"the direction opposite to {_given(scene, node, 0)}")
    return Noun(f"the direction to the {node.name.text} of {_given(scene, node, 0)}")


def _distance(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"the distance from {_given(scene, node, 0)} to {_given(scene, node, 1)}")


def _steps_to_next(scene: Scene, node: n.Call) -> Noun:
    over = _set(scene, node, 1)
    goal = f"the next {over.one}{over.tail}"
    elements = node.arguments[1]
    if isinstance(elements, n.SetOf):
        goal = listed((things.noun(scene, one).text for one in elements.elements), "or")
    return Noun(f"the number of steps from {_given(scene, node, 0)} to {goal}")


def _rise(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"the rise from {_given(scene, node, 0)} to {_given(scene, node, 1)}")


def _at(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"{_given(scene, node, 0)} (as if on {_given(scene, node, 1)})")


def _cost_to(scene: Scene, node: n.Call) -> Noun:
    walker, goal = _given(scene, node, 0), _given(scene, node, 1)
    return Noun(f"the least cost of a walk of {walker} to {goal}")


def _claimed(scene: Scene, node: n.Call) -> Noun:
    return Noun(f"whether {claims.claim(scene, node)}")


def _grouped(scene: Scene, node: n.Call) -> Noun:
    found = group_of_call(scene, node)
    assert found is not None
    return found.the()


SAYINGS: dict[str, Saying] = {
    "count": _count,
    "sum": _folded,
    "min": _folded,
    "max": _folded,
    "distinct": _folded,
    "sorted": _folded,
    "first": _first,
    "last": _last,
    "top": _top,
    "only": _only,
    "starting": _starting,
    "roll_off": _roll_off,
    "printed": _printed,
    "round_up": _rounded,
    "round_down": _rounded,
    "remainder": _remainder,
    "left_of": _neighbour,
    "right_of": _neighbour,
    "beside": _beside,
    "lines": _grouped,
    "line": _grouped,
    "exits": _grouped,
    "neighbours": _grouped,
    "distance": _distance,
    "steps_to_next": _steps_to_next,
    "within": _grouped,
    "landings": _grouped,
    "between": _grouped,
    "arc": _grouped,
    "left": _turned,
    "right": _turned,
    "opposite": _turned,
    "adjacent": _claimed,
    "rise": _rise,
    "sees": _claimed,
    "alone": _claimed,
    "on": _grouped,
    "places": _grouped,
    "ends": _grouped,
    "at": _at,
    "cost_to": _cost_to,
}
"""Every function of the language; a test compares it with the table of functions."""


# ---------------------------------------------------------------------------------- groups


def group_of_call(scene: Scene, node: n.Call) -> Group | None:
    """The group that a call answers with, where it reads better than "among …"."""
    tail = _tail(scene, node)
    if tail is None or isinstance(scene.known.meaning(node), g.ValueOf):
        return None
    if node.name.text == "lines":
        return Group("straight line", "straight lines", tail, tail)
    type_ = element(scene.known.type_of(node))
    sort = groups.sort_of(scene, type_) if type_ else Group("space", "spaces")
    if node.name.text in ("places", "ends") and isinstance(type_, t.Place):
        sort = Group("place", "places")
    return Group(sort.one, sort.many, tail, tail)


def _tail(scene: Scene, node: n.Call) -> str | None:
    """What is said of each of them."""
    name = node.name.text
    if name not in _TAILS:
        return None
    given = [_given(scene, node, at) for at in range(len(node.arguments))]
    match name:
        case "lines":
            return f" of {words.number(int(given[0])) if given[0].isdecimal() else given[0]} spaces"
        case "line":
            return f" from {given[0]} on {_towards(scene, node, 1)}, up to the edge"
        case "exits":
            return f" one step from {given[0]}"
        case "neighbours":
            return f" next to {given[0]}"
        case "within":
            steps = given[0]
            unit = "step" if steps == "1" else "steps"
            return f" at most {steps} {unit} from {given[1]}"
        case "landings":
            without = f" and none of {given[2]}" if len(given) > 2 else ""
            unit = "" if given[0].endswith("steps") else " step" if given[0] == "1" else " steps"
            walk = f"a walk of {given[0]}{unit} from {given[1]}"
            return f" where {walk} may end (no space twice{without})"
        case "between":
            return f" between {given[0]} and {given[1]}"
        case "arc":
            turns = f"{given[2]} {'turn' if given[2] == '1' else 'turns'}"
            return f" ahead of {given[0]}, within {turns} of {given[1]}"
        case "on":
            return f" on {given[0]}"
        case "places":
            return f" where {given[0]} fits"
        case _:
            return f" where a walk of {given[0]} could end"


_TAIL_NAMES = "lines line exits neighbours within landings between arc on places ends"
_TAILS = frozenset(_TAIL_NAMES.split())
