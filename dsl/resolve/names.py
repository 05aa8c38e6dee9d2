"""Names: locals, attributes in reach, names of the whole game, names of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.articles import ARTICLES
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.attributes import (
    Given,
    attribute_names,
    field_read,
    find_attribute,
    narrowed,
    plain_value,
    unknown_attribute,
    use_attribute,
)
from hoyle.dsl.resolve.relations import describe, with_article
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.seats import seat_names
from hoyle.dsl.source import Span
from hoyle.dsl.types import (
    FLAG,
    NOTHING,
    PLAYER,
    TEXT,
    Broken,
    Kind,
    Number,
    SetOf,
    Thing,
)

LEAST_SEATS = 6  # names that people try

# What a walk calls the spaces that it leaves, enters and began on.
WALKED = ("here", "there", "walk_start")


def resolve_name(node: nodes.Name, scope: Scope) -> g.Expr:
    """A bare name; if it could mean two things here, that is an error."""
    local = scope.find_local(node.text)
    owners = [
        owner
        for owner in scope.elements
        if find_attribute(scope.world, owner.type, node.text) is not None
    ]
    if local is None and len(owners) == 1 and _only_of(owners[0], node.text, scope.world):
        return _bare_attribute(node, owners[0], scope)
    if local is not None and (not owners or local in scope.world.clashing):
        return narrowed(scope.ref(local, node.span), scope)
    if owners:
        return _ambiguous(node, local, owners, scope)
    if scope.standing and scope.this is not None:
        ground = _under_figure(node, scope.this, scope)
        if ground is not None:
            return ground
    if node.text in scope.road_fields:
        road, field = scope.road_fields[node.text]
        return narrowed(field_read(field, scope.ref(road, node.span), node.span), scope)
    return _of_the_game(node, scope)


def _only_of(owner: g.Local, name: str, world: World) -> bool:
    """Whether a name means an attribute and nothing else in the game."""
    named = world.names.get(name)
    return named is None or named.thing is find_attribute(world, owner.type, name)


def _bare_attribute(node: nodes.Name, owner: g.Local, scope: Scope) -> g.Expr:
    found = find_attribute(scope.world, owner.type, node.text)
    assert found is not None
    of = narrowed(scope.ref(owner, node.span), scope)
    return use_attribute(of, found, node.span, scope)


def _under_figure(node: nodes.Name, figure: g.Local, scope: Scope) -> g.Expr | None:
    """An attribute of the space on which a figure stands; None if spaces have none of that name."""
    place = find_attribute(scope.world, figure.type, "space")
    if not isinstance(place, Given) or not scope.world.has_attribute(place.type, node.text):
        return None
    space = use_attribute(scope.ref(figure, node.span), place, node.span, scope)
    found = find_attribute(scope.world, space.type, node.text)
    assert found is not None
    return use_attribute(space, found, node.span, scope)


def _ambiguous(
    node: nodes.Name, local: g.Local | None, owners: list[g.Local], scope: Scope
) -> g.Expr:
    what = [f"`{node}` of {describe(owner.type)}" for owner in owners]
    labels = []
    if local is not None:
        what.append(f"the local `{node}`")
        labels.append(Label(local.span, f"the local `{node}`"))
    elif len(owners) == 1:
        named = scope.world.names[node.text]
        what.append(named.what)
        labels.append(Label(named.span, f"`{node}` is {named.what}"))
    return scope.report(
        codes.AMBIGUOUS_NAME,
        node.span,
        f"`{node}` could be {' or '.join(what)}.",
        labels=labels,
        help=f"Name the element: `… x where x.{node} …`, or write whose it is: `this.{node}`.",
    )


def _of_the_game(node: nodes.Name, scope: Scope) -> g.Expr:
    """A name of the whole game."""
    world = scope.world
    match node.text:
        case "players":
            return g.AllOf(SetOf(PLAYER), node.span, "players")
        case "others":
            return _others(node, scope)
        case name if name in WALKED and (board := _walked_board(world)) is not None:
            return g.Function(Thing(board), node.span, name, ())
        case "rise" if _walked_board(world) is not None:
            return g.Function(Number(-999, 999), node.span, "rise_of_step", ())
    found = world.names.get(node.text)
    if found is None:
        return _unknown(node, scope)
    match found.thing:
        case g.Kinds():
            return kind_value(node.text, node.span, world)
        case g.Field() as field:
            return narrowed(field_read(field, None, node.span), scope)
        case g.Option() as option:
            return g.OptionRead(option.type, node.span, option)
        case g.ValueDecl() as value:
            return narrowed(
                plain_value(world.game.values[None, value.name], None, node.span, scope), scope
            )
        case g.Supply() as supply:
            return field_read(world.game.table_fields[supply.name], None, node.span)
        case _:
            return _no_value(node, found.what, scope)


def _others(node: nodes.Name, scope: Scope) -> g.Expr:
    """All players but you."""
    you = the_player(node.span, scope, "others")
    everybody = g.AllOf(SetOf(PLAYER), node.span, "players")
    you_alone = g.SetLiteral(SetOf(PLAYER), node.span, (you,))
    return g.Join(SetOf(PLAYER), node.span, "except", everybody, you_alone)


def kind_value(name: str, span: Span, world: World) -> g.Expr:
    """A value of a kind."""
    kinds, index = world.kind_values[name]
    return g.Literal(Kind(kinds), span, index)


def _walked_board(world: World) -> str | None:
    boards = (table.stands_on for table in world.game.tables.values())
    return next((board for board in boards if board is not None), None)


def _no_value(node: nodes.Name, what: str, scope: Scope) -> g.Expr:
    proc = scope.world.lookup_proc(node.text)
    if proc is not None and proc.gives is not None:
        help = f"Write `{node}(…)` to do it and use its answer."
    elif node.text in scope.world.game.dice:
        help = f"Write `roll {node}`."
    else:
        help = "Do it on a line of its own, or name a value."
    return scope.report(
        codes.DEED_AS_VALUE, node.span, f"`{node}` is {what}, and a value is meant.", help=help
    )


def _unknown(node: nodes.Name, scope: Scope) -> g.Expr:
    if node.text == scope.taking:
        return _not_named_yet(node, scope)
    if _told_already(node, scope):
        return broken(node.span)
    return scope.report(
        codes.UNKNOWN_NAME,
        node.span,
        f"Nothing here is called `{node}`.",
        help=_nearest(node, scope) or _where_it_is(node, scope),
    )


def _nearest(node: nodes.Name, scope: Scope) -> str | None:
    """What was meant, perhaps; of a word as short as `a` that cannot be told."""
    return did_you_mean(node.text, visible_names(scope)) if len(node.text) > 1 else None


def _told_already(node: nodes.Name, scope: Scope) -> bool:
    """Whether what makes a name unknown was reported: its owner, or the name itself before.

    In a value that is said of nothing it is told once that it wants an owner.
    """
    reported = scope.world.sink.has_errors or bool(scope.world.circular)
    if reported and any(isinstance(owner.type, Broken) for owner in scope.elements):
        return True
    asks_a_thing = scope.of_nothing and _owner_of(node.text, scope.world) is not None
    word = "of T" if asks_a_thing else node.text
    before = word in scope.told
    scope.told.add(word)
    return before


def _owner_of(name: str, world: World) -> str | None:
    """The first sort of things that have something of this name."""
    owners = (Thing(table) for table in world.game.tables)
    return next((one.name for one in owners if find_attribute(world, one, name)), None)


def _not_named_yet(node: nodes.Name, scope: Scope) -> g.Expr:
    """The name of what is taken from a set, used in the set itself."""
    return scope.report(
        codes.UNKNOWN_NAME,
        node.span,
        f"`{node}` has its name only after it is taken from this set.",
        help=f"Say `it` here for `{node}`, or give the elements a name: `S x where … x …`.",
    )


def _where_it_is(node: nodes.Name, scope: Scope) -> str:
    """Somebody's attribute was meant, perhaps, or a word that no line of rules has."""
    from hoyle.dsl.resolve.functions import FUNCTIONS  # which needs this module

    if node.text in FUNCTIONS:
        return f"Write {' or '.join(f'`{form}`' for form in FUNCTIONS[node.text].forms)}."
    if node.text in ARTICLES:
        return f"Leave `{node}` out: things are told by their names alone."
    if node.text in seat_names(LEAST_SEATS):
        return "Seats have names in examples only: write `first(players)`, or give a name by `let`."
    if find_attribute(scope.world, PLAYER, node.text) is not None:
        return f"Say whose it is: `your {node}`, or `p.{node}`."
    owner = _owner_of(node.text, scope.world)
    if owner is not None and scope.of_nothing:
        return f"Say of what it is: `value {scope.of_nothing} of {owner} = …`, or write `x.{node}`."
    if owner is not None:
        return f"Say whose it is: `x.{node}`, where x is {with_article(owner)}."
    return "Declare it before the game begins, or with `let` on a line above."


