"""Expressions for mypyc: what it compiles wrongly or slowly is written another way.

It shifts a constant as if it had 32 bits, and takes an `int` for a machine's number where it meets
one: so single bits come from a table, and what may be large meets nothing but `int`s.
"""

from __future__ import annotations

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native.types import MANY, Native
from hoyle.compiler.to_python import rows
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.text import BAR, PRODUCT, SUM, Text
from hoyle.dsl.records import record

WHOLE = "native.whole"
"""Stands in expressions for `int(…)`."""

NUMBERS = frozenset(
    """
    add sub mul neg floordiv ceildiv mod min max abs eq ne lt le gt ge union inter minus shift
    unshift has size lowest highest if
    """.split()  # noqa: SIM905
)
"""Operations that work on numbers and masks."""

MASKS = {"size": "size", "lowest": "lowest", "highest": "highest"}
"""Operations on masks that are functions of the runtime here."""


@record
class NativeWriter(Writer):
    """Writes expressions of one function for mypyc."""

    @property
    def native(self) -> Native:
        """The types of what stands in the module."""
        assert isinstance(self.spelling, Native)
        return self.spelling

    def small(self, e: p.Expr) -> bool:
        """Whether a value is no number, or one of the machine."""
        return self.native.small(self.owner, e)

    def text(self, e: p.Expr) -> Text:
        match e:
            case p.Op("bit", (member,)):
                return self.bit(e, member)
            case p.Op() if e.name in NUMBERS:
                return self.numbers(e)
            case p.Lookup():
                return self.lookup(e)
            case p.Get(cell, None) if self.is_many(cell):
                return Text(f"natively.items({self.cell(cell)})")
            case _:
                return Writer.text(self, e)

    def truth(self, e: p.Expr) -> Text:
        match e:
            case p.Op("has"):
                return Writer.truth(self, self.even(e))
            case p.Op("eq" | "ne", (_, p.Const(0, "mask"))):
                return Writer.truth(self, e)
            case _:
                return Writer.truth(self, e)

    def is_many(self, cell: p.Cell) -> bool:
        """Whether a cell is a row of machine numbers."""
        return self.native.cell(cell) == MANY

    # -- numbers

    def numbers(self, e: p.Op) -> Text:
        """An operation on numbers: all of the machine, or none."""
        mask = e.args[0]
        if e.name in MASKS and self.small(mask):
            return Text(f"natively.{MASKS[e.name]}({self.value(mask)})")
        if e.name == "lowest":
            return Text(f"library.lowest({self.value(mask)})")
        return Writer.text(self, self.even(e))

    def even(self, e: p.Op) -> p.Op:
        """The same with every number made an `int` if one of them, or the result, may be large."""
        if e.name in ("has", "shift", "unshift") and isinstance(e.args[0], p.Const):
            return p.Op(e.name, (e.args[0], whole(e.args[1])), e.form)
        if all(map(self.small, e.args)) and self.small(e):
            return e
        return p.Op(e.name, tuple(map(whole, e.args)), e.form)

    def bit(self, e: p.Op, member: p.Expr) -> Text:
        """One bit."""
        if self.small(e):
            return Text(f"natively.bit({self.value(member)})")
        return Text(f"natively.large_bit({self.value(member)})")

    def gathered(self, e: p.Comp, bodies: str, bits: str) -> Text:
        """A mask of what a loop gives."""
        return Text(f"library.mask_of([{bodies}])")

    def helper(self, name: str, args: tuple[p.Expr, ...]) -> Text:
        if name == WHOLE:
            return Text(f"int({self.value(args[0])})")
        if name == "win_shares" and isinstance(args[1], p.Const):
            return Text(f"SHARES[{self.value(args[0])}]")
        return Writer.helper(self, name, args)

    # -- tables and lists

    def lookup(self, e: p.Lookup) -> Text:
        """An item of a table: of its flat form, if no index behind the first counts from the
        end."""
        found = self.native.flat.get(e.table.name)
        if found is None or len(e.indexes) < e.table.depth:
            return Writer.text(self, e)
        if not all(map(self.is_natural, e.indexes[1:])):
            return Writer.text(self, e)
        name, lengths = found
        text = Text(self.value(e.indexes[0]) if len(lengths) == 1 else "")
        for index, length in zip(e.indexes, lengths, strict=True):
            more = self.text(index)
            if not text.text:
                text = more
            elif len(lengths) > 1:
                text = Text(f"{text.at(PRODUCT)} * {length} + {more.at(SUM + 1)}", SUM)
        item = f"{name}[{text.text}]"
        return Text(f"{item} == 1", BAR - 1) if e.table.form == "bool" else Text(item)

    def source(self, source: p.Source) -> str:
        match source:
            case p.Bits(mask) if self.small(mask):
                return f"natively.members({self.value(mask)})"
            case _:
                return Writer.source(self, source)

    def count(self, e: p.Comp, tail: str) -> Text:
        found = rows.whole_cell(e)
        if found is not None and self.is_many(found[0]):
            return Text(f"natively.count({self.cell(found[0])}, {self.value(found[1])})")
        if found is None:
            return Text(f"sum(1 {tail})")
        return Writer.count(self, e, tail)

    def claim(self, e: p.Comp, known: tuple[p.Datum, ...] | None) -> Text:
        found = rows.whole_cell(e)
        if found is not None and e.kind == "any" and self.is_many(found[0]):
            return Text(f"natively.holds({self.cell(found[0])}, {self.value(found[1])})")
        return Writer.claim(self, e, known)


def whole(e: p.Expr) -> p.Expr:
    """A number as an `int`; anything else as it is."""
    if isinstance(e, p.Const) or form_of(e) not in ("int", "mask"):
        return e
    return p.Library(WHOLE, (e,), form_of(e))
