"""Sets of more than 62 members for mypyc: rows of words, see `runtime/native_sets.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.types import is_wide
from hoyle.compiler.to_python.text import NOT, Text

if TYPE_CHECKING:
    from hoyle.compiler.to_native.expressions import NativeWriter

WORD = 62

OF_A_SET = {"size": "count", "lowest": "lowest", "highest": "highest", "members": "listed"}
"""What is asked of a set, and the functions that answer."""

OF_TWO = ("union", "inter", "minus")
MOVED = ("shift", "unshift")


def operation(w: NativeWriter, e: p.Op) -> Text | None:
    """An operation that has to do with sets of many words; None if it has not."""
    wide = w.is_wide(e)
    if not wide and not any(map(w.is_wide, e.args)):
        return None
    match e.name:
        case "bit":
            return Text(f"native_sets.bit({w.value(e.args[0])})")
        case "mask_of":
            return Text(f"native_sets.of({w.value(e.args[0])})")
        case "has":
            return Text(f"native_sets.has({w.value(e.args[0])}, {w.value(e.args[1])})")
        case "eq" | "ne":
            return _equal(w, e)
        case "if":
            cond, *branches = e.args
            fitted = (w.fitted(branch, wide) for branch in branches)
            return w.either(p.Op("if", (cond, *fitted), e.form))
        case name if name in OF_A_SET:
            return Text(f"native_sets.{OF_A_SET[name]}({w.value(e.args[0])})")
        case name if name in MOVED:
            mask, by = e.args
            found = f"native_sets.{name}({w.value(w.fitted(mask, True))}, {w.value(by)})"
            return Text(found if wide else f"native_sets.narrow({found})")
        case name if name in OF_TWO:
            return _several(w, e, wide)
        case _:
            return None


def _several(w: NativeWriter, e: p.Op, wide: bool) -> Text:
    """What is in several sets, or in the first alone; small if one of them says so."""
    args = [w.fitted(arg, wide) for arg in e.args]
    if not wide:
        return w.operation(p.Op(e.name, tuple(args), e.form))
    found = w.value(args[0])
    for arg in args[1:]:
        found = f"native_sets.{e.name}({found}, {w.value(arg)})"
    return Text(found)


def _equal(w: NativeWriter, e: p.Op) -> Text:
    left, right = e.args
    if right == p.Const(0, "mask"):
        found = f"native_sets.some({w.value(left)})"
        return Text(found) if e.name == "ne" else Text(f"not {found}", NOT)
    found = f"native_sets.same({w.value(w.fitted(left, True))}, {w.value(w.fitted(right, True))})"
    return Text(found) if e.name == "eq" else Text(f"not {found}", NOT)


def read(w: NativeWriter, e: p.Expr) -> Text:
    """A set that is read or printed."""
    match e:
        case p.Const(int() as value):
            return Text(printed(value))
        case p.Get(cell, None):
            return Text(w.cell(cell))
        case p.Get(cell, index):
            assert index is not None
            return Text(f"{w.cell(cell)}[{w.value(index)}]")
        case p.Lookup(table, indexes):
            found = "".join(f"[{w.value(index)}]" for index in indexes)
            text = w.spelling.tables[table.name] + found
            return Text(text if is_wide(table) else f"native_sets.words({text})")
        case p.RankComp():
            return Text(f"native_sets.words({w.rank(e).text})")
        case _:
            raise ValueError(f"no set of many words: {e}")


def printed(mask: int) -> str:
    """A set that is known."""
    found = []
    while mask:
        found.append(str(mask & ((1 << WORD) - 1)))
        mask >>= WORD
    return f"vec[i64]([{', '.join(found)}])" if found else "NOTHING"
