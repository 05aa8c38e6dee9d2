"""Small things that all statements need: citations, types of elements, what a body leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from hoyle.dsl import game as g
from hoyle.dsl import nodes as n
from hoyle.dsl import types as t
from hoyle.dsl.records import field_names, record
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.resolve.world import World


@record
class Flow:
    """What the deeds of a body stand in.

    `answer` is what the `to` around them gives, `loop` whether a loop is around them, `rolled`
    whether they meet a roll (for one of `purposes`, if there are some), `changed` the locals of the
    whole body that get a second value.
    """

    name: str
    answer: t.Type | None = None
    loop: bool = False
    rolled: bool = False
    changed: frozenset[str] = frozenset()
    purposes: tuple[str, ...] = ()

    def looping(self) -> Flow:
        """Inside a loop."""
        return replace(self, loop=True)


def cites(line: n.Line) -> tuple[str, ...]:
    """The clauses that a line names."""
    return line.cite.clauses() if line.cite else ()


def inside(node: object) -> Iterator[n.Node]:
    """A node of the syntax tree and all nodes in it."""
    waiting: list[Any] = [node]
    while waiting:
        part = waiting.pop()
        kind: Any = part.__class__
        if kind is tuple:
            waiting += part[::-1]
        elif (names := _parts_of(kind)) is not None:
            yield part
            for name in names:
                inner = getattr(part, name)
                if inner is not None and inner.__class__ is not str:
                    waiting.append(inner)


@cache
def _parts_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class of nodes, from the last to the first; None of any other class."""
    if not issubclass(kind, n.Node):
        return None
    return tuple(name for name in reversed(field_names(kind)) if name != "span")


def changed_in(block: n.Block | None) -> frozenset[str]:
    """The bare names that get a new value somewhere in a block."""
    assigned = (
        node.target.text
        for node in inside(block)
        if isinstance(node, (n.Assign, n.Add, n.Subtract)) and isinstance(node.target, n.Name)
    )
    return frozenset(assigned)


def forget_changed(block: n.Block, scope: Scope) -> None:
    """Before a loop: what its body changes is not known at the start of its second turn."""
    for node in inside(block):
        if not isinstance(node, (n.Assign, n.Add, n.Subtract)):
            continue
        match node.target:
            case n.Name(text):
                local = scope.find_local(text)
                scope.forget(*([local] if local else _fields_named(text, scope.world)))
            case n.Attribute(name=name) | n.Your(name=name):
                scope.forget(*_fields_named(name.text, scope.world))
            case _:
                pass


def _fields_named(name: str, world: World) -> list[g.Field]:
    owners = ("table", "player", *world.game.tables)
    found = (world.fields_of(owner).get(name) for owner in owners)
    return [field for field in found if field is not None]


def element_of(type_: t.Type, world: World) -> t.Type:
    """The type of what a container holds."""
    match type_:
        case t.SetOf(of) | t.ListOf(of):
            return of
        case t.TallyOf(of):
            return of
        case t.Cup(die):
            return face_type(world.game.dice[die])
        case _:
            return t.BROKEN


def face_type(die: g.Die) -> t.Type:
    """What one roll of a die shows."""
    if die.kinds is not None:
        return t.Kind(die.kinds)
    return t.Number(min(die.faces), max(die.faces))


def is_container(type_: t.Type) -> bool:
    """Whether a value of a type has elements."""
    return isinstance(type_, (t.SetOf, t.ListOf, t.TallyOf, t.Cup))


def without_none(type_: t.Type) -> t.Type:
    """A type, where a test has shown that it is something."""
    return type_.of if isinstance(type_, t.Optional) else type_


def so_many_arguments(count: int) -> str:
    """How many there are, in words."""
    match count:
        case 0:
            return "no arguments"
        case 1:
            return "one argument"
        case _:
            return f"{count} arguments"
