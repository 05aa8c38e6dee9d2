"""What is known of the options that a playout keeps from turn to turn of a loop, in `left`.

left = [0, 1, 2, …]                               what they are at the start of the game
while True:
    answer_ = left.pop(int(random() * …))         the option taken is gone at once
    ...
    if not left: …, the end                       a test that comes down to the same places
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hoyle.compiler.from_game import build as b
from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.passes import openings
from hoyle.compiler.to_python import kept
from hoyle.compiler.to_python.kept import Kept

if TYPE_CHECKING:
    from hoyle.compiler.to_python.statements import Body


def through(loop: p.Loop, body: Body) -> Kept | None:
    """An ask of a loop whose options can be kept, with all that is known of them there."""
    of = kept.kept_in(loop, body)
    if of is None:
        return None
    program = body.program
    of = replace(of, openings=openings.of_options(of.options, program))
    start = openings.at_start(of.options, program) if _at_start(of, loop, body) else None
    block = _block_of(of, loop.body)
    store = _written_next(of, block)
    popped = store is not None and kept.closes_only_the_taken(of, store, body)
    return replace(
        of, start=start, popped=popped, never_none=bool(start) and _leaves_none(of, loop, program)
    )


def _at_start(of: Kept, loop: p.Loop, body: Body) -> bool:
    """Whether a loop begins but once, and nothing before it writes the cell."""
    program = body.program
    inside = {id(s) for s in walk.statements(loop.body)}
    written = (
        stmt
        for procedure in program.procedures.values()
        for stmt in walk.statements(procedure.body)
        if isinstance(stmt, p.Store) and stmt.cell.name == of.cell.name
    )
    is_main = body.writer.owner == program.entries.get("main")
    return is_main and not body.loops and all(id(stmt) in inside for stmt in written)


def _block_of(of: Kept, block: p.Block) -> p.Block:
    """The block in which an ask stands, from the ask on."""
    for index, stmt in enumerate(block):
        if stmt is of.ask:
            return block[index:]
        for inner in walk.blocks(stmt):
            found = _block_of(of, inner)
            if found:
                return found
    return ()


def _written_next(of: Kept, block: p.Block) -> p.Store | None:
    """The write that follows an ask at once; nothing in between can leave or call."""
    for stmt in block[1:]:
        if isinstance(stmt, p.Store) and stmt.cell.name == of.cell.name:
            return stmt
        if not isinstance(stmt, p.Assign | p.Only | p.Log | p.Revealed):
            return None
    return None


def _leaves_none(of: Kept, loop: p.Loop, program: p.Program) -> bool:
    """Whether a turn that closes the last option is the last turn."""
    for block in _blocks(loop.body):
        for index, stmt in enumerate(block):
            writes = isinstance(stmt, p.Store) and stmt.cell.name == of.cell.name
            if writes and not _ends_if_none(of, block[index + 1 :], program):
                return False
    return True


def _blocks(block: p.Block) -> list[p.Block]:
    inner = (found for stmt in block for part in walk.blocks(stmt) for found in _blocks(part))
    return [block, *inner]


def _ends_if_none(of: Kept, behind: p.Block, program: p.Program) -> bool:
    """Whether statements lead out of the loop if no option is left, before they lead elsewhere."""
    for stmt in behind:
        if isinstance(stmt, p.If) and told(of, stmt.cond, program) is False:
            return bool(stmt.then) and isinstance(stmt.then[-1], p.Over | p.Return | p.Fail)
        if any(isinstance(s, p.Again | p.Leave | p.CallProc) for s in walk.statements((stmt,))):
            return False
    return False


def told(of: Kept | None, cond: p.Expr, program: p.Program) -> bool | None:
    """Whether a test asks for options to be left, or for none; None if they do not tell it."""
    if of is None or of.openings is None:
        return None
    denied = isinstance(cond, p.Op) and cond.name == "not"
    asked = b.not_(cond) if denied else cond
    if not isinstance(asked, p.Comp) or of.openings != openings.of_test(asked, program):
        return None
    return not denied
