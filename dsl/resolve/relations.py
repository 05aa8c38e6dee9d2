"""How types relate: what fits where, what two types have in common, how a type is called."""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl import game as g
from hoyle.dsl.articles import article
from hoyle.dsl.types import (
    BROKEN,
    LEAST,
    MOST,
    NOTHING,
    Broken,
    Cup,
    Either,
    Flag,
    Kind,
    ListOf,
    Nothing,
    Number,
    Optional,
    Place,
    Player,
    Ratio,
    SetOf,
    TallyOf,
    Text,
    Thing,
    Type,
)
from hoyle.dsl.types import LEAST as _LEAST

Many = SetOf | ListOf | TallyOf | Cup


def describe(type_: Type) -> str:
    """A type in the words of the language, with its article where it has one."""
    match type_:
        case Flag():
            return "a flag"
        case Text():
            return "a text"
        case Number(low, high):
            ranged = f"the number {low}" if low == high else f"a number {low}..{high}"
            return "a number" if is_wide(type_) else ranged
        case Ratio():
            return "a fraction"
        case Nothing():
            return "none"
        case Player():
            return "a player"
        case Kind(name) | Thing(name):
            return with_article(name)
        case Place(figure):
            return f"a place of {figure}"
        case Either(names):
            return " or ".join(with_article(name) for name in names)
        case Optional(of):
            return f"{describe(of)} or none"
        case SetOf() | ListOf() | TallyOf():
            return f"a {_container(type_)} of {plural(type_.of)}"
        case Cup():
            return f"a cup of {type_.count} {type_.die}"
        case Broken():
            return "something unknown"


def with_article(name: str) -> str:
    """A name of a type with `a` or `an`."""
    return f"{article(name)} {name}"


def _container(type_: SetOf | ListOf | TallyOf) -> str:
    match type_:
        case SetOf():
            return "set"
        case ListOf():
            return "list"
        case TallyOf():
            return "tally"


def plural(type_: Type) -> str:
    """What a container holds, in words without an article."""
    return describe(type_).removeprefix("a ").removeprefix("an ").removeprefix("the ")


def is_wide(number: Number) -> bool:
    """Whether a number has no range of its own."""
    return number.low <= LEAST or number.high >= MOST


def number(low: int, high: int) -> Number:
    """A number type, cut to the widest there is."""
    return Number(max(_LEAST, low), min(MOST, high))


def strip_none(type_: Type) -> Type:
    """`T or none` as T, all others as they are."""
    return type_.of if isinstance(type_, Optional) else type_


def optional(type_: Type) -> Type:
    """T as `T or none`."""
    match type_:
        case Optional() | Broken() | Nothing():
            return type_
        case _:
            return Optional(type_)


def is_many(type_: Type) -> bool:
    """Whether a type has elements."""
    return isinstance(type_, SetOf | ListOf | TallyOf | Cup)


def join(one: Type, other: Type) -> Type | None:
    """The least type that both fit; None if there is none."""
    if one == other:
        return one
    if isinstance(one, Broken) or isinstance(other, Broken):
        known = other if isinstance(one, Broken) else one
        return BROKEN if isinstance(known, Nothing) else known
    if isinstance(one, Nothing):
        return optional(other)
    if isinstance(other, Nothing):
        return optional(one)
    if isinstance(one, Optional) or isinstance(other, Optional):
        inner = join(strip_none(one), strip_none(other))
        return None if inner is None else optional(inner)
    return _join_plain(one, other)


def _join_plain(one: Type, other: Type) -> Type | None:
    match one, other:
        case (Number(), Number()):
            return Number(min(one.low, other.low), max(one.high, other.high))
        case (Ratio(), Number()) | (Number(), Ratio()):
            return Ratio()
        case (Thing() | Either(), Thing() | Either()):
            return either((*_names(one), *_names(other)))
        case (SetOf(a), SetOf(b)) | (SetOf(a), ListOf(b)) | (ListOf(a), SetOf(b)):
            inner = join_elements(a, b)
            return None if inner is None else SetOf(inner)
        case (ListOf(a), ListOf(b)):
            inner = join_elements(a, b)
            return None if inner is None else ListOf(inner)
        case _:
            return None


def join_elements(one: Type, other: Type) -> Type | None:
    """The join of two element types; the empty set's elements fit all."""
    if isinstance(one, Nothing):
        return other
    if isinstance(other, Nothing):
        return one
    return join(one, other)


