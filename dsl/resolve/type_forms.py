"""Types as they are written become types as they are meant."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl import codes, nodes
from hoyle.dsl.resolve.relations import either, optional
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    BROKEN,
    FLAG,
    LEAST,
    MOST,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    Broken,
    Cup,
    Kind,
    ListOf,
    Number,
    Optional,
    Place,
    SetOf,
    TallyOf,
    Thing,
    Type,
)


def resolve_type(form: nodes.TypeForm, world: World) -> Type:
    """The type of a parameter, an answer, a local, an option or a cell."""
    match form:
        case nodes.ContainerType():
            return _container(form, world)
        case nodes.OneOf():
            return _refused(
                form.span,
                "`one` is a place on the table, and this is a value.",
                f"Write `{form.element}`, or `{form.element} or none`.",
                world,
            )
        case _:
            return element_form(form, world)


def element_form(form: nodes.SingleType | nodes.EitherType, world: World) -> Type:
    """A type that is no container."""
    match form:
        case nodes.Bounds():
            return bounds_type(form, world)
        case nodes.TypeName():
            return named_type(form, world)
        case nodes.BuiltinType():
            return _builtin(form)
        case nodes.OneOf():
            return optional(named_type(form.element, world))
        case nodes.DiceType():
            return _dice(form, world)
        case nodes.EitherType():
            return _either(form, world)
        case _:
            assert_never(form)


def bounds_type(form: nodes.Bounds, world: World) -> Type:
    """A range as a type; it must not be empty."""
    if form.low > form.high:
        return _refused(
            form.span,
            f"The range {form.low}..{form.high} is empty.",
            f"Put the smaller number first: `{form.high}..{form.low}`.",
            world,
            codes.BAD_RANGE,
        )
    if form.low < LEAST or form.high > MOST:
        return _refused(
            form.span,
            "Numbers go from -1,000,000 to 1,000,000.",
            "Take a smaller range.",
            world,
            codes.BAD_RANGE,
        )
    return Number(form.low, form.high)


def named_type(name: nodes.TypeName, world: World) -> Type:
    """A kind or a component by its name."""
    if name.text in world.game.kinds:
        return Kind(name.text)
    if name.text in world.game.tables:
        return Thing(name.text)
    if name.text == "Place":
        figures = [table.name for table in world.game.tables.values() if table.stands_on]
        if figures:
            return Place(figures[0])
    known = (*world.game.kinds, *world.game.tables)
    world.sink.report(
        codes.UNKNOWN_TYPE,
        name.span,
        f"Nothing declares `{name.text}`.",
        help=did_you_mean(name.text, known)
        or f"Declare it: `kinds {name.text}: …` or `component {name.text} from …`.",
    )
    return BROKEN


def _builtin(form: nodes.BuiltinType) -> Type:
    match form.word:
        case "player":
            return PLAYER
        case "none":
            return NOTHING
        case "flag":
            return FLAG
        case "text":
            return TEXT
        case "number":
            return NUMBER
        case _:
            assert_never(form.word)


def _dice(form: nodes.DiceType, world: World) -> Type:
    if form.die.text in world.game.dice and form.count > 0:
        return Cup(form.die.text, form.count)
    if form.count <= 0:
        return _refused(form.span, "A cup holds at least one die.", "Write `5 d6`.", world)
    world.sink.report(
        codes.UNKNOWN_NAME,
        form.die.span,
        f"There is no die `{form.die.text}`.",
        help=did_you_mean(form.die.text, world.game.dice) or "Declare it: `die d6: 1..6`.",
    )
    return BROKEN


def _either(form: nodes.EitherType, world: World) -> Type:
    """`T or none`, or one of several things."""
    parts = [element_form(option, world) for option in form.options]
    some = [part for part in parts if part != NOTHING]
    if any(isinstance(part, Broken) for part in parts) or not some:
        return BROKEN
    whole = some[0] if len(some) == 1 else _one_of(form, some, world)
    return optional(whole) if len(some) < len(parts) else whole


def _one_of(form: nodes.EitherType, parts: list[Type], world: World) -> Type:
    bare = [part.of if isinstance(part, Optional) else part for part in parts]
    things = [part for part in bare if isinstance(part, Thing)]
    if len(things) < len(parts):
        return _refused(
            form.span,
            "`or` joins components only, or a type and `none`.",
            "Write one type, or two fields.",
            world,
        )
    together = either(tuple(thing.name for thing in things))
    return optional(together) if any(isinstance(part, Optional) for part in parts) else together


def _container(form: nodes.ContainerType, world: World) -> Type:
    of = element_form(form.element, world)
    match form.container:
        case "tally":
            return tally_of(form, of, world)
        case "set" | "bag":
            return container_of(form.span, SetOf, of, world)
        case "list" | "row" | "pile":
            return container_of(form.span, ListOf, of, world)
        case _:
            assert_never(form.container)


def container_of(span: Span, container: type[SetOf] | type[ListOf], of: Type, world: World) -> Type:
    """A set or list; it holds no containers, cups or `none`."""
    if isinstance(of, Broken):
        return BROKEN
    if isinstance(of, Cup | Optional) or of == NOTHING:
        return _refused(
            span, "A set or list holds single things.", "Name the type of one element.", world
        )
    return container(of)


def tally_of(form: nodes.ContainerType, of: Type, world: World) -> Type:
    """`tally of T` counts values of a kind."""
    match of:
        case Kind():
            return TallyOf(of)
        case Broken():
            return BROKEN
        case _:
            return _refused(
                form.span,
                "A tally counts the values of a kind.",
                "Write `set of …` for pieces, or declare the names as `kinds`.",
                world,
            )


def _refused(
    span: Span, message: str, help: str, world: World, code: codes.Code = codes.BAD_TYPE
) -> Type:
    world.sink.report(code, span, message, help=help)
    return BROKEN
