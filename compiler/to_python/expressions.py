"""Expressions of a program as Python text, with no bracket that is not needed.

`Writer.value` gives the exact value, `Writer.test` anything that is true when the test is, which is
shorter for masks (`m >> i & 1`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import assert_never

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.ranges import Ranges
from hoyle.compiler.to_python import names, rows
from hoyle.compiler.to_python.operations import on_masks_and_tuples, operation
from hoyle.compiler.to_python.text import (
    AMPERSAND,
    AND,
    BAR,
    COMPARE,
    NOT,
    OR,
    SHIFT,
    SUM,
    TERNARY,
    Text,
    constant,
    contained,
)
from hoyle.dsl.records import record


@record
class Spelling:
    """How names are spelled in the module: cells, tables, functions (and whether they take the
    state)."""

    cells: Mapping[str, str]
    tables: Mapping[str, str]
    functions: Mapping[str, str]
    stateful: frozenset[str]
    sites: tuple[tuple[int, int], ...]
    lows: tuple[int, ...]
    taken: frozenset[str]

    def offset(self, site: int) -> int:
        """What is added to a value at a site to make it an action."""
        return self.sites[site][0] - self.lows[site]


@record
class Writer:
    """Writes expressions of one function.

    `owner`: the procedure or function whose locals are meant; `slots`: locals that live in the
    position, by name; `hoisted`: cells that a local of Python stands for; `unpacked`: loop
    variables that are rows of printed data, as the locals that their items have; `rows`: the same
    for rows that are looked up; `lists`: cells whose tuples are lists of Python meanwhile; `own`:
    by such a cell and a loop variable, the local that stands for its list of that turn.
    """

    spelling: Spelling
    ranges: Ranges
    owner: str
    slots: Mapping[str, str] = field(default_factory=dict)
    hoisted: Mapping[str, str] = field(default_factory=dict)
    unpacked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: tuple[tuple[p.Source, tuple[str, ...]], ...] = ()
    lists: frozenset[str] = frozenset()
    own: Mapping[tuple[str, str], str] = field(default_factory=dict)

    # -- entry points

    def value(self, e: p.Expr, level: int = TERNARY) -> str:
        """The text of an expression's exact value, for a place that binds so tightly."""
        return self.text(e).at(level)

    def test(self, e: p.Expr, level: int = TERNARY) -> str:
        """The text of a test: true where the expression is."""
        return self.truth(e).at(level)

    # -- small parts

    def variable(self, var: p.Var) -> str:
        """A local: of Python, or a slot of the position."""
        slot = self.slots.get(var.name)
        return f"s.{slot}" if slot else names.local(var.name, self.spelling.taken)

    def cell(self, cell: p.Cell) -> str:
        """A cell: an attribute of the state, or the local that stands for it."""
        return self.hoisted.get(cell.name) or f"s.{self.spelling.cells[cell.name]}"

    def is_natural(self, e: p.Expr) -> bool:
        """Whether a number (or every number of a tuple) is surely not negative."""
        return self.ranges.natural(self.owner, e)

    def looping(self, var: p.Var, source: p.Source, claim: p.Expr) -> tuple[Writer, str]:
        """The writer inside a loop, and what its `for` binds: rows of a few items are unpacked."""
        length = rows.row_length(source)
        name = self.variable(var)
        if length is None or not rows.only_walked(claim, var):
            return self, name
        items = tuple(f"{name}_{index}" for index in range(length))
        inside = replace(self, unpacked={**self.unpacked, var.name: items})
        return inside, ", ".join(items) if length > 1 else f"({items[0]},)"

    def walked(self, var: p.Var, source: p.Source, *inside: p.Expr) -> tuple[Writer, str]:
        """The writer inside a loop, and `VAR in SOURCE` of its `for`. Rows that are looked up for
        each item come along with it: `c, (a, b) in enumerate(ROWS)`."""
        name = self.variable(var)
        row = rows.row_of(var, source, inside)
        if row is None:
            return self, f"{name} in {self.source(source)}"
        claim, table, first = row
        length = rows.length(table.data) or 0
        items = tuple(f"{self.variable(claim.var)}_{i}" for i in range(length))
        start = f", {first}" if first else ""
        head = (
            f"{name}, ({', '.join(items)}) in enumerate({self.spelling.tables[table.name]}{start})"
        )
        return replace(self, rows=(*self.rows, (claim.source, items))), head

    # -- expressions

    def text(self, e: p.Expr) -> Text:
        """The text of an expression's exact value."""
        match e:
            case p.Var():
                return Text(self.variable(e))
            case p.Const(value):
                return constant(value)
            case p.Get(cell, index):
                listed = cell.name in self.lists or (index is None and cell.length is not None)
                return Text(f"tuple({self.got(e)})" if listed else self.got(e))
            case p.Lookup(table, indexes):
                found = "".join(f"[{self.value(index)}]" for index in indexes)
                return Text(self.spelling.tables[table.name] + found)
            case p.Op():
                return operation(self, e)
            case p.CallFn(name, args):
                return self.call(name, args)
            case p.Library(name, args):
                return self.helper(name, args)
            case p.Comp():
                return self.comp(e)
            case p.RankComp():
                return self.rank(e)
            case p.Lambda(var, body):
                return Text(f"lambda {self.variable(var)}: {self.value(body)}", TERNARY)
            case p.Answer():
                return self.answer(e)
            case _:
                assert_never(e)

    def truth(self, e: p.Expr) -> Text:
        """The text of a test."""
        match e:
            case p.Op("and", args):
                return Text(" and ".join(self.test(arg, AND) for arg in args), AND)
            case p.Op("or", args):
                return Text(" or ".join(self.test(arg, OR + 1) for arg in args), OR)
            case p.Op("not", (arg,)):
                return self.truth(arg).negated()
            case p.Op("has", (mask, member)):
                return self.member(mask, member)
            case p.Op("item", args):
                return on_masks_and_tuples(self, "item", args)
            case p.Op("eq" | "ne", (left, p.Const(0, "mask"))):
                return self.emptiness(self.text(left), e.name == "eq")
            case p.Op("eq" | "ne", (p.Op("len", (row,)), p.Const(0))):
                return self.emptiness(Text(self.looked_into(row, NOT), NOT), e.name == "eq")
            case _:
                return self.text(e)

    def emptiness(self, found: Text, empty: bool) -> Text:
        """Whether there is nothing, or something, in a set or a row."""
        return found.negated() if empty else found

    def member(self, mask: p.Expr, member: p.Expr) -> Text:
        """Whether a bit is set, as a number."""
        if isinstance(mask, p.Op) and mask.name == "bit":
            return Text(f"{self.value(mask.args[0], BAR)} == {self.value(member, BAR)}", COMPARE)
        bit = Text(f"{self.value(mask, SHIFT)} >> {self.value(member, SUM)} & 1", AMPERSAND)
        if self.is_natural(member):
            return bit
        return Text(f"{self.value(member, BAR)} >= 0 and {bit.at(AND)}", AND)

    def call(self, name: str, args: tuple[p.Expr, ...]) -> Text:
        """A call of a function of the program."""
        first = ["s"] if name in self.spelling.stateful else []
        every = ", ".join([*first, *map(self.value, args)])
        return Text(f"{self.spelling.functions[name]}({every})")

    def helper(self, name: str, args: tuple[p.Expr, ...]) -> Text:
        """A call of the runtime: of its library, of a method of the first argument, of a search."""
        if name.startswith(".") and name[1:] in names.METHODS:
            given = [self.looked_into(arg, TERNARY) for arg in args]
            return Text(f"{given[0]}{name}({', '.join(given[1:])})")
        if name in ("walks.kept", "walks.kept_of"):
            return self.kept(args)
        if name in names.SEARCHES:
            return Text(f"{name}({', '.join(self.looked_into(arg, TERNARY) for arg in args)})")
        if name == "win_shares" and names.has_shares(args):
            return Text(f"{names.SHARES}[{self.value(args[0])}]")
        if name not in names.LIBRARY:
            raise ValueError(f"the runtime has no helper {name}")
        return Text(f"library.{name}({', '.join(map(self.value, args))})")

    def kept(self, args: tuple[p.Expr, ...]) -> Text:
        """What stays while a search lasts: noted when it is first asked for."""
        kept, number, *of, e = (self.value(arg, BAR) for arg in args)
        if not of:
            found, keep = f"{kept}[{number}]", f"walks.keep({kept}, {number}, {e})"
            return Text(f"{found} if {found} is not None else {keep}", TERNARY)
        keep = f"walks.keep_of({kept}, {number}, {of[0]}, {e})"
        known = f"{kept}[{number}] is not None and {of[0]} in {kept}[{number}]"
        return Text(f"{kept}[{number}][{of[0]}] if {known} else {keep}", TERNARY)

    def got(self, e: p.Get) -> str:
        """What a cell holds, as it stands there."""
        return self.place(e.cell, e.index)

    def place(self, cell: p.Cell, index: p.Expr | None) -> str:
        """A cell or a place of it, to be read or written."""
        if index is None:
            return self.cell(cell)
        own = self.own.get((cell.name, index.name)) if isinstance(index, p.Var) else None
        return own or f"{self.cell(cell)}[{self.value(index)}]"

    def looked_into(self, e: p.Expr, level: int) -> str:
        """A tuple that is only looked into: a list of the state need not be copied."""
        return self.got(e) if isinstance(e, p.Get) else self.value(e, level)

    def answer(self, e: p.Answer, more: int = 0) -> Text:
        """What an action says: whether it is of a site, or which value (and so much more)."""
        name = self.variable(e.var)
        base, size = self.spelling.sites[e.site]
        if e.value:
            offset = self.spelling.offset(e.site) - more
            if offset == 0:
                return Text(name)
            return Text(f"{name} {'-' if offset > 0 else '+'} {abs(offset)}", SUM)
        if size == 1:
            return Text(f"{name} == {base}", COMPARE)
        return Text(f"{base} <= {name} < {base + size}" if base else f"{name} < {size}", COMPARE)

    # -- loops

    def source(self, source: p.Source) -> str:
        """What a `for` walks."""
        match source:
            case p.Range(p.Const(0), high):
                return f"range({self.value(high)})"
            case p.Range(low, high):
                return f"range({self.value(low)}, {self.value(high)})"
            case p.Bits(mask):
                return f"library.members({self.value(mask)})"
            case p.Items(of):
                return self.looked_into(of, TERNARY)
            case _:
                assert_never(source)

    def comp(self, e: p.Comp) -> Text:
        """A loop in an expression."""
        known = rows.static_items(e.source)
        if e.kind in ("any", "every"):
            return self.claim(e, known)
        inner, head = self.walked(e.var, e.source, *(x for x in (e.cond, e.body) if x is not None))
        where = "" if e.cond is None else f" if {inner.test(e.cond, OR)}"
        tail = f"for {head}{where}"
        if e.kind == "count":
            return self.count(e, tail)
        body = inner.value(e.body)
        match e.kind:
            case "sum":
                return Text(f"sum([{body} {tail}])")
            case "min" | "max":
                return self.extreme(e, f"[{body} {tail}]")
            case "mask":
                bit = f"1 << {inner.value(e.body, SUM)}"
                return self.gathered(e, f"{body} {tail}", f"{bit} {tail}")
            case "ints":
                return Text(f"tuple({self.gathered_list(e)})")
            case "first":
                return Text(f"next(({body} {tail}), {self.nothing(e)})")
        raise ValueError(f"no such loop: {e.kind}")

    def nothing(self, e: p.Expr) -> str:
        """What a search gives that finds nothing."""
        return "-1"

    def gathered_list(self, e: p.Comp) -> str:
        """All bodies as a list of Python."""
        inner, head = self.walked(e.var, e.source, *(x for x in (e.cond, e.body) if x is not None))
        where = "" if e.cond is None else f" if {inner.test(e.cond, OR)}"
        return f"[{inner.value(e.body)} for {head}{where}]"

    def gathered(self, e: p.Comp, bodies: str, bits: str) -> Text:
        """A mask: the sum of its bits where no two can be equal."""
        distinct = e.body == e.var and rows.differ(e.source)
        return Text(f"sum([{bits}])" if distinct else f"library.mask_of([{bodies}])")

    def extreme(self, e: p.Comp, found: str) -> Text:
        if e.default is not None:
            return Text(f"{e.kind}({found}, default={self.value(e.default)})")
        helper = "least" if e.kind == "min" else "greatest"
        return Text(f"library.{helper}({found}, -1)")

    def count(self, e: p.Comp, tail: str) -> Text:
        whole = rows.whole_cell(e)
        if whole is not None:
            cell, wanted = whole
            return Text(f"{self.cell(cell)}.count({self.value(wanted)})")
        return Text(f"len([0 {tail}])")

    def claim(self, e: p.Comp, known: tuple[p.Datum, ...] | None) -> Text:
        """any and every: the claim is the condition."""
        claim = walk.claim(e)
        whole = rows.whole_cell(e)
        if whole is not None and e.kind == "any":
            cell, wanted = whole
            return contained(self.value(wanted, BAR), self.cell(cell))
        if known is not None and len(known) <= rows.FEW and not walk.bound(claim):
            return self.unrolled(e, claim, [p.Const(item, e.var.form) for item in known])
        listed = rows.listed(e.source)
        if listed is not None and not walk.bound(claim):
            return self.unrolled(e, claim, listed)
        for source, row in self.rows:
            if source == e.source and not walk.bound(claim):
                return self.unrolled(e, claim, [p.Var(item, e.var.form) for item in row])
        if isinstance(e.source, p.Items) and isinstance(e.source.of, p.Var):
            items = self.unpacked.get(e.source.of.name)
            if items is not None:
                return self.unrolled(e, claim, [p.Var(item, e.var.form) for item in items])
        inside, target = self.looping(e.var, e.source, claim)
        test = inside.test(claim)
        tail = f"for {target} in {self.source(e.source)}"
        return Text(f"{'any' if e.kind == 'any' else 'all'}({test} {tail})")

    def unrolled(self, e: p.Comp, claim: p.Expr, items: Sequence[p.Expr]) -> Text:
        if not items:
            return Text("False" if e.kind == "any" else "True")
        tests = tuple(walk.substitute(claim, {e.var.name: item}) for item in items)
        if len(tests) == 1:
            return self.text(tests[0])
        return self.text(p.Op("or" if e.kind == "any" else "and", tests, "bool"))

    def rank(self, e: p.RankComp) -> Text:
        """Those that rank highest, or all in order."""
        var = self.variable(e.var)
        keys = ", ".join(self.value(key) for key in e.keys)
        key = f"lambda {var}: {keys}" if len(e.keys) == 1 else f"lambda {var}: ({keys})"
        items = self.source(e.source)
        if e.cond is not None:
            items = f"[{var} for {var} in {items} if {self.test(e.cond, OR)}]"
        helper = "ranked" if e.all else "best_mask" if e.form == "mask" else "best_items"
        return Text(f"library.{helper}({items}, {key})")
