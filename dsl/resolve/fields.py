"""Fields, zones, cups and purses: what the table, the players and the pieces have.

Here every field gets its name, role and type. Starts and sight are expressions; they are resolved
by `resolve_starts` when all names are known and all tables are loaded.
"""

from __future__ import annotations

from typing import Literal as Word

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.resolve.relations import optional
from hoyle.dsl.resolve.type_forms import (
    bounds_type,
    container_of,
    element_form,
    named_type,
    resolve_type,
)
from hoyle.dsl.resolve.usual_starts import counter_for, how_to_start
from hoyle.dsl.resolve.world import World, did_you_mean
from hoyle.dsl.types import (
    BROKEN,
    FLAG,
    NUMBER,
    PLAYER,
    TEXT,
    Broken,
    Cup,
    Either,
    Kind,
    ListOf,
    Number,
    SetOf,
    TallyOf,
    Thing,
    Type,
)

Container = Word["one", "set", "row", "pile", "bag"]
GIVEN = frozenset({"owner", "space", "placed", "place", "spaces", "seat", "level_ground"})


def declare_fields(world: World) -> None:
    """All fields: of components, charts and boards, of the table, of players, and the banks."""
    for name, supply in world.game.supplies.items():
        world.game.table_fields[name] = bank_field(supply)
    for component, _ in world.by_level(nodes.Component):
        _declare_component(world, component)
    for chart, _ in world.by_level(nodes.Chart):
        _declare_lines(world, chart.name.text, chart.lines)
    for board, _ in world.by_level(nodes.Board):
        declare_board_fields(world, board)
    for table, _ in world.by_level(nodes.TableHas):
        _declare_lines(world, "table", table.lines)
    for player, _ in world.by_level(nodes.PlayerHas):
        _declare_lines(world, "player", player.lines)
    _declare_refills(world)


def bank_field(supply: g.Supply) -> g.Field:
    """The bank of a supply: a field of the table that holds whatever nobody has."""
    total = Number(0, supply.total)
    start = g.Literal(total, supply.span, supply.total)
    return g.Field(supply.name, "table", "coins", total, supply.span, start=start, supply=supply)


def _declare_component(world: World, node: nodes.Component) -> None:
    name = node.name.text
    if isinstance(node.rows, nodes.ForEach):
        for dimension in node.rows.dimensions:
            _declare_dimension(world, name, dimension)
    _declare_lines(world, name, node.lines)
    for line in node.lines:
        if isinstance(line, nodes.Stands):
            _stands_on(world, name, line)


def _declare_dimension(world: World, owner: str, dimension: nodes.Dimension) -> None:
    if isinstance(dimension.domain, nodes.Bounds):
        type_ = bounds_type(dimension.domain, world)
    else:
        type_ = named_type(dimension.domain, world)
    name = dimension.name
    add_field(world, g.Field(name.text, owner, "fact", type_, name.span), dimension)


def _stands_on(world: World, owner: str, line: nodes.Stands) -> None:
    board = world.game.tables.get(line.board.text)
    if board is None or board.form != "board":
        world.sink.report(
            codes.UNKNOWN_TYPE,
            line.board.span,
            f"`{line.board}` is no board.",
            help="Name a board that is declared with `board of …`.",
        )
        # What follows is read as if any board had been named: that it is a figure is sure.
        boards = (name for name, table in world.game.tables.items() if table.form == "board")
        world.game.tables[owner].stands_on = next(boards, None)
        return
    world.game.tables[owner].stands_on = line.board.text


Lines = tuple[nodes.ComponentLine | nodes.BoardLine | nodes.Doc, ...]


def _declare_lines(world: World, owner: str, lines: Lines) -> None:
    for line in lines:
        if isinstance(line, nodes.Field):
            declare_field(world, owner, line)


def declare_board_fields(world: World, node: nodes.Board) -> None:
    """What the spaces of a board have, by its shape and by what is declared, and its roads."""
    name = node.space.text
    table = world.game.tables.get(name)
    if table is None or table.board is None:
        return
    for given, type_ in given_facts(node).items():
        add_field(world, g.Field(given, name, "fact", type_, node.span), node)
    _declare_lines(world, name, node.lines)
    for line in node.lines:
        if isinstance(line, nodes.Road):
            road = g.Field(line.name.text, name, "fact", resolve_type(line.type, world), line.span)
            table.board.road_fields[road.name] = road


