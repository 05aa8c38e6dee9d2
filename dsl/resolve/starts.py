"""What fields start with and who sees them, when roads are closed, what figures bear.

These are expressions of declarations; they are resolved when all names and rows are known.
"""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve.expressions import resolve_condition, resolve_expr, resolve_set
from hoyle.dsl.resolve.facts import shown
from hoyle.dsl.resolve.scope import top
from hoyle.dsl.resolve.sight import sight_of
from hoyle.dsl.resolve.signatures import subject_type
from hoyle.dsl.resolve.sizes import values_of
from hoyle.dsl.resolve.world import World
from hoyle.dsl.types import PLAYER, Thing

WHY = "a start is known before anything happens"


def resolve_starts(world: World) -> None:
    """Starts and sight of all fields; a start that is no constant is looked at with its owner."""
    for owner in _owners(world):
        for field in world.fields_of(owner).values():
            node = world.node_of.get(field)
            if isinstance(node, nodes.Field):
                _resolve_field(world, owner, field, node)


def _owners(world: World) -> tuple[str, ...]:
    return ("table", "player", *world.game.tables)


def _resolve_field(world: World, owner: str, field: g.Field, node: nodes.Field) -> None:
    scope = top(world).pure(WHY)
    if owner != "table":
        field.this = g.Local("this", subject_type(owner), field.span, "this")
        scope = scope.about(field.this, bare=owner != "player")
    if owner == "player" and field.this is not None:
        scope.you = g.LocalRef(PLAYER, field.span, field.this)
    if node.start is not None:
        field.start = resolve_expr(node.start, scope, field.type)
        _check_coins(world, field, node)
    field.sight = sight_of(field, node, scope)


def _check_coins(world: World, field: g.Field, node: nodes.Field) -> None:
    """Money to start with must be there, for everybody and in every place of the supply."""
    if field.role != "coins" or field.supply is None or node.bank is None:
        return
    supply, own = field.supply, _started_with(world, field)
    places = [place for owner in _owners(world) for place in world.fields_of(owner).values()]
    earlier = places[: places.index(field)]
    held = sum(_started_with(world, x) for x in earlier if x.supply == supply)
    if own and held + own > supply.total:
        before = f" and {held} before them" if held else ""
        world.sink.report(
            codes.BAD_RANGE,
            node.span,
            f"These {own} units{before} are more than the {supply.total} that `{supply.name}` has.",
            help="Put more into the supply, or start with less.",
        )


def _started_with(world: World, field: g.Field) -> int:
    """How many units lie in all places of a field when the game begins; 0 in the supply itself."""
    if field.role != "coins" or field.name in world.game.supplies:
        return 0
    match field.start:
        case g.Literal(value=int(each)):
            places = 1 if field.index is None else values_of(field.index, world)
            return each * places * _owners_of(world, field)
        case _:
            return 0


def _owners_of(world: World, field: g.Field) -> int:
    match field.owner:
        case "table":
            return 1
        case "player":
            return world.game.players[1]
        case thing:
            return len(world.game.tables[thing].rows)


# ---------------------------------------------------------------------------------- roads, bearers


def resolve_boards(world: World) -> None:
    """`road closed when C`: asked of the way from `here` to `there` by whoever wants to go."""
    for node, _ in world.by_level(nodes.Board):
        table = world.game.tables.get(node.space.text)
        if table is not None and table.board is not None:
            closed = (line for line in node.lines if isinstance(line, nodes.RoadClosed))
            table.board.closed += tuple(
                _closed(world, table.name, table.board, line) for line in closed
            )


Closed = tuple[g.Local, g.Local, g.Local, g.Local, g.Expr]


def _closed(world: World, name: str, board: g.Board, line: nodes.RoadClosed) -> Closed:
    span = line.span.first()
    here = g.Local("here", Thing(name), span, "bound")
    there = g.Local("there", Thing(name), span, "bound")
    road = g.Local("road", Thing(name), span, "bound")
    you = g.Local("you", PLAYER, span, "you")
    scope = top(world).addressed(you).pure("it is looked at wherever somebody goes")
    scope.add(here)
    scope.add(there)
    for field in board.road_fields.values():
        scope.road_fields[field.name] = (road, field)
    return here, there, road, you, resolve_condition(line.condition, scope)


def resolve_bears(world: World) -> None:
    """`bears powers, held when placed`: where the rules of a figure come from."""
    for node, _ in world.by_level(nodes.Component):
        table = world.game.tables.get(node.name.text)
        for line in node.lines:
            if isinstance(line, nodes.Bears) and table is not None:
                table.bears += _bears(world, table, line)
            elif isinstance(line, nodes.Stands) and table is not None:
                _trail(world, table, line)


Borne = tuple[g.Local, g.Expr, g.Expr | None]


def _bears(world: World, table: g.Table, line: nodes.Bears) -> tuple[Borne, ...]:
    this = g.Local("this", Thing(table.name), line.span.first(), "this")
    scope = top(world).about(this).pure("what is borne is only looked at")
    when = resolve_condition(line.when.condition, scope) if line.when else None
    inner = scope.if_(shown(when, True)) if when is not None else scope
    return tuple((this, resolve_set(part, inner), when) for part in line.parts)


def _trail(world: World, table: g.Table, line: nodes.Stands) -> None:
    """`trail of 2 when C`: figures that stand on more than one space."""
    if line.trail is None or line.condition is None:
        return
    if line.trail != 2:
        world.sink.report(
            codes.BAD_RANGE,
            line.span,
            f"A trail of {line.trail} spaces is not built.",
            help="Write `trail of 2`.",
        )
    this = g.Local("this", Thing(table.name), line.span.first(), "this")
    scope = top(world).about(this).pure("it is printed")
    table.trail = (line.trail, this, resolve_condition(line.condition, scope))
