"""What stands in a generated module: every decision, as a flat view for the templates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.playouts import ranges_of
from hoyle.compiler.to_python import fused, literals, names, nodes
from hoyle.compiler.to_python.blocks import Blocks, Function
from hoyle.compiler.to_python.expressions import Spelling
from hoyle.compiler.to_python.forms import type_of, zero
from hoyle.compiler.to_python.lines import Line, Places
from hoyle.compiler.to_python.naming import Naming
from hoyle.compiler.to_python.simple import FLAVOURS, Callees, Flavour
from hoyle.compiler.to_python.slots import Slots
from hoyle.compiler.to_python.statements import BUDGET
from hoyle.compiler.to_python.straight import Straight, drawing, stateful
from hoyle.dsl.records import record


@record
class Constant:
    """A table of the module."""

    name: str
    type: str
    text: str


@record
class Attribute:
    """An attribute of the state. `many`: a list, copied by clones. `own`: not declared by the
    base."""

    name: str
    type: str
    start: str
    many: bool = False
    own: bool = True


@record
class Build:
    """One of the two builds that step: its functions and how they are found."""

    suffix: str
    functions: tuple[Function, ...]
    steps: tuple[str, ...]
    starts: tuple[tuple[str, str], ...]
    inner: tuple[str, ...]
    rules: tuple[int, ...]
    first: int
    arms: tuple[tuple[int, tuple[Line, ...]], ...] = ()


@record
class Module:
    """Everything that a template prints."""

    title: str
    players: int
    game: str
    fractions: bool
    imports: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    tables: tuple[Constant, ...]
    shares: bool
    attributes: tuple[Attribute, ...]
    answer: str
    values: tuple[Function, ...]
    explicit: Build
    sampled: Build
    frames: tuple[tuple[str, str], ...]
    playout: tuple[Function, ...]
    nodes: nodes.Nodes
    node_functions: tuple[Function, ...]
    sights: tuple[tuple[str, str], ...]
    shows: tuple[tuple[str, str], ...]
    tests: tuple[tuple[str, str], ...]
    entries: tuple[str, ...]
    budget: int = BUDGET


def model(
    program: p.Program, played: p.Program, explicit: m.Machine, sampled: m.Machine, places: Places
) -> Module:
    """The view of a module with both builds and the playout."""
    return Maker(program, played, explicit, sampled, places).module()


class Maker:
    """Writes every function."""

    def __init__(
        self,
        program: p.Program,
        played: p.Program,
        explicit: m.Machine,
        sampled: m.Machine,
        places: Places,
    ) -> None:
        self.program, self.played, self.places = program, played, places
        self.machines = (explicit, sampled)
        self.ranges = ranges_of(program, played)
        self.slots = Slots(explicit, sampled)
        self.names = Naming(program, played, explicit, sampled, self.slots.names())
        self.own = {
            name: (*walk.variables(x.body), *(var.name for var in x.params))
            for name, x in program.procedures.items()
        }
        self.recursive = who.recursive(program)
        self.callees = {flavour: self.called(flavour) for flavour in FLAVOURS}
        self.spelling = self.spelled()

    def spelled(self) -> Spelling:
        """How expressions name what they read."""
        program, given = self.played, self.names
        return Spelling(
            {cell.name: given.attributes[cell.name] for cell in program.cells},
            given.tables,
            given.functions,
            with_state(program),
            tuple(program.sites),
            tuple(program.site_lows) or (0,) * len(program.sites),
            given.taken,
        )

    def called(self, flavour: Flavour) -> Callees:
        """How procedures are called in a flavour."""
        named = {name: self.names.flavoured[flavour, name] for name in self.played.procedures}
        return Callees(named, drawing(self.program, flavour), self.recursive)

    def straight(self, flavour: Flavour) -> Straight:
        return Straight(
            self.program, self.spelling, self.ranges, self.callees[flavour], self.places, flavour
        )

    def blocks(self, index: int, flavour: Flavour) -> Blocks:
        """What writes the blocks of one build."""
        return Blocks(
            self.machines[index],
            self.spelling,
            self.ranges,
            self.callees[flavour],
            self.places,
            self.names.heads[index],
            self.names.attributes,
            self.slots.kept,
            self.own,
        )

    def in_one_go(self) -> Straight:
        """What writes the playout."""
        return replace(self.straight("playout"), program=self.played)

    def build(self, index: int, flavour: Flavour, suffix: str) -> Build:
        """The functions of one build."""
        machine, heads = self.machines[index], self.names.heads[index]
        writer, blocks = self.straight(flavour), self.blocks(index, flavour)
        plain = [
            writer.procedure(self.program.procedures[name])
            for name in machine.straight
            if flavour == "explicit" or name not in self.names.pure
        ]
        inner = sorted(machine.states, key=machine.states.__getitem__)
        return Build(
            suffix,
            (*plain, *blocks.functions()),
            tuple(heads[node.resume] for node in machine.nodes),
            tuple(
                (entry, heads[machine.frames[proc].start])
                for entry, proc in self.program.entries.items()
                if proc in machine.frames
            ),
            tuple(heads[block] for block in inner),
            tuple(self.places.rule(machine.blocks[b].span, machine.blocks[b].rule) for b in inner),
            len(machine.nodes),
            tuple(blocks.arms()),
        )

    def module(self) -> Module:
        program = self.program
        attributes, functions = self.names.attributes, self.names.functions
        schema = program.schema or p.Record("Game", ())
        rows = self.slots.with_rows(attributes)
        schema = p.Record(schema.name, (*schema.fields, ("frames", rows)))
        made = nodes.Maker(
            program, self.machines[0], self.spelling, self.ranges, self.places, attributes
        )
        writer = self.straight("explicit")
        return Module(
            title=str(dict(schema.fields).get("title", program.id)),
            players=program.players,
            game=literals.literal(literals.renamed(schema, attributes)),
            fractions=uses_fractions(program),
            imports=tuple(sorted({"library", "schema", "state", *makers(program)})),
            aliases=tuple(self.slots.chain_type(name) for name in sorted(self.slots.chains)),
            shares=uses_shares(program),
            tables=tuple(self.table(t) for t in self.played.tables),
            attributes=tuple(self.state()),
            answer=self.answer(),
            values=tuple(writer.value(fn) for fn in program.functions.values()),
            explicit=self.build(0, "explicit", ""),
            sampled=self.build(1, "sampled", "_sampled"),
            frames=self.slots.cleared(attributes),
            playout=fused.playout(
                self.in_one_go(), self.machines[1], self.names.same, begins_anew=True
            ),
            nodes=made.nodes(),
            node_functions=tuple(made.functions),
            sights=tuple((n, functions[fn]) for n, fn in program.sights.items()),
            shows=tuple((n, functions[fn]) for n, fn in program.shows.items()),
            tests=tuple((n, functions[fn]) for n, fn in program.tests.items()),
            entries=tuple(program.entries),
        )

    # -- data

    def table(self, table: p.StaticTable) -> Constant:
        kind = table.kind or type_of(table.form)
        for _ in range(table.depth):
            kind = f"tuple[{kind}, ...]"
        name = self.names.tables[table.name]
        if table.made is not None:
            return Constant(name, kind, literals.made(*table.made))
        if table.sets_of:
            of = self.names.tables[table.sets_of]
            return Constant(name, kind, f"library.places_by_value({of})")
        return Constant(name, kind, literals.literal(table.data, 0, len(name) + len(kind) + 12))

    def state(self) -> list[Attribute]:
        """The attributes of the state: cells, slots, outer activations."""
        found, attributes = [], self.names.attributes
        for cell in self.program.cells:
            kind = type_of(cell.form)
            many = cell.length is not None
            name = attributes[cell.name]
            found.append(
                Attribute(
                    name,
                    f"list[{kind}]" if many else kind,
                    literals.start_of(cell),
                    many,
                    cell.name not in names.MACHINE,
                )
            )
        if not any(cell.name == "returns_" for cell in self.program.cells):
            start = f"[0] * {self.program.players}"
            found.append(Attribute("returns_", "list[int]", start, True, False))
        for name, slot in self.slots.all.items():
            found.append(Attribute(attributes[name], type_of(slot.form), zero(slot.form)))
        for name in sorted(self.slots.chains):
            alias = self.slots.chain_type(name)[0]
            found.append(Attribute(attributes[name], f"{alias} | None", "None"))
        return found

    def answer(self) -> str:
        """The type of what entries give, "" if none gives anything."""
        forms = {self.program.procedures[proc].gives for proc in self.program.entries.values()} - {
            None
        }
        return " | ".join(sorted({type_of(form) for form in forms if form is not None}))


def with_state(program: p.Program) -> frozenset[str]:
    """The functions that take the state: those that read it, and those that the runtime calls
    with one, whatever they read."""
    called = (*program.tests.values(), *program.sights.values(), *program.shows.values())
    return stateful(program.functions) | frozenset(called)


def makers(program: p.Program) -> set[str]:
    """The modules of the runtime that make tables of the program."""
    found = {table.made[0] for table in program.tables if table.made is not None}
    found |= {e.name for e in expressions(program) if isinstance(e, p.Library)}
    return {name.partition(".")[0] for name in found if name.find(".") > 0}


def uses_fractions(program: p.Program) -> bool:
    """Whether the module needs fractions."""
    return any(
        (isinstance(e, p.Op) and e.name in ("ratio", "rdiv"))
        or (isinstance(e, p.Var) and e.form == "ratio")
        for e in expressions(program)
    )


def uses_shares(program: p.Program) -> bool:
    """Whether the module needs the table of the results of victories."""
    return any(
        isinstance(e, p.Library) and e.name == "win_shares" and names.has_shares(e.args)
        for e in expressions(program)
    )


def expressions(program: p.Program) -> Iterator[p.Expr]:
    """Every expression of the functions and procedures."""
    for function in program.functions.values():
        yield from walk.inside(function.body)
    for procedure in program.procedures.values():
        yield from walk.all_exprs(procedure.body)
