"""What is known before any game: conditions over printed facts, evaluated row by row."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from hoyle.dsl import game as g
from hoyle.dsl.types import ListOf, SetOf


class NotStaticError(Exception):
    """The expression reads something that a game decides."""


Known = Mapping[g.Local, g.Value]


def evaluate(expr: g.Expr, game: g.Game, known: Known) -> g.Value:
    """The value of an expression of printed facts and constants; NotStaticError if it has none."""
    match expr:
        case g.Literal():
            return expr.value
        case g.LocalRef(local=local) if local in known:
            return known[local]
        case g.OptionRead():
            return expr.option.value
        case g.Cast():
            return evaluate(expr.a, game, known)
        case g.FieldRead():
            return _fact(expr, game, known)
        case g.Unary():
            return _unary(expr, game, known)
        case g.Binary():
            return _binary(expr, game, known)
        case g.Member():
            items = evaluate(expr.over, game, known)
            return isinstance(items, tuple) and evaluate(expr.a, game, known) in items
        case g.Between():
            return _between(expr, game, known)
        case g.SetLiteral():
            return tuple(evaluate(item, game, known) for item in expr.items)
        case g.IfElse():
            chosen = expr.then if evaluate(expr.cond, game, known) else expr.otherwise
            return evaluate(chosen, game, known)
        case g.Quantified():
            over = _members(expr.over, game, known)
            hold = (bool(evaluate(expr.cond, game, {**known, expr.var: one})) for one in over)
            return all(hold) if expr.every else any(hold)
        case g.Filtered():
            over = _members(expr.over, game, known)
            return tuple(one for one in over if evaluate(expr.cond, game, {**known, expr.var: one}))
        case g.Fold(op="distinct"):
            over = _members(expr.over, game, known)
            found = (evaluate(expr.body, game, {**known, expr.var: one}) for one in over)
            return tuple(dict.fromkeys(found))
        case g.AllOf(of=of) if of in game.tables:
            return tuple(range(len(game.tables[of].rows)))
        case g.Function(name="count", args=(counted,)):
            return len(_members(counted, game, known))
        case g.Function(name="name_of"):
            return _name(expr, game, known)
        case _:
            raise NotStaticError


def _fact(read: g.FieldRead, game: g.Game, known: Known) -> g.Value:
    """A printed fact of a row that is known."""
    if read.field.role != "fact" or read.of is None:
        raise NotStaticError
    row = evaluate(read.of, game, known)
    table = game.tables.get(read.field.owner)
    if table is None or not isinstance(row, int) or not 0 <= row < len(table.rows):
        raise NotStaticError
    facts = table.rows[row].facts
    if read.index is not None or read.field.name not in facts:
        raise NotStaticError
    return facts[read.field.name]


def _members(expr: g.Expr, game: g.Game, known: Known) -> tuple[g.Value, ...]:
    """What is in a set or a list; a tally holds numbers and is neither."""
    members = evaluate(expr, game, known)
    if isinstance(expr.type, SetOf | ListOf) and isinstance(members, tuple):
        return members
    raise NotStaticError


def _name(expr: g.Function, game: g.Game, known: Known) -> g.Value:
    of = expr.args[0]
    row = evaluate(of, game, known)
    name = getattr(of.type, "name", None)
    table = game.tables.get(name) if isinstance(name, str) else None
    if table is None or not isinstance(row, int):
        raise NotStaticError
    return table.rows[row].name


def _unary(expr: g.Unary, game: g.Game, known: Known) -> g.Value:
    value = evaluate(expr.a, game, known)
    if expr.op == "not":
        return not value
    if isinstance(value, int):
        return -value
    raise NotStaticError


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _binary(expr: g.Binary, game: g.Game, known: Known) -> g.Value:
    a = evaluate(expr.a, game, known)
    if expr.op == "and":
        return bool(a) and bool(evaluate(expr.b, game, known))
    if expr.op == "or":
        return bool(a) or bool(evaluate(expr.b, game, known))
    b = evaluate(expr.b, game, known)
    if expr.op in ("==", "!="):
        return (a == b) is (expr.op == "==")
    if not isinstance(a, int) or not isinstance(b, int):
        raise NotStaticError
    if expr.op in _ORDER:
        return _ORDER[expr.op](a, b)
    if expr.op in _ARITHMETIC:
        return _ARITHMETIC[expr.op](a, b)
    raise NotStaticError


def _between(expr: g.Between, game: g.Game, known: Known) -> g.Value:
    a, low, high = (evaluate(part, game, known) for part in (expr.a, expr.low, expr.high))
    if isinstance(a, int) and isinstance(low, int) and isinstance(high, int):
        return low <= a <= high
    raise NotStaticError


def rows_where(cond: g.Expr, this: g.Local, table: g.Table, game: g.Game) -> tuple[int, ...] | None:
    """The rows of a table with a condition, if printed facts alone decide it; else None."""
    try:
        rows = range(len(table.rows))
        return tuple(row for row in rows if evaluate(cond, game, {this: row}))
    except NotStaticError:
        return None
