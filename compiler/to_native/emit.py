"""Print the module for mypyc through its template."""

from __future__ import annotations

import re

from hoyle.compiler.ir import machine as m
from hoyle.compiler.ir import program as p
from hoyle.compiler.passes.playouts import for_playouts
from hoyle.compiler.to_native.model import model
from hoyle.compiler.to_python.emit import MARK, for_modules
from hoyle.compiler.to_python.lines import Places


def emit(
    program: p.Program, explicit: m.Machine, sampled: m.Machine, places: Places, package: str
) -> str:
    """The text of the native module of a game."""
    view = model(program, for_playouts(program, native=True), explicit, sampled, places, package)
    printed = for_modules().get_template("native.py.j2").render(module=view)
    plain = re.sub(rf"{MARK}-?\d+", "", printed)
    return re.sub(r"\n{4,}", "\n\n\n", plain)
