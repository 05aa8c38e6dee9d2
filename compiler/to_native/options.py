"""The options of a decision for mypyc: a row, made without a list of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python.options import known_options

if TYPE_CHECKING:
    from hoyle.compiler.to_native.expressions import NativeWriter


def options(writer: NativeWriter, ask: p.Ask) -> str:
    """The legal actions, ascending."""
    known = known_options(writer, ask)
    if known is not None:
        return writer.row([*map(str, known)])
    first, *parts = (
        _shifted(writer, choice.options, writer.spelling.offset(choice.site))
        for choice in ask.choices
    )
    for part in parts:
        first = f"natively.joined({first}, {part})"
    bases = [writer.spelling.sites[choice.site][0] for choice in ask.choices]
    return first if bases == sorted(bases) else f"natively.ordered({first})"


def _shifted(writer: NativeWriter, e: p.Expr, offset: int) -> str:
    """A row of numbers, each shifted."""
    match e:
        case p.Comp("ints", var, source, cond, body):
            moved = body if offset == 0 else p.Op("add", (body, p.Const(offset, "int")), "int")
            where = "" if cond is None else f" if {writer.test(cond, 1)}"
            head = f"{writer.variable(var)} in {writer.source(source)}"
            return f"vec[i64]([{writer.value(moved)} for {head}{where}])"
        case p.Const(tuple() as items):
            return writer.row([str(int(v) + offset) for v in items if isinstance(v, int)])
        case p.Op("if", (cond, then, otherwise)):
            yes, no = _shifted(writer, then, offset), _shifted(writer, otherwise, offset)
            return f"({yes} if {writer.test(cond, 1)} else {no})"
        case p.Op("tuple", args):
            shift = p.Const(offset, "int")
            each = [p.Op("add", (a, shift), "int") if offset else a for a in args]
            return writer.row([*map(writer.value, each)])
        case _:
            text = writer.value(e)
            return f"natively.shifted({text}, {offset})" if offset else text