def visible_names(scope: Scope) -> Iterator[str]:
    """Every name that could stand here."""
    yield from scope.visible_locals()
    for owner in scope.elements:
        yield from attribute_names(scope.world, owner.type)
    yield from scope.world.names
    yield from ("players", "others")


# ---------------------------------------------------------------------------------- words


def resolve_word(node: nodes.Word, scope: Scope) -> g.Expr:
    """`yes`, `no`, `none`, `you`, `it`, `this`, `bearer`."""
    match node.word:
        case "yes" | "no":
            return g.Literal(FLAG, node.span, node.word == "yes")
        case "none":
            return g.Literal(NOTHING, node.span, None)
        case "you":
            return the_player(node.span, scope, "you")
        case "it":
            return _subject(node, scope.it, scope, "No element is looked at here.")
        case "this":
            return _subject(node, scope.this, scope, "These rules are about no thing.")
        case "bearer":
            return _subject(node, scope.bearer, scope, "No figure bears these rules.")


def _subject(node: nodes.Word, local: g.Local | None, scope: Scope, message: str) -> g.Expr:
    if local is not None:
        return narrowed(scope.ref(local, node.span), scope)
    helps = {
        "it": "Use `it` after `where`, `of`, `with most` …, or give the thing a name.",
        "this": "Use `this` in a `value … of T` or among the rules of a piece.",
        "bearer": "Use `bearer` among rules of what figures bear.",
    }
    return scope.report(codes.NO_SUBJECT, node.span, message, help=helps[node.word])


