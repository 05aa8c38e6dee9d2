"""Expressions made by chance: printed and parsed again they are the same.

So every bracket that the grammar needs is printed. `HOYLE_FUZZ=6000` for the long run.
"""

import os
import random

import pytest

from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.parser import parse
from hoyle.dsl.printer.expressions import show
from hoyle.dsl.printer.lines import flat
from hoyle.dsl.source import Source

WORDS = ("yes", "no", "none", "it", "this", "you", "bearer")


class Maker:
    """Makes expressions of a depth by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def name(self) -> n.Name:
        return n.Name(self.chance.choice(("hand", "cost", "rolls", "set_aside", "x")))

    def maybe_name(self) -> n.Name | None:
        return self.chance.choice((None, self.name()))

    def single(self) -> n.Expr:
        piece = n.Piece(n.TypeName("Chip"), "Pidgey")
        word = n.Word(self.chance.choice(WORDS))
        things = (n.Number(7), n.Text("Pidgey"), n.TypeName("Chip"), piece, word)
        return self.chance.choice((*things, self.name(), n.Your(self.name())))

    def expr(self, depth: int) -> n.Expr:
        if depth <= 0:
            return self.single()
        make = self.chance.choice((self.pair, self.test, self.condition, self.thing, self.loose))
        return make(depth - 1)

    def range(self, depth: int) -> n.Range:
        return n.Range(self.expr(depth), self.expr(depth))

    def pair(self, depth: int) -> n.Expr:
        left, right = self.expr(depth), self.expr(depth)
        sign = self.chance.choice(("+", "-"))
        simple = self.chance.choice((n.Except, n.Times, n.Over))
        return self.chance.choice((n.Sum(left, sign, right), simple(left, right)))

    def test(self, depth: int) -> n.Expr:
        left, right = self.expr(depth), self.expr(depth)
        within = self.chance.choice((right, self.range(depth)))
        return self.chance.choice(
            (
                n.Compare(left, self.chance.choice(("<", "<=", ">", ">=")), right),
                n.Is(left, right),
                n.IsNot(left, right),
                n.IsFacing(left, self.chance.choice(("up", "down"))),
                n.IsIn(left, within),
                n.IsNotIn(left, within),
                n.Agrees(left, n.Prompt("Well?", ("Well?",))),
            )
        )

    def condition(self, depth: int) -> n.Expr:
        left, right = self.expr(depth), self.expr(depth)
        claim = self.chance.choice((n.AnyHas, n.EveryHas))(self.name(), left, right)
        return self.chance.choice((n.And(left, right), n.Or(left, right), n.Not(left), claim))

    def arguments(self, depth: int) -> tuple[n.Argument, ...]:
        typed = n.TypedArgument(self.name(), n.TypeName("Chip"))
        of = n.OfArgument(self.expr(depth), self.expr(depth))
        some = (typed, of, self.expr(depth), self.expr(depth))
        return tuple(self.chance.sample(some, self.chance.randrange(3)))

    def thing(self, depth: int) -> n.Expr:
        owner, name = self.expr(depth), self.name()
        return self.chance.choice(
            (
                n.Attribute(owner, name),
                n.Index(owner, self.expr(depth)),
                n.Method(owner, name, self.arguments(depth)),
                n.Call(name, self.arguments(depth)),
                n.Signed(self.chance.choice(("+", "-")), owner),
                n.SetOf((owner, self.expr(depth))[: self.chance.randrange(3)]),
                n.RangeSet(self.range(depth)),
            )
        )

    def loose(self, depth: int) -> n.Expr:
        first, second = self.expr(depth), self.expr(depth)
        purpose = self.maybe_name()
        roll = self.chance.choice(
            (
                n.Roll(None, first, purpose),
                n.Roll(None, first, purpose, second),
                n.Roll(first, self.name(), purpose),
            )
        )
        chosen = n.IfElse(first, second, self.expr(depth))
        return self.chance.choice((roll, chosen, self.filtered(depth)))

    def filtered(self, depth: int) -> n.Expr:
        orders = self.chance.choices(("most", "fewest"), k=2)
        keys = tuple(n.RankKey(order, self.expr(depth)) for order in orders)
        ranking = n.Ranking(self.chance.choice(("with", "by")), keys[: self.chance.randrange(1, 3)])
        where, ranked = self.chance.choice(
            ((self.expr(depth), None), (None, ranking), (self.expr(depth), ranking))
        )
        return n.Filtered(self.expr(depth), self.maybe_name(), where, ranked)


@pytest.mark.parametrize("seed", range(int(os.environ.get("HOYLE_FUZZ", "60"))))
def test_an_expression_is_read_as_it_was_printed(seed: int) -> None:
    expr = Maker(seed).expr(seed % 4 + 1)
    sink = Sink()
    tree = parse(Source("page.rules", f"value x = {flat(show(expr))}\n"), sink)
    assert tree is not None, (flat(show(expr)), [found.message for found in sink])
    (item,) = tree.items
    assert isinstance(item, n.Value)
    assert item.body == expr
