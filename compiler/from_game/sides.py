"""The sides of a fact: what an example that fails says had been there instead.

Of `ann.score is 12` it is `ann.score`; of a claim with `and`, `or`, `not` the sides of all its
tests. What is written outright, and what stands for each of several, has nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hoyle.compiler.from_game import shows
from hoyle.compiler.from_game.context import Context
from hoyle.compiler.from_game.expressions import lower_expr
from hoyle.compiler.from_game.whole import Whole
from hoyle.compiler.ir import program as p
from hoyle.dsl import game as g
from hoyle.dsl import types as t

COMPARED = ("==", "!=", "<", "<=", ">", ">=")


def write(test: str, fact: g.Fact, whole: Whole) -> None:
    """A function for every side of the fact that a test looks at."""
    told: set[str] = set()
    for side in sides(fact):
        words = _words(side, whole)
        if words and words not in told:
            told.add(words)
            body = shows.attempt(whole, partial(lower_expr, side, Context(whole, knows=True)))
            if body is not None:
                write_side(test, words, side.type, body, fact, whole)


def write_side(
    test: str, words: str, type_: t.Type, body: p.Expr, fact: g.Fact, whole: Whole
) -> None:
    """One side, by the words it goes by."""
    fn = p.Fn(f"{test}_side", (shows.SEAT,), body, whole.rule(fact.span), fact.span)
    shows.show(fn, type_, whole, name=words, owner=test)


def sides(fact: g.Fact) -> Iterator[g.Expr]:
    """What is compared in a fact, from left to right."""
    match fact.kind:
        case "is" if fact.target is not None:
            for value in (fact.target, *fact.values):
                yield from _told(value)
        case "cond" | "odds" if fact.target is not None:
            yield from _compared(fact.target)
        case "wins" | "answer":
            for value in fact.values:
                yield from _told(value)
        case _:
            return


def _compared(claim: g.Expr) -> Iterator[g.Expr]:
    """What a condition compares."""
    match claim:
        case g.Binary(op="and" | "or", a=a, b=b):
            yield from _compared(a)
            yield from _compared(b)
        case g.Unary(op="not", a=a) | g.Cast(a=a):
            yield from _compared(a)
        case g.Binary(op=op, a=a, b=b) if op in COMPARED:
            yield from (*_told(a), *_told(b))
        case g.Member(a=a, over=over):
            yield from (*_told(a), *_told(over))
        case g.Between(a=a, low=low, high=high):
            yield from (*_told(a), *_told(low), *_told(high))
        case g.Quantified(over=over) | g.Function(name="count", args=(over,)):
            yield from _told(over)
        case _:
            return


def _told(side: g.Expr) -> Iterator[g.Expr]:
    """A side, if its text does not say already what it is."""
    bare = side
    while isinstance(bare, g.Cast):
        bare = bare.a
    match bare:
        case g.Literal() | g.LocalRef() | g.AllOf() | g.RangeSet():
            return
        case g.SetLiteral(items=items):
            for item in items:
                yield from _told(item)
        case _:
            yield side


def _words(side: g.Expr, whole: Whole) -> str:
    """The text of a side, on one line."""
    source = whole.sources.get(side.span.path)
    return " ".join(source.excerpt(side.span).split()) if source else ""
