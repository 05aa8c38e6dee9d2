"""Where nobody looks on, nothing is told: what is kept for players is left out.

new = won[you] with card                  won[you] = won[you] with card
won[you] = new                     ──►
log "{you}’s won: {new}"
explicit build only: …
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import fold

TOLD = p.Only | p.Log | p.Revealed
"""Statements of the explicit build."""


def unwatched(program: p.Program) -> p.Program:
    """The program without what only the explicit build does."""
    procedures = {
        name: replace(procedure, body=_unwatched(procedure.body))
        for name, procedure in program.procedures.items()
    }
    return fold(replace(program, procedures=procedures))


def _unwatched(body: p.Block) -> p.Block:
    quiet = _quiet(body)
    reads = Counter(e.name for e in walk.all_exprs(quiet) if isinstance(e, p.Var))
    return _at_once(quiet, reads)


def _quiet(block: p.Block) -> p.Block:
    return tuple(walk.map_blocks(stmt, _quiet) for stmt in block if not isinstance(stmt, TOLD))


def _at_once(block: p.Block, reads: Counter[str]) -> p.Block:
    """What is worked out for the next write alone is written at once."""
    found: list[p.Stmt] = []
    for stmt in block:
        match found[-1:], stmt:
            case [p.Assign(var, value)], p.Store(value=p.Var(name)) if (
                var.name == name and reads[name] == 1
            ):
                found[-1] = replace(stmt, value=value)
            case _:
                found.append(walk.map_blocks(stmt, lambda inner: _at_once(inner, reads)))
    return tuple(found)
