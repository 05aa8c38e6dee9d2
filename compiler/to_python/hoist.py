"""Cells that are read often in a function are read from a local.

A list of the state stays the same object, so a local may stand for it in any function. A single
cell may stand in a local only where nobody else touches it meanwhile: in the fused playout, which
writes it back where it ends. What stands for a cell in another form is always in a local.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from hoyle.compiler.ir import program as p
from hoyle.compiler.to_python import names
from hoyle.compiler.to_python.expressions import Spelling
from hoyle.compiler.to_python.lines import Line, Lines

OFTEN = 3
"""So many reads are worth a local; one inside a loop counts as so many."""

MARK = "\x1e"
"""Stands around the attribute of a cell until it is known how often it is read."""

_PLAIN = re.compile(r"\bs\.(\w+)")
_WRITTEN = re.compile(rf"{MARK}\w+{MARK} = ")
_MARKED = re.compile(rf"{MARK}(\w+){MARK}")

Write = Callable[[Mapping[str, str]], Lines]


def hoisted(
    write: Write, cells: Sequence[p.Cell], spelling: Spelling, locals_: Iterable[str]
) -> tuple[Lines, dict[str, str]]:
    """The lines of a function with locals for the cells read often, and these locals by cell.

    `write` writes the function, given what stands for cells; `locals_`: names of its own.
    """
    attributes = {cell.name: spelling.cells[cell.stands_for or cell.name] for cell in cells}
    lines = write({cell: f"{MARK}{name}{MARK}" for cell, name in attributes.items()})
    other_form = {attributes[cell.name] for cell in cells if cell.stands_for or cell.sums}
    many = {name for name, uses in _uses(lines.found).items() if uses >= OFTEN}
    many |= other_form & _mentioned(lines.found)
    wanted: dict[str, str] = {}
    if many:
        taken = {names.local(name, spelling.taken) for name in locals_} | spelling.taken
        often = {cell: name for cell, name in attributes.items() if name in many}
        wanted = {cell: _free(name, taken) for cell, name in often.items()}
    read = {attributes[cell]: local for cell, local in wanted.items()}
    lines.found = [_filled(line, read) for line in lines.found]
    return lines, wanted


def _mentioned(found: list[Line]) -> frozenset[str]:
    """The attributes that are read or written at all."""
    return frozenset(name for line in found for name in _MARKED.findall(line.text))


def _free(name: str, taken: set[str]) -> str:
    """A local like a name that nobody has yet; it is taken from now on."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _filled(line: Line, read: Mapping[str, str]) -> Line:
    """A line with its cells read as they shall be."""
    if MARK not in line.text:
        return line
    text = _MARKED.sub(lambda marked: read.get(marked[1]) or f"s.{marked[1]}", line.text)
    return Line(line.depth, text, line.rule)


def loads(wanted: Mapping[str, str], spelling: Spelling) -> list[str]:
    """The lines that fill the locals."""
    return [f"{local} = s.{spelling.cells[cell]}" for cell, local in wanted.items()]


def with_loads(lines: Lines, loaded: list[str]) -> Lines:
    """The lines of a function behind those that fill its locals."""
    lines.found[:0] = [Line(1, text, -1) for text in loaded]
    return lines


def _read(text: str) -> list[str]:
    """The attributes that a line reads, as often as it does."""
    marked = text.split(MARK)[1::2] if MARK in text else []
    if marked and _WRITTEN.match(text):
        del marked[0]
    return marked + _PLAIN.findall(text) if "s." in text else marked


def _uses(found: list[Line]) -> Counter[str]:
    """How often each attribute of the state is read; in a loop it counts more. What is written as a
    whole is not read."""
    loops: list[int] = []
    uses: Counter[str] = Counter()
    for line in found:
        loops = [depth for depth in loops if depth < line.depth]
        weight = OFTEN if loops or " for " in line.text else 1
        for read in _read(line.text):
            uses[read] += weight
        if line.text.startswith(("for ", "while ")):
            loops.append(line.depth)
    return uses
