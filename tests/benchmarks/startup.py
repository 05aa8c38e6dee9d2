"""How long a person waits for the command line: wall time of fresh processes, medians of seven.

Run it with `python tests/benchmarks/startup.py` on a machine that does nothing else. What was
parsed and compiled lies in the cache, and Python's own bytecode too, as after a first use.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
CHIPS = ROOT / "rulesets" / "chips"
RUNS = 7


class Figure(NamedTuple):
    """What was measured, in seconds: the median, the shortest, and what it shall stay under."""

    what: str
    median: float
    least: float
    target: float

    def __str__(self) -> str:
        late = "" if self.median < self.target else "   too long"
        return f"{self.what:44} {self.median:6.3f} {self.least:6.3f} {self.target:6.1f}{late}"


def figures() -> Iterator[Figure]:
    """All figures, one after another."""
    with tempfile.TemporaryDirectory() as folder, _fresh(Path(folder)):
        copied = Path(shutil.copytree(CHIPS, Path(folder) / "chips"))
        changes = _changes(copied / "chips.rules")
        yield _figure("check of two files that did not change", 0.5, lambda: _check(copied))
        yield _figure("first prompt of a game", 0.4, _first_prompt)
        yield _figure(
            "check of a file after a change", 0.5, lambda: _check(copied / "chips.rules"), changes
        )


@contextmanager
def _fresh(folder: Path) -> Iterator[None]:
    """Caches of our own, which the first run of each command fills."""
    before = dict(os.environ)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    os.environ["HOYLE_CACHE"] = str(folder / "cache")
    os.environ["PYTHONPATH"] = str(ROOT)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _figure(
    what: str,
    target: float,
    run: Callable[[], float],
    prepare: Callable[[], None] = lambda: None,
) -> Figure:
    run()
    times = []
    for _ in range(RUNS):
        prepare()
        times.append(run())
    return Figure(what, median(times), min(times), target)


def _check(path: Path) -> float:
    start = perf_counter()
    subprocess.run(_hoyle("check", str(path)), check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def _changes(path: Path) -> Callable[[], None]:
    """Makes a file one that was never seen before, each time it is called."""
    text, numbers = path.read_text(encoding="utf-8"), count()
    return lambda: _write(path, f"{text}\n# change {next(numbers)}\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _first_prompt() -> float:
    """Until the game has asked its first question and waits for an answer."""
    start = perf_counter()
    game = subprocess.Popen(_hoyle("play", "chips"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with game:
        assert game.stdout is not None
        shown = b""
        while not shown.endswith(b"\n> "):
            more = os.read(game.stdout.fileno(), 65536)
            assert more, f"no prompt came: {shown.decode()}"
            shown += more
        waited = perf_counter() - start
        game.communicate()
    return waited


def _hoyle(*words: str) -> list[str]:
    return [sys.executable, "-m", "hoyle", *words]


def main() -> None:
    """Print a table."""
    print(f"{'':44} median  least target")
    for figure in figures():
        print(figure, flush=True)


if __name__ == "__main__":
    main()
