"""What holds of a thing or does not: flags, values with arguments, effects, options."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import equality, functions, relatives, things, words
from hoyle.compiler.to_docs.english.fields import fields_of
from hoyle.compiler.to_docs.english.nouns import IT, Noun, after, be, have
from hoyle.compiler.to_docs.english.said import link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.subjects import Claim, on
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t


def has_flag(scene: Scene, node: n.Expr) -> bool:
    """Whether an expression is yes or no."""
    type_ = scene.known.type_of(node)
    if type_ is not None:
        return isinstance(type_, t.Flag)
    match node:
        case n.Attribute(_, name) | n.Your(name):
            return _flag_field(scene, name.text)
        case n.Name(text):
            return _flag_field(scene, text) or text in scene.game.options
        case _:
            return False


def _flag_field(scene: Scene, name: str) -> bool:
    """Whether anything has a flag of that name."""
    owners = ("table", "player", *scene.game.tables)
    fields = (fields_of(scene.game, owner).get(name) for owner in owners)
    if any(field is not None and isinstance(field.type, t.Flag) for field in fields):
        return True
    return any(
        isinstance(value.type, t.Flag)
        for (_, called), value in scene.game.values.items()
        if called == name
    )


def flag_of(scene: Scene, node: n.Expr, left: n.Expr, name: str, holds: bool) -> Claim | None:
    """`card is fainted`: a flag of the card, not a comparison."""
    if is_flag(scene, node, name):
        linked = _target(scene, node, name)
        return on(scene, left, lambda noun: predicate(name, linked, noun, holds))
    if name == "out":
        return on(scene, left, lambda noun: f"{be(noun, holds)} out of the game")
    return None


def is_flag(scene: Scene, node: n.Expr, name: str) -> bool:
    """Whether the name behind an `is` is a flag of what stands before it."""
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.FieldRead | g.ValueOf | g.Function | g.Nobody):
        return True
    return meaning is None and _is_no_constant(scene, name) and _flag_field(scene, name)


def _is_no_constant(scene: Scene, name: str) -> bool:
    return not any(name in kinds.values for kinds in scene.game.kinds.values())


def flag(scene: Scene, node: n.Expr, holds: bool) -> Claim | None:
    """A flag: a field, a value, an option, a local."""
    match node:
        case n.Word("yes" | "no"):
            always = (node.word == "yes") == holds
            return Claim(None, Noun("this"), lambda _: "always holds" if always else "never holds")
        case n.Call():
            return _called_flag(scene, node, holds)
        case n.Method(owner, name, arguments):
            who = [things.noun(scene, owner)]
            who += [functions.argument(scene, one) for one in arguments]
            said = between(name.text, _target(scene, node, name.text), who, holds)
            if said is not None:
                return Claim(owner, said[0], lambda _: said[1])
            whom = [after(one) for one in who]
            if name.text in {effect.name for effect in scene.game.lastings}:
                return _in_force(name.text, whom, holds)
            return _holds_for(_value_link(scene, node, name.text), whom, holds)
        case n.Attribute(owner, name):
            linked = _target(scene, node, name.text)
            if _is_no_mark(linked, name.text):
                return _holds_for(
                    _value_link(scene, node, name.text), [after(things.noun(scene, owner))], holds
                )
            its = (name.text, linked)
            return on(scene, owner, lambda noun: predicate(*its, noun, holds))
        case n.Your(name):
            linked = _target(scene, node, name.text)
            if _is_no_mark(linked, name.text):
                return _holds_for(_value_link(scene, node, name.text), [scene.you().text], holds)
            mine = (name.text, linked)
            return Claim(n.Word("you"), scene.you(), lambda noun: predicate(*mine, noun, holds))
        case n.Name():
            return _named_flag(scene, node, holds)
        case _:
            return None


def _named_flag(scene: Scene, node: n.Name, holds: bool) -> Claim | None:
    """A bare name that is a flag."""
    name = node.text
    meaning = scene.known.meaning(node)
    local = isinstance(meaning, g.LocalRef | g.FieldRead | g.ValueOf)
    if isinstance(meaning, g.OptionRead) or (name in scene.game.options and not local):
        option = things.option_words(name)
        chosen = "is chosen" if holds else "is not chosen"
        return Claim(None, Noun(f"the option {option}"), lambda _: chosen)
    owner = equality.bare_owner(scene, node)
    if owner is None and meaning is None and relatives.is_bare(scene, node, "it"):
        owner = scene.names.get("it", IT)
    if owner is not None:
        linked = _target(scene, node, name)
        return Claim(n.Word("it"), owner, lambda noun: predicate(name, linked, noun, holds))
    said = words.spaced(name)
    if isinstance(meaning, g.ValueOf):
        return _holds_for(_value_link(scene, node, name), [], holds)
    state = "yes" if holds else "no"
    return Claim(None, Noun(f"“{said}”"), lambda _: f"is {state}")


def _target(scene: Scene, node: n.Expr, name: str) -> str:
    """The reference of a flag, as kind and target; "" if it leads nowhere."""
    match scene.known.meaning(node):
        case g.FieldRead(field=field):
            return f"field:{field.owner}.{field.name}"
        case g.ValueOf(value=value):
            return f"value:{value.of}.{value.name}" if value.of else f"value:{value.name}"
        case _:
            return ""


def predicate(name: str, target: str, noun: Noun, holds: bool) -> str:
    """A flag as what is said of its subject: `is fainted`, `can fight`, `is marked “trophy”`."""
    said = words.spaced(name)
    known = _GIVEN.get(name)
    if known is not None and not target:
        return f"{be(noun, holds)} {known}"
    if words.is_verbal(said):
        return _linked(target, words.does(said, noun.many, holds))
    if words.is_perfect(said, target.startswith(("field:player.", "value:player."))):
        return f"{have(noun)}{'' if holds else ' not'} {_linked(target, said)}"
    if words.is_predicative(said) or words.is_prepositional(said):
        return f"{be(noun, holds)} {_linked(target, said)}"
    mark = "marked" if target.startswith("field") or not target else "counted as"
    return f"{be(noun, holds)} {mark} {_linked(target, f'“{said}”')}"


def _is_no_mark(target: str, name: str) -> bool:
    """Whether a flag is a player's and its name no word for one: nobody wears it as a mark."""
    said = words.spaced(name)
    return target.startswith("field:player.") and not words.is_said_of_one(said)


