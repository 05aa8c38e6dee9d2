"""What a thing has: its fields, its values, and what every thing has by itself."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.records import record
from hoyle.dsl.resolve import values
from hoyle.dsl.resolve.facts import path_of
from hoyle.dsl.resolve.relations import describe, is_many, plural, strip_none
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.sizes import most_members
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    FLAG,
    PLAYER,
    TEXT,
    Broken,
    Either,
    ListOf,
    Number,
    Optional,
    Place,
    Player,
    SetOf,
    Thing,
    Type,
)


@record
class Given:
    """What things have without a declaration, by the name of its function in `game.Function`."""

    function: str
    type: Type


Attribute = g.Field | g.ValueDecl | g.Lasting | Given


# ---------------------------------------------------------------------------------- finding


def find_attribute(world: World, type_: Type, name: str) -> Attribute | None:
    """What a value of a type has under a name."""
    match type_:
        case Optional(of):
            return find_attribute(world, of, name)
        case Player():
            return _declared(world, "player", name) or _given_player(world, name)
        case Thing(owner):
            return _declared(world, owner, name) or _given_thing(world, owner, name)
        case Either(names):
            found = {_given_thing(world, owner, name) for owner in names}
            return found.pop() if len(found) == 1 else None
        case Place(figure):
            return _of_place(world, figure, name)
        case _:
            return None


def _declared(world: World, owner: str, name: str) -> Attribute | None:
    value = world.game.values.get((owner, name))
    return value or world.fields_of(owner).get(name) or _effect(world, owner, name)


def _effect(world: World, owner: str, name: str) -> g.Lasting | None:
    """A lasting effect asked of whom it is on: `f.raged(foe)`."""
    effect = world.lastings.get(name)
    if effect is None or owner not in world.game.tables:
        return None
    on_it = bool(effect.params) and effect.params[0].type == Thing(owner)
    return effect if on_it or world.game.tables[owner].stands_on else None


def _given_player(world: World, name: str) -> Given | None:
    match name:
        case "seat":
            return Given("seat_of", Number(1, world.game.players[1]))
        case "active":
            return Given("active", FLAG)
        case "name":
            return Given("name_of", TEXT)
        case _:
            return None


def _given_thing(world: World, owner: str, name: str) -> Given | None:
    if name == "name":
        return Given("name_of", TEXT)
    table = world.game.tables[owner]
    if table.form != "component":
        return None
    match name:
        case "owner":
            return Given("owner_of", Optional(PLAYER))
        case "revealed":
            return Given("facing_up", FLAG)
        case "space":
            board = board_of_pieces(world, table)
            return Given("space_of", Optional(Thing(board))) if board else None
        case _ if table.stands_on is not None:
            return _given_figure(owner, table.stands_on, name)
        case _:
            return None


def _given_figure(figure: str, board: str, name: str) -> Given | None:
    match name:
        case "placed":
            return Given("placed", FLAG)
        case "place":
            return Given("place_of", Optional(Place(figure)))
        case "spaces":
            return Given("spaces_of", SetOf(Thing(board)))
        case "level_ground":
            return Given("level_ground", FLAG)
        case _:
            return None


def board_of_pieces(world: World, table: g.Table) -> str | None:
    """The board on which pieces of a component may lie or stand; None if they never do."""
    if table.stands_on is not None:
        return table.stands_on
    boards = [board for board in world.game.tables.values() if board.form == "board"]
    for board in boards:
        zones = (field.zone for field in board.fields.values() if field.zone)
        if any(table.name in zone.holds for zone in zones):
            return board.name
    return None


def _of_place(world: World, figure: str, name: str) -> Attribute | None:
    """A placement has its spaces, and whatever the space of its lead has."""
    board = world.game.tables[figure].stands_on
    if board is None:
        return None
    if name == "spaces":
        return Given("spaces_of", SetOf(Thing(board)))
    if name == "space":
        return Given("space_of", Thing(board))
    return find_attribute(world, Thing(board), name)


def attribute_names(world: World, type_: Type) -> Iterator[str]:
    """Every name that `find_attribute` would find."""
    for owner in world.owners_of(type_):
        yield from world.fields_of(owner)
        yield from (name for of, name in world.game.values if of == owner)
    every = ("owner", "space", "name", "seat", "placed", "place", "spaces", "active")
    yield from (name for name in every if find_attribute(world, type_, name) is not None)


# ---------------------------------------------------------------------------------- reading


def read_attribute(owner: g.Expr, name: nodes.Name, span: Span, scope: Scope) -> g.Expr:
    """`owner.name`."""
    if isinstance(owner.type, Broken):
        return broken(span)
    if is_many(owner.type):
        return _of_many(owner, name, span, scope)
    found = find_attribute(scope.world, owner.type, name.text)
    if found is None:
        return unknown_attribute(owner.type, name, scope)
    return use_attribute(owner, found, span, scope)


def use_attribute(owner: g.Expr, found: Attribute, span: Span, scope: Scope) -> g.Expr:
    """An attribute that was found, of its owner, who must be somebody."""
    if isinstance(owner.type, Optional):
        owner = something(owner, span, scope)
    match found:
        case g.Field():
            return narrowed(field_read(found, _lead(owner, found), span), scope)
        case g.ValueDecl():
            return narrowed(plain_value(found, owner, span, scope), scope)
        case Given(function, type_):
            return narrowed(g.Function(type_, span, function, (owner,)), scope)
        case g.Lasting():
            return begun(found, owner, (), span)


def _lead(owner: g.Expr, field: g.Field) -> g.Expr:
    """A field of a placement is that of its lead's space."""
    if isinstance(owner.type, Place):
        return g.Function(Thing(field.owner), owner.span, "space_of", (owner,))
    return owner


