"""Operations of a program as Python: signs, calls of the library, methods of numbers, tuples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.text import (
    AMPERSAND,
    AND,
    ATOM,
    BAR,
    COMPARE,
    NOT,
    OR,
    PRODUCT,
    SHIFT,
    SUM,
    TERNARY,
    UNARY,
    Text,
    contained,
)

if TYPE_CHECKING:
    from hoyle.compiler.to_python.expressions import Writer

BINARY: Mapping[str, tuple[str, int]] = {
    "add": ("+", SUM), "sub": ("-", SUM), "mul": ("*", PRODUCT), "floordiv": ("//", PRODUCT),
    "radd": ("+", SUM), "rsub": ("-", SUM), "rmul": ("*", PRODUCT), "concat": ("+", SUM),
    "union": ("|", BAR), "inter": ("&", AMPERSAND), "shift": ("<<", SHIFT),
    "unshift": (">>", SHIFT),
    "eq": ("==", COMPARE), "ne": ("!=", COMPARE), "lt": ("<", COMPARE), "le": ("<=", COMPARE),
    "gt": (">", COMPARE), "ge": (">=", COMPARE),
}  # fmt: skip

CALLS: Mapping[str, str] = {
    "abs": "abs", "ratio": "Fraction", "round_up": "library.round_up",
    "round_down": "library.round_down", "replace": "library.replace",
    "index_of": "library.index_of", "drop": "library.drop_at", "mask_of": "library.mask_of",
    "members": "library.members",
}  # fmt: skip


def operation(w: Writer, e: p.Op) -> Text:
    """An operation."""
    args = e.args
    if e.name in BINARY:
        return _binary(w, e)
    if e.name == "len":
        return Text(f"len({w.looked_into(args[0], TERNARY)})")
    if e.name in CALLS and not (e.name == "drop" and args[1] == p.Const(0, "int")):
        return Text(f"{CALLS[e.name]}({', '.join(map(w.value, args))})")
    match e.name:
        case "and" | "or":
            parts = [w.value(arg, AND if e.name == "and" else OR + 1) for arg in args]
            return Text(f" {e.name} ".join(parts), AND if e.name == "and" else OR)
        case "not":
            return w.truth(args[0]).negated()
        case "if":
            return _either(w, e)
        case "has":
            bit = w.member(*args)
            if bit.binds == COMPARE:
                return bit
            return Text(f"{bit.text} == 1", bit.binds if bit.binds == AND else COMPARE)
        case "item" if e.form == "bool":
            return Text(f"{on_masks_and_tuples(w, 'item', args).text} == 1", COMPARE)
        case "neg":
            return Text(f"-{w.value(args[0], UNARY)}", UNARY)
        case "mod":
            return _modulo(w, *args)
        case "ceildiv":
            inner = f"-{w.value(args[0], UNARY)} // {w.value(args[1], UNARY)}"
            return Text(f"-({inner})", UNARY)
        case "rdiv":
            by = w.value(args[1], UNARY)
            return Text(f"Fraction({w.value(args[0])}) / {by}", PRODUCT)
        case "min" | "max":
            return Text(f"{e.name}({', '.join(map(w.value, args))})")
        case _:
            return on_masks_and_tuples(w, e.name, args)


def on_masks_and_tuples(w: Writer, name: str, args: tuple[p.Expr, ...]) -> Text:
    match name:
        case "bit":
            return Text(f"1 << {w.value(args[0], SUM)}", SHIFT)
        case "minus":
            return Text(f"{w.value(args[0], AMPERSAND)} & ~{w.value(args[1], UNARY)}", AMPERSAND)
        case "size":
            return Text(f"{w.value(args[0], ATOM)}.bit_count()")
        case "lowest":
            return _lowest(w, args[0])
        case "highest":
            return Text(f"{w.value(args[0], ATOM)}.bit_length() - 1", SUM)
        case "item":
            return Text(f"{w.looked_into(args[0], ATOM)}[{w.value(args[1])}]")
        case "drop":
            return Text(f"{w.value(args[0], ATOM)}[1:]")
        case "contains":
            return contained(w.value(args[1], BAR), w.looked_into(args[0], BAR))
        case "slice" if args[2] == p.Op("len", (args[0],), "int"):
            return Text(f"{w.value(args[0], ATOM)}[{w.value(args[1])}:]")
        case "slice":
            return Text(f"{w.value(args[0], ATOM)}[{w.value(args[1])}:{w.value(args[2])}]")
        case "count_of":
            return Text(f"{w.looked_into(args[0], ATOM)}.count({w.value(args[1])})")
        case "tuple":
            items = ", ".join(map(w.value, args))
            return Text(f"({items},)" if len(args) == 1 else f"({items})")
        case "sorted":
            return Text(f"tuple(sorted({w.value(args[0])}))")
        case _:
            raise ValueError(f"no such operation: {name}")


def _lowest(w: Writer, mask: p.Expr) -> Text:
    if not isinstance(mask, p.Var):
        return Text(f"library.lowest({w.value(mask)})")
    name = w.variable(mask)
    return Text(f"({name} & -{name}).bit_length() - 1", SUM)


def _modulo(w: Writer, number: p.Expr, by: p.Expr) -> Text:
    left = w.value(number, PRODUCT)
    if isinstance(by, p.Const) and isinstance(by.value, int) and by.value > 0:
        return Text(f"{left} % {by.value}", PRODUCT)
    return Text(f"{left} % abs({w.value(by)})", PRODUCT)


def _either(w: Writer, e: p.Op) -> Text:
    cond, then, otherwise = e.args
    return Text(f"{w.value(then, OR)} if {w.test(cond, OR)} else {w.value(otherwise)}", TERNARY)


def _binary(w: Writer, e: p.Op) -> Text:
    """a sign b. Sums and products of several go without brackets on the left."""
    sign, level = BINARY[e.name]
    nothing = e.args[-1] in (p.Const((), "ints"), p.Const((), "texts"))
    if e.name in ("eq", "ne") and nothing:  # mypy is sure that a tuple is not ()
        return Text(f"{'not ' if e.name == 'eq' else ''}{w.looked_into(e.args[0], NOT)}", NOT)
    if e.name == "add" and isinstance(e.args[0], p.Answer) and isinstance(e.args[1], p.Const):
        return w.answer(e.args[0], _number(e.args[1]))
    if e.name in ("add", "sub") and len(e.args) == 2 and _negative(e.args[1]):
        less, by = e.args
        sign = "-" if e.name == "add" else "+"
        return Text(f"{w.value(less, SUM)} {sign} {abs(_number(by))}", SUM)
    right = level + 1
    first = level + 1 if level == COMPARE else level
    parts = [w.value(e.args[0], first), *(w.value(arg, right) for arg in e.args[1:])]
    return Text(f" {sign} ".join(parts), level)


def _number(e: p.Expr) -> int:
    return e.value if isinstance(e, p.Const) and isinstance(e.value, int) else 0


def _negative(e: p.Expr) -> bool:
    return _number(e) < 0
