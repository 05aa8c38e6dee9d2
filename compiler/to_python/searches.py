"""Claims and searches as loops of Python: `for … if … break`, faster than a generator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.text import BAR

if TYPE_CHECKING:
    from hoyle.compiler.to_python.simple import Simple
    from hoyle.compiler.to_python.statements import Body

PLAIN = p.Assign | p.Store | p.If | p.CallProc | p.Moment | p.Return | p.Over | p.Fail
"""Statements that may stand in the loop of a claim: none of them is a loop or leads out of one."""


def claim(body: Simple, e: p.Comp, target: str) -> None:
    """A claim by a loop: faster than a generator."""
    claimed = walk.claim(e)
    inside, bound = body.writer.looping(e.var, e.source, claimed)
    found = e.kind == "any"
    head = f"for {bound} in {inside.source(e.source)}:"
    with body.lines.deeper(head):
        test = claimed if found else opposite(claimed)
        with body.lines.deeper(f"if {inside.test(test)}:"):
            body.lines.add(f"{target} = {found}")
            body.lines.add("break")
    with body.lines.deeper("else:"):
        body.lines.add(f"{target} = {not found}")


def first(body: Simple, e: p.Comp, target: str, nothing: str) -> None:
    """The first item with a condition, by a loop."""
    var, source = body.writer.variable(e.var), body.writer.source(e.source)
    value = body.writer.value(e.body)
    with body.lines.deeper(f"for {var} in {source}:"):
        if e.cond is None:
            body.lines.add(f"{target} = {value}")
            body.lines.add("break")
        else:
            with body.lines.deeper(f"if {body.writer.test(e.cond)}:"):
                if target != value:
                    body.lines.add(f"{target} = {value}")
                body.lines.add("break")
    with body.lines.deeper("else:"):
        body.lines.add(f"{target} = {nothing}")


def is_search(body: Simple, e: p.Expr) -> bool:
    """Whether an expression is a claim that is better written as a loop."""
    return isinstance(e, p.Comp) and e.kind == "any" and not written_short(body.writer, e)


def is_found_loop(body: Simple, stmt: p.If) -> bool:
    """Whether `if any x …: …, the end` can be a loop with the deed in it."""
    cond = stmt.cond
    last = walk.joined(cond, "and")[-1]
    return (
        is_search(body, last)
        and not stmt.otherwise
        and bool(stmt.then)
        and isinstance(stmt.then[-1], p.Return | p.Over | p.Fail)
        and not any(isinstance(s, p.Leave | p.Again) for s in walk.statements(stmt.then))
    )


def is_claimed(body: Simple, stmt: p.If) -> bool:
    """Whether a branch of a playout can be the loop of the claim that it hangs on: `if any x …:
    …, else: …`; what is done where an item tells stands in the loop."""
    *before, last = walk.joined(stmt.cond, "and")
    if body.flavour != "playout" or (before and stmt.otherwise):
        return False
    claimed, told, _ = _telling(last, stmt.then, stmt.otherwise)
    if claimed is None or written_short(body.writer, claimed):
        return False
    return all(isinstance(s, PLAIN) for s in walk.statements(told))


def claimed(body: Body, stmt: p.If, after: int) -> None:
    """Such a branch."""
    *before, last = walk.joined(stmt.cond, "and")
    if before:
        with body.lines.deeper(f"if {body.writer.test(b.and_(*before))}:"):
            claimed(body, replace(stmt, cond=last), after)
        return
    found, told, rest = _telling(last, stmt.then, stmt.otherwise)
    assert found is not None
    test = walk.claim(found) if found.kind == "any" else opposite(walk.claim(found))
    inside, bound = body.writer.looping(found.var, found.source, walk.claim(found))
    head = f"for {bound} in {body.writer.source(found.source)}:"
    with body.lines.deeper(head), body.lines.deeper(f"if {inside.test(test)}:"):
        body.claims += 1
        body.block(told, after)
        body.claims -= 1
        if not body.lines.left():
            body.lines.add("break")
    if rest and not body.is_nothing(rest, after):
        with body.lines.deeper("else:"):
            body.block(rest, after)


def _telling(
    cond: p.Expr, then: p.Block, otherwise: p.Block
) -> tuple[p.Comp | None, p.Block, p.Block]:
    """The claim that is a condition; what is done where one item tells, what where none does."""
    match cond:
        case p.Op("not", (inner,)):
            return _telling(inner, otherwise, then)
        case p.Comp("any"):
            return cond, then, otherwise
        case p.Comp("every"):
            return cond, otherwise, then
        case _:
            return None, then, otherwise


def opposite(test: p.Expr) -> p.Expr:
    """Not this; of several tests none is bracketed."""
    match test:
        case p.Op("or", args):
            return b.and_(*map(opposite, args))
        case p.Op("and", args):
            return b.or_(*map(opposite, args))
        case _:
            return b.not_(test)


@contextmanager
def unless(body: Simple, cond: p.Expr) -> Iterator[None]:
    """`if not`; for a claim the `else` of a loop that looks for what makes it true."""
    if not isinstance(cond, p.Comp) or not is_search(body, cond):
        with body.lines.deeper(f"if {body.writer.test(b.not_(cond))}:"):
            yield
        return
    with _found(body, cond):
        body.lines.add("break")
    with body.lines.deeper("else:"):
        yield


@contextmanager
def if_true(body: Simple, cond: p.Expr) -> Iterator[None]:
    """`if`; for a claim a loop around the deed, which must end by itself."""
    if isinstance(cond, p.Op) and cond.name == "and" and is_search(body, cond.args[-1]):
        first = p.Op("and", cond.args[:-1], "bool") if len(cond.args) > 2 else cond.args[0]
        with body.lines.deeper(f"if {body.writer.test(first)}:"), if_true(body, cond.args[-1]):
            yield
    elif isinstance(cond, p.Comp) and is_search(body, cond):
        with _found(body, cond):
            yield
    else:
        with body.lines.deeper(f"if {body.writer.test(cond)}:"):
            yield


@contextmanager
def _found(body: Simple, e: p.Comp) -> Iterator[None]:
    """Inside the loop and the test of a claim: what is done for an item for which it holds."""
    inside, bound = body.writer.looping(e.var, e.source, walk.claim(e))
    head = f"for {bound} in {body.writer.source(e.source)}:"
    with body.lines.deeper(head), body.lines.deeper(f"if {inside.test(walk.claim(e))}:"):
        yield


def written_short(writer: Writer, e: p.Comp) -> bool:
    """Whether a claim is written without a generator."""
    text = writer.value(e, BAR)
    return " for " not in text
