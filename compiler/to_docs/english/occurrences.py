"""A `to` that is done, and what it is given."""

from __future__ import annotations

from hoyle.compiler.to_docs.english import (
    functions,
    things,
    words,
)
from hoyle.compiler.to_docs.english.known import strip
from hoyle.compiler.to_docs.english.nouns import after
from hoyle.compiler.to_docs.english.said import link
from hoyle.compiler.to_docs.english.scene import Scene
from hoyle.compiler.to_docs.english.steps import Step
from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t

_DONE_TO_TEXT = """
    catch take give play resolve sow capture challenge meet visit use claim draw discard sell buy
    explore attack wound cure heal mark reward obey carry bring drop pick reveal add feed free
    build show teach remove destroy repair raise lower return
"""


_DONE_TO = frozenset(_DONE_TO_TEXT.split())


_LEADS_TO_TEXT = "to on onto into in at with for from off out past"


_LEADS_TO = frozenset(_LEADS_TO_TEXT.split())


def perform(scene: Scene, deed: n.Occurrence) -> Step:
    """A `to` is done: `travel`, `catch the Chip`, or by its name, with what it is given."""
    name = deed.name.text
    if name == "original":
        return Step("do what the base game says here")
    said = words.spaced(name)
    if not deed.arguments:
        return Step(_played(name))
    first, _, more = said.partition(" ")
    last = said.rpartition(" ")[2]
    if (first in _DONE_TO and not more) or (more and last in _LEADS_TO):
        things_, rest = given(scene, name, deed.arguments)
        if len(things_) == 1:
            return Step(f"{link('rule', name, said)} {things_[0]}{rest}")
    whom = named(scene, name, deed.arguments)
    if any(_is_thing(scene, name, at) for at in range(len(deed.arguments))):
        return Step(f"carry out {link('rule', name, f'“{said}”')}{whom}")
    return Step(f"{_played(name)}{whom}")


def _played(name: str) -> str:
    """A `to` that is called as what is done: `travel`; one that is called as a thing is played."""
    said = words.spaced(name)
    linked = link("rule", name, said)
    return f"play {words.article(said)} {linked}" if words.is_part_of_game(said) else linked


def _param(scene: Scene, name: str, at: int) -> g.Local | None:
    proc = scene.game.procs.get(name)
    return proc.params[at] if proc is not None and at < len(proc.params) else None


def _argument(scene: Scene, argument: n.Argument) -> str:
    """What is given; of a pawn that is a place, the place."""
    if isinstance(argument, n.TypedArgument | n.OfArgument):
        return after(functions.argument(scene, argument))
    place = things.place_of(scene, argument)
    return place or after(functions.argument(scene, argument))


def _is_thing(scene: Scene, name: str, at: int) -> bool:
    param = _param(scene, name, at)
    return param is None or not isinstance(strip(param.type), t.Number | t.Flag | t.Text)


def named(scene: Scene, name: str, arguments: tuple[n.Argument, ...]) -> str:
    """What a `to` is given, by the names of its parameters: ` (creditor: the rival, amount: 3)`.

    A name of one or two letters says less than what it stands for, which stands alone then.
    """
    shown = []
    for at, argument in enumerate(arguments):
        if argument == n.Name("anyone"):
            continue
        said = _argument(scene, argument)
        param = _param(scene, name, at)
        called = words.spaced(param.name) if param is not None else ""
        if said == "nothing" and param is not None and isinstance(strip(param.type), t.Player):
            said = "nobody"
        letter = len(called) < 3 and _is_thing(scene, name, at)
        if letter or said in (called, f"the {called}"):
            shown.append(said)
        else:
            shown.append(f"{called}: {said}")
    return f" ({', '.join(shown)})" if shown else ""


def given(scene: Scene, name: str, arguments: tuple[n.Argument, ...]) -> tuple[list[str], str]:
    """What a `to` is given: things and players, and numbers and flags by their names."""
    things_: list[str] = []
    rest: list[str] = []
    for at, argument in enumerate(arguments):
        if argument == n.Name("anyone"):
            continue
        param = _param(scene, name, at)
        said = _argument(scene, argument)
        called = words.spaced(param.name) if param is not None else ""
        if not _is_thing(scene, name, at):
            rest.append(said if said in (called, f"the {called}") else f"{called}: {said}")
        elif said == "nothing" and called:
            nobody = f"{called}: nobody" if words.is_prepositional(called) else f"no {called}"
            rest.append(nobody)
        else:
            things_.append(said)
    return things_, f" ({', '.join(rest)})" if rest else ""
