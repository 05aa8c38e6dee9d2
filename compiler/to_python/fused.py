"""The fused playout: the whole game as structured Python, decisions made on the spot.

From a position in the middle it goes step by step. Where a turn begins with a decision and nothing
is remembered from the turn before but cells, it only steps to there: the position then is that of
a loop that begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who
from hoyle.compiler.passes.apart import touched_elsewhere
from hoyle.compiler.passes.offers import is_offer
from hoyle.compiler.to_python import hoist, piles
from hoyle.compiler.to_python.blocks import Function
from hoyle.compiler.to_python.lines import Lines
from hoyle.compiler.to_python.literals import start_of
from hoyle.compiler.to_python.statements import RETURN
from hoyle.compiler.to_python.straight import Straight

MAIN = "main"


def playout(
    writer: Straight, machine: m.Machine, same: frozenset[str], begins_anew: bool = False
) -> tuple[Function, ...]:
    """The playout, behind the procedures that it calls. `same`: those that are written already;
    `begins_anew`: also from a turn's beginning in the middle."""
    program = writer.program
    main = program.entries.get(MAIN)
    if main is None or main not in machine.frames:
        return (_function(_steps(writer)),)
    called = who.reachable(program, [main]) - {main} - same
    found = [writer.procedure(program.procedures[n]) for n in program.procedures if n in called]
    home = turn_begins(program.procedures[main].body, machine, main) if begins_anew else None
    return (*found, *_at_end(writer), _function(_whole(writer, main, home)))


def turn_begins(body: p.Block, machine: m.Machine, main: str) -> int | None:
    """The node where a turn begins, if the loop over turns is all there is and nothing but cells
    lives there."""
    match body:
        case (p.Loop(_, (p.Ask() as ask, *_)), *_):
            pass
        case (p.Loop(_, (p.If(cond, (p.Ask() as ask, *_)), *_)), *_) if is_offer(cond, ask):
            pass
        case _:
            return None
    nodes = [node for node in machine.nodes if node.stmt == ask]
    if len(nodes) != 1 or nodes[0].proc != main or nodes[0].live:
        return None
    return nodes[0].number


def _at_end(writer: Straight) -> Iterator[Function]:
    """What is written down when the game is over, if anything."""
    if writer.program.at_end:
        written = writer.procedure(writer.program.procedures[writer.program.at_end])
        yield replace(written, doc="Write down where pieces lie: nobody asked in the playout.")


def _function(lines: Lines) -> Function:
    return Function("playout", "s: State, random: Random", "None", "", lines.finished())


def _steps(writer: Straight, home: int | None = None) -> Lines:
    """From a position in the middle: step by step, to the end or to where a turn begins."""
    lines = Lines(writer.places)
    until = {None: "s.pc >= 0", 0: "s.pc > 0"}.get(home, f"s.pc >= 0 and s.pc != {home}")
    with lines.deeper(f"while {until}:"):
        lines.add("options = s.options")
        lines.add("advance_sampled(s, options[int(random() * len(options))], random)")
    return lines


def _whole(writer: Straight, main: str, home: int | None) -> Lines:
    """The course of the game; single cells that only it touches stand in locals meanwhile."""
    program = writer.program
    body = program.procedures[main].body
    elsewhere = touched_elsewhere(program, body)
    replaced = {cell.stands_for for cell in program.cells}
    cells = [
        cell
        for cell in program.cells
        if (cell.length is not None or cell.name not in elsewhere) and cell.name not in replaced
    ]
    lists = _lists(writer, [cell for cell in cells if cell.name not in elsewhere], body)
    _, wanted = hoist.hoisted(
        lambda locals_: _course(writer, main, locals_, [], home, lists),
        cells,
        writer.spelling,
        walk.variables(body),
    )
    lists &= frozenset(wanted)
    cells = [cell for cell in cells if cell.name in wanted]
    back = [
        writer.store(cell, wanted[cell.name], lists)
        for cell in cells
        if not cell.scratch and (cell.name in lists or cell.length is None or cell.stands_for)
    ]
    if program.at_end:
        back.append(f"{writer.callees.names[program.at_end]}(s)")
    lines = _course(writer, main, wanted, back, home, lists)
    steps = _steps(writer, home)
    with steps.deeper("if s.pc == -1:"):
        steps.add("return")
    for cell in sorted(cells, key=lambda cell: not cell.scratch):
        local = wanted[cell.name]
        if not cell.scratch or cell.sums:
            steps.add(writer.load(cell, local, lists))
            continue
        steps.add(f"{local} = {start_of(cell)}")
        if home is not None:
            _refill(cell, local, home, writer, steps)
    lines.found[:0] = steps.found
    return lines


def _lists(writer: Straight, cells: Iterable[p.Cell], body: p.Block) -> frozenset[str]:
    """The piles that are lists meanwhile."""
    return piles.found(cells, body) if writer.statements.takes_lists else frozenset()


def _refill(cell: p.Cell, local: str, home: int, writer: Straight, lines: Lines) -> None:
    """The sets of places of another cell, as a position in the middle has them."""
    places = f"library.places(s.{writer.spelling.cells[cell.sets_of]}, owner)"
    with lines.deeper(f"if s.pc == {home}:"):
        lines.add(f"{local} = [{places} for owner in range({cell.length})]")


def _course(
    writer: Straight,
    main: str,
    locals_: Mapping[str, str],
    back: list[str],
    home: int | None,
    lists: frozenset[str],
) -> Lines:
    """The course with locals for some cells, some of them `lists`; `back`: the lines that write
    them back at its end."""
    program = writer.program
    procedure = program.procedures[main]
    lines = Lines(writer.places)
    expressions = writer.writer(writer.spelling, writer.ranges, main, hoisted=locals_, lists=lists)
    body = writer.statements("playout", program, lines, expressions, writer.callees)

    def over(lines: Lines) -> None:
        none = [] if home is None else ["s.options = ()"]
        for text in [*back, "s.pc = -1", *none, "return"]:
            lines.add(text)

    body.over, body.home = over, home
    if not _ends_elsewhere(program, main):
        lines.at(procedure.span, procedure.rule)
        body.block(procedure.body, RETURN)
    else:
        with lines.deeper("try:"):
            lines.at(procedure.span, procedure.rule)
            body.block(procedure.body, RETURN)
        with lines.deeper("except state.Ended:"):
            over(lines)
    if not walk.leaves(procedure.body):
        for text in [*back, "s.pc = -2", "s.options = ()"]:
            lines.add(text)
    return lines


def _ends_elsewhere(program: p.Program, main: str) -> bool:
    """Whether the game can end inside of a procedure that is called."""
    called = who.reachable(program, [main]) - {main}
    bodies = (program.procedures[name].body for name in called)
    return any(isinstance(s, p.Over) for body in bodies for s in walk.statements(body))
