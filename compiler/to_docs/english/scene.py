"""Where a sentence stands: who is spoken to, what the names in it are called."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.compiler.to_docs.english import words
from hoyle.compiler.to_docs.english.known import Known, element, strip
from hoyle.compiler.to_docs.english.nouns import YOU, Group, Noun
from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl import types as t
from hoyle.dsl.records import record


@record(eq=False)
class Scene:
    """The surroundings of a sentence.

    `names` says what is spoken of how (`it`, `this`, `you`, short names of parameters); `bare` is
    the thing whose fields are named bare where nothing is resolved; `loop` the loop that `stop`
    leaves.
    """

    known: Known
    names: Mapping[str, Noun]
    bare: str = ""
    loop: str = ""

    def saying(self, name: str, noun: Noun) -> Scene:
        """The same, with a name spoken of in some way."""
        return Scene(self.known, {**self.names, name: noun}, self.bare, self.loop)

    def about(self, thing: str) -> Scene:
        """The same, among fields of a thing."""
        return Scene(self.known, self.names, thing, self.loop)

    def inside(self, loop: str) -> Scene:
        """The same, inside a loop."""
        return Scene(self.known, self.names, self.bare, loop)

    @property
    def game(self) -> g.Game:
        """The game told."""
        return self.known.game

    def you(self) -> Noun:
        """Who is spoken to."""
        return self.names.get("you", YOU)

    # ---- types in words
    def sort(self, type_: t.Type | None) -> Group | None:
        """What things of a type are called."""
        match type_:
            case t.Player():
                return Group("player", "players", person=True)
            case t.Thing(name) | t.Kind(name):
                return Group(self.known.thing(name), self.known.thing(name, True))
            case t.Either(names):
                one = " or ".join(self.known.thing(name) for name in names)
                return Group(one, " and ".join(self.known.thing(name, True) for name in names))
            case t.Place():
                return Group("place", "places")
            case t.Number():
                return Group("number", "numbers")
            case t.Optional(of):
                return self.sort(of)
            case _:
                return None

    # ---- names
    def another(self, sort: str) -> Noun:
        """A new thing of a sort, told apart from those spoken of already."""
        used = {noun.text for noun in self.names.values()}
        for which in ("", "other ", "third "):
            if f"the {which}{sort}" not in used:
                return Noun(f"the {which}{sort}")
        return Noun(f"one more {sort}")

    def fresh(self, which: str, sort: str, name: str) -> Noun:
        """`that Goal`, `the chosen Goal`; told apart from another that is called so already."""
        used = {noun.text for own, noun in self.names.items() if own != name}
        said = f"{which} {sort}"
        other = which.replace(" ", " other ", 1) if " " in which else f"{which} other"
        return Noun(f"{other} {sort}" if said in used else said)

    def bound(self, name: nodes.Name, that: bool = True) -> Noun:
        """How a name that is bound here is spoken of from now on."""
        local = self.known.local(name)
        return self.local(name.text, local.type if local else None, that)

    def local(self, name: str, type_: t.Type | None, that: bool = False) -> Noun:
        """What a local is called: by its name, or, where that is a letter, by its type."""
        said = words.spaced(name)
        kind = strip(type_) if type_ is not None else None
        many = isinstance(kind, t.SetOf | t.ListOf | t.Cup | t.TallyOf)
        sort = self.sort(kind)
        sort_many = self.sort(element(kind)) if many else None
        if len(name) < 3 and isinstance(kind, t.Number):
            return Noun(name)
        if len(name) < 3 and sort is not None:
            return Noun(f"{'that' if that else 'the'} {sort.one}")
        if sort is not None and said.lower() == sort.one.lower():
            return Noun(f"{'that' if that else 'the'} {sort.one}")
        if words.is_odd(said) or (isinstance(kind, t.TallyOf) and words.is_adjective(said)):
            return Noun(f"“{said}”", many)
        if many and words.is_adjective(said) and sort_many is not None:
            return Noun(f"the {said} {sort_many.many}", True)
        if many and not words.is_plural(said):
            return Noun(f"“{said}”", True)
        if isinstance(kind, t.Number) and words.is_adjective(said):
            return Noun(f"the {said} number")
        return Noun(f"the {said}", many or words.is_plural(said))


def scene(known: Known) -> Scene:
    """The surroundings at the left margin."""
    return Scene(known, {"you": YOU})
