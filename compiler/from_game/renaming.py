"""Putting expressions in place of variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from hoyle.compiler.ir import program as p

Names = Mapping[p.Var, p.Expr]
E = TypeVar("E", bound=p.Expr)


def replaced(e: p.Expr, names: Names) -> p.Expr:
    """An expression with other expressions in place of some variables."""
    match e:
        case p.Var():
            return names.get(e, e)
        case p.Const() | p.Answer():
            return e
        case p.Get(_, index):
            return e if index is None else replace(e, index=replaced(index, names))
        case p.Lookup(_, indexes):
            return replace(e, indexes=tuple(replaced(x, names) for x in indexes))
        case p.Op() | p.CallFn() | p.Library():
            return replace(e, args=tuple(replaced(x, names) for x in e.args))
        case p.Comp():
            return replace(
                e,
                source=_source(e.source, names),
                cond=_maybe(e.cond, names),
                body=replaced(e.body, names),
                default=_maybe(e.default, names),
            )
        case p.RankComp():
            keys = tuple(replaced(key, names) for key in e.keys)
            source = _source(e.source, names)
            return replace(e, source=source, cond=_maybe(e.cond, names), keys=keys)


def _maybe(e: p.Expr | None, names: Names) -> p.Expr | None:
    return None if e is None else replaced(e, names)


def _source(source: p.Source, names: Names) -> p.Source:
    match source:
        case p.Range(low, high):
            return p.Range(replaced(low, names), replaced(high, names))
        case p.Bits(mask, size):
            return p.Bits(replaced(mask, names), size)
        case p.Items(of):
            return p.Items(replaced(of, names))
