"""What stands in a module for mypyc: what a playout needs, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.intervals import Interval
from hoyle.compiler.to_native import searches
from hoyle.compiler.to_native.expressions import NativeWriter
from hoyle.compiler.to_native.functions import NativeBlocks, NativeStraight, with_locals
from hoyle.compiler.to_native.kinds import AS_TUPLE
from hoyle.compiler.to_native.statements import NativeBody
from hoyle.compiler.to_native.types import (
    EMPTY,
    MAKERS,
    NOTHING,
    ROW,
    SETS,
    Native,
    depth_of,
    is_wide,
    nested,
    type_of_set,
)
from hoyle.compiler.to_python import fused, literals
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.forms import zero
from hoyle.compiler.to_python.lines import Line, Places
from hoyle.compiler.to_python.model import (
    Build,
    Constant,
    Maker,
    expressions,
    makers,
    uses_fractions,
)
from hoyle.compiler.to_python.simple import Flavour
from hoyle.compiler.to_python.statements import BUDGET
from hoyle.dsl.records import record

LARGE = 2_500
"""Lines above which a game is not written a second time, from its beginning to its end."""

SEVERAL = 200
"""Games from which on it pays to take over from a generator of random numbers."""

SEARCHES = (
    "native_fields", "native_looks", "native_questions", "native_stepping", "native_walks",
)  # fmt: skip
"""Modules of the runtime that only games with figures on a board need."""

BOARD = "fields.Field"
"""The kind of a table that is a board."""


@record
class Field:
    """An attribute of the native state: its type, its start, and how it comes from a position of
    the interpreted module and goes back to it. `copied`: the start is a row of its own, copied."""

    name: str
    type: str
    start: str
    taken: str
    given: str
    copied: bool = False


@record
class Chain:
    """Outer activations of a procedure: what is kept of each, and how it is taken over."""

    name: str
    slots: tuple[str, ...]
    taken: tuple[str, ...]


@record
class Module:
    """Everything that the template prints."""

    title: str
    package: str
    players: int
    fractions: bool
    imports: tuple[str, ...]
    along: tuple[str, ...]
    asks: tuple[searches.Asks, ...]
    tables: tuple[Constant, ...]
    fields: tuple[Field, ...]
    chains: tuple[Chain, ...]
    values: tuple[Function, ...]
    sampled: Build
    begins: str
    frames: tuple[tuple[str, str], ...]
    playout: tuple[Function, ...]
    budget: int = BUDGET
    several: int = SEVERAL


class NativeMaker(Maker):
    """Writes every function for mypyc."""

    spelling: Native

    def spelled(self) -> Native:
        plain = super().spelled()
        return Native(
            plain.cells, plain.tables, plain.functions, plain.stateful, plain.sites, plain.lows,
            plain.taken, self.ranges, searches.forms(expressions(self.program)), self.wide_slots(),
        )  # fmt: skip

    def wide_slots(self) -> dict[str, str]:
        """The slots of locals that are sets of more than one word, and the empty one of each."""
        found, attributes = self.ranges.locals, self.names.attributes
        types = {
            attributes[name]: type_of_set(found.get((slot.proc, slot.var), Interval()))
            for name, slot in self.slots.all.items()
            if slot.form == "mask"
        }
        return {name: EMPTY[kind] for name, kind in types.items() if kind in SETS}

    def straight(self, flavour: Flavour) -> NativeStraight:
        return NativeStraight(
            self.program, self.spelling, self.ranges, self.callees[flavour], self.places, flavour,
            NativeWriter, NativeBody,
        )  # fmt: skip

    def blocks(self, index: int, flavour: Flavour) -> NativeBlocks:
        b = super().blocks(index, flavour)
        return NativeBlocks(
            b.machine, b.spelling, b.ranges, b.callees, b.places, b.heads, b.attributes, b.kept,
            b.own, NativeWriter, NativeBody,
        )  # fmt: skip

    def native(self, package: str) -> Module:
        """The view of the whole module."""
        program = self.program
        playout, sampled = self.playout(), self.stepping()
        if sum(len(function.lines) for function in (*playout, *sampled.functions)) > LARGE:
            playout = ()
        values = self.needed((*playout, *sampled.functions))
        asks = tuple(self.asked(values))
        words = _words((*playout, *sampled.functions, *values)).union(*(x.words for x in asks))
        tables = tuple(self.used(words))
        words |= {word for table in tables for word in searches.WORD.findall(table.type)}
        return Module(
            title=program.id,
            package=package,
            players=program.players,
            fractions=uses_fractions(program),
            imports=tuple(sorted(makers(program) - {"library", "walks", "looks"})),
            along=tuple(name for name in SEARCHES if name in words),
            asks=asks,
            tables=tables,
            fields=tuple(self.fields()),
            chains=tuple(self.chains()),
            values=values,
            sampled=sampled,
            begins=dict(sampled.starts)[fused.MAIN],
            frames=tuple(
                (name, self.spelling.empty.get(name, start))
                for name, start in self.slots.cleared(self.names.attributes)
            ),
            playout=playout,
        )

    def playout(self) -> tuple[Function, ...]:
        """The fused playout and what it calls."""
        *called, whole = fused.playout(self.in_one_go(), self.machines[1], self.names.same)
        whole = replace(whole, lines=tuple(map(self.as_row, _behind_steps(whole))))
        main = self.played.procedures[self.played.entries[fused.MAIN]]
        variables = walk.variables(main.body)
        return (*called, with_locals(whole, self.spelling, main.name, variables))

    def as_row(self, line: Line) -> Line:
        """A line; where a playout makes a list for itself, with a row instead."""
        for cell in self.played.cells:
            start = literals.start_of(cell)
            if cell.scratch and line.text.endswith(f" = {start}"):
                target = line.text.removesuffix(f" = {start}")
                kind = "native_sets.rows" if self.spelling.wide_cell(cell) else "vec[i64]"
                return replace(line, text=f"{target} = {kind}({start})")
        return line

    def stepping(self) -> Build:
        """The sampled build, with the procedures that are the same in every build."""
        build = self.build(1, "sampled", "_sampled")
        writer = self.straight("explicit")
        pure = [
            writer.procedure(procedure)
            for name, procedure in self.program.procedures.items()
            if name in self.names.pure
        ]
        return replace(build, functions=(*pure, *build.functions))

    def needed(self, functions: Iterable[Function]) -> tuple[Function, ...]:
        """The values that functions ask for, and those that these ask for."""
        writer = self.straight("explicit")
        known = {self.names.functions[fn.name]: fn for fn in self.program.functions.values()}
        found: dict[str, Function] = {}
        wanted = [name for name in known if name in _words(functions)]
        while wanted:
            name = wanted.pop()
            if name not in found:
                found[name] = writer.value(known[name])
                words = _words([found[name]])
                if searches.is_search(known[name]):
                    words |= writer.asked(known[name]).words
                wanted += [other for other in known if other in words]
        return tuple(found[name] for name in known if name in found)

    def table(self, table: p.StaticTable) -> Constant:
        """A table; sets are written out: what they are of may be no tuple here."""
        return super().table(replace(table, sets_of=""))

    def used(self, words: set[str]) -> Iterable[Constant]:
        """The tables that stand in functions, as rows and as tuples."""
        for table in self.played.tables:
            plain, depth = self.table(table), depth_of(table)
            as_tuple = f"{plain.name}{AS_TUPLE}"
            if plain.name not in words and as_tuple not in words:
                continue
            if is_wide(table):
                yield Constant(plain.name, nested(2), f"native_sets.rows({plain.text})")
            elif depth:
                text = f"{MAKERS[depth]}({plain.text})"
                yield Constant(plain.name, nested(depth), text)
            else:
                yield _object(table, plain)
            if as_tuple in words:
                kind, text = "tuple[int, ...]", f"natively.items({plain.name})"
                if is_wide(table):
                    yield Constant(as_tuple, kind, f"tuple(native_sets.integers({plain.name}))")
                else:
                    yield Constant(as_tuple, kind, text if depth else plain.name)

    def asked(self, values: Iterable[Function]) -> Iterable[searches.Asks]:
        """What the searches ask that are written."""
        writer, written = self.straight("explicit"), {function.name for function in values}
        for fn in self.program.functions.values():
            if searches.is_search(fn) and self.names.functions[fn.name] in written:
                yield writer.asked(fn)

    def fields(self) -> Iterable[Field]:
        """The attributes that a playout reads and writes."""
        attributes = self.names.attributes
        for cell in self.program.cells:
            if not cell.explicit:
                kind = self.spelling.cell(cell)
                start, listed = literals.start_of(cell), cell.length is not None
                if self.spelling.wide_cell(cell):
                    yield _sets(attributes[cell.name], kind, start, listed)
                else:
                    yield _field(attributes[cell.name], kind, start, listed)
        if not any(cell.name == "returns_" for cell in self.program.cells):
            yield _field("returns_", "Any", f"[0] * {self.program.players}")
        for name, slot in self.slots.all.items():
            kind = self.spelling.local(slot.proc, p.Var(slot.var, slot.form))
            if attributes[name] in self.spelling.empty:
                yield _sets(attributes[name], kind, "0", False)
            else:
                yield _field(attributes[name], kind, zero(slot.form))
        for name in self.slots.chains:
            chain = attributes[name]
            taken = f"taken_{chain}(given.{chain})"
            yield Field(chain, "Any", "None", taken, f"s.{chain}")

    def chains(self) -> Iterable[Chain]:
        """What is kept of outer activations, and how it comes from the interpreted module."""
        attributes, makers = self.names.attributes, {f.name: f.taken for f in self.fields()}
        for frame in self.machines[1].frames.values():
            if frame.chain and frame.returns is not None:
                slots = (frame.returns, *self.slots.kept[frame.proc])
                names = [attributes[slot.name] for slot in slots]
                taken = (makers[name].replace(f"given.{name}", name) for name in names)
                yield Chain(attributes[frame.chain], tuple(names), tuple(taken))


def _object(table: p.StaticTable, plain: Constant) -> Constant:
    """A table that stays one of Python; a board is one for searches that are compiled."""
    if table.kind == BOARD:
        return Constant(plain.name, f"native_{BOARD}", f"native_{BOARD}({plain.text})")
    return replace(plain, type="Any" if table.kind else plain.type)


def _behind_steps(whole: Function) -> tuple[Line, ...]:
    """The course of a playout, without the steps to its end from the middle of a game."""
    texts = [line.text for line in whole.lines]
    return whole.lines[texts.index("if s.pc == -1:") + 2 :]


def _field(name: str, kind: str, start: str, listed: bool = False) -> Field:
    """`listed`: whether the interpreted module has a list there, not a tuple."""
    here, there = f"s.{name}", f"given.{name}"
    if kind == nested(2):
        return Field(
            name,
            kind,
            f"natively.rows({start})",
            f"natively.rows({there})",
            f"natively.tuples({here})",
            True,
        )
    if kind == ROW:
        back = f"natively.{'listed' if listed else 'items'}({here})"
        made = NOTHING if start == "()" else f"natively.row({start})"
        return Field(name, kind, made, f"natively.row({there})", back, start != "()")
    if kind.startswith("list["):
        return Field(name, kind, start, f"[*{there}]", here)
    return Field(name, kind, start, there, here)


def _sets(name: str, kind: str, start: str, listed: bool) -> Field:
    """A set of more than one word, or several."""
    here, there = f"s.{name}", f"given.{name}"
    if not listed:
        made = EMPTY[kind] if start == "0" else f"{SETS[kind]}.words({start})"
        taken, back = f"{SETS[kind]}.words({there})", f"{SETS[kind]}.integer({here})"
        return Field(name, kind, made, taken, back)
    taken, back = f"native_sets.rows({there})", f"native_sets.integers({here})"
    return Field(name, kind, f"native_sets.rows({start})", taken, back, True)


def _words(functions: Iterable[Function]) -> set[str]:
    """All names in functions."""
    return {
        word
        for function in functions
        for line in function.lines
        for word in searches.WORD.findall(line.text)
    }


def model(
    program: p.Program,
    played: p.Program,
    explicit: m.Machine,
    sampled: m.Machine,
    places: Places,
    package: str,
) -> Module:
    """The view of a native module; `package`: what it is compiled into."""
    return NativeMaker(program, played, explicit, sampled, places).native(package)
