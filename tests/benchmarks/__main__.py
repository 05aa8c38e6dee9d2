"""`python -m tests.benchmarks [GAME...] [--rounds N] [--keep]`: how fast compiled games are.

Every figure is a multiple of a hand-written class in the same round (1 is as fast), by processor
time, on one core: the median of interleaved rounds with the least and the greatest. Large games
are measured against the hand-written Connect Four. Beside it stands what was kept in
`figures.json`; `--keep` writes it anew. All of it is the interpreted build; `native [GAME...]`
measures the native one.

`python -m tests.benchmarks compiling | startup | walking` measures how long compiling takes, how
long the command line takes to start, and walks on maps; `passes [GAME...]` what each pass of the
compiler brings; `bots [GAME...]` how well the bots play.
"""

from __future__ import annotations

import os
import platform
import sys
from argparse import ArgumentParser
from datetime import date
from importlib.metadata import PackageNotFoundError, version

ROUNDS = 11


def pin() -> None:
    """Stay on one core, where that can be asked for."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def table(games: list[str], rounds: int, keep: bool) -> None:
    """Measure, print, and keep what was found."""
    os.environ["HOYLE_NATIVE"] = "0"
    pin()
    from tests.benchmarks import figures, large, small

    report: figures.Report = {}
    before = figures.kept().get("games", {})
    for row in figures.lines({}, {}):
        print(row)
    for game in games or (*small.GAMES, *large.GAMES):
        measured = small.measured if game in small.GAMES else large.measured
        report[game] = measured(game, rounds)
        for row in [*figures.lines({game: report[game]}, before)][1:]:
            print(row, flush=True)
    if keep:
        figures.keep(report, about(rounds), (*small.GAMES, *large.GAMES))


def about(rounds: int) -> dict[str, str]:
    """What figures were measured with."""
    found = {"day": date.today().isoformat(), "python": platform.python_version()}
    for package in ("hoyle", "open_spiel"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return {**found, "rounds": str(rounds)}


def main(words: list[str]) -> None:
    """Measure what was asked for."""
    from tests.benchmarks import compiling, native, passes, startup, strength, walking

    others = {"compiling": compiling.main, "startup": startup.main, "walking": walking.main}
    if words[:1] == ["bots"]:
        strength.main(words[1:])
    elif words[:1] == ["passes"]:
        pin()
        passes.main(words[1:])
    elif words[:1] == ["native"]:
        native.main(words[1:], pin)
    elif words and words[0] in others:
        others[words[0]]()
    else:
        parser = ArgumentParser("python -m tests.benchmarks")
        parser.add_argument("games", nargs="*", metavar="GAME")
        parser.add_argument("--rounds", type=int, default=ROUNDS)
        parser.add_argument("--keep", action="store_true", help="write figures.json anew")
        given = parser.parse_args(words)
        table(given.games, given.rounds, given.keep)


if __name__ == "__main__":
    main(sys.argv[1:])
