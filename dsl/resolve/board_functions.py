"""How calls of functions on boards and figures are typed."""

from __future__ import annotations

from hoyle.dsl import codes, nodes
from hoyle.dsl import game as g
from hoyle.dsl.resolve import expressions, set_functions
from hoyle.dsl.resolve.boards import DIRECTION
from hoyle.dsl.resolve.relations import describe, number, strip_none
from hoyle.dsl.resolve.scope import Scope, broken
from hoyle.dsl.types import (
    FLAG,
    NUMBER,
    Broken,
    Either,
    Kind,
    ListOf,
    Number,
    Optional,
    Place,
    SetOf,
    Text,
    Thing,
    Type,
)

FAR = 1024


# ---------------------------------------------------------------------------------- arguments


def _the_board(scope: Scope) -> str | None:
    """The board of a game that has one."""
    boards = [table.name for table in scope.world.game.tables.values() if table.form == "board"]
    return boards[0] if len(boards) == 1 else None


def space(node: nodes.Argument, scope: Scope) -> g.Expr:
    """A space of a board."""
    board = _the_board(scope)
    like = Thing(board) if board is not None and isinstance(node, nodes.Text) else None
    found = expressions.resolve_argument(node, like, scope)
    return found if _is_on_board(found, scope, figures=False) else _no_space(found, scope)


def somewhere(node: nodes.Argument, scope: Scope) -> g.Expr:
    """A space, a placement or a figure."""
    board = _the_board(scope)
    like = Thing(board) if board is not None and isinstance(node, nodes.Text) else None
    found = expressions.resolve_argument(node, like, scope)
    return found if _is_on_board(found, scope, figures=True) else _no_space(found, scope)


def _is_on_board(found: g.Expr, scope: Scope, *, figures: bool) -> bool:
    match found.type:
        case Broken() | Place():
            return True
        case Thing(name):
            table = scope.world.game.tables[name]
            return table.form == "board" or (figures and table.stands_on is not None)
        case Either(names):
            return figures and all(scope.world.game.tables[n].stands_on for n in names)
        case _:
            return False


def _no_space(found: g.Expr, scope: Scope) -> g.Expr:
    if isinstance(found.type, Optional) and isinstance(found.type.of, Thing | Place):
        return expressions.fitted(found, found.type.of, scope)
    return scope.report(
        codes.WRONG_TYPE,
        found.span,
        f"This is {describe(found.type)}, and a space of a board is meant.",
        help="Name a space, such as `your pawn`, or a figure that stands on one.",
    )


def _spaces(found: g.Expr, scope: Scope) -> Thing | None:
    """The board that a space, placement or figure belongs to."""
    match strip_none(found.type):
        case Thing(name):
            table = scope.world.game.tables[name]
            return Thing(table.stands_on or name)
        case Place(figure):
            return Thing(scope.world.game.tables[figure].stands_on or figure)
        case Either(names):
            return Thing(scope.world.game.tables[names[0]].stands_on or names[0])
        case _:
            return None


def _each(node: nodes.Call, scope: Scope, kinds: str) -> list[g.Expr] | None:
    """The arguments of a call, each by a letter: s space, a anything on a board, f figure,
    d direction, n number. None if one is wrong, which was reported."""
    if len(node.arguments) != len(kinds):
        set_functions.wrong_form(node, scope)
        return None
    found = [
        _argument(argument, kind, scope)
        for argument, kind in zip(node.arguments, kinds, strict=True)
    ]
    return None if set_functions.any_broken(found) else found


def _argument(node: nodes.Argument, kind: str, scope: Scope) -> g.Expr:
    match kind:
        case "s":
            return space(node, scope)
        case "a":
            return somewhere(node, scope)
        case "f":
            return _figure(node, scope)
        case "d":
            return expressions.resolve_argument(node, _direction(scope), scope)
        case _:
            return expressions.resolve_argument(node, NUMBER, scope)


def _direction(scope: Scope) -> Type:
    return Kind(DIRECTION) if DIRECTION in scope.world.game.kinds else Text()


def _figure(node: nodes.Argument, scope: Scope) -> g.Expr:
    found = expressions.resolve_argument(node, None, scope)
    if isinstance(found.type, Broken) or scope.world.is_figure(strip_none(found.type)):
        return found
    return scope.report(
        codes.WRONG_TYPE,
        found.span,
        f"This is {describe(found.type)}, and a figure is meant.",
        help="Name a piece whose component `stands on` a board.",
    )


# ---------------------------------------------------------------------------------- boards


