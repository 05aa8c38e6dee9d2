"""Where nobody looks on, nothing is told: what is kept for players is left out.

hand[you] = hand[you] without card        hand[you] = hand[you] without card
log "{you}’s hand: {card}"            ──►
explicit build only: …
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes.fold import fold

TOLD = p.Only | p.Log | p.Revealed
"""Statements of the explicit build."""


def unwatched(program: p.Program) -> p.Program:
    """The program without what only the explicit build does."""
    procedures = {
        name: replace(procedure, body=_quiet(procedure.body))
        for name, procedure in program.procedures.items()
    }
    return fold(replace(program, procedures=procedures))


def _quiet(block: p.Block) -> p.Block:
    return tuple(walk.map_blocks(stmt, _quiet) for stmt in block if not isinstance(stmt, TOLD))
