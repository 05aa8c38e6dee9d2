"""Two things that are the same, or are not; what is nothing, what is yours."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import flags, relatives, things, words
from hoyle.compiler.to_docs.english.fields import attribute_words
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.nouns import IT, Noun, after, be, have, whose
from hoyle.compiler.to_docs.english.said import bare
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.subjects import Claim, on
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t


def is_(scene: Scene, node: n.Expr, left: n.Expr, right: n.Expr, holds: bool) -> Claim:
    """`left is right`, and what it means for nothing, you, owners and flags."""
    match right:
        case n.Text(""):
            return on(scene, left, lambda noun: f"{be(noun, holds)} empty")
        case n.Word("none"):
            return _none(scene, left, holds)
        case n.Word("yes" | "no") if flags.has_flag(scene, left):
            found = flags.flag(scene, left, holds == (right.word == "yes"))
            return found or _same(scene, left, right, holds)
        case n.Word("you"):
            return _is_you(scene, left, holds)
        case n.Name(name):
            flag = flags.flag_of(scene, node, left, name, holds)
            if flag is not None:
                return flag
    match left:
        case n.Attribute(thing, n.Name("owner")):
            who = things.noun(scene, right)
            verb = words.does("owns", who.many, holds)
            return Claim(None, who, lambda _: f"{verb} {things.object_(scene, thing)}")
    return _same(scene, left, right, holds)


def _same(scene: Scene, left: n.Expr, right: n.Expr, holds: bool) -> Claim:
    type_ = scene.known.type_of(left)
    if element(type_) is not None and not isinstance(type_, t.TallyOf):
        said = things.pieces(scene, right).text
        exactly = "exactly " if holds and isinstance(right, n.SetOf) else ""
        return on(scene, left, lambda noun: f"{be(noun, holds)} {exactly}{said}")
    said = _owned_by(scene, left, right) or things.object_(scene, right)
    if things.stands(scene, left):
        return on(scene, left, lambda noun: f"{be(noun, holds)} on {said}")
    if things.stands(scene, right):
        return on(scene, left, lambda noun: f"{be(noun, holds)} where {said} is")
    if isinstance(type_, t.Number) and not isinstance(right, n.Number):
        said = f"the same as {said}"
    return on(scene, left, lambda noun: f"{be(noun, holds)} {said}")


def _owned_by(scene: Scene, left: n.Expr, right: n.Expr) -> str | None:
    """What on the board is whose: `theirs`, `that player’s`."""
    meaning = scene.known.meaning(left)
    if not isinstance(meaning, g.FieldRead) or meaning.field.owner not in scene.game.tables:
        return None
    who, other = things.noun(scene, right), scene.known.meaning(right)
    if not isinstance(scene.known.type_of(right), t.Player):
        return None
    if isinstance(other, g.FieldRead) and other.field.owner in scene.game.tables:
        return None  # two of them are the same player
    return {"they": "theirs", "you": "yours"}.get(who.person) or whose(who)


def _none(scene: Scene, left: n.Expr, holds: bool) -> Claim:
    """That something is not there: `you have no target`."""
    owner: n.Expr | None = None
    match left:
        case n.Attribute(thing, n.Name("owner")):
            verb = "owns"
            who = "nobody" if holds else "somebody"
            return Claim(None, Noun(who), lambda _: f"{verb} {things.object_(scene, thing)}")
        case n.Attribute(owner):
            pass
        case n.Your():
            owner = n.Word("you")
        case n.Name():
            holder = bare_owner(scene, left)
            if holder is None and relatives.is_bare(scene, left, "it"):
                holder = scene.names.get("it", IT)
            if holder is not None:
                said, _ = attribute_words(scene, left, left.text)
                return Claim(n.Word("it"), holder, lambda noun: _has(noun, said, holds))
    if owner is not None:
        assert isinstance(left, n.Attribute | n.Your)
        said, _ = attribute_words(scene, left, left.name.text)
        return on(scene, owner, lambda noun: _has(noun, said, holds))
    said = things.noun(scene, left).text.removeprefix("the ").removeprefix("that ")
    there = f"no {said}" if holds else f"{words.article(bare(said))} {said}"
    return Claim(None, Noun("there"), lambda _: f"is {there}")


def bare_owner(scene: Scene, node: n.Name) -> Noun | None:
    """Whose field a bare name is; None if it is no field of a thing or player."""
    match scene.known.meaning(node):
        case g.FieldRead(of=owner) | g.ValueOf(of=owner) if owner is not None:
            return things.owner_noun(scene, owner)
        case g.Function(args=(owner, *_)):
            return things.owner_noun(scene, owner)
        case _:
            return None


def _has(noun: Noun, said: str, lacks: bool) -> str:
    if words.is_plural(bare(said)):
        return f"{have(noun)} {'nothing' if lacks else 'something'} at {_quoted(said)}"
    if lacks:
        return f"{have(noun)} no {said}"
    return f"{have(noun)} {words.article(bare(said))} {said}"


def _quoted(said: str) -> str:
    return said if bare(said).startswith("“") else f"“{said}”"


def _is_you(scene: Scene, left: n.Expr, holds: bool) -> Claim:
    """That somebody is you, or that something on the board is yours."""
    you = scene.you()
    match left:
        case n.Attribute(thing, n.Name("owner")):
            verb = words.does("owns", you.many, holds)
            return Claim(n.Word("you"), you, lambda _: f"{verb} {things.object_(scene, thing)}")
        case n.Word("it"):
            return on(scene, left, lambda noun: f"{be(noun, holds)} {after(you)}")
    meaning = scene.known.meaning(left)
    if isinstance(meaning, g.FieldRead) and meaning.field.owner in scene.game.tables:
        yours = {"you": "yours", "they": "theirs"}.get(you.person, f"that of {you}")
        return on(scene, left, lambda noun: f"{be(noun, holds)} {yours}")
    other = things.noun(scene, left)
    return Claim(n.Word("you"), you, lambda noun: f"{be(noun, holds)} {other}")
