"""Naming and changing: `let`, `=`, `+=`, `-=`."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import (
    amounts,
    claims,
    deeds,
    fields,
    groups,
    occurrences,
    things,
    words,
)
from hoyle.compiler.to_docs.english.known import element, strip
from hoyle.compiler.to_docs.english.nouns import Noun, after, be, have
from hoyle.compiler.to_docs.english.said import bare
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, clause
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t


def named(scene: Scene, name: n.Name) -> Noun:
    """How what is named is spoken of."""
    local = scene.known.local(name)
    sort = scene.sort(local.type) if local is not None and len(name.text) < 3 else None
    if sort is not None and sort.one != "number":
        return scene.another(sort.one)
    return scene.bound(name, that=False)


def let(scene: Scene, node: n.Let) -> Step:
    """`let x = E`."""
    name = named(scene, node.name)
    quoted = f"“{words.spaced(node.name.text)}”"
    match node.value:
        case n.Draw():
            drawn = deeds.draw(scene, node.value)
            return Step(f"{drawn}; what is drawn is called {_plainly(name)}", loose=True)
        case n.Roll():
            return Step(f"{amounts.rolled(scene, node.value)}; the result is {name}")
        case n.Word("none"):
            return clause(f"at first there is no {_without_article(name)}")
        case n.SetOf(()):
            return clause(f"at first {name} {'are' if name.many else 'is'} empty")
        case n.Word("yes" | "no" as start):
            return clause(f"at first {quoted} is {start}")
        case n.Number(start):
            return clause(f"{name} {'start' if name.many else 'starts'} at {start}")
        case _:
            return _let_be(scene, node, node.value, name, quoted)


def _let_be(scene: Scene, node: n.Let, value: n.Expr, name: Noun, quoted: str) -> Step:
    meaning = scene.known.meaning(value)
    type_ = strip(meaning.type) if meaning is not None else None
    if isinstance(meaning, g.Called) and isinstance(value, n.Call):
        deed = occurrences.perform(scene, n.Occurrence(value.name, value.arguments))
        return Step(f"{deed.said}; the answer is {_plainly(name, quoted, type_)}", loose=True)
    if isinstance(type_, t.Flag):
        return Step(f"note whether {claims.claim(scene, value)}; this is {quoted}", loose=True)
    if isinstance(type_, t.Number):
        return Step(f"work out {name}: {things.noun(scene, value)}")
    said = _worth(scene, value)
    if said.person == "you":
        return clause(f"you are {name}")
    if _plainly(name) == said.text:
        return Step(f"take note of {said}")
    return Step(f"call {after(said)} {_plainly(name)}")


def _worth(scene: Scene, value: n.Expr) -> Noun:
    """What something gets: all pieces of a zone, the space of a pawn."""
    if things.stands(scene, value):
        return things.worth(scene, value)
    return things.pieces(scene, value)


def _plainly(name: Noun, quoted: str = "", type_: t.Type | None = None) -> str:
    return quoted if isinstance(type_, t.Flag) else name.text


def _without_article(name: Noun) -> str:
    return name.text.removeprefix("the ")


# ---------------------------------------------------------------------------------- changing


def change(scene: Scene, node: n.Assign | n.Add | n.Subtract) -> Step:
    """A field or a local gets another value."""
    match node:
        case n.Add(target, value):
            said, whom = _added(scene, target, value), things.object_(scene, target)
            if ", " in said:
                return Step(f"add to {whom} {said}")
            return Step(f"add {said} to {whom}")
        case n.Subtract(target, value):
            verb = "remove" if _is_set(scene, target) else "take"
            said = _added(scene, target, value)
            return Step(f"{verb} {said} from {things.object_(scene, target)}")
        case n.Assign(target, value):
            return _assign(scene, target, value)


def _is_set(scene: Scene, target: n.Expr) -> bool:
    return element(scene.known.type_of(target)) is not None


def _added(scene: Scene, target: n.Expr, value: n.Expr) -> str:
    if _is_set(scene, target):
        return after(_worth(scene, value))
    return things.object_(scene, value)


def _assign(scene: Scene, target: n.Expr, value: n.Expr) -> Step:
    if isinstance(scene.known.type_of(target), t.Flag) or _is_truth(scene, target, value):
        return _flag(scene, target, value)
    if value in (n.Word("none"), n.SetOf(())):
        return _emptied(scene, target)
    if isinstance(value, n.Call) and isinstance(scene.known.meaning(value), g.Called):
        deed = occurrences.perform(scene, n.Occurrence(value.name, value.arguments)).said
        return Step(f"{deed}; set {things.noun(scene, target)} to the answer", loose=True)
    if isinstance(value, n.Filtered) and value.set == target and not _ordered(value):
        return clause(f"from now on only {groups.group(scene, value).the()} count")
    counted = _counted(scene, target, value)
    if counted is not None:
        return counted
    said = things.noun(scene, target)
    if things.stands(scene, target):
        return Step(f"move {said} to {things.object_(scene, value)}")
    if isinstance(scene.known.type_of(target), t.Number):
        return Step(f"set {said} to {things.noun(scene, value)}")
    if value == n.Word("you"):
        return _yours(scene, target, said)
    if isinstance(scene.known.type_of(target), t.Player | t.Thing):
        new = things.worth(scene, value)
        return clause(f"{new} {be(new)} now {said}")
    become = "become" if said.many else "becomes"
    new = _worth(scene, value) if _is_set(scene, target) else things.noun(scene, value)
    return clause(f"{said} {become} {'empty' if new.text == 'nothing' else new}")


def _ordered(value: n.Filtered) -> bool:
    return value.ranking is not None and value.ranking.word == "by"


def _is_truth(scene: Scene, target: n.Expr, value: n.Expr) -> bool:
    return isinstance(value, n.Word) and value.word in ("yes", "no")


def _yours(scene: Scene, target: n.Expr, said: Noun) -> Step:
    """`leader = you`, `cell.mark = you`."""
    meaning = scene.known.meaning(target)
    you = scene.you()
    if isinstance(meaning, g.FieldRead) and meaning.field.owner in scene.game.tables:
        return clause(f"{said} becomes {'theirs' if you.person == 'they' else 'yours'}")
    return clause(f"{you} {be(you)} now {said}")


def _emptied(scene: Scene, target: n.Expr) -> Step:
    """`x = none`: there is no x any more."""
    match target:
        case n.Attribute(owner, name):
            holder = things.noun(scene, owner)
            said, _ = fields.attribute_words(scene, target, name.text)
            return clause(f"{holder} {have(holder)} no {said} any more")
        case n.Your(name):
            said, _ = fields.attribute_words(scene, target, name.text)
            return clause(f"{scene.you()} have no {said} any more")
        case _:
            noun = things.noun(scene, target)
            return clause(f"there {be(noun)} no {noun.text.removeprefix('the ')} any more")


def _counted(scene: Scene, target: n.Expr, value: n.Expr) -> Step | None:
    """`marks = min(2, marks + 1)`: one more, up to two."""
    match value:
        case n.Call(n.Name("min" | "max" as which), (n.Number(limit), n.Sum(old, sign, more))):
            pass
        case n.Call(n.Name("min" | "max" as which), (n.Sum(old, sign, more), n.Number(limit))):
            pass
        case _:
            return None
    said = things.object_(scene, target)
    if things.noun(scene, old).text != said or (which == "min") != (sign == "+"):
        return None
    amount = things.object_(scene, more)
    if sign == "+":
        return Step(f"add {amount} to {said}, up to {limit}")
    return Step(f"take {amount} from {said}, down to {limit}")


# ---------------------------------------------------------------------------------- flags


def _flag(scene: Scene, target: n.Expr, value: n.Expr) -> Step:
    """A flag is set: `you become ready`, `the Chip is no longer fainted`."""
    about = claims.split(scene, target)
    if not (isinstance(value, n.Word) and value.word in ("yes", "no")):
        said = about.predicate(about.subject) if about is not None else "holds"
        subject = about.subject if about is not None else things.noun(scene, target)
        condition = claims.claim(scene, value)
        if about is None or about.node is None:
            return clause(f"{subject} becomes yes if {condition}, otherwise no")
        return clause(f"from now on {subject} {said} exactly if {condition}")
    on = value.word == "yes"
    if about is not None and about.node is None and not isinstance(target, n.Name):
        about = claims.split(scene, target, on)
        assert about is not None
        return clause(f"from now on {about.subject} {about.predicate(about.subject)}")
    if about is None or about.node is None:
        subject = about.subject if about is not None else things.noun(scene, target)
        return clause(f"{subject} becomes {value.word}")
    return _set_flag(about.subject, about.predicate(about.subject), on, scene, target)


def _set_flag(subject: Noun, said: str, on: bool, scene: Scene, target: n.Expr) -> Step:
    verb, _, rest = said.partition(" ")
    if bare(verb) not in ("is", "are"):
        about = claims.split(scene, target, on)
        assert about is not None
        return clause(f"from now on {subject} {about.predicate(subject)}")
    marked = bare(rest).partition(" ")[0]
    if marked in ("marked", "counted"):
        state = f"now {rest}" if on else f"no longer {rest}"
        return clause(f"{subject} {be(subject)} {state}")
    if on:
        state = bare(rest).partition(" ")[0]
        moved = words.is_prepositional(bare(rest)) or words.is_participle(state)
        become = f"{be(subject)} now" if moved else f"{'become' if subject.many else 'becomes'}"
        return clause(f"{subject} {become} {rest}")
    return clause(f"{subject} {be(subject)} no longer {rest}")
