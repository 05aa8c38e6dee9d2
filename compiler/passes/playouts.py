"""What is done to a program for its fused playouts alone, where nobody looks on."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.aside import aside
from hoyle.compiler.passes.gather import gather
from hoyle.compiler.passes.merge import merge

PASSES: tuple[Callable[[p.Program], p.Program], ...] = (
    merge,  # decisions and deeds of `together` in one loop
    aside,  # what stays in a loop of an expression, before it
    gather,  # whose places a small board has, as sets
)


def for_playouts(program: p.Program) -> p.Program:
    """The program as its playouts are written."""
    for change in PASSES:
        program = change(program)
    return program
