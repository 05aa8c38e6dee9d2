"""What is printed on the members of a set is looked up as a set: each form, and what stays."""

from __future__ import annotations

from typing import Literal, get_args

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.from_game.constant import Evaluator
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir.print_program import expr, print_procedure
from hoyle.compiler.passes.fold import fold_expr
from hoyle.compiler.passes.sieve import LARGEST, sieve
from hoyle.dsl.source import NOWHERE
from hoyle.runtime import library

TROPHY = p.StaticTable("TROPHY", 1, "bool", (False, True, False, True, False))
COLOUR = p.StaticTable("COLOUR", 1, "int", (0, 1, 2, 1, -1))
POINTS = p.StaticTable("POINTS", 1, "int", (0, 3, 1, 0, 2))
LARGE = p.StaticTable("LARGE", 1, "int", (0, 1, LARGEST + 1, 0, 1))
DEEP = p.StaticTable("DEEP", 2, "int", ((0, 1),) * 5)

AT = p.Cell("at", "int", 5, 0)
SEEN = p.Cell("seen", "int", None, 0, 0, 2)
ANY = p.Cell("any", "int", None, 0, -1, 2)
ALL = p.Cell("all", "mask", None, 31)

HAND = p.Var("hand", "mask")
IT = p.Var("it", "int")
K = p.Var("k", "int")
SOURCE = p.Bits(HAND, 5)
FREE = b.eq(p.Get(AT, IT), b.ZERO)

