"""What is done: the verbs, the `to`s, rolls."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.to_docs.english import (
    amounts,
    fields,
    functions,
    groups,
    relatives,
    things,
    words,
)
from hoyle.compiler.to_docs.english.known import element
from hoyle.compiler.to_docs.english.money import money
from hoyle.compiler.to_docs.english.nouns import Group, after
from hoyle.compiler.to_docs.english.said import link, listed
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step, clause
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import record


@record
class Said:
    """A verb with its phrases, by their words."""

    scene: Scene
    object: n.Object | None
    places: dict[str, n.BottomOf | n.ElseChain]
    with_: n.WithPhrase | None
    random: bool
    without: tuple[str, ...]
    adverb: str

    def place(self, *prepositions: str) -> str:
        """Where, in words."""
        return _place(self.scene, self.where(*prepositions))

    def where(self, *prepositions: str) -> n.BottomOf | n.ElseChain:
        """Where, as it is written."""
        return next(self.places[word] for word in prepositions if word in self.places)

    def what(self) -> str:
        """The object, in words."""
        return _object(self.scene, self.object)

    def shuffled(self) -> str:
        """That what lies there is mixed."""
        return " (then shuffled)" if self.adverb == "shuffled" else ""

    def unmet(self) -> str:
        """That some rules, or none, answer."""
        if self.adverb == "quietly":
            return "; no rule answers to this"
        if self.without:
            rules = (link("rule", name, f"“{words.spaced(name)}”") for name in self.without)
            return f", without {listed(rules, 'or')}"
        return ""


def verb(scene: Scene, node: n.Verb) -> Step:
    """A deed of the table of verbs."""
    name = node.name.text
    said = _said(scene, node.object, node.phrases, node.adverb or "")
    if name in VERBS:
        return VERBS[name](said)
    return _walk(said, name)


def draw(scene: Scene, node: n.Draw) -> str:
    """A draw that answers."""
    return _draw(_said(scene, node.object, node.phrases, "")).said


def _said(
    scene: Scene, object: n.Object | None, phrases: tuple[n.Phrase, ...], adverb: str
) -> Said:
    places: dict[str, n.BottomOf | n.ElseChain] = {
        one.preposition: one.place for one in phrases if isinstance(one, n.PlacePhrase)
    }
    with_ = next((one for one in phrases if isinstance(one, n.WithPhrase)), None)
    without = tuple(
        str(name) for one in phrases if isinstance(one, n.Without) for name in one.names
    )
    at_random = any(isinstance(one, n.AtRandom) for one in phrases)
    return Said(scene, object, places, with_, at_random, without, adverb)


def _object(scene: Scene, object: n.Object | None) -> str:
    match object:
        case None:
            return ""
        case n.EveryPiece(type, where):
            every = groups.group(scene, type)
            if where is not None:
                inner = scene.about(type.text)
                every = every.where(*relatives.relative(inner, where, "it", every))
            return every.the().text
        case n.Amount(count, unit):
            return money(scene, count, unit.text)
        case _:
            return after(things.pieces(scene, object))


def _place(scene: Scene, place: n.BottomOf | n.ElseChain) -> str:
    match place:
        case n.BottomOf(zone):
            return f"the bottom of {things.object_(scene, zone)}"
        case n.ElseChain((first, *others)):
            said = things.object_(scene, first)
            for other in others:
                said += f" (or, failing that, {things.object_(scene, other)})"
            return said
        case _:
            raise AssertionError("a place has at least one option")


# ---------------------------------------------------------------------------------- pieces


def _put(said: Said) -> Step:
    if "on" in said.places:
        return Step(f"put {said.what()} on {said.place('on')}{said.unmet()}")
    if said.adverb == "shuffled":
        return Step(f"shuffle {said.what()} into {said.place('into')}")
    return Step(f"put {said.what()} into {said.place('into')}")


def _move(said: Said) -> Step:
    where = said.where("to")
    if isinstance(where, n.ElseChain) and len(where.options) > 1:
        first, *others = (things.object_(said.scene, one) for one in where.options)
        full = ", ".join(f"or to {other} if there is no room" for other in others)
        return Step(f"move {said.what()} to {first}, {full}{said.shuffled()}{said.unmet()}")
    if walked := _walked(said, where):
        return Step(f"move {said.what()} along the ways, {walked}{said.unmet()}")
    how = said.shuffled() + said.unmet()
    if _holds_one(said.scene, where):
        place = said.place("to")
        if holder := _holder(said, where):
            return Step(f"put {said.what()} {holder}{how}")
        verb = "take" if place.startswith(("your ", "their ")) else "put"
        return Step(f"{verb} {said.what()} as {place}{how}")
    return Step(f"move {said.what()} to {said.place('to')}{how}")


def _walked(said: Said, place: n.BottomOf | n.ElseChain) -> str:
    """How far something walks whose walk has one end: `as many spaces as the steps`."""
    match place:
        case n.ElseChain(
            (n.Call(n.Name("only"), (n.Call(n.Name("landings"), (count, who)),)),)
        ) if who == said.object and not isinstance(count, n.OfArgument | n.TypedArgument):
            return amounts.count_of(said.scene, count, "space", "spaces")
        case _:
            return ""


def _holder(said: Said, place: n.BottomOf | n.ElseChain) -> str:
    """A place for one piece on a thing, by the thing: `on that Space, as its token`."""
    match place:
        case n.ElseChain((n.Attribute(owner, name),)):
            type_ = said.scene.known.type_of(owner)
            if not isinstance(type_, t.Thing):
                return ""
            space = said.scene.game.tables[type_.name].form == "board"
            called, _ = fields.attribute_words(said.scene, place.options[0], name.text)
            return (
                f"{'on' if space else 'with'} {things.object_(said.scene, owner)}, as its {called}"
            )
        case _:
            return ""


def _draw(said: Said) -> Step:
    source = said.where("from")
    first = source.options[0] if isinstance(source, n.ElseChain) else source.zone
    sort = _sort(said.scene, first)
    assert said.object is not None
    count = said.object.count if isinstance(said.object, n.Amount) else said.object
    assert not isinstance(count, n.EveryPiece)
    many = amounts.count_of(said.scene, count, sort.one, sort.many)
    random = " at random" if said.random else ""
    to = "as" if _holds_one(said.scene, said.where("to")) else "to"
    return Step(f"draw {many}{random} from {said.place('from')} {to} {said.place('to')}")


def _holds_one(scene: Scene, place: n.BottomOf | n.ElseChain) -> bool:
    """Whether a place is for one piece, which is then called by it."""
    if isinstance(place, n.BottomOf) or len(place.options) > 1:
        return False
    meaning = scene.known.meaning(place.options[0])
    zone = meaning.field.zone if isinstance(meaning, g.FieldRead) else None
    return zone is not None and zone.container == "one"


def _sort(scene: Scene, node: n.Expr) -> Group:
    type_ = scene.known.type_of(node)
    return scene.sort(element(type_) or type_) or Group("piece", "pieces")


def _swap(said: Said) -> Step:
    assert said.with_ is not None
    mine, theirs = said.what(), after(things.pieces(said.scene, said.with_.what))
    owner = said.with_.owner
    if owner is None or owner == n.Word("you"):
        return clause(f"{mine} and {theirs} change places{said.unmet()}")
    whom = things.object_(said.scene, owner)
    return Step(f"give {mine} to {whom} in exchange for {theirs}")


def _shuffle(said: Said) -> Step:
    return Step(f"shuffle {_zone(said)}")


def _zone(said: Said) -> str:
    """The object as a place, not as what lies there."""
    assert said.object is not None
    if isinstance(said.object, n.EveryPiece | n.Amount):
        return said.what()
    return things.object_(said.scene, said.object)


def _reveal(said: Said) -> Step:
    return Step(f"reveal {_zone(said)} to all")


def _hide(said: Said) -> Step:
    return Step(f"hide {_zone(said)} again")


def _look(said: Said) -> Step:
    source = said.where("from")
    first = source.options[0] if isinstance(source, n.ElseChain) else source.zone
    sort = _sort(said.scene, first)
    where = said.place("from")
    object_ = said.places.get("at")
    count = object_.options[0] if isinstance(object_, n.ElseChain) else said.object
    if count is None or isinstance(count, n.EveryPiece | n.Amount):
        return Step(f"look at what lies in {where}, unseen by the others")
    many = amounts.count_of(said.scene, count, sort.one, sort.many)
    return Step(f"look at {many} from {where}, unseen by the others")


def _spend(said: Said) -> Step:
    return Step(f"use up {said.what()}")


def _remove(said: Said) -> Step:
    return Step(f"return {said.what()} to the box")


def _take(said: Said) -> Step:
    return Step(f"take {said.what()} off the board{said.unmet()}")


def _walk(said: Said, name: str) -> Step:
    """A movement of a figure, by its name."""
    along = f", straight on {_direction(said.place('along'))}" if "along" in said.places else ""
    within = f", at a cost of at most {said.place('within')}" if "within" in said.places else ""
    made = words.spaced(name)
    step = f"make {words.article(made)} {made} with {said.what()}"
    return Step(f"{step}{along}{within}{said.unmet()}")


def _direction(said: str) -> str:
    return f"to the {said}" if said.isalpha() else f"in {said}"


# ---------------------------------------------------------------------------------- money, dice


def _units(said: Said) -> str:
    assert said.object is not None
    if isinstance(said.object, n.Amount):
        return said.what()
    assert not isinstance(said.object, n.EveryPiece)
    return money(said.scene, said.object, "")


def _pay(said: Said) -> Step:
    where = said.where("to")
    payer = f" from {said.place('from')}" if "from" in said.places else ""
    if payer == f" from {_units(said).removeprefix('all ')}":
        payer = ""
    if isinstance(where, n.ElseChain) and len(where.options) == 2:
        first, second = (things.object_(said.scene, one) for one in where.options)
        return Step(f"pay {_units(said)}{payer} to {first}, or to {second} if there is none")
    return Step(f"pay {_units(said)}{payer} to {said.place('to')}")


def _gain(said: Said) -> Step:
    return Step(f"take {_units(said)} from {said.place('from')}")


def _lose(said: Said) -> Step:
    assert said.object is not None and not isinstance(said.object, n.EveryPiece | n.Amount)
    dice = amounts.count_of(said.scene, said.object, "die", "dice")
    return Step(f"take {dice} out of {said.place('from')} for good")


def _eliminate(said: Said) -> Step:
    assert said.object is not None and not isinstance(said.object, n.EveryPiece | n.Amount)
    who = things.noun(said.scene, said.object)
    return clause(f"{who} {'are' if who.many else 'is'} out of the game")


def _start(said: Said) -> Step:
    assert said.with_ is not None
    who = things.noun(said.scene, said.with_.what)
    return clause(f"{who} {'are' if who.many else 'is'} the starting player")


def _begin(said: Said) -> Step:
    return clause(f"{_effect(said)} begins")


def _effect(said: Said) -> str:
    match said.object:
        case n.Call(name, arguments):
            whom = functions.for_arguments(said.scene, arguments)
            return f"{link('lasting', name.text, f'“{words.spaced(name.text)}”')}{whom}"
        case n.Name(name):
            return link("lasting", name, f"“{words.spaced(name)}”")
        case _:
            return said.what()


VERBS: dict[str, Callable[[Said], Step]] = {
    "put": _put,
    "move": _move,
    "draw": _draw,
    "swap": _swap,
    "shuffle": _shuffle,
    "reveal": _reveal,
    "hide": _hide,
    "look": _look,
    "pay": _pay,
    "gain": _gain,
    "lose": _lose,
    "spend": _spend,
    "remove": _remove,
    "eliminate": _eliminate,
    "start": _start,
    "begin": _begin,
    "take": _take,
}
"""Every verb of the language; a test compares it with the table of verbs."""


# ---------------------------------------------------------------------------------- rolls, deeds


def rolling(scene: Scene, node: n.RollDeed | n.RollAgain) -> Step:
    """A roll whose number nobody keeps, and one that is made again."""
    match node:
        case n.RollDeed(roll):
            return Step(amounts.rolled(scene, roll))
        case n.RollAgain(None, None):
            return clause("the roll is void and made again")
        case n.RollAgain(count, where):
            many = f"{words.number(count)} of the dice" if count else "the dice"
            only = ""
            if where is not None:
                only = relatives.relative(scene, where, "it", Group("die", "dice"))[1]
            return Step(f"roll {many}{only} again")
