"""What a test says of single places of a list: that one of them holds a value.

any cell in column 3 is empty      ──►   place 14, 15, … or 20 holds -1
not every cell is taken            ──►   place 0, 1, … or 41 holds -1

Two tests that come down to the same places are the same test.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.from_game.constant import Evaluator, Known, Unknown
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.settle import begun

Openings = frozenset[tuple[str, int, int]]
"""A cell, a place of it, what it holds there."""

FAILS = (Unknown, LookupError, ArithmeticError, ValueError)


def of_test(e: p.Expr, program: p.Program) -> Openings | None:
    """The places of which one must hold its value for a test to be true; None if it is no such
    test."""
    try:
        return _openings(e, {}, Evaluator(program))
    except FAILS:
        return None


def of_options(options: p.Comp, program: p.Program) -> Openings | None:
    """The places of which one must hold its value for any of the options to be open."""
    return of_test(replace(options, kind="any", form="bool"), program)


def _openings(e: p.Expr, env: Known, evaluator: Evaluator) -> Openings:
    match e:
        case p.Op("eq", (p.Get(cell, index), value)) if index is not None:
            place, held = evaluator.value(index, env), evaluator.value(value, env)
            return frozenset({(cell.name, place, held)})
        case p.Op("or", args):
            return frozenset().union(*(_openings(arg, env, evaluator) for arg in args))
        case p.Comp("any", var, source):
            envs = ({**env, var: item} for item in evaluator.items(source, env))
            return frozenset().union(*(_openings(walk.claim(e), at, evaluator) for at in envs))
        case _:
            raise Unknown


def at_start(options: p.Comp, program: p.Program) -> tuple[int, ...] | None:
    """The options that are open while every cell holds what it starts with."""
    try:
        found: tuple[int, ...] = begun(program).value(options, {})
    except FAILS:
        return None
    return found
