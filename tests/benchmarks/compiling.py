"""How long each ruleset takes to compile, parsing included, against Python's own `compile`.

Processor time of one process in which everything is imported and the parser is ready, as a
multiple of what Python then takes to compile the module that was made: the machine may be busy
with other things. Medians of interleaved rounds; every round compiles a text never seen before.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from hoyle.build import compiled

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
ROUNDS = 5


class Figure(NamedTuple):
    """What was measured of a ruleset: lines of both texts, seconds of both compilers."""

    name: str
    rules: int
    lines: int
    ours: float
    pythons: float

    def __str__(self) -> str:
        ratio = self.ours / self.pythons
        return f"{self.name:18} {self.rules:6} {self.lines:6} {self.ours:7.2f} s {ratio:6.1f}"


def figures() -> Iterator[Figure]:
    """All rulesets, one after another."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOYLE_CACHE"] = str(Path(folder) / "cache")
        copied = Path(shutil.copytree(RULESETS, Path(folder) / "rulesets"))
        compiled(copied / "classics" / "pig.rules", None, {})  # imports all, builds the parser
        for path in sorted(copied.rglob("*.rules")):
            yield _figure(path)


def _figure(path: Path) -> Figure:
    rules = path.read_text(encoding="utf-8")
    ours: list[float] = []
    pythons: list[float] = []
    module = ""
    for number in range(ROUNDS):
        path.write_text(f"{rules}\n# round {number}\n", encoding="utf-8")
        started = time.process_time()
        module = compiled(path, None, {}).text
        made = time.process_time()
        compile(module, path.name, "exec", dont_inherit=True)
        ours.append(made - started)
        pythons.append(time.process_time() - made)
    lines, made_lines = rules.count("\n"), module.count("\n")
    return Figure(path.stem, lines, made_lines, median(ours), median(pythons))


def main() -> None:
    """Print a table."""
    print(f"{'Compiling':18} {'rules':>6} {'module':>6} {'':9} × Python's compile of the module")
    for figure in figures():
        print(figure, flush=True)


if __name__ == "__main__":
    main()
