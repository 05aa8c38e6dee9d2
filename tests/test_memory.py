"""What was found in a block is remembered while a game is compiled, and forgotten behind it."""

from __future__ import annotations

from hoyle.compiler.ir import program as p
from hoyle.compiler.ir import walk
from hoyle.compiler.ir.walk import memory
from hoyle.dsl.source import NOWHERE


def test_the_same_object_is_looked_at_once_while_a_game_is_compiled() -> None:
    block = (p.If(p.Const(True, "bool"), (p.Over(NOWHERE),), (), NOWHERE),)
    first = walk.statements(block)
    assert walk.statements(block) is not first
    with walk.remembering():
        with walk.remembering():
            first = walk.statements(block)
        assert walk.statements(block) is first
        equal = (p.If(p.Const(True, "bool"), (p.Over(NOWHERE),), (), NOWHERE),)
        assert walk.statements(equal) == first
        assert walk.statements(equal) is not first
    assert walk.statements(block) is not first
    assert not any(memory._memories)