Kind = Literal["any", "every", "count", "sum", "min", "max", "mask", "ints", "first"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FORMS: dict[str, p.Form] = {"any": "bool", "every": "bool", "mask": "mask", "ints": "ints"}


def on(table: p.StaticTable, name: str = "", value: p.Expr = b.ZERO) -> p.Expr:
    """What is printed on a member, or how it compares with a value."""
    printed = p.Lookup(table, (IT,))
    return p.Op(name, (printed, value), "bool") if name else printed


HAS, HAS_NOT = on(TROPHY), b.not_(on(TROPHY))
BLUE, NOT_BLUE = on(COLOUR, "eq", b.const(2)), on(COLOUR, "ne", b.const(2))


def loop(kind: Kind, cond: p.Expr, body: p.Expr | None = None, source: p.Source = SOURCE) -> p.Comp:
    plain = b.TRUE if kind in ("any", "every") else IT
    default = b.ZERO if kind in ("min", "max") else None
    return p.Comp(kind, IT, source, cond, body or plain, FORMS.get(kind, "int"), default)


def program(body: p.Expr, block: p.Block = ()) -> p.Program:
    """A program with a value for which `k` is 1 or 2, and a procedure."""
    fn = p.Fn("value", (HAND, K), body, 0, NOWHERE)
    calls = [p.CallFn("value", (p.Get(ALL, None), b.const(k)), b.form_of(body)) for k in (1, 2)]
    functions = {f"f_{i}": p.Fn(f"f_{i}", (), call, 0, NOWHERE) for i, call in enumerate(calls)}
    procedure = p.Procedure("turn", (), block, None, 0, NOWHERE)
    writes = (p.Store(ANY, None, b.NONE, NOWHERE), p.Store(SEEN, None, p.Get(ANY, None), NOWHERE))
    setup = p.Procedure("setup", (), writes, None, 0, NOWHERE)
    return p.Program(
        "game",
        1,
        [AT, SEEN, ANY, ALL],
        [TROPHY, COLOUR, POINTS, LARGE, DEEP],
        functions={"value": fn, **functions},
        procedures={"turn": procedure, "setup": setup},
    )


def sifted(body: p.Expr) -> str:
    """What becomes of a value, in words."""
    return expr(sieve(program(body)).functions["value"].body)


@pytest.mark.parametrize(
    ("kind", "becomes"),
    [
        ("any", "((hand & TROPHY_sets[1]) is not {0})"),
        ("every", "((hand & TROPHY_sets[0]) is {0})"),
        ("count", "size((hand & TROPHY_sets[1]))"),
        ("mask", "(hand & TROPHY_sets[1])"),
        ("first", "lowest((hand & TROPHY_sets[1]))"),
        ("sum", "sum(it in bits (hand & TROPHY_sets[1]))"),
        ("min", "min(it in bits (hand & TROPHY_sets[1]) else 0)"),
        ("max", "max(it in bits (hand & TROPHY_sets[1]) else 0)"),
        ("ints", "ints(it in bits (hand & TROPHY_sets[1]))"),
    ],
)
def test_each_kind_of_loop(kind: Kind, becomes: str) -> None:
    assert sifted(loop(kind, HAS)) == becomes


@pytest.mark.parametrize(
    ("cond", "kept"),
    [
        (HAS_NOT, "& TROPHY_sets[0]"),
        (BLUE, "& COLOUR_sets[2]"),
        (NOT_BLUE, "\\ COLOUR_sets[2]"),
        (on(COLOUR, "eq", K), "& COLOUR_sets[k]"),
        (on(COLOUR, "ne", K), "\\ COLOUR_sets[k]"),
        (b.eq(K, on(COLOUR)), "& COLOUR_sets[k]"),
        (on(COLOUR, "eq", p.Get(SEEN, None)), "& COLOUR_sets[seen]"),
        (on(COLOUR, "eq", p.Lookup(POINTS, (K,))), None),  # up to 3: that is no colour
        (on(POINTS, "eq", p.Lookup(COLOUR, (K,))), None),  # may be -1
        (on(POINTS, "gt"), "\\ POINTS_sets[0]"),
        (on(POINTS, "ge", b.const(3)), "& POINTS_sets[3]"),
        (on(POINTS, "lt", b.const(2)), None),  # two have it, two have not
        (on(COLOUR, "eq", b.const(-1)), None),  # no set holds those
        (on(COLOUR, "ge"), None),
        (on(COLOUR, "eq", p.Get(ANY, None)), None),
        (on(COLOUR, "eq", on(TROPHY)), None),  # another for each member
        (on(COLOUR, "eq", p.Get(AT, K)), "& COLOUR_sets[at[k]]"),
        (on(COLOUR, "eq", p.Get(AT, p.Get(ANY, None))), None),  # may have no value
        (on(LARGE, "eq", b.ONE), None),
        (b.eq(p.Lookup(DEEP, (IT, b.ONE)), b.ONE), None),
        (b.eq(p.Lookup(COLOUR, (K,)), b.ONE), None),  # not printed on the member
        (b.and_(HAS, NOT_BLUE), "& TROPHY_sets[1]) \\ COLOUR_sets[2]"),
        (b.or_(HAS, BLUE), "& (TROPHY_sets[1] | COLOUR_sets[2])"),
        (b.or_(HAS, NOT_BLUE), "\\ (COLOUR_sets[2] \\ TROPHY_sets[1])"),
        (b.or_(NOT_BLUE, on(POINTS, "ne", K)), "\\ (COLOUR_sets[2] & POINTS_sets[k])"),
        (b.or_(HAS, FREE), None),
        (b.not_(p.Op("or", (HAS, NOT_BLUE), "bool")), "& (COLOUR_sets[2] \\ TROPHY_sets[1])"),
    ],
)
def test_conditions(cond: p.Expr, kept: str | None) -> None:
    whole = loop("mask", cond)
    assert sifted(whole).lstrip("(") == (f"hand {kept})" if kept else expr(whole))


@pytest.mark.parametrize(
    ("whole", "becomes"),
    [
        (loop("any", b.and_(FREE, HAS)), "any(it in bits (hand & TROPHY_sets[1]) where FREE)"),
        (loop("every", b.or_(HAS, FREE)), "every(it in bits (hand & TROPHY_sets[0]) where FREE)"),
        (loop("count", b.and_(HAS, FREE)), "count(it in bits (hand & TROPHY_sets[1]) where FREE)"),
        (loop("mask", HAS, p.Get(AT, IT)), "mask(it in bits (hand & TROPHY_sets[1]) -> at[it])"),
        (loop("first", HAS, K), "first(it in bits (hand & TROPHY_sets[1]) -> k)"),
        (
            p.RankComp(IT, SOURCE, HAS, (p.Get(AT, IT),), False, "mask"),
            "best(it in bits (hand & TROPHY_sets[1]) by at[it])",
        ),
        (  # inside of another
            loop("sum", HAS, loop("count", on(COLOUR, "eq", K))),
            "sum(it in bits (hand & TROPHY_sets[1]) -> size((hand & COLOUR_sets[k])))",
        ),
    ],
)
def test_what_is_left_stays_a_loop(whole: p.Expr, becomes: str) -> None:
    assert sifted(whole) == becomes.replace("FREE", expr(FREE))


@pytest.mark.parametrize(
    "whole",
    [
        loop("any", b.and_(NOT_BLUE, FREE)),  # to take some away is slower than to ask
        loop("sum", NOT_BLUE),
        loop("every", b.or_(BLUE, FREE)),
        loop("any", FREE),
        loop("any", HAS, source=p.Range(b.ZERO, b.const(5))),
        loop("any", HAS, source=p.Items(b.const((1, 3)))),
        loop("any", HAS, source=p.Bits(b.mask_const(9), 5)),
    ],
)
def test_what_is_left_alone(whole: p.Expr) -> None:
    made = sieve(program(whole))
    assert made.functions["value"].body == whole
    assert made.tables == program(whole).tables


def test_a_loop_with_a_test_of_printed_things_walks_a_set() -> None:
    deed = p.Store(SEEN, None, b.ONE, NOWHERE)

    def walked(cond: p.Expr, otherwise: p.Block = ()) -> str:
        test = p.If(cond, (deed,), otherwise, NOWHERE)
        walk = p.For("each", IT, p.Bits(p.Get(ALL, None), 5), (test,), NOWHERE)
        made = sieve(program(b.ZERO, (walk,))).procedures["turn"]
        return " ".join(line.strip() for line in print_procedure(made)[1:])

    assert walked(HAS) == "for each: it in bits (all & TROPHY_sets[1]) seen := 1"
    assert walked(b.and_(HAS, FREE)).endswith(f"TROPHY_sets[1]) if {expr(FREE)} seen := 1")
    assert "TROPHY_sets" not in walked(HAS, (deed,))
    changing = on(COLOUR, "eq", p.Get(SEEN, None))
    assert "COLOUR_sets" not in walked(changing)


@pytest.mark.parametrize("kind", KINDS)
def test_every_set_gives_the_same(kind: Kind) -> None:
    parts = [HAS, NOT_BLUE, on(COLOUR, "eq", K), on(POINTS, "gt")]
    conds = [
        *parts,
        *(p.Op(n, (x, y), "bool") for n in ("and", "or") for x in parts for y in parts),
    ]
    for cond in (*conds, *map(b.not_, conds)):
        whole = program(loop(kind, cond))
        made = sieve(whole)
        for hand in range(0, 32, 3):
            for k in (1, 2):
                known = {HAND: hand, K: k}
                wanted = Evaluator(whole).value(whole.functions["value"].body, known)
                assert Evaluator(made).value(made.functions["value"].body, known) == wanted


def test_sets_are_made_of_their_table_and_stay_readable() -> None:
    made = sieve(program(loop("mask", BLUE)))
    table = made.tables[-1]
    assert (table.name, table.sets_of, table.form) == ("COLOUR_sets", "COLOUR", "mask")
    assert table.data == library.places_by_value((0, 1, 2, 1, -1)) == (0b1, 0b1010, 0b100)
    body = made.functions["value"].body
    assert fold_expr(body) == body
