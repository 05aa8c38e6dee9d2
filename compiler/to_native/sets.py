"""Sets of more than 62 members for mypyc: pairs of words (`runtime/native_pairs.py`), or rows of
words (`runtime/native_sets.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.types import EMPTY, MADE, NUMBER, PAIR, ROW, SETS, is_wide
from hoyle.compiler.to_python.text import NOT, Text

if TYPE_CHECKING:
    from hoyle.compiler.to_native.expressions import NativeWriter

WORD = 62
BITS = 64

OF_A_SET = {"size": "count", "lowest": "lowest", "highest": "highest", "members": "listed"}
"""What is asked of a set, and the functions that answer."""

OF_TWO = ("union", "inter", "minus")
MOVED = ("shift", "unshift")


def widest(w: NativeWriter, several: Iterable[p.Expr]) -> str:
    """The type that holds each of several sets."""
    return max((w.set_of(e) for e in several), key=("", NUMBER, PAIR, ROW).index)


def operation(w: NativeWriter, e: p.Op) -> Text | None:
    """An operation that has to do with sets of more than one word, or with members behind the
    first; None if it has not."""
    kind = w.set_of(e)
    if goes_far(w, e):
        return Text(f"natively.{e.name}({', '.join(map(w.value, e.args))})")
    if not any(map(w.is_wide, (e, *e.args))):
        return None
    match e.name:
        case "bit":
            return Text(f"{SETS[kind]}.bit({w.value(e.args[0])})")
        case "mask_of":
            return Text(f"{SETS[kind]}.of({w.value(e.args[0])})")
        case "has":
            of = SETS[w.set_of(e.args[0])]
            return Text(f"{of}.has({w.value(e.args[0])}, {w.value(e.args[1])})")
        case "eq" | "ne":
            return _equal(w, e)
        case "if":
            cond, *branches = e.args
            fitted = (w.fitted(branch, kind) for branch in branches)
            return w.operation(p.Op("if", (cond, *fitted), e.form))
        case name if name in OF_A_SET:
            return Text(f"{SETS[w.set_of(e.args[0])]}.{OF_A_SET[name]}({w.value(e.args[0])})")
        case name if name in MOVED:
            return _moved(w, e, kind)
        case name if name in OF_TWO:
            return _several(w, e, kind)
        case _:
            return None


def goes_far(w: NativeWriter, e: p.Op) -> bool:
    """Whether a small set may be moved, or asked for a member, by more than a number of the machine
    has bits: C would begin again at 0."""
    if e.name not in ("has", "unshift") or isinstance(e.args[0], p.Const) or w.is_wide(e.args[0]):
        return False
    return w.ranges.of(w.owner, e.args[1]).high >= BITS


def _moved(w: NativeWriter, e: p.Op, kind: str) -> Text:
    """A set whose members are all so much greater or less."""
    mask, by = e.args
    within = widest(w, (e, mask))
    found = f"{SETS[within]}.{e.name}({w.value(w.fitted(mask, within))}, {w.value(by)})"
    return Text(found if kind == within else f"{MADE[within, kind]}({found})")


def _several(w: NativeWriter, e: p.Op, kind: str) -> Text:
    """What is in several sets, or in the first alone."""
    args = [w.fitted(arg, kind) for arg in e.args]
    if kind not in SETS:
        return w.operation(p.Op(e.name, tuple(args), e.form))
    found = w.value(args[0])
    for arg in args[1:]:
        found = f"{SETS[kind]}.{e.name}({found}, {w.value(arg)})"
    return Text(found)


def _equal(w: NativeWriter, e: p.Op) -> Text:
    left, right = e.args
    kind = widest(w, e.args)
    if right == p.Const(0, "mask"):
        found = f"{SETS[kind]}.some({w.value(left)})"
        return Text(found) if e.name == "ne" else Text(f"not {found}", NOT)
    both = f"{w.value(w.fitted(left, kind))}, {w.value(w.fitted(right, kind))}"
    found = f"{SETS[kind]}.same({both})"
    return Text(found) if e.name == "eq" else Text(f"not {found}", NOT)


def read(w: NativeWriter, e: p.Expr) -> Text:
    """A set that is read or printed."""
    kind = w.set_of(e)
    match e:
        case p.Const(int() as value):
            return Text(printed(value, kind))
        case p.Get(cell, None):
            return Text(w.cell(cell))
        case p.Get(cell, index):
            assert index is not None
            return Text(of_row(f"{w.cell(cell)}[{w.value(index)}]", kind))
        case p.Lookup(table, indexes):
            found = "".join(f"[{w.value(index)}]" for index in indexes)
            text = w.spelling.tables[table.name] + found
            return Text(of_row(text, kind) if is_wide(table) else f"{SETS[kind]}.words({text})")
        case p.RankComp():
            return Text(f"{SETS[kind]}.words({w.rank(e).text})")
        case _:
            raise ValueError(f"no set of many words: {e}")


def of_row(text: str, kind: str) -> str:
    """A set that stands in a list, as a row of words."""
    return f"native_pairs.of_row({text})" if kind == PAIR else text


def printed(mask: int, kind: str) -> str:
    """A set that is known."""
    if mask == 0:
        return EMPTY[kind]
    if kind == PAIR:
        return f"(i64({mask & ((1 << WORD) - 1)}), i64({mask >> WORD}))"
    found = []
    while mask:
        found.append(str(mask & ((1 << WORD) - 1)))
        mask >>= WORD
    return f"vec[i64]([{', '.join(found)}])"
