"""What a second start does without: the parts that only a first one needs are slow to import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

IMPORTED = """
import sys
from hoyle.cli import program
try:
    program(standalone_mode=False)
finally:
    sys.stderr.write(" ".join(sorted(sys.modules)))
"""


def imported(cache: Path, *words: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *words],
        env={**os.environ, "HOYLE_CACHE": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return set(done.stderr.split())


FRONT_END = {"lark", "hoyle.dsl.parser"}
COMPILER = {"jinja2", "hoyle.dsl.nodes", "hoyle.dsl.game", "hoyle.dsl.resolve"}


@pytest.mark.parametrize(
    "words, spared", [(("check", "pig"), FRONT_END), (("play", "pig"), FRONT_END | COMPILER)]
)
def test_a_second_start_spares_the_slow_parts(
    words: tuple[str, ...], spared: set[str], tmp_path: Path
) -> None:
    first, second = (imported(tmp_path, *words) for _ in range(2))
    assert spared <= first and not spared & second


def test_help_needs_no_part_of_the_compiler(tmp_path: Path) -> None:
    needed = {name for name in imported(tmp_path, "--help") if name.startswith("hoyle")}
    assert needed and all(
        name.startswith(("hoyle.cli", "hoyle.runtime")) for name in needed - {"hoyle"}
    )
