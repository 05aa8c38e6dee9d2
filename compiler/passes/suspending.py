"""Who waits: procedures and statements in which a decision, chance or the end can come up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.ir.machine import Build


def suspending(program: p.Program, build: Build) -> frozenset[str]:
    """Names of procedures that wait.

    In the explicit build `to roll_it: n = roll d6` waits for the die; in the sampled build it is a
    plain function. What calls such a procedure waits, too.
    """
    direct = {
        name
        for name, procedure in program.procedures.items()
        if any(waits(stmt, build, frozenset()) for stmt in walk.statements(procedure.body))
    }
    return frozenset(_callers(program, direct))


def waits(stmt: p.Stmt, build: Build, procs: frozenset[str]) -> bool:
    """Whether a statement itself waits; what stands inside it is not looked at."""
    match stmt:
        case p.Ask() | p.Over():
            return True
        case p.Nature():
            return build == "explicit"
        case p.CallProc(name):
            return name in procs
        case _:
            return False


def calls_of(program: p.Program) -> dict[str, frozenset[str]]:
    """The graph of calls: what each procedure calls itself."""
    return {
        name: frozenset(call.proc for call in walk.calls(procedure.body))
        for name, procedure in program.procedures.items()
    }


def _callers(program: p.Program, found: set[str]) -> set[str]:
    """These procedures and all that call them, directly or through others."""
    graph = calls_of(program)
    while True:
        more = {name for name, called in graph.items() if name not in found and called & found}
        if not more:
            return found
        found = found | more


def reachable(program: p.Program, roots: Iterable[str]) -> frozenset[str]:
    """Procedures that the roots call, directly or through others, with the roots."""
    return _below(calls_of(program), roots)


def _below(graph: Mapping[str, frozenset[str]], roots: Iterable[str]) -> frozenset[str]:
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(graph[name])
    return frozenset(seen)


def below_each(program: p.Program) -> dict[str, frozenset[str]]:
    """For each procedure what it calls, directly or through others, and itself."""
    graph = calls_of(program)
    return {name: _below(graph, [name]) for name in graph}


def recursive(program: p.Program) -> frozenset[str]:
    """Procedures that can be running twice: those in a cycle of the graph of calls."""
    graph = calls_of(program)
    return frozenset(name for name in graph if name in _below(graph, graph[name]))
