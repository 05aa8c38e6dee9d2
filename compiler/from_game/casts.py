"""A thing, or a set of things, as one of several things (`Either`), and back.

Rows of several things are counted one after the other, in the order of the names: to see a thing
as one of several is to shift its row.
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.ir import program as p
from hoyle.dsl import types as t


def widen(value: p.Expr, type_: t.Type, names: tuple[str, ...], ctx: Context) -> p.Expr:
    """A thing, or a set of things, as one of several things."""
    match type_:
        case t.Optional(of):
            by = ctx.forms.offset(of, names)
            if by == 0:
                return value
            return b.if_(b.op("lt", value, b.ZERO), b.NONE, b.shifted(value, by))
        case t.Thing():
            return b.shifted(value, ctx.forms.offset(type_, names))
        case t.SetOf(of) if isinstance(of, t.Thing):
            by = ctx.forms.offset(of, names)
            return value if by == 0 else b.op("shift", value, b.const(by))
        case _:
            return value


def wider(value: p.Expr, type_: t.Type, have: t.Either, wanted: t.Either, ctx: Context) -> p.Expr:
    """One of several things (or a set of them) as one of more things."""
    things = [t.Thing(name) for name in have.names]
    if b.form_of(value) == "mask":
        parts = [
            b.op("shift", _narrowed(value, thing, have, ctx), b.const(_low(thing, wanted, ctx)))
            for thing in things
        ]
        found = parts[0]
        for part in parts[1:]:
            found = b.union(found, part)
        return found
    moved = b.shifted(value, _low(things[0], wanted, ctx))
    for thing in things[1:]:
        low = _low(thing, have, ctx)
        there = b.shifted(value, _low(thing, wanted, ctx) - low)
        moved = b.if_(b.op("ge", value, b.const(low)), there, moved)
    if isinstance(type_, t.Optional):
        return b.if_(b.op("lt", value, b.ZERO), b.NONE, moved)
    return moved


def _low(thing: t.Thing, among: t.Either, ctx: Context) -> int:
    return ctx.forms.offset(thing, among.names)


def _narrowed(value: p.Expr, thing: t.Thing, have: t.Either, ctx: Context) -> p.Expr:
    """The rows of one thing in a set of several."""
    rows = b.mask_const((1 << ctx.forms.bits(thing)) - 1)
    return b.inter(b.op("unshift", value, b.const(_low(thing, have, ctx))), rows)


def element(type_: t.Type) -> t.Type:
    """The type inside all containers."""
    match type_:
        case t.Optional(of) | t.SetOf(of) | t.ListOf(of):
            return element(of)
        case _:
            return type_


def narrow(value: p.Expr, is_set: bool, have: t.Either, wanted: t.Thing, ctx: Context) -> p.Expr:
    """One of several things (or those of a set) as the thing that it is."""
    if is_set:
        return _narrowed(value, wanted, have, ctx)
    return b.shifted(value, -_low(wanted, have, ctx))