def beside(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`beside(s, d)`; on a ring there is always a next space."""
    parts = _each(node, scope, "sd")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    board = scope.world.game.tables[of.name].board
    ring = board is not None and board.shape == "ring"
    return g.Function(of if ring else Optional(of), node.span, "beside", tuple(parts))


def lines(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`lines(n)`: a set of lines, each a list of spaces."""
    parts = _each(node, scope, "n")
    board = _the_board(scope)
    if parts is None:
        return broken(node.span)
    if board is None:
        return _no_board(node, scope)
    return g.Function(SetOf(ListOf(Thing(board))), node.span, "lines", tuple(parts))


def _no_board(node: nodes.Call, scope: Scope) -> g.Expr:
    return scope.report(
        codes.WRONG_TYPE,
        node.span,
        f"`{node.name}` needs a game with one board.",
        help="Declare it: `board of Cell, grid 8 by 8`.",
    )


def line(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`line(s, d)`."""
    parts = _each(node, scope, "sd")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    return g.Function(ListOf(of), node.span, "line", tuple(parts))


def around(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`exits(s)`, `neighbours(s)`; whoever asks may find roads closed."""
    parts = _each(node, scope, "a")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    return g.Function(SetOf(of), node.span, node.name.text, tuple(parts), scope.you)


def distance(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`distance(a, b)`."""
    parts = _each(node, scope, "aa")
    if parts is None or not _one_board(parts, scope):
        return broken(node.span)
    return g.Function(number(0, FAR), node.span, "distance", tuple(parts), scope.you)


def _one_board(parts: list[g.Expr], scope: Scope) -> bool:
    first, second = (_spaces(part, scope) for part in parts)
    if first == second:
        return True
    expressions.mismatch(parts[1], first or NUMBER, scope)
    return False


def steps_to_next(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`steps_to_next(s, S)`."""
    if len(node.arguments) != 2:
        return set_functions.wrong_form(node, scope)
    start = somewhere(node.arguments[0], scope)
    of = _spaces(start, scope)
    if of is None:
        return broken(node.span)
    goals = expressions.resolve_argument(node.arguments[1], SetOf(of), scope)
    if isinstance(goals.type, Broken):
        return broken(node.span)
    most = max(1, len(scope.world.game.tables[of.name].rows))
    return g.Function(number(1, most), node.span, "steps_to_next", (start, goals), scope.you)


def within(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`within(n, s)`."""
    parts = _each(node, scope, "na")
    of = _spaces(parts[1], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    return g.Function(SetOf(of), node.span, "within", tuple(parts))


def landings(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`landings(n, s)`, `landings(n, s, W)`; whoever asks may find roads closed."""
    if len(node.arguments) not in (2, 3):
        return set_functions.wrong_form(node, scope)
    steps = expressions.resolve_argument(node.arguments[0], NUMBER, scope)
    start = somewhere(node.arguments[1], scope)
    of = _spaces(start, scope)
    if of is None or isinstance(steps.type, Broken):
        return broken(node.span)
    parts = [steps, start]
    for avoided in node.arguments[2:]:
        parts.append(expressions.resolve_argument(avoided, SetOf(of), scope))
    if set_functions.any_broken(parts):
        return broken(node.span)
    return g.Function(SetOf(of), node.span, "landings", tuple(parts), scope.you)


def between(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`between(a, b)`."""
    parts = _each(node, scope, "aa")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None or not _one_board(parts, scope):
        return broken(node.span)
    return g.Function(ListOf(of), node.span, "between", tuple(parts))


def arc(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`arc(s, d, w)`."""
    parts = _each(node, scope, "sdn")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    return g.Function(SetOf(of), node.span, "arc", tuple(parts))


def turned(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`left(d)`, `right(d)`, `opposite(d)`."""
    if DIRECTION not in scope.world.game.kinds:
        return _no_board(node, scope)
    parts = _each(node, scope, "d")
    if parts is None:
        return broken(node.span)
    return g.Function(Kind(DIRECTION), node.span, node.name.text, tuple(parts))


def adjacent(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`adjacent(a, b)`."""
    parts = _each(node, scope, "aa")
    if parts is None or not _one_board(parts, scope):
        return broken(node.span)
    return g.Function(FLAG, node.span, "adjacent", tuple(parts))


def rise(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`rise(a, b)`."""
    parts = _each(node, scope, "aa")
    if parts is None or not _one_board(parts, scope):
        return broken(node.span)
    return g.Function(Number(-999, 999), node.span, "rise", tuple(parts))


# ---------------------------------------------------------------------------------- figures


def sees(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`sees(a, b)`."""
    parts = _each(node, scope, "fa")
    if parts is None:
        return broken(node.span)
    return g.Function(FLAG, node.span, "sees", tuple(parts))


def alone(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`alone(f)`."""
    parts = _each(node, scope, "f")
    if parts is None:
        return broken(node.span)
    return g.Function(FLAG, node.span, "alone", tuple(parts))


def on(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`on(s)`: figures of the component that stands on this board."""
    parts = _each(node, scope, "a")
    of = _spaces(parts[0], scope) if parts else None
    if parts is None or of is None:
        return broken(node.span)
    standing = [t.name for t in scope.world.game.tables.values() if t.stands_on == of.name]
    if not standing:
        return _no_board(node, scope)
    return g.Function(SetOf(Thing(standing[0])), node.span, "on", tuple(parts))


def places(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`places(f)`, `ends(f)`."""
    parts = _each(node, scope, "f")
    figure = strip_none(parts[0].type) if parts else None
    if parts is None or not isinstance(figure, Thing):
        return broken(node.span)
    type_ = SetOf(Place(figure.name))
    adjusted = scope.world.lookup_value(None, "ends") if node.name.text == "ends" else None
    if adjusted is not None and adjusted.params[0].type == figure:
        return g.ValueOf(type_, node.span, adjusted, None, tuple(parts))
    return g.Function(type_, node.span, node.name.text, tuple(parts))


def at(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`at(f, p)`: the figure as if it stood there."""
    parts = _each(node, scope, "fa")
    if parts is None:
        return broken(node.span)
    return g.Function(strip_none(parts[0].type), node.span, "at", tuple(parts))


def cost_to(node: nodes.Call, scope: Scope, expected: Type | None) -> g.Expr:
    """`cost_to(f, s)`."""
    parts = _each(node, scope, "fa")
    if parts is None:
        return broken(node.span)
    return g.Function(number(0, 9999), node.span, "cost_to", tuple(parts))