def field_read(field: g.Field, of: g.Expr | None, span: Span) -> g.FieldRead:
    """A field; one with an index means all of it until an index is given."""
    return g.FieldRead(whole_type(field), span, field, of, None)


def whole_type(field: g.Field) -> Type:
    """The type of a field without an index: of an indexed one, all its elements."""
    if field.index is None:
        return field.type
    match field.type:
        case SetOf() | ListOf():
            return field.type
        case Optional(of):
            return SetOf(of)
        case Broken():
            return field.type
        case _:
            return ListOf(field.type)


def plain_value(value: g.ValueDecl, of: g.Expr | None, span: Span, scope: Scope) -> g.Expr:
    """A value without arguments."""
    if value.params:
        names = ", ".join(param.name for param in value.params)
        return scope.report(
            codes.WRONG_ARGUMENTS,
            span,
            f"`{value.name}` needs arguments: {names}.",
            help=f"Write `{value.name}({names})`.",
        )
    return g.ValueOf(values.type_of_value(scope.world, value), span, value, of, ())


def begun(effect: g.Lasting, owner: g.Expr, args: tuple[g.Expr, ...], span: Span) -> g.Expr:
    """Whether a lasting effect is on somebody; its name is the first argument."""
    name = g.Literal(TEXT, span, effect.name)
    return g.Function(FLAG, span, "begun", (name, owner, *args))


def narrowed(expr: g.Expr, scope: Scope) -> g.Expr:
    """What a test has shown to be something is no longer `or none`."""
    if isinstance(expr.type, Optional) and scope.knows(path_of(expr)):
        return g.Cast(expr.type.of, expr.span, expr)
    return expr


def something(owner: g.Expr, span: Span, scope: Scope) -> g.Expr:
    """What may be none, used as something: a place for one is looked into when the game runs."""
    inner = strip_none(owner.type)
    if not (isinstance(owner, g.FieldRead) and owner.field.role == "zone"):
        scope.report(
            codes.MAYBE_NONE,
            owner.span,
            f"This may be none: it is {describe(owner.type)}.",
            help="Test it before, with `… is not none and …` or `if … is not none`.",
        )
    return g.Cast(inner, owner.span, owner)


def _of_many(owner: g.Expr, name: nodes.Name, span: Span, scope: Scope) -> g.Expr:
    """Sets have a size, and nothing else of their own."""
    if name.text == "size":
        return g.Function(Number(0, most_members(owner, scope.world)), span, "size_of", (owner,))
    what = describe(owner.type)
    return scope.report(
        codes.UNKNOWN_ATTRIBUTE,
        name.span,
        f"`{name}` is asked of one thing, and this is {what}.",
        help=f"Write `sum({name} of …)`, `… where {name}`, or `only(…).{name}`.",
    )


def unknown_attribute(type_: Type, name: nodes.Name, scope: Scope) -> g.Expr:
    """Report a name that a thing does not have."""
    if isinstance(strip_none(type_), Either):
        return _of_several(type_, name, scope)
    whole = scope.world.game.values.get((None, name.text))
    if whole is not None:
        return of_the_whole(whole, type_, name, scope)
    known = tuple(attribute_names(scope.world, type_))
    what = describe(strip_none(type_)) if known else describe(type_)
    return scope.report(
        codes.UNKNOWN_ATTRIBUTE,
        name.span,
        f"{what[:1].upper()}{what[1:]} has no `{name}`.",
        help=did_you_mean(name.text, known) or _what_there_is(known, type_),
    )


def of_the_whole(value: g.ValueDecl, type_: Type, name: nodes.Name, scope: Scope) -> g.Expr:
    """A value of the whole game is asked of one thing; if it is broken, that was reported."""
    if isinstance(values.type_of_value(scope.world, value), Broken):
        return broken(name.span)
    owner = strip_none(type_)
    of = owner.name if isinstance(owner, Thing) else "player" if isinstance(owner, Player) else ""
    return scope.report(
        codes.UNKNOWN_ATTRIBUTE,
        name.span,
        f"`{name}` is a value of the whole game, not of {describe(owner)}.",
        labels=(Label(value.span, f"`{name}` is declared here"),),
        help=f"Write `{name}` alone"
        + (f", or declare it as `value {name} of {of} = …`." if of else "."),
    )


def _of_several(type_: Type, name: nodes.Name, scope: Scope) -> g.Expr:
    """One of several things lends only what all things have by themselves."""
    return scope.report(
        codes.UNKNOWN_ATTRIBUTE,
        name.span,
        f"This is {describe(strip_none(type_))}, so it has only `name`, `owner` and `space`.",
        help=f"Look at one sort of things at a time to ask for `{name}`.",
    )


def _what_there_is(known: tuple[str, ...], type_: Type) -> str:
    if not known:
        return "Ask a player or a piece, not this."
    names = ", ".join(f"`{name}`" for name in sorted(set(known))[:8])
    return f"Declare it, or use what there is of {plural(strip_none(type_))}: {names}."