def the_player(span: Span, scope: Scope, word: str) -> g.Expr:
    """Who is addressed; reported where nobody can be."""
    if scope.you is None:
        return _nobody(span, scope, word)
    if isinstance(scope.you, g.LocalRef):
        return narrowed(scope.ref(scope.you.local, span), scope)
    return scope.you


def _nobody(span: Span, scope: Scope, word: str) -> g.Expr:
    """Nobody is addressed; of one value it is told once."""
    help = "Put it into `each player`, `as P`, `turn` or a `to`, or name the player: "
    help += "`any p in players has p.score > 9`."
    if scope.of_nothing:
        if "you" in scope.told:
            return broken(span)
        scope.told.add("you")
        help = f"Say whose it is: `value {scope.of_nothing} of player = …`."
    return scope.report(
        codes.NOBODY_ADDRESSED,
        span,
        f"Nobody is addressed here, so `{word}` is nobody.",
        help=help,
    )


def resolve_your(node: nodes.Your, scope: Scope) -> g.Expr:
    """`your hand`."""
    you = the_player(node.span, scope, "your")
    if not isinstance(you, g.LocalRef | g.Cast):
        return broken(node.span)
    found = find_attribute(scope.world, PLAYER, node.name.text)
    if found is None:
        return unknown_attribute(PLAYER, node.name, scope)
    return use_attribute(you, found, node.span, scope)


def resolve_type_name(node: nodes.TypeName, scope: Scope) -> g.Expr:
    """All of a kind or component."""
    game = scope.world.game
    if node.text in game.kinds:
        return g.AllOf(SetOf(Kind(node.text)), node.span, node.text)
    if node.text in game.tables:
        return g.AllOf(SetOf(Thing(node.text)), node.span, node.text)
    return scope.report(
        codes.UNKNOWN_TYPE,
        node.span,
        f"Nothing declares `{node}`.",
        help=did_you_mean(node.text, (*game.kinds, *game.tables))
        or _in_quotes(node, scope.world)
        or f"Declare it: `kinds {node}: …` or `component {node} from …`.",
    )


def _in_quotes(node: nodes.TypeName, world: World) -> str | None:
    """A piece that was named without its quotes."""
    rows = (row for table in world.game.tables.values() for row in table.rows)
    return f'Write `"{node}"`.' if any(row.name == node.text for row in rows) else None


def resolve_special(owner: nodes.Name, name: nodes.Name, span: Span, scope: Scope) -> g.Expr | None:
    """`scenario.map` and `bank.coins`; None of anything else."""
    world = scope.world
    if scope.find_local(owner.text) is not None:
        return None
    if owner.text == "scenario":
        return _setting(name, span, scope)
    supply = world.game.supplies.get(owner.text)
    if supply is None:
        return None
    if name.text != supply.unit:
        return scope.report(
            codes.UNKNOWN_ATTRIBUTE,
            name.span,
            f"`{owner}` has no `{name}`.",
            help=f"Write `{owner}.{supply.unit}`.",
        )
    return field_read(world.game.table_fields[supply.name], None, span)


def _setting(name: nodes.Name, span: Span, scope: Scope) -> g.Expr:
    if name.text == "name":
        return g.SettingRead(TEXT, span, "name", scope.world.scenario or "")
    found = scope.world.settings.get(name.text)
    if found is not None:
        return g.SettingRead(found[0], span, name.text, found[1])
    return scope.report(
        codes.UNKNOWN_NAME,
        name.span,
        f"No scenario has a setting `{name}`.",
        help=did_you_mean(name.text, scope.world.settings)
        or f"Write `{name} = …` in the scenario.",
    )