def given_facts(node: nodes.Board) -> dict[str, Type]:
    """The printed fields that a board has by its shape."""
    match node.shape:
        case nodes.Grid(columns, rows):
            return {"column": Number(1, columns), "row": Number(1, rows)}
        case nodes.Ring(size) | nodes.Track(size):
            return {"number": Number(1, size)}
        case nodes.Hexes():
            wide = Number(1, 1000)
            levels = {"level": Number(-99, 999), "obstacle": Number(0, 999)}
            return {"column": wide, "row": wide, **levels}
        case _:
            return {}


# ---------------------------------------------------------------------------------- one field


def declare_field(world: World, owner: str, node: nodes.Field) -> None:
    """The fields of one line."""
    for slot in node.slots:
        name = slot.name
        role, type_, zone = _shape(world, owner, node)
        field = g.Field(name.text, owner, role, type_, name.span, zone=zone)
        field.index = _index(world, slot)
        field.column = node.column.value if node.column else None
        field.cites = node.cite.clauses() if node.cite else ()
        field.supply = _supply(world, node)
        field.sight = g.Sight("down" if zone and zone.container in ("pile", "bag") else "up")
        add_field(world, field, node)
        _check_line(world, node, field)


def add_field(world: World, field: g.Field, node: nodes.Node) -> None:
    """A field into the fields of its owner; its name must be free there."""
    fields = world.fields_of(field.owner)
    before = fields.get(field.name)
    if before is not None and not isinstance(world.node_of.get(before), nodes.Board):
        world.sink.report(
            codes.NAME_TWICE,
            field.span,
            f"`{field.name}` is declared twice.",
            labels=(Label(before.span, "it is declared here, too"),),
            help="Rename one of the two.",
        )
        return
    if field.owner == "table":
        name = nodes.Name(field.name, span=field.span)
        if not world.claim(name, "a field of the table", field):
            return
    if field.name in GIVEN:
        _given(world, field)
    fields[field.name] = field
    world.node_of[field] = node


def _given(world: World, field: g.Field) -> None:
    thing = field.owner in world.game.tables
    component = thing and world.game.tables[field.owner].form == "component"
    if (field.name in ("owner", "space") and component) or (
        field.name == "seat" and field.owner == "player"
    ):
        world.sink.report(
            codes.NAME_TWICE,
            field.span,
            f"Every {field.owner} has a `{field.name}` by itself.",
            help="Take another name for the field.",
        )


def _index(world: World, slot: nodes.Slot) -> Type | None:
    match slot.index:
        case None:
            return None
        case nodes.Bounds():
            return bounds_type(slot.index, world)
        case nodes.TypeName():
            return named_type(slot.index, world)


def _supply(world: World, node: nodes.Field) -> g.Supply | None:
    if node.bank is None:
        return None
    supply = world.game.supplies.get(node.bank.text)
    if supply is None:
        world.sink.report(
            codes.UNKNOWN_NAME,
            node.bank.span,
            f"There is no supply `{node.bank}`.",
            help=did_you_mean(node.bank.text, world.game.supplies)
            or f"Declare it: `supply {node.bank}: 90 coins`.",
        )
    return supply


Shape = tuple[Word["fact", "cell", "zone", "cup", "coins"], Type, g.ZoneSpec | None]


def _shape(world: World, owner: str, node: nodes.Field) -> Shape:
    """Role and type of a field, and how it holds pieces if it does."""
    if node.bank is not None:
        supply = world.game.supplies.get(node.bank.text)
        return "coins", Number(0, supply.total) if supply else BROKEN, None
    if node.type is None:
        return "cell", _type_of_start(world, node.start), None
    zone = _zone(world, owner, node)
    if zone is not None:
        return "zone", zone[0], zone[1]
    type_ = resolve_type(node.type, world)
    if isinstance(type_, Cup):
        return "cup", type_, None
    if node.start is None and owner not in ("table", "player"):
        return "fact", type_, None
    return "cell", type_, None


def _zone(world: World, owner: str, node: nodes.Field) -> tuple[Type, g.ZoneSpec] | None:
    """The type and specification of a field that holds pieces; None if it does not."""
    form = node.type
    one = _places_one(form)
    if one is not None and node.start is None:
        of = element_form(one, world)
        return optional(of), g.ZoneSpec("one", _held(of), 1, None)
    if not isinstance(form, nodes.ContainerType) or node.start is not None:
        return None
    match form.container:
        case "row" | "pile":
            of = element_form(form.element, world)
            return container_of(form.span, ListOf, of, world), _spec(form, form.container, of)
        case "bag":
            of = element_form(form.element, world)
            return container_of(form.span, SetOf, of, world), _spec(form, "bag", of)
        case "set" if owner in ("table", "player") or node.seen or form.room is not None:
            of = element_form(form.element, world)
            if all(world.game.tables[name].form == "component" for name in _held(of)):
                return container_of(form.span, SetOf, of, world), _spec(form, "set", of)
    return None


