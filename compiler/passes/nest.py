"""What follows a test whose other way ends goes into the way that goes on.

    if any cell is free: ask, cell = …              if any cell is free
    otherwise: fail                        ──►          ask, cell = …
    cell.mark = you                                     cell.mark = you
                                                    otherwise: fail

So what the first way binds is seen to be bound for all that reads it.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk


def nest(program: p.Program) -> p.Program:
    """The program with statements moved into the way that goes on."""
    procedures = {name: replace(x, body=_block(x.body)) for name, x in program.procedures.items()}
    return replace(program, procedures=procedures)


def ends(block: p.Block) -> bool:
    """Whether a block ends in an error, a return or the end of the game."""
    return bool(block) and isinstance(block[-1], p.Fail | p.Return | p.Over)


def _block(block: p.Block) -> p.Block:
    for index, stmt in enumerate(block):
        if isinstance(stmt, p.If) and ends(stmt.otherwise) and not walk.leaves(stmt.then):
            then = _block((*stmt.then, *block[index + 1 :]))
            inner = replace(stmt, then=then, otherwise=_block(stmt.otherwise))
            return (*(walk.map_blocks(s, _block) for s in block[:index]), inner)
    return tuple(walk.map_blocks(stmt, _block) for stmt in block)
