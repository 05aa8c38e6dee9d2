"""What the lowering of a whole game holds: the program being made, its cells, names and rules."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from hoyle.compiler.from_game import addressing
from hoyle.compiler.from_game.forms import Forms
from hoyle.compiler.ir import program as p
from hoyle.dsl import codes, walk
from hoyle.dsl import game as g
from hoyle.dsl.diagnostics import Sink
from hoyle.dsl.records import record
from hoyle.dsl.source import Source, Span

if TYPE_CHECKING:
    from hoyle.compiler.from_game.zones import Pieces, Zone


_TAKEN = frozenset(
    {"pc", "options", "history", "log", "reveals", "answer_", "key", "clone", "note", "s"}
)
"""Names of the base class of every state."""


class NotYet(Exception):
    """A construct that this compiler does not lower; the declaration in work is given up."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what, self.span = what, span


@record
class Site:
    """A range of actions: `size` ints from `base`, the first of which stands for `low`."""

    name: str
    base: int
    size: int
    domain: str
    rule: int
    low: int = 0
    labels: tuple[str, ...] = ()


@record(eq=False, frozen=False)
class Whole:
    """One lowering of a game for one number of players."""

    game: g.Game
    players: int
    sink: Sink
    examples: bool
    sources: Mapping[str, Source]
    program: p.Program
    forms: Forms
    cells: dict[g.Field, p.Cell] = field(default_factory=dict)
    tables: dict[object, p.StaticTable] = field(default_factory=dict)
    machine_cells: dict[str, p.Cell] = field(default_factory=dict)
    sites: dict[tuple[int, str], int] = field(default_factory=dict)
    site_specs: list[Site] = field(default_factory=list)
    rules: dict[tuple[str, str, int], int] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    made: dict[object, str] = field(default_factory=dict)  # functions, procedures: by what of
    waiting: list[Callable[[], None]] = field(default_factory=list)  # bodies still to be written
    unit: str = ""  # the rule in work, for the names of rules
    signals: dict[str, int] = field(default_factory=dict)
    zones: dict[g.Field, Zone] = field(default_factory=dict)
    pieces: dict[str, Pieces] = field(default_factory=dict)
    origins: dict[g.Local, g.Expr] = field(default_factory=dict)  # see whereabouts
    example_names: list[str] = field(default_factory=list)
    shown: list[p.Record] = field(default_factory=list)  # what views show beside fields
    bounds: dict[int, tuple[g.Bound, p.Cell, int]] = field(default_factory=dict)
    units: tuple[walk.Unit, ...] = ()  # all of the game, each walked once
    kinds_of_nodes: frozenset[type] = frozenset()  # classes of statements and expressions used
    stepped: dict[g.ValueDecl, bool] = field(default_factory=dict)  # whether it reads the step
    nobodies: frozenset[g.Local] = frozenset()  # those `you` that may be nobody
    assigned: frozenset[g.Local] = frozenset()  # locals that get a second value somewhere
    revealed: frozenset[g.Field] = frozenset()  # fields that `reveal` and `hide` name
    left_out: tuple[str, ...] = ()  # the `to`s that some deed leaves out (`without NAME`)

    def uses(self, *classes: type) -> bool:
        """Whether the game has a statement or expression of one of these classes."""
        return not self.kinds_of_nodes.isdisjoint(classes)

    # -- names and rules

    def name(self, wanted: str) -> str:
        """A free identifier of the program like the one wanted."""
        base = "".join(c if c.isalnum() or c == "_" else "_" for c in wanted).lstrip("_") or "x"
        if base[0].isdigit():
            base = f"n{base}"
        if keyword.iskeyword(base) or base in _TAKEN:
            base += "_"
        count = self.names.get(base, 0)
        self.names[base] = count + 1
        return base if count == 0 else self.name(f"{base}_{count + 1}")

    def rule(self, span: Span, cites: tuple[str, ...] = (), name: str | None = None) -> int:
        """The number of the rule at a place; its name is that of the unit in work."""
        source = self.sources.get(span.path)
        line = source.position(span.start).line if source else 0
        # The file by its name alone: a module is the same wherever its rules lie.
        key = (name or self.unit, PurePosixPath(span.path).name, line)
        if key not in self.rules:
            self.rules[key] = len(self.program.rules)
            self.program.rules.append((*key, cites))
        elif cites and not self.program.rules[self.rules[key]][3]:
            self.program.rules[self.rules[key]] = (*key, cites)
        return self.rules[key]

    # -- storage

    def cell_of(self, field_: g.Field) -> p.Cell:
        """The cell that holds a field (a zone's slots or mask, a cup's faces, money)."""
        return self.cells[field_]

    def new_cell(
        self,
        name: str,
        form: p.Form,
        length: int | None,
        start: p.Datum,
        *,
        bounds: tuple[int, int] | None = None,
        explicit: bool = False,
        rule: int = -1,
        given: bool = False,
    ) -> p.Cell:
        """A fresh cell of the position; `bounds` are the least and greatest value of writes."""
        low, high = bounds or (None, None)
        cell = p.Cell(self.name(name), form, length, start, low, high, explicit, rule, given)
        self.program.cells.append(cell)
        return cell

    def machine_cell(self, name: str, form: p.Form, length: int | None, start: p.Datum) -> p.Cell:
        """A cell of the machine, made when first needed (`active`, `out`, `signal_`, …)."""
        if name not in self.machine_cells:
            self.machine_cells[name] = self.new_cell(name, form, length, start)
        return self.machine_cells[name]

    def table(
        self,
        key: object,
        name: str,
        depth: int,
        form: p.Form,
        data: Callable[[], tuple[p.Datum, ...]],
        made: Callable[[], tuple[str, tuple[p.Datum, ...]]] | None = None,
        kind: str = "",
    ) -> p.StaticTable:
        """A static table, made when first needed; `key` says what it holds."""
        if key not in self.tables:
            how = None if made is None else made()
            self.tables[key] = p.StaticTable(self.name(name), depth, form, data(), how, kind)
            self.program.tables.append(self.tables[key])
        return self.tables[key]

    # -- functions and procedures

    def function(self, key: object, name: str, make: Callable[[str], p.Fn]) -> str:
        """The name of a pure function, made when first asked for. `make` gets its name."""
        if key not in self.made:
            self.made[key] = self.name(name)
            self.program.functions[self.made[key]] = make(self.made[key])
        return self.made[key]

    def procedure(self, key: object, name: str, make: Callable[[str], p.Procedure]) -> str:
        """The name of a procedure; its body is written later, when the stack is empty."""
        if key not in self.made:
            made = self.made[key] = self.name(name)
            unit = self.unit

            def write() -> None:
                self.unit = unit
                self.program.procedures[made] = make(made)

            self.waiting.append(write)
        return self.made[key]

    def finish(self) -> None:
        """Write all bodies that wait, and those that they ask for."""
        while self.waiting:
            try:
                self.waiting.pop(0)()
            except NotYet as missing:
                self.refuse(missing.what, missing.span)

    def signal(self, name: str) -> int:
        """The number of a signal: a `to` left from inside, "eliminate", "roll"; 0 is none."""
        return self.signals.setdefault(name, len(self.signals) + 1)

    # -- what is not there

    def refuse(self, what: str, span: Span) -> None:
        """Say that a construct is not compiled yet."""
        self.sink.report(codes.NOT_COMPILED, span, f"{what} is not compiled yet.")


def begin(
    game: g.Game,
    players: int,
    sink: Sink,
    examples: bool = False,
    sources: Mapping[str, Source] | None = None,
) -> Whole:
    """A lowering that has not begun."""
    program, forms = p.Program(game.id, players), Forms(game, players)
    whole = Whole(game, players, sink, examples, sources or {}, program, forms)
    whole.units = tuple(walk.units(game))
    nodes = [node for unit in whole.units for node in unit.nodes()]
    whole.kinds_of_nodes = frozenset(type(node) for node in nodes)
    targets = (node.target for node in nodes if isinstance(node, g.Assign))
    whole.assigned = frozenset(x.local for x in targets if isinstance(x, g.LocalRef))
    shown = (node.what for node in nodes if isinstance(node, g.Show))
    whole.revealed = frozenset(x.field for x in shown if isinstance(x, g.FieldRead))
    deeds = (node for node in nodes if isinstance(node, g.FigureDeed))
    whole.left_out = tuple(sorted({name for deed in deeds for name in deed.without}))
    whole.nobodies = frozenset(addressing.nobodies(game, whole.units))
    return whole
