"""Small builders of IR expressions that fold constants on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from typing import Any, Literal, cast

from hoyle.compiler.from_game.meaning import MEANING as MEANING
from hoyle.compiler.from_game.meaning import members_of as members_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk as ir
from hoyle.dsl.records import record

TRUE, FALSE = p.Const(True, "bool"), p.Const(False, "bool")
NONE = p.Const(-1, "int")
ZERO, ONE = p.Const(0, "int"), p.Const(1, "int")
NO_MASK = p.Const(0, "mask")
NO_ITEMS = p.Const((), "ints")
LONGEST_CHAIN = 24
"""So many tests one behind the other; a longer chain is cut into halves, so that it is not deep."""


def const(value: p.Datum) -> p.Const:
    """A constant; its form is that of the Python value (use `mask_const` for masks)."""
    if isinstance(value, bool):
        return p.Const(value, "bool")
    if isinstance(value, int):
        return p.Const(value, "int")
    if isinstance(value, str):
        return p.Const(value, "str")
    texts = bool(value) and isinstance(value[0], str)
    return p.Const(value, "texts" if texts else "ints")


def mask_const(mask: int) -> p.Const:
    """A constant set."""
    return p.Const(mask, "mask")


def form_of(e: p.Expr) -> p.Form:
    """The form of an expression's value."""
    match e:
        case p.Get(cell, _):
            return cell.form
        case p.Lookup(table, indexes):
            return table.form if len(indexes) == table.depth else "ints"
        case p.Answer():
            return "int" if e.value else "bool"
        case _:
            return e.form


_RESULT: dict[str, p.Form] = {name: cast(p.Form, form) for name, form in p.OPS.items() if form}


def op(name: str, *args: p.Expr, form: p.Form | None = None) -> p.Expr:
    """An operation, folded where all arguments are known."""
    result: p.Form = form or _RESULT[name]
    values = [a.value for a in args if isinstance(a, p.Const)]
    if len(values) == len(args) and not _fails(name, values):
        value = MEANING[name](*values)
        if not isinstance(value, Fraction):
            return p.Const(value, result)
    return p.Op(name, args, result)


def _fails(name: str, values: list[Any]) -> bool:
    """Whether an operation has no value for these: it is left for the run-time error."""
    if name in ("floordiv", "ceildiv", "mod", "ratio", "rdiv"):
        return bool(values[1] == 0)
    if name in ("bit", "shift", "unshift"):
        return bool(values[-1] < 0)
    if name == "item":
        return not 0 <= values[1] < len(values[0])
    return name not in MEANING


def same(a: p.Expr, b: p.Expr) -> bool:
    """Whether two expressions surely have one value (atoms only)."""
    return isinstance(a, p.Var | p.Const) and a == b


def eq(a: p.Expr, b: p.Expr) -> p.Expr:
    """a is b."""
    return TRUE if same(a, b) else op("eq", a, b)


def ne(a: p.Expr, b: p.Expr) -> p.Expr:
    """a is not b."""
    return FALSE if same(a, b) else op("ne", a, b)


def and_(*tests: p.Expr) -> p.Expr:
    """All of them, looked at from left to right."""
    kept: list[p.Expr] = []
    for test in _flat("and", tests):
        if test == FALSE:
            return FALSE if not kept else _join("and", [*kept, test])
        if test != TRUE:
            kept.append(test)
    return _join("and", kept) if kept else TRUE


def or_(*tests: p.Expr) -> p.Expr:
    """Any of them, looked at from left to right."""
    kept: list[p.Expr] = []
    for test in _flat("or", tests):
        if test == TRUE:
            return TRUE if not kept else _join("or", [*kept, test])
        if test != FALSE:
            kept.append(test)
    return _join("or", kept) if kept else FALSE


def _flat(name: str, tests: tuple[p.Expr, ...]) -> Iterator[p.Expr]:
    for test in tests:
        if isinstance(test, p.Op) and test.name == name:
            yield from test.args
        else:
            yield test


def _join(name: str, tests: list[p.Expr]) -> p.Expr:
    if any(isinstance(test, p.Const) for test in tests):  # pure, so an absorbing constant wins
        return TRUE if name == "or" else FALSE
    return tests[0] if len(tests) == 1 else p.Op(name, tuple(tests), "bool")


_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def not_(test: p.Expr) -> p.Expr:
    """Not this."""
    if isinstance(test, p.Op) and test.name in _OPPOSITE:
        return replace(test, name=_OPPOSITE[test.name])
    if isinstance(test, p.Op) and test.name == "not":
        return test.args[0]
    return op("not", test)


def concat(parts: Sequence[p.Expr]) -> p.Expr:
    """Some tuples one behind the other."""
    if len(parts) > LONGEST_CHAIN:
        middle = len(parts) // 2
        return op("concat", concat(parts[:middle]), concat(parts[middle:]))
    return reduce(partial(op, "concat"), parts)


def if_(cond: p.Expr, then: p.Expr, otherwise: p.Expr) -> p.Expr:
    """One of two."""
    if isinstance(cond, p.Const):
        return then if cond.value else otherwise
    if then == otherwise:
        return then
    if then == TRUE:
        return or_(cond, otherwise)
    if then == FALSE:
        return and_(not_(cond), otherwise)
    if otherwise == FALSE:
        return and_(cond, then)
    if otherwise == TRUE:
        return or_(not_(cond), then)
    return p.Op("if", (cond, then, otherwise), form_of(then))


def add(a: p.Expr, b: p.Expr) -> p.Expr:
    """a + b."""
    if b == ZERO:
        return a
    return b if a == ZERO else op("add", a, b)


def sub(a: p.Expr, b: p.Expr) -> p.Expr:
    """a - b."""
    return a if b == ZERO else op("sub", a, b)


