"""Each invariant of programs and machines: broken by hand, it is found; what the compiler makes
keeps it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import verify
from hoyle.compiler.passes.flatten import flatten
from hoyle.compiler.pipeline import prepared
from hoyle.dsl.source import NOWHERE
from tests import programs

N = NOWHERE
X = p.Var("x", "int")


def with_main(*body: p.Stmt) -> p.Program:
    """Pig, with other statements in place of its course."""
    program = programs.pig()
    program.procedures["main"] = replace(program.procedures["main"], body=body)
    return program


def program_with(change: Callable[[p.Program], None]) -> p.Program:
    program = programs.pig()
    program.procedures["main"] = replace(program.procedures["main"], body=())
    change(program)
    return program


def looping(program: p.Program) -> None:
    one = p.Fn("one", (), p.CallFn("other", (), "int"), -1, N)
    program.functions |= {
        "one": one,
        "other": replace(one, name="other", body=p.CallFn("one", (), "int")),
    }


def overlapping(program: p.Program) -> None:
    program.sites = [(0, 3), (2, 2)]


def ask(options: p.Expr, site: int = 0) -> p.Ask:
    return p.Ask(X, b.ZERO, (p.Choice(site, options, p.Var("o", "int")),), False, (), N, 0)


GONE = p.Cell("gone", "int", None, 0)
PROGRAMS = {
    "a call of nothing": (verify.calls_agree, with_main(p.CallProc("nobody", (), None, N))),
    "a call with too much": (
        verify.calls_agree,
        with_main(p.CallProc("turn", (b.ONE, b.ONE), None, N)),
    ),
    "a value that is not there": (
        verify.calls_agree,
        with_main(p.Assign(X, p.CallFn("nothing", (), "int"), N)),
    ),
    "a cell that is not there": (verify.cells_exist, with_main(p.Store(GONE, None, b.ONE, N))),
    "a place of a single cell": (
        verify.cells_exist,
        with_main(p.Store(programs.pig().cells[1], b.ZERO, b.ONE, N)),
    ),
    "values in a circle": (verify.values_are_acyclic, program_with(looping)),
    "a local nobody binds": (verify.locals_are_bound, with_main(p.Assign(X, p.Var("y", "int"), N))),
    "a local that a loop uses": (
        verify.loops_have_own_names,
        with_main(
            p.Assign(X, b.ONE, N),
            p.Assign(
                p.Var("y", "int"), b.comp("count", b.Walk(X, p.Range(b.ZERO, b.ONE), None)), N
            ),
        ),
    ),
    "a block left from outside": (verify.labels_exist, with_main(p.Leave("far", N))),
    "a region turned": (
        verify.labels_exist,
        with_main(p.Region("here", (p.Again("here", N),), N)),
    ),
    "sites that overlap": (verify.sites_are_disjoint, program_with(overlapping)),
    "an option beyond its site": (verify.options_are_in_domain, with_main(ask(b.const((0, 5))))),
    "options out of order": (verify.options_are_in_domain, with_main(ask(b.const((1, 0))))),
    "a site that is not there": (verify.options_are_in_domain, with_main(ask(b.const((0,)), 7))),
    "an at once that is left": (verify.nothing_at_once, with_main(p.AtOnce((), N))),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_a_broken_program(what: str) -> None:
    check, program = PROGRAMS[what]
    assert list(check(program)), what
    with pytest.raises(verify.Broken):
        verify.verify_program(program)


def machine(name: str = "pig") -> m.Machine:
    """The explicit build of a program written by hand."""
    made = {"pig": programs.pig, "recursive": programs.recursive, "silent": programs.silent}
    return flatten(prepared(made[name](), narrow=True), "explicit")


def lost_target(found: m.Machine) -> None:
    number, block = next((n, x) for n, x in found.blocks.items() if isinstance(x.end, m.Branch))
    found.blocks[number] = replace(block, end=replace(block.end, then=999))


def lost_start(found: m.Machine) -> None:
    found.frames["main"] = replace(found.frames["main"], start=999)


def waiting_inside(found: m.Machine) -> None:
    number = min(found.blocks)
    block = found.blocks[number]
    found.blocks[number] = replace(block, ops=(*block.ops, p.Over(N)))


def chance_first(found: m.Machine) -> None:
    found.nodes = tuple(reversed(found.nodes))


def renumbered(found: m.Machine) -> None:
    found.nodes = (replace(found.nodes[0], number=1), *found.nodes[1:])


def shared_resume(found: m.Machine) -> None:
    resume = found.nodes[0].resume
    number, block = next((n, x) for n, x in found.blocks.items() if isinstance(x.end, m.Branch))
    found.blocks[number] = replace(block, end=replace(block.end, otherwise=resume))


def no_function(found: m.Machine) -> None:
    found.heads -= {found.nodes[0].resume}


def uncounted(found: m.Machine) -> None:
    assert found.states, "silent turns need the trampoline"
    found.states = {}


def no_slot(found: m.Machine) -> None:
    assert found.slots
    found.slots = {}


def cleared_early(found: m.Machine) -> None:
    node = next(node for node in found.nodes if node.live)
    number, block = next((n, x) for n, x in found.blocks.items() if x.end == m.Suspend(node.number))
    found.blocks[number] = replace(block, clears=node.live)


def same_number(found: m.Machine) -> None:
    frame = found.frames["dive"]
    calls = tuple(replace(call, number=1) for call in frame.calls)
    assert len(calls) == 2
    found.frames["dive"] = replace(frame, calls=calls)


def no_return(found: m.Machine) -> None:
    found.frames["dive"] = replace(found.frames["dive"], returns=None)


def no_chain(found: m.Machine) -> None:
    found.frames["dive"] = replace(found.frames["dive"], chain="")


MACHINES: dict[str, tuple[Callable[[m.Machine], object], str, Callable[[m.Machine], None]]] = {
    "a target that is not there": (verify.targets_exist, "pig", lost_target),
    "a start that is not there": (verify.targets_exist, "pig", lost_start),
    "an end in the middle": (verify.nothing_waits_inside, "pig", waiting_inside),
    "chance before choices": (verify.asks_come_first, "pig", chance_first),
    "a wrong number": (verify.asks_come_first, "pig", renumbered),
    "an action from elsewhere": (verify.actions_arrive_once, "pig", shared_resume),
    "an action without a function": (verify.actions_arrive_once, "pig", no_function),
    "a cycle without a budget": (verify.cycles_are_counted, "silent", uncounted),
    "a local without a slot": (verify.live_locals_have_slots, "pig", no_slot),
    "a slot cleared too early": (verify.live_locals_have_slots, "pig", cleared_early),
    "two calls with one number": (verify.calls_come_back, "recursive", same_number),
    "a call without a way back": (verify.calls_come_back, "recursive", no_return),
    "an outer activation lost": (verify.recursion_is_kept, "recursive", no_chain),
}


@pytest.mark.parametrize("what", MACHINES)
def test_a_broken_machine(what: str) -> None:
    check, name, change = MACHINES[what]
    found = machine(name)
    verify.verify(found)
    change(found)
    assert list(check(found)), what  # type: ignore[call-overload]


def test_every_check_is_broken_by_some_test() -> None:
    broken = {check for check, _ in PROGRAMS.values()} | {
        check for check, _, _ in MACHINES.values()
    }
    assert broken == set(verify.PROGRAM_CHECKS) | set(verify.MACHINE_CHECKS)
