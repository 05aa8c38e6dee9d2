"""`at once`, made plain: moments inside are none, also in what is called from there.

    at once                          pay_quiet(2)
        pay(2)              ──►      move_quiet(card)
        move(card)                   (moment)

A procedure with moments that is called from inside and from outside exists twice.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import suspending as who


def with_quiet_copies(program: p.Program) -> p.Program:
    """The program without `at once`; handlers of watched conditions are quiet, too."""
    loud = _with_moments(program)
    wanted = _called_quietly(program) & loud
    names = {name: _free(f"{name}_quiet", program) for name in program.procedures if name in wanted}
    procedures = {
        name: replace(x, body=_plain(x.body, names)) for name, x in program.procedures.items()
    }
    for name, copy in names.items():
        x = program.procedures[name]
        procedures[copy] = replace(x, name=copy, body=_quiet(x.body, names))
    watches = [replace(w, handler=names.get(w.handler, w.handler)) for w in program.watches]
    return replace(program, procedures=procedures, watches=watches)


def has_moments(program: p.Program) -> bool:
    """Whether what is watched is ever looked at."""
    bodies = (x.body for x in program.procedures.values())
    return any(isinstance(s, p.Moment | p.AtOnce) for body in bodies for s in walk.statements(body))


def _with_moments(program: p.Program) -> frozenset[str]:
    """Procedures in which a moment may come up, or a question, which is told to be quiet."""
    direct = {
        name
        for name, x in program.procedures.items()
        if any(isinstance(s, p.Moment | p.AtOnce | p.Ask) for s in walk.statements(x.body))
    }
    return frozenset(n for n, below in who.below_each(program).items() if below & direct)


def _called_quietly(program: p.Program) -> frozenset[str]:
    """Procedures called from inside `at once`, directly or through others, and handlers."""
    roots = {watch.handler for watch in program.watches}
    for x in program.procedures.values():
        for stmt in walk.statements(x.body):
            if isinstance(stmt, p.AtOnce):
                roots |= {call.proc for call in walk.calls(stmt.body)}
    return who.reachable(program, sorted(roots))


def _free(wanted: str, program: p.Program) -> str:
    while wanted in program.procedures or wanted in program.functions:
        wanted += "_"
    return wanted


def _plain(block: p.Block, names: dict[str, str]) -> p.Block:
    """Statements outside of any `at once`."""
    found: list[p.Stmt] = []
    for stmt in block:
        if isinstance(stmt, p.AtOnce):
            found += [*_quiet(stmt.body, names), p.Moment(stmt.span)]
        else:
            found.append(walk.map_blocks(stmt, lambda inner: _plain(inner, names)))
    return tuple(found)


def _quiet(block: p.Block, names: dict[str, str]) -> p.Block:
    """Statements inside: no moments, quiet copies called."""
    found: list[p.Stmt] = []
    for stmt in block:
        if isinstance(stmt, p.Moment):
            continue
        if isinstance(stmt, p.AtOnce):
            found += _quiet(stmt.body, names)
        elif isinstance(stmt, p.CallProc):
            found.append(replace(stmt, proc=names.get(stmt.proc, stmt.proc)))
        elif isinstance(stmt, p.Ask):
            found.append(replace(stmt, quiet=True))
        else:
            found.append(walk.map_blocks(stmt, lambda inner: _quiet(inner, names)))
    return tuple(found)