def mul(a: p.Expr, b: p.Expr) -> p.Expr:
    """a * b."""
    if b == ONE:
        return a
    return b if a == ONE else op("mul", a, b)


def shifted(a: p.Expr, by: int) -> p.Expr:
    """a + by for a known number."""
    match a:
        case p.Op("add", (inner, p.Const(int(more)))):
            return shifted(inner, more + by)
        case _:
            return add(a, const(by))


def has(mask: p.Expr, member: p.Expr) -> p.Expr:
    """Whether a set holds this (never -1)."""
    return FALSE if mask == NO_MASK else op("has", mask, member)


def union(a: p.Expr, b: p.Expr) -> p.Expr:
    """Both sets."""
    if b == NO_MASK:
        return a
    return b if a == NO_MASK else op("union", a, b)


def inter(a: p.Expr, b: p.Expr) -> p.Expr:
    """What is in both."""
    return NO_MASK if NO_MASK in (a, b) else op("inter", a, b)


def minus(a: p.Expr, b: p.Expr) -> p.Expr:
    """What is in a and not in b."""
    return a if NO_MASK in (a, b) else op("minus", a, b)


def bit(member: p.Expr) -> p.Expr:
    """The set of this one."""
    return op("bit", member)


def maybe_bit(member: p.Expr) -> p.Expr:
    """The set of this one, empty where it is none."""
    return if_(op("ge", member, ZERO), bit(member), NO_MASK)


def get(cell: p.Cell, index: p.Expr | None = None) -> p.Expr:
    """Read a cell."""
    return p.Get(cell, index)


def lookup(table: p.StaticTable, *indexes: p.Expr) -> p.Expr:
    """Read a static table; folded where the indexes are known."""
    if table.kind or table.sets_of or not indexes:
        # an object that the module makes, sets that are told by name, the whole table
        return p.Lookup(table, indexes)
    data: Any = table.data
    for index in indexes:
        if not isinstance(index, p.Const) or not isinstance(index.value, int):
            return p.Lookup(table, indexes)
        if not 0 <= index.value < len(data):
            return p.Lookup(table, indexes)
        data = data[index.value]
    return p.Const(data, table.form if len(indexes) == table.depth else "ints")


# ---------------------------------------------------------------------------------- comprehensions


@record
class Walk:
    """Elements that an expression loops over: `var` runs through `source`, those with `cond` count.

    `ordered`: the order of the source is the order meant (else it must not matter to the user).
    `distinct`: no element comes twice.
    """

    var: p.Var
    source: p.Source
    cond: p.Expr | None
    ordered: bool = True
    distinct: bool = True

    def where(self, test: p.Expr) -> Walk:
        """Only those with this as well."""
        both = test if self.cond is None else and_(self.cond, test)
        return replace(self, cond=None if both == TRUE else both)


CompKind = Literal["any", "every", "count", "sum", "min", "max", "mask", "ints", "first"]

_COMP_FORM: dict[CompKind, p.Form] = {
    "any": "bool",
    "every": "bool",
    "count": "int",
    "sum": "int",
    "mask": "mask",
    "ints": "ints",
}


def comp(
    kind: CompKind,
    walk: Walk,
    body: p.Expr | None = None,
    default: p.Expr | None = None,
    form: p.Form | None = None,
) -> p.Expr:
    """A loop over a walk; the body is the element itself if none is given."""
    body = walk.var if body is None else body
    if walk.cond == FALSE or _is_empty(walk.source):
        known = _of_nothing(kind, form, default)
        if known is not None:
            return known
    result = form or _COMP_FORM.get(kind) or form_of(body)
    return p.Comp(kind, walk.var, walk.source, walk.cond, body, result, default)


def _is_empty(source: p.Source) -> bool:
    match source:
        case p.Range(p.Const(low), p.Const(high)):
            return isinstance(low, int) and isinstance(high, int) and high <= low
        case p.Bits(p.Const(mask)):
            return mask == 0
        case p.Items(p.Const(items)):
            return items == ()
        case _:
            return False


def _of_nothing(kind: CompKind, form: p.Form | None, default: p.Expr | None) -> p.Expr | None:
    """What a loop over nothing gives, where that is no error."""
    match kind:
        case "any":
            return FALSE
        case "every":
            return TRUE
        case "count" | "sum":
            return ZERO
        case "mask":
            return NO_MASK
        case "ints":
            return p.Const((), form or "ints")
        case "first":
            return NONE
        case "min" | "max":
            return default


def any_of(walk: Walk, test: p.Expr = TRUE) -> p.Expr:
    """Whether any element has the test (the claim of any/every stands in `cond`)."""
    walk = walk.where(test)
    if walk.cond is None:
        match walk.source:
            case p.Bits(mask=mask):
                return ne(mask, NO_MASK)
            case p.Items(of):
                return op("gt", op("len", of), ZERO)
            case p.Range(low, high):
                return op("lt", low, high)
    return comp("any", walk)


def every_of(walk: Walk, test: p.Expr) -> p.Expr:
    """Whether every element has the test; the filter of the walk is a premise."""
    claim = test if walk.cond is None else or_(not_(walk.cond), test)
    if claim == TRUE:
        return TRUE
    return p.Comp("every", walk.var, walk.source, claim, TRUE, "bool", None)


def let(var: p.Var, value: p.Expr, body: p.Expr) -> p.Expr:
    """The body with a variable in it bound to a value: a loop over the one."""
    if isinstance(value, p.Var | p.Const) and var.name not in ir.free(body):
        return body
    source = p.Items(p.Op("tuple", (value,), "ints"))
    if form_of(body) == "bool":
        return any_of(Walk(var, source, None), body)
    return p.Comp("first", var, source, None, body, form_of(body), None)
