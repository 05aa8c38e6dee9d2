"""A choice behind the test that there is something to choose: both look at the same options.

if any cell in Cell is free:            options = the free cells
    ask one of the free cells    ──►    if there are none: fail
    ...                                 ask one of them
otherwise: fail                         ...
"""

from __future__ import annotations

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk


def is_offer(cond: p.Expr, stmt: p.Stmt) -> bool:
    """Whether a condition says that an ask has at least one option."""
    if not isinstance(stmt, p.Ask):
        return False
    tests = [_some(choice.options) for choice in stmt.choices]
    known = [test for test in tests if test is not None]
    return len(known) == len(tests) and walk.alike(cond, b.or_(*known))


def is_of_choice(stmt: p.Stmt) -> bool:
    """Whether a statement asks, or tests whether there is anything to choose: what one of them
    looks at stays as it stands in the other."""
    match stmt:
        case p.Ask() | p.If(_, (p.Ask(), *_)):
            return True
        case _:
            return False


def offered(cond: p.Expr, ask: p.Ask) -> int | None:
    """Which of several choices of an ask it is that a condition says to have an option."""
    for number, choice in enumerate(ask.choices):
        some = _some(choice.options)
        if len(ask.choices) > 1 and some is not None and walk.alike(cond, some):
            return number
    return None


def _some(options: p.Expr) -> p.Expr | None:
    """That there are options, as the lowering writes it; None if that cannot be told."""
    match options:
        case p.Comp("ints", var, source, cond, _):
            return p.Comp("any", var, source, cond, var, "bool")
        case p.Const(tuple() as items):
            return b.TRUE if items else b.FALSE
        case p.Op("if", (cond, p.Const(tuple() as yes), p.Const(()))) if yes:
            return cond
        case _:
            return None