def _places_one(form: nodes.TypeForm | None) -> nodes.SingleType | nodes.EitherType | None:
    """What lies in a place for one: `one Card`, `one Card or Stone`."""
    match form:
        case nodes.OneOf(element):
            return element
        case nodes.EitherType(options) if any(isinstance(part, nodes.OneOf) for part in options):
            bare = tuple(
                part.element if isinstance(part, nodes.OneOf) else part for part in options
            )
            return nodes.EitherType(bare, span=form.span)
        case _:
            return None


def _spec(form: nodes.ContainerType, container: Container, of: Type) -> g.ZoneSpec:
    return g.ZoneSpec(container, _held(of), form.room, None)


def _held(of: Type) -> tuple[str, ...]:
    match of:
        case Thing(name):
            return (name,)
        case Either(names):
            return names
        case _:
            return ()


def _type_of_start(world: World, start: nodes.Expr | None) -> Type:
    """The type of a field that tells only its start: `fainted = no`, `marks = 0`."""
    match start:
        case nodes.Word(word="yes" | "no"):
            return FLAG
        case nodes.Number() | nodes.Signed():
            return NUMBER
        case nodes.Text():
            return TEXT
        case nodes.Name(text) if text in world.kind_values:
            return Kind(world.kind_values[text][0])
        case nodes.Piece(type=name):
            return named_type(name, world)
        case nodes.Word(word="you"):
            return PLAYER
        case _:
            if start is not None:
                world.sink.report(
                    codes.BAD_TYPE,
                    start.span,
                    "This start does not tell the type of the field.",
                    help="Write the type before it: `leader: player or none = none`.",
                )
            return BROKEN


def _check_line(world: World, node: nodes.Field, field: g.Field) -> None:
    """What a field of this role must have, and may not have."""
    held = field.zone.holds if field.zone else ()
    if field.zone is not None and not isinstance(field.type, Broken):
        pieces = [name for name in held if world.game.tables[name].form == "component"]
        if len(pieces) < len(held) or not held:
            world.sink.report(
                codes.BAD_TYPE,
                node.span,
                f"`{field.name}` holds pieces, and only components are pieces.",
                help="Name a component, or give the field a start: `= {}`.",
            )
    if field.role == "cell" and isinstance(field.type, TallyOf):
        _report_tally(world, field)
    elif field.role == "cell" and node.start is None and not isinstance(field.type, Broken):
        world.sink.report(
            codes.MISSING_START,
            field.span,
            f"`{field.name}` changes and shows no start.",
            help=how_to_start(field, world),
        )


def _report_tally(world: World, field: g.Field) -> None:
    """What counts and changes is a counter for each; what is done with it is not reported, too."""
    counter = counter_for(field, world)
    world.sink.report(
        codes.BAD_TYPE,
        field.span,
        f"`{field.name}` changes, and a tally is printed.",
        help=f"Write a counter for each: `{counter}`." if counter else "Write a counter for each.",
    )
    field.type = BROKEN


def _declare_refills(world: World) -> None:
    """`refilled from discards`: the other zone, of the same owner or of the table."""
    for owner in ("table", "player", *world.game.tables):
        for field in world.fields_of(owner).values():
            node = world.node_of.get(field)
            if isinstance(node, nodes.Field) and not isinstance(field.type, Broken):
                for seen in node.seen:
                    if isinstance(seen, nodes.RefilledFrom):
                        _declare_refill(world, field, seen)


def _declare_refill(world: World, field: g.Field, seen: nodes.RefilledFrom) -> None:
    name, zone = seen.zone.text, field.zone
    source = world.fields_of(field.owner).get(name) or world.game.table_fields.get(name)
    piles = zone is not None and zone.container in ("pile", "bag", "row")
    if zone is None or not piles or source is None or source.zone is None:
        _report_refill(world, seen, f"`{field.name}` cannot be refilled from `{name}`.")
    elif zone.refill is not None:
        _report_refill(world, seen, f"Where `{field.name}` is refilled from is said twice.")
    else:
        field.zone = g.ZoneSpec(zone.container, zone.holds, zone.room, source)


def _report_refill(world: World, seen: nodes.RefilledFrom, message: str) -> None:
    world.sink.report(
        codes.UNKNOWN_NAME,
        seen.span,
        message,
        help="Refill a pile, a bag or a row, from one zone of the same pieces.",
    )
