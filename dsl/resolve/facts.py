"""What tests have shown: which things that may be none are something here.

A fact is the path of an expression (`place.owner`, `your master`) that is known not to be none. It
holds until the local or field that it reads changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.dsl import game as g
from hoyle.dsl.types import ListOf, Optional, SetOf, Thing

Path = tuple[object, ...]
Facts = frozenset[Path]
NONE_KNOWN: Facts = frozenset()

# `placed` is a test of these.
_SHOWN_BY_PLACED = ("space_of", "place_of")


def path_of(expr: g.Expr | None) -> Path | None:
    """What an expression reads, without its type and place; None if it is no plain path."""
    match expr:
        case g.LocalRef():
            return (expr.local,)
        case g.Literal():
            return ("literal", expr.type, expr.value)
        case g.Cast():
            return path_of(expr.a)
        case g.FieldRead():
            return _joined(("field", expr.field), (expr.of, expr.index))
        case g.ValueOf() if not expr.base and not expr.original:
            return _joined(("value", expr.value), (expr.of, *expr.args))
        case g.Function():
            return _joined(("function", expr.name), expr.args)
        case _:
            return None


def _joined(head: Path, parts: Iterable[g.Expr | None]) -> Path | None:
    """A path with the paths of its parts; None if one part has none."""
    paths: list[object] = []
    for part in parts:
        path = path_of(part)
        if part is not None and path is None:
            return None
        paths.append(path)
    return (*head, *paths)


def shown(cond: g.Expr, truth: bool) -> Facts:
    """What is something if a condition is `truth` (yes or no)."""
    match cond:
        case g.Cast():
            return shown(cond.a, truth)
        case g.Unary(op="not"):
            return shown(cond.a, not truth)
        case g.Binary(op="and" | "or"):
            parts = shown(cond.a, truth), shown(cond.b, truth)
            return parts[0] | parts[1] if (cond.op == "and") is truth else parts[0] & parts[1]
        case g.Binary(op="==" | "!="):
            return _by_comparing(cond, truth)
        case g.Binary() | g.Between() if truth:
            return _one(cond.a)
        case g.Member() if truth and not isinstance(cond.a, g.SetLiteral):
            return _one(cond.a)
        case g.Function(name="placed") if truth:
            places = (path_of(g.Function(cond.type, cond.span, name, cond.args)) for name in
                      _SHOWN_BY_PLACED)  # fmt: skip
            return frozenset(path for path in places if path is not None)
        case _:
            return NONE_KNOWN


def _one(expr: g.Expr) -> Facts:
    path = path_of(expr)
    return frozenset((path,)) if path is not None else NONE_KNOWN


def _by_comparing(cond: g.Binary, truth: bool) -> Facts:
    """`x is not none` shows x; `x is y` shows x if y is something."""
    equal = (cond.op == "==") is truth
    for one, other in ((cond.a, cond.b), (cond.b, cond.a)):
        if _is_none(other):
            return NONE_KNOWN if equal else _one(one)
    if not equal:
        return NONE_KNOWN
    found: Facts = NONE_KNOWN
    for one, other in ((cond.a, cond.b), (cond.b, cond.a)):
        if not may_be_none(other):
            found |= _one(one)
    return found


def _is_none(expr: g.Expr) -> bool:
    while isinstance(expr, g.Cast):
        expr = expr.a
    return isinstance(expr, g.Literal) and expr.value is None


def may_be_none(expr: g.Expr) -> bool:
    """Whether an expression may be none; a cast that only widens the type does not count."""
    while isinstance(expr, g.Cast):
        if not isinstance(expr.type, Optional):
            return False
        expr = expr.a
    return isinstance(expr.type, Optional) or _is_none(expr)


def mentions(path: Path, thing: object) -> bool:
    """Whether a path reads a local or field."""
    return any(
        part is thing or (isinstance(part, tuple) and mentions(part, thing)) for part in path
    )


def renamed(path: Path, old: g.Local, new: g.Local) -> Path:
    """A path with one local in place of another."""
    return tuple(
        new if part is old else renamed(part, old, new) if isinstance(part, tuple) else part
        for part in path
    )


def of_elements(over: g.Expr, new: g.Local) -> Facts:
    """What is known of `new`, a member of a set that may be filtered."""
    match over:
        case g.Cast():
            return of_elements(over.a, new)
        case g.Ranked():
            return of_elements(over.over, new)
        case g.Filtered():
            about = (
                renamed(path, over.var, new)
                for path in shown(over.cond, True)
                if mentions(path, over.var)
            )
            return frozenset(about) | of_elements(over.over, new)
        case g.Join(op="except"):
            return of_elements(over.a, new)
        case g.Join(op="+"):
            return of_elements(over.a, new) & of_elements(over.b, new)
        case _:
            return NONE_KNOWN


def of_rows(carrier: g.Selector, table: g.Table) -> Facts:
    """What is something on every row that carries a rule: printed, so it needs no test."""
    about = (
        ("field", field, (carrier.this,), None)
        for field in table.fields.values()
        if field.role == "fact"
        and isinstance(field.type, Optional)
        and field.index is None
        and all(table.rows[row].facts.get(field.name) is not None for row in carrier.rows)
    )
    return frozenset(about)


def of_bearing(table: g.Table, thing: str, bearer: g.Local) -> Facts:
    """What is known of a figure while it bears a thing: what every such line of it tests."""
    found: Facts | None = None
    for this, what, when in table.bears:
        of = what.type.of if isinstance(what.type, SetOf | ListOf) else what.type
        if isinstance(of, Thing) and of.name == thing:
            about = frozenset(
                renamed(path, this, bearer) for path in (shown(when, True) if when else ())
            )
            found = about if found is None else found & about
    return found or NONE_KNOWN