def _names(type_: Thing | Either) -> tuple[str, ...]:
    return (type_.name,) if isinstance(type_, Thing) else type_.names


def either(names: tuple[str, ...]) -> Type:
    """One of several things, as a type."""
    ordered = tuple(sorted(set(names)))
    return Thing(ordered[0]) if len(ordered) == 1 else Either(ordered)


def overlap(one: Type, other: Type) -> bool:
    """Whether a value of one type can ever equal one of the other."""
    if isinstance(one, Broken) or isinstance(other, Broken):
        return True
    if isinstance(one, Optional | Nothing) and isinstance(other, Optional | Nothing):
        return True
    match strip_none(one), strip_none(other):
        case (Thing() | Either() as a, Thing() | Either() as b):
            return bool(set(_names(a)) & set(_names(b)))
        case (Number() | Ratio(), Number() | Ratio()):
            return True
        case (SetOf(a) | ListOf(a), SetOf(b) | ListOf(b)):
            return Nothing() in (a, b) or overlap(a, b)
        case (Thing(), Place()) | (Place(), Thing()):
            return True
        case (a, b):
            return a == b


def fit(expr: g.Expr, wanted: Type) -> g.Expr | None:
    """An expression as one of the wanted type, cast where it must be; None if it does not fit."""
    have = expr.type
    if have == wanted or isinstance(have, Broken) or isinstance(wanted, Broken):
        return expr
    match wanted:
        case Optional(of):
            return _fit_optional(expr, of, wanted)
        case Number():
            return expr if isinstance(have, Number) and _meet(have, wanted) else None
        case Ratio():
            return expr if isinstance(have, Number) else None
        case Either(names):
            inside = isinstance(have, Thing | Either) and set(_names(have)) <= set(names)
            return cast(expr, wanted) if inside else None
        case SetOf(of):
            return _fit_set(expr, of, wanted)
        case ListOf(of):
            return _fit_list(expr, of, wanted)
        case _:
            return None


def _meet(one: Number, other: Number) -> bool:
    return one.low <= other.high and other.low <= one.high


def _fit_optional(expr: g.Expr, of: Type, wanted: Optional) -> g.Expr | None:
    match expr.type:
        case Nothing():
            return retyped(expr, wanted)
        case Optional(have):
            inner = g.Cast(have, expr.span, expr)
            return cast(expr, wanted) if fit(inner, of) is not None else None
        case _:
            inner_fit = fit(expr, of)
            return None if inner_fit is None else cast(inner_fit, wanted)


def _fit_set(expr: g.Expr, of: Type, wanted: SetOf) -> g.Expr | None:
    match expr.type:
        case SetOf(Nothing()):
            return retyped(expr, wanted)
        case SetOf(have) | ListOf(have):
            return cast(expr, wanted) if elements_fit(have, of) else None
        case TallyOf(have):
            return cast(expr, wanted) if have == of else None
        case Optional(have):
            inside = fit(g.Cast(have, expr.span, expr), of)
            return None if inside is None else g.SetLiteral(wanted, expr.span, (expr,))
        case Cup():
            return None
        case _:
            single = fit(expr, of)
            return None if single is None else g.SetLiteral(wanted, expr.span, (single,))


def _fit_list(expr: g.Expr, of: Type, wanted: ListOf) -> g.Expr | None:
    match expr.type:
        case SetOf(Nothing()):
            return retyped(expr, wanted)
        case SetOf(have) | ListOf(have):
            return cast(expr, wanted) if elements_fit(have, of) else None
        case _:
            return None


def elements_fit(have: Type, wanted: Type) -> bool:
    """Whether elements of one type may lie where those of another are meant."""
    match have, wanted:
        case (Nothing(), _):
            return True
        case (Number(), Number()):
            return _meet(have, wanted)
        case (Thing() | Either(), Either(names)):
            return set(_names(have)) <= set(names)
        case (Broken(), _) | (_, Broken()):
            return True
        case _:
            return have == wanted


def cast(expr: g.Expr, type_: Type) -> g.Expr:
    """An expression seen as another type."""
    return expr if expr.type == type_ else g.Cast(type_, expr.span, expr)


def retyped(expr: g.Expr, type_: Type) -> g.Expr:
    """A literal or an empty set that takes on the type that is meant."""
    return replace(expr, type=type_)


def nothing(expr_type: Type) -> bool:
    """Whether a type is that of the word `none`."""
    return expr_type == NOTHING
