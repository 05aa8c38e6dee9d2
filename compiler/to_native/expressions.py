"""Expressions for mypyc: what it compiles wrongly or slowly is written another way.

It shifts a constant as if it had 32 bits, and takes an `int` for a machine's number where it meets
one: so single bits come from a table, and what may be large meets nothing but `int`s.
"""

from __future__ import annotations

from hoyle.compiler.from_game.build import form_of
from hoyle.compiler.ir import program as p
from hoyle.compiler.to_native import searches, sets
from hoyle.compiler.to_native.kinds import (
    AS_TUPLE,
    FITS,
    FITTED,
    HERE,
    KINDS,
    MASKS,
    NUMBERS,
    ON_ROWS,
    machine,
    whole,
)
from hoyle.compiler.to_native.types import (
    EMPTY,
    MADE,
    NOTHING,
    RETURNS,
    ROW,
    SETS,
    Native,
    depth_of,
)
from hoyle.compiler.to_python import names, rows
from hoyle.compiler.to_python.expressions import Writer
from hoyle.compiler.to_python.text import COMPARE, NOT, TERNARY, Text
from hoyle.dsl.records import record

NOUGHT = "i64(0)"
"""Where sums begin: of a plain 0 and numbers of the machine they would be objects of Python."""


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
            case p.Op():
                return sets.operation(self, e) or self.operation(e)
            case p.CallFn(name, args):
                return self.call(name, self.arguments(name, args))
            case p.Const() | p.Get() | p.Lookup() | p.RankComp() if self.is_wide(e):
                return sets.read(self, e)
            case p.Lambda(body=body) if self.is_wide(body):
                head = f"lambda {self.variable(e.var)}"
                return Text(f"{head}: {self.integer(body)}", TERNARY)
            case p.Library(name, args) if searches.is_native(name):
                return self.helper(name, args)
            case p.Library("unite", (p.Comp("ints") as masks,)) if self.is_wide(e):
                united = f"native_sets.united({self.several(masks)})"
                return Text(sets.of_row(united, self.set_of(e)))
            case p.Library() if e.name not in (*KINDS, *FITS) and self.is_wide(e):
                found = self.helper(e.name, e.args).text
                return Text(f"{SETS[self.set_of(e)]}.words({found})")
            case p.Const(tuple() as items, "ints"):
                return Text(self.row([str(int(i)) for i in items if isinstance(i, int)]))
            case p.Get(cell, None) if cell.length is not None and cell.name != RETURNS:
                return Text(self.copied(cell))
            case p.Lookup(table) if table.form == "bool" and depth_of(table):
                if len(e.indexes) == table.depth:
                    return Text(f"{Writer.text(self, e).text} == 1", COMPARE)
                return Writer.text(self, e)
            case p.Library(name, args, "ints") if name not in HERE and name != "win_shares":
                return Text(f"natively.row({self.helper(name, args).text})")
            case p.RankComp(form="ints"):
                return Text(f"natively.row({Writer.text(self, e).text})")
            case p.Lambda(body=body) if form_of(body) == "ints":
                head = f"lambda {self.variable(e.var)}"
                return Text(f"{head}: natively.items({self.value(body)})", TERNARY)
            case _:
                return Writer.text(self, e)

    def truth(self, e: p.Expr) -> Text:
        match e:
            case p.Op("has" | "eq" | "ne") if sets.goes_far(self, e) or any(
                map(self.is_wide, e.args)
            ):
                return self.text(e)
            case p.Op("has"):
                return Writer.truth(self, self.even(e))
            case p.Op("eq" | "ne", (p.Op("len"), p.Const(0))):
                return self.text(e)
            case p.Lookup(table) if table.form == "bool" and depth_of(table):
                return Writer.text(self, e)
            case _:
                return Writer.truth(self, e)

    def is_wide(self, e: p.Expr) -> bool:
        """Whether a value is a set of more than one word."""
        return self.set_of(e) in SETS

    def set_of(self, e: p.Expr) -> str:
        """The type of a set; "" of anything else."""
        if isinstance(e, p.Library) and e.name in FITS:
            return FITS[e.name]
        if isinstance(e, p.Library) and e.form == "mask" and searches.gives_row(e.name):
            return ROW
        return self.native.set_of(self.owner, e)

    def fitted(self, e: p.Expr, kind: str) -> p.Expr:
        """A set for a place for sets of this type; anything else as it is."""
        if form_of(e) != "mask" or self.set_of(e) == kind:
            return e
        return p.Library(FITTED[kind], (e,), "mask")

    def made(self, e: p.Expr, kind: str) -> str:
        """A set of another type, as one of this type."""
        if isinstance(e, p.Const) and isinstance(e.value, int) and kind in SETS and e.value >= 0:
            return sets.printed(e.value, kind)
        return f"{MADE[self.set_of(e), kind]}({self.value(e)})"

    def integer(self, e: p.Expr) -> str:
        """A set of more than one word as Python has it."""
        return f"{SETS[self.set_of(e)]}.integer({self.value(e)})"

    def arguments(self, name: str, args: tuple[p.Expr, ...]) -> tuple[p.Expr, ...]:
        """What a function or procedure is given, each as it wants it."""
        program = self.ranges.program
        of = program.functions.get(name) or program.procedures[name]
        pairs = zip(of.params, args, strict=True)
        return tuple(self.fitted(arg, self.native.set_in_local(name, var)) for var, arg in pairs)

    def answered(self, e: p.Expr) -> p.Expr:
        """What the function or procedure gives, as those want it that call it."""
        return self.fitted(e, self.native.answer(self.owner, "mask"))

    def is_row(self, cell: p.Cell) -> bool:
        """Whether a cell is a row of machine numbers, not a list of Python."""
        return self.native.cell(cell).startswith("vec[")

    def copied(self, cell: p.Cell) -> str:
        """All of a cell as it is now."""
        whole = self.cell(cell)
        if self.native.wide_cell(cell):
            return f"native_sets.integers({whole})"
        if self.is_row(cell):
            return f"{whole}[:]"
        return f"natively.row({whole})" if cell.form in ("int", "mask") else f"tuple({whole})"

    # -- operations

    def operation(self, e: p.Op) -> Text:
        if e.name == "bit":
            return Text(f"natively.bit({self.value(e.args[0])})")
        if e.name in MASKS:
            return Text(f"natively.{e.name}({self.value(e.args[0])})")
        if e.name == "abs" and self.small(e.args[0]):
            return Text(f"natively.absolute({self.value(e.args[0])})")
        if e.name == "mod" and not _positive(e.args[1]) and all(map(self.small, e.args)):
            by = self.value(e.args[1])
            return Text(f"natively.remainder({self.value(e.args[0])}, {by})")
        if e.name in ("eq", "ne") and form_of(e.args[0]) == "ints":
            return self.alike(e)
        if e.name == "if" and e.form in ("int", "mask") and all(map(self.small, e.args)):
            cond, *branches = e.args
            return Writer.text(self, p.Op("if", (cond, *map(machine, branches)), e.form))
        if e.name in NUMBERS:
            return Writer.text(self, self.even(e))
        return self.on_rows(e)

    def on_rows(self, e: p.Op) -> Text:
        """An operation on tuples."""
        args = e.args
        match e.name:
            case "tuple":
                return Text(self.row([self.value(arg) for arg in args]))
            case "mask_of":
                return Text(f"natively.mask_of({self.value(args[0])})")
            case "contains":
                return self.contains(args[0], args[1])
            case "count_of" if form_of(args[0]) == "ints":
                return Text(
                    f"natively.count({self.looked_into(args[0], 0)}, {self.value(args[1])})"
                )
            case "drop" if args[1] == p.Const(0, "int"):
                return Writer.text(self, e)
            case "concat" if form_of(args[0]) == "ints":
                whole = self.value(args[0])
                for arg in args[1:]:
                    whole = f"natively.joined({whole}, {self.value(arg)})"
                return Text(whole)
            case name if name in ON_ROWS and form_of(args[0]) == "ints":
                return Text(f"natively.{ON_ROWS[name]}({', '.join(map(self.value, args))})")
            case _:
                return Writer.text(self, e)

    def contains(self, container: p.Expr, item: p.Expr) -> Text:
        """Whether an item is there."""
        whole = isinstance(container, p.Get) and container.index is None
        listed = whole and isinstance(container, p.Get) and not self.is_row(container.cell)
        if listed or form_of(container) == "texts":
            return Writer.text(self, p.Op("contains", (container, item), "bool"))
        return Text(f"natively.holds({self.looked_into(container, 0)}, {self.value(item)})")

    def alike(self, e: p.Op) -> Text:
        """Whether two tuples are equal."""
        left, right = e.args
        if right == p.Const((), "ints"):
            sign = "==" if e.name == "eq" else "!="
            return Text(f"len({self.value(left)}) {sign} 0", COMPARE)
        found = f"natively.same({self.value(left)}, {self.value(right)})"
        return Text(found) if e.name == "eq" else Text(f"not {found}", NOT)

    def row(self, items: list[str]) -> str:
        """A row of these items."""
        return f"vec[i64]([{', '.join(items)}])" if items else NOTHING

    def even(self, e: p.Op) -> p.Op:
        """The same with every number made an `int` if one of them, or the result, may be large."""
        if e.name in ("has", "shift", "unshift"):
            return p.Op(e.name, (e.args[0], whole(e.args[1])), e.form)
        if all(map(self.small, e.args)) and self.small(e):
            return e
        return p.Op(e.name, tuple(map(whole, e.args)), e.form)

    # -- helpers of the runtime

    def helper(self, name: str, args: tuple[p.Expr, ...]) -> Text:
        if name in KINDS:
            return Text(f"{KINDS[name]}({self.value(args[0])})")
        if name in FITS:
            return Text(self.made(args[0], FITS[name]))
        if name == "win_shares" and names.has_shares(args):
            return Text(f"SHARES[{self.value(args[0])}]")
        if name in HERE:
            return Text(f"natively.{name}({', '.join(map(self.value, args))})")
        if name in ("walks.kept", "walks.kept_of"):
            return self.kept(args)
        if name == "unite" and self.native.small_items(self.owner, args[0]):
            return Text(f"natively.united({self.value(args[0])})")
        if searches.is_native(name):
            return self.search(name, [self.sought(arg) for arg in args])
        return Text(f"library.{name}({', '.join(map(self.given, args))})")

    def search(self, name: str, given: list[str]) -> Text:
        """A method of a board, or a search."""
        if not name.startswith("."):
            return Text(f"native_{name}({', '.join(given)})")
        return Text(f"{given[0]}{name}({', '.join(given[1:])})")

    def kept(self, args: tuple[p.Expr, ...]) -> Text:
        """What stays while a search lasts; what is no number is worked out again."""
        *where, e = args
        if form_of(e) not in ("bool", "int", "mask") or not self.small(e):
            return self.text(e)
        kept, number, *one = map(self.value, where)
        answer = f"1 if {self.test(e)} else 0" if form_of(e) == "bool" else self.value(e)
        at, keep = f"{kept}.at[{number}]", f"{kept}.keep({number}, {answer})"
        if one:
            at = f"{kept}.of_one({number}, {one[0]})"
            keep = f"{kept}.keep_of({number}, {one[0]}, {answer})"
        found = Text(f"{at} if {at} != native_fields.UNKNOWN else {keep}", TERNARY)
        return Text(f"({found.text}) != 0", COMPARE) if form_of(e) == "bool" else found

    def sought(self, e: p.Expr) -> str:
        """What a board or a search is given: rows, sets of many words, numbers of the machine."""
        match form_of(e):
            case "mask":
                return self.value(self.fitted(e, ROW))
            case "int" if not self.small(e):
                return self.number(e)
            case _:
                return self.value(e)

    def given(self, e: p.Expr) -> str:
        """An argument of a helper, as Python has it."""
        match e:
            case p.Const(int() as value):
                return str(value)
            case p.Comp("ints", body=body) if self.is_wide(body):
                where = "" if e.cond is None else f" if {self.test(e.cond, 1)}"
                tail = f"for {self.variable(e.var)} in {self.source(e.source)}{where}"
                return f"[{self.integer(body)} {tail}]"
            case p.Get(cell, None) if cell.length is not None and self.native.wide_cell(cell):
                return f"native_sets.integers({self.cell(cell)})"
            case p.Const(value) if form_of(e) == "ints":
                return repr(value)
            case p.Lookup(table, ()) if depth_of(table) == 1:
                return f"{self.spelling.tables[table.name]}{AS_TUPLE}"
            case p.Get(cell, None) if cell.length is not None and self.is_row(cell):
                return f"natively.items({self.cell(cell)})"
            case p.Get(cell, None) if cell.length is not None:
                return f"tuple({self.cell(cell)})"
            case p.Library(name, args) if form_of(e) == "ints" and not (
                name in HERE or searches.is_native(name)
            ):
                return self.helper(name, args).text
            case p.Op("tuple", args):
                return f"({', '.join(map(self.given, args))},)" if args else "()"
            case _ if form_of(e) == "ints":
                return f"natively.items({self.value(e)})"
            case _ if self.is_wide(e):
                return self.integer(e)
            case _:
                return self.value(e)

    # -- loops

    def source(self, source: p.Source) -> str:
        match source:
            case p.Bits(mask):
                kind = self.set_of(mask)
                listed = f"{SETS[kind]}.listed" if kind in SETS else "natively.members"
                return f"{listed}({self.value(mask)})"
            case p.Range(low, high) if self.small(low) and self.small(high):
                first = "" if low == p.Const(0, "int") else f"{self.number(low)}, "
                return f"range({first}{self.number(high)})"
            case p.Items(p.Op("tuple", args)) if any(map(self.is_wide, args)):
                kind = sets.widest(self, args)
                return f"({', '.join(self.value(self.fitted(arg, kind)) for arg in args)},)"
            case p.Items(p.Const(tuple() as items)) if _in_a_row(items):
                return f"range(i64({items[0]}), i64({items[0] + len(items)}))"
            case _:
                return Writer.source(self, source)

    def number(self, e: p.Expr) -> str:
        """A number of the machine."""
        return f"i64({self.value(e)})"

    def looping(self, var: p.Var, source: p.Source, claim: p.Expr) -> tuple[Writer, str]:
        return self, self.variable(var)

    def walked(self, var: p.Var, source: p.Source, *inside: p.Expr) -> tuple[Writer, str]:
        return self, f"{self.variable(var)} in {self.source(source)}"

    def comp(self, e: p.Comp) -> Text:
        if e.kind not in ("ints", "sum", "mask"):
            return Writer.comp(self, e)
        where = "" if e.cond is None else f" if {self.test(e.cond, 1)}"
        tail = f"for {self.variable(e.var)} in {self.source(e.source)}{where}"
        body = self.value(e.body)
        match e.kind:
            case "ints":
                return Text(f"vec[i64]([{body} {tail}])")
            case "sum" if self.small(e):
                return Text(f"sum(({body} {tail}), {NOUGHT})")
            case "sum":
                return Text(f"sum({body} {tail})")
            case _ if self.small(e):
                return Text(f"natively.mask_of(vec[i64]([{body} {tail}]))")
            case _:
                return Text(f"{SETS[self.set_of(e)]}.of(vec[i64]([{body} {tail}]))")

    def nothing(self, e: p.Expr) -> str:
        return NOTHING if form_of(e) == "ints" else EMPTY.get(self.set_of(e), "-1")

    def several(self, e: p.Comp) -> str:
        """Sets of many words, one for each item."""
        where = "" if e.cond is None else f" if {self.test(e.cond, 1)}"
        body = self.value(self.fitted(e.body, ROW))
        head = f"{body} for {self.variable(e.var)} in {self.source(e.source)}"
        return f"vec[vec[i64]]([{head}{where}])"

    def count(self, e: p.Comp, tail: str) -> Text:
        found = rows.whole_cell(e)
        if found is None:
            return Text(f"sum((i64(1) {tail}), {NOUGHT})")
        if self.is_row(found[0]):
            return Text(f"natively.count({self.cell(found[0])}, {self.value(found[1])})")
        return Writer.count(self, e, tail)

    def claim(self, e: p.Comp, known: tuple[p.Datum, ...] | None) -> Text:
        found = rows.whole_cell(e)
        if found is not None and e.kind == "any" and self.is_row(found[0]):
            return Text(f"natively.holds({self.cell(found[0])}, {self.value(found[1])})")
        return Writer.claim(self, e, known)


def _in_a_row(items: tuple[p.Datum, ...]) -> bool:
    first = items[0] if items else None
    return isinstance(first, int) and items == tuple(range(first, first + len(items)))


def _positive(e: p.Expr) -> bool:
    return isinstance(e, p.Const) and isinstance(e.value, int) and e.value > 0
