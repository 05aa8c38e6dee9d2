"""Expressions: pure trees. Nothing in them suspends, draws or writes."""

from __future__ import annotations

from dataclasses import field
from typing import Literal as Word

from hoyle.compiler.ir.program.storage import Cell, Datum, Form, StaticTable
from hoyle.dsl.records import record


@record
class Var:
    """A local of a procedure, function or comprehension. Names are unique within a procedure.

    `domain`: as in the schema, where the local may hold rows of a component and outlive a node.
    """

    name: str
    form: Form
    domain: str = field(default="", compare=False)


@record
class Const:
    """A constant."""

    value: Datum
    form: Form


@record
class Get:
    """Read a cell; `index` None for a single one, or for the whole list (only inside Comp
    sources)."""

    cell: Cell
    index: Expr | None


@record
class Lookup:
    """Read a static table at as many indexes as it is deep (or fewer: a sub-tuple)."""

    table: StaticTable
    indexes: tuple[Expr, ...]


OPS: dict[str, str] = {
    # arithmetic on ints; floor and ceil division; mod is never negative
    "add": "int", "sub": "int", "mul": "int", "neg": "int", "floordiv": "int", "ceildiv": "int",
    "mod": "int", "min": "int", "max": "int", "abs": "int",
    # fractions
    "ratio": "ratio", "radd": "ratio", "rsub": "ratio", "rmul": "ratio", "rdiv": "ratio",
    "round_up": "int", "round_down": "int",
    # tests (and/or with early stop, any number of arguments)
    "eq": "bool", "ne": "bool", "lt": "bool", "le": "bool", "gt": "bool", "ge": "bool",
    "and": "bool", "or": "bool", "not": "bool",
    # masks: bit(i) = 1 << i, has(m, i), union, inter, minus, shift(m, n), size, lowest (-1 when
    # empty)
    "bit": "mask", "has": "bool", "union": "mask", "inter": "mask", "minus": "mask",
    "shift": "mask", "unshift": "mask", "size": "int", "lowest": "int", "highest": "int",
    # tuples: item, len, contains, concat, slice(t, lo, hi), replace(t, i, v), index_of (-1),
    # count_of
    "item": "int", "len": "int", "contains": "bool", "concat": "ints", "slice": "ints",
    "replace": "ints", "index_of": "int", "count_of": "int", "tuple": "ints", "drop": "ints",
    "mask_of": "mask", "members": "ints", "sorted": "ints",
    # if: cond, then, otherwise (form of then)
    "if": "",
}  # fmt: skip


@record
class Op:
    """An operation of OPS; `form` repeats its result."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class CallFn:
    """Call of a pure function of this program."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class Library:
    """Call of a pure helper of the runtime's library (a name of `LIBRARY` in
    compiler/to_python/names.py)."""

    name: str
    args: tuple[Expr, ...]
    form: Form


@record
class Range:
    """low .. high - 1, ascending."""

    low: Expr
    high: Expr


@record
class Bits:
    """The members of a mask, ascending. `size`: all members are below it (unrolling)."""

    mask: Expr
    size: int


@record
class Items:
    """The items of a tuple, in order (a Lookup of a static table may be unrolled)."""

    of: Expr


Source = Range | Bits | Items


@record
class Comp:
    """A loop in an expression: over `source`, for those with `cond`, `body` is gathered.

    kind: "any"/"every" (cond is the claim), "count", "sum", "min", "max" (error when empty unless
    `default`), "mask" (bits of body), "ints" (tuple of bodies), "first" (the first body, else -1).
    """

    kind: Word["any", "every", "count", "sum", "min", "max", "mask", "ints", "first"]
    var: Var
    source: Source
    cond: Expr | None
    body: Expr
    form: Form
    default: Expr | None = None


@record
class RankComp:
    """`with most`/`by most`: of the source's items those with the greatest key tuple (form mask or
    ints, as `all` is False or True: all of them, best first, ties in source order). Keys are ints,
    fewest negated."""

    var: Var
    source: Source
    cond: Expr | None
    keys: tuple[Expr, ...]
    all: bool
    form: Form


@record
class Lambda:
    """A question with one blank, an argument of `Library`: the runtime asks it of many numbers,
    none of them negative. `body` is the answer for `var`."""

    var: Var
    body: Expr
    form: Form


@record
class Answer:
    """After an `Ask` bound `var`: whether the answer belongs to `site` (form bool), or its value
    there (int)."""

    var: Var
    site: int
    value: bool


Expr = Var | Const | Get | Lookup | Op | CallFn | Library | Comp | RankComp | Lambda | Answer
