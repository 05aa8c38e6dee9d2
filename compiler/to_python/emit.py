"""Print the view of a module through the templates; work out which line stands for which rule."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.templates import environment
from hoyle.compiler.to_python.lines import Line, Places, one_line
from hoyle.compiler.to_python.model import Module, model

MARK = "\x1f"
"""Stands between a line and the number of its rule while the templates print; no text holds it."""

LINES_HERE = f"{MARK}lines{MARK}"


def emit(
    program: p.Program, played: p.Program, explicit: m.Machine, sampled: m.Machine, places: Places
) -> str:
    """The text of the module of a game. `played`: the program of its playout."""
    return render(model(program, played, explicit, sampled, places))


def render(view: Module) -> str:
    """The text of a module."""
    template = for_modules().get_template("module.py.j2")
    printed = template.render(module=view, title=view.title, lines_here=LINES_HERE)
    return _with_lines(re.sub(r"\n{4,}", "\n\n\n", printed))


@cache
def for_modules() -> Environment:
    """What the templates of modules print through."""
    made = environment()
    made.filters |= {"indented": _indented, "plain": _plain, "repr": repr}
    return made


def _indented(line: Line) -> str:
    return f"{'    ' * line.depth}{line.text}{MARK}{line.rule}"


def _plain(text: str) -> str:
    """A text that cannot end the docstring it stands in."""
    return one_line(text).replace("\\", "/").replace('"', "'")


def _with_lines(marked: str) -> str:
    """The text without marks, and with the table of lines and rules in its place."""
    texts: list[str] = []
    found: list[tuple[int, int]] = []
    for number, line in enumerate(marked.split("\n"), 1):
        text, mark, rule = line.partition(MARK)
        if mark and rule.lstrip("-").isdigit():
            if int(rule) >= 0 and (not found or found[-1][1] != int(rule)):
                found.append((number, int(rule)))
            texts.append(text)
        else:
            if found and found[-1][1] >= 0 and text and not text.startswith(" "):
                found.append((number, -1))
            texts.append(line)
    rows = [", ".join(map(str, found[i : i + 8])) for i in range(0, len(found), 8)]
    table = "\n".join(f"    {row}," for row in rows)
    return "\n".join(texts).replace(LINES_HERE, table)
