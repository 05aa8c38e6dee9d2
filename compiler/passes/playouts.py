"""What is done to a program for its fused playouts alone, where nobody looks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.aside import aside
from hoyle.compiler.passes.at_the_end import at_the_end
from hoyle.compiler.passes.cases import cases
from hoyle.compiler.passes.counted import counted
from hoyle.compiler.passes.gather import gather
from hoyle.compiler.passes.intervals import EMPTY, Interval
from hoyle.compiler.passes.listed import listed
from hoyle.compiler.passes.merge import merge
from hoyle.compiler.passes.printed import printed
from hoyle.compiler.passes.ranges import Ranges, find
from hoyle.compiler.passes.running import running
from hoyle.compiler.passes.sole import sole
from hoyle.compiler.passes.tally import tally
from hoyle.compiler.passes.told import told
from hoyle.compiler.passes.unwatched import unwatched

Name = TypeVar("Name")

PASSES: tuple[Callable[[p.Program], p.Program], ...] = (
    unwatched,  # what is told and noted for players, left out
    merge,  # decisions and deeds of `together` in one loop
    told,  # what a test tells is not asked again
    tally,  # pieces that stay while a loop turns, counted before it
    printed,  # which numbers a printed row tells to be meant, as rows
    aside,  # what stays in a loop of an expression, before it
    cases,  # filters that look long at each item, as statements
    gather,  # whose places a small board has, as sets
    at_the_end,  # where pieces lie, where nobody asks
    running,  # sums over sets
    listed,  # sets of pieces that are walked and chosen from
    counted,  # piles of which nobody knows any piece, as numbers
    sole,  # lists of one
)

INTERPRETED = (running, listed)
"""What pays in Python alone: machine code walks sets, and loops in loops, as fast as lists."""


def for_playouts(program: p.Program, native: bool = False) -> p.Program:
    """The program as its playouts are written."""
    for change in PASSES:
        if not native or change not in INTERPRETED:
            program = change(program)
    return program


def ranges_of(program: p.Program, played: p.Program) -> Ranges:
    """Between which numbers everything stays in a program and in its form for playouts: what one
    of them has alone is known from that, what both have may be what it is in either."""
    found, more = find(played), find(program)
    _widen(found.cells, more.cells)
    _widen(found.locals, more.locals)
    _widen(found.answers, more.answers)
    return found


def _widen(found: dict[Name, Interval], more: dict[Name, Interval]) -> None:
    for name, interval in more.items():
        found[name] = found.get(name, EMPTY).join(interval)
