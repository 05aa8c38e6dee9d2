"""The functions of the language: one table, for resolving calls and for the reference.

Each function says how it is written, what it answers, and how a call of it is typed. Those on sets
are typed in `set_functions.py`, those on boards and figures in `board_functions.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl import game as g
from hoyle.dsl import nodes
from hoyle.dsl.records import record
from hoyle.dsl.resolve import board_functions as board
from hoyle.dsl.resolve import set_functions as sets
from hoyle.dsl.resolve.scope import Scope
from hoyle.dsl.types import Type

Resolve = Callable[[nodes.Call, Scope, Type | None], g.Expr]


@record
class Builtin:
    """A function: its ways to be written, its answer in words, and how a call is typed."""

    name: str
    forms: tuple[str, ...]
    answer: str
    resolve: Resolve
    group: str = "sets"


_ALL = (
    Builtin("count", ("count(S)",), "how many there are, also in a zone, tally or cup", sets.count),
    Builtin("sum", ("sum(E of S)", "sum(S)"), "the sum; of nothing 0", sets.fold),
    Builtin(
        "min",
        ("min(a, b)", "min(E of S)", "min(S)"),
        "the least; of nothing an error of the rules",
        sets.fold,
    ),
    Builtin(
        "max",
        ("max(a, b)", "max(E of S)", "max(S)"),
        "the greatest; of nothing an error of the rules",
        sets.fold,
    ),
    Builtin("distinct", ("distinct(E of S)",), "the set of the values", sets.fold),
    Builtin(
        "sorted", ("sorted(E of S)",), "S in rising order of E, ties in table order", sets.fold
    ),
    Builtin(
        "first",
        ("first(S)", "first(n, S)"),
        "the first by table, zone, seat or given order; of a pile its top",
        sets.first_or_last,
    ),
    Builtin("last", ("last(S)",), "the last by the same order", sets.first_or_last),
    Builtin("top", ("top(Z)",), "the top of a pile, or none", sets.top),
    Builtin("only", ("only(S)",), "the one element; otherwise an error of the rules", sets.only),
    Builtin("starting", ("starting(S, x)",), "S in its order, beginning with x", sets.starting),
    Builtin("roll_off", ("roll_off(S, die)",), "who rolls highest; ties roll again", sets.roll_off),
    Builtin("printed", ("printed(V)",), "a value without its adjustments", sets.printed),
    Builtin("round_up", ("round_up(x)",), "the next whole number up", sets.rounded, "numbers"),
    Builtin(
        "round_down", ("round_down(x)",), "the next whole number down", sets.rounded, "numbers"
    ),
    Builtin(
        "remainder",
        ("remainder(a, b)",),
        "the rest of a / b, never negative",
        sets.remainder,
        "numbers",
    ),
    Builtin("left_of", ("left_of(p)",), "the next player still in", sets.neighbour, "players"),
    Builtin("right_of", ("right_of(p)",), "the one before, still in", sets.neighbour, "players"),
    Builtin("beside", ("beside(s, d)",), "the next space, or none", board.beside, "boards"),
    Builtin(
        "lines", ("lines(n)",), "all straight rows of n spaces, once each", board.lines, "boards"
    ),
    Builtin("line", ("line(s, d)",), "the spaces from s on to the edge", board.line, "boards"),
    Builtin("exits", ("exits(s)",), "spaces one step away along open ways", board.around, "boards"),
    Builtin(
        "neighbours",
        ("neighbours(s)",),
        "spaces one step away, arrows ignored, closed roads left out",
        board.around,
        "boards",
    ),
    Builtin("distance", ("distance(a, b)",), "fewest steps, 0 to itself", board.distance, "boards"),
    Builtin(
        "steps_to_next",
        ("steps_to_next(s, S)",),
        "steps to the first of S ahead of s, never 0",
        board.steps_to_next,
        "boards",
    ),
    Builtin("within", ("within(n, s)",), "spaces at distance n at most", board.within, "boards"),
    Builtin(
        "landings",
        ("landings(n, s)", "landings(n, s, W)"),
        "where a walk of n steps may end that enters no space twice and none of W",
        board.landings,
        "boards",
    ),
    Builtin(
        "between", ("between(a, b)",), "the spaces a line runs through", board.between, "boards"
    ),
    Builtin("arc", ("arc(s, d, w)",), "spaces ahead within w turns of d", board.arc, "boards"),
    Builtin("left", ("left(d)",), "the board's next direction to the left", board.turned, "boards"),
    Builtin(
        "right", ("right(d)",), "the board's next direction to the right", board.turned, "boards"
    ),
    Builtin("opposite", ("opposite(d)",), "the direction back", board.turned, "boards"),
    Builtin("adjacent", ("adjacent(a, b)",), "whether the distance is 1", board.adjacent, "boards"),
    Builtin("rise", ("rise(a, b)",), "levels from a up to b", board.rise, "boards"),
    Builtin("sees", ("sees(a, b)",), "whether a sees b", board.sees, "figures"),
    Builtin("alone", ("alone(f)",), "nobody else on the spaces of f", board.alone, "figures"),
    Builtin("on", ("on(s)",), "the figures there", board.on, "figures"),
    Builtin("places", ("places(f)",), "free places where f fits", board.places, "figures"),
    Builtin("ends", ("ends(f)",), "where a walk of f could end", board.places, "figures"),
    Builtin("at", ("at(f, p)",), "f as if it stood there", board.at, "figures"),
    Builtin("cost_to", ("cost_to(f, s)",), "least cost of a walk there", board.cost_to, "figures"),
)

FUNCTIONS: dict[str, Builtin] = {function.name: function for function in _ALL}
"""All functions by name, in the order of the reference."""
