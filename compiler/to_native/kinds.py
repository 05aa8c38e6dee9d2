"""Where mypyc must be told what something is: a number of the machine or an `int`, a set of some
size, a table as a tuple. In expressions helpers of no library stand for that. And which operations
work on numbers, on sets, on rows."""

from __future__ import annotations

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.types import NUMBER, PAIR, ROW

WHOLE, MACHINE = "native.whole", "native.machine"
KINDS = {WHOLE: "int", MACHINE: "i64"}
"""Stand in expressions for `int(…)`, as large as it needs to be, and `i64(…)`."""

FITTED = {NUMBER: "native.small", PAIR: "native.pair", ROW: "native.row"}
"""Stand for what makes a set of this type of one of another."""

FITS = {name: kind for kind, name in FITTED.items()}

AS_TUPLE = "_ITEMS"
"""Ends the name of a table that helpers of the library get, as a tuple."""

NUMBERS = frozenset(
    """
    add sub mul neg floordiv ceildiv mod min max abs eq ne lt le gt ge union inter minus shift
    unshift has size lowest highest if
    """.split()  # noqa: SIM905
)
"""Operations that work on numbers and masks."""

MASKS = frozenset(("size", "lowest", "highest", "members"))
"""Operations on small masks that have a function of their own."""

ON_ROWS: dict[str, str] = {
    "concat": "joined", "replace": "replace", "index_of": "index_of", "sorted": "ordered",
    "drop": "drop_at",
}  # fmt: skip
"""Operations on rows, and their functions."""

HERE = frozenset(
    """
    drop drop_at replace replace_first insert_sorted index_of add_counts take_counts
    """.split()  # noqa: SIM905
)
"""Helpers of the library that are written for rows, too."""


def whole(e: p.Expr) -> p.Expr:
    """A number as an `int`; anything else as it is."""
    if isinstance(e, p.Const) or form_of(e) != "int":
        return e
    return p.Library(WHOLE, (e,), form_of(e))


def machine(e: p.Expr) -> p.Expr:
    """A number said to be one of the machine: of two kinds in one expression Python's object is
    made."""
    return e if isinstance(e, p.Var) else p.Library(MACHINE, (e,), form_of(e))