_GIVEN = {
    "placed": "on the board",
    "revealed": "revealed",
    "active": "still in the game",
    "out": "out of the game",
    "level_ground": "on level ground",
}
"""What holds of things by itself, in words."""


def between(name: str, target: str, given: list[Noun], holds: bool) -> tuple[Noun, str] | None:
    """What one is or does, alone or to another; None where the name does not say it."""
    said = words.spaced(name)
    if len(given) < 2:
        fits = bool(given) and words.is_said_of_one(said)
        return (given[0], predicate(name, target, given[0], holds)) if fits else None
    first, second, *rest = given
    if rest:
        return _among_several(said, target, given, holds)
    if words.is_mutual(said):
        two = Noun(listed(one.text for one in given), True)
        return two, f"are{'' if holds else ' not'} {_linked(target, said)}"
    if words.is_related(said):
        return first, f"{be(first, holds)} {_linked(target, said)} {after(second)}"
    if not words.is_verbal(said):
        return None
    verb, _, more = words.does(said, first.many, holds).partition(" ")
    if verb in ("has", "have"):
        more = f"{words.article(more)} {more}"
    done = _linked(target, f"{verb} {more}".strip())
    return first, f"{done}{words.takes(said)} {after(second)}"


def _among_several(
    said: str, target: str, given: list[Noun], holds: bool
) -> tuple[Noun, str] | None:
    """`it is in reach for the attacker and the way`: the first, and what else it hangs on."""
    if not words.is_prepositional(said):
        return None
    first, *others = given
    whom = listed(after(one) for one in others)
    return first, f"{be(first, holds)} {_linked(target, said)} for {whom}"


def _linked(target: str, said: str) -> str:
    kind, _, name = target.partition(":")
    if kind == "field":
        return link("field", name, said)
    return link("value", name, said) if kind == "value" else said


def _value_link(scene: Scene, node: n.Expr, name: str) -> str:
    return _linked(_target(scene, node, name), f"“{words.spaced(name)}”")


def _holds_for(said: str, who: list[str], holds: bool) -> Claim:
    verb = "holds" if holds else "does not hold"
    whom = f" for {listed(who)}" if who else ""
    return Claim(None, Noun(said), lambda _: f"{verb}{whom}")


def _in_force(name: str, who: list[str], holds: bool) -> Claim:
    """Whether a lasting effect is on somebody."""
    effect = link("lasting", name, f"“{words.spaced(name)}”")
    verb = "is" if holds else "is not"
    whom = f" for {listed(who)}" if who else ""
    return Claim(None, Noun(effect), lambda _: f"{verb} in force{whom}")


def _called_flag(scene: Scene, node: n.Call, holds: bool) -> Claim | None:
    """A test with arguments: a function, a value, an effect that lasts, the answer of a `to`."""
    name = node.name.text
    given = [after(functions.argument(scene, one)) for one in node.arguments]
    meaning = scene.known.meaning(node)
    if isinstance(meaning, g.Called):
        deed = link("rule", name, f"“{words.spaced(name)}”")
        whom = functions.for_arguments(scene, node.arguments)
        answer = _answer(meaning, holds)
        return Claim(None, Noun(f"{deed}{whom}"), lambda _: answer)
    if isinstance(meaning, g.ValueOf) or name not in functions.SAYINGS:
        return _relation(scene, node, name, given, holds)
    match name:
        case "adjacent":
            verb = "are" if holds else "are not"
            return Claim(None, Noun(listed(given)), lambda _: f"{verb} next to each other")
        case "sees":
            first = functions.argument(scene, node.arguments[0])
            verb = words.does("sees", first.many, holds)
            seen = after(functions.argument(scene, node.arguments[1]))
            return Claim(None, first, lambda _: f"{verb} {seen}")
        case "alone":
            who = "nobody else" if holds else "somebody else"
            return Claim(None, Noun(who), lambda _: f"stands where {given[0]} stands")
        case _:
            return None


def _answer(meaning: g.Called, holds: bool) -> str:
    """What a `to` that gives an answer must have said."""
    gives = meaning.proc.gives
    said = words.spaced(gives[0]) if gives is not None else "done"
    return f"ends with “{said}”" if holds else f"does not end with “{said}”"


def _relation(scene: Scene, node: n.Call, name: str, given: list[str], holds: bool) -> Claim:
    """A value or an effect with arguments."""
    said = words.spaced(name)
    if name in {effect.name for effect in scene.game.lastings}:
        return _in_force(name, given, holds)
    target = _target(scene, node, name)
    nouns = [functions.argument(scene, one) for one in node.arguments]
    found = between(name, target, nouns, holds)
    if found is None:
        return _holds_for(_linked(target, f"“{said}”"), given, holds)
    subject, told = found
    first = node.arguments[0]
    if subject is not nouns[0] or isinstance(first, n.OfArgument | n.TypedArgument):
        return Claim(None, subject, lambda _: told)

    def of_any(noun: Noun) -> str:
        again = between(name, target, [noun, *nouns[1:]], holds)
        return told if again is None else again[1]

    return Claim(first, subject, of_any)
